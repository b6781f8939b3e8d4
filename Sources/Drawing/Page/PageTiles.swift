/// A service of map pictures that the page asks, and nothing else.
public struct PageTiles: Sendable, Equatable {
    /// Its address with `{z}`, `{x}` and `{y}`, perhaps `{s}` and `{r}`.
    public let address: String
    /// Whom the map is to name for it.
    public let attribution: String?
    /// What a browser may load pictures from: scheme, host and port.
    let origin: String

    /// A service; nil for an address that is no http(s) URL with the three placeholders.
    public init?(address: String, attribution: String?) {
        guard ["{z}", "{x}", "{y}"].allSatisfy({ address.contains($0) }), !Self.hasOtherPlaceholders(address),
            let origin = Self.origin(of: address)
        else { return nil }
        self.address = address
        self.origin = origin
        self.attribution = attribution ?? (address.contains("openstreetmap.org/") ? Self.openStreetMap : nil)
    }

    /// What its terms ask for.
    private static let openStreetMap = "© OpenStreetMap contributors, https://www.openstreetmap.org/copyright"

    /// Whether the map library would look for a value that nobody gives.
    private static func hasOtherPlaceholders(_ address: String) -> Bool {
        ["{z}", "{x}", "{y}", "{s}", "{r}"].reduce(address) { $0.split(separator: $1).joined() }
            .contains { $0 == "{" || $0 == "}" }
    }

    /// `https://{s}.tile.example` gives `https://*.tile.example`.
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
