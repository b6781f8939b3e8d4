public import GeocliText

/// The key that a service knows us by: kept out of every text that is not the request itself.
public struct APIKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// What stands in its place wherever a person could see it.
    public static let placeholder = "{KEY}"

    /// The portal's public key, which serves five rows and is no secret; a common word, too.
    private static let publicKey = "sample"

    private let text: String
    /// How a text may repeat the key; nil for one that is no secret, or too short to be told from other text.
    private let forms: KeyForms?

    /// A key; outer blanks and line ends are taken off.
    ///
    /// - Throws: `APIKeyError` for a text that no key is: nothing, or with blanks or control characters inside.
    public init(_ text: String) throws(APIKeyError) {
        let trimmed = text.trimmingBlanks()
        guard !trimmed.isEmpty else { throw APIKeyError(isEmpty: true) }
        guard trimmed.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }), trimmed.utf8.count <= 512,
            trimmed != ".", trimmed != ".."
        else { throw APIKeyError(isEmpty: false) }
        self.text = trimmed
        forms = trimmed == Self.publicKey || trimmed.utf8.count < KeyForms.fewestBytes ? nil : KeyForms(trimmed)
    }

    /// Whether they are the same text.
    public static func == (left: APIKey, right: APIKey) -> Bool { left.text == right.text }

    /// The key as a segment of a URL's path.
    var pathSegment: String { PercentEncoding.segment(text) }

    /// Never the key.
    public var description: String { Self.placeholder }

    /// Never the key.
    public var debugDescription: String { Self.placeholder }

    /// A text from outside, such as a service's message or the host of a redirect, without the key. This is the door
    /// through which such a text enters a message; our own words do not go through it.
    ///
    /// - Edges: a text that holds the key in disguise gives way as a whole. Of a key that is too short to be told from other
    ///   text only whole words are taken out.
    public func masking(_ value: String) -> String {
        guard text != Self.publicKey else { return value }
        guard let forms else { return replacingWords(in: value) }
        let masked = replacing(in: value)
        return forms.isIn(masked) ? Self.placeholder : masked
    }

    /// Both sentences of an error of others, of whose words we know nothing.
    public func masking(_ words: Words) -> Words { Words(en: masking(words.en), ko: masking(words.ko)) }

    /// A finished line without the key: the last gate, behind those where texts from outside enter.
    ///
    /// - Edges: leaves the line alone where the key might be a word of ours, which no key of a portal is.
    public func redacting(_ line: String) -> String {
        let isUnlikeWords = text.utf8.count >= 16 && text.utf8.contains { 0x30...0x39 ~= $0 }
        return isUnlikeWords && text != Self.publicKey ? replacing(in: line) : line
    }

    /// Whether `value` holds the key in any form.
    public func isIn(_ value: String) -> Bool {
        guard text != Self.publicKey else { return false }
        guard let forms else { return replacingWords(in: value) != value }
        return forms.isIn(value) || replacing(in: value) != value
    }

    /// Puts as many asterisks wherever what a service sent echoes the key, so that no file keeps it: in its bytes as they
    /// are, and in place of each value that holds the key in disguise. Keys too short to be told from other text are left.
    func redact(_ bytes: inout [UInt8]) {
        guard let forms else { return }
        for spelling in spellings { bytes.overwrite(Array(spelling.utf8)) }
        BodyValues.overwrite(in: &bytes, fewest: forms.fewest, where: forms.isIn)
    }

    private var spellings: [String] {
        let encoded = pathSegment
        return encoded == text ? [text] : [text, encoded]
    }

    private func replacing(in value: String) -> String {
        spellings.reduce(value) { $0.replacing($1, with: Self.placeholder, isWord: false) }
    }

    private func replacingWords(in value: String) -> String {
        spellings.reduce(value) { $0.replacing($1, with: Self.placeholder, isWord: true) }
    }
}

extension String {
    /// This text with each occurrence of `part` replaced, whatever the case of its letters in ASCII.
    ///
    /// - Parameter isWord: whether only those count that no letter or digit stands next to, in the very case.
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
    /// Whether a letter or a digit stands at `index`, or part of a character beyond ASCII.
    fileprivate func isWordByte(_ index: Int) -> Bool {
        guard indices.contains(index) else { return false }
        return self[index] >= 0x80 || 0x30...0x39 ~= self[index] || 0x61...0x7A ~= self[index] | 0x20
    }

    /// Puts asterisks in place of each occurrence of `part`, whatever the case of its letters in ASCII. In place: a page may
    /// be as large as the memory allows.
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

/// A text that is no key. Says nothing of the text.
public struct APIKeyError: ExplainedError, Equatable {
    let isEmpty: Bool

    /// What happened and what to try.
    public var words: Words {
        isEmpty
            ? Words(en: "the key is empty; write the key that the portal gave you", ko: "인증키가 비어 있습니다; 포털에서 받은 키를 쓰세요")
            : Words(
                en: "the key holds blanks or control characters; copy it again from the portal",
                ko: "인증키에 빈칸이나 제어 문자가 있습니다; 포털에서 다시 복사하세요")
    }
}
