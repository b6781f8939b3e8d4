internal import GeocliText

/// The forms in which a text may repeat a key, and the search for them.
///
/// The search finds the key in either case, reversed, in hexadecimal and in base64. It also finds these forms within
/// any nesting of the disguises that `Disguise` undoes. A key may itself be base64, as those of data.go.kr are: such a key
/// is also found without its padding, in the other alphabet, with blanks for its plus signs, and decoded. The search does
/// not find an encrypted key, letters that only look alike, letters separated by blanks, or a key that is split over two
/// values.
struct KeyForms: Sendable {
    /// The minimum length in bytes of a key that can be distinguished from other text.
    static let minimumBytes = 6
    /// The maximum depth of escapes within escapes. No ordinary text is nested deeper, so a deeper text is treated as
    /// one that hides the key.
    private static let maximumRounds = 8

    /// The forms to compare in lower case.
    private let plain: [[UInt8]]
    /// The forms to compare without any change of case.
    private let packed: [[UInt8]]
    /// The minimum length in bytes of a text that can hold a form.
    let fewest: Int
    /// The spellings of the key that each service and reader of URLs produces, the longest first.
    let spellings: [String]

    init(_ key: String) {
        spellings = Self.spellings(of: key)
        var plain: [[UInt8]] = []
        var packed: [[UInt8]] = []
        for spelling in spellings {
            let bytes = Array(spelling.utf8)
            let letters = Disguise.plainLetters(bytes)
            plain += [letters, letters.reversed(), Self.hexadecimal(bytes), Self.hexadecimal(letters)]
            packed += Self.base64(bytes)
        }
        if let decoded = Self.decoded(Array(key.utf8)) { plain.append(Self.hexadecimal(decoded)) }
        (self.plain, self.packed) = (plain, packed)
        // The lower case of a letter may take more bytes than the letter, so the unchanged spellings count too.
        fewest = (plain + packed + spellings.map { Array($0.utf8) }).map(\.count).min() ?? 0
    }

    /// Returns the key without its padding and its percent-encoded form. A longer spelling holds one of these.
    private static func spellings(of key: String) -> [String] {
        let bare = String(key.reversed().drop { $0 == "=" }.reversed())
        // Padding alone does not make a key, and a short rest could be a common word.
        let core = bare.utf8.count < minimumBytes ? key : bare
        func replacing(_ pairs: [Character: Character]) -> String { String(core.map { pairs[$0] ?? $0 }) }
        var all = [
            core, replacing(["+": "-", "/": "_"]), replacing(["-": "+", "_": "/"]), replacing(["+": " "]),
        ]
        all += all.map(PercentEncoding.segment)
        var seen: Set<String> = []
        return all.filter { seen.insert($0).inserted }
    }

    /// Returns the bytes that a key in base64 encodes, in either alphabet; nil for another key.
    private static func decoded(_ key: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for byte in key where byte != UInt8(ascii: "=") {
            let byte =
                byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
            guard let value = letters.firstIndex(of: byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes.count >= minimumBytes ? bytes : nil
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns whether a text holds the key in any form.
    func isIn(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= fewest else { return false }
        if holdsPlainly(bytes) { return true }
        guard Disguise.isIn(bytes) else { return false }
        // Each combination of kinds is tried, because letters of the key may look like an escape of another kind.
        return (1...Disguise.all.rawValue).contains { holds(bytes, within: Disguise(rawValue: $0)) }
    }

    private func holds(_ bytes: [UInt8], within kinds: Disguise) -> Bool {
        var bytes = bytes
        for _ in 0..<Self.maximumRounds {
            guard let undone = kinds.undone(bytes) else { return false }
            bytes = undone
            if bytes.count < fewest { return false }
            if holdsPlainly(bytes) { return true }
        }
        return true
    }

    private func holdsPlainly(_ bytes: [UInt8]) -> Bool {
        let letters = Disguise.plainLetters(bytes)
        if plain.contains(where: { Self.holds(letters, $0) }) { return true }
        // Writers of base64 break long lines.
        let whole = bytes.contains { $0 < 0x20 } ? bytes.filter { $0 > 0x20 } : bytes
        return packed.contains { Self.holds(whole, $0) }
    }

    private static func holds(_ bytes: [UInt8], _ form: [UInt8]) -> Bool {
        guard let first = form.first, form.count <= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            form.withUnsafeBufferPointer { form in
                (0...bytes.count - form.count).contains { start in
                    bytes[start] == first
                        && UnsafeBufferPointer(rebasing: bytes[start..<start + form.count]).elementsEqual(form)
                }
            }
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    /// Returns the key's base64 forms within a longer text, in both alphabets. The key can begin at any of three
    /// offsets in a group. Letters that also hold bits of the neighboring bytes are left out.
    ///
    /// - Source: RFC 4648, §4 and §5.
    private static func base64(_ key: [UInt8]) -> [[UInt8]] {
        let inner = (0..<3).map { shift -> [UInt8] in
            let bits = ([UInt8](repeating: 0, count: shift) + key).flatMap { byte in
                (0..<8).map { byte >> (7 - $0) & 1 }
            }
            let first = (shift * 8 + 5) / 6
            return (first..<max(first, bits.count / 6)).map { index in
                letters[Int(bits[index * 6..<index * 6 + 6].reduce(0) { $0 << 1 | $1 })]
            }
        }
        let forURLs = inner.map { form in
            form.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
        }
        return inner + forURLs.filter { !inner.contains($0) }
    }
}
