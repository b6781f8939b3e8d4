/// A filter of corrections. All conditions must hold together.
public struct CorrectionFilter: Sendable, Equatable {
    /// Only these states; empty for all.
    public var states: Set<StoredCorrection.State> = []
    /// Only corrections of this place; nil for all.
    public var place: Int64?
    /// Only this correction; nil for all.
    public var number: Int64?

    /// Only corrections of places that this filter admits; nil for all.
    public var places: PlaceFilter?

    /// Creates a filter that admits every correction.
    public init() {}
}
