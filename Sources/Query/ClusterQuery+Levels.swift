public import GeocliGeo
public import GeocliPlaces

extension ClusterQuery where Item == Void {
    /// Calls `body` with every bookstore that is shown at some zoom, ordered by id, and with the lowest such zoom. The
    /// result is the same as that of the other `forEachLevel`, but only the markers are held in memory, because the
    /// bookstores are read twice.
    ///
    /// The catalog holds its snapshot from the start of the call, so that both reads see the same data. It does not
    /// release the snapshot at the end.
    ///
    /// - Throws: `GeoError(.marker)` for a template that is not valid in the collision pass.
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
        // The second read gives the same bookstores in the same order.
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
