internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

extension Catalog {
    /// Calls `body` with every place and its folded fields, ordered by id. Includes the places that the last
    /// good run did not have.
    ///
    /// - Complexity: O(n), n places in the catalog; memory does not grow with n.
    public func forEachEntryAndFields(body: (CatalogEntry, _ folded: String) throws -> Void) throws {
        try read { db in
            let rows = try CatalogRow(db, "SELECT \(Self.columns), b.folded FROM place b ORDER BY b.id")
            while try rows.next() { try body(rows.entry, rows.folded) }
        }
    }

    /// Calls `body` with each place that `filter` admits, ordered by id, at most `limit` times.
    ///
    /// - Complexity: O(n), n places in the catalog; memory does not grow with n.
    public func forEachEntry(
        _ filter: PlaceFilter, limit: Int? = nil, body: (CatalogEntry) throws -> Void
    ) throws {
        try forEachRow(filter, limit: limit) { try body($0.entry) }
    }

    /// Does the same as `forEachEntry`, but passes rows that read a value only on request. Use this for listings of all
    /// places.
    ///
    /// - Complexity: O(n), n places in the catalog; memory does not grow with n.
    package func forEachRow(
        _ filter: PlaceFilter, limit: Int? = nil, body: (CatalogRow) throws -> Void
    ) throws {
        let condition = try narrowed(filter).condition
        try read { db in
            let rows = try CatalogRow(
                db, "SELECT \(Self.columns) FROM place b WHERE \(condition.sql) ORDER BY b.id LIMIT ?")
            rows.bind(condition.values + [.integer(Int64(limit ?? -1))])
            while try rows.next() { try body(rows) }
        }
    }

    /// Returns the place with this id.
    /// - Throws: `CatalogError(.notFound)` if no place has this id.
    public func entry(id: Int64) throws -> CatalogEntry {
        let sql = "SELECT \(Self.columns) FROM place b WHERE b.id = ?"
        return try first(sql, [.integer(id)], called: String(id))
    }

    /// Returns the place with this reference, such as `seoul-bookstores/2283`.
    ///
    /// - Throws: `CatalogError(.notFound)` if no place has this reference.
    public func entry(ref: String) throws -> CatalogEntry {
        let place = PlaceRef(ref)
        let sql = """
            SELECT \(Self.columns) FROM place b
            WHERE b.feed = (SELECT key FROM feed WHERE id = ?) AND b.feed_id = ?
            """
        return try first(sql, [(place?.feed).sqlValue, (place?.feedID).sqlValue], called: ref)
    }

    /// Returns the id of the place with this reference; nil if there is none.
    public func id(ref: String) throws -> Int64? {
        try PlaceRef(ref).flatMap { place in
            let sql = "SELECT id FROM place WHERE feed = (SELECT key FROM feed WHERE id = ?) AND feed_id = ?"
            return try read { try $0.integer(sql, [.text(place.feed), .text(place.feedID)]) }
        }
    }

    /// Calls `body` with the places that have these ids, in the order of `ids`; skips unknown ids.
    ///
    /// - Complexity: O(m log n), m ids.
    public func forEachEntry(ids: some Sequence<Int64>, body: (CatalogEntry) throws -> Void) throws {
        try forEachRow(ids: ids) { try body($0.entry) }
    }

    /// Does the same as `forEachEntry`, but passes rows that read a value only on request.
    ///
    /// - Complexity: O(m log n), m ids; memory for a copy of the ids, unless they are an array.
    package func forEachRow(ids: some Sequence<Int64>, body: (CatalogRow) throws -> Void) throws {
        // `next` of a sequence whose type the compiler does not know takes as long as finding a row.
        let ids = Array(ids)
        guard ids.count < Self.fewestForList else { return try forEachRow(list: ids, body) }
        try read { db in
            let rows = try CatalogRow(db, "SELECT \(Self.columns) FROM place b WHERE b.id = ?")
            for id in ids {
                rows.restart(id: id)
                if try rows.next() { try body(rows) }
            }
        }
    }

    /// For fewer ids than this, one list takes longer than a statement for each id. At this number, `near` takes as
    /// many instructions in both ways (2026-11-27).
    private static let fewestForList = 64
    /// A list is one text, which SQLite reads as a whole. With this limit, the memory for it does not grow.
    private static let mostForList = 4096

    /// One statement finds the rows of many ids, because a statement for each id would release the memory of all its
    /// values after each row.
    private func forEachRow(list ids: [Int64], _ body: (CatalogRow) throws -> Void) throws {
        try read { db in
            // CROSS JOIN: SQLite keeps the order of the list.
            let rows = try CatalogRow(
                db,
                """
                SELECT \(Self.columns) FROM json_each(?) wanted CROSS JOIN place b ON b.id = wanted.value
                """)
            for start in stride(from: 0, to: ids.count, by: Self.mostForList) {
                rows.restart(ids: ids[start..<min(start + Self.mostForList, ids.count)])
                while try rows.next() { try body(rows) }
            }
        }
    }

    /// Returns the highest id; 0 in a catalog without places.
    public func lastID() throws -> Int64 {
        try read { try $0.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0 }
    }

    /// Returns the districts that the places state, ordered by name. A district that no place states any more may
    /// remain until the index of points is built again.
    ///
    /// - Complexity: O(d), d districts; O(n) for the past and for the feed's own values, n places.
    public func districts() throws -> [String] {
        try read { db in
            // `Statement` returns whole texts, even with a NUL inside.
            let rows = try Statement(
                db,
                past == nil
                    ? "SELECT name FROM district_code ORDER BY 1"
                    : "SELECT DISTINCT district FROM place WHERE district <> '' ORDER BY 1")
            var names: [String] = []
            while try rows.step() { names.append(rows.text(0) ?? "") }
            return names
        }
    }

    static let columns = CatalogRow.columns

    func forEach(_ sql: String, _ values: [SQLValue], _ body: (CatalogEntry) throws -> Void) throws {
        try read { db in
            let rows = try CatalogRow(db, sql)
            rows.bind(values)
            while try rows.next() { try body(rows.entry) }
        }
    }

    private func first(_ sql: String, _ values: [SQLValue], called name: String) throws -> CatalogEntry {
        var found: CatalogEntry?
        try forEach(sql, values) { found = $0 }
        guard let found else { throw try notFound(name) }
        return found
    }

    private func notFound(_ name: String) throws -> CatalogError {
        let noun = try placeWords().noun
        guard let day else {
            return CatalogError(
                .notFound,
                en: "\(path) has no \(noun.en) \(name); list all with 'geocli list --fields id,ref,name'",
                ko: "\(path)에 \(noun.ko) \(name)\(.subject) 없습니다. 'geocli list --fields id,ref,name'으로 확인하세요")
        }
        if let first = try firstDay(), first > day {
            return CatalogError(
                .notFound, en: "\(path) had no \(noun.en) \(name) on \(day); the first good run was on \(first)",
                ko: "\(day) 기준으로 \(path)에는 \(noun.ko) \(name)\(.subject) 없습니다. 처음 성공한 실행의 날짜는 \(first)입니다")
        }
        let list = "'geocli list --as-of \(day) --include-closed --fields id,ref,name'"
        return CatalogError(
            .notFound, en: "\(path) had no \(noun.en) \(name) on \(day); list all with \(list)",
            ko: "\(day) 기준으로 \(path)에는 \(noun.ko) \(name)\(.subject) 없습니다. \(list)\(.by) 확인하세요")
    }
}

extension PlaceFilter {
    /// The filter as an SQL condition over `place b`, and the values of its question marks.
    var condition: (sql: String, values: [SQLValue]) {
        var values: [SQLValue] = []
        let parts = conditions.map { condition in
            switch condition {
            case .isListed: return "b.missing_run IS NULL"
            case .isOne(let texts, let column):
                values += texts.map(SQLValue.text)
                let value = column == .district ? PointDistricts.sql : "b.\(column.rawValue)"
                return "\(value) IN (\(texts.map { _ in "?" }.joined(separator: ", ")))"
            case .isOfFeed(let ids):
                values += ids.map(SQLValue.text)
                return "b.feed IN (SELECT key FROM feed WHERE id IN (\(ids.map { _ in "?" }.joined(separator: ", "))))"
            case .isWithin(let condition):
                values.append(.text(condition.district))
                return condition.sql
            case .isNotNull(let column): return "b.\(column.rawValue) IS NOT NULL"
            case .hasID(let ids): return "b.id IN (\(ids.map(String.init).joined(separator: ", ")))"
            case .matches(let reading, let kind):
                values.append(.reading(reading))
                let wanted = kind.map { " = \(SearchFunctions.place(of: $0))" } ?? " IS NOT NULL"
                return "\(SearchFunctions.match)(b.folded, ?)\(wanted)"
            case .isNotGone(let day):
                values.append(.text(day))
                return "(b.missing_run IS NULL OR \(Self.lastDay) >= ?)"
            case .isSeen(let day):
                values.append(.text(day))
                return "(SELECT date FROM run WHERE id = b.first_run) <= ?"
            case .isNotOne(let rows):
                values.append(.object(rows, name: LeftOutFunction.pointerType))
                return "NOT \(LeftOutFunction.name)(b.id, ?)"
            }
        }
        return (parts.isEmpty ? "true" : parts.joined(separator: " AND "), values)
    }

    /// The day on which a place that is not listed closed, as in `CatalogRow.closedOn`; else the day of the first good
    /// run that did not have it.
    private static let lastDay = """
        coalesce(
            (SELECT c.value FROM correction c
                WHERE c.place = b.id AND c.field = 'closed' AND c.state = 'applied'),
            \(StatedClosing.date(of: "b.id", missingSince: "b.missing_run")),
            (SELECT date FROM run WHERE id = b.missing_run))
        """
}

extension ProvinceCondition {
    /// The SQL condition over `place b`, with a question mark for the district.
    fileprivate var sql: String {
        """
        (\(PointDistricts.sql) IS NOT ? OR CASE WHEN \(Self.begins(beginnings.own)) THEN true
            WHEN \(Self.begins(beginnings.others)) THEN false
            ELSE b.longitude IS NULL OR \(Self.isIn(boxes.own)) OR NOT \(Self.isIn(boxes.others)) END)
        """
    }

    /// The condition for addresses that begin with one of these texts. KCISA writes the postcode before them.
    private static func begins(_ texts: [String]) -> String {
        let likes = texts.flatMap { ["b.address LIKE '\($0)%'", "b.address LIKE '(_____) \($0)%'"] }
        return "(\((likes + ["false"]).joined(separator: " OR ")))"
    }

    private static func isIn(_ boxes: [ProvinceBox]) -> String {
        let inside = boxes.map {
            "b.longitude BETWEEN \($0.west) AND \($0.east) AND b.latitude BETWEEN \($0.south) AND \($0.north)"
        }
        return "(\((inside + ["false"]).joined(separator: " OR ")))"
    }
}
