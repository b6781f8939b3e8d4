internal import CGeocliText
internal import Glibc

/// The part of a `ByteSource` that a parser reads: bytes not yet taken, refilled at the end. Memory is one piece of the
/// source plus the longest value that a parser waits for.
struct ByteWindow {
    /// The bytes; those before `position` are taken.
    private(set) var bytes: [UInt8] = []
    var position = 0
    private(set) var isAtEnd = false
    /// The number of bytes that were taken and dropped before `bytes[0]`.
    private(set) var droppedCount = 0
    /// The index of the first byte that stays although it is taken; nil if none does.
    private var keptFrom: Int?
    /// The place of the last original offset: in the source as it is read, and in the original bytes.
    private var known: (offset: Int, original: Int)?
    private let source: ByteSource

    init(_ source: ByteSource) { self.source = source }

    /// Whether the source was converted from another encoding.
    var isConverted: Bool { source.originalEnd != nil }

    var offset: Int { droppedCount + position }

    /// The offset in the source of the byte at `index`. If the source was converted from another encoding, this is the
    /// offset in the original bytes.
    ///
    /// - Complexity: for a converted source, O(length of the window), or O(distance to the index of the last call).
    mutating func originalOffset(at index: Int) -> Int {
        guard let end = source.originalEnd?() else { return droppedCount + index }
        let original: Int
        if let known, droppedCount...droppedCount + index ~= known.offset {
            original = known.original + TextEncoding.cp949Length(bytes[(known.offset - droppedCount)..<index])
        } else {
            original = end - TextEncoding.cp949Length(bytes[index...])
        }
        known = (droppedCount + index, original)
        return original
    }

    /// Keeps all bytes from `position` on, until the next call, or until `release`.
    mutating func keep() { keptFrom = position }

    mutating func release() { keptFrom = nil }

    /// Reads one more piece and appends it; false at the end of the source.
    mutating func refill() throws -> Bool {
        guard !isAtEnd else { return false }
        let chunk = try source.next()
        if chunk.isEmpty {
            isAtEnd = true
            return false
        }
        let start = min(keptFrom ?? position, position)
        if start == bytes.count {
            bytes = chunk
        } else {
            if start > 0 { bytes.removeSubrange(..<start) }
            bytes += chunk
        }
        droppedCount += start
        position -= start
        if keptFrom != nil { keptFrom = 0 }
        return true
    }

    /// Returns the next byte without taking it; nil at the end.
    mutating func peek() throws -> UInt8? {
        while position == bytes.count {
            guard try refill() else { return nil }
        }
        return bytes[position]
    }
}

/// The encoding of a feed's text. It is declared for each feed, never guessed.
public enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    /// Microsoft's superset of EUC-KR, used by the portal's CSV files (iconv's name: CP949).
    case cp949 = "CP949"

    /// The byte that stands for each byte that does not fit the encoding. No UTF-8 contains it, so the reader of the
    /// text finds it like a wrong byte of a UTF-8 file.
    static let wrongByte: UInt8 = 0xFF

    /// The commands that convert a text of another encoding.
    package static let conversion = Words(
        en: "iconv -f CP949 -t UTF-8; Western European text: iconv -f WINDOWS-1252 -t UTF-8",
        ko: "iconv -f CP949 -t UTF-8, 서유럽 언어는 iconv -f WINDOWS-1252 -t UTF-8")

    /// Returns `source` as UTF-8, converted piece by piece by the C library's iconv.
    ///
    /// - Parameter marksWrongBytes: whether `wrongByte` replaces each byte that does not fit the encoding. A row with
    ///   such a byte can then be rejected.
    /// - Throws: while reading, `TextEncodingError` at the first byte that does not fit the encoding. If wrong bytes are
    ///   marked, only if the text is UTF-8 with Hangul, or if it seems to be Western European.
    package func decoding(_ source: ByteSource, marksWrongBytes: Bool = false) throws -> ByteSource {
        guard self != .utf8 else { return source }
        let decoder = try IconvDecoder(encoding: self, source: source, marksWrongBytes: marksWrongBytes)
        return ByteSource(name: source.name, originalEnd: { decoder.offset }) { try decoder.next() }
    }

    /// Returns bytes that may be in any of the encodings as UTF-8, with U+FFFD in place of a few wrong bytes; nil if they
    /// are in none of the encodings. Only a draft of a declaration guesses an encoding.
    public static func guessed(
        for bytes: [UInt8], named name: String = ""
    ) throws -> (text: [UInt8], encoding: TextEncoding)? {
        if String(validating: bytes, as: UTF8.self) != nil { return (bytes, .utf8) }
        func repaired(_ bytes: [UInt8]) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }
        if WrongText.isUTF8(bytes[...], needsHangul: false) { return (repaired(bytes), .utf8) }
        let source = try cp949.decoding(ByteSource(name: name, bytes: bytes), marksWrongBytes: true)
        let text = try source.readAll(limit: .max) ?? []
        let wrong = text.count { $0 == wrongByte }
        return text.count { 0xC0..<wrongByte ~= $0 } >= 8 * wrong ? (repaired(text), .cp949) : nil
    }

    /// Returns a text in CP949; nil if it has a character that is not in CP949, or if the system has no converter.
    public static func cp949Bytes(of text: String) -> [UInt8]? {
        guard let handle = iconv_open(cp949.rawValue, "UTF-8"), Int(bitPattern: handle) != -1 else { return nil }
        defer { iconv_close(handle) }
        var input = Array(text.utf8).map { CChar(bitPattern: $0) }
        // A character of CP949 is never longer than in UTF-8.
        var output = [CChar](repeating: 0, count: input.count)
        var (inputLeft, outputLeft) = (input.count, output.count)
        let isDone = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (inputStart, outputStart) = (input.baseAddress, output.baseAddress)
                return iconv(handle, &inputStart, &inputLeft, &outputStart, &outputLeft) == 0
            }
        }
        return isDone ? output.dropLast(outputLeft).map { UInt8(bitPattern: $0) } : nil
    }

    /// Returns how many bytes of CP949 became these bytes of UTF-8.
    static func cp949Length(_ bytes: ArraySlice<UInt8>) -> Int {
        // A character of CP949 other than ASCII has two bytes.
        bytes.reduce(0) { $0 + ($1 < 0x80 || $1 == wrongByte ? 1 : $1 >= 0xC0 ? 2 : 0) }
    }
}

/// What the bytes around a wrong byte show about a text that should be UTF-8.
package enum WrongText: Sendable, Equatable {
    /// Most characters other than ASCII are well-formed, so a few bytes are broken.
    case broken
    /// Most are not, so the text is probably in another encoding.
    case otherEncoding

    /// The number of bytes on each side of a wrong byte that are judged.
    private static let reach = 4096

    init(_ bytes: [UInt8], around index: Int) {
        self.init(bytes[max(0, index - Self.reach)..<min(bytes.count, index + Self.reach)])
    }

    /// Judges the first bytes of a text that has wrong bytes.
    package init(_ bytes: some Collection<UInt8>) {
        let (sound, wrong) = Self.census(Array(bytes.prefix(2 * Self.reach))[...])
        self = sound >= wrong || wrong == 1 ? .broken : .otherEncoding
    }

    /// Whether bytes from the middle of a text are UTF-8 and have characters other than ASCII; if `needsHangul`, also
    /// Hangul: a word in CP949 may be well-formed UTF-8, but has no Hangul in it then.
    static func isUTF8(_ bytes: ArraySlice<UInt8>, needsHangul: Bool) -> Bool {
        let (sound, wrong) = census(bytes)
        guard sound > 0, sound >= (needsHangul ? 2 : 8) * wrong else { return false }
        return !needsHangul
            || bytes.indices.contains { 0xEA...0xED ~= bytes[$0] && UTF8Form.length(bytes, at: $0) == 3 }
    }

    /// Whether bytes that should be CP949 seem to be in Windows-1252 or Latin-1: of the bytes that are not ASCII, most stand
    /// alone in a word of Latin letters. Read as CP949, such a byte and the letter after it may be a rare syllable: 햢ila for
    /// Ávila. `count` is the fewest such bytes; the last byte may be half of a character.
    package static func isWestern(_ bytes: [UInt8], atLeast count: Int = 1) -> Bool {
        func isLetter(_ index: Int) -> Bool {
            bytes.indices.contains(index) && (0x41...0x5A ~= bytes[index] & 0xDF)
        }
        var (alone, pairs, index) = (0, 0, 0)
        while index < bytes.count - 1 {
            if bytes[index] < 0x80 {
                index += 1
            } else if bytes[index + 1] >= 0x80 {
                pairs += 1
                index += 2
            } else {
                if isLetter(index - 1) || isLetter(index + 1) { alone += 1 }
                index += 1
            }
        }
        return alone > pairs && alone >= count
    }

    /// Counts the well-formed characters other than ASCII, and the bytes that belong to no character. A character that
    /// is cut at an end of `bytes` counts as neither.
    private static func census(_ bytes: ArraySlice<UInt8>) -> (sound: Int, wrong: Int) {
        var (sound, wrong) = (0, 0)
        var index = bytes.firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
        while index < bytes.endIndex {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            let length = UTF8Form.length(bytes, at: index)
            if length > 0 { sound += 1 } else if !UTF8Form.isCut(bytes[index...]) { wrong += 1 }
            index += max(length, 1)
        }
        return (sound, wrong)
    }
}

/// The form of characters in UTF-8 (Unicode standard, table 3-7).
enum UTF8Form {
    /// Returns the index of the first byte that is not part of a well-formed character; nil if there is none.
    static func firstWrong(in bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let length = bytes[index] < 0x80 ? 1 : length(bytes, at: index)
            guard length > 0 else { return index }
            index += length
        }
        return nil
    }

    /// Returns the length of the character at `index` that is not ASCII; 0 if there is no well-formed one.
    static func length(_ bytes: ArraySlice<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        guard 0xC2...0xF4 ~= first else { return 0 }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard bytes.endIndex - index >= length, second(after: first).contains(bytes[index + 1]) else { return 0 }
        return bytes[(index + 1)..<(index + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
    }

    static func isCut(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, 0xC2...0xF4 ~= first, bytes.count < (first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2)
        else { return false }
        return bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    }

    /// Returns which bytes may follow the first byte of a character.
    @inline(__always)
    static func second(after first: UInt8) -> ClosedRange<UInt8> {
        switch first {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
    }
}

package struct TextEncodingError: ExplainedError, Equatable {
    package let name: String
    package let encoding: TextEncoding
    /// The offset of the first wrong byte, from 0; nil if the system has no converter for the encoding.
    package let offset: Int?
    /// The line of that byte, from 1; nil if it is not known.
    package let line: Int?
    package let isUTF8: Bool
    /// Whether the text seems to be Western European (`WrongText.isWestern`).
    var isWestern = false

    package init(name: String, encoding: TextEncoding, offset: Int?, line: Int? = nil, isUTF8: Bool = false) {
        self.name = name
        self.encoding = encoding
        self.offset = offset
        self.line = line
        self.isUTF8 = isUTF8
    }

    package var exit: ExitStatus { .data }

    package var words: Words {
        guard let offset else {
            return Words(
                en: "this system's iconv does not support \(encoding.rawValue); install libc-bin and libc6",
                ko: "이 시스템의 iconv에 \(encoding.rawValue)\(.subject) 없습니다. libc-bin과 libc6를 설치하세요")
        }
        if isUTF8 {
            return Words(
                en: "\(name) is not \(encoding.rawValue) but UTF-8 (byte \(offset)); declare UTF-8",
                ko: "\(name): \(encoding.rawValue)\(.subject) 아니라 UTF-8입니다(\(offset)바이트 위치). UTF-8로 선언하세요")
        }
        if isWestern {
            return Words(
                en:
                    "\(name) seems to be in a Western European encoding, not \(encoding.rawValue) (byte \(offset)); convert it to UTF-8: iconv -f WINDOWS-1252 -t UTF-8",
                ko:
                    "\(name): \(encoding.rawValue)\(.subject) 아니라 서유럽 언어의 인코딩인 듯합니다(\(offset)바이트 위치). UTF-8로 변환하세요: iconv -f WINDOWS-1252 -t UTF-8"
            )
        }
        let place =
            line.map { (en: "line \($0), byte \(offset)", ko: "\($0)행(\(offset)바이트)") }
            ?? (en: "byte \(offset)", ko: "\(offset)바이트 위치")
        return Words(
            en:
                "\(name) is not valid \(encoding.rawValue) at \(place.en); correct that character or declare another encoding",
            ko:
                "\(name): \(place.ko)에 \(encoding.rawValue) 인코딩으로 읽을 수 없는 글자가 있습니다. 그 글자를 고치거나 다른 인코딩을 선언하세요")
    }
}

private final class IconvDecoder {
    private let encoding: TextEncoding
    private let source: ByteSource
    private let handle: iconv_t
    private let marksWrongBytes: Bool
    private var rest: [UInt8] = []
    /// Whether a piece with characters other than ASCII was found not to be UTF-8.
    private var isChecked = false
    private(set) var offset = 0

    init(encoding: TextEncoding, source: ByteSource, marksWrongBytes: Bool) throws {
        self.encoding = encoding
        self.source = source
        self.marksWrongBytes = marksWrongBytes
        guard let handle = iconv_open("UTF-8", encoding.rawValue), Int(bitPattern: handle) != -1 else {
            throw TextEncodingError(name: source.name, encoding: encoding, offset: nil)
        }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    func next() throws -> [UInt8] {
        while true {
            let chunk = try source.next()
            if chunk.isEmpty {
                guard !rest.isEmpty else { return [] }
                guard marksWrongBytes else { throw error(at: offset) }
                defer { rest = [] }
                offset += rest.count
                return Array(repeating: TextEncoding.wrongByte, count: rest.count)
            }
            rest += chunk
            let converted = try convert()
            if !converted.isEmpty { return converted }
        }
    }

    /// Converts as much of `rest` as possible and keeps an incomplete character at the end.
    private func convert() throws -> [UInt8] {
        if marksWrongBytes, !isChecked, let first = rest.firstIndex(where: { $0 >= 0x80 }) {
            guard !WrongText.isUTF8(rest[...], needsHangul: true) else { throw error(at: offset + first, isUTF8: true) }
            // A single byte may be a broken one.
            if WrongText.isWestern(rest, atLeast: 2) {
                var western = error(at: offset + first)
                western.isWestern = true
                throw western
            }
            isChecked = true
        }
        var taken = 0
        var firstWrong: Int?
        let marks = marksWrongBytes
        // A character of CP949 takes at most three bytes of UTF-8 for each of its own bytes.
        let converted = [UInt8](unsafeUninitializedCapacity: rest.count * 3 + 16) { output, count in
            rest.withUnsafeMutableBufferPointer { input in
                var inputStart = input.baseAddress.map {
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
                }
                var outputStart = output.baseAddress.map {
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
                }
                var inputLeft = input.count
                var outputLeft = output.count
                while iconv(handle, &inputStart, &inputLeft, &outputStart, &outputLeft) == -1, errno != EINVAL {
                    firstWrong = firstWrong ?? input.count - inputLeft
                    guard marks else { break }
                    outputStart?.pointee = CChar(bitPattern: TextEncoding.wrongByte)
                    (inputStart, outputStart) = (inputStart.map { $0 + 1 }, outputStart.map { $0 + 1 })
                    (inputLeft, outputLeft) = (inputLeft - 1, outputLeft - 1)
                }
                taken = input.count - inputLeft
                count = output.count - outputLeft
            }
        }
        if let firstWrong, !marks { throw error(at: offset + firstWrong) }
        offset += taken
        rest.removeSubrange(..<taken)
        return converted
    }

    private func error(at offset: Int, isUTF8: Bool = false) -> TextEncodingError {
        TextEncodingError(name: source.name, encoding: encoding, offset: offset, isUTF8: isUTF8)
    }
}
