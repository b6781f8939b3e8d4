internal import GeocliDatabase
public import GeocliGeo
public import GeocliPlaces

extension Catalog {
    /// Returns the ids of the bookstores in `area` that `filter` admits. Points on an edge of `area` are included.
    ///
    /// If the catalog is read as of a day, every bookstore is checked, because the index of places has only the
    /// present.
    /// - Complexity: O(log n + m log p), n bookstores, m of them in the boxes of the area, p polygons of the area;
    ///   eight bytes of memory for each result.
    public func ids(in area: MultiPolygon, _ filter: PlaceFilter) throws -> Set<Int64> {
        let filter = try narrowed(filter)
        return try read { db in
            var ids: Set<Int64> = []
            let condition = filter.condition
            let statement = try Statement(
                db, (past == nil ? Self.indexedPoints : Self.allPoints) + " AND " + condition.sql)
            // If the catalog is read as of a day, each box needs a scan of all bookstores. So only the box around the
            // whole area is used.
            for box in past == nil ? area.boxes : area.box.partsWithoutCrossing {
                let values: [SQLValue] =
                    past == nil
                    ? IndexCell(box).edges.map(SQLValue.integer)
                    : [box.west, box.east, box.south, box.north].map(SQLValue.real)
                statement.reset()
                statement.bind(values + condition.values)
                while try statement.step() {
                    // The boxes may overlap.
                    guard !ids.contains(statement.integer(0)),
                        let place = try statement.point(longitude: 1, latitude: 2, id: 0)
                    else { continue }
                    if box.contains(place), area.contains(place) { ids.insert(try statement.bookstoreID(0)) }
                }
            }
            return ids
        }
    }

    private static let indexedPoints = """
        SELECT b.id, b.longitude, b.latitude FROM bookstore_rtree r CROSS JOIN bookstore b ON b.id = r.id
        WHERE r.east >= ? AND r.west <= ? AND r.north >= ? AND r.south <= ?
        """

    private static let allPoints = """
        SELECT b.id, b.longitude, b.latitude FROM bookstore b
        WHERE b.longitude BETWEEN ? AND ? AND b.latitude BETWEEN ? AND ?
        """
}
