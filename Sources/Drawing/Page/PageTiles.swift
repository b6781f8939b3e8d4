/// A service of map pictures, the only content that the page loads.
public struct PageTiles: Sendable, Equatable {
    /// The service's address with `{z}`, `{x}` and `{y}`, and optionally `{s}` and `{r}`.
    public let address: String
    /// The credit for the service on the map; nil for none.
    public let attribution: String?
    /// The origin from which a browser may load pictures: scheme, host and port.
    let origin: String

    /// Makes a service; nil if the address is not an http(s) URL with the three placeholders.
    public init?(address: String, attribution: String?) {
        guard ["{z}", "{x}", "{y}"].allSatisfy({ address.contains($0) }), !Self.hasOtherPlaceholders(address),
            let origin = Self.origin(of: address)
        else { return nil }
        self.address = address
        self.origin = origin
        self.attribution = attribution ?? (address.contains("openstreetmap.org/") ? Self.openStreetMap : nil)
    }

    /// The credit that OpenStreetMap's terms ask for.
    private static let openStreetMap = "© OpenStreetMap contributors, https://www.openstreetmap.org/copyright"

    /// Returns whether the address has a placeholder that the page does not fill.
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
