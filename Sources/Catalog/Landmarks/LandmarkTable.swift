internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The functions that read the tables of landmarks.
enum LandmarkTable {
    // The table names begin with `main.`, because a catalog that is read as of a day has a temporary table `feed`.
    private static let columns = """
        f.id, l.feed_id, l.name, l.kind, l.line, l.latitude, l.longitude, l.id
        FROM main.landmark l JOIN main.feed f ON f.key = l.feed
        """

    /// Returns the number of landmarks.
    ///
    /// - Parameter condition: SQL that is added to the condition, such as ` AND feed IN (1)`.
    static func count(_ db: Database, _ condition: String = "") throws -> Int {
        try db.count("SELECT count(*) FROM main.landmark WHERE true\(condition)")
    }

    static func landmarks(key: String, limit: Int, _ db: Database) throws -> [Landmark] {
        try all(
            "SELECT \(columns) JOIN main.landmark_key k ON k.landmark = l.id WHERE k.key = ? ORDER BY 1, 2 LIMIT ?",
            [.text(key), .integer(Int64(limit))], db)
    }

    static func landmarks(keyPrefix: String, limit: Int, _ db: Database) throws -> [Landmark] {
        // U+10FFFF is the highest character. So all keys that begin with the prefix come before the prefix followed by
        // U+10FFFF.
        try all(
            """
            SELECT \(columns) JOIN (
                SELECT landmark, min(key) AS key FROM (
                    SELECT landmark, key FROM main.landmark_key WHERE key >= ?1 AND key < ?1 || ?2 ORDER BY key LIMIT ?3)
                GROUP BY landmark) k ON k.landmark = l.id
            ORDER BY k.key, 1, 2
            """, [.text(keyPrefix), .text("\u{10FFFF}"), .integer(Int64(limit))], db)
    }

    static func landmarks(feedID: String, _ db: Database) throws -> [Landmark] {
        try all("SELECT \(columns) WHERE l.feed_id = ? ORDER BY 1", [.text(Folding.composed(feedID))], db)
    }

    static func landmarks(_ db: Database) throws -> [Landmark] {
        try all("SELECT \(columns) ORDER BY 1, 2", [], db)
    }

    /// Calls `body` with the landmarks whose numbers are greater than `id`, ordered by number, until `body` returns
    /// false.
    static func forEach(_ db: Database, after id: Int64, _ body: (ListedLandmark) throws -> Bool) throws {
        let rows = try Statement(db, "SELECT \(columns) WHERE l.id > ? ORDER BY l.id")
        rows.bind([.integer(id)])
        while try rows.step() {
            if try !body(ListedLandmark(id: rows.integer(7), try landmark(rows))) { return }
        }
    }

    static func names(limit: Int, _ db: Database) throws -> [String] {
        return try db.texts("SELECT DISTINCT name FROM main.landmark ORDER BY name LIMIT \(limit)")
    }

    /// Calls `body` with every key and the reference of its landmark, ordered by key and then by the landmark's number.
    static func forEachKey(_ db: Database, _ body: (_ key: String, _ ref: String) throws -> Void) throws {
        try db.forEachRow(
            """
            SELECT k.key, f.id, l.feed_id FROM main.landmark_key k JOIN main.landmark l ON l.id = k.landmark
            JOIN main.feed f ON f.key = l.feed ORDER BY k.key, k.landmark
            """
        ) { row in
            let (feed, id) = (try row.required(1, "landmark.feed"), try row.required(2, "landmark.feed_id"))
            try body(try row.required(0, "landmark_key.key"), "\(feed)/\(id)")
        }
    }

    private static func all(_ sql: String, _ values: [SQLValue], _ db: Database) throws -> [Landmark] {
        var found: [Landmark] = []
        try db.forEachRow(sql, values) { found.append(try landmark($0)) }
        return found
    }

    /// Checks a row, and returns its landmark.
    private static func landmark(_ row: Statement) throws -> Landmark {
        let (feed, id) = (try row.required(0, "landmark.feed"), try row.required(1, "landmark.feed_id"))
        guard let name = row.text(2), !name.isEmpty, let kind = row.text(3).flatMap(Kind.init(rawValue:)) else {
            throw CatalogDamage.row(
                Words(
                    en: "the landmark \(feed)/\(id) has no name or no kind", ko: "기준점 \(feed)/\(id)에 이름이나 종류가 없습니다"))
        }
        var coordinate: Coordinate?
        if !row.isNull(5) || !row.isNull(6) {
            guard !row.isNull(5), !row.isNull(6) else {
                throw CatalogDamage.half(landmark: "\(feed)/\(id)", hasLatitude: row.isNull(6))
            }
            guard let found = try? Coordinate(longitude: row.real(6), latitude: row.real(5)) else {
                throw CatalogDamage.offEarth(landmark: "\(feed)/\(id)")
            }
            coordinate = found
        }
        return Landmark(feed: feed, feedID: id, name: name, kind: kind, line: row.text(4), coordinate: coordinate)
    }

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
