/// A span of days in Asia/Seoul, from the first day to the last, both included.
public struct DaySpan: Sendable, Equatable {
    /// The first day, `YYYY-MM-DD`; nil if the span has no beginning.
    public let first: String?
    /// The last day; nil if the span has no end.
    public let last: String?

    /// Creates a span of days.
    public init(first: String?, last: String?) { (self.first, self.last) = (first, last) }
}
