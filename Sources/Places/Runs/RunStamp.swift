internal import GeocliText

/// The facts about a good run that a change refers to.
public struct RunStamp: Sendable, Equatable {
    /// The run's number.
    public let id: Int64
    /// The run's feed.
    public let feed: String
    /// The day in Asia/Seoul.
    public let date: String
    /// The time when it started, RFC 3339, UTC.
    public let startedAt: String
    /// SHA-256 of the bytes of its pages.
    public let sha256: String

    package init(
        id: Int64, feed: String, date: String, startedAt: String, sha256: String
    ) {
        self.id = id
        self.feed = feed
        self.date = date
        self.startedAt = startedAt
        self.sha256 = sha256
    }

    /// A number made from the run's start time and bytes. Two runs have the same number only by chance.
    public var check: UInt32 {
        var hash = SHA256()
        hash.update(Array("\(startedAt)\u{0}\(sha256)".utf8))
        return UInt32(hash.hexDigest().prefix(8), radix: 16) ?? 0
    }
}
