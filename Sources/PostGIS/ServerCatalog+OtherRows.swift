#if PostGIS
public import GeocliPlaces

extension ServerCatalog {
    /// See `LinkSource`. Reads all links, as `sameShops` does.
    public func otherRows(of entry: CatalogEntry) throws -> [OtherRow] {
        guard let shop = try sameShops()?.all.first(where: { $0.contains { $0.id == entry.id } }) else { return [] }
        var direct: [Int64: StoredLink] = [:]
        var filter = LinkFilter()
        filter.place = entry.id
        filter.states = [.found, .accepted]
        try forEachLink(filter, limit: nil) { direct[$0.other.id] = $0 }
        let ids = shop.map(\.id)
        let before = try steps(from: entry.id)
        let refs = Dictionary(uniqueKeysWithValues: shop.map { ($0.id, $0.ref) })
        var rows: [Int64: CatalogEntry] = [:]
        try forEachEntry(ids: ids.sorted()) { rows[$0.id] = $0 }
        return ids.compactMap { id in
            guard id != entry.id, let row = rows[id] else { return nil }
            var through: [String] = []
            var step = before[id]
            while let id = step, id != entry.id {
                if let ref = refs[id] { through.insert(ref, at: 0) }
                step = before[id]
            }
            return OtherRow(of: entry, row: row, link: direct[id], through: through)
        }
    }

    /// Returns, for each row of a shop, the row before it on the shortest path over links. If there are several such
    /// rows, the result is the one that the search reaches first; the search visits lower ids first.
    private func steps(from start: Int64) throws -> [Int64: Int64] {
        var neighbors: [Int64: [Int64]] = [:]
        try forEachLinkedPair(around: [start]) { low, high in
            neighbors[low, default: []].append(high)
            neighbors[high, default: []].append(low)
        }
        var before: [Int64: Int64] = [:]
        var open = [start]
        var next = 0
        while next < open.count {
            let id = open[next]
            next += 1
            for other in (neighbors[id] ?? []).sorted() where other != start && before[other] == nil {
                before[other] = id
                open.append(other)
            }
        }
        return before
    }
}
#endif
