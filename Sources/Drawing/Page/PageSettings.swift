package import GeocliExport
package import GeocliGeo
package import GeocliText

package struct PageSettings: Sendable {
    package var title = Words(en: "Places", ko: "장소 지도")
    /// The page's language when it opens.
    package var language = Language.english
    /// Whether the page opens in the browser's language if it is one of the page's, and only otherwise in `language`.
    package var followsReader = false
    /// The sources of what the page shows: its places, and its landmarks.
    package var credits: [Credit] = []
    /// All feeds of places, for cards that name a shop's rows in other feeds.
    package var feeds: [Credit] = []
    /// The publisher's own credit line, before all others; nil for none.
    package var ownCredit: String?
    /// The base map under the outlines; nil for none.
    package var ground: PageBaseMap?
    /// The landmarks below the places; nil for none.
    package var landmarks: PageLandmarks?
    /// A person's own records; nil for a page that anyone may see.
    package var records: PageRecords?
    /// The service of background pictures; nil for none.
    package var tiles: PageTiles?
    /// The address at which the page is published; nil if there is none or it is unknown.
    package var address: PageAddress?
    /// The file name of the picture for link previews, in the page's folder; nil for none.
    package var preview: String?
    /// The part that the page shows when it opens; nil for all places.
    package var part: DrawnPart?
    /// The marker of each place. Its size is the size of the pins, in CSS pixels.
    package var marker = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
    /// The options for hiding markers. A page always has tiles of 256 pt.
    package var options: CollisionOptions

    /// Maximum number of places. The search of a larger page would be slow after every key press.
    package static let maximumPlaces = 200_000
    /// Maximum number of places with the values that only cards show.
    package static let maximumDetailed = 20_000
    /// The highest zoom of the page, at which a street fills the screen.
    package static let highestZoom = 20

    /// Makes settings with the usual markers, 40 by 53 pixels.
    package init() {
        options = CollisionOptions()
        options.mode = .stable
        options.tileSize = .points256
        options.maximumZoom = Self.highestZoom
    }
}

/// A service of map pictures, the only content that the page loads.
package struct PageTiles: Sendable, Equatable {
    /// The service's address with `{z}`, `{x}` and `{y}`, and optionally `{s}` and `{r}`.
    package let address: String
    /// The credit for the service on the map; nil for none.
    package let attribution: String?
    /// The origin from which a browser may load pictures: scheme, host and port.
    let origin: String

    /// Makes a service; nil if the address is not an http(s) URL with the three placeholders.
    package init?(address: String, attribution: String?) {
        guard ["{z}", "{x}", "{y}"].allSatisfy({ address.contains($0) }), !Self.hasOtherPlaceholders(address),
            let origin = Self.origin(of: address)
        else { return nil }
        self.address = address
        self.origin = origin
        self.attribution = attribution ?? (address.contains("openstreetmap.org/") ? Self.openStreetMap : nil)
    }

    /// The credit that OpenStreetMap's terms ask for.
    private static let openStreetMap = "© OpenStreetMap contributors, https://www.openstreetmap.org/copyright"

    private static func hasOtherPlaceholders(_ address: String) -> Bool {
        ["{z}", "{x}", "{y}", "{s}", "{r}"].reduce(address) { $0.split(separator: $1).joined() }
            .contains { $0 == "{" || $0 == "}" }
    }

    /// Returns the origin: `https://{s}.tile.example` gives `https://*.tile.example`.
    private static func origin(of address: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: { address.lowercased().hasPrefix($0) }),
            address.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value < 0x7F })
        else { return nil }
        let rest = address.dropFirst(scheme.count)
        var host = String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        if host.hasPrefix("{s}.") { host = "*." + host.dropFirst(4) }
        let isPlain = host.utf8.allSatisfy { byte in
            0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "-.:*".utf8.contains(byte)
        }
        return host.isEmpty || !isPlain ? nil : scheme + host
    }
}

/// The address at which a page is published, for links, previews and embedded copies.
package struct PageAddress: Sendable, Equatable {
    /// The address, without a fragment.
    package let text: String

    /// Makes an address; nil unless it is an absolute http(s) URL in ASCII with a host, without fragment and password.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }),
            text.utf8.count <= 2000,
            text.unicodeScalars.allSatisfy({
                $0.isASCII && $0.value > 0x20 && $0.value < 0x7F && !"\"'<>\\^`{|}#".unicodeScalars.contains($0)
            })
        else { return nil }
        let host = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        guard let first = host.utf8.first, first != UInt8(ascii: ":"), !host.contains("@") else { return nil }
        self.text = text
    }

    /// Returns the address of a file in the page's folder.
    func beside(_ name: String) -> String {
        let path = text.prefix { $0 != "?" }
        let start = path.firstRange(of: "://")?.upperBound ?? path.startIndex
        guard let slash = path[start...].lastIndex(of: "/") else { return "\(path)/\(Self.encoded(name))" }
        return "\(path[...slash])\(Self.encoded(name))"
    }

    private static func encoded(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
