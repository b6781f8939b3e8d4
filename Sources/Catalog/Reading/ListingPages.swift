internal import GeocliDatabase
public import GeocliGeo
package import GeocliPlaces

/// Pages of places. A page consists of places, ordered by id, whose ids are greater than the last id of the previous
/// page. A place that stays in the catalog is on exactly one page, even if ingests add or remove other places between
/// two pages.
extension Catalog {
    /// The maximum number of ids in a box that are sorted for a page. If there are more, places are read by id until
    /// the page is full. Few rows are skipped then, because a large part of all places is in the box.
    private static let maximumBoxIDs = 1 << 14

    /// The number of ids after which a page of one feed looks up the feed's next id. Other feeds may have many rows
    /// between two rows of this feed.
    private static let idsBeforeJump: Int64 = 1 << 14

    /// Calls `body` with the places that `filter` admits and whose ids are greater than `id`, ordered by id. Stops if
    /// `body` returns false.
    ///
    /// - Complexity: O(log n + m), m rows up to the last one that is needed. Long series of rows of other feeds are
    ///   skipped with the index of feeds.
    package func forEachRow(
        _ filter: PlaceFilter, after id: Int64, body: (CatalogRow) throws -> Bool
    ) throws {
        try requirePresent()
        let filter = try narrowed(filter)
        try read { db in try forEachRow(db, filter, "true", [], after: id, body) }
    }

    /// Calls `body` with the places that `filter` admits, whose ids are greater than `id`, and that are in `box` or
    /// have no point. The places are ordered by id; edges of `box` are included. Stops if `body` returns false.
    ///
    /// - Complexity: O(log n + m log m), n places in the catalog, m places in the box. If m exceeds 16,384, it is O(log
    ///   n + r), where r is the number of rows up to the last one that is needed. The first call after a change of the
    ///   catalog also looks for places without a point: O(n).
    package func forEachRow(
        inOrWithoutPoint box: BoundingBox, _ filter: PlaceFilter, after id: Int64,
        body: (CatalogRow) throws -> Bool
    ) throws {
        try requirePresent()
        let filter = try narrowed(filter)
        try read { db in
            let pointless = try places(db).idsWithoutPoint(db)
            guard filter.ids == nil, let pointless, let inBox = try ids(in: box, filter, after: id) else {
                let inside = Self.condition(inOrWithoutPoint: box)
                return try forEachRow(db, filter, inside.sql, inside.values, after: id, body)
            }
            // The places without a point have not been filtered yet, so this statement filters all places.
            let condition = filter.condition
            let sql = "SELECT \(Self.columns) FROM place b WHERE b.id = ? AND \(condition.sql)"
            let rows = try CatalogRow(db, sql)
            rows.bind([.integer(0)] + condition.values)
            let found = (inBox + pointless.drop { $0 <= id }).sorted()
            for id in found {
                rows.restart(id: id)
                if try rows.next(), try !body(rows) { return }
            }
        }
    }

    private func ids(in box: BoundingBox, _ filter: PlaceFilter, after first: Int64) throws -> [Int64]? {
        var ids: [Int64] = []
        var count = 0
        try forEachID(in: box, filter) { id in
            count += 1
            if id > first { ids.append(id) }
            return count <= Self.maximumBoxIDs
        }
        return count <= Self.maximumBoxIDs ? ids : nil
    }

    private static func condition(inOrWithoutPoint box: BoundingBox) -> (sql: String, values: [SQLValue]) {
        let parts = box.partsWithoutCrossing
        let inside = parts.map { _ in "b.longitude BETWEEN ? AND ? AND b.latitude BETWEEN ? AND ?" }
        let values = parts.flatMap { [$0.west, $0.east, $0.south, $0.north].map(SQLValue.real) }
        return ("(b.latitude IS NULL OR \(inside.joined(separator: " OR ")))", values)
    }

    /// Reads places by id, and not by the index of feeds: SQLite would then sort all rows of a feed for each page.
    private func forEachRow(
        _ db: Database, _ filter: PlaceFilter, _ further: String, _ values: [SQLValue], after id: Int64,
        _ body: (CatalogRow) throws -> Bool
    ) throws {
        let condition = filter.condition
        let rows = try CatalogRow(
            db,
            """
            SELECT \(Self.columns) FROM place b NOT INDEXED
            WHERE b.id > ? AND b.id <= ? AND \(condition.sql) AND \(further) ORDER BY b.id
            """)
        rows.bind([.integer(0), .integer(0)] + condition.values + values)
        let jumps = filter.feeds.isEmpty ? nil : try FeedJumps(db, filter.feeds)
        var first = id
        while true {
            let last = jumps == nil || first > .max - Self.idsBeforeJump ? .max : first + Self.idsBeforeJump
            rows.restart(first, last)
            while try rows.next() { if try !body(rows) { return } }
            guard let jumps, last < .max, let next = try jumps.next(after: last) else { return }
            first = next - 1
        }
    }

    /// Returns the box around the points of all places, including those that the last good run did not have; nil for a
    /// catalog without points. The box may be a little too large.
    ///
    /// - Complexity: O(1).
    public func pointExtent() throws -> BoundingBox? {
        try requirePresent()
        return try read { try places($0).pages.extent() }
    }
}

/// Finds the next place of some feeds, without reading the rows of other feeds.
private struct FeedJumps {
    private let keys: [Int64]
    private let least: Statement

    init(_ db: Database, _ feeds: Set<String>) throws {
        keys = try feeds.sorted().compactMap { try db.integer("SELECT key FROM feed WHERE id = ?", [.text($0)]) }
        least = try Statement(db, "SELECT min(id) FROM place WHERE feed = ? AND id > ?")
    }

    /// Returns the first id after `id` that belongs to one of the feeds; nil if there is none.
    /// - Complexity: O(m), m rows of the feeds; reads only their index.
    func next(after id: Int64) throws -> Int64? {
        var found: Int64?
        for key in keys {
            least.reset()
            least.bind([.integer(key), .integer(id)])
            if try least.step(), !least.isNull(0) { found = min(found ?? .max, least.integer(0)) }
        }
        least.reset()
        return found
    }
}

extension Catalog {
    /// Calls `body` with each place that `filter` admits and whose id is in one of several ranges, ordered by id
    /// within each range. Several threads can read a catalog in this way, each through its own connection.
    ///
    /// - Parameter nextRange: returns the next range after all rows of the range before it; nil at the end.
    /// - Complexity: O(log n + m) for each range, m places in the range.
    package func forEachRow(
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
                rows.restart(range.lowerBound, range.upperBound)
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
    /// - Complexity: O(n), n places in the range; 24 bytes of memory for each result.
    package func points(
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
