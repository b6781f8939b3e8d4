/// A note on an edit of the catalog: who made it, when and why.
public struct EditNote: Sendable, Equatable {
    /// The person who made the edit.
    public let author: String
    /// The time of the edit.
    public let time: SeoulTime
    /// What the person wrote; nil for nothing.
    public let text: String?

    /// Creates a note.
    public init(author: String, time: SeoulTime, text: String? = nil) {
        self.author = author
        self.time = time
        self.text = text
    }
}
