/// How errors spell the name of an argument: as an option of a command, or as a parameter of a web address.
package enum ArgumentStyle: Sendable {
    /// `--kind`.
    case option
    /// `kind`.
    case parameter

    /// Returns the spelling of `name`.
    package func callAsFunction(_ name: String) -> String {
        switch self {
        case .option: "--" + name
        case .parameter: name
        }
    }
}
