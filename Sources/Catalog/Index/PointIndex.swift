internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Updates the index of points (`PointPages`) in the transaction that changes the places.
enum PointIndex {
    /// The index is rebuilt if more than one in 50 places has changed: nearly every leaf has 50 places or more, so
    /// nearly every leaf changes.
    private static let smallShare: Int64 = 50

    /// Updates the index after a run. Reads the changes that `run` wrote into `change`, those that are too small for it,
    /// and the new places, whose ids are greater than `last`.
    ///
    /// - Parameter places: the points of all places, if the caller has gathered them already.
    static func update(_ db: Database, run: Int64, after last: Int64, from places: GatheredPoints? = nil) throws {
        if let places { return try rebuild(db, from: places) }
        let total = try db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0
        let ids = "SELECT place FROM change WHERE run = \(run) AND \(moves) UNION \(Staging.silent)"
        let changed = try db.integer("SELECT count(*) FROM (\(ids))") ?? 0
        guard (changed + total - last) * smallShare <= total else { return try rebuild(db) }
        try update(db, changed: ids, after: last)
    }

    /// Updates the index for the rows whose corrections have changed (`HeldRows`).
    static func updateOverlaid(_ db: Database) throws {
        try update(db, changed: HeldRows.inPoints, after: .max)
    }

    /// Updates the index for the places with these ids, and for all places after `last`.
    private static func update(_ db: Database, changed: String, after last: Int64) throws {
        do {
            for condition in ["id IN (\(changed))", "id > \(last)"] {
                try db.execute(
                    """
                    INSERT OR IGNORE INTO district_code (name) SELECT DISTINCT district FROM place b
                    WHERE \(condition) AND district IS NOT NULL
                    """)
            }
            try PointPages.update(db, changed: changed, after: last)
        } catch let error where CatalogDamage.isMeant(by: error) {
            // The index is damaged, so rebuild it from the places. If they can't be read either, this fails, too.
            try rebuild(db)
        }
    }

    /// The SQL condition that is true for changes that affect an entry of the index.
    private static let moves = """
        (what IN ('missing', 'returned') OR field IN ('kind', 'district', '\(PointText.field)'))
        """

    /// Replaces the whole index. It holds the points in the order of the Hilbert curve.
    ///
    /// - Parameter places: all places' points, if the caller has gathered them already.
    /// - Precondition: a transaction is open.
    /// - Complexity: O(n log n), n places with a point; memory hardly grows with n (45 MB and SQLite's caches).
    static func rebuild(_ db: Database, from places: GatheredPoints? = nil) throws {
        precondition(db.isInTransaction)
        let places = try places ?? gathered(db)
        try PointPages.replace(db) { pages in
            try places.forEach(db) { entry, codes in try pages.add(entry.point(codes)) }
        }
    }

    private static func gathered(_ db: Database) throws -> GatheredPoints {
        let places = GatheredPoints(db)
        let rows = try Statement(
            db,
            """
            SELECT id, longitude, latitude, kind, district, missing_run FROM place
            """)
        while try rows.step() {
            let id = try rows.placeID(0)
            let kind = try rows.kind(3, id: 0)
            guard try rows.point(longitude: 1, latitude: 2, id: 0) != nil else {
                try places.note(district: rows.lent(4).map { UnsafeRawBufferPointer($0.bytes) })
                continue
            }
            try places.add(
                id: id, longitude: rows.real(1), latitude: rows.real(2),
                district: rows.lent(4).map { UnsafeRawBufferPointer($0.bytes) },
                flags: PointTraits.flags(kind, isMissing: !rows.isNull(5)))
        }
        return places
    }
}
