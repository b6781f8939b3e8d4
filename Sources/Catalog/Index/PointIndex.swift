internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Updates the index of points (`PointPages`) in the transaction that changes the places.
enum PointIndex {
    /// If more than one in 50 places has changed, nearly every leaf, which has 50 places or more, changes: so rebuild.
    private static let smallShare: Int64 = 50

    /// Updates the index after a run. Reads the changes that `run` wrote into `change`, those that are too small for
    /// it, and the new places, whose ids are greater than `last`.
    /// - Parameter places: the points of all places, if the caller has gathered them already.
    static func update(_ db: Database, run: Int64, after last: Int64, from places: GatheredPoints? = nil) throws {
        if let places { return try rebuild(db, from: places) }
        let total = try db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0
        let ids = "SELECT place FROM change WHERE run = \(run) AND \(moves) UNION \(Staging.silent)"
        let changed = try db.integer("SELECT count(*) FROM (\(ids))") ?? 0
        guard (changed + total - last) * smallShare <= total else { return try rebuild(db) }
        try update(db, changed: ids, after: last)
    }

    static func updateOverlaid(_ db: Database) throws {
        try update(db, changed: HeldRows.inPoints, after: .max)
    }

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
        } catch let error where CatalogDamage.isReported(by: error) {
            // The index is damaged, so rebuild it from the places. If they can't be read either, this fails, too.
            try rebuild(db)
        }
    }

    /// The SQL condition that is true for changes that affect an entry of the index.
    private static let moves = """
        (what IN ('missing', 'returned') OR field IN ('kind', 'district', '\(PointText.field)'))
        """

    /// Replaces the whole index. It holds the points in the order of the Hilbert curve.
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

/// The index of points in the table `point_page`: the exact coordinates and the `PointTraits` of every place with a
/// point. A query reads a few pages, and only the rows of places in its answer.
///
/// `PointIndex` writes the pages with the places in one transaction, so the two agree in each snapshot.
enum PointPages {
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

    /// Returns the contradictions between the pages and the places; at most ten.
    /// - Complexity: O(n), n places; more only if the pages are wrong.
    static func findings(_ db: Database) throws -> [Words] {
        let reader = try PageReader(db)
        var findings: [Words] = []
        let met = try PageCheck.run(reader, isDamage: { CatalogDamage.isReported(by: $0) }) { page in
            if findings.count < 10 { findings.append(Finding.words("page-wrong", ("page", "\(page)"))) }
        }
        guard findings.isEmpty else { return findings }
        if try db.integer("SELECT count(*) FROM point_page") ?? 0 != met {
            return [Finding.words("page-unmet")]
        }
        return try held(reader) == wanted(db) ? [] : try differences(db, reader)
    }

    /// A count and a checksum of points. The order of the points does not matter.
    private struct PositionSum: Equatable {
        var count = 0
        var sum: UInt64 = 0

        mutating func add(_ point: PagedPoint) {
            var hash = UInt64(bitPattern: point.id)
            for value in [
                (point.longitude + 0).bitPattern, (point.latitude + 0).bitPattern,
                UInt64(UInt32(bitPattern: point.traits)),
            ] {
                // The finalizer of splitmix64.
                hash = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
                hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
                hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
                hash ^= hash >> 31
            }
            sum &+= hash
            count += 1
        }
    }

    private static func held(_ reader: PageReader) throws -> PositionSum {
        var sum = PositionSum()
        try PageUpdate.forEachPoint(of: reader) { sum.add($0) }
        return sum
    }

    private static func wanted(_ db: Database) throws -> PositionSum {
        var sum = PositionSum()
        try forEachPoint(db) { sum.add($0) }
        return sum
    }

    private static func differences(_ db: Database, _ reader: PageReader) throws -> [Words] {
        var held: [Int64: PagedPoint] = [:]
        try PageUpdate.forEachPoint(of: reader) { held[$0.id] = $0 }
        var findings: [Words] = []
        try forEachPoint(db) { point in
            let found = held.removeValue(forKey: point.id)
            guard found != point, findings.count < 10 else { return }
            let isTraits =
                found.map { $0.longitude == point.longitude && $0.latitude == point.latitude } ?? false
            findings.append(Finding.words(isTraits ? "index-traits" : "not-in-index", ("id", "\(point.id)")))
        }
        for id in held.keys.sorted() { findings.append(Finding.words("no-point", ("id", "\(id)"))) }
        // If no place differs, the pages may hold a place twice.
        return findings.isEmpty ? [Finding.words("page-unmet")] : Array(findings.prefix(10))
    }

    /// Calls `body` with the points of all places, as the pages should hold them.
    private static func forEachPoint(_ db: Database, _ body: (PagedPoint) -> Void) throws {
        let rows = try Statement(
            db,
            """
            SELECT b.id, b.longitude, b.latitude, \(PointTraits.sql) FROM place b WHERE b.latitude IS NOT NULL
            """)
        while try rows.step() {
            body(
                PagedPoint(
                    id: rows.integer(0), longitude: rows.real(1), latitude: rows.real(2),
                    traits: Int32(truncatingIfNeeded: rows.integer(3))))
        }
    }
}
