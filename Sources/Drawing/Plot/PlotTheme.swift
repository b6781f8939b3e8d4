internal import GeocliPlaces

/// The colors of a plot. Color-blind readers can tell the kinds apart by these colors.
///
/// - Source: M. Okabe, K. Ito, "Color universal design" (2008): blue and vermilion, in lighter tones for the dark
///   theme.
public enum PlotTheme: String, Sendable, CaseIterable {
    case light
    case dark

    private static let lightLooks = [
        "#0072B2", "#D55E00", "#00805D", "#A8508A", "#80680A", "#2F7FA8", "#5B3A8C", "#6B7280",
    ]
    private static let darkLooks = [
        "#3D9FDD", "#F0803C", "#2FBF95", "#DD8FC0", "#D0B13C", "#7CC8EE", "#A98BE0", "#98A2AE",
    ]

    /// Returns the color of dots with this look (`PlaceWords.look(of:)`).
    func color(ofLook look: Int) -> String { (self == .light ? Self.lightLooks : Self.darkLooks)[look] }

    /// Returns the color of a layer of the base map.
    func color(of role: BaseRole) -> String {
        switch (self, role) {
        case (_, .land): land
        case (.light, .park): "#DFEAD2"
        case (.dark, .park): "#1B2E24"
        case (_, .water): water
        case (.light, .road): "#DDD8CC"
        case (.dark, .road): "#2F3740"
        case (.light, .rail): "#A3A8B0"
        case (.dark, .rail): "#596470"
        }
    }

    var page: String { self == .light ? "#FFFFFF" : "#14191E" }
    /// The color of the area around the districts.
    var around: String { self == .light ? "#ECEEEC" : "#12171C" }
    var water: String { self == .light ? "#C9DDE9" : "#122C3D" }
    var land: String { self == .light ? "#FBFAF6" : "#1B2229" }
    var border: String { self == .light ? "#A9B2BB" : "#4C5965" }
    var grid: String { self == .light ? "#CBD5DC" : "#27313A" }
    var text: String { self == .light ? "#1B2127" : "#E8ECEF" }
    var soft: String { self == .light ? "#59636E" : "#A5AFB9" }
    var label: String { self == .light ? "#4A545E" : "#A9B4BE" }
}
