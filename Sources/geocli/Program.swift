/// The name and the version of this program, as the help, the manual page, records of runs and services see them.
enum Program {
    /// The first word of each of its command lines.
    static let name = "geocli"

    /// The version, the same as in CHANGELOG.md.
    static let version = "0.1.0"

    /// Both, as the header User-Agent of a request has them: `geocli/0.1.0`.
    static var userAgent: String { "\(name)/\(version)" }
}
