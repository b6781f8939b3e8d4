/// Finds the rows of different feeds that are the same shop.
///
/// A shop has at most one row of each feed. Pairs that a person accepted come first. Then come the rules, the surest
/// rule first. Within a rule, the nearest pair comes first, and equally near pairs are ordered by id. A pair joins the
/// shops of its two rows unless the new shop would have two rows of one feed, or two rows that a person rejected.
///
/// Evidence that fits several rows equally well links none of them. A row may have several possible partners in one
/// feed by the same rule. In that case, a rule that requires a phone number or a road links only near pairs
/// (`LinkEvidence.isNear`), and a distance rule links only a pair that is nearer than the others.
///
/// Rows with different core names are compared only if they have one phone number and their names resemble each other
/// (`LinkRule.partPhone`). The rows of a core name can be processed without those of other core names that neither such
/// a pair nor a person's decision joins to it.
///
/// A decision counts only while the evidence is that on which it was made (`decided`). `CatalogWriter.decide` refuses
/// one that would undo another accepted link, and a rejection of rows that no rule links.
package struct LinkFinder {
    package struct Link: Sendable, Equatable {
        package let low: Int64
        package let high: Int64
        package let evidence: LinkEvidence
    }

    /// The rows ordered by id, without the values that are not evidence.
    private let rows: [LinkRow]
    private let decisions: [LinkDecision]
    private let crowdedPhones: Set<String>

    /// Creates a finder of links between these rows, which may be in any order. For each core name, all listed rows
    /// must be included.
    ///
    /// - Parameters:
    ///   - decisions: the decisions that people made about these rows.
    ///   - crowdedPhones: the phone numbers that more than `LinkRule.phoneCrowd` rows share, also rows that are not here.
    package init(_ rows: [LinkRow], _ decisions: [LinkDecision] = [], crowdedPhones: Set<String> = []) {
        self.crowdedPhones = crowdedPhones
        self.rows = Self.withoutCrowds(rows.sorted { $0.id < $1.id })
        self.decisions = decisions.sorted { ($0.low, $0.high) < ($1.low, $1.high) }
    }

    /// Returns the evidence for two rows; nil unless the finder has both rows.
    package func evidence(_ one: Int64, _ other: Int64) -> LinkEvidence? {
        guard let one = index(of: one), let other = index(of: other) else { return nil }
        return LinkEvidence(rows[one], rows[other])
    }

    /// Returns the links, ordered by the ids of their rows.
    ///
    /// - Complexity: O(n log n), n rows, even if all rows have the same name. A row is looked up by its phone number,
    ///   its road number and each cell around it. Each lookup compares the row with at most `LinkRule.crowd` rows of a
    ///   feed.
    package func links() -> [Link] {
        var shops = LinkedShops(feeds: rows.map(\.feed))
        var links: [Link] = []
        func add(_ pair: Pair) {
            shops.join(pair.low, pair.high)
            links.append(Link(low: rows[pair.low].id, high: rows[pair.high].id, evidence: pair.evidence))
        }
        let decided = self.decided()
        for (pair, verdict) in decided where verdict == .rejected { shops.separate(pair.low, pair.high) }
        for (pair, verdict) in decided where verdict == .accepted && shops.canJoin(pair.low, pair.high) { add(pair) }
        let known = Set(decided.map { $0.pair.key })
        let pairs = candidates().filter { !known.contains($0.key) }
        for rule in LinkRule.allCases {
            let open = pairs.filter { $0.evidence.rule == rule && shops.canJoin($0.low, $0.high) }.sorted()
            let rivals = Rivals(open, rows, isByDistance: rule.isByDistance)
            for pair in open where shops.canJoin(pair.low, pair.high) {
                if shops.areOne(pair.low, pair.high) || rivals.admit(pair, rows) { add(pair) }
            }
        }
        return links.sorted { ($0.low, $0.high) < ($1.low, $1.high) }
    }

    /// Two rows of different feeds, as indices in `rows`.
    fileprivate struct Pair: Comparable {
        let low: Int
        let high: Int
        let evidence: LinkEvidence

        var key: UInt64 { UInt64(low) << 32 | UInt64(high) }

        static func < (left: Pair, right: Pair) -> Bool {
            (left.evidence.tenths ?? .max, left.low, left.high) < (right.evidence.tenths ?? .max, right.low, right.high)
        }
    }

    private func decided() -> [(pair: Pair, verdict: LinkDecision.Verdict)] {
        decisions.compactMap { decision in
            guard let low = index(of: decision.low), let high = index(of: decision.high),
                rows[low].feed != rows[high].feed
            else { return nil }
            let evidence = LinkEvidence(rows[low], rows[high])
            guard evidence.json == decision.evidence else { return nil }
            return (Pair(low: low, high: high, evidence: evidence), decision.verdict)
        }
    }

    private func candidates() -> [Pair] {
        var keys: [UInt64] = []
        func addPair(_ one: Int, _ other: Int) {
            guard rows[one].feed != rows[other].feed else { return }
            keys.append(UInt64(min(one, other)) << 32 | UInt64(max(one, other)))
        }
        func addPairs(_ groups: [String?: [Int]]) {
            for (key, group) in groups where key != nil {
                for (offset, one) in group.enumerated() {
                    for other in group[(offset + 1)...] { addPair(one, other) }
                }
            }
        }
        let groups = Dictionary(grouping: rows.indices, by: { rows[$0].name.core })
        if groups.count > 1 {
            addPairs(
                Dictionary(grouping: rows.indices) { rows[$0].phone }.filter { phone, group in
                    group.count <= LinkRule.phoneCrowd && phone.map(crowdedPhones.contains) != true
                })
        }
        for group in groups.values where group.contains(where: { rows[$0].feed != rows[group[0]].feed }) {
            addPairs(Dictionary(grouping: group) { rows[$0].phone })
            addPairs(Dictionary(grouping: group) { rows[$0].address.road })
            let cells = Dictionary(grouping: group) { rows[$0].cell }
            for (cell, group) in cells {
                for neighbor in cell?.neighborhood ?? [] {
                    for other in cells[neighbor] ?? [] { for one in group where one < other { addPair(one, other) } }
                }
            }
        }
        keys.sort()
        var last: UInt64?
        return keys.compactMap { key in
            defer { last = key }
            guard key != last else { return nil }
            let (low, high) = (Int(key >> 32), Int(key & 0xFFFF_FFFF))
            let evidence = LinkEvidence(rows[low], rows[high])
            return evidence.rule == nil ? nil : Pair(low: low, high: high, evidence: evidence)
        }
    }

    private func index(of id: Int64) -> Int? {
        var range = rows.indices
        while let first = range.first {
            let middle = first + range.count / 2
            if rows[middle].id == id { return middle }
            range = rows[middle].id < id ? middle + 1..<range.upperBound : first..<middle
        }
        return nil
    }

    /// Returns the rows without the phone numbers, road numbers and points that can't be evidence. A phone number, a
    /// road number or the cell of a point is not evidence if too many rows with the same feed and core name share it.
    private static func withoutCrowds(_ rows: [LinkRow]) -> [LinkRow] {
        guard rows.count > LinkRule.crowd else { return rows }
        struct Key<Value: Hashable>: Hashable {
            let feed: Int64
            let core: String
            let value: Value
        }
        func counts<Value: Hashable>(_ value: @escaping (LinkRow) -> Value?) -> (LinkRow) -> Bool {
            func key(_ row: LinkRow) -> Key<Value>? {
                value(row).map { Key(feed: row.feed, core: row.name.core, value: $0) }
            }
            var counts: [Key<Value>: Int] = [:]
            for row in rows { if let key = key(row) { counts[key, default: 0] += 1 } }
            return { row in key(row).map { counts[$0] ?? 0 > LinkRule.crowd } ?? false }
        }
        let isPhone = counts(\.phone)
        let isRoad = counts(\.address.road)
        let isPoint = counts(\.cell)
        return rows.map { $0.without(phone: isPhone($0), road: isRoad($0), point: isPoint($0)) }
    }
}

/// The number of pairs of one rule that could be linked, for each row and each feed of its partners.
private struct Rivals {
    private struct Key: Hashable {
        let row: Int
        let feed: Int64
        /// The distance of the pair, for a distance rule; nil for any other rule.
        let tenths: Int?
    }

    private var partners: [Key: Int] = [:]
    private let isByDistance: Bool

    init(_ pairs: [LinkFinder.Pair], _ rows: [LinkRow], isByDistance: Bool) {
        self.isByDistance = isByDistance
        for pair in pairs { for key in keys(pair, rows) { partners[key, default: 0] += 1 } }
    }

    func admit(_ pair: LinkFinder.Pair, _ rows: [LinkRow]) -> Bool {
        let isAlone = keys(pair, rows).allSatisfy { partners[$0] == 1 }
        return isAlone || !isByDistance && pair.evidence.isNear
    }

    private func keys(_ pair: LinkFinder.Pair, _ rows: [LinkRow]) -> [Key] {
        let tenths = isByDistance ? pair.evidence.tenths : nil
        return [
            Key(row: pair.low, feed: rows[pair.high].feed, tenths: tenths),
            Key(row: pair.high, feed: rows[pair.low].feed, tenths: tenths),
        ]
    }
}

/// Rows that are joined into shops, with at most one row of each feed in a shop.
struct LinkedShops {
    private let feeds: [Int64]
    /// The rows of each shop; nil for a shop that became part of another one.
    private var shops: [[Int]?]
    private var numbers: [Int: Int] = [:]
    /// For each row, the rows that a person said are not the same shop.
    private var apart: [Int: Set<Int>] = [:]

    /// One row in each shop. `feeds` has the feed of each row.
    init(feeds: [Int64]) {
        self.feeds = feeds
        shops = []
    }

    mutating func separate(_ one: Int, _ other: Int) {
        apart[one, default: []].insert(other)
        apart[other, default: []].insert(one)
    }

    func areOne(_ one: Int, _ other: Int) -> Bool {
        guard let number = numbers[one] else { return false }
        return numbers[other] == number
    }

    /// - Complexity: O(f²), f feeds in the two shops.
    func canJoin(_ one: Int, _ other: Int) -> Bool {
        if areOne(one, other) { return true }
        let (here, there) = (members(one), members(other))
        return here.allSatisfy { left in
            there.allSatisfy { feeds[$0] != feeds[left] && apart[left]?.contains($0) != true }
        }
    }

    mutating func join(_ one: Int, _ other: Int) {
        guard !areOne(one, other) else { return }
        let all = members(one) + members(other)
        for row in [one, other] { if let number = numbers[row] { shops[number] = nil } }
        shops.append(all)
        for row in all { numbers[row] = shops.count - 1 }
    }

    private func members(_ row: Int) -> [Int] { numbers[row].flatMap { shops[$0] } ?? [row] }
}
