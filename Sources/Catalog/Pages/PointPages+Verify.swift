internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliText

extension PointPages {
    /// Returns the contradictions between the pages and the places; at most ten.
    ///
    /// - Complexity: O(n), n places; more only if the pages are wrong.
    static func findings(_ db: Database) throws -> [Words] {
        let reader = try PageReader(db)
        var findings: [Words] = []
        let met = try PageCheck.run(reader, isDamage: { CatalogDamage.isMeant(by: $0) }) { page in
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
