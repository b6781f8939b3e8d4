/// What a record is.
public enum MineKind: String, Sendable, CaseIterable {
    /// A place that a person wants to find again, on a list.
    case mark
    /// What a person wrote.
    case note
    /// A day at a place.
    case visit
    /// How many visits a week a person wants.
    case goal
}
