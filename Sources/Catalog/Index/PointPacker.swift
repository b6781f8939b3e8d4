internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Rebuilds both indexes of points from the places: the pages that queries read (`PointPages`), and the R*Tree,
/// which other programs can query with SQL. Writes the R*Tree's internal tables directly. Both indexes hold the points
/// in the order of the Hilbert curve.
///
/// SQLite's own insert looks for the best node and splits full nodes. That takes about twenty times as long, and makes
/// the tree a third larger. After packing, SQLite inserts and deletes as usual.
/// - Source: the format of `RTreeLayout`; packing: I. Kamel and C. Faloutsos, "On Packing R-trees", CIKM 1993.
enum PointPacker {
    /// Replaces the whole content of both indexes.
    ///
    /// - Parameter places: all places' points, if the caller has gathered them already.
    /// - Precondition: a transaction is open.
    /// - Complexity: O(n log n), n places with a point; memory hardly grows with n (45 MB and SQLite's caches).
    static func rebuild(_ db: Database, from places: GatheredPoints? = nil) throws {
        precondition(db.isInTransaction)
        let layout = try RTreeLayout(db)
        for part in ["node", "rowid", "parent"] { try db.empty("place_rtree_\(part)") }
        let places = try places ?? gathered(db)
        let tree = try RTreeWriter(db, layout, count: places.count)
        try PointPages.replace(db) { pages in
            try places.forEach(db) { entry, codes in
                try tree.add(entry.cell(codes))
                try pages.add(entry.point(codes))
            }
        }
        try tree.writeLeafNumbers()
    }

    private static func gathered(_ db: Database) throws -> GatheredPoints {
        let places = GatheredPoints(db)
        let rows = try Statement(
            db,
            """
            SELECT id, longitude, latitude, kind, district, missing_run FROM place WHERE latitude IS NOT NULL
            """)
        while try rows.step() {
            let id = try rows.placeID(0)
            let kind = try rows.kind(3, id: 0)
            guard try rows.point(longitude: 1, latitude: 2, id: 0) != nil else { continue }
            try places.add(
                id: id, longitude: rows.real(1), latitude: rows.real(2),
                district: rows.lent(4).map { UnsafeRawBufferPointer($0.bytes) },
                flags: PointTraits.flags(kind, isMissing: !rows.isNull(5)))
        }
        return places
    }
}
