internal import GeocliGeo
internal import GeocliSearch
package import GeocliText

/// A listed row of a feed as the rules of issues judge it.
package struct IssueRow: Sendable {
    package let id: Int64
    package let feed: Int64
    /// Its values. Corrected values replace the values of the feed.
    package let place: Place
    /// The code of the country in which all places of the feed are (`FeedWords.country`); nil if it is not known.
    package let country: String?
    /// Why the point that the feed states could not be used; nil if it could, or if the feed states no point.
    package let pointProblem: PointProblem?
    /// Whether the feed explains its kinds but not this row's kind.
    package let hasUnknownKind: Bool

    /// A point that the feed states but that no place of the feed can have.
    package struct PointProblem: Sendable, Equatable {
        /// The code of the reason, such as `coordinate-swapped`.
        package let reason: String
        package let value: String?

        package init(reason: String, value: String?) {
            self.reason = reason
            self.value = value
        }
    }

    package init(
        id: Int64, feed: Int64, place: Place, country: String? = nil, pointProblem: PointProblem? = nil,
        hasUnknownKind: Bool = false
    ) {
        self.id = id
        self.feed = feed
        self.place = place
        self.country = country
        self.pointProblem = pointProblem
        self.hasUnknownKind = hasUnknownKind
    }

    var isInKorea: Bool {
        PlaceCountry.isKorea(feed: country, point: place.coordinate, address: place.address)
    }

    /// The row as the rules of links compare it; nil if its name can't be compared.
    package var linkRow: LinkRow? { LinkRow(id: id, feed: feed, LinkRow.Values(place)) }
}

/// The conditions of the issue rules. They turn values into findings, and use no database and no clock.
package enum IssueJudge {
    /// A place that moves by more than this many meters is an event. Geocoders differ by a few tens of meters, and a
    /// city block is about 100 m wide.
    package static let movedMeters = 200.0
    /// Events stay open for this many good runs of their feed. A value flips if it changes back within this many good
    /// runs.
    package static let eventRuns: Int64 = 10
    /// A place that returns after at most this many good runs was probably never closed.
    package static let returnRuns: Int64 = 3
    /// If at least this number of places with different addresses have exactly the same point, the point is a stand-in,
    /// such as the point of the town hall. Two such places may be neighbors.
    package static let sharedPoint = 3
    /// If at least this number of places have the same phone, it is the phone of a head office. Four places with one
    /// phone may be the shops of one family.
    package static let sharedPhone = 5
    /// Two rows with the same name are the same shop if their points are at most this far apart, in tenths of a meter.
    package static let repeatedTenths = 300
    /// Two rows with the same name and phone are two shops of one owner if they are farther apart than this, in tenths
    /// of a meter.
    package static let phoneTenths = 3000
    /// A point within this many meters of the stated district counts as inside it, because outlines are simplified and
    /// borders run along roads. In real rows, all points up to 138 m outside were right, and all points that were at
    /// least 209 m outside were wrong.
    package static let borderMeters = 150.0

    /// Returns the findings of the rules that judge one row by itself. The rules that use districts' outlines are not
    /// included.
    package static func findings(_ row: IssueRow) -> [IssueFinding] {
        let place = row.place
        var found: [IssueFinding] = []
        func find(_ rule: IssueRule, _ field: String, _ evidence: [JSONValue.Member]) {
            found.append(IssueFinding(IssueKey(rule, [row.id], field: field), evidence: evidence))
        }
        if let stated = place.district, let address = place.address,
            let other = DistrictName(stated).contradiction(in: DistrictName(address: address))
        {
            find(.districtAddress, "address", [.init("district", stated), .init("address_district", other)])
        }
        if let problem = row.pointProblem {
            find(.pointUnusable, "point", members(problem))
        } else if place.coordinate == nil {
            find(.pointMissing, "point", [.init("point", .null)])
        }
        // Abroad, a number without a country code is usable, although this program can't read it.
        if place.phone == nil, let raw = place.phoneRaw, row.isInKorea, statesPhone(raw) {
            find(.phoneUnusable, "phone", [.init("phone_raw", raw)])
        }
        if place.website == nil, let raw = place.websiteRaw, statesWebsite(raw) {
            find(.websiteUnusable, "website", [.init("website_raw", raw)])
        }
        if PlaceholderName.isOne(place.name) { find(.namePlaceholder, "name", [.init("name", place.name)]) }
        if BrokenText.isOne(place.name) { find(.textBroken, "name", [.init("name", place.name)]) }
        if let address = place.address, BrokenText.isOne(address) {
            find(.textBroken, "address", [.init("address", address)])
        }
        if row.hasUnknownKind { find(.kindUnknown, "kind", [.init("kind", place.kind.rawValue)]) }
        return found
    }

    private static func members(_ problem: IssueRow.PointProblem) -> [JSONValue.Member] {
        [.init("reason", problem.reason), .init("value", .text(problem.value))]
    }

    package static func evidence(_ problem: IssueRow.PointProblem) -> String {
        IssueFinding(IssueKey(.pointUnusable, []), evidence: members(problem)).evidence
    }

    /// Returns whether a text from which no phone number could be read is meant as a phone number. "없음" and "-" say
    /// that the place has no phone. 02-120 and 110 are office numbers that can be called from any phone.
    static func statesPhone(_ raw: String) -> Bool {
        let digits = Folding.compatible(raw.head(bytes: maximumBytes)).unicodeScalars.filter { 0x30...0x39 ~= $0.value }
            .map(\.value)
        guard !digits.isEmpty else { return false }
        let areaLength = digits.first == 0x30 ? (digits.dropFirst().first == 0x32 ? 2 : 3) : 0
        return !(digits.count == areaLength + 3 && digits[areaLength] == 0x31)
    }

    /// Returns whether a text without a usable web address is meant to be a web address. "정보없음", "-" and "http://" say
    /// that the place has none. www.책방.com is a real address, and only its Korean letters make it unusable.
    static func statesWebsite(_ raw: String) -> Bool {
        var text = raw.head(bytes: maximumBytes).lowercased().filter { !$0.isWhitespace }
        for prefix in ["https://", "http://"] where text.hasPrefix(prefix) {
            text = String(text.dropFirst(prefix.count))
        }
        guard text.contains(where: { $0.isLetter || $0.isNumber }), !text.hasSuffix("없음"), !noWebsite.contains(text)
        else { return false }
        return !isAddress(text)
    }

    /// The part of a text that is judged. The time to order marks grows with the square of their number.
    private static let maximumBytes = 4096

    private static let noWebsite: Set<String> = ["미운영", "해당없음", "준비중", "x", "none", "n/a", "null"]

    /// Whether a text has the form of a host with a Korean name.
    private static func isAddress(_ text: String) -> Bool {
        let labels = text.prefix { $0 != "/" }.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && text.unicodeScalars.contains { !$0.isASCII }
            && labels.allSatisfy { label in
                !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
            && (labels.last == "한국" || labels.last?.allSatisfy(\.isASCII) ?? false)
    }

    /// `other` is the district that contains the point; nil if no district does.
    package static func misplaced(_ row: IssueRow, liesIn other: String?) -> IssueFinding? {
        guard let stated = row.place.district, let point = row.place.coordinate else { return nil }
        return IssueFinding(
            IssueKey(.districtPoint, [row.id], field: "district"),
            evidence: [
                .init("district", stated), .init("point", PointText.text(point)), .init("point_district", .text(other)),
            ])
    }
}

/// The rules about several rows, and the rules about the history of a row.
extension IssueJudge {
    /// Returns the finding for two rows of one feed if they are the same shop; nil if they are not.
    ///
    /// The names must be equal by the rules of links. The rows must also share a phone number or a road number, or have
    /// points within 30 m of each other. A shared phone number does not count if it is nationwide or if the rows are
    /// far apart.
    package static func repeated(_ one: LinkRow, _ other: LinkRow) -> IssueFinding? {
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

    /// `evidence` is JSON.
    package static func repeated(_ low: Int64, _ high: Int64, evidence: String) -> IssueFinding {
        IssueFinding(IssueKey(.repeated, [low, high]), json: evidence)
    }

    /// Returns the findings for two linked rows, one for each value in which the rows contradict each other. Names are
    /// not compared here, because the rules of links decide when two names are equal. Phone numbers are not compared,
    /// because one shop may have two of them.
    package static func contradictions(_ low: IssueRow, _ high: IssueRow) -> [IssueFinding] {
        LinkContradiction.all(low.place, high.place).compactMap { found in
            guard contradicting.contains(found.field) else { return nil }
            var evidence: [JSONValue.Member] = [.init("values", .array([.string(found.one), .string(found.other)]))]
            if let meters = found.meters { evidence.append(.init("distance_m", Int(meters.rounded()))) }
            return IssueFinding(
                IssueKey(.linkContradiction, [low.id, high.id], field: found.field.rawValue), evidence: evidence)
        }
    }

    private static let contradicting: Set<LinkContradiction.Field> = [.point, .address, .district]

    /// `ids` are the catalog's numbers, ascending.
    package static func evidence(_ field: String, _ shared: String, of ids: [Int64]) -> [JSONValue.Member] {
        var members = IssueGroup.Members()
        for id in ids { members.add(id) }
        return members.evidence(field, shared)
    }

    package static func moved(_ id: Int64, run: Int64, from old: String?, to new: String?) -> IssueFinding? {
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

    /// `missed` is the number of good runs that missed the place.
    package static func returned(_ id: Int64, run: Int64, missed: Int64) -> IssueFinding? {
        guard 1...returnRuns ~= missed else { return nil }
        return IssueFinding(IssueKey(.returned, [id], run: run), evidence: [.init("missing_runs", Int(missed))])
    }

    /// `changes` are those of one value within the last ten good runs, in order.
    package static func flipping(_ id: Int64, field: String, _ changes: [(old: String?, new: String?)]) -> IssueFinding?
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

    /// `corrected` is the value that the person gave, `seen` the feed's value at that time, `now` the feed's value now.
    package static func conflict(
        _ id: Int64, field: String, corrected: String?, seen: String?, now: String?
    ) -> IssueFinding {
        IssueFinding(
            IssueKey(.correctionConflict, [id], field: field),
            evidence: [
                .init("corrected", .text(corrected)), .init("seen", .text(seen)), .init("now", .text(now)),
            ])
    }

    /// The road and the number on the road in an address, as the rules compare them; nil if the address has none.
    package static func road(_ address: String) -> String? { LinkAddress(address).road }
}

/// The rows of one feed that have the same phone number, or the same point. Keeps little of each row, so that there may
/// be any number of rows.
package struct IssueGroup {
    private let rule: IssueRule
    package let shared: String
    private let isNationwide: Bool
    /// At most as many buildings as the rule requires.
    private var buildings: Set<String> = []
    private var members = Members()

    /// Nil for a row without a phone number or a point. `rule` is the one for phone numbers or the one for points.
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

    package static func finding(
        _ rule: IssueRule, about id: Int64, shared: String, evidence: String
    ) -> IssueFinding { IssueFinding(IssueKey(rule, [id], field: field(rule)), shared: shared, json: evidence) }

    private static func field(_ rule: IssueRule) -> String { rule == .phoneShared ? "phone" : "point" }

    /// The building of an address: its road and number, or the whole address without blanks; nil without an address.
    private static func building(_ row: IssueRow) -> String? {
        guard let address = row.place.address else { return nil }
        return LinkAddress(address).road ?? String(address.filter { !$0.isWhitespace })
    }

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
