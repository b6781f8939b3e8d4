public import GeocliText

/// A map on the web or on a phone. Its links can be read and written.
public enum MapService: String, Sendable, CaseIterable {
    case naver, kakao, google, apple, osm

    /// The name that the service uses for itself.
    public var name: Words {
        switch self {
        case .naver: Words(en: "NAVER Map", ko: "네이버 지도")
        case .kakao: Words(en: "Kakao Map", ko: "카카오맵")
        case .google: Words(en: "Google Maps", ko: "구글 지도")
        case .apple: Words(en: "Apple Maps", ko: "애플 지도")
        case .osm: Words(en: "OpenStreetMap", ko: "OpenStreetMap")
        }
    }

    /// Creates the service that a host belongs to; nil for any other host. The host must be in lower case.
    init?(host: String) {
        if Self.isGoogle(host) || Self.googleShort.contains(host) {
            self = .google
        } else if host == "naver.me" || host == "map.naver.com"
            || Self.naverHosts.contains(where: { host.hasSuffix($0) })
        {
            self = .naver
        } else if Self.kakaoHosts.contains(host) || Self.kakaoElsewhere.contains(host) {
            self = .kakao
        } else if host == "maps.apple.com" || host == "maps.apple" {
            self = .apple
        } else if host == "osm.org" || host == "openstreetmap.org" || host.hasSuffix(".openstreetmap.org") {
            self = .osm
        } else {
            return nil
        }
    }

    private static let naverHosts = [".map.naver.com", ".place.naver.com"]
    private static let kakaoHosts: Set<String> = ["map.kakao.com", "m.map.kakao.com", "map.daum.net", "m.map.daum.net"]
    private static let kakaoElsewhere: Set<String> = [
        "kko.to", "kko.kakao.com", "dmaps.kr", "place.map.kakao.com", "place.map.daum.net",
    ]
    static let googleShort: Set<String> = ["goo.gl", "maps.app.goo.gl", "g.co", "g.page"]

    private static func isGoogle(_ host: String) -> Bool {
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if let first = labels.first, ["www", "maps", "m", "earth"].contains(first) { labels.removeFirst() }
        return labels.first == "google" && 2...3 ~= labels.count
            && labels.dropFirst().allSatisfy { 2...3 ~= $0.utf8.count }
    }
}

extension MapService {
    /// Creates the service that a link belongs to by its scheme or host; nil for any other link.
    init?(_ link: WebLink) {
        switch link.scheme {
        case "http", "https": self.init(host: link.host)
        case "nmap": self = .naver
        case "kakaomap", "daummaps": self = .kakao
        case "comgooglemaps", "comgooglemapsurl", "googlemaps": self = .google
        case "maps": self = .apple
        default: return nil
        }
    }

    /// Returns the coordinates in a link of this service; throws a `GeoError` for numbers that are not degrees.
    func points(of link: WebLink) throws(GeoError) -> LinkPoints {
        switch self {
        case .google: try LinkPoints(google: link)
        case .naver: try LinkPoints(naver: link)
        case .kakao: try LinkPoints(kakao: link)
        case .apple: try LinkPoints(apple: link)
        case .osm: try LinkPoints(openStreetMap: link)
        }
    }

    /// Returns whether a link is a short link, which only redirects to another link.
    func isShort(_ link: WebLink) -> Bool {
        switch self {
        case .google: Self.googleShort.contains(link.host)
        case .naver: link.host == "naver.me"
        case .kakao: ["kko.to", "kko.kakao.com", "dmaps.kr"].contains(link.host)
        case .apple: link.host == "maps.apple"
        case .osm: link.path.first == "go"
        }
    }
}

package enum LinkPart: Sendable, Equatable {
    case pin
    case destination
    /// The middle of the visible map, in a link that marks no place.
    case view
}

/// The coordinates in a link, by their meaning.
struct LinkPoints {
    private var exact: [Coordinate] = []
    /// Coordinates in a text that names the place; they may be rounded.
    private var named: [Coordinate] = []
    private var views: [Coordinate] = []
    /// Whether the link is a route. If so, its pin is the destination, and its view is not used.
    var isRoute = false
    /// Whether the link has numbers that are meters in a map projection.
    var hasMeters = false

    /// The meanings that coordinates can have, the most certain first.
    enum Level { case exact, named, view }

    init() {}

    /// Adds a position whose axis order is known; throws a `GeoError` for numbers that are not degrees.
    mutating func add(latitude: Double, longitude: Double, _ level: Level) throws(GeoError) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { throw .notDegrees(latitude, longitude) }
        let coordinate = Coordinate(uncheckedLongitude: longitude, latitude: latitude)
        switch level {
        case .exact: exact.append(coordinate)
        case .named: named.append(coordinate)
        case .view: views.append(coordinate)
        }
    }

    mutating func add(latitude: String, longitude: String, _ level: Level) throws(GeoError) {
        guard let latitude = DecimalText.number(latitude.trimmingBlanks()),
            let longitude = DecimalText.number(longitude.trimmingBlanks())
        else { return }
        try add(latitude: latitude, longitude: longitude, level)
    }

    /// Adds the positions that two parameters of the link give; each parameter may occur several times.
    mutating func add(_ link: WebLink, latitude: String, longitude: String, _ level: Level) throws(GeoError) {
        for (latitude, longitude) in zip(link.values(latitude), link.values(longitude)) {
            try add(latitude: latitude, longitude: longitude, level)
        }
    }

    /// Adds the first two numbers of a list such as `37.5,126.9,15z`, latitude first.
    mutating func add(list text: String, _ level: Level) throws(GeoError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2 else { return }
        try add(latitude: parts[0], longitude: parts[1], level)
    }

    /// Adds the position in a text, which may also be a name: `37.5,126.9`, `loc:37.5,126.9`, `37.5,126.9(서점)`,
    /// `37°33'22.7"N 126°55'25"E`. Throws a `GeoError` for a position that is out of range.
    mutating func add(text: String, _ level: Level) throws(GeoError) {
        var text = WrittenText.plain(text)
        if text.hasPrefix("loc:") { text = String(text.dropFirst(4)) }
        if text.hasSuffix(")"), let bracket = text.firstIndex(of: "("), bracket > text.startIndex {
            text = String(text[..<bracket])
        }
        guard let words = WrittenWords(WrittenText.withoutBrackets(text)) else { return }
        if let (latitude, longitude) = words.twoNumbers {
            try add(latitude: latitude, longitude: longitude, level)
        } else if let coordinate = try AnglePair(text)?.coordinate() {
            try add(latitude: coordinate.latitude, longitude: coordinate.longitude, level)
        }
    }

    /// Returns the position that the link means: its pin, otherwise its view; nil if it has neither. Throws a
    /// `GeoError` for two different pins or two different views.
    func chosen(_ service: MapService) throws(GeoError) -> (Coordinate, LinkPart)? {
        for pins in [exact, named] {
            guard let pin = pins.first else { continue }
            guard pins.allSatisfy({ $0 == pin }) else { throw .severalPins(service) }
            return (pin, isRoute ? .destination : .pin)
        }
        guard !isRoute, let view = views.first else { return nil }
        guard views.allSatisfy({ $0 == view }) else { throw .severalPins(service) }
        return (view, .view)
    }
}

/// The parts of a link, percent-decoded (RFC 3986 §3). No link is ever opened.
struct WebLink: Sendable {
    /// The scheme, in lower case.
    let scheme: String
    /// The host, in lower case and without user and port; in links to apps, the action.
    let host: String
    /// The segments of the path, without empty segments at its start and end.
    let path: [String]
    /// The parameters of the query and of the fragment, in order.
    let items: [(name: String, value: String)]

    /// Finds a link in a text. If the text begins with a scheme, the whole text is the link. Otherwise, the link is the
    /// first web address in the text, because apps write the name of a place before the link that they share.
    init?(in text: String) {
        if let start = Self.start(in: text) {
            self.init(written: text[start...])
        } else {
            // Browsers leave out the scheme when they show an address.
            let host = text.prefix { !"/?#".contains($0) }
            guard host.contains("."), MapService(host: Self.plainHost(host)) != nil else { return nil }
            self.init(written: "https://\(text)")
        }
    }

    /// Returns where the link starts: at the start of the text if the text starts with a scheme, otherwise at the first
    /// `http://` or `https://`.
    private static func start(in text: String) -> String.Index? {
        let lower = text.lowercased()
        guard lower.utf8.count == text.utf8.count else { return text.hasPrefix("http") ? text.startIndex : nil }
        guard let mark = lower.firstRange(of: "://")?.lowerBound else { return nil }
        let scheme = lower[..<mark]
        if scheme.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }) {
            return text.startIndex
        }
        let start = [lower.firstRange(of: "https://"), lower.firstRange(of: "http://")]
            .compactMap { $0?.lowerBound }.min()
        return start.map {
            text.utf8.index(text.startIndex, offsetBy: lower.utf8.distance(from: lower.startIndex, to: $0))
        }
    }

    private init?(written: Substring) {
        let isWhole = written.startIndex == written.base.startIndex
        // A link within a text ends at a blank. If the text is only a link, the name of a place in the link may contain
        // blanks.
        let link = isWhole ? written : written.prefix { !$0.isWhitespace && !"<>\"".contains($0) }
        guard let mark = link.firstRange(of: "://") else { return nil }
        scheme = link[..<mark.lowerBound].lowercased()
        let rest = link[mark.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        host = Self.plainHost(authority)
        let afterHost = rest[authority.endIndex...]
        let path = afterHost.prefix { !"?#".contains($0) }
        let more = afterHost[path.endIndex...]
        self.path = path.split(separator: "/").map { Self.decoded($0, plusIsBlank: false) }
        let parts = more.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.first.map { $0.hasPrefix("?") ? $0.dropFirst() : $0 } ?? ""
        items = [query, parts.dropFirst().first ?? ""].flatMap(Self.items)
    }

    private init?(written: String) { self.init(written: written[...]) }

    private static func plainHost(_ authority: Substring) -> String {
        let host = authority.lowercased().split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return String(host.prefix { $0 != ":" })
    }

    private static func items(_ query: Substring) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            return (
                decoded(name, plusIsBlank: true).lowercased(),
                decoded(item[name.endIndex...].dropFirst(), plusIsBlank: true)
            )
        }
    }

    /// Decodes the escapes once. A percent sign without two hexadecimal digits stays, and bytes that are not UTF-8
    /// become U+FFFD, which no number contains.
    static func decoded(_ text: Substring, plusIsBlank: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
}
