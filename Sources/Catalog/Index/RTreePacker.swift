internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Makes the index of places anew out of the bookstores, by writing the R*Tree's own tables: the points in the order of
/// the Hilbert curve, every node as full as the next, from the leaves up.
///
/// An insert of SQLite's own looks for the best node and splits full ones, which takes about twenty times as long; what
/// it makes is a third larger. SQLite inserts into a packed tree and deletes from it as from any other.
/// - Source: the format is that of `RTreeLayout`; packing, I. Kamel and C. Faloutsos, "On Packing R-trees", CIKM 1993.
enum RTreePacker {
    /// Fills the index, whatever it held.
    ///
    /// - Parameter places: those of all bookstores with a point, where somebody has gathered them already.
    /// - Precondition: within a transaction.
    /// - Complexity: O(n log n), n bookstores with a point; memory does not grow with n (40 MB and SQLite's caches).
    static func rebuild(_ db: Database, from places: GatheredPoints? = nil) throws {
        precondition(db.isInTransaction)
        let layout = try RTreeLayout(db, hasTraits: true)
        try db.execute("""
                DELETE FROM bookstore_rtree_node; DELETE FROM bookstore_rtree_rowid; DELETE FROM bookstore_rtree_parent
                """)
        let places = try places ?? gathered(db)
        let writer = try RTreeWriter(db, layout, count: places.count)
        try places.forEachCell(db) { try writer.add($0) }
        try writer.writeLeafNumbers()
    }

    private static func gathered(_ db: Database) throws -> GatheredPoints {
        let places = GatheredPoints(db)
        let rows = try Statement(
            db,
            """
            SELECT id, longitude, latitude, kind, district, missing_run FROM bookstore WHERE latitude IS NOT NULL
            """)
        while try rows.step() {
            let id = try rows.bookstoreID(0)
            guard let kind = rows.text(3).flatMap(Kind.init(rawValue:)) else {
                throw CatalogDamage.row("bookstore \(id) has no kind")
            }
            guard try rows.hasPoint(longitude: 1, latitude: 2, id: 0) else { continue }
            try places.add(
                id: id, longitude: rows.real(1), latitude: rows.real(2), kind, district: rows.lent(4)?.bytes,
                isMissing: !rows.isNull(5))
        }
        return places
    }
}
