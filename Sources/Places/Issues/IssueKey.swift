/// The key that identifies an issue from one run to the next. It consists of the rule, the places, the field and, for
/// an event, the run. It never contains a text from the feed, a distance or a position in a list.
public struct IssueKey: Hashable, Sendable {
    /// The rule that found it.
    public let rule: IssueRule
    /// The catalog's numbers for the places, ascending.
    public let places: [Int64]
    /// The key of the judged value, such as `phone`; empty if the rule judges the place as a whole.
    public let field: String
    /// The run of the event; nil if the rule is not about an event.
    public let run: Int64?

    /// Creates a key.
    ///
    /// - Parameter places: the catalog's numbers, in any order.
    public init(_ rule: IssueRule, _ places: [Int64], field: String = "", run: Int64? = nil) {
        self.rule = rule
        self.places = places.sorted()
        self.field = field
        self.run = run
    }

    /// The key as the catalog stores it, such as `district-point 12 district`.
    public var text: String {
        ([rule.rawValue] + places.map(String.init) + (field.isEmpty ? [] : [field]) + (run.map { ["run\($0)"] } ?? []))
            .joined(separator: " ")
    }
}
