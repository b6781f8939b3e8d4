/// A place whose point is not in the district that the place states. The point is in another district, or in
/// none.
public struct MisplacedPlace: Sendable, Equatable {
    /// The place, as listed.
    public let entry: CatalogEntry
    /// The district that contains the point; nil if no district does.
    public let pointDistrict: String?

    package init(
        entry: CatalogEntry, pointDistrict: String?
    ) {
        self.entry = entry
        self.pointDistrict = pointDistrict
    }
}

/// The number of places whose point is outside their district.
public struct MisplacedCount: Sendable, Equatable {
    /// The number of places with a point.
    public var located = 0
    /// The number of places whose point is outside their district.
    public var misplaced = 0
    /// The number of misplaced places that are new in the given run, or whose point or district changed in it.
    public var newlyMisplaced = 0

    /// Creates a count with all numbers 0.
    public init() {}
}
