internal import GeocliText

/// Ways to disguise a text so that people or programs can still read it: percent-encoding, references of XML and HTML,
/// and escapes of JSON. `plainLetters` converts text to normal width and lower case, and removes invisible characters.
struct Disguise: OptionSet {
    let rawValue: UInt8

    /// Percent-encoding: `%41`, `%u0041`.
    static let percent = Disguise(rawValue: 1)
    /// References of XML and HTML: `&#65;`, `&#x41;`, `&amp;`.
    static let references = Disguise(rawValue: 2)
    /// Escapes of JSON and programs: `\u0041`, `\x41`, `\/`.
    static let escapes = Disguise(rawValue: 4)

    static let all: Disguise = [.percent, .references, .escapes]

    static func isIn(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\") }
    }

    /// Returns `bytes` with each escape of these kinds decoded, once and from left to right; nil if there is none.
    func undone(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard let found = escape(bytes, at: index) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            found.append(to: &result)
            index += found.length
        }
        return result.count == bytes.count ? nil : result
    }

    private struct Found {
        let value: UInt32
        let length: Int
        /// Whether the value is a byte of UTF-8, not a character.
        var isByte = false

        func append(to bytes: inout [UInt8]) {
            guard !isByte, let scalar = Unicode.Scalar(value) else {
                return bytes.append(UInt8(truncatingIfNeeded: value))
            }
            bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
        }
    }

    private func escape(_ bytes: [UInt8], at start: Int) -> Found? {
        switch bytes[start] {
        case UInt8(ascii: "%") where contains(.percent):
            // JavaScript's escape() writes a character as %uXXXX.
            start + 1 < bytes.count && bytes[start + 1] | 0x20 == UInt8(ascii: "u")
                ? Self.hexadecimal(bytes, start + 2, count: 4)
                : Self.hexadecimal(bytes, start + 1, count: 2, isByte: true)
        case UInt8(ascii: "&") where contains(.references): Self.reference(bytes, start)
        case UInt8(ascii: "\\") where contains(.escapes): Self.backslash(bytes, start)
        default: nil
        }
    }

    private static func backslash(_ bytes: [UInt8], _ start: Int) -> Found? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "u"), UInt8(ascii: "U"): return hexadecimal(bytes, start + 2, count: 4)
        case UInt8(ascii: "x"), UInt8(ascii: "X"): return hexadecimal(bytes, start + 2, count: 2)
        case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
            return Found(value: UInt32(bytes[start + 1]), length: 2)
        default: return nil
        }
    }

    private static func hexadecimal(_ bytes: [UInt8], _ start: Int, count: Int, isByte: Bool = false) -> Found? {
        guard start + count <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + count] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return Found(value: value, length: count + (isByte ? 1 : 2), isByte: isByte)
    }

    private static let names: [(name: [UInt8], value: UInt32)] = [
        (Array("amp".utf8), 0x26), (Array("lt".utf8), 0x3C), (Array("gt".utf8), 0x3E), (Array("quot".utf8), 0x22),
        (Array("apos".utf8), 0x27), (Array("plus".utf8), 0x2B), (Array("sol".utf8), 0x2F),
        (Array("equals".utf8), 0x3D), (Array("lowbar".utf8), 0x5F),
    ]

    /// Reads a reference by name or by number. A number may have any number of leading zeros.
    private static func reference(_ bytes: [UInt8], _ start: Int) -> Found? {
        var index = start + 1
        func byte() -> UInt8 { index < bytes.count ? bytes[index] : 0 }
        guard byte() == UInt8(ascii: "#") else {
            guard let (name, value) = names.first(where: { bytes[index...].starts(with: $0.name) }) else { return nil }
            index += name.count
            return byte() == UInt8(ascii: ";") ? Found(value: value, length: name.count + 2) : nil
        }
        index += 1
        let radix: UInt32 = byte() | 0x20 == UInt8(ascii: "x") ? 16 : 10
        if radix == 16 { index += 1 }
        var value: UInt32 = 0
        let first = index
        while byte() < 0x80, let digit = Character(Unicode.Scalar(byte())).hexDigitValue, digit < radix {
            value = min(value * radix + UInt32(digit), 0x11_0000)
            index += 1
        }
        guard index > first, byte() == UInt8(ascii: ";"), Unicode.Scalar(value) != nil else { return nil }
        return Found(value: value, length: index + 1 - start)
    }

    /// Returns `bytes` in lower case, at normal width, and without invisible characters.
    ///
    /// - Source: Unicode's properties Default_Ignorable_Code_Point and General_Category (Cc, Cf, Mn); U+FF01 to U+FF5E
    ///   are the full-width forms of U+0021 to U+007E.
    static func plainLetters(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.allSatisfy({ 0x20...0x7E ~= $0 }) { return bytes.map(lowercased) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x20...0x7E: result.append(lowercased(UInt8(scalar.value)))
            case 0xFF01...0xFF5E: result.append(lowercased(UInt8(scalar.value - 0xFEE0)))
            // Hangul syllables, the most common characters in these texts.
            case 0xAC00...0xD7A3: result.append(contentsOf: Array(String(Character(scalar)).utf8))
            default:
                guard !isUnseen(scalar) else { continue }
                result.append(contentsOf: Array(scalar.properties.lowercaseMapping.utf8))
            }
        }
        return result
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
