internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces

extension Catalog {
    /// Returns the places that have a point and that `filter` admits, ordered by id.
    ///
    /// - Parameter range: the range of ids to include.
    /// - Complexity: O(n), n places in the range; 24 bytes of memory for each result.
    public func points(
        _ filter: PlaceFilter, ids range: ClosedRange<Int64> = Int64.min...Int64.max
    ) throws -> PlacePoints {
        let condition = try narrowed(filter).condition
        return try read { db in
            let statement = try Statement(
                db,
                """
                SELECT b.id, b.longitude, b.latitude FROM place b
                WHERE b.id BETWEEN ? AND ? AND b.latitude IS NOT NULL AND \(condition.sql) ORDER BY b.id
                """)
            statement.bind([.integer(range.lowerBound), .integer(range.upperBound)] + condition.values)
            var points = PlacePoints()
            while try statement.step() {
                guard let point = try statement.point(longitude: 1, latitude: 2, id: 0) else { continue }
                points.append(try statement.placeID(0), point)
            }
            return points
        }
    }

    /// Returns whether this connection and another one to the same file see the same state, with no run or edit between
    /// their snapshots.
    public func seesTheSame(as other: Catalog) throws -> Bool { try state() == other.state() }
}
