/// The person who acts, and the time.
public struct IssueAuthor: Sendable, Equatable {
    /// The name, not empty.
    public let name: String
    /// The time.
    public let moment: SeoulTime

    /// Creates an author.
    public init(_ name: String, at moment: SeoulTime) {
        self.name = name
        self.moment = moment
    }
}
