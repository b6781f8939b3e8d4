/// A week of a journal, from Monday to Sunday.
public struct MineWeek: Equatable, Sendable {
    /// The week's Monday, `YYYY-MM-DD`.
    public let start: String
    /// The week's Sunday, `YYYY-MM-DD`.
    public let end: String
    /// The number of visits. A place counts at most once a day.
    public let visits: Int
    /// The number of places that were visited for the first time.
    public let firstVisits: Int
    /// The number of visits that the person wants; nil without a goal.
    public let goal: Int?
}
