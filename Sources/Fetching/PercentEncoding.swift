/// Percent-encoding for a URL's path.
package enum PercentEncoding {
    /// Returns `text` with its characters beyond ASCII encoded. A text that is encoded already stays as it is.
    package static func encodingNonASCII(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.isASCII ? String($0) : segment(String($0)) }.joined())
    }

    /// Returns whether two hexadecimal digits follow each `%`.
    package static func isWhole(_ text: String) -> Bool {
        text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy {
            $0.utf8.count >= 2 && $0.utf8.prefix(2).allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        }
    }

    /// Returns `text` as one segment of a path.
    ///
    /// - Source: RFC 3986, §2.3: letters, digits and `-._~` are not encoded.
    static func segment(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the decoded text. Returns nil if `text` has no `%XX`, has any other `%`, or decodes to bytes that are
    /// not UTF-8.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%") else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.count, bytes[index + 1] != UInt8(ascii: "+"), bytes[index + 1] != UInt8(ascii: "-"),
                let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            else { return nil }
            decoded.append(byte)
            index += 3
        }
        return String(validating: decoded, as: UTF8.self)
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }
}
