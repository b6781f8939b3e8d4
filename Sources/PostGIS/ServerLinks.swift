#if PostGIS
package import GeocliPlaces
internal import GeocliText

extension ServerCatalog {
    private static let linksAtOnce = 512
    private var links: String { layout.name(ServerLayout.links) }
    private static let isLinked = "l.state <> 'rejected'"

    private func requireLinks() throws {
        try require(linkTable, ServerLayout.links)
    }

    /// Without a table of links, answers are those of a catalog without links. Only queries for links fail.
    package func answeredShops() -> (any AnsweredShops)? {
        linkTable == .there && !hasNoLinks ? ServerAnsweredRows(self) : nil
    }

    package func sameShops() throws -> SameShops? {
        try requireLinks()
        var shops = SameShops.Builder()
        var isAny = false
        try forEachLinkedPair(around: nil) { low, high in
            shops.join(low, high)
            isAny = true
        }
        guard isAny else { return nil }
        var members: [Int64: SameShops.Member] = [:]
        try connection.forEachRow(
            """
            SELECT b.id, f.key, b.feed, b.feed_id FROM (
                SELECT l.low AS id FROM \(links) l WHERE \(Self.isLinked)
                UNION SELECT l.high FROM \(links) l WHERE \(Self.isLinked)) linked
            JOIN \(layout.name("place")) b ON b.id = linked.id JOIN \(layout.name("feed")) f ON f.feed = b.feed
            """
        ) { rows, row in
            guard let id = rows.checkedInteger(row, 0), let key = rows.checkedInteger(row, 1),
                let feed = rows.text(row, 2), let feedID = rows.text(row, 3)
            else {
                throw ServerError.contradiction(
                    connection.name, Words(en: "a linked row lacks a value", ko: "연결된 행의 값이 없음"))
            }
            members[id] = SameShops.Member(id: id, feedKey: key, feed: feed, ref: "\(feed)/\(feedID)")
            return true
        }
        return shops.finished { members[$0] }
    }

    package func leftOut(
        of shops: SameShops, _ filter: PlaceFilter, preferring feeds: [String], standing: UniqueShops.Standing,
        without origin: Int64?
    ) throws -> LeftOutRows {
        let admitted = try admitted(shops.all.flatMap { $0.map(\.id) }, filter)
        var leftOut: Set<Int64> = []
        for members in shops.all {
            if members.contains(where: { $0.id == origin }) {
                leftOut.formUnion(members.map(\.id))
                continue
            }
            let shown = standing.ordered(members.filter { admitted[$0.id] != nil }, preferring: feeds) {
                admitted[$0.id] == true
            }
            for member in shown.dropFirst() { leftOut.insert(member.id) }
        }
        return LeftOutRows(leftOut)
    }

    /// Returns which of these rows the filter admits, and whether each of them has a point.
    private func admitted(_ ids: [Int64], _ filter: PlaceFilter) throws -> [Int64: Bool] {
        var filter = ServerFilter(filter)
        let others = filter.values
        let wanted = filter.bind(.integers([]))
        let sql = """
            SELECT \(filter.columns("b.id, (b.point IS NOT NULL)::integer")) FROM \(layout.name("place")) b
            WHERE b.id = ANY (\(wanted)) AND \(filter.sql)
            """
        var admitted: [Int64: Bool] = [:]
        for part in parts(of: ids) {
            let rows = try connection.rows(sql, others + [.integers(part)])
            for row in 0..<rows.count where filter.admits(rows, row, folded: 2) {
                admitted[rows.integer(row, 0)] = rows.integer(row, 1) != 0
            }
        }
        return admitted
    }

    package func forEachLink(_ filter: LinkFilter, limit: Int?, body: (StoredLink) throws -> Void) throws {
        try requireLinks()
        var left = limit ?? .max
        guard left > 0 else { return }
        var batch: [ServerLink] = []
        func put() throws {
            var entries: [Int64: CatalogEntry] = [:]
            try forEachEntry(ids: Set(batch.flatMap { [$0.low, $0.high] }).sorted()) { entries[$0.id] = $0 }
            for link in batch where left > 0 {
                guard let stored = link.stored(entries, for: filter.place), filter.admits(stored) else { continue }
                try body(stored)
                left -= 1
            }
            batch = []
        }
        let (condition, values): (String, [ServerValue]) =
            filter.place.map { ("l.low = $1 OR l.high = $1", [.integer($0)]) } ?? ("true", [])
        try connection.forEachRow(
            """
            SELECT l.low, l.high, l.rule, l.state, l.evidence, l.run, l.decided_on FROM \(links) l
            WHERE \(condition) ORDER BY l.low, l.high
            """, values, isWhole: limit == nil
        ) { rows, row in
            guard let link = ServerLink(rows, row) else {
                throw ServerError.contradiction(
                    connection.name, Words(en: "a link lacks a value", ko: "연결의 값이 없음"))
            }
            batch.append(link)
            if batch.count == Self.linksAtOnce { try put() }
            return left > 0
        }
        try put()
    }

    /// Calls `body` with the two ids of each link; if `ids` is not nil, only of links in the shops of these rows.
    func forEachLinkedPair(around ids: [Int64]?, _ body: (Int64, Int64) -> Void) throws {
        let all = "SELECT l.low, l.high FROM \(links) l WHERE \(Self.isLinked)"
        let around = """
            WITH RECURSIVE shop (id) AS (
                SELECT unnest($1::bigint[])
                UNION
                SELECT CASE WHEN l.low = s.id THEN l.high ELSE l.low END
                FROM shop s JOIN \(links) l ON s.id IN (l.low, l.high) AND \(Self.isLinked))
            \(all) AND l.low IN (SELECT id FROM shop)
            """
        try connection.forEachRow(ids == nil ? all : around, ids.map { [.integers($0)] } ?? []) { rows, row in
            body(rows.integer(row, 0), rows.integer(row, 1))
            return true
        }
    }

    /// Reads all links, as `sameShops` does.
    package func otherRows(of entry: CatalogEntry) throws -> [OtherRow] {
        guard let shop = try sameShops()?.all.first(where: { $0.contains { $0.id == entry.id } }) else { return [] }
        var direct: [Int64: StoredLink] = [:]
        var filter = LinkFilter()
        filter.place = entry.id
        filter.states = [.found, .accepted]
        try forEachLink(filter, limit: nil) { direct[$0.other.id] = $0 }
        let ids = shop.map(\.id)
        let before = try steps(from: entry.id)
        let refs = Dictionary(uniqueKeysWithValues: shop.map { ($0.id, $0.ref) })
        var rows: [Int64: CatalogEntry] = [:]
        try forEachEntry(ids: ids.sorted()) { rows[$0.id] = $0 }
        return ids.compactMap { id in
            guard id != entry.id, let row = rows[id] else { return nil }
            var through: [String] = []
            var step = before[id]
            while let id = step, id != entry.id {
                if let ref = refs[id] { through.insert(ref, at: 0) }
                step = before[id]
            }
            return OtherRow(of: entry, row: row, link: direct[id], through: through)
        }
    }

    /// Returns, for each row of a shop, the row before it on the shortest path over links. If there are several such
    /// rows, the result is the one that the search reaches first; the search visits lower ids first.
    private func steps(from start: Int64) throws -> [Int64: Int64] {
        var neighbors: [Int64: [Int64]] = [:]
        try forEachLinkedPair(around: [start]) { low, high in
            neighbors[low, default: []].append(high)
            neighbors[high, default: []].append(low)
        }
        var before: [Int64: Int64] = [:]
        var open = [start]
        var next = 0
        while next < open.count {
            let id = open[next]
            next += 1
            for other in (neighbors[id] ?? []).sorted() where other != start && before[other] == nil {
                before[other] = id
                open.append(other)
            }
        }
        return before
    }
}

/// A link in the server's table, without its two rows.
private struct ServerLink {
    let low: Int64
    let high: Int64
    private let rule: LinkRule?
    private let state: StoredLink.State
    private let evidence: String
    private let run: Int64?
    private let decidedOn: String?

    /// Reads a link from a row. Fails for values that no push writes.
    init?(_ rows: QueryResult, _ row: Int) {
        guard let low = rows.checkedInteger(row, 0), let high = rows.checkedInteger(row, 1), low < high,
            let state = rows.text(row, 3).flatMap(StoredLink.State.init), let evidence = rows.text(row, 4),
            rows.isNull(row, 5) || CatalogNumbers.runs.contains(rows.integer(row, 5))
        else { return nil }
        (self.low, self.high, self.state, self.evidence) = (low, high, state, evidence)
        rule = rows.text(row, 2).flatMap(LinkRule.init)
        run = rows.checkedInteger(row, 5)
        decidedOn = rows.isNull(row, 6) ? nil : ServerDay.text(rows.integer(row, 6))
    }

    /// Returns the link with its rows; nil if a row is missing. The row `place` comes first.
    func stored(_ entries: [Int64: CatalogEntry], for place: Int64?) -> StoredLink? {
        guard let one = entries[low], let other = entries[high] else { return nil }
        let (first, last) = high == place ? (other, one) : (one, other)
        return StoredLink(
            one: first, other: last, rule: rule, state: state, evidence: evidence, run: run, decidedOn: decidedOn)
    }
}

/// The rows of an answer, to count those that repeat a shop. They take about one bit of memory each.
private final class ServerAnsweredRows: AnsweredShops {
    private let catalog: ServerCatalog
    /// The ids, as bits: each value has the bits of 64 ids.
    private var ids: [Int64: UInt64] = [:]
    /// The first rows. If the answer has only a few rows, their links are looked up by id.
    private var first: [Int64] = []
    private var hasMore = false
    private static let few = 1000

    init(_ catalog: ServerCatalog) { self.catalog = catalog }

    func insert(_ id: Int64) {
        guard !contains(id) else { return }
        ids[id >> 6, default: 0] |= 1 << UInt64(id & 63)
        if first.count < Self.few { first.append(id) } else { hasMore = true }
    }

    func repeatCount() throws -> Int {
        guard first.count > 1 else { return 0 }
        var shops = SameShops.Builder()
        try catalog.forEachLinkedPair(around: hasMore ? nil : first) { shops.join($0, $1) }
        return shops.repeatCount(where: contains)
    }

    private func contains(_ id: Int64) -> Bool { (ids[id >> 6] ?? 0) & 1 << UInt64(id & 63) != 0 }
}
#endif
