internal import GRDB

/// Makes the index of places anew out of the bookstores, by writing the R*Tree's own tables: the points in the order of
/// the Hilbert curve, every node as full as the next, from the leaves up.
///
/// An insert of SQLite's own looks for the best node and splits full ones, which takes about twenty times as long; what
/// it makes is a third larger. SQLite inserts into a packed tree and deletes from it as from any other.
/// - Source: the format is that of `RTreeLayout`; packing, I. Kamel and C. Faloutsos, "On Packing R-trees", CIKM 1993.
enum RTreePacker {
    /// Fills the index, whatever it held.
    ///
    /// - Precondition: within a transaction.
    /// - Complexity: O(n log n), n bookstores with a point; memory does not grow with n (40 MB and SQLite's caches).
    static func rebuild(_ db: Database) throws {
        precondition(db.isInsideTransaction)
        let layout = try RTreeLayout(db, hasTraits: true)
        try db.execute(
            sql: """
                DELETE FROM bookstore_rtree_node; DELETE FROM bookstore_rtree_rowid; DELETE FROM bookstore_rtree_parent
                """)
        let sort = PlaceSort(db)
        let codes = try readPlaces(db, into: sort).write(db)
        let writer = try RTreeWriter(db, layout, count: sort.count)
        try sort.forEach { try writer.add($0.cell(codes)) }
        try writer.writeLeafNumbers()
    }

    private static func readPlaces(_ db: Database, into sort: PlaceSort) throws -> DistrictNumbers {
        var districts = DistrictNumbers()
        let rows = try Statement(
            db,
            """
            SELECT id, longitude, latitude, kind, district, missing_run FROM bookstore WHERE latitude IS NOT NULL
            """)
        while try rows.step() {
            let id = rows.integer(0)
            guard let kind = rows.text(3).flatMap(Kind.init(rawValue:)) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "bookstore \(id) has no kind")
            }
            let number = try districts.number(rows, column: 4)
            let traits = PlaceTraits.make(district: number, kind: kind, isMissing: !rows.isNull(5))
            let entry = try PlaceEntry(id: id, longitude: rows.real(1), latitude: rows.real(2), traits: traits)
            districts.note(number, at: entry.position)
            try sort.add(entry)
        }
        return districts
    }
}
