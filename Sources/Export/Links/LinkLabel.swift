internal import GeocliGeo
internal import GeocliText

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
public enum LinkLabel {
    /// Maximum number of characters in a name. Servers refuse addresses of more than a few thousand bytes, and one
    /// character takes up to twelve bytes.
    public static let maximumScalars = 80

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
