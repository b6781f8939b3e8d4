internal import GeocliGeo
internal import GeocliPlaces

/// Judges the rows of one key: which of them share a phone or a point. Rows with the same key may have different
/// values, because a key is a hash.
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

    /// - Parameters:
    ///   - sort: the sort of the key; not `pair`.
    ///   - isAffected: passed on to the findings.
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
