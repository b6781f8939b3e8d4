/// What became of a record of a file in a catalog.
public enum TravelOutcome: String, CaseIterable, Sendable {
    /// The catalog has it now.
    case added
    /// The catalog had it already.
    case same
    /// The catalog's issue has further acts of people now, and their decision.
    case merged
    /// The catalog's correction was withdrawn, as in the file.
    case withdrawn
    /// It was accepted for other values than those here, so the issue is open.
    case reopened
    /// The catalog has another value or decision, which stays.
    case conflict
    /// The feed has the right value itself.
    case retired
    /// It did not count any more in the catalog that it comes from; the catalog keeps it as history.
    case ended
    /// It waits for a run that brings its place or finds its issue.
    case pending
}
