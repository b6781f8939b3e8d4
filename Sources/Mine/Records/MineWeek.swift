/// A week of a journal, from Monday to Sunday.
public struct MineWeek: Equatable, Sendable {
    /// Its Monday, `YYYY-MM-DD`.
    public let start: String
    /// Its Sunday.
    public let end: String
    /// The visits; a place counts once a day.
    public let visits: Int
    /// The places that were visited for the first time.
    public let firstVisits: Int
    /// The visits that were wanted; nil without a goal.
    public let goal: Int?
}
