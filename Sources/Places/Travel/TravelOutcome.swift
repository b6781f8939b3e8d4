/// What a catalog did with a record of an imported file.
public enum TravelOutcome: String, CaseIterable, Sendable {
    /// The catalog has added the record.
    case added
    /// The catalog had the same record already.
    case same
    /// The catalog's issue now also has the acts of the record, and it has the later of the two decisions.
    case merged
    /// The catalog's correction was withdrawn, as in the file.
    case withdrawn
    /// The issue was accepted for values other than those in this catalog, so it is open.
    case reopened
    /// The catalog has another value or decision, and keeps it.
    case conflict
    /// The feed itself has the right value.
    case retired
    /// The record no longer had an effect in the catalog from which it comes. The catalog keeps it as history.
    case ended
    /// The record waits for a run that brings its place or finds its issue.
    case pending
}
