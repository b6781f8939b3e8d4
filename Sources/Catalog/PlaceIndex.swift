internal import GRDB

/// Keeps the index of places in step with the bookstores, in the transaction that changes them.
enum PlaceIndex {
    /// A share of changed bookstores beyond which the index is made anew: packing takes about 1.5 µs a bookstore, an
    /// ordinary insert 20 µs and a change 35 µs.
    private static let smallShare: Int64 = 20

    /// Brings the index up to date with what `run` wrote into `change`, and with the bookstores behind `last`, which are
    /// new.
    static func update(_ db: Database, run: Int64, behind last: Int64) throws {
        let total = try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) FROM bookstore") ?? 0
        let changed =
            try Int64.fetchOne(
                db, sql: "SELECT count(*) FROM change WHERE run = ? AND \(moves)", arguments: [run]) ?? 0
        guard (changed + total - last) * smallShare <= total else { return try RTreePacker.rebuild(db) }
        let moved = "SELECT bookstore FROM change WHERE run = ? AND \(moves)"
        let entries =
            "INSERT INTO bookstore_rtree (id, west, east, south, north) SELECT id, \(cell) FROM bookstore b WHERE"
        try db.execute(sql: "DELETE FROM bookstore_rtree WHERE id IN (\(moved))", arguments: [run])
        try db.execute(sql: "\(entries) id IN (\(moved)) AND latitude IS NOT NULL", arguments: [run])
        try db.execute(sql: "\(entries) id > ? AND latitude IS NOT NULL", arguments: [last])
    }

    /// What changes an entry of the index.
    private static let moves = "what = 'changed' AND field = '\(PointText.field)'"

    /// A point as an R*Tree's box: the same rounding as `IndexCell`.
    private static let cell = """
        floor(longitude * 1e7), ceil(longitude * 1e7), floor(latitude * 1e7), ceil(latitude * 1e7)
        """
}
