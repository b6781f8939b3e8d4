/// Text as XML has it.
enum XMLText {
    /// `text` for an element or an attribute; characters that no XML 1.0 document may hold, not even by number, go.
    ///
    /// - Source: XML 1.0, §2.2 (Char), §2.4, §2.11 for CR, which would become LF.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "\r": bytes.append(contentsOf: "&#13;".utf8)
            case "\t", "\n": bytes.append(UInt8(scalar.value))
            default: if isAllowed(scalar) { bytes.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
            }
        }
    }

    /// `text` as HTML that shows it, before it is written as XML.
    static func html(_ text: String) -> String {
        var html = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            default: html.unicodeScalars.append(scalar)
            }
        }
        return html
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0xFFFE, 0xFFFF: false
        default: true
        }
    }
}
