public import GeocliGeo
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
    public func address(of name: String, at point: Coordinate) -> String {
        LinkTemplate.of(self).address(of: name, at: point)
    }
}

/// A point's coordinates as they are written in links.
struct LinkPoint {
    let latitude: String
    let longitude: String

    init(_ point: Coordinate) {
        latitude = DecimalText.text(point.latitude, maximumDecimals: 7)
        longitude = DecimalText.text(point.longitude, maximumDecimals: 7)
    }
}

/// The label that a link shows on the map.
enum LinkLabel {
    /// Returns a name for a link, percent-encoded except for the unreserved characters.
    ///
    /// - Parameter reserved: characters that become a blank.
    /// - Edges: control and bidirectional characters are removed, as in tables. Only the first 80 of the remaining
    ///   characters are used. If none remain, the label is the point.
    /// - Source: RFC 3986 §2.3.
    static func encoded(_ name: String, at point: LinkPoint, besides reserved: String = "") -> String {
        var label = String.UnicodeScalarView()
        for scalar in DisplayText.singleLine(name).unicodeScalars.prefix(LinkTemplate.maximumScalars) {
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
