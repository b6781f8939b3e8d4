internal import GRDB
public import Geo

extension Catalog {
    /// Calls `body` with each bookstore in `box`, edges included, that `filter` admits, by id, at most `limit`.
    ///
    /// - Complexity: O(log n + m) visited boxes, m candidates; the exact coordinates decide.
    public func forEachEntry(
        in box: BoundingBox, _ filter: BookstoreFilter, limit: Int? = nil, body: (CatalogEntry) throws -> Void
    ) throws {
        precondition(day == nil, "the index holds the present")
        let parts = box.partsWithoutCrossing
        let candidates = parts.map { _ in
            "SELECT id FROM bookstore_rtree WHERE east >= ? AND west <= ? AND north >= ? AND south <= ?"
        }
        let exact = parts.map { _ in "b.longitude BETWEEN ? AND ? AND b.latitude BETWEEN ? AND ?" }
        let condition = try narrowed(filter).condition
        let sql = """
            SELECT \(Self.columns) FROM (\(candidates.joined(separator: " UNION "))) r CROSS JOIN listing b
            ON b.id = r.id WHERE (\(exact.joined(separator: " OR "))) AND \(condition.sql) ORDER BY b.id LIMIT ?
            """
        var values = parts.flatMap { part in
            let cell = IndexCell(part)
            return [cell.west, cell.east, cell.south, cell.north].map { SQLValue.integer($0) }
        }
        values += parts.flatMap { [.real($0.west), .real($0.east), .real($0.south), .real($0.north)] }
        try forEach(sql, values + condition.values + [.integer(Int64(limit ?? -1))], body)
    }

    /// Calls `body` with bookstores that `filter` admits, roughly nearest first, until none can be within the limit.
    ///
    /// `body` returns the limit from then on, in meters: no bookstore beyond it is of interest. The index is searched
    /// best first; a box's lower bound is never more than the distance of anything inside it, so what is left out
    /// is beyond the limit, and every bookstore within the final limit has been seen.
    ///
    /// - Complexity: O(log n + m) visited boxes, m bookstores within the limit.
    public func forEachCandidate(
        near origin: Coordinate, withinMeters limit: Double, _ filter: BookstoreFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws {
        try forEachNamedCandidate(near: origin, withinMeters: limit, filter) { id, _, coordinate in body(id, coordinate)
        }
    }

    /// The same with the length of each folded name where the filter looks for text.
    func forEachNamedCandidate(
        near origin: Coordinate, withinMeters limit: Double, _ filter: BookstoreFilter,
        body: (_ id: Int64, _ nameLength: Int, _ coordinate: Coordinate) -> Double
    ) throws {
        precondition(day == nil, "the index holds the present")
        let filter = try narrowed(filter)
        let condition = filter.condition
        // Only those who look for text ask for the length of names.
        let length = filter.text == nil ? "0" : "instr(b.folded, char(10)) - 1"
        // Few bookstores are looked at, all of them; of many the index of places gives the nearest first.
        let bookstores =
            filter.ids == nil
            ? """
            bookstore_rtree r CROSS JOIN bookstore b ON b.id = r.id
            WHERE r.id MATCH \(NearestSearch.functionName)() AND
            """ : "bookstore b WHERE b.latitude IS NOT NULL AND"
        try read { db in
            let search = NearestSearch(origin: origin, limitMeters: limit)
            try search.register(on: db)
            let statement = try Statement(
                db, "SELECT b.id, b.longitude, b.latitude, \(length) FROM \(bookstores) \(condition.sql)")
            statement.bind(condition.values)
            while try statement.step() {
                let coordinate = Coordinate(uncheckedLongitude: statement.real(1), latitude: statement.real(2))
                guard filter.ids != nil || !search.isBeyondLimit(coordinate) else { break }
                search.limitMeters = body(statement.integer(0), Int(statement.integer(3)), coordinate)
            }
        }
    }
}
