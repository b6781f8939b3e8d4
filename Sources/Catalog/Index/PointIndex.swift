internal import GeocliDatabase
internal import GeocliPlaces

/// Updates both indexes of points, the pages and the R*Tree, in the transaction that changes the places.
enum PointIndex {
    /// The indexes are rebuilt if more than one in 50 places has changed. In a catalog of a million places,
    /// packing takes 1.6 µs per place. An insert that splits a node takes 65 to 85 µs. A delete
    /// takes 16 µs. These are CPU times, measured with 10,000 random places.
    private static let smallShare: Int64 = 50

    /// Updates the indexes after a run. Reads the changes that `run` wrote into `change`, and the new places, whose
    /// ids are greater than `last`.
    ///
    /// - Parameter places: the points of all places, if the caller has gathered them already.
    static func update(_ db: Database, run: Int64, after last: Int64, from places: GatheredPoints? = nil) throws {
        if let places { return try PointPacker.rebuild(db, from: places) }
        let total = try db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0
        let changed = try db.integer("SELECT count(*) FROM change WHERE run = ? AND \(moves)", [.integer(run)]) ?? 0
        guard (changed + total - last) * smallShare <= total else { return try PointPacker.rebuild(db) }
        let moved = "SELECT place FROM change WHERE run = ? AND \(moves)"
        do {
            try replace(db, "id IN (\(moved))", run)
            try replace(db, "id > ?", last)
            try PointPages.update(db, changed: moved, [run], after: last)
        } catch let error where CatalogDamage.isMeant(by: error) {
            // The index is damaged, so rebuild it from the places. If they can't be read either, this fails, too.
            try PointPacker.rebuild(db)
        }
    }

    /// Updates the indexes for the rows whose corrections have changed (`HeldRows`).
    static func updateOverlaid(_ db: Database) throws {
        do {
            try replace(db, "id IN (\(HeldRows.inPoints))")
            try PointPages.update(db, changed: HeldRows.inPoints, after: .max)
        } catch let error where CatalogDamage.isMeant(by: error) {
            try PointPacker.rebuild(db)
        }
    }

    /// Replaces the R*Tree entries of the places that meet a condition. Works row by row, because SQLite first
    /// copies every page that a statement for several rows changes.
    private static func replace(_ db: Database, _ condition: String, _ value: Int64? = nil) throws {
        let values = value.map { [SQLValue.integer($0)] } ?? []
        try db.execute(
            """
            INSERT OR IGNORE INTO district_code (name) SELECT DISTINCT district FROM place b
            WHERE \(condition) AND latitude IS NOT NULL AND district IS NOT NULL
            """, values)
        var ids: [Int64] = []
        try db.forEachRow("SELECT id FROM place WHERE \(condition)", values) { ids.append($0.integer(0)) }
        let delete = try Statement(db, "DELETE FROM place_rtree WHERE id = ?")
        let entry = try Statement(
            db,
            """
            SELECT id, \(cell), traits, traits + \(PointTraits.breadth)
            FROM (SELECT id, longitude, latitude, \(PointTraits.sql) AS traits FROM place b
                WHERE id = ? AND latitude IS NOT NULL)
            """)
        let insert = try Statement(
            db,
            """
            INSERT INTO place_rtree (id, west, east, south, north, traits_low, traits_high)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        for id in ids {
            delete.bind(1, id)
            try delete.run()
            entry.bind(1, id)
            if try entry.step() {
                for column in 0..<Int32(7) { insert.bind(column + 1, column, of: entry) }
                try insert.run()
            }
            entry.reset()
        }
    }

    /// The SQL condition that is true for changes that affect an entry of the indexes.
    private static let moves = """
        (what IN ('missing', 'returned') OR field IN ('kind', 'district', '\(PointText.field)'))
        """

    /// The SQL for the box of a point in the R*Tree, with the same rounding as `PointEntry.cell`.
    static let cell = "floor(longitude * 1e7), ceil(longitude * 1e7), floor(latitude * 1e7), ceil(latitude * 1e7)"
}
