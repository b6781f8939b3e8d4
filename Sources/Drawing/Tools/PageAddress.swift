internal import GeocliText

/// The address at which a page is published, for links, previews and embedded copies.
public struct PageAddress: Sendable, Equatable {
    /// The address, without a fragment.
    public let text: String

    /// Makes an address; nil if it is not an absolute http(s) URL in ASCII with a host, or if it has a fragment or a
    /// password.
    public init?(_ text: String) {
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
