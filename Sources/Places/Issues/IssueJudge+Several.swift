internal import GeocliGeo
package import GeocliText

/// The rules about several rows, and the rules about the history of a row.
extension IssueJudge {
    /// Returns the finding for two rows of one feed if they are the same shop; nil if they are not.
    ///
    /// The names must be equal by the rules of links. The rows must also share a phone number or a road number, or have
    /// points within 30 m of each other. A shared phone number does not count if it is nationwide or if the rows are
    /// far apart.
    public static func repeated(_ one: LinkRow, _ other: LinkRow) -> IssueFinding? {
        guard one.feed == other.feed, one.id != other.id, one.name.key == other.name.key else { return nil }
        let (low, high) = one.id < other.id ? (one, other) : (other, one)
        let evidence = LinkEvidence(low, high)
        let isNear = evidence.tenths.map { $0 <= repeatedTenths } ?? false
        let isFar = evidence.tenths.map { $0 > phoneTenths } ?? false
        let hasPhone =
            evidence.phone != nil && !low.hasNationwidePhone && !isFar
            && (low.address.road == nil || high.address.road == nil || evidence.tenths != nil)
        guard evidence.road != nil || isNear || hasPhone else { return nil }
        return repeated(low.id, high.id, evidence: evidence.json)
    }

    /// Returns the finding for two rows that are the same shop.
    ///
    /// - Parameter evidence: the evidence as JSON.
    package static func repeated(_ low: Int64, _ high: Int64, evidence: String) -> IssueFinding {
        IssueFinding(IssueKey(.repeated, [low, high]), json: evidence)
    }

    /// Returns the findings for two linked rows, one for each value in which the rows contradict each other. Names are
    /// not compared here, because the rules of links decide when two names are equal. Phone numbers are not compared,
    /// because one shop may have two of them.
    public static func contradictions(_ low: IssueRow, _ high: IssueRow) -> [IssueFinding] {
        LinkContradiction.all(low.place, high.place).compactMap { found in
            guard contradicting.contains(found.field) else { return nil }
            var evidence: [JSONValue.Member] = [.init("values", .array([.string(found.one), .string(found.other)]))]
            if let meters = found.meters { evidence.append(.init("distance_m", Int(meters.rounded()))) }
            return IssueFinding(
                IssueKey(.linkContradiction, [low.id, high.id], field: found.field.rawValue), evidence: evidence)
        }
    }

    private static let contradicting: Set<LinkContradiction.Field> = [.point, .address, .district]

    /// The evidence for a group of places that share a value.
    ///
    /// - Parameter ids: the catalog's numbers for the group's places, ascending.
    package static func evidence(_ field: String, _ shared: String, of ids: [Int64]) -> [JSONValue.Member] {
        var members = IssueGroup.Members()
        for id in ids { members.add(id) }
        return members.evidence(field, shared)
    }

    /// Returns the finding for a point that changed in a run.
    public static func moved(_ id: Int64, run: Int64, from old: String?, to new: String?) -> IssueFinding? {
        guard let old, let new, let here = PointText.point(old), let there = PointText.point(new) else { return nil }
        let meters = Geodesic.distanceMeters(from: here, to: there)
        guard meters > movedMeters else { return nil }
        return IssueFinding(
            IssueKey(.moved, [id], field: "point", run: run),
            evidence: [
                .init("from", PointText.text(here)), .init("to", PointText.text(there)),
                .init("distance_m", Int(meters.rounded())),
            ])
    }

    /// Returns the finding for a place that returned.
    ///
    /// - Parameter missed: the number of good runs that missed it.
    public static func returned(_ id: Int64, run: Int64, missed: Int64) -> IssueFinding? {
        guard 1...returnRuns ~= missed else { return nil }
        return IssueFinding(IssueKey(.returned, [id], run: run), evidence: [.init("missing_runs", Int(missed))])
    }

    /// Returns the finding for a value that changed and then changed back.
    ///
    /// - Parameter changes: the changes of one value within the last ten good runs, in order.
    public static func flipping(_ id: Int64, field: String, _ changes: [(old: String?, new: String?)]) -> IssueFinding?
    {
        let flips = zip(changes, changes.dropFirst()).filter {
            !CatalogChange.isOther($0.old, than: $1.new, in: field)
                && CatalogChange.isOther($0.old, than: $0.new, in: field)
        }
        guard let last = flips.last else { return nil }
        let values = [last.0.old, last.0.new].sorted {
            ($0 ?? "").unicodeScalars.lexicographicallyPrecedes(($1 ?? "").unicodeScalars)
        }
        // A stored point has 17 digits; the evidence has the shortest form.
        let shown =
            field != PointText.field ? values : values.map { $0.flatMap(PointText.point).map(PointText.text) ?? $0 }
        return IssueFinding(
            IssueKey(.flipping, [id], field: field), evidence: [.init("values", .array(shown.map(JSONValue.text)))])
    }

    /// Returns the finding for a correction that the feed contradicts.
    ///
    /// - Parameters:
    ///   - corrected: the value that the person gave.
    ///   - seen: the feed's value when the person made the correction.
    ///   - now: the feed's value now.
    public static func conflict(
        _ id: Int64, field: String, corrected: String?, seen: String?, now: String?
    ) -> IssueFinding {
        IssueFinding(
            IssueKey(.correctionConflict, [id], field: field),
            evidence: [
                .init("corrected", .text(corrected)), .init("seen", .text(seen)), .init("now", .text(now)),
            ])
    }

    /// The road and the number on the road in an address, as the rules compare them; nil if the address has none.
    public static func road(_ address: String) -> String? { LinkAddress(address).road }
}

/// The rows of one feed that have the same phone number, or the same point. Keeps little of each row, so that there may
/// be any number of rows.
package struct IssueGroup {
    private let rule: IssueRule
    /// The phone number or the point, as its issues have it.
    package let shared: String
    private let isNationwide: Bool
    /// At most as many buildings as the rule requires.
    private var buildings: Set<String> = []
    private var members = Members()

    /// Creates a group without rows.
    ///
    /// - Parameters:
    ///   - rule: the rule for phone numbers or the one for points.
    ///   - row: a row of the group. Nil is returned if it has no phone number or no point.
    package init?(_ rule: IssueRule, of row: IssueRow) {
        let shared = rule == .phoneShared ? row.place.phone : row.place.coordinate.map(PointText.text)
        guard let shared else { return nil }
        self.rule = rule
        self.shared = shared
        isNationwide = rule == .phoneShared && (row.linkRow?.hasNationwidePhone ?? false)
    }

    /// Adds a row. Its id is higher than those of the rows before it.
    package mutating func add(_ row: IssueRow) {
        members.add(row.id)
        guard rule == .pointShared, buildings.count < IssueJudge.sharedPoint, let building = Self.building(row) else {
            return
        }
        buildings.insert(building)
    }

    /// The evidence as JSON, the same for each row; nil if the rule finds nothing.
    package var evidence: String? {
        let isFound =
            rule == .phoneShared
            ? members.count >= IssueJudge.sharedPhone && !isNationwide : buildings.count >= IssueJudge.sharedPoint
        guard isFound else { return nil }
        return IssueFinding(IssueKey(rule, []), evidence: members.evidence(Self.field(rule), shared)).evidence
    }

    /// Returns the finding about a row of a group.
    package static func finding(
        _ rule: IssueRule, about id: Int64, shared: String, evidence: String
    ) -> IssueFinding { IssueFinding(IssueKey(rule, [id], field: field(rule)), shared: shared, json: evidence) }

    private static func field(_ rule: IssueRule) -> String { rule == .phoneShared ? "phone" : "point" }

    /// The building of an address: its road and number, or the whole address without blanks; nil without an address.
    private static func building(_ row: IssueRow) -> String? {
        guard let address = row.place.address else { return nil }
        return LinkAddress(address).road ?? String(address.filter { !$0.isWhitespace })
    }

    /// What the evidence says about the places of a group.
    struct Members {
        /// The maximum number of places that the evidence names. For a larger group, the evidence also has a hash of
        /// all places.
        private static let named = 20

        private(set) var count = 0
        private var first: [Int64] = []
        /// - Source: FNV-1a, 64 bits, over the numbers.
        private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

        /// Adds a place. Its id is higher than those of the places before it.
        mutating func add(_ id: Int64) {
            count += 1
            if first.count < Self.named { first.append(id) }
            hash = (hash ^ UInt64(bitPattern: id)) &* 0x100_0000_01b3
        }

        func evidence(_ field: String, _ shared: String) -> [JSONValue.Member] {
            let evidence: [JSONValue.Member] = [
                .init(field, shared), .init("count", count),
                .init("places", .array(first.map { .number(String($0)) })),
            ]
            return count > Self.named ? evidence + [.init("all", String(hash, radix: 16))] : evidence
        }
    }
}
