/// A bookstore whose point is in another district than the one it states, or in none.
public struct MisplacedPlace: Sendable, Equatable {
    /// The bookstore, as listed.
    public let entry: CatalogEntry
    /// The district that contains its point; nil if there is none.
    public let pointDistrict: String?

    package init(
        entry: CatalogEntry, pointDistrict: String?
    ) {
        self.entry = entry
        self.pointDistrict = pointDistrict
    }
}

/// The number of bookstores whose point is outside the district that they state.
public struct MisplacedCount: Sendable, Equatable {
    /// The number of bookstores with a point.
    public var located = 0
    /// How many of them are in another district than the one they state, or in none.
    public var misplaced = 0
    /// The number of misplaced bookstores that the given run added, or whose point or district that run changed.
    public var newlyMisplaced = 0

    /// Creates a count with all numbers 0.
    public init() {}
}
