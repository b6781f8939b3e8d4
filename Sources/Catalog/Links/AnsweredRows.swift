public import GeocliPlaces

/// The rows of an answer, collected to count the rows that repeat a shop. Uses one bit of memory for each row of the
/// catalog.
public final class AnsweredRows: AnsweredShops {
    private let catalog: Catalog
    private var ids: IDSet
    /// The first rows of the answer. If the answer has no more than these, their links are looked up row by row.
    private var first: [Int64] = []

    /// Creates an instance without rows; nil for a catalog without links.
    public init?(_ catalog: Catalog) throws {
        guard try catalog.hasLinks() else { return nil }
        self.catalog = catalog
        ids = IDSet(upTo: try catalog.lastID())
    }

    /// Adds a row.
    public func insert(_ id: Int64) {
        if ids.insert(id), first.count < Catalog.fewRows { first.append(id) }
    }

    /// Returns how many rows of the answer repeat the shop of another row of the answer. Two rows may be linked to one
    /// shop through rows that are not in the answer.
    ///
    /// - Complexity: for m rows and l links, O(m log l) if m is less than 1,000; O(l) otherwise.
    public func repeatCount() throws -> Int {
        var shops = try catalog.joinedShops(of: ids.count < Catalog.fewRows ? first : nil)
        return shops.repeatCount(where: ids.contains)
    }
}

extension Catalog {
    /// See `LinkSource`.
    public func answeredShops() throws -> (any AnsweredShops)? { try AnsweredRows(self) }
}
