public import GeocliText

/// What a check of a declaration found in saved pages.
public struct FeedFinding: Sendable, Equatable {
    /// How serious it is.
    public enum Level: String, Sendable, CaseIterable {
        /// As it should be.
        case ok
        /// Unusual; a person should look.
        case alarm
        /// Wrong: an ingest would refuse it, or list places wrongly.
        case fault
    }

    /// What was checked: `rows`, `field`, `ids`, `kinds`, `status`, `points`, `crs`, `total`.
    public let check: String
    /// How serious it is.
    public let level: Level
    /// The field of the declaration; nil for the page as a whole.
    public let field: String?
    /// The number of rows that the sentence is about.
    public let count: Int
    /// The number of rows that were looked at.
    public let total: Int
    /// The sentence.
    public let words: Words
}
