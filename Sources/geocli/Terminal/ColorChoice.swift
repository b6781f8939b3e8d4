internal import Glibc

/// When text has colors: the value of `--color`.
enum ColorChoice: String, CaseIterable {
    /// Colors on a terminal that supports them, unless `NO_COLOR` is set.
    case auto
    /// Colors everywhere, even in pipes.
    case always
    case never

    /// Reads `--color` before the parser does, because the parser's errors may have colors.
    init(arguments: [String]) {
        var choice: ColorChoice?
        for (position, word) in arguments.enumerated() {
            if word == "--" { break }
            if word.hasPrefix("--color=") { choice = ColorChoice(rawValue: String(word.dropFirst(8))) }
            if word == "--color", position + 1 < arguments.count {
                choice = ColorChoice(rawValue: arguments[position + 1])
            }
        }
        self = choice ?? .auto
    }

    /// Returns whether text to this descriptor has colors.
    ///
    /// - Source: no-color.org; TERM is empty or `dumb` if a terminal does not understand sequences.
    func isOn(_ descriptor: Int32) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            let kind = Environment.variable("TERM") ?? ""
            return isatty(descriptor) == 1 && (Environment.variable("NO_COLOR") ?? "").isEmpty && !kind.isEmpty
                && kind != "dumb"
        }
    }
}
