public import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension MapService {
    /// Returns the address that opens `point` with the label `name`.
    ///
    /// The point alone decides what the link opens, because a search for a common name could open another place.
    ///
    /// - Units: degrees on WGS 84, with 7 decimals at most.
    /// - Edges: the name may be any text; see `LinkLabel`.
    /// - Source:
    ///   - NAVER documents only the links of its app. NAVER Cloud's forum gives the form for the web:
    ///     `map.naver.com/?lng=&lat=&title=` (https://www.ncloud-forums.com/topic/242/). Public code uses that form
    ///     widely. The form `/p/search/NAME?c=` is not used, because it only opens a search.
    ///   - Kakao: `link/map/NAME,LAT,LON` (https://apis.map.kakao.com/web/guide/#routeurl).
    ///   - Google: Maps URLs, `search` with a position as `query`. With a name as `query`, the link would search for
    ///     this name. A label requires Google's own id of the place
    ///     (https://developers.google.com/maps/documentation/urls/get-started).
    ///   - Apple: Map Links; together with `ll`, `q` is a label and not a search.
    ///   - OpenStreetMap: `mlat` and `mlon` put a marker at the point. The marker has no label
    ///     (https://wiki.openstreetmap.org/wiki/Browsing).
    package func address(of name: String, at point: Coordinate) -> String {
        LinkTemplate.of(self).address(of: name, at: point)
    }
}

/// An address with placeholders for a point and its name: `{lat}`, `{lng}`, `{name}`, and `{segment}` for a name within
/// a path. The program and the map page use the same templates.
package struct LinkTemplate: Sendable {
    /// The address with its placeholders.
    package let text: String
    /// The parts of the template. Each part is a text and the placeholder after that text.
    private let parts: [(text: String, key: Substring?)]

    /// These become a blank in `{segment}`, because a server that decodes a path first would read them as separators.
    package static let reserved = ",/\\;%"

    private init(_ text: String) {
        self.text = text
        var parts: [(String, Substring?)] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            parts.append((String(rest[..<open]), rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [(String(rest), nil)]
    }

    /// Returns the template for a service on the web. `MapService.address` names the sources.
    package static func of(_ service: MapService) -> LinkTemplate {
        switch service {
        case .naver: naver
        case .kakao: kakao
        case .google: google
        case .apple: apple
        case .osm: osm
        }
    }

    private static let naver = LinkTemplate("https://map.naver.com/?lng={lng}&lat={lat}&title={name}")
    private static let kakao = LinkTemplate("https://map.kakao.com/link/map/{segment},{lat},{lng}")
    private static let google = LinkTemplate("https://www.google.com/maps/search/?api=1&query={lat},{lng}")
    private static let apple = LinkTemplate("https://maps.apple.com/?ll={lat},{lng}&q={name}")
    private static let osm = LinkTemplate("https://www.openstreetmap.org/?mlat={lat}&mlon={lng}#map=18/{lat}/{lng}")
    /// The address that opens the point in a phone's preferred map app (RFC 5870).
    package static let geo = LinkTemplate("geo:{lat},{lng}")
    // The path `place` marks a point with a name; `appname` is required.
    // Source: https://guide.ncloud-docs.com/docs/en/application-maps-url-scheme-vpc
    static let naverApp = LinkTemplate("nmap://place?lat={lat}&lng={lng}&name={name}&appname=geocli")
    static let kakaoApp = LinkTemplate("kakaomap://look?p={lat},{lng}")

    func address(of name: String, at point: Coordinate) -> String {
        let place = LinkPoint(point)
        var address = ""
        for part in parts {
            address += part.text
            switch part.key {
            case "lat": address += place.latitude
            case "lng": address += place.longitude
            case "name": address += LinkLabel.encoded(name, at: place)
            case "segment": address += LinkLabel.encoded(name, at: place, besides: Self.reserved)
            default: break  // The text after the last placeholder.
            }
        }
        return address
    }
}

struct LinkPoint {
    let latitude: String
    let longitude: String

    init(_ point: Coordinate) {
        latitude = DecimalText.text(point.latitude, maximumDecimals: 7)
        longitude = DecimalText.text(point.longitude, maximumDecimals: 7)
    }
}

/// The label that a link shows on the map.
package enum LinkLabel {
    /// Maximum number of characters in a name, each up to twelve bytes; servers refuse addresses of a few thousand.
    package static let maximumScalars = 80

    /// Returns a name for a link, percent-encoded except for the unreserved characters.
    ///
    /// - Parameter reserved: characters that become a blank.
    /// - Edges: control and bidirectional characters are removed, as in tables. Only the first 80 of the remaining
    ///   characters are used. If none remain, the label is the point.
    /// - Source: RFC 3986 §2.3.
    static func encoded(_ name: String, at point: LinkPoint, besides reserved: String = "") -> String {
        var label = String.UnicodeScalarView()
        for scalar in DisplayText.singleLine(name).unicodeScalars.prefix(maximumScalars) {
            label.append(reserved.unicodeScalars.contains(scalar) ? " " : scalar)
        }
        let text = String(label).trimmingBlanks()
        return percentEncoded(text.isEmpty ? "\(point.latitude) \(point.longitude)" : text)
    }

    private static func percentEncoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

/// The columns with links that open a row's place in maps.
@usableFromInline package enum LinkColumns {
    static func key(of service: MapService) -> String { "link_\(service.rawValue)" }

    static func isLink(_ key: String) -> Bool { key.hasPrefix("link_") }

    /// Returns a column for each service, such as `link_naver`. A row without a point has no links, because a search
    /// for its name could open another place.
    @usableFromInline package static func all<Row>(
        name: @escaping (Row) -> String?, at point: @escaping (Row) -> Coordinate?
    ) -> [Column<Row>] {
        MapService.allCases.map { service in
            Column(
                key(of: service), en: service.name.en, ko: service.name.ko, type: .link, orNull: true,
                about: "With --links: opens the point in \(service.name.en); null without a point."
            ) { row in
                point(row).map { .code(service.address(of: name(row) ?? "", at: $0)) } ?? .null
            }
        }
    }

    @usableFromInline package static func all<Row, Inner: ListedPlace>(of place: @escaping (Row) -> Inner)
        -> [Column<Row>]
    {
        all(name: { place($0).name }, at: { place($0).coordinate })
    }

    /// The columns for a single place. They contain links to maps on the web and links that open apps on a phone.
    static var ofOne: [Column<CatalogEntry>] {
        let web: [Column<CatalogEntry>] = all(of: { $0 })
        func app(_ key: String, _ en: String, _ ko: String, _ template: LinkTemplate) -> Column<CatalogEntry> {
            Column(
                key, en: en, ko: ko, type: .link, orNull: true,
                about: "With --links: opens the point in an app; null without a point."
            ) { entry in
                entry.coordinate.map { .code(template.address(of: entry.place.name, at: $0)) } ?? .null
            }
        }
        let geo = app("link_geo", "geo link", "geo 링크", .geo)
        let naver = app("link_naver_app", "NAVER Map app", "네이버 지도 앱", .naverApp)
        let kakao = app("link_kakao_app", "Kakao Map app", "카카오맵 앱", .kakaoApp)
        return [geo, naver, web[0], kakao] + web.dropFirst()
    }
}

extension ListedPlace {
    /// A copy of the place's name, which stays valid after the row is read.
    fileprivate var name: String? {
        switch listed(.name) {
        case .lent(let text): text.string
        case .string(let text): text
        case nil: nil
        }
    }
}

extension ListingSchema {
    /// The web address that opens a row's place in a map; nil if the rows have no such links.
    func address(in map: MapService) -> ((Row) -> String?)? {
        links.first { $0.key == LinkColumns.key(of: map) }.map { column in
            {
                guard case .code(let address) = column.value($0) else { return nil }
                return address
            }
        }
    }
}
