internal import GeocliText
internal import Glibc

/// The searchable fields of a place in forms that can be compared. Each form is a line of its own, so that no match
/// spans two fields. In *folded* text, differences in case, width and blanks are removed. *Squeezed* text is folded
/// text that keeps only letters, marks and digits.
///
///     name, folded ⏎ name, squeezed, if it differs ⏎ address, squeezed ⏎ district, squeezed ⏎ numbers of the phone ⏎
///
/// The fields are valid only as long as the bytes of the text are valid.
package struct FoldedFields {
    let name: UnsafeBufferPointer<UInt8>
    let squeezedName: UnsafeBufferPointer<UInt8>
    let address: UnsafeBufferPointer<UInt8>
    let district: UnsafeBufferPointer<UInt8>
    let phone: UnsafeBufferPointer<UInt8>

    /// Returns these fields as the text that the catalog stores.
    package static func text(
        name: String, address: String?, district: String?, phone: String?
    ) -> String {
        var bytes: [UInt8] = []
        append(name: name, address: address, district: district, phone: phone, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the result of `text`, in UTF-8.
    package static func append(
        name: String, address: String?, district: String?, phone: String?, to bytes: inout [UInt8]
    ) {
        if appendPlain(name, address ?? "", district ?? "", phone ?? "", to: &bytes) { return }
        let text = foldedText(name: name, address: address, district: district, phone: phone)
        bytes.append(contentsOf: text.utf8)
    }

    /// Returns the result of `text` for fields with any characters.
    static func foldedText(
        name: String, address: String?, district: String?, phone: String?
    ) -> String {
        let folded = Folding.folded(name)
        let squeezed = Folding.squeezed(folded)
        let region = [address, district].map { Folding.squeezed(Folding.folded($0 ?? "")) }
        let lines = [folded, squeezed == folded ? "" : squeezed, region[0], region[1], numbers(phone ?? "")]
        return lines.map { $0 + "\n" }.joined()
    }

    /// Appends the result of `text` in one pass over the bytes, for fields that contain only ASCII and Hangul; returns
    /// false for other fields. Nearly all fields contain only ASCII and Hangul.
    private static func appendPlain(
        _ name: String, _ address: String, _ district: String, _ phone: String, to bytes: inout [UInt8]
    ) -> Bool {
        let most = 2 * name.utf8.count + address.utf8.count + district.utf8.count + phone.utf8.count + 5
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { buffer in
            var folding = PlainFolding(into: buffer)
            let isPlain =
                name.utf8.withContiguousStorageIfAvailable { folding.appendBoth($0) } == true
                && address.utf8.withContiguousStorageIfAvailable { folding.appendSqueezed($0) } == true
                && district.utf8.withContiguousStorageIfAvailable { folding.appendSqueezed($0) } == true
                && phone.utf8.withContiguousStorageIfAvailable { appendNumbers($0, to: &folding) } == true
            // The bytes are valid UTF-8, because they are ASCII and whole characters that were copied from strings.
            if isPlain { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<folding.count])) }
            return isPlain
        }
    }

    /// Writes the result of `numbers` for an ASCII text, and a line end; returns false for any other text.
    private static func appendNumbers(_ phone: UnsafeBufferPointer<UInt8>, to folding: inout PlainFolding) -> Bool {
        guard phone.count <= PlainFolding.maximumBytes else { return false }
        var isApart = false
        var isFirst = true
        var hasPlus = false
        for byte in phone {
            switch byte {
            case UInt8(ascii: "+"): (hasPlus, isApart) = (true, true)
            // It may be the bracket of +44 (0)20.
            case UInt8(ascii: "(") where hasPlus: return false
            case 0x30...0x39:
                if isApart, !isFirst { folding.write(UInt8(ascii: ";")) }
                isApart = false
                isFirst = false
                folding.write(byte)
            // Folding removes these characters, or replaces a run of them by one blank.
            case 0x00...0x20, 0x7F: break
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"): break
            case 0x80...: return false
            default: isApart = true
            }
        }
        folding.endLine()
        return true
    }

    /// Creates the fields from a result of `text`; missing lines give empty fields.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        func line() -> UnsafeBufferPointer<UInt8> {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            defer { rest = rest[end...].dropFirst() }
            return UnsafeBufferPointer(rebasing: rest[..<end])
        }
        name = line()
        let squeezed = line()
        // The line is also empty for a name without letters or digits. In this case, a search in the folded name gives
        // the same result.
        squeezedName = squeezed.isEmpty ? name : squeezed
        address = line()
        district = line()
        phone = line()
    }

    /// The number of characters (Unicode scalars) in the folded name.
    package var nameLength: Int { name.count { $0 & 0xC0 != 0x80 } }

    /// Returns the digits of each number, with semicolons between numbers: `02-3435-0950, 0956` gives
    /// `0234350950;0956`. The zero of `+44 (0)20 7946 0018` is not dialed from abroad, so this text has two numbers,
    /// with and without that zero.
    static func numbers(_ phone: String) -> String {
        let text = Folding.folded(phone)
        guard text.contains("+"), text.contains("(0)") else { return digits(text) }
        return digits(text) + ";" + digits(text.replacing("(0)", with: ""))
    }

    private static func digits(_ folded: String) -> String {
        var digits = ""
        var isApart = false
        for scalar in folded.unicodeScalars {
            switch scalar {
            case "0"..."9":
                if isApart, !digits.isEmpty { digits.unicodeScalars.append(";") }
                isApart = false
                digits.unicodeScalars.append(scalar)
            default: isApart = isApart || !isWithinNumber(scalar)
            }
        }
        return digits
    }

    /// Returns whether a character may be between the digits of one number: a blank, a dot, a bracket, a hyphen or dash
    /// of any length, or the minus sign.
    static func isWithinNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "(", ")", " ", "\u{2010}"..."\u{2015}", "\u{2212}": true
        default: false
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether these bytes contain `part`, which is not empty.
    func holds(_ part: [UInt8]) -> Bool { part.withUnsafeBufferPointer { holds($0) } }

    func holds(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let baseAddress, let other = part.baseAddress, count >= part.count else { return false }
        // Most syllables share their first byte, so the last byte is compared first.
        let last = part[part.count - 1]
        for end in part.count - 1..<count where baseAddress[end] == last {
            if memcmp(baseAddress + (end - part.count + 1), other, part.count) == 0 { return true }
        }
        return false
    }

    func begins(with part: [UInt8]) -> Bool {
        guard let baseAddress, count >= part.count else { return false }
        return part.withUnsafeBytes { memcmp(baseAddress, $0.baseAddress!, $0.count) == 0 }
    }

    /// Returns whether these bytes contain `part` at their start, or after a blank or a bracket.
    func holdsAtWordStart(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return (0...count - part.count).contains { start in
            (start == 0 || Self.beforeWords.contains(self[start - 1]))
                && UnsafeBufferPointer(rebasing: self[start...]).begins(with: part)
        }
    }

    private static var beforeWords: [UInt8] { [0x20, 0x28, 0x5B] }

    /// Calls `body` with the code point of each character.
    ///
    /// - Edges: bytes that are not UTF-8 become U+FFFD, as in `String`.
    @inline(__always)
    func forEachScalar(_ body: (UInt32) -> Void) {
        var index = 0
        while index < count {
            let first = UInt32(self[index])
            if first < 0x80 {
                body(first)
                index += 1
                continue
            }
            // Decodes characters of two bytes (é, the middle dot) and of three bytes (Hangul, Chinese, most other
            // letters). The standard library decodes all others.
            if 0xC2...0xDF ~= first, index + 1 < count, self[index + 1] & 0xC0 == 0x80 {
                body((first & 0x1F) << 6 | UInt32(self[index + 1] & 0x3F))
                index += 2
                continue
            }
            guard 0xE1...0xED ~= first, index + 2 < count else { break }
            let second = UInt32(self[index + 1])
            let third = UInt32(self[index + 2])
            // From ED A0 on, three bytes are a surrogate, which is not a character.
            guard second & 0xC0 == 0x80, third & 0xC0 == 0x80, first < 0xED || second < 0xA0 else { break }
            body((first & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F)
            index += 3
        }
        guard index < count else { return }
        for scalar in UnsafeBufferPointer(rebasing: self[index...]).scalars { body(scalar.value) }
    }

    /// The characters of these bytes, which are UTF-8.
    var scalars: [Unicode.Scalar] { Array(String(decoding: self, as: UTF8.self).unicodeScalars) }
}
