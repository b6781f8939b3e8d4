/// A filter for corrections. A correction must meet all conditions.
public struct CorrectionFilter: Sendable, Equatable {
    /// The states that are admitted; empty for all states.
    public var states: Set<StoredCorrection.State> = []
    /// The id of the place whose corrections are admitted; nil for all places.
    public var place: Int64?
    /// The number of the only correction that is admitted; nil for all corrections.
    public var number: Int64?

    /// The filter for the places whose corrections are admitted; nil for all places.
    public var places: PlaceFilter?

    /// Creates a filter that admits every correction.
    public init() {}
}
