internal import CGeocliBuild

/// The name and the version of this program, as the help, the manual page, records of runs and services see them.
enum Program {
    /// The first word of each of its command lines.
    static let name = "geocli"

    /// The version, such as `0.1.0`.
    static let version = GEOCLI_VERSION

    /// What `--version` prints: the name, the version, and the commit if the build knew it.
    static var versionLine: String { "\(name) \(String(cString: cbuild_version()))" }

    /// Both, as the header User-Agent of a request has them: `geocli/0.1.0`.
    static var userAgent: String { "\(name)/\(version)" }
}
