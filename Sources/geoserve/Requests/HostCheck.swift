internal import NIOCore

/// Which values of the Host header are accepted. A page of another site can make a browser send requests here (DNS
/// rebinding), but the header then has that site's name.
struct HostCheck: Sendable {
    let names: Set<String>

    /// Returns whether a Host such as `localhost:8080` is accepted.
    func admits(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return false }
            let rest = name[end...].dropFirst()
            guard rest.isEmpty || Self.isPort(rest) else { return false }
            return Self.isAddress(String(name[..<end].dropFirst()))
        }
        if let colon = name.firstIndex(of: ":") {
            guard Self.isPort(name[colon...]) else { return false }
            name = String(name[..<colon])
        }
        return name == "localhost" || names.contains(name) || Self.isAddress(name)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.count <= 6 && text.dropFirst().utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func isAddress(_ text: String) -> Bool { (try? SocketAddress(ipAddress: text, port: 0)) != nil }
}
