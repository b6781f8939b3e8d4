internal import GeocliGeo
internal import GeocliSearch
package import GeocliText

/// A rule that tells whether two rows of different feeds are the same shop. The surest rule comes first. The raw values
/// are the codes in the catalog and in JSON; they never change.
package enum LinkRule: String, Sendable, CaseIterable {
    /// The names are equal, and so are the phone numbers. `sameMeters` and `phoneMeters` say how far apart the points may
    /// be.
    case namePhone = "name-phone"
    /// The names are equal, and so are the road and the number on the road. `sameMeters` says how far apart the points
    /// may be.
    case nameRoad = "name-road"
    /// The names are equal, and the points are at most 100 m apart.
    case nameNear = "name-near"
    /// The core names and the phone numbers are equal. In addition, the points are at most 300 m apart, or the road and
    /// the number on the road are equal.
    case corePhone = "core-phone"
    /// One name is the other one with letters left out (`LinkName.resembles`), and the phone numbers are equal. In
    /// addition, the points are at most 300 m apart, or the road and the number on the road are equal.
    case partPhone = "part-phone"
    /// The core names are equal, and the points are at most 50 m apart.
    case coreNear = "core-near"

    /// The maximum distance for `nameNear` in meters. Rows that share only a phone number must also be this near if
    /// another row would fit as well.
    static let nearMeters = 100.0
    /// The maximum distance in meters for `corePhone` and `partPhone`, and for rows whose phone number may belong to no area.
    static let phoneMeters = 300.0
    static let coreMeters = 50.0
    /// The maximum distance in meters between rows with the same phone number, or the same road and number. Rows that
    /// are farther apart are the same shop only if both name the same city and district: many cities have a 중앙로 1, and
    /// one owner may answer the phone of shops in several cities. In real feeds of libraries, a stand-in point moved one
    /// row by 5.6 km; the next one was 2.2 km off.
    static let sameMeters = 10_000.0
    /// The maximum number of rows of one feed and one core name that may share a value as evidence. If more rows share
    /// a phone number, a road number or a cell of 0.001 degrees, the cause is a switchboard, a market hall or a
    /// stand-in point.
    static let crowd = 8
    /// The maximum number of rows of all feeds that may share a phone number as evidence for `partPhone`. A number that
    /// more rows share is a switchboard's.
    package static let phoneCrowd = 32

    /// Whether the rule itself limits the distance. If it does, the nearest of several rows is the right one.
    var isByDistance: Bool { self == .nameNear || self == .coreNear }
}

/// The values on which two rows of different feeds agree, and the rule that these values meet. The evidence does not
/// depend on the order of the two rows.
package struct LinkEvidence: Sendable, Equatable {
    /// The surest rule that the rows meet; nil if they meet none.
    package let rule: LinkRule?
    /// The names: only one if they are equal, otherwise both in ascending order.
    let names: [String]
    /// The core name if the rows have the same core name but different names; nil otherwise.
    let core: String?
    let phone: String?
    let road: String?
    /// The distance in tenths of a meter; nil unless both rows have a point.
    let tenths: Int?

    /// The distance in meters, to a tenth; nil unless both rows have a point.
    package var meters: Double? { tenths.map { Double($0) / 10 } }

    /// - Complexity: O(1) for names of usual length.
    package init(_ one: LinkRow, _ other: LinkRow) {
        let meters = Self.distance(one, other)
        tenths = meters.map { Int(($0 * 10).rounded()) }
        let agree = Agreement(one, other, meters: tenths.map { Double($0) / 10 })
        names = agree.name ? [one.name.key] : [one.name.key, other.name.key].sorted(by: Self.precedes)
        core = !agree.name && agree.core ? one.name.core : nil
        phone = agree.phone ? one.phone : nil
        road = agree.road ? one.address.road : nil
        rule = one.feed == other.feed ? nil : agree.rule
    }

    /// Whether the points are near or the road number is the same. When several pairs share a phone number, the near
    /// pair is the right one.
    var isNear: Bool { road != nil || (meters ?? .infinity) <= LinkRule.nearMeters }

    /// The evidence as a JSON object. The same evidence always gives the same text.
    package var json: String { JSONValue.object(members).text }

    package var members: [JSONValue.Member] {
        let values: [(name: String, value: JSONValue?)] = [
            ("name", names.count == 1 ? .string(names[0]) : nil), ("core", core.map(JSONValue.string)),
            ("names", names.count == 2 ? .array(names.map(JSONValue.string)) : nil),
            ("phone", phone.map(JSONValue.string)), ("road", road.map(JSONValue.string)),
            ("distance_m", tenths.map { .number("\($0 / 10).\($0 % 10)") }),
        ]
        return values.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
    }

    static func distance(_ one: LinkRow, _ other: LinkRow) -> Double? {
        guard let here = one.point, let there = other.point else { return nil }
        // The direction in which a distance is measured may change its last bits.
        return one.id < other.id
            ? Geodesic.distanceMeters(from: here, to: there) : Geodesic.distanceMeters(from: there, to: here)
    }

    private static func precedes(_ one: String, _ other: String) -> Bool {
        one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
    }
}

private struct Agreement {
    let name: Bool
    let core: Bool
    let phone: Bool
    let road: Bool
    private let hasPart: Bool
    private let kinds: KindAgreement
    /// Whether the rows name different cities or provinces.
    private let contradicts: Bool
    /// Whether the points are near enough for one shop, or both rows name the same city and district.
    private let isReachable: Bool
    private let isNationwide: Bool
    private let meters: Double

    init(_ one: LinkRow, _ other: LinkRow, meters: Double?) {
        func same<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool { left != nil && left == right }
        self.meters = meters ?? .infinity
        name = one.name.key == other.name.key
        core = name || one.name.core == other.name.core && one.name.isCompatible(with: other.name)
        phone = same(one.phone, other.phone)
        hasPart = !core && phone && one.name.resembles(other.name)
        kinds = KindAgreement(one.kind, other.kind)
        isNationwide = one.hasNationwidePhone
        let (here, there) = (one.address, other.address)
        let isOneProvince = one.province.flatMap { left in other.province.map { left.isSame(as: $0) } }
        contradicts = isOneProvince == false
        let districts = one.district.flatMap { left in other.district.map { (left, $0) } }
        let isOneDistrict =
            isOneProvince == true && districts.map { $0.isSame(as: $1) } ?? false
        isReachable = isOneDistrict || meters ?? 0 <= LinkRule.sameMeters
        road =
            same(here.road, there.road) && !contradicts && !(districts.map { $0.differs(from: $1) } ?? false)
            && isReachable
    }

    var rule: LinkRule? {
        guard !contradicts, kinds != .impossible else { return nil }
        // Rows of different kinds may only share the name of their building.
        let isPlaceEnough = kinds == .possible
        let hasPhone = phone && isReachable && (!isNationwide || isInPlace)
        if name {
            if hasPhone { return .namePhone }
            if road, isPlaceEnough { return .nameRoad }
            if meters <= LinkRule.nearMeters, isPlaceEnough { return .nameNear }
        } else if core {
            if phone, isInPlace { return .corePhone }
            if meters <= LinkRule.coreMeters, isPlaceEnough { return .coreNear }
        } else if hasPart, isInPlace, isPlaceEnough {
            return .partPhone
        }
        return nil
    }

    private var isInPlace: Bool { road || meters <= LinkRule.phoneMeters }
}

/// Whether rows of two kinds can be the same shop.
private enum KindAgreement {
    /// The kinds are the same, both are kinds of bookstores, or one is unknown.
    case possible
    /// The kinds differ, so the phone numbers must be equal. Feeds may have different words for one kind.
    case doubtful
    /// Only one of the rows is a facility that bears the name of the place in which it stands.
    case impossible

    init(_ one: Kind, _ other: Kind) {
        if one == other || one.isUsual && other.isUsual {
            self = .possible
        } else if Self.isFacility(one) || Self.isFacility(other) {
            self = .impossible
        } else {
            self = one == .other || other == .other ? .possible : .doubtful
        }
    }

    private static func isFacility(_ kind: Kind) -> Bool {
        facilities.contains { kind.rawValue == $0 || kind.rawValue.hasSuffix("-" + $0) }
    }

    /// The last words of such kinds. Those of a person's own file may be Korean: 화장실, 주차장, 대여소, 출입구, 정류장, 충전소.
    private static let facilities = [
        "toilet", "toilets", "restroom", "parking", "bike-station", "bicycle-station", "entrance", "exit", "charger",
        "charging-station", "atm", "bus-stop", "hwajangsil", "juchajang", "daeyeoso", "churipgu", "jeongryujang",
        "chungjeonso",
    ]
}
