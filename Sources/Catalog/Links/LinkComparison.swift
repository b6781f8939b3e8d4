internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Compares rows with the same core name, or with the same phone number and similar names, and replaces the links in the
/// catalog with those that it finds. A block is all rows with one core name.
final class LinkComparison {
    private let db: Database
    private let run: Int64
    private let rows: LinkRowReader
    private let stored: Statement
    private let insert: Statement
    private let delete: Statement
    private let feeds: Statement
    /// The decisions of people. Each decision is listed under both of its rows.
    private var decisions: [Int64: [LinkDecision]] = [:]
    /// For each block, the blocks that people's decisions join to it.
    private var joined: [Int64: Set<Int64>] = [:]
    /// For each block, those with a row that has the same phone number and a similar name as one of its rows. While all
    /// rows are compared, all of them are here; otherwise only those that were looked up.
    private var similar: [Int64: Set<Int64>] = [:]
    private var hasAllSimilar = false
    /// Gets each difference as a sentence. While it is set, nothing is written.
    private var onDifference: ((Words) -> Void)?
    /// The rows that were compared; nil if they need not be known.
    private var seen: IDSet?
    /// The blocks that the last call of `evidence` read, and their rows.
    private var last: (blocks: [Int64], finder: LinkFinder)?

    /// - Parameter run: the run that new links belong to.
    init(_ db: Database, run: Int64) throws {
        self.db = db
        self.run = run
        rows = try LinkRowReader(db)
        stored = try Statement(db, "SELECT low, high, rule, evidence FROM link WHERE low = ?1 OR high = ?1")
        insert = try Statement(
            db, "INSERT OR REPLACE INTO link (low, high, rule, evidence, run) VALUES (?, ?, ?, ?, ?)")
        delete = try Statement(db, "DELETE FROM link WHERE low = ? AND high = ?")
        feeds = try Statement(
            db,
            """
            SELECT (SELECT feed FROM link_key WHERE block = ?1 ORDER BY feed LIMIT 1),
                (SELECT feed FROM link_key WHERE block = ?1 ORDER BY feed DESC LIMIT 1)
            """)
        try readDecisions()
    }

    /// Compares the rows of these blocks and of the blocks that belong to them, and writes the differences.
    func compare(_ blocks: Set<Int64>) throws {
        var open = blocks
        while let block = open.first {
            let together = try closure(of: block)
            open.subtract(together)
            try compare(together.sorted())
        }
    }

    /// Compares the rows of the blocks that touched rows left or entered, and writes the differences. A block with rows
    /// of only one feed has no links, so its rows are not read.
    /// - Parameter phones: the blocks of phone numbers that touched rows left or entered.
    func compare(_ blocks: Set<Int64>, phones: Set<Int64>, of touched: [Int64]) throws {
        var open = blocks
        // A touched row that is not compared has no links: it is no longer listed, or no other feed has its core name.
        var alone = Set(touched)
        for phone in phones {
            for (id, block) in try rows.blocks(ofPhone: phone) {
                open.insert(block)
                alone.insert(id)
            }
        }
        while let block = open.first {
            let together = try closure(of: block)
            open.subtract(together)
            if try haveSeveralFeeds(together) { alone.subtract(try compare(together.sorted())) }
        }
        for id in alone {
            for pair in try links(of: id).keys { try remove(pair.low, pair.high) }
        }
    }

    private func haveSeveralFeeds(_ blocks: Set<Int64>) throws -> Bool {
        var (least, greatest): (Int64, Int64) = (.max, .min)
        for block in blocks {
            feeds.bind(1, block)
            defer { feeds.reset() }
            guard try feeds.step(), !feeds.isNull(0) else { continue }
            (least, greatest) = (min(least, feeds.integer(0)), max(greatest, feeds.integer(1)))
        }
        return least < greatest
    }

    /// Compares all rows of the catalog. Also removes links of rows that are no longer compared.
    func compareAll(upTo lastID: Int64) throws {
        seen = IDSet(upTo: lastID)
        try findAllSimilar()
        var blocks: [Int64] = []
        try db.forEachRow(
            "SELECT block FROM link_key WHERE block & 1 = 0 GROUP BY block HAVING min(feed) < max(feed)"
        ) { blocks.append($0.integer(0)) }
        for block in blocks where joined[block] == nil && similar[block] == nil { try compare([block]) }
        try compare(Set(joined.keys).union(similar.keys))
        var gone: [(Int64, Int64)] = []
        try db.forEachRow("SELECT low, high FROM link") { row in
            let (low, high) = (row.integer(0), row.integer(1))
            if seen?.contains(low) != true || seen?.contains(high) != true { gone.append((low, high)) }
        }
        for (low, high) in gone { try remove(low, high) }
    }

    /// Returns how the links in the catalog differ from those that a comparison of all rows finds. Writes nothing.
    func findings(upTo lastID: Int64) throws -> [Words] {
        var findings: [Words] = []
        onDifference = { findings.append($0) }
        defer { onDifference = nil }
        try compareAll(upTo: lastID)
        return findings
    }

    /// Returns the evidence of two rows as a run would find it; nil if one of them is not compared.
    func evidence(_ one: Int64, _ other: Int64) throws -> LinkEvidence? {
        guard let here = try rows.block(of: one), let there = try rows.block(of: other) else { return nil }
        let found = try closure(of: here).union(closure(of: there)).sorted()
        if let last, last.blocks == found { return last.finder.evidence(one, other) }
        let finder = LinkFinder(try rows.rows(of: found))
        last = (found, finder)
        return finder.evidence(one, other)
    }

    /// Compares the rows of these blocks. Returns their ids.
    @discardableResult
    private func compare(_ blocks: [Int64]) throws -> [Int64] {
        let rows = try rows.rows(of: blocks)
        for row in rows { seen?.insert(row.id) }
        var before: [Pair: (rule: String?, evidence: String)] = [:]
        for row in rows { before.merge(try links(of: row.id)) { $1 } }
        let said = rows.flatMap { row in (decisions[row.id] ?? []).filter { $0.low == row.id } }
        // Within one block, a phone number needs no similar names.
        let phones = blocks.count > 1 ? Set(rows.compactMap(\.phone)) : []
        let crowded = try phones.filter { try self.rows.isCrowded(LinkBlock.of(phone: $0)) }
        for link in LinkFinder(rows, said, crowdedPhones: crowded).links() {
            let former = before.removeValue(forKey: Pair(low: link.low, high: link.high))
            let (rule, evidence) = (link.evidence.rule?.rawValue, link.evidence.json)
            if former?.rule == rule, former?.evidence == evidence { continue }
            if let onDifference {
                onDifference(
                    Finding.words(
                        "not-linked", ("one", "\(link.low)"), ("other", "\(link.high)"), ("evidence", evidence)))
                continue
            }
            insert.bind([
                .integer(link.low), .integer(link.high), rule.map(SQLValue.text) ?? .null, .text(evidence),
                .integer(run),
            ])
            try insert.run()
        }
        for pair in before.keys.sorted(by: { ($0.low, $0.high) < ($1.low, $1.high) }) {
            try remove(pair.low, pair.high)
        }
        return rows.map(\.id)
    }

    private func links(of id: Int64) throws -> [Pair: (rule: String?, evidence: String)] {
        var links: [Pair: (rule: String?, evidence: String)] = [:]
        stored.bind(1, id)
        defer { stored.reset() }
        while try stored.step() {
            links[Pair(low: stored.integer(0), high: stored.integer(1))] = (stored.text(2), stored.text(3) ?? "")
        }
        return links
    }

    private struct Pair: Hashable {
        let low: Int64
        let high: Int64
    }

    private func remove(_ low: Int64, _ high: Int64) throws {
        if let onDifference {
            return onDifference(Finding.words("wrong-link", ("one", "\(low)"), ("other", "\(high)")))
        }
        delete.bind([.integer(low), .integer(high)])
        try delete.run()
    }

    private func closure(of block: Int64) throws -> Set<Int64> {
        var all: Set = [block]
        var open = [block]
        while let next = open.popLast() {
            for other in try (joined[next] ?? []).union(similarBlocks(to: next)) where all.insert(other).inserted {
                open.append(other)
            }
        }
        return all
    }

    private func similarBlocks(to block: Int64) throws -> Set<Int64> {
        if let known = similar[block] { return known }
        guard !hasAllSimilar else { return [] }
        var found: Set<Int64> = []
        for row in try rows.rows(of: [block]) {
            guard let phone = row.phone.map(LinkBlock.of(phone:)), try !rows.isCrowded(phone) else { continue }
            for other in try rows.rows(of: [phone]) where Self.areSimilar(row, other) {
                found.insert(other.name.block)
            }
        }
        similar[block] = found
        return found
    }

    private func findAllSimilar() throws {
        similar = [:]
        var phones: [Int64] = []
        try db.forEachRow(
            """
            SELECT block FROM link_key WHERE block & 1 = 1 GROUP BY block
            HAVING min(feed) < max(feed) AND count(*) <= \(LinkRule.phoneCrowd)
            """
        ) { phones.append($0.integer(0)) }
        for phone in phones {
            let rows = try rows.rows(of: [phone])
            for (offset, one) in rows.enumerated() {
                for other in rows[(offset + 1)...] where Self.areSimilar(one, other) {
                    similar[one.name.block, default: []].insert(other.name.block)
                    similar[other.name.block, default: []].insert(one.name.block)
                }
            }
        }
        hasAllSimilar = true
    }

    private static func areSimilar(_ one: LinkRow, _ other: LinkRow) -> Bool {
        one.feed != other.feed && one.phone == other.phone && one.name.core != other.name.core
            && one.name.resembles(other.name)
    }

    private func readDecisions() throws {
        var all: [LinkDecision] = []
        try db.forEachRow("SELECT low, high, verdict, evidence FROM link_decision ORDER BY low, high") { row in
            guard let verdict = row.text(2).flatMap(LinkDecision.Verdict.init) else {
                throw CatalogDamage.row(
                    Words(en: "a decision about a link has no verdict", ko: "연결에 관한 결정에 확인이나 거절 표시가 없습니다"))
            }
            all.append(
                LinkDecision(
                    low: row.integer(0), high: row.integer(1), verdict,
                    evidence: try row.required(3, "link_decision.evidence")))
        }
        for decision in all {
            for id in [decision.low, decision.high] { decisions[id, default: []].append(decision) }
            guard let low = try rows.block(of: decision.low), let high = try rows.block(of: decision.high) else {
                continue
            }
            joined[low, default: []].insert(high)
            joined[high, default: []].insert(low)
        }
    }
}

/// Reads the rows that are compared to find links.
struct LinkRowReader {
    private let row: Statement
    private let name: Statement
    private let crowd: Statement
    private let joinedByPhone: Statement

    init(_ db: Database) throws {
        // The query starts with the index of link_key, because a block has few rows.
        row = try Statement(
            db,
            """
            SELECT b.id, b.feed, b.name, b.phone, b.address, b.district, b.longitude, b.latitude, b.kind
            FROM link_key k CROSS JOIN place b ON b.id = k.place WHERE k.block = ?
            """)
        crowd = try Statement(
            db,
            "SELECT count(*) FROM (SELECT 1 FROM link_key WHERE block = ? LIMIT \(LinkRule.phoneCrowd + 1))")
        joinedByPhone = try Statement(
            db,
            """
            SELECT k.place FROM link_key k WHERE k.block = ?1 AND EXISTS (
                SELECT 1 FROM link l WHERE (l.low = k.place OR l.high = k.place) AND l.rule = 'part-phone')
            """)
        name = try Statement(db, "SELECT name FROM place WHERE id = ?")
    }

    /// Returns the block of a place, even a missing one; nil for an unknown place, or for a name that is not compared.
    func block(of id: Int64) throws -> Int64? {
        name.bind(1, id)
        defer { name.reset() }
        return try name.step() ? name.text(0).flatMap(LinkName.init)?.block : nil
    }

    /// Whether too many rows have the phone number of this block.
    func isCrowded(_ phone: Int64) throws -> Bool {
        crowd.bind(1, phone)
        defer { crowd.reset() }
        return try crowd.step() && crowd.integer(0) > LinkRule.phoneCrowd
    }

    /// Returns the blocks of the rows whose links a change of this phone number's rows may change, by the rows' ids. If
    /// too many rows have the number, these are only the rows that it linked before.
    func blocks(ofPhone phone: Int64) throws -> [(id: Int64, block: Int64)] {
        guard try isCrowded(phone) else { return try rows(of: [phone]).map { ($0.id, $0.name.block) } }
        var found: [Int64] = []
        joinedByPhone.bind(1, phone)
        defer { joinedByPhone.reset() }
        while try joinedByPhone.step() { found.append(try joinedByPhone.placeID(0)) }
        return try found.compactMap { id in try block(of: id).map { (id, $0) } }
    }

    func rows(of blocks: [Int64]) throws -> [LinkRow] {
        var rows: [LinkRow] = []
        for block in blocks {
            row.bind(1, block)
            defer { row.reset() }
            while try row.step() {
                let values = LinkRow.Values(
                    name: try row.filled(2, "place.name"), kind: try row.kind(8, id: 0), phone: row.text(3),
                    address: row.text(4), district: row.text(5),
                    point: try row.point(longitude: 6, latitude: 7, id: 0))
                if let found = LinkRow(id: try row.placeID(0), feed: row.integer(1), values) { rows.append(found) }
            }
        }
        return rows
    }
}
