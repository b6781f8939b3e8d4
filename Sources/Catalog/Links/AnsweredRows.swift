internal import GeocliDatabase
public import GeocliPlaces

/// The rows of an answer, kept to count those that tell the same shop again: one bit for each row of the catalog.
public final class AnsweredRows: AnsweredShops {
    private let catalog: Catalog
    private var ids: IDSet
    /// The first rows; the links of a few rows are looked up one by one.
    private var first: [Int64] = []
    private static let few = 1000

    /// Starts without rows; nil for a catalog without links.
    public init?(_ catalog: Catalog) throws {
        guard try catalog.hasLinks() else { return nil }
        self.catalog = catalog
        ids = IDSet(upTo: try catalog.lastID())
    }

    /// Adds a row.
    public func insert(_ id: Int64) { if ids.insert(id), first.count < Self.few { first.append(id) } }

    /// Returns how many rows of the answer repeat a shop of another row of it.
    ///
    /// - Complexity: O(m log l) for a few rows, m rows and l links; O(l) for many.
    public func repeatCount() throws -> Int {
        var shops = SameShops.Builder()
        func join(_ low: Int64, _ high: Int64) { if ids.contains(low), ids.contains(high) { shops.join(low, high) } }
        if ids.count < Self.few {
            try catalog.forEachPartner(of: first, join)
        } else {
            try catalog.forEachLinkedPair(join)
        }
        return shops.joinCount
    }
}

extension Catalog {
    /// See `LinkSource`.
    public func answeredShops() throws -> (any AnsweredShops)? { try AnsweredRows(self) }

    /// Calls `body` with each of these rows and each row that is linked to it and has a higher id.
    fileprivate func forEachPartner(of ids: [Int64], _ body: (Int64, Int64) -> Void) throws {
        try read { db in
            let links = try Statement(db, "SELECT high FROM link WHERE low = ?")
            for id in ids {
                links.bind(1, id)
                defer { links.reset() }
                while try links.step() { body(id, try links.bookstoreID(0)) }
            }
        }
    }
}
