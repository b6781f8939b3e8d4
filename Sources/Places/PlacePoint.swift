public import GeocliGeo
internal import GeocliText

/// The text of a point in the history: `latitude,longitude`. Each number has enough digits to read back the same value.
package enum PointText {
    /// The name of the field under which the history keeps both coordinates together.
    package static let field = "point"

    /// Returns the point that a text from the history states; nil for a text that is not in the form that runs write.
    ///
    /// SQLite's own CAST computes with long doubles or with pairs of doubles, so its result depends on the version of
    /// SQLite and on the machine. This function rounds correctly on every machine.
    package static func point(_ text: String) -> Coordinate? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(DecimalText.number)
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }

    /// Returns the text of a point with the fewest digits that read back the same values.
    package static func text(_ point: Coordinate) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: point.latitude, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        DecimalText.append(shortest: point.longitude, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A finder of points for addresses. An ingest asks it about rows that have no point in the feed.
package protocol PointFinder: AnyObject {
    /// A hash of the finder's data, 64 hexadecimal digits. If the hash changes, an ingest of the same bytes looks up
    /// the addresses again.
    var identity: String { get }

    /// `address` is as the feed has it, nil if the row states none; `district` is the one that the row states.
    func point(address: String?, district: String?) throws -> FoundPoint
}

package enum FoundPoint: Sendable, Equatable {
    /// The point of the address, and its source, such as `juso 2606`.
    case point(Coordinate, source: String)
    /// A point that is outside the area that the feed declares.
    case outside(Coordinate, source: String)
    /// `why` is a stable name of the reason, such as `road-unknown`. `isCovered` says whether the finder has data for
    /// the district, and so would find the address if the address existed.
    case none(why: String, isCovered: Bool)
}

/// The ids and coordinates of many places, for an index in memory.
package struct PlacePoints: Sendable {
    /// The ids, ascending.
    package private(set) var ids: [Int64] = []
    package private(set) var coordinates: [Coordinate] = []

    package init() {}

    /// Adds points at the end. Their ids must be higher than the ids that are already in the list.
    package mutating func append(_ others: PlacePoints) {
        ids += others.ids
        coordinates += others.coordinates
    }

    package mutating func append(_ id: Int64, _ coordinate: Coordinate) {
        ids.append(id)
        coordinates.append(coordinate)
    }

    /// Returns the coordinates and removes them from this list, so that an index can free them while it is built.
    package mutating func takeCoordinates() -> [Coordinate] {
        defer { coordinates = [] }
        return coordinates
    }
}

/// The country of a place, as far as it decides how national phone numbers are read: a number such as 02-1234-5678 is a
/// different one in each country. Only Korea's numbering plan is known here, so the question is whether a place is in
/// Korea.
public enum PlaceCountry {
    /// The code of Korea (ISO 3166-1).
    public static let korea = "KR"

    /// Returns whether a text is the code of a country (ISO 3166-1, two capital letters).
    public static func isCode(_ text: String) -> Bool { codes.contains(text[...]) }

    /// Returns whether a place is in Korea. The country of its feed decides (`feed`, a code). If the feed has none, the
    /// point or the address must be in Korea. What is not known is not Korea.
    public static func isKorea(feed: String?, point: Coordinate?, address: String?) -> Bool {
        if let feed { return feed == korea }
        return point.map(Self.contains) ?? false || address.map(isKorean) ?? false
    }

    /// Returns the country that contains a whole box; nil if this is not known. A box around all of Korea also contains
    /// Fukuoka, so it is in no single country.
    public static func code(of box: BoundingBox) -> String? {
        guard !box.crossesAntimeridian else { return nil }
        let corners = [box.west, box.east].flatMap { x in
            [box.south, box.north].map { Coordinate(uncheckedLongitude: x, latitude: $0) }
        }
        // The area is wide everywhere, so an edge that crosses the box leaves a corner outside or ends inside the box.
        return corners.allSatisfy(contains) && !outline.contains(where: box.contains) ? korea : nil
    }

    /// Returns whether a point is in Korea or in the sea around its islands.
    static func contains(_ point: Coordinate) -> Bool { inland.contains(point) || area.contains(point) }

    /// Returns whether an address begins with a city or province of Korea in Hangul.
    private static func isKorean(_ address: String) -> Bool {
        let letter = address.head(bytes: 100).unicodeScalars.first(where: \.properties.isAlphabetic)
        guard let letter, Hangul.isSyllable(letter) || 0x1100...0x11FF ~= letter.value else { return false }
        if LinkAddress(address).province != nil { return true }
        // `LinkAddress` leaves out the names that stand for two provinces.
        guard let word = address.head(bytes: 100).split(separator: " ").first else { return false }
        return word == "광주시" || word.hasSuffix("통합특별시")
    }

    /// A box in which every point is in Korea. It contains most places, and a comparison with it costs nothing.
    private static let inland = BoundingBox(checkedWest: 126.3, south: 35.0, east: 129.2, north: 37.75)

    private static let area: MultiPolygon = {
        do { return try MultiPolygon([Polygon(exterior: outline + outline.prefix(1))]) } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// The corners of an area that contains all land of the Republic of Korea and no other land: counterclockwise from
    /// the west of Baengnyeongdo, through the sea between Korea and Japan.
    ///
    /// - Source: on land, the Military Demarcation Line to about 2 km; in the Yellow Sea, the Northern Limit Line; in the
    ///   Korea Strait, the middle between Geoje and Tsushima. Tests compare it with islands, towns at the border and the
    ///   points of real feeds.
    static let outline: [Coordinate] = corners.map { Coordinate(uncheckedLongitude: $0.0, latitude: $0.1) }

    private static let corners: [(Double, Double)] = [
        (124.3, 37.5), (124.9, 33.8), (126.3, 32.9), (127.3, 33.1), (128.3, 33.9), (128.95, 34.45), (129.0, 34.8),
        (129.35, 34.98), (129.6, 35.4), (129.9, 36.0), (131.9, 36.9), (132.1, 37.3), (131.5, 37.9), (129.0, 38.65),
        (128.38, 38.62), (128.31, 38.57), (128.28, 38.41), (128.15, 38.36), (127.85, 38.32), (127.5, 38.335),
        (127.15, 38.31), (127.03, 38.22), (126.95, 38.12), (126.82, 38.01), (126.675, 37.96), (126.668, 37.94),
        (126.695, 37.855), (126.655, 37.785), (126.53, 37.795), (126.43, 37.84), (126.33, 37.828), (126.25, 37.832),
        (126.17, 37.80), (126.11, 37.73), (126.017, 37.658), (125.75, 37.715), (125.52, 37.682), (125.245, 37.583),
        (125.05, 37.637), (124.87, 37.77), (124.86, 37.98), (124.78, 38.05), (124.4, 38.07),
    ]

    private static let codes = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY \
        BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK \
        FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR \
        IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK \
        ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM \
        PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF \
        TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """.split(separator: " "))
}
