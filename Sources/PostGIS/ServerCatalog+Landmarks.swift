#if PostGIS
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension ServerCatalog {
    private var hasLandmarks: Bool { landmarkTables == .there }

    /// See `LandmarkSource`.
    public func requireLandmarks() throws {
        try require(landmarkTables, ServerLayout.landmarks)
    }

    /// See `LandmarkSource`.
    public func landmarkCount() throws -> Int {
        guard hasLandmarks else { return 0 }
        return Int(try connection.rows("SELECT count(*) FROM \(layout.name(ServerLayout.landmarks))").integer(0, 0))
    }

    /// See `LandmarkSource`.
    public func landmarks(key: String, limit: Int) throws -> [Landmark] {
        try landmarks(
            "JOIN \(layout.name(ServerLayout.landmarkKeys)) k ON k.landmark = l.id WHERE k.key = $1 ORDER BY l.id LIMIT $2",
            [.text(key), .integer(Int64(limit))])
    }

    /// See `LandmarkSource`.
    public func landmarks(keyPrefix: String, limit: Int) throws -> [Landmark] {
        // In the collation "C", texts are ordered by their bytes, which is the order of characters, as in the file.
        try landmarks(
            """
            JOIN (
                SELECT landmark, min(number) AS number, min(key) AS key FROM (
                    SELECT landmark, key, number FROM \(layout.name(ServerLayout.landmarkKeys))
                    WHERE key >= $1 AND key < $2 ORDER BY key, number LIMIT $3) found
                GROUP BY landmark) k ON k.landmark = l.id
            ORDER BY k.key, l.id
            """, [.text(keyPrefix), .text(keyPrefix + "\u{10FFFF}"), .integer(Int64(limit))])
    }

    /// See `LandmarkSource`.
    public func landmarks(feedID: String) throws -> [Landmark] {
        try landmarks("WHERE l.feed_id = $1 ORDER BY l.id", [.text(feedID)])
    }

    /// See `LandmarkSource`.
    public func landmarks() throws -> [Landmark] { try landmarks("ORDER BY l.id", []) }

    /// See `LandmarkSource`.
    public func landmarkNames(limit: Int) throws -> [String] {
        guard hasLandmarks else { return [] }
        let rows = try connection.rows(
            "SELECT DISTINCT name COLLATE \"C\" FROM \(layout.name(ServerLayout.landmarks)) ORDER BY 1 LIMIT $1",
            [.integer(Int64(limit))])
        // A name with NUL has a different position in the server's order, so the names are sorted here.
        return (0..<rows.count).compactMap { rows.text($0, 0) }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    private func landmarks(_ which: String, _ values: [ServerValue]) throws -> [Landmark] {
        guard hasLandmarks else { return [] }
        let rows = try connection.rows(
            """
            SELECT l.feed, l.feed_id, l.name, l.kind, l.line, l.latitude, l.longitude, l.id
            FROM \(layout.name(ServerLayout.landmarks)) l \(which)
            """, values)
        return try (0..<rows.count).map { try landmark(rows, $0) }
    }

    /// Reads a row and checks it.
    private func landmark(_ rows: QueryResult, _ row: Int) throws -> Landmark {
        let id = rows.checkedInteger(row, 7) ?? 0
        guard let feed = rows.text(row, 0), let feedID = rows.text(row, 1), let name = rows.text(row, 2),
            ![feed, feedID, name].contains(""), let kind = rows.text(row, 3).flatMap(Kind.init(rawValue:))
        else {
            throw ServerError.contradiction(
                connection.name, Words(en: "landmark \(id) lacks a value", ko: "기준점 \(id)의 값이 없음"))
        }
        let point = try checked { () throws(ServerRow.Damage) in
            try rows.point(row, longitude: 6, latitude: 5, id: id)
        }
        return Landmark(
            feed: feed, feedID: feedID, name: name, kind: kind, line: rows.text(row, 4), coordinate: point)
    }
}
#endif
