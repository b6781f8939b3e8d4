internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Converts the evidence of an accepted issue from the catalog's numbers to references, and back.
///
/// Evidence names places only if it is about a group. The values of a pair are in the order of the places' numbers in
/// this catalog. In another catalog, the order of the two places may be the opposite.
struct TravelEvidence {
    private static let (places, all, values) = ("places", "all", "values")

    let db: Database
    let pending: PendingTable

    init(_ db: Database) {
        self.db = db
        pending = PendingTable(db: db)
    }

    /// Returns the evidence with references instead of the catalog's numbers.
    ///
    /// - Parameter isSwapped: whether the order of a pair's references is the opposite of the order of its places.
    /// - Returns: nil if the places of a large group are no longer known.
    func traveling(
        _ evidence: [JSONValue.Member], _ rule: IssueRule?, shared: String?, isSwapped: Bool
    ) throws -> [JSONValue.Member]? {
        switch rule?.form {
        case .pair: return isSwapped ? Self.swapped(evidence) : evidence
        case .group:
            guard let ids = try members(evidence, rule, shared) else { return nil }
            let refs = try ids.compactMap(ref).sorted(by: TravelText.precedes)
            return evidence.filter { $0.name != Self.all }.map { member in
                member.name == Self.places
                    ? JSONValue.Member(Self.places, .array(refs.map(JSONValue.string))) : member
            }
        default: return evidence
        }
    }

    /// Returns evidence as this catalog writes it; nil if the catalog lacks one of the evidence's places.
    func local(
        _ evidence: [JSONValue.Member], _ rule: IssueRule?, field: String, isSwapped: Bool
    ) throws -> String? {
        switch rule?.form {
        case .pair: return Self.json(isSwapped ? Self.swapped(evidence) : evidence)
        case .group:
            let value = JSONValue.object(evidence)
            guard let refs = value[Self.places]?.arrayValue?.compactMap(\.stringValue),
                let shared = value[field]?.stringValue, let ids = try pending.places(refs)
            else { return nil }
            return Self.json(IssueJudge.evidence(field, shared, of: ids.sorted()))
        default: return Self.json(evidence)
        }
    }

    /// Returns the ids of all places of the group that the evidence is about; nil if they are no longer known.
    private func members(_ evidence: [JSONValue.Member], _ rule: IssueRule?, _ shared: String?) throws -> [Int64]? {
        let value = JSONValue.object(evidence)
        guard value[Self.all] != nil else {
            return value[Self.places]?.arrayValue?.compactMap { $0.scalarText.flatMap { Int64($0) } }
        }
        guard let rule, let shared, let field = evidence.first?.name,
            let one = value[Self.places]?.arrayValue?.first?.scalarText
        else { return nil }
        var ids: [Int64] = []
        try db.forEachRow(
            """
            SELECT p.place FROM issue i JOIN issue_place p ON p.issue = i.number JOIN place b ON b.id = p.place
            WHERE i.rule = ? AND i.shared = ? AND i.state <> 'fixed'
                AND b.feed = (SELECT feed FROM place WHERE id = CAST(? AS INTEGER))
            ORDER BY p.place
            """, [.text(rule.rawValue), .text(shared), .text(one)]
        ) { ids.append($0.integer(0)) }
        // The hash in the evidence shows whether these are the places that were judged.
        return Self.json(IssueJudge.evidence(field, shared, of: ids)) == Self.json(evidence) ? ids : nil
    }

    private func ref(_ id: Int64) throws -> String? {
        try db.text(
            "SELECT feed.id || '/' || b.feed_id FROM place b JOIN feed ON feed.key = b.feed WHERE b.id = ?",
            [.integer(id)])
    }

    private static func swapped(_ evidence: [JSONValue.Member]) -> [JSONValue.Member] {
        evidence.map { member in
            guard member.name == values, let list = member.value.arrayValue else { return member }
            return JSONValue.Member(values, .array(list.reversed()))
        }
    }

    private static func json(_ members: [JSONValue.Member]) -> String {
        var json = JSONWriter()
        json.value(.object(members))
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
