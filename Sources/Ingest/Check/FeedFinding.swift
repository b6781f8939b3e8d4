public import GeocliText

/// What a check of a declaration found in saved pages.
public struct FeedFinding: Sendable, Equatable {
    /// How serious a finding is.
    public enum Level: String, Sendable, CaseIterable {
        /// Everything is as it should be.
        case ok
        /// Something is unusual, and a person should check it.
        case alarm
        /// Something is wrong: an ingest would refuse the data or list places wrongly.
        case fault
    }

    /// The subject of the check: `rows`, `field`, `ids`, `kinds`, `status`, `points`, `crs`, `total`,
    /// `ingest`.
    public let check: String
    /// How serious the finding is.
    public let level: Level
    /// The field of the declaration; nil if the finding is about the page as a whole.
    public let field: String?
    /// The number of rows that the sentence is about.
    public let count: Int
    /// The number of rows that were checked.
    public let total: Int
    /// The sentence, in both languages.
    public let words: Words
}
