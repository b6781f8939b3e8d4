internal import GeocliText

/// The forms in which a text may repeat a key, and the search for them.
///
/// The search finds the key in either case, reversed, in hexadecimal and in base64. It also finds these forms within
/// any nesting of the disguises that `Disguise` undoes. It does not find an encrypted key, letters that only look
/// alike, letters separated by blanks, or a key that is split over two values.
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

    init(_ key: String) {
        let bytes = Array(key.utf8)
        let letters = Disguise.plainLetters(bytes)
        plain = [letters, letters.reversed(), Self.hexadecimal(bytes), Self.hexadecimal(letters)]
        packed = Self.base64(bytes)
        // The lower case of a letter may take more bytes than the letter, so the unchanged key counts too.
        fewest = (plain + packed + [bytes]).map(\.count).min() ?? 0
    }

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
        return plain.contains { Self.holds(letters, $0) } || packed.contains { Self.holds(bytes, $0) }
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
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
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
