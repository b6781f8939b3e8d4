internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces

extension Catalog {
    /// Calls `body` with each place that `filter` admits and whose id is in one of several ranges, ordered by id
    /// within each range. Several threads can read a catalog in this way, each through its own connection.
    ///
    /// - Parameter nextRange: returns the next range after all rows of the range before it; nil at the end.
    /// - Complexity: O(log n + m) for each range, m places in the range.
    public func forEachRow(
        _ filter: PlaceFilter, nextRange: () throws -> ClosedRange<Int64>?, body: (CatalogRow) throws -> Void
    ) throws {
        let condition = try narrowed(filter).condition
        try read { db in
            // Without NOT INDEXED, SQLite may read a feed's index instead and sort all its rows for each range.
            let rows = try CatalogRow(
                db,
                """
                SELECT \(Self.columns) FROM place b NOT INDEXED
                WHERE b.id BETWEEN ? AND ? AND \(condition.sql) ORDER BY b.id
                """)
            rows.bind([.integer(0), .integer(0)] + condition.values)
            while let range = try nextRange() {
                rows.ask(range.lowerBound, range.upperBound)
                while try rows.next() { try body(rows) }
            }
        }
    }

    /// Returns ranges of ids that together contain all places, in ascending order. Each range has at least one
    /// place and at most `size` ids.
    ///
    /// - Complexity: O(m log n), m ranges.
    public func idRanges(size: Int64) throws -> [ClosedRange<Int64>] {
        try read { db in
            // In a damaged catalog, a place may have any id. Its row must be read, so that the damage is found.
            let least = try Statement(db, "SELECT min(id) FROM place WHERE id >= ?")
            var ranges: [ClosedRange<Int64>] = []
            var next = Int64.min
            while true {
                least.reset()
                least.bind(1, next)
                guard try least.step(), !least.isNull(0) else { return ranges }
                let first = least.integer(0)
                let (last, isTooLarge) = first.addingReportingOverflow(size - 1)
                ranges.append(first...(isTooLarge ? .max : last))
                guard !isTooLarge, last < .max else { return ranges }
                next = last + 1
            }
        }
    }

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
