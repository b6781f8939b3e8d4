#if PostGIS
package import GeocliGeo
package import GeocliPlaces
package import GeocliSearch
internal import GeocliText

extension ServerCatalog {
    /// The index of boxes finds candidates. Its 32-bit floats are rounded outward, so the exact columns decide.
    package func forEachRow(
        in box: BoundingBox, _ filter: PlaceFilter, limit: Int?, body: (ServerRow) throws -> Void
    ) throws {
        var filter = try narrowed(filter)
        let parts = box.partsWithoutCrossing
        let conditions = parts.map { part in
            let (west, south, east, north) = (
                filter.bind(.real(part.west)), filter.bind(.real(part.south)), filter.bind(.real(part.east)),
                filter.bind(.real(part.north))
            )
            return """
                b.point::geometry && ST_MakeEnvelope(\(west), \(south), \(east), \(north), 4326)
                AND b.longitude BETWEEN \(west) AND \(east) AND b.latitude BETWEEN \(south) AND \(north)
                """
        }
        filter.add("(\(conditions.joined(separator: " OR ")))")
        try forEachRow(filter, limit: limit, body: body)
    }

    /// The search has two steps, because `ORDER BY place <-> point` computes on a sphere and is wrong by up to half a
    /// percent. Together, the steps give the exact result.
    ///
    /// 1. Any `count` places limit the answer, because no place in the answer is farther away than the farthest
    ///    of them. The nearest places on the sphere give a limit that is nearly exact.
    /// 2. All places within that limit plus a millimeter are read. Geo has computed the limit on the ellipsoid.
    ///
    /// - Note: The second step misses no place. `ST_DWithin` computes geodesics on the same ellipsoid with the same
    ///   algorithm (Karney's, in PROJ's copy). Both results are right to within nanometers, and a millimeter is more
    ///   than 10⁴ times that. The index of PostGIS compares boxes around unit vectors of longitude and geodetic
    ///   latitude. The boxes are widened by 1.01 · r / 6,371,009 m ("Magic 1% expansion" in PostGIS,
    ///   `geography_expand`). An arc of length r on the ellipsoid turns such a vector by at most r / M. Here M = a(1 −
    ///   e²) = 6,335,439 m is the least radius of curvature. So the turn is at most 1.0057 · r / 6,371,009 m, which is
    ///   less than the widening, and no chord is longer than its arc.
    package func forEachCandidate(
        near origin: Coordinate, count: Int?, withinMeters limit: Double, _ filter: PlaceFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws {
        let filter = try narrowed(filter)
        var search = CandidateSearch(catalog: self, origin: origin, filter: filter)
        guard let count else { return try search.all(withinMeters: limit, body) }
        let bound = try search.nearest(count, withinMeters: limit, body)
        // If fewer than `count` were found, these are all places within the limit.
        guard let bound else { return }
        try search.all(withinMeters: bound, body)
    }

    /// Like the search for the nearest places, this search has two steps. First it reads matches in the order of
    /// their distances on the sphere, until `body` has enough of them. Then it reads all matches within the distance
    /// that `body` returned.
    package func forEachCandidate(
        near origin: Coordinate, _ reading: SearchReading, _ kind: MatchKind, _ filter: PlaceFilter,
        body: (SearchMatch, Coordinate) -> Double
    ) throws {
        var filter = ServerFilter(filter)
        filter.text = reading
        var search = CandidateSearch(catalog: self, origin: origin, filter: filter)
        try search.matches(reading, kind, body)
    }

    /// The index of boxes finds candidates around each part of the area; geocli computes which of them are in the area.
    package func ids(in area: MultiPolygon, _ filter: PlaceFilter) throws -> Set<Int64> {
        var filter = try narrowed(filter)
        let others = filter.values
        let edges = (0..<4).map { _ in filter.bind(.real(0)) }
        let sql = """
            SELECT \(filter.columns("b.id, b.longitude, b.latitude")) FROM \(layout.name("place")) b
            WHERE b.point::geometry && ST_MakeEnvelope(\(edges.joined(separator: ", ")), 4326) AND \(filter.sql)
            """
        var ids: Set<Int64> = []
        for box in area.boxes {
            let values = [box.west, box.south, box.east, box.north].map(ServerValue.real)
            try connection.forEachRow(sql, others + values) { rows, row in
                let id = rows.integer(row, 0)
                // The boxes may overlap.
                guard !ids.contains(id), filter.admits(rows, row, folded: 3) else { return true }
                let point = try checked { () throws(ServerRow.Damage) in
                    try rows.point(row, longitude: 1, latitude: 2, id: id)
                }
                if let point, box.contains(point), area.contains(point) { ids.insert(id) }
                return true
            }
        }
        return ids
    }
}

/// The steps of a search for the nearest places.
private struct CandidateSearch {
    /// A margin in meters. It is much larger than the difference between the distances that Geo and PostGIS compute.
    private static let marginMeters = 0.001
    /// The maximum number of rows that one query reads into memory. A longer answer is read in parts.
    private static let maximumAtOnce = 4096

    let catalog: ServerCatalog
    let origin: Coordinate
    let filter: ServerFilter
    /// The ids of the places that were passed to `body` in the first step.
    var seen: Set<Int64> = []

    /// Calls `body` with the `count` places that are nearest on a sphere.
    /// - Returns: the last value that `body` returned; nil if there are fewer than `count`.
    mutating func nearest(
        _ count: Int, withinMeters limit: Double, _ body: (Int64, Coordinate) -> Double
    ) throws -> Double? {
        var question = question(withinMeters: limit)
        question.sql += " ORDER BY b.point <-> \(question.point)"
        // If the filter has a text, geocli itself matches it, so the server can't count the matches.
        if filter.text == nil { question.sql += " LIMIT \(question.filter.bind(.integer(Int64(count))))" }
        var bound: Double?
        try forEach(question, isShort: filter.text == nil && count <= Self.maximumAtOnce) { id, coordinate in
            seen.insert(id)
            bound = body(id, coordinate)
            return seen.count < count
        }
        return seen.count < count ? nil : bound
    }

    /// Calls `body` with all places within a distance, except those that the first step passed to `body`.
    func all(withinMeters limit: Double, _ body: (Int64, Coordinate) -> Double) throws {
        var question = question(withinMeters: limit)
        let sql = question.sql
        // Most answers fit into one query. A longer one is read again with a cursor, because many places may have
        // the same point.
        question.sql += " LIMIT \(Self.maximumAtOnce)"
        let rows = try catalog.connection.rows(question.sql, question.filter.values)
        guard rows.count == Self.maximumAtOnce else {
            for row in 0..<rows.count { try show(rows, row, body) }
            return
        }
        try catalog.connection.forEachRow(sql, question.filter.values) { rows, row in
            try show(rows, row, body)
            return true
        }
    }

    /// Stops when no other match can be within the limit that `body` returned last.
    mutating func matches(
        _ reading: SearchReading, _ kind: MatchKind, _ body: (SearchMatch, Coordinate) -> Double
    ) throws {
        var bound = Double.infinity
        func take(_ rows: QueryResult, _ row: Int, _ seen: inout Set<Int64>) throws {
            guard let match = rows.match(row, id: Column.id, folded: Column.folded, reading), match.kind == kind,
                seen.insert(match.id).inserted
            else { return }
            bound = body(match, try coordinate(rows, row))
        }
        var seen = seen
        var nearest = question(withinMeters: .infinity)
        nearest.sql += " ORDER BY b.point <-> \(nearest.point)"
        try catalog.connection.forEachRow(nearest.sql, nearest.filter.values, isWhole: false) { rows, row in
            try take(rows, row, &seen)
            return bound == .infinity
        }
        guard bound < .infinity else { return }
        let near = question(withinMeters: bound)
        try catalog.connection.forEachRow(near.sql, near.filter.values) { rows, row in
            try take(rows, row, &seen)
            return true
        }
    }

    private func show(_ rows: QueryResult, _ row: Int, _ body: (Int64, Coordinate) -> Double) throws {
        let id = rows.integer(row, Column.id)
        guard !seen.contains(id), filter.admits(rows, row, folded: Column.folded) else { return }
        _ = body(id, try coordinate(rows, row))
    }

    private func forEach(
        _ question: Question, isShort: Bool, _ body: (Int64, Coordinate) -> Bool
    ) throws {
        func take(_ rows: QueryResult, _ row: Int) throws -> Bool {
            guard filter.admits(rows, row, folded: Column.folded) else { return true }
            return body(rows.integer(row, Column.id), try coordinate(rows, row))
        }
        guard isShort else {
            return try catalog.connection.forEachRow(
                question.sql, question.filter.values, isWhole: filter.text == nil, body: take)
        }
        let rows = try catalog.connection.rows(question.sql, question.filter.values)
        for row in 0..<rows.count where try !take(rows, row) { return }
    }

    // MARK: SQL

    private enum Column {
        static let id: Int32 = 0
        static let longitude: Int32 = 1
        static let latitude: Int32 = 2
        static let folded: Int32 = 3
    }

    private struct Question {
        var filter: ServerFilter
        var point = ""
        var sql = ""
    }

    private func question(withinMeters limit: Double) -> Question {
        var question = Question(filter: filter)
        let longitude = question.filter.bind(.real(origin.longitude))
        let latitude = question.filter.bind(.real(origin.latitude))
        question.point = "ST_SetSRID(ST_MakePoint(\(longitude), \(latitude)), 4326)::geography"
        var condition = "b.point IS NOT NULL"
        if limit.isFinite {
            let meters = question.filter.bind(.real(limit + Self.marginMeters))
            condition = "ST_DWithin(b.point, \(question.point), \(meters))"
        }
        question.sql = """
            SELECT \(filter.columns("b.id, b.longitude, b.latitude")) FROM \(catalog.layout.name("place")) b
            WHERE \(filter.sql) AND \(condition)
            """
        return question
    }

    private func coordinate(_ rows: QueryResult, _ row: Int) throws -> Coordinate {
        let id = rows.integer(row, Column.id)
        return try catalog.checked { () throws(ServerRow.Damage) in
            guard let point = try rows.point(row, longitude: Column.longitude, latitude: Column.latitude, id: id) else {
                throw .init(what: Words(en: "place \(id) has lost its point", ko: "장소 \(id)의 좌표가 없어짐"))
            }
            return point
        }
    }
}
#endif
