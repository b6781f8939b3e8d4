internal import GeocliDatabase
internal import GeocliPlaces

/// Keeps the index of places in step with the bookstores, in the transaction that changes them.
enum PointIndex {
    /// A share of changed bookstores beyond which the index is made anew. At a million, packing takes 1.6 µs a bookstore;
    /// an ordinary insert into packed nodes, which split, 65 to 85 µs, and a delete 16 (CPU time, 10,000 random ones).
    private static let smallShare: Int64 = 50

    /// Brings the index up to date with what `run` wrote into `change`, and with the bookstores behind `last`, which are
    /// new.
    ///
    /// - Parameter places: those of all bookstores, where somebody has gathered them already.
    static func update(_ db: Database, run: Int64, behind last: Int64, from places: GatheredPoints? = nil) throws {
        if let places { return try RTreePacker.rebuild(db, from: places) }
        let total = try db.integer("SELECT coalesce(max(id), 0) FROM bookstore") ?? 0
        let changed = try db.integer("SELECT count(*) FROM change WHERE run = ? AND \(moves)", [.integer(run)]) ?? 0
        guard (changed + total - last) * smallShare <= total else { return try RTreePacker.rebuild(db) }
        let moved = "SELECT bookstore FROM change WHERE run = ? AND \(moves)"
        do {
            try db.execute("DELETE FROM bookstore_rtree WHERE id IN (\(moved))", [run])
            try insert(db, "id IN (\(moved))", [run])
            try insert(db, "id > ?", [last])
        } catch let error where CatalogDamage.isMeant(by: error) {
            // The bookstores hold all that the index does. If they can't be read either, this fails, too.
            try RTreePacker.rebuild(db)
        }
    }

    private static func insert(_ db: Database, _ condition: String, _ values: [any SQLBindable]) throws {
        let places = "FROM bookstore b WHERE \(condition) AND latitude IS NOT NULL"
        try db.execute(
                "INSERT OR IGNORE INTO district_code (name) SELECT DISTINCT district \(places) AND district IS NOT NULL",
            values)
        try db.execute("""
                INSERT INTO bookstore_rtree (id, west, east, south, north, traits_low, traits_high)
                SELECT id, \(cell), traits, traits + \(PointTraits.breadth)
                FROM (SELECT id, longitude, latitude, \(PointTraits.sql) AS traits \(places))
                """, values)
    }

    /// What changes an entry of the index.
    private static let moves = """
        (what IN ('missing', 'returned') OR field IN ('kind', 'district', '\(PointText.field)'))
        """

    /// A point as an R*Tree's box: the same rounding as `IndexCell`.
    static let cell = "floor(longitude * 1e7), ceil(longitude * 1e7), floor(latitude * 1e7), ceil(latitude * 1e7)"
}
