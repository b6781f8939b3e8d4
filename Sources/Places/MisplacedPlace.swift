/// A bookstore whose point lies in another district than it states, or in none.
public struct MisplacedPlace: Sendable, Equatable {
    /// The bookstore, as listed.
    public let entry: CatalogEntry
    /// The district in which its point lies; nil if in none.
    public let pointDistrict: String?

    package init(
        entry: CatalogEntry, pointDistrict: String?
    ) {
        self.entry = entry
        self.pointDistrict = pointDistrict
    }
}

/// How many bookstores don't lie where they say.
public struct MisplacedCount: Sendable, Equatable {
    /// Bookstores with a point.
    public var located = 0
    /// Those of them that lie in another district than they state, or in none.
    public var misplaced = 0
    /// Those of them that the run asked about brought, or whose point or district it changed.
    public var newlyMisplaced = 0

    /// A count of nothing yet.
    public init() {}
}
