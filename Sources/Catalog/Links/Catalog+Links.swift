internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Returns whether any two rows are linked; false in a catalog as of a day and in one of an earlier version.
    public func hasLinks() throws -> Bool {
        guard day == nil else { return false }
        return try read { try Self.hasTables($0) && $0.flag("SELECT EXISTS (SELECT 1 FROM link)") }
    }

    /// Calls `body` with the links that `filter` admits, and with the rows that a person told apart, by the ids of their
    /// two rows; at most `limit` of them.
    public func forEachLink(_ filter: LinkFilter, limit: Int? = nil, body: (StoredLink) throws -> Void) throws {
        try requireNoDay()
        try read { db in
            guard try Self.hasTables(db) else { return }
            let links = try Statement(db, Self.links(of: filter.place))
            var left = limit ?? .max
            while left > 0, try links.step() {
                guard let link = try link(links, for: filter.place), filter.admits(link) else { continue }
                try body(link)
                left -= 1
            }
        }
    }

    /// Calls `body` with the ids of the two rows of each link.
    func forEachLinkedPair(_ body: (Int64, Int64) throws -> Void) throws {
        guard try hasLinks() else { return }
        try read { db in
            let links = try Statement(db, "SELECT low, high FROM link")
            while try links.step() { try body(try links.bookstoreID(0), try links.bookstoreID(1)) }
        }
    }

    private static func hasTables(_ db: Database) throws -> Bool {
        try Schema.userVersion(db) >= Schema.withLinks
    }

    /// Returns the SQL for the links of a row, or of all rows. What a person said about a link counts only for its
    /// present evidence.
    private static func links(of place: Int64?) -> String {
        func only(_ table: String) -> String { place.map { "AND \($0) IN (\(table).low, \(table).high)" } ?? "" }
        return """
            SELECT l.low, l.high, l.rule, coalesce(d.verdict, 'found'), l.evidence, l.run, d.date
            FROM link l LEFT JOIN link_decision d ON d.low = l.low AND d.high = l.high AND d.evidence = l.evidence
            WHERE true \(place == nil ? "" : byPlace(place ?? 0))
            UNION ALL
            SELECT d.low, d.high, d.rule, d.verdict, d.evidence, NULL, d.date FROM link_decision d
            WHERE d.verdict = 'rejected' \(only("d"))
                AND NOT EXISTS (SELECT 1 FROM link l WHERE l.low = d.low AND l.high = d.high)
            ORDER BY 1, 2
            """
    }

    private static func byPlace(_ place: Int64) -> String { "AND (l.low = \(place) OR l.high = \(place))" }

    private func link(_ row: Statement, for place: Int64?) throws -> StoredLink? {
        let (low, high) = (try row.bookstoreID(0), try row.bookstoreID(1))
        var entries: [CatalogEntry] = []
        try forEachEntry(ids: low == high ? [low] : [low, high]) { entries.append($0) }
        guard entries.count == 2 else { return nil }
        if high == place { entries.reverse() }
        guard let state = row.text(3).flatMap(StoredLink.State.init) else {
            throw CatalogDamage.row(
                Words(en: "the link of \(low) and \(high) has no state", ko: "\(low)번과 \(high)번의 연결에 상태가 없습니다"))
        }
        return StoredLink(
            one: entries[0], other: entries[1], rule: row.text(2).flatMap(LinkRule.init), state: state,
            evidence: try row.required(4, "link.evidence"), run: row.isNull(5) ? nil : try row.runNumber(5),
            decidedOn: row.text(6))
    }
}
