internal import CGeocliBuild

/// The name and the version of this program for the help, the manual page, records of runs and requests to services.
enum Program {
    /// The first word of each command line.
    static let name = "geocli"

    /// The version, such as `0.1.0`.
    static let version = GEOCLI_VERSION

    /// What `--version` prints: the name, the version, and the commit if the build knew it.
    static var versionLine: String { "\(name) \(String(cString: cbuild_version()))" }

    /// The name and the version in the form of the User-Agent header: `geocli/0.1.0`.
    static var userAgent: String { "\(name)/\(version)" }
}
