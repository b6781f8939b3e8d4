internal import GeocliSearch
internal import GeocliText

/// The conditions of the issue rules. They turn values into findings, and use no database and no clock.
public enum IssueJudge {
    /// A place that moves by more than this many meters is an event. Geocoders differ by a few tens of meters, and a
    /// city block is about 100 m wide.
    public static let movedMeters = 200.0
    /// Events stay open for this many good runs of their feed. A value flips if it changes back within this many good
    /// runs.
    public static let eventRuns: Int64 = 10
    /// A place that returns after at most this many good runs was probably never closed.
    public static let returnRuns: Int64 = 3
    /// If at least this number of places with different addresses have exactly the same point, the point is a stand-in,
    /// such as the point of the town hall. Two such places may be neighbors.
    public static let sharedPoint = 3
    /// If at least this number of places have the same phone, it is the phone of a head office. Four places with one
    /// phone may be the shops of one family.
    public static let sharedPhone = 5
    /// Two rows with the same name are the same shop if their points are at most this far apart, in tenths of a meter.
    public static let repeatedTenths = 300
    /// Two rows with the same name and phone are two shops of one owner if they are farther apart than this, in tenths
    /// of a meter.
    public static let phoneTenths = 3000
    /// A point within this many meters of the stated district counts as inside it, because outlines are simplified and
    /// borders run along roads. In real rows, all points up to 138 m outside were right, and all points that were at
    /// least 209 m outside were wrong.
    public static let borderMeters = 150.0

    /// Returns the findings of the rules that judge one row by itself. The rules that use districts' outlines are not
    /// included.
    public static func findings(_ row: IssueRow) -> [IssueFinding] {
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

    /// The evidence for a point that can't be used.
    public static func evidence(_ problem: IssueRow.PointProblem) -> String {
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

    /// Returns the finding for a point in a district other than the stated one.
    ///
    /// - Parameter other: the district that contains the point; nil if no district does.
    public static func misplaced(_ row: IssueRow, liesIn other: String?) -> IssueFinding? {
        guard let stated = row.place.district, let point = row.place.coordinate else { return nil }
        return IssueFinding(
            IssueKey(.districtPoint, [row.id], field: "district"),
            evidence: [
                .init("district", stated), .init("point", PointText.text(point)), .init("point_district", .text(other)),
            ])
    }
}
