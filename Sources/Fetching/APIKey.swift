internal import Glibc
public import Text

/// The key that a service knows us by: kept out of every text that is not the request itself.
public struct APIKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// What stands in its place wherever a person could see it.
    public static let placeholder = "{KEY}"

    /// The portal's public key, which serves five rows and is no secret; a common word, too.
    private static let publicKey = "sample"

    private let text: String

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
    }

    /// The key as a segment of a URL's path.
    var pathSegment: String { PercentEncoding.segment(text) }

    /// Never the key.
    public var description: String { Self.placeholder }

    /// Never the key.
    public var debugDescription: String { Self.placeholder }

    /// `text` without the key, be it as it is or percent-encoded.
    public func redacting(_ text: String) -> String {
        guard self.text != Self.publicKey else { return text }
        return spellings.reduce(text) {
            String(decoding: Self.replace($1, by: Self.placeholder, in: Array($0.utf8)), as: UTF8.self)
        }
    }

    /// Both sentences without the key.
    public func redacting(_ words: Words) -> Words { Words(en: redacting(words.en), ko: redacting(words.ko)) }

    /// Puts as many asterisks wherever what a service sent echoes the key, so that no file keeps it. A page that holds it
    /// in escapes of JSON or XML loses those. Keys too short to be told from other text are left.
    func redact(_ bytes: inout [UInt8]) {
        guard text != Self.publicKey, text.utf8.count >= 6 else { return }
        for spelling in spellings { Self.overwrite(Array(spelling.utf8), in: &bytes) }
        guard bytes.contains(UInt8(ascii: "\\")) || bytes.contains(UInt8(ascii: "&")) else { return }
        var plain = PlainEscapes.resolved(bytes)
        var isThere = false
        for spelling in spellings where Self.overwrite(Array(spelling.utf8), in: &plain) { isThere = true }
        if isThere { bytes = plain }
    }

    /// Whether `text` holds the key.
    public func isIn(_ text: String) -> Bool { self.text != Self.publicKey && redacting(text) != text }

    private var spellings: [String] {
        let encoded = pathSegment
        return encoded == text ? [text] : [text, encoded]
    }

    /// Whether it was there. In place: a page may be as large as the memory allows.
    @discardableResult
    private static func overwrite(_ key: [UInt8], in bytes: inout [UInt8]) -> Bool {
        guard let first = key.first else { return false }
        var isThere = false
        bytes.withUnsafeMutableBufferPointer { buffer in
            var start = 0
            while let base = buffer.baseAddress, start + key.count <= buffer.count,
                let found = memchr(base + start, Int32(first), buffer.count - start - key.count + 1)
            {
                start = found - UnsafeMutableRawPointer(base)
                if memcmp(found, key, key.count) == 0 {
                    memset(found, Int32(UInt8(ascii: "*")), key.count)
                    isThere = true
                }
                start += 1
            }
        }
        return isThere
    }

    private static func replace(_ key: String, by other: String, in bytes: [UInt8]) -> [UInt8] {
        let key = Array(key.utf8)
        guard bytes.count >= key.count, let first = key.first else { return bytes }
        var found: [UInt8] = []
        var copied = 0
        var start = 0
        while let next = bytes[start...].firstIndex(of: first), next + key.count <= bytes.count {
            guard bytes[next..<next + key.count].elementsEqual(key) else {
                start = next + 1
                continue
            }
            found += bytes[copied..<next]
            found += Array(other.utf8)
            start = next + key.count
            copied = start
        }
        return copied == 0 ? bytes : found + bytes[copied...]
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
