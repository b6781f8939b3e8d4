internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Whether any two rows are linked; false in a catalog that is read as of a day, and in a catalog with an earlier
    /// schema.
    public func hasLinks() throws -> Bool {
        guard day == nil else { return false }
        return try read { try $0.flag("SELECT EXISTS (SELECT 1 FROM link)") }
    }

    /// Calls `body` with the links that `filter` admits, including the pairs of rows that a person rejected, at most
    /// `limit` times. The links are ordered by the ids of their two rows. If the evidence has changed since a person's
    /// decision, the decision does not count; see `lapsedDecisions`.
    ///
    /// - Complexity: O(l log n), l links and n places; memory does not grow with them.
    public func forEachLink(_ filter: LinkFilter, limit: Int? = nil, body: (StoredLink) throws -> Void) throws {
        try requireNoDay()
        try read { db in
            let links = try Statement(db, Self.links(of: filter.place))
            let reader = try StoredLinkReader(db, for: filter.place)
            var left = limit ?? .max
            while left > 0, try links.step() {
                guard let link = try reader.link(links, filter) else { continue }
                try body(link)
                left -= 1
            }
        }
    }

    /// Returns the decisions of people that no longer count, because the evidence of the two rows is different now.
    /// They are ordered by the ids of the two rows. Uses the feeds, the place and the states of `filter`, but not its
    /// rules.
    ///
    /// - Complexity: O(d), d decisions and rows that share a core name with a decided row.
    public func lapsedDecisions(_ filter: LinkFilter) throws -> [LapsedDecision] {
        try read { db in
            guard day == nil else { return [] }
            let decisions = try Statement(
                db,
                """
                SELECT d.low, d.high, d.verdict, d.evidence, d.date, l.evidence, f.id, b.feed_id, g.id, c.feed_id
                FROM link_decision d
                JOIN place b ON b.id = d.low JOIN feed f ON f.key = b.feed
                JOIN place c ON c.id = d.high JOIN feed g ON g.key = c.feed
                LEFT JOIN link l ON l.low = d.low AND l.high = d.high
                WHERE l.evidence IS NOT d.evidence ORDER BY 1, 2
                """)
            let present = PresentEvidence(db)
            var lapsed: [LapsedDecision] = []
            while try decisions.step() {
                let (low, high) = (try decisions.placeID(0), try decisions.placeID(1))
                let feeds = [try decisions.required(6, "feed.id"), try decisions.required(8, "feed.id")]
                guard let verdict = decisions.text(2).flatMap(LinkDecision.Verdict.init),
                    filter.place.map({ $0 == low || $0 == high }) ?? true, filter.feeds.isSubset(of: Set(feeds)),
                    filter.states.isEmpty
                        || StoredLink.State(rawValue: verdict.rawValue).map(filter.states.contains) ?? false,
                    try !decisions.isNull(5) || !present.isStill(decisions.text(3) ?? "", low, high)
                else { continue }
                lapsed.append(
                    LapsedDecision(
                        one: "\(feeds[0])/\(try decisions.required(7, "place.feed_id"))",
                        other: "\(feeds[1])/\(try decisions.required(9, "place.feed_id"))", verdict,
                        decidedOn: try decisions.required(4, "link_decision.date")))
            }
            return lapsed
        }
    }

    /// Calls `body` with the ids of the two rows of each link.
    func forEachLinkedPair(_ body: (Int64, Int64) throws -> Void) throws {
        guard try hasLinks() else { return }
        try read { db in
            let links = try Statement(db, "SELECT low, high FROM link")
            while try links.step() { try body(try links.placeID(0), try links.placeID(1)) }
        }
    }

    /// Returns the SQL for the links of a row, or of all rows. A person's decision about a link counts only if the link
    /// still has the evidence that the person saw.
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

    /// Returns the rows of each shop that has rows of several feeds; nil if this catalog has no links.
    ///
    /// - Complexity: O(l), l links; 100 bytes of memory for each link.
    public func sameShops() throws -> SameShops? { try hasLinks() ? finished(joinedShops()) : nil }

    /// Returns all rows of the shops that these rows belong to; nil if this catalog has no links.
    ///
    /// - Complexity: for m rows and l links, O(m log l) if m is less than 1,000; O(l) otherwise.
    public func sameShops(of ids: [Int64]) throws -> SameShops? {
        guard try hasLinks() else { return nil }
        var shops = try joinedShops(of: ids)
        shops.keep(shopsOf: ids)
        return try finished(shops)
    }

    private func finished(_ shops: SameShops.Builder) throws -> SameShops {
        var shops = shops
        return try read { db in
            let row = try Statement(
                db, "SELECT b.feed, f.id, b.feed_id FROM place b JOIN feed f ON f.key = b.feed WHERE b.id = ?")
            return try shops.finished { id in
                row.bind(1, id)
                defer { row.reset() }
                guard try row.step() else { return nil }
                let (feed, name) = (row.integer(0), try row.required(1, "feed.id"))
                return SameShops.Member(
                    id: id, feedKey: feed, feed: name, ref: "\(name)/\(try row.required(2, "place.feed_id"))")
            }
        }
    }

    /// Returns the rows that are left out of an answer because another row of the same shop is in the answer. Of the
    /// rows of a shop that `filter` admits, only one stays: the row of the feed that comes first in `feeds`. If the
    /// shop has no row of these feeds, the row of the feed that was first in the catalog stays.
    ///
    /// - Parameters:
    ///   - standing: which rows of a shop can stay.
    ///   - origin: a row whose whole shop is left out; nil for none.
    public func leftOut(
        of shops: SameShops, _ filter: PlaceFilter, preferring feeds: [String], standing: UniqueShops.Standing,
        without origin: Int64?
    ) throws -> LeftOutRows {
        let condition = filter.condition
        return try read { db in
            let row = try Statement(
                db, "SELECT b.latitude IS NOT NULL FROM place b WHERE b.id = ? AND \(condition.sql)")
            for (offset, value) in condition.values.enumerated() { row.bind(Int32(offset + 2), value) }
            var leftOut: Set<Int64> = []
            for members in shops.all {
                if members.contains(where: { $0.id == origin }) {
                    leftOut.formUnion(members.map(\.id))
                    continue
                }
                var admitted: [SameShops.Member] = []
                var pointed: Set<Int64> = []
                for member in members {
                    row.bind(1, member.id)
                    defer { row.reset() }
                    guard try row.step() else { continue }
                    admitted.append(member)
                    if row.integer(0) != 0 { pointed.insert(member.id) }
                }
                let ordered = standing.ordered(admitted, preferring: feeds) { pointed.contains($0.id) }
                for member in ordered.dropFirst() { leftOut.insert(member.id) }
            }
            return LeftOutRows(leftOut)
        }
    }
}

/// Creates links from the rows of a statement, and looks up the two places of each link.
final class StoredLinkReader {
    private let rows: CatalogRow
    private let present: PresentEvidence
    private let place: Int64?

    /// - Parameter place: the row that must be `one` in each of its links; nil if no row must be `one`.
    init(_ db: Database, for place: Int64?) throws {
        rows = try CatalogRow(db, "SELECT \(CatalogRow.columns) FROM place b WHERE b.id = ?")
        present = PresentEvidence(db)
        self.place = place
    }

    /// Returns the link in the current row of a statement. Returns nil if `filter` does not admit it, if one of its
    /// places is missing from the catalog, or if it is a rejection that no longer counts.
    func link(_ row: Statement, _ filter: LinkFilter) throws -> StoredLink? {
        let (low, high) = (try row.placeID(0), try row.placeID(1))
        guard let state = row.text(3).flatMap(StoredLink.State.init) else {
            throw CatalogDamage.row(
                Words(en: "the link of \(low) and \(high) has no state", ko: "\(low)번과 \(high)번의 연결에 상태가 없습니다"))
        }
        let rule = row.text(2).flatMap(LinkRule.init)
        let evidence = try row.required(4, "link.evidence")
        guard low != high, filter.admits(rule, state), let one = try entry(low), let other = try entry(high) else {
            return nil
        }
        if state == .rejected, try !present.isStill(evidence, low, high) { return nil }
        let isTurned = high == place
        let link = StoredLink(
            one: isTurned ? other : one, other: isTurned ? one : other, rule: rule, state: state, evidence: evidence,
            run: row.isNull(5) ? nil : try row.runNumber(5), decidedOn: row.text(6))
        return filter.admits(link) ? link : nil
    }

    private func entry(_ id: Int64) throws -> CatalogEntry? {
        rows.ask(id: id)
        return try rows.next() ? rows.entry : nil
    }
}
