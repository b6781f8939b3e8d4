public import GeocliGeo
public import GeocliPlaces

extension ClusterQuery where Item == Void {
    /// Calls `body` with every bookstore that is shown at some zoom, by id, and the lowest such zoom: what
    /// `forEachLevel` gives, but with the markers alone in memory, and the bookstores read once more as they are told.
    ///
    /// The catalog holds its snapshot from then on, so that both readings see the same.
    ///
    /// - Throws: `GeoError(.marker)` for a template that can't take part.
    /// - Complexity: O(n), n bookstores; about 120 bytes of memory for each.
    public static func forEachLevel(
        of catalog: some PlaceArchive, _ filter: PlaceFilter, template: Marker, options: CollisionOptions, limit: Int?,
        body: (LevelRow<CatalogEntry>) throws -> Void
    ) throws {
        try catalog.holdSnapshot()
        var places: [(id: Int64, coordinate: Coordinate)] = []
        try catalog.forEachEntry(filter) { entry in
            if let coordinate = entry.coordinate { places.append((entry.id, coordinate)) }
        }
        let levels = try CollisionPass(count: places.count, options: options) { index in
            var marker = template
            marker.id = .integer(places[index].id)
            marker.coordinate = places[index].coordinate
            return marker
        }.allZooms()
        // The second reading meets the same bookstores in the same order.
        var index = -1
        var left = limit ?? .max
        try catalog.forEachEntry(filter) { entry in
            guard left > 0, let coordinate = entry.coordinate else { return }
            index += 1
            guard let minZoom = levels.minZoom(of: index) else { return }
            left -= 1
            try body(
                LevelRow(
                    item: entry, id: .integer(entry.id), coordinate: coordinate, minZoom: minZoom,
                    isColocated: levels.isColocated(index)))
        }
    }
}
