public import GeocliGeo

/// An address with placeholders for a point and its name.
///
/// The placeholders are `{lat}`, `{lng}`, `{name}`, and `{segment}` for a name within a path. The program and the map
/// page use the same templates.
public struct LinkTemplate: Sendable {
    /// The address with its placeholders.
    public let text: String
    /// The parts of the template. Each part is a text and the placeholder after that text.
    private let parts: [(text: String, key: Substring?)]

    /// Characters that become a blank in `{segment}`. If a server decodes a path before it splits the path, it reads
    /// these characters as separators.
    public static let reserved = ",/\\;%"

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
    public static func of(_ service: MapService) -> LinkTemplate {
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
    public static let geo = LinkTemplate("geo:{lat},{lng}")
    // The path `place` marks a point with a name; `appname` is required.
    // Source: https://guide.ncloud-docs.com/docs/en/application-maps-url-scheme-vpc
    static let naverApp = LinkTemplate("nmap://place?lat={lat}&lng={lng}&name={name}&appname=geocli")
    static let kakaoApp = LinkTemplate("kakaomap://look?p={lat},{lng}")

    /// Returns the address of a point with a name.
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
