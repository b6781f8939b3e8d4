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

    /// Creates a key. Blanks and line ends at both ends are removed.
    ///
    /// - Throws: `PlainError` for a text that can't be a key: empty, longer than 512 bytes, or with blanks or control
    ///   characters inside.
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

    /// Returns whether both keys are the same text.
    public static func == (left: APIKey, right: APIKey) -> Bool { left.text == right.text }

    /// A text to use in place of a key, for a service that needs no key.
    ///
    /// - Throws: never, because the text is a valid key.
    public static var notNeeded: APIKey { get throws(PlainError) { try APIKey(publicKey) } }

    /// The key as a segment of a URL's path, or as a value of its query.
    var pathSegment: String { PercentEncoding.segment(text) }

    /// Returns the key that `text` encodes. A portal shows its keys percent-encoded, and a key that is encoded twice is
    /// a different key. A text without `%` is the key itself.
    ///
    /// - Throws: `PlainError`, for the same texts as `init`.
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

    /// The placeholder, never the key.
    public var description: String { Self.placeholder }

    /// The placeholder, never the key.
    public var debugDescription: String { Self.placeholder }

    /// Returns `value` with the key masked. `value` is a text from outside, such as a service's message or the host of
    /// a redirect. Every such text passes through here before it enters a message; texts that geocli itself writes do
    /// not.
    ///
    /// - Edges: a text that holds the key in disguise is replaced as a whole. A key that is too short to be
    ///   distinguished from other text is replaced only where it is a whole word.
    public func masking(_ value: String) -> String {
        guard text != Self.publicKey else { return value }
        guard let forms else { return replacingWords(in: value) }
        let masked = replacing(in: value)
        return forms.isIn(masked) ? Self.placeholder : masked
    }

    /// Returns both sentences with the key masked. The sentences are from an error that other code reported, so they
    /// may contain text from outside.
    public func masking(_ words: Words) -> Words { Words(en: masking(words.en), ko: masking(words.ko)) }

    /// Returns a finished line with the key masked. This check is the last one: texts from outside were masked before
    /// they entered the line.
    ///
    /// - Edges: leaves the line unchanged if the key has fewer than 16 bytes or no digit. Such a key could be a word
    ///   that geocli itself writes. No key of a portal is like that.
    public func redacting(_ line: String) -> String {
        let isUnlikeWords = text.utf8.count >= 16 && text.utf8.contains { 0x30...0x39 ~= $0 }
        return isUnlikeWords && text != Self.publicKey ? replacing(in: line) : line
    }

    /// Returns whether `value` holds the key in any form.
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
    /// Returns this text with each occurrence of `part` replaced. The case of ASCII letters does not matter.
    ///
    /// - Parameter isWord: whether only whole words count (no letter or digit next to them), in exactly the same case.
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
    /// Returns whether the byte at `index` is a letter, a digit, or part of a non-ASCII character.
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
