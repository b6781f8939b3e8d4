internal import GeocliAsking
internal import GeocliPlaces

extension Environment {
    private static let maximumAuthorBytes = 200

    /// Returns the person who acts on issues, and the present time.
    ///
    /// - Throws: `UsageError` for a name that can't be shown or is too long, and for a wrong `SOURCE_DATE_EPOCH`.
    static func issueAuthor() throws -> IssueAuthor {
        let name = try author()
        guard 1...maximumAuthorBytes ~= name.utf8.count else {
            throw UsageError(
                en:
                    "GEOCLI_AUTHOR is \(name.utf8.count) bytes long; write a name of at most \(maximumAuthorBytes) bytes",
                ko: "GEOCLI_AUTHOR의 길이가 \(name.utf8.count)바이트입니다. 이름은 \(maximumAuthorBytes)바이트까지 쓰세요")
        }
        return IssueAuthor(name, at: try now())
    }
}
