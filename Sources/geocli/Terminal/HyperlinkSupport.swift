internal import GeocliGeo
internal import GeocliText

/// Whether the terminal of standard output shows hyperlinks, and which map geocli's hyperlinks open.
///
/// A program can't ask a terminal whether it shows hyperlinks. Terminals that show them are recognized by the variables
/// that they set.
///
/// - Source: the list of terminals of OSC 8 (github.com/Alhadis/OSC8-Adoption); `FORCE_HYPERLINK` as other programs
///   read it.
enum HyperlinkSupport {
    /// The map to which the names in tables link; nil if the terminal of standard output shows no hyperlinks.
    static var map: MapService? {
        guard Console.outputIsTerminal, Console.color.isOn(1), isOn else { return nil }
        return .usual(for: Console.language)
    }

    private static var isOn: Bool {
        if let forced = variable("FORCE_HYPERLINK") { return forced != "0" }
        // tmux since 3.4 shows hyperlinks only if its user allows them; screen shows none.
        if variable("TMUX") != nil || variable("STY") != nil { return false }
        if let version = variable("VTE_VERSION").flatMap({ Int($0) }) { return version > 5000 }
        if ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].contains(where: { variable($0) != nil }) {
            return true
        }
        return programs.contains(variable("TERM_PROGRAM") ?? "") || kinds.contains(variable("TERM") ?? "")
    }

    private static let programs: Set<String> = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby"]
    private static let kinds: Set<String> = [
        "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour", "wezterm",
    ]

    private static func variable(_ name: String) -> String? {
        Environment.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension MapService {
    /// Returns the map that opens if the user names none: the one with the most detail for readers of the language.
    static func usual(for language: Language) -> MapService { language == .korean ? .naver : .osm }
}
