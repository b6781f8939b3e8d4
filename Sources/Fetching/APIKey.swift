public import GeocliText

/// The key that identifies the user to a service. It appears in the request and in no other text.
public struct APIKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The text that replaces the key wherever a person could see it.
    public static let placeholder = "{KEY}"

    /// The portal's public key, which serves five rows and is not secret. It is also a common word.
    private static let publicKey = "sample"

    private let text: String
    /// The forms in which a text may repeat the key; nil for a key that is public, or too short to be distinguished
    /// from other text.
    private let forms: KeyForms?

    /// Creates a key without the blanks at its ends; throws a `PlainError` for a text that can't be a key: empty,
    /// longer than 512 bytes, or with blanks or control characters inside.
    public init(_ text: String) throws(PlainError) {
        let trimmed = text.trimmingBlanks()
        guard !trimmed.isEmpty else {
            throw PlainError(
                .key, en: "the key is empty; use the key that the portal gave you", ko: "인증키가 비어 있습니다. 포털에서 받은 키를 쓰세요")
        }
        guard trimmed.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }), trimmed.utf8.count <= 512,
            trimmed != ".", trimmed != ".."
        else {
            // The message does not repeat the text.
            throw PlainError(
                .key, en: "the key contains spaces or control characters; copy it again from the portal",
                ko: "인증키에 공백이나 제어 문자가 있습니다. 포털에서 다시 복사하세요")
        }
        self.text = trimmed
        forms = trimmed == Self.publicKey || trimmed.utf8.count < KeyForms.minimumBytes ? nil : KeyForms(trimmed)
    }

    public static func == (left: APIKey, right: APIKey) -> Bool { left.text == right.text }

    /// A text to use in place of a key, for a service that needs none. Never throws: the text is a valid key.
    public static var notNeeded: APIKey { get throws(PlainError) { try APIKey(publicKey) } }

    /// The key as a segment of a URL's path, or as a value of its query.
    var pathSegment: String { PercentEncoding.segment(text) }

    /// Returns the key that `text` encodes. A portal shows its keys percent-encoded, and a key that is encoded twice is
    /// a different key. A text without `%` is the key itself.
    public static func decoding(_ text: String) throws(PlainError) -> APIKey {
        try APIKey(PercentEncoding.decoded(text.trimmingBlanks()) ?? text)
    }

    /// Returns the path and query of a request, with the key in place of the placeholder.
    func filling(_ target: String) -> String {
        guard let place = target.firstRange(of: Self.placeholder) else { return target }
        return String(target[..<place.lowerBound]) + pathSegment + target[place.upperBound...]
    }

    /// Returns a header line of a request, with the key in place of the placeholder. No key has a line end.
    func filling(header line: String) -> String {
        guard let place = line.firstRange(of: Self.placeholder) else { return line }
        return String(line[..<place.lowerBound]) + text + line[place.upperBound...]
    }

    public var description: String { Self.placeholder }

    public var debugDescription: String { Self.placeholder }

    /// Returns `value`, a text from outside such as a service's message or the host of a redirect, with the key masked.
    /// Every such text passes through here before it enters a message; texts that geocli itself writes do not. A text
    /// that holds the key in disguise is replaced as a whole; a key that is too short to be distinguished from other
    /// text is replaced only where it is a whole word.
    public func masking(_ value: String) -> String {
        guard text != Self.publicKey else { return value }
        guard let forms else { return replacingWords(in: value) }
        let masked = replacing(in: value)
        return forms.isIn(masked) ? Self.placeholder : masked
    }

    /// Returns both sentences with the key masked. The sentences are from an error that other code reported, so they
    /// may contain text from outside.
    public func masking(_ words: Words) -> Words { Words(en: masking(words.en), ko: masking(words.ko)) }

    /// Returns a finished line with the key masked: the last check, because texts from outside were masked before they
    /// entered the line. A key of fewer than 16 bytes or without a digit stays, because it could be a word that geocli
    /// itself writes. No key of a portal is like that.
    public func redacting(_ line: String) -> String {
        let isUnlikeWords = text.utf8.count >= 16 && text.utf8.contains { 0x30...0x39 ~= $0 }
        return isUnlikeWords && text != Self.publicKey ? replacing(in: line) : line
    }

    public func isIn(_ value: String) -> Bool {
        guard text != Self.publicKey else { return false }
        guard let forms else { return replacingWords(in: value) != value }
        return forms.isIn(value) || replacing(in: value) != value
    }

    /// Overwrites the key with asterisks in the bytes that a service sent, so that no file keeps it. This covers the
    /// key itself, and each value that holds the key in disguise. A key that is too short to be distinguished from
    /// other text is not overwritten.
    func redact(_ bytes: inout [UInt8]) {
        guard let forms else { return }
        for spelling in spellings { bytes.overwrite(Array(spelling.utf8)) }
        BodyValues.overwrite(in: &bytes, fewest: forms.fewest, where: forms.isIn)
    }

    /// The key and its percent-encoded form, and then its shorter and changed spellings.
    private var spellings: [String] {
        let own = pathSegment == text ? [text] : [pathSegment, text]
        return own + (forms?.spellings.filter { !own.contains($0) } ?? [])
    }

    private func replacing(in value: String) -> String {
        spellings.reduce(value) { $0.replacing($1, with: Self.placeholder, isWord: false) }
    }

    private func replacingWords(in value: String) -> String {
        spellings.reduce(value) { $0.replacing($1, with: Self.placeholder, isWord: true) }
    }
}

extension String {
    /// Returns this text with each occurrence of `part` replaced, whatever the case of ASCII letters; if it `isWord`,
    /// only whole words (no letter or digit next to them), in exactly the same case.
    fileprivate func replacing(_ part: String, with other: String, isWord: Bool) -> String {
        let bytes = Array(utf8)
        let part = Array(part.utf8)
        guard !part.isEmpty, part.count <= bytes.count else { return self }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let end = index + part.count
            let isHere =
                end <= bytes.count
                && bytes[index..<end].elementsEqual(part) {
                    isWord ? $0 == $1 : Disguise.lowercased($0) == Disguise.lowercased($1)
                }
            if isHere, !isWord || !bytes.isWordByte(index - 1) && !bytes.isWordByte(end) {
                result.append(contentsOf: other.utf8)
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate func isWordByte(_ index: Int) -> Bool {
        guard indices.contains(index) else { return false }
        return self[index] >= 0x80 || 0x30...0x39 ~= self[index] || 0x61...0x7A ~= self[index] | 0x20
    }

    /// Overwrites each occurrence of `part` with asterisks. The case of ASCII letters does not matter. It works in
    /// place, because a page may be as large as the memory allows.
    fileprivate mutating func overwrite(_ part: [UInt8]) {
        let part = part.map(Disguise.lowercased)
        guard let first = part.first else { return }
        withUnsafeMutableBufferPointer { bytes in
            var start = 0
            while start + part.count <= bytes.count {
                if Disguise.lowercased(bytes[start]) == first,
                    part.indices.allSatisfy({ Disguise.lowercased(bytes[start + $0]) == part[$0] })
                {
                    for index in start..<start + part.count { bytes[index] = UInt8(ascii: "*") }
                }
                start += 1
            }
        }
    }
}

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

    /// Returns the key's base64 forms (RFC 4648, §4 and §5) within a longer text, in both alphabets. The key can begin
    /// at any of three offsets in a group. Letters that also hold bits of the neighboring bytes are left out.
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
