internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// Judges which rows of one key share a phone or a point. A key is a hash, so their values may differ.
struct GroupJudge {
    private struct Value: Hashable {
        let feed: Int64
        let phone: String?
        let point: Coordinate?
    }

    private let rule: IssueRule
    private let isAffected: Bool
    private let findings: WaitingFindings
    private var groups: [Value: (text: UInt32, group: IssueGroup)] = [:]

    /// - Parameter sort: not `pair`.
    init(_ sort: IssueKeys.Sort, isAffected: Bool, _ findings: WaitingFindings) {
        rule = sort == .phone ? .phoneShared : .pointShared
        self.isAffected = isAffected
        self.findings = findings
    }

    /// Adds a row. Its id is higher than those of the rows before it.
    mutating func add(_ row: IssueRow) throws {
        let value =
            rule == .phoneShared
            ? Value(feed: row.feed, phone: row.place.phone, point: nil)
            : Value(feed: row.feed, phone: nil, point: row.place.coordinate)
        if groups[value] == nil, let group = IssueGroup(rule, of: row) {
            groups[value] = (findings.reserveText(), group)
        }
        guard let text = groups[value]?.text else { return }
        groups[value]?.group.add(row)
        try findings.add(rule, row.id, text: text, isAffected: isAffected)
    }

    /// Stores the evidence. Call this after the last row.
    func end() throws {
        for (text, group) in groups.values {
            guard let evidence = group.evidence else { continue }
            try findings.store(text, shared: group.shared, evidence: evidence)
        }
    }
}

/// The findings about rows that share a phone, a point or a name. There may be as many as rows, so they wait on disk.
final class WaitingFindings {
    /// A finding. Its text is stored once for all findings of a group.
    private struct Entry: RunEntry {
        /// The row, or the row of the pair with the lower id.
        let low: Int64
        /// The other row of the pair; 0 if the finding is about one row.
        let high: Int64
        let text: UInt32
        let isAffected: Bool

        var rank: UInt64 { UInt64(bitPattern: low) ^ 1 << 63 }

        static func < (left: Entry, right: Entry) -> Bool {
            (left.low, left.high, left.text) < (right.low, right.high, right.text)
        }
    }

    private let phones = RunSort<Entry>()
    private let points = RunSort<Entry>()
    private let pairs = RunSort<Entry>()
    private var texts: WaitingBlocks?
    private var textCount: UInt32 = 0

    func reserveText() -> UInt32 {
        textCount += 1
        return textCount
    }

    /// Adds a row of a group. There is a finding about it only if the text of its group is stored later.
    /// - Parameters:
    ///   - rule: the rule for phone numbers or the one for points.
    ///   - text: the number from `reserveText`.
    func add(_ rule: IssueRule, _ id: Int64, text: UInt32, isAffected: Bool) throws {
        let sort = rule == .phoneShared ? phones : points
        try sort.add(Entry(low: id, high: 0, text: text, isAffected: isAffected))
    }

    /// - Parameter shared: the value that the rows share; empty for a pair.
    func store(_ text: UInt32, shared: String, evidence: String) throws {
        let texts = try texts ?? WaitingBlocks()
        self.texts = texts
        let count = withUnsafeBytes(of: UInt64(shared.utf8.count).littleEndian, Array.init)
        let bytes = count + Array(shared.utf8) + Array(evidence.utf8)
        try bytes.withUnsafeBytes { try texts.store($0, Int64(text)) }
    }

    /// Adds a finding about a pair of rows. The same finding may be added several times.
    func add(_ finding: IssueFinding, _ low: Int64, _ high: Int64, isAffected: Bool) throws {
        let text = reserveText()
        try store(text, shared: "", evidence: finding.evidence)
        try pairs.add(Entry(low: low, high: high, text: text, isAffected: isAffected))
    }

    /// Calls `body` once with each finding, by rule and id, so that numbers of new issues do not depend on hashes.
    /// Then discards the findings.
    func forEach(_ body: (_ finding: IssueFinding, _ isAffected: Bool) throws -> Void) throws {
        for (rule, sort) in [(IssueRule.phoneShared, phones), (.pointShared, points)] {
            try sort.forEach { entry in
                guard let (shared, evidence) = try text(entry.text) else { return }
                let finding = IssueGroup.finding(rule, about: entry.low, shared: shared, evidence: evidence)
                try body(finding, entry.isAffected)
            }
        }
        var last: Entry?
        try pairs.forEach { entry in
            if let last, last.low == entry.low, last.high == entry.high { return }
            last = entry
            guard let (_, evidence) = try text(entry.text) else { throw CatalogDamage.lostBlock }
            try body(IssueJudge.repeated(entry.low, entry.high, evidence: evidence), entry.isAffected)
        }
        texts = nil
    }

    /// Returns a stored text; nil if the rule found nothing in the group.
    private func text(_ number: UInt32) throws -> (shared: String, evidence: String)? {
        try texts?.take(Int64(number)) { bytes in
            let start = MemoryLayout<UInt64>.size
            let end = start + Int(UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)))
            return (
                String(decoding: bytes[start..<end], as: UTF8.self), String(decoding: bytes[end...], as: UTF8.self)
            )
        }
    }
}
