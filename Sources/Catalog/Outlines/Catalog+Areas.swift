internal import GeocliDatabase
public import GeocliGeo
public import GeocliPlaces

extension Catalog {
    /// Returns the ids of the places in `area` that `filter` admits. Points on an edge of `area` are included.
    ///
    /// If the catalog is read as of a day, every place is checked, because the index of places has only the
    /// present.
    /// - Complexity: O(log n + m log p), n places, m of them in the boxes of the area, p polygons of the area;
    ///   eight bytes of memory for each result.
    public func ids(in area: MultiPolygon, _ filter: PlaceFilter) throws -> Set<Int64> {
        let filter = try narrowed(filter)
        var ids: Set<Int64> = []
        func take(_ id: Int64, _ point: Coordinate) {
            // The boxes may overlap.
            if !ids.contains(id), area.contains(point) { ids.insert(id) }
        }
        guard past != nil else {
            try read { _ in
                for box in area.boxes {
                    try forEachPoint(in: box, filter) { point in
                        take(point.id, Coordinate(uncheckedLongitude: point.longitude, latitude: point.latitude))
                        return true
                    }
                }
            }
            return ids
        }
        let condition = filter.condition
        try read { db in
            let statement = try Statement(
                db,
                """
                SELECT b.id, b.longitude, b.latitude FROM place b
                WHERE b.longitude BETWEEN ? AND ? AND b.latitude BETWEEN ? AND ? AND \(condition.sql)
                """)
            // Each box needs a scan of all places. So only the box around the whole area is used.
            for box in area.box.partsWithoutCrossing {
                statement.reset()
                statement.bind([box.west, box.east, box.south, box.north].map(SQLValue.real) + condition.values)
                while try statement.step() {
                    guard let point = try statement.point(longitude: 1, latitude: 2, id: 0) else { continue }
                    take(try statement.placeID(0), point)
                }
            }
        }
        return ids
    }
}
