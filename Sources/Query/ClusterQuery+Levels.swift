public import Catalog
public import Geo

extension ClusterQuery where Item == Void {
    /// Calls `body` with every bookstore that is shown at some zoom, by id, and the lowest such zoom: what
    /// `forEachLevel` gives, but with the markers alone in memory, and the bookstores read once more as they are told.
    ///
    /// - Precondition: the catalog holds a snapshot, so that both readings see the same.
    /// - Throws: `GeoError(.marker)` for a template that can't take part.
    /// - Complexity: O(n log n), n bookstores; about 200 bytes of memory for each.
    public static func forEachLevel(
        of catalog: Catalog, _ filter: BookstoreFilter, template: Marker, options: CollisionOptions, limit: Int?,
        body: (LevelRow<CatalogEntry>) throws -> Void
    ) throws {
        precondition(catalog.holdsSnapshot)
        var members: [Member] = []
        try catalog.forEachEntry(filter) { entry in
            guard let coordinate = entry.coordinate else { return }
            var marker = template
            marker.id = .integer(entry.id)
            marker.coordinate = coordinate
            members.append(Member((), marker: marker, kind: entry.bookstore.kind))
        }
        var levels: [(id: MarkerID, minZoom: Int, isColocated: Bool)] = []
        try ClusterQuery(members, options: options).forEachLevel { row in
            levels.append((row.id, row.minZoom, row.isColocated))
        }
        members = []
        var rest = levels[...].prefix(limit ?? .max)
        try catalog.forEachEntry(filter) { entry in
            guard let level = rest.first, level.id == .integer(entry.id), let coordinate = entry.coordinate else {
                return
            }
            rest.removeFirst()
            try body(
                LevelRow(
                    item: entry, id: level.id, coordinate: coordinate, minZoom: level.minZoom,
                    isColocated: level.isColocated))
        }
    }
}
