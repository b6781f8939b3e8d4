internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The person who uses the program.
extension Environment {
    private static let maximumAuthorBytes = 200

    /// Returns who acts now: `$GEOCLI_AUTHOR`, else the name of the system's user.
    ///
    /// - Throws: `UsageError` for a name that is too long, and for a wrong `SOURCE_DATE_EPOCH`.
    static func author() throws -> IssueAuthor {
        let name = variable("GEOCLI_AUTHOR").map { $0.trimmingBlanks() } ?? ""
        guard name.utf8.count <= maximumAuthorBytes else {
            throw UsageError(
                en: "GEOCLI_AUTHOR is too long; use at most \(maximumAuthorBytes) bytes",
                ko: "GEOCLI_AUTHOR가 너무 깁니다. \(maximumAuthorBytes)바이트까지 쓸 수 있습니다")
        }
        return IssueAuthor(name.isEmpty ? userName : name, at: try now())
    }

    private static var userName: String {
        let user = geteuid()
        guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "uid \(user)" }
        let text = String(cString: name)
        return text.isEmpty ? "uid \(user)" : text
    }
}
