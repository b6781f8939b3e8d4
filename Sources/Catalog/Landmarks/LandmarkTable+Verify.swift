internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

extension LandmarkTable {
    /// Returns the search keys of a landmark with these values.
    static func keys(name: String, line: String?, kind: String?) -> [String] {
        LandmarkKeys.keys(of: name, line: line, isStation: kind == Kind.station.rawValue)
    }

    /// Returns the problems of landmarks: counts that do not fit the runs, values that no run writes, and keys that do
    /// not belong to their landmark.
    static func findings(_ db: Database) throws -> [Words] {
        var findings = try db.texts(
            """
            SELECT \(Finding.sql("landmark-total", ("feed", "id"), ("held", "held"), ("run", "run"), ("total", "total"))) FROM (
                SELECT f.id, r.id AS run, r.total, (SELECT count(*) FROM landmark l WHERE l.feed = f.key) AS held
                FROM main.feed f JOIN main.run r ON r.id = f.last_good_run WHERE f.role = 'landmarks')
            WHERE held <> total
            UNION ALL
            SELECT \(Finding.sql("landmark-of-places", ("id", "l.id"))) FROM landmark l
            JOIN main.feed f ON f.key = l.feed WHERE f.role <> 'landmarks'
            UNION ALL
            SELECT \(Finding.sql("place-of-landmarks", ("id", "b.id"))) FROM main.place b
            JOIN main.feed f ON f.key = b.feed WHERE f.role = 'landmarks'
            UNION ALL
            SELECT \(Finding.sql("constraint", ("table", "'landmark'"), ("id", "id"))) FROM landmark
            WHERE kind GLOB '*[^a-z0-9-]*' OR length(kind) NOT BETWEEN 1 AND 32 OR '' IN (feed_id, name, line)
                OR latitude NOT BETWEEN -90 AND 90 OR longitude NOT BETWEEN -180 AND 180
                OR (latitude IS NULL) <> (longitude IS NULL)
            UNION ALL
            SELECT \(Finding.sql("constraint", ("table", "'feed'"), ("id", "key"))) FROM main.feed
            WHERE role NOT IN ('places', 'landmarks')
            UNION ALL
            SELECT \(Finding.sql("landmark-key", ("id", "k.landmark"))) FROM landmark_key k
            WHERE NOT EXISTS (SELECT 1 FROM landmark l WHERE l.id = k.landmark)
            """
        ).map(Finding.sentence)
        let stored = try Statement(db, "SELECT landmark, key FROM landmark_key ORDER BY landmark, key")
        var hasNext = try stored.step()
        try db.forEachRow("SELECT id, name, line, kind FROM landmark ORDER BY id") { row in
            var there: [String] = []
            while hasNext, stored.integer(0) <= row.integer(0) {
                if stored.integer(0) == row.integer(0) { there.append(stored.text(1) ?? "") }
                hasNext = try stored.step()
            }
            let wanted = keys(name: row.text(1) ?? "", line: row.text(2), kind: row.text(3))
            if there != wanted { findings.append(Finding.words("landmark-name", ("id", "\(row.integer(0))"))) }
        }
        return findings
    }
}
