internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// The index of points, stored in pages in the table `point_page`. It holds the exact coordinates and the `PointTraits`
/// of every place that has a point. A query reads a few pages, and only the rows of places in its answer.
///
/// `PointIndex` writes the pages in the transaction that changes the places, so the pages and the rows of a snapshot
/// agree.
enum PointPages {
    /// Replaces all pages.
    ///
    /// - Parameter body: adds the points, in their order along the curve.
    static func replace(_ db: Database, _ body: (inout PageWriter) throws -> Void) throws {
        try db.empty("point_page")
        let insert = try Statement(db, "INSERT INTO point_page VALUES (?, ?)")
        var writer = PageWriter { number, bytes in
            insert.bind(1, number)
            insert.bind(2, bytes)
            try insert.run()
        }
        try body(&writer)
        try writer.finish()
    }

    /// Brings the pages up to date for places that may have changed.
    ///
    /// - Parameters:
    ///   - changed: the SQL query for the ids of the places whose point or traits may have changed.
    ///   - last: all places after this id are new.
    /// - Throws: `CatalogDamage` if the pages can't be read.
    /// - Complexity: O(n) to read the pages, about 15 ns for each of n places; writes only the pages that change.
    static func update(_ db: Database, changed: String, after last: Int64) throws {
        var stale: Set<Int64> = []
        try db.forEachRow(changed) { stale.insert($0.integer(0)) }
        let fresh = try points(db, stale.sorted(), after: last)
        guard !stale.isEmpty || !fresh.isEmpty else { return }
        let reader = try PageReader(db)
        let update = try Statement(db, "UPDATE point_page SET data = ?2 WHERE number = ?1")
        let isDone = try PageUpdate.run(in: reader, adding: fresh, removing: stale.contains) { number, bytes in
            update.bind(1, number)
            update.bind(2, bytes)
            try update.run()
        }
        if !isDone { try writeAgain(db, reader, adding: fresh, removing: stale) }
    }

    /// Returns the points of the places with these ids, and of all places after `last`.
    private static func points(_ db: Database, _ ids: [Int64], after last: Int64) throws -> [PagedPoint] {
        let columns = "SELECT b.id, b.longitude, b.latitude, \(PointTraits.sql) FROM place b"
        var points: [PagedPoint] = []
        func add(_ row: Statement) throws {
            let id = try row.placeID(0)
            guard let point = try row.point(longitude: 1, latitude: 2, id: 0) else { return }
            let traits = Int32(truncatingIfNeeded: row.integer(3))
            points.append(PagedPoint(id: id, longitude: point.longitude, latitude: point.latitude, traits: traits))
        }
        let one = try Statement(db, "\(columns) WHERE b.id = ?")
        for id in ids where id <= last {
            one.bind(1, id)
            defer { one.reset() }
            if try one.step() { try add(one) }
        }
        let new = try Statement(db, "\(columns) WHERE b.id > ?")
        new.bind(1, last)
        while try new.step() { try add(new) }
        return points
    }

    /// Spreads all points over new pages. The new pages wait in a temporary table while the old pages are read.
    private static func writeAgain(
        _ db: Database, _ reader: PageReader, adding fresh: [PagedPoint], removing stale: Set<Int64>
    ) throws {
        try db.execute("CREATE TEMP TABLE new_page (number INTEGER PRIMARY KEY, data BLOB NOT NULL)")
        let insert = try Statement(db, "INSERT INTO temp.new_page VALUES (?, ?)")
        var writer = PageWriter { number, bytes in
            insert.bind(1, number)
            insert.bind(2, bytes)
            try insert.run()
        }
        try PageUpdate.write(again: reader, adding: fresh, removing: stale.contains, into: &writer)
        try db.execute(
            """
            DELETE FROM main.point_page;
            INSERT INTO main.point_page SELECT * FROM temp.new_page ORDER BY number;
            DROP TABLE temp.new_page
            """)
    }
}
