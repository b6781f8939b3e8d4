/// The kind of a record.
public enum MineKind: String, Sendable, CaseIterable {
    /// A place that a person put on a list.
    case mark
    /// A text, a book, a phrase or photos that a person recorded.
    case note
    /// A day at a place.
    case visit
    /// The number of visits a week that a person wants.
    case goal
}
