internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension Catalog {
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
    public func forEachRow(
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

    /// Calls `body` with each place that `filter` admits and whose id is in one of several ranges, ordered by id
    /// within each range. Several threads can read a catalog in this way, each through its own connection.
    ///
    /// - Parameter nextRange: returns the next range after all rows of the range before it; nil at the end.
    /// - Complexity: O(log n + m) for each range, m places in the range.
    public func forEachRow(
        _ filter: PlaceFilter, nextRange: () throws -> ClosedRange<Int64>?, body: (CatalogRow) throws -> Void
    ) throws {
        let condition = try narrowed(filter).condition
        try read { db in
            // Without NOT INDEXED, SQLite may read a feed's index instead and sort all its rows for each range.
            let rows = try CatalogRow(
                db,
                """
                SELECT \(Self.columns) FROM place b NOT INDEXED
                WHERE b.id BETWEEN ? AND ? AND \(condition.sql) ORDER BY b.id
                """)
            rows.bind([.integer(0), .integer(0)] + condition.values)
            while let range = try nextRange() {
                rows.ask(range.lowerBound, range.upperBound)
                while try rows.next() { try body(rows) }
            }
        }
    }

    /// Returns ranges of ids that together contain all places, in ascending order. Each range has at least one
    /// place and at most `size` ids.
    ///
    /// - Complexity: O(m log n), m ranges.
    public func idRanges(size: Int64) throws -> [ClosedRange<Int64>] {
        try read { db in
            // In a damaged catalog, a place may have any id. Its row must be read, so that the damage is found.
            let least = try Statement(db, "SELECT min(id) FROM place WHERE id >= ?")
            var ranges: [ClosedRange<Int64>] = []
            var next = Int64.min
            while true {
                least.reset()
                least.bind(1, next)
                guard try least.step(), !least.isNull(0) else { return ranges }
                let first = least.integer(0)
                let (last, isTooLarge) = first.addingReportingOverflow(size - 1)
                ranges.append(first...(isTooLarge ? .max : last))
                guard !isTooLarge, last < .max else { return ranges }
                next = last + 1
            }
        }
    }

    /// Returns the place with this id.
    ///
    /// - Throws: `CatalogError(.notFound)` if no place has this id.
    public func entry(id: Int64) throws -> CatalogEntry {
        let sql = "SELECT \(Self.columns) FROM place b WHERE b.id = ?"
        return try first(sql, [.integer(id)], called: String(id))
    }

    /// Returns the place with this reference, such as `seoul-bookstores/2283`.
    ///
    /// - Throws: `CatalogError(.notFound)` if no place has this reference.
    public func entry(ref: String) throws -> CatalogEntry {
        let parts = ref.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let sql = """
            SELECT \(Self.columns) FROM place b
            WHERE b.feed = (SELECT key FROM feed WHERE id = ?) AND b.feed_id = ?
            """
        return try first(sql, parts.map(SQLValue.text), called: ref)
    }

    /// Returns the id of the place with this reference; nil if there is none.
    public func id(ref: String) throws -> Int64? {
        let parts = ref.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        let sql = "SELECT id FROM place WHERE feed = (SELECT key FROM feed WHERE id = ?) AND feed_id = ?"
        return try read { try $0.integer(sql, parts.map(SQLValue.text)) }
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
    public func forEachRow(ids: some Sequence<Int64>, body: (CatalogRow) throws -> Void) throws {
        // `next` of a sequence whose type the compiler does not know takes as long as finding a row.
        let ids = Array(ids)
        guard ids.count < Self.fewestForList else { return try forEachRow(list: ids, body) }
        try read { db in
            let rows = try CatalogRow(db, "SELECT \(Self.columns) FROM place b WHERE b.id = ?")
            for id in ids {
                rows.ask(id: id)
                if try rows.next() { try body(rows) }
            }
        }
    }

    /// For fewer ids than this, one list takes longer than a statement for each id. At this number, `near` takes as many
    /// instructions in both ways (2026-11-27).
    private static let fewestForList = 64
    /// A list is one text, which SQLite reads as a whole. With this limit, the memory for it does not grow.
    private static let mostForList = 4096

    /// Passes rows as `forEachRow(ids:body:)` does. One statement finds the rows of many ids, because a statement for
    /// each id would release the memory of all its values after each row.
    private func forEachRow(list ids: [Int64], _ body: (CatalogRow) throws -> Void) throws {
        try read { db in
            // CROSS JOIN: SQLite keeps the order of the list.
            let rows = try CatalogRow(
                db,
                """
                SELECT \(Self.columns) FROM json_each(?) wanted CROSS JOIN place b ON b.id = wanted.value
                """)
            for start in stride(from: 0, to: ids.count, by: Self.mostForList) {
                rows.ask(ids: ids[start..<min(start + Self.mostForList, ids.count)])
                while try rows.next() { try body(rows) }
            }
        }
    }

    /// Returns the highest id; 0 in a catalog without places.
    public func lastID() throws -> Int64 {
        try read { try $0.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0 }
    }

    /// Returns the districts that the places state, ordered by name.
    public func districts() throws -> [String] {
        try read { db in
            // `Statement` returns whole texts, even with a NUL inside.
            let rows = try Statement(db, "SELECT DISTINCT district FROM place WHERE district <> '' ORDER BY 1")
            var names: [String] = []
            while try rows.step() { names.append(rows.text(0) ?? "") }
            return names
        }
    }

    /// The columns that `CatalogRow` reads, in the order that it expects.
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
