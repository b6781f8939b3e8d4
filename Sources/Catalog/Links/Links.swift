internal import GeocliDatabase
package import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Whether any two rows are linked; false in a catalog that is read as of a day.
    public func hasLinks() throws -> Bool {
        guard day == nil else { return false }
        return try read { try $0.flag("SELECT EXISTS (SELECT 1 FROM link)") }
    }

    /// Calls `body` with the links that `filter` admits, including the pairs of rows that a person rejected, at most
    /// `limit` times. The links are ordered by the ids of their two rows. If the evidence has changed since a person's
    /// decision, the decision does not count; see `lapsedDecisions`.
    ///
    /// - Complexity: O(l log n), l links and n places; memory does not grow with them.
    package func forEachLink(_ filter: LinkFilter, limit: Int? = nil, body: (StoredLink) throws -> Void) throws {
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
    package func lapsedDecisions(_ filter: LinkFilter) throws -> [LapsedDecision] {
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

    func forEachLinkedPair(_ body: (Int64, Int64) throws -> Void) throws {
        guard try hasLinks() else { return }
        try read { db in
            let links = try Statement(db, "SELECT low, high FROM link")
            while try links.step() { try body(try links.placeID(0), try links.placeID(1)) }
        }
    }

    /// The links of a row, or of all rows. A decision counts only if the link still has the evidence that the person
    /// saw.
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
    package func sameShops() throws -> SameShops? { try hasLinks() ? finished(joinedShops()) : nil }

    /// Returns all rows of the shops that these rows belong to; nil if this catalog has no links.
    ///
    /// - Complexity: for m rows and l links, O(m log l) if m is less than 1,000; O(l) otherwise.
    package func sameShops(of ids: [Int64]) throws -> SameShops? {
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
    package func leftOut(
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
        rows.restart(id: id)
        return try rows.next() ? rows.entry : nil
    }
}

/// The present evidence of two rows that are not linked. The evidence of linked rows is in the `link` table.
final class PresentEvidence {
    private let db: Database
    private var comparison: LinkComparison?

    init(_ db: Database) { self.db = db }

    /// Whether two rows still have this evidence.
    /// - Edges: true for rows that are not compared now, such as closed ones. Also true until a run has found the links
    ///   again by the present rules, because a person's decision stays in force until then.
    /// - Complexity: O(r), r rows that share a core name with one of the two.
    func isStill(_ evidence: String, _ low: Int64, _ high: Int64) throws -> Bool {
        guard try db.integer("SELECT rules FROM link_state WHERE id = 1") == Int64(LinkTable.rules) else { return true }
        let comparison = try self.comparison ?? LinkComparison(db, run: 0)
        self.comparison = comparison
        return try comparison.evidence(low, high).map { $0.json == evidence } ?? true
    }
}

extension Catalog {
    /// If there are fewer rows than this, links are looked up row by row. Otherwise, all links are read.
    static let fewRows = 1000

    /// Returns the other rows of a row's shop, in the order in which their feeds were added to the catalog; empty if
    /// there are none.
    ///
    /// - Complexity: O(m log l), m rows of the shop and l links.
    package func otherRows(of entry: CatalogEntry) throws -> [OtherRow] {
        guard let shop = try sameShops(of: [entry.id])?.all.first else { return [] }
        let corrected = isUncorrected ? try correctedRows(among: shop.map(\.id)) : []
        guard !corrected.contains(entry.id) else { return [] }
        var links: [Int64: StoredLink] = [:]
        var filter = LinkFilter()
        filter.place = entry.id
        filter.states = [.found, .accepted]
        try forEachLink(filter) { links[$0.other.id] = $0 }
        var before: [Int64: Int64] = [:]
        try forEachLinkedPair(around: [entry.id]) { near, far in
            if far != entry.id, before[far] == nil { before[far] = near }
        }
        let refs = Dictionary(uniqueKeysWithValues: shop.map { ($0.id, $0.ref) })
        var others: [OtherRow] = []
        let wanted = shop.map(\.id).filter { $0 != entry.id && !corrected.contains($0) }
        try forEachEntry(ids: wanted) { other in
            var through: [String] = []
            var id = before[other.id]
            while let step = id, step != entry.id {
                if let ref = refs[step] { through.insert(ref, at: 0) }
                id = before[step]
            }
            others.append(OtherRow(of: entry, row: other, link: links[other.id], through: through))
        }
        return others
    }

    /// Returns the rows among `ids` with corrected values: links are found from those, not from the feed's values.
    private func correctedRows(among ids: [Int64]) throws -> Set<Int64> {
        try read { db in
            let list = ids.map(String.init).joined(separator: ", ")
            var found: Set<Int64> = []
            try db.forEachRow("SELECT id FROM main.upstream WHERE id IN (\(list))") { found.insert($0.integer(0)) }
            return found
        }
    }

    /// Returns the shops of these rows, with all rows of each shop. Returns all shops if there are too many rows to
    /// look up.
    /// - Parameter ids: nil for all rows.
    func joinedShops(of ids: [Int64]? = nil) throws -> SameShops.Builder {
        var shops = SameShops.Builder()
        if let ids, ids.count < Self.fewRows {
            try forEachLinkedPair(around: ids) { shops.join($0, $1) }
        } else {
            try forEachLinkedPair { shops.join($0, $1) }
        }
        return shops
    }

    /// Calls `body` with the two rows of each link in the shops of these rows. Each link is passed twice, the second
    /// time with its rows swapped. In the first of the two calls, the first row is the one nearer to `ids`, counted in
    /// links.
    private func forEachLinkedPair(around ids: [Int64], _ body: (_ near: Int64, _ far: Int64) -> Void) throws {
        try read { db in
            let links = try Statement(
                db, "SELECT high FROM link WHERE low = ?1 UNION ALL SELECT low FROM link WHERE high = ?1 ORDER BY 1")
            var (open, seen) = (ids, Set(ids))
            var next = 0
            while next < open.count {
                let id = open[next]
                next += 1
                links.bind(1, id)
                defer { links.reset() }
                while try links.step() {
                    let other = try links.placeID(0)
                    body(id, other)
                    if seen.insert(other).inserted { open.append(other) }
                }
            }
        }
    }
}

/// The rows of an answer, collected to count the rows that repeat a shop. Uses one bit of memory for each row of the
/// catalog.
package final class AnsweredRows: AnsweredShops {
    private let catalog: Catalog
    private var ids: IDSet
    /// The first rows of the answer. If the answer has no more than these, their links are looked up row by row.
    private var first: [Int64] = []

    /// Creates an instance without rows; nil for a catalog without links.
    package init?(_ catalog: Catalog) throws {
        guard try catalog.hasLinks() else { return nil }
        self.catalog = catalog
        ids = IDSet(upTo: try catalog.lastID())
    }

    package func insert(_ id: Int64) {
        if ids.insert(id), first.count < Catalog.fewRows { first.append(id) }
    }

    /// Returns how many rows of the answer repeat the shop of another row of the answer. Two rows may be linked to one
    /// shop through rows that are not in the answer.
    ///
    /// - Complexity: for m rows and l links, O(m log l) if m is less than 1,000; O(l) otherwise.
    package func repeatCount() throws -> Int {
        var shops = try catalog.joinedShops(of: ids.count < Catalog.fewRows ? first : nil)
        return shops.repeatCount(where: ids.contains)
    }
}

extension Catalog {
    package func answeredShops() throws -> (any AnsweredShops)? { try AnsweredRows(self) }
}
