/// Escapes that spell a plain ASCII character in JSON (`\u0041`, `\/`) or XML (`&#65;`, `&#x41;`).
enum PlainEscapes {
    /// `bytes` with letters, digits and harmless marks in place of their escapes.
    static func resolved(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let found =
                byte == UInt8(ascii: "\\") ? json(bytes, index) : byte == UInt8(ascii: "&") ? xml(bytes, index) : nil
            if let found {
                result.append(found.byte)
                index += found.length
            } else {
                result.append(byte)
                // The character behind a backslash belongs to it, be it a backslash.
                if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
                    result.append(bytes[index + 1])
                    index += 1
                }
                index += 1
            }
        }
        return result
    }

    private static func json(_ bytes: [UInt8], _ start: Int) -> (byte: UInt8, length: Int)? {
        guard start + 1 < bytes.count else { return nil }
        if bytes[start + 1] == UInt8(ascii: "/") { return (UInt8(ascii: "/"), 2) }
        guard bytes[start + 1] == UInt8(ascii: "u"), start + 6 <= bytes.count else { return nil }
        return plain(number(bytes[start + 2..<start + 6], radix: 16)).map { ($0, 6) }
    }

    private static func xml(_ bytes: [UInt8], _ start: Int) -> (byte: UInt8, length: Int)? {
        guard start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "#"),
            let end = bytes[start..<min(start + 12, bytes.count)].firstIndex(of: UInt8(ascii: ";"))
        else { return nil }
        let isHexadecimal = bytes[start + 2] | 0x20 == UInt8(ascii: "x")
        let digits = bytes[start + (isHexadecimal ? 3 : 2)..<max(end, start + (isHexadecimal ? 3 : 2))]
        return plain(number(digits, radix: isHexadecimal ? 16 : 10)).map { ($0, end - start + 1) }
    }

    private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> Int? {
        Int(String(decoding: digits, as: UTF8.self), radix: radix)
    }

    /// What means nothing to JSON or XML.
    private static func plain(_ number: Int?) -> UInt8? {
        guard let number, 0x21...0x7E ~= number, let byte = UInt8(exactly: number) else { return nil }
        return "\"\\&<>'".utf8.contains(byte) ? nil : byte
    }
}
