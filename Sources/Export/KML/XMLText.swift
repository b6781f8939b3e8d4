/// Text as XML has it.
enum XMLText {
    /// `text` for an element or an attribute; characters that no XML 1.0 document may hold, not even by number, go.
    ///
    /// - Source: XML 1.0, §2.2 (Char), §2.4, §2.11 for CR, which would become LF.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for (position, byte) in utf8.enumerated() where isSpecial(byte) {
                let (substitute, length) = substitute(byte, utf8[position...])
                guard length > 0 else { continue }
                bytes.append(contentsOf: utf8[start..<position])
                bytes.append(contentsOf: substitute.utf8)
                start = position + length
            }
            bytes.append(contentsOf: utf8[start...])
        }
    }

    /// `text` as HTML that shows it, before it is written as XML.
    static func html(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a byte may begin something that can't stand as it is; 0xEF begins U+FFFE and U+FFFF.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x1F, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0xEF: true
        default: false
        }
    }

    /// What stands for the first bytes of `rest`, and for how many of them; 0 if they may stand.
    private static func substitute(
        _ byte: UInt8, _ rest: Slice<UnsafeBufferPointer<UInt8>>
    ) -> (text: String, length: Int) {
        switch byte {
        case UInt8(ascii: "&"): ("&amp;", 1)
        case UInt8(ascii: "<"): ("&lt;", 1)
        case UInt8(ascii: ">"): ("&gt;", 1)
        case UInt8(ascii: "\""): ("&quot;", 1)
        case UInt8(ascii: "\r"): ("&#13;", 1)
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): ("", 0)
        case 0xEF: rest.starts(with: [0xEF, 0xBF, 0xBE]) || rest.starts(with: [0xEF, 0xBF, 0xBF]) ? ("", 3) : ("", 0)
        default: ("", 1)
        }
    }
}
