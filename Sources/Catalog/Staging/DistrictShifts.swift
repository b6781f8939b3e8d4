internal import GeocliDatabase
internal import GeocliPlaces

/// The numbers of places in each district, now and in the last good run. Used for a feed with too many districts to
/// count in memory.
struct DistrictShifts {
    private let db: Database

    /// The maximum number of reported districts, and the maximum number of characters in a name. The reported districts
    /// are those that lost the greatest shares of their places.
    private static let most = (districts: 1000, characters: 200)

    init(_ db: Database) { self.db = db }

    /// Returns the districts of `feed` that lost enough places to be checked by a guard, ordered by name.
    ///
    /// - Parameter known: the places whose known rows this run found; nil if all rows are staged.
    /// - Complexity: O(n log n), n places, in a temporary table.
    func losses(_ feed: Int64, known: KnownRows?) throws -> [RunCounts.Shift] {
        try db.execute(
            """
            DROP TABLE IF EXISTS temp.district_shift;
            CREATE TEMP TABLE district_shift (
                name TEXT PRIMARY KEY, former INTEGER NOT NULL, now INTEGER NOT NULL) WITHOUT ROWID;
            INSERT INTO district_shift SELECT district, count(*), 0 FROM place
                WHERE feed = \(feed) AND missing_run IS NULL AND district IS NOT NULL GROUP BY district;
            UPDATE district_shift SET now = s.count
                FROM (SELECT district, count(*) AS count FROM staged GROUP BY district) s WHERE name = s.district;
            """)
        if let known { try addHere(feed, known) }
        let lost = """
            SELECT substr(name, 1, \(Self.most.characters)), former, now FROM district_shift
            WHERE former - now >= \(RunCounts.minimumLost)
            ORDER BY (former - now) * 1.0 / former DESC, name LIMIT \(Self.most.districts)
            """
        var shifts: [RunCounts.Shift] = []
        try db.forEachRow("SELECT * FROM (\(lost)) ORDER BY 1") { row in
            shifts.append(RunCounts.Shift(name: row.text(0) ?? "", former: try row.count(1), now: try row.count(2)))
        }
        try db.execute("DROP TABLE temp.district_shift")
        return shifts
    }

    /// Adds the places whose known rows this run found. Because these are not staged, this counts all listed
    /// places, and subtracts those whose known rows were not found.
    private func addHere(_ feed: Int64, _ known: KnownRows) throws {
        try db.execute("UPDATE district_shift SET now = now + former")
        let rows = try Statement(
            db, "SELECT id, district FROM place NOT INDEXED WHERE feed = \(feed) AND missing_run IS NULL")
        let remove = try Statement(db, "UPDATE district_shift SET now = now - 1 WHERE name = ?")
        while try rows.step() {
            guard !known.contains(rows.integer(0)), !rows.isNull(1) else { continue }
            remove.bind(1, 1, of: rows)
            try remove.run()
        }
    }
}
