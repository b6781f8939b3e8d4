internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// The index of points in pages, in the table `point_page`: every place with a point, its exact coordinates and its
/// `PointTraits`. A query reads a few pages, and no row of a place that is not in its answer.
///
/// `PointIndex` writes it in the transaction that changes the places, so a reader's snapshot has the pages of its rows.
enum PointPages {
    /// Replaces all pages.
    ///
    /// - Parameter body: adds the points, along the curve.
    static func replace(_ db: Database, _ body: (inout PageWriter) throws -> Void) throws {
        try db.execute("DELETE FROM point_page")
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
    ///   - changed: the SQL of a list of the ids of places whose point or traits may have changed.
    ///   - last: all places after this id are new.
    /// - Throws: `CatalogDamage` if the pages can't be read.
    /// - Complexity: O(n) to read the pages, about 15 ns for each of n places; writes only those that change.
    static func update(_ db: Database, changed: String, _ values: [any SQLBindable] = [], after last: Int64) throws {
        var stale: Set<Int64> = []
        try db.forEachRow(changed, values.map(\.sqlValue)) { stale.insert($0.integer(0)) }
        var fresh: [PagedPoint] = []
        let rows = try Statement(
            db,
            """
            SELECT b.id, b.longitude, b.latitude, \(PointTraits.sql) FROM bookstore b
            WHERE (b.id > ?1 OR b.id IN (SELECT value FROM json_each(?2))) AND b.latitude IS NOT NULL
            """)
        rows.bind(1, last)
        rows.bind(2, "[\(stale.map(String.init).joined(separator: ","))]")
        while try rows.step() {
            let id = try rows.bookstoreID(0)
            guard let point = try rows.point(longitude: 1, latitude: 2, id: 0),
                let traits = Int32(exactly: rows.integer(3))
            else { continue }
            fresh.append(
                PagedPoint(id: id, longitude: point.longitude, latitude: point.latitude, traits: traits))
        }
        guard !stale.isEmpty || !fresh.isEmpty else { return }
        let reader = try PageReader(db)
        let update = try Statement(db, "UPDATE point_page SET data = ?2 WHERE number = ?1")
        let isDone = try PageUpdate.run(in: reader, adding: fresh, removing: { stale.contains($0) }) { number, bytes in
            update.bind(1, number)
            update.bind(2, bytes)
            try update.run()
        }
        if !isDone { throw CatalogDamage.placeIndex(node: PageLayout.root) }
    }
}
