internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// If there are fewer rows than this, links are looked up row by row. Otherwise, all links are read.
    static let fewRows = 1000

    /// Returns the other rows of a row's shop, in the order in which their feeds were added to the catalog; empty if
    /// there are none.
    ///
    /// - Complexity: O(m log l), m rows of the shop and l links.
    public func otherRows(of entry: CatalogEntry) throws -> [OtherRow] {
        guard let shop = try sameShops(of: [entry.id])?.all.first else { return [] }
        let corrected = isUncorrected ? try correctedRows(among: shop.map(\.id)) : []
        guard !corrected.contains(entry.id) else { return [] }
        var links: [Int64: StoredLink] = [:]
        var filter = LinkFilter()
        filter.place = entry.id
        filter.states = [.found, .accepted]
        try forEachLink(filter) { links[$0.other.id] = $0 }
        var before: [Int64: Int64] = [:]
        try forEachLinkedPair(around: [entry.id]) { near, far in
            if far != entry.id, before[far] == nil { before[far] = near }
        }
        let refs = Dictionary(uniqueKeysWithValues: shop.map { ($0.id, $0.ref) })
        var others: [OtherRow] = []
        let wanted = shop.map(\.id).filter { $0 != entry.id && !corrected.contains($0) }
        try forEachEntry(ids: wanted) { other in
            var through: [String] = []
            var id = before[other.id]
            while let step = id, step != entry.id {
                if let ref = refs[step] { through.insert(ref, at: 0) }
                id = before[step]
            }
            others.append(OtherRow(of: entry, row: other, link: links[other.id], through: through))
        }
        return others
    }

    /// Returns the rows among `ids` that have corrected values. Links are found from corrected values, not from the
    /// feed's values.
    private func correctedRows(among ids: [Int64]) throws -> Set<Int64> {
        try read { db in
            let list = ids.map(String.init).joined(separator: ", ")
            var found: Set<Int64> = []
            try db.forEachRow("SELECT id FROM main.upstream WHERE id IN (\(list))") { found.insert($0.integer(0)) }
            return found
        }
    }

    /// Returns the shops of these rows, with all rows of each shop. Returns all shops if there are too many rows to
    /// look up.
    ///
    /// - Parameter ids: nil for all rows.
    func joinedShops(of ids: [Int64]? = nil) throws -> SameShops.Builder {
        var shops = SameShops.Builder()
        if let ids, ids.count < Self.fewRows {
            try forEachLinkedPair(around: ids) { shops.join($0, $1) }
        } else {
            try forEachLinkedPair { shops.join($0, $1) }
        }
        return shops
    }

    /// Calls `body` with the two rows of each link in the shops of these rows. Each link is passed twice, the second
    /// time with its rows swapped. In the first of the two calls, the first row is the one nearer to `ids`, counted in
    /// links.
    private func forEachLinkedPair(around ids: [Int64], _ body: (_ near: Int64, _ far: Int64) -> Void) throws {
        try read { db in
            let links = try Statement(
                db, "SELECT high FROM link WHERE low = ?1 UNION ALL SELECT low FROM link WHERE high = ?1 ORDER BY 1")
            var (open, seen) = (ids, Set(ids))
            var next = 0
            while next < open.count {
                let id = open[next]
                next += 1
                links.bind(1, id)
                defer { links.reset() }
                while try links.step() {
                    let other = try links.placeID(0)
                    body(id, other)
                    if seen.insert(other).inserted { open.append(other) }
                }
            }
        }
    }
}
