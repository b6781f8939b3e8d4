internal import GeocliText

/// Escapes text for XML and HTML.
package enum XMLText {
    /// Returns `text` for an element or an attribute, as `append` writes it.
    package static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends `text` for an element or an attribute. Characters that could control a terminal
    /// (`DisplayText.isUnsafe`), including line ends and TAB, are character references, so an XML reader gets the same
    /// characters. Those that XML 1.0 forbids even as references are dropped.
    ///
    /// - Source: XML 1.0, §2.2 (Char), §2.4, §4.1 (CharRef); §2.11 and §3.3.3 for line ends and TAB, which a reader may
    ///   change if they are not references.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            if PlainText.isPlain(utf8), !utf8.contains(where: isMarkup), !utf8.contains(0xEF) {
                return bytes.append(contentsOf: utf8)
            }
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars { append(scalar, to: &bytes) }
        }
    }

    static func appendElement(_ name: String, text: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "<\(name)>".utf8)
        append(text, to: &bytes)
        bytes.append(contentsOf: "</\(name)>\n".utf8)
    }

    /// Returns HTML that shows `text`. The HTML is not yet escaped for XML.
    static func html(_ text: String) -> String {
        guard text.utf8.contains(where: isMarkup) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if let entity = entity(byte) { bytes.append(contentsOf: entity.utf8) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: reference(scalar, &bytes)
        case 0x00...0x1F, 0xFFFE, 0xFFFF: return
        default:
            if scalar.isASCII, let entity = entity(UInt8(scalar.value)) {
                bytes.append(contentsOf: entity.utf8)
            } else if DisplayText.isUnsafe(scalar) {
                reference(scalar, &bytes)
            } else {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
            }
        }
    }

    private static func reference(_ scalar: Unicode.Scalar, _ bytes: inout [UInt8]) {
        bytes.append(contentsOf: "&#\(scalar.value);".utf8)
    }

    private static func isMarkup(_ byte: UInt8) -> Bool { entity(byte) != nil }

    private static func entity(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
    }
}
