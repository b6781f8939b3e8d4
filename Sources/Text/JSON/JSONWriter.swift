/// Texts as JSON strings. Quotes, backslashes and characters that can control a terminal (`DisplayText.isUnsafe`) are
/// escaped.
///
/// Eight bytes are checked at a time, and runs without anything to escape are copied whole.
enum JSONText {
    /// Appends the JSON string of `text`, the UTF-8 of a string, so that no character is cut off at its end.
    static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var end = firstSpecial(text, from: 0)
        if end == text.count { return appendQuoted(text, to: &bytes) }
        bytes.append(quote)
        var start = 0
        while end < text.count {
            bytes.append(contentsOf: text[start..<end])
            start = end + appendCharacter(text[end...], to: &bytes)
            end = firstSpecial(text, from: start)
        }
        bytes.append(contentsOf: text[start...])
        bytes.append(quote)
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0, to: &bytes) }
        if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { append($0, to: &bytes) } }
    }

    private static let quote = UInt8(ascii: "\"")

    private static func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: text.count + 2) { span in
            span.append(quote)
            span.withUnsafeMutableBufferPointer { buffer, count in
                // The requested capacity holds the text and both quotes.
                if let source = text.baseAddress, let target = buffer.baseAddress {
                    (target + count).update(from: source, count: text.count)
                }
                count += text.count
            }
            span.append(quote)
        }
    }

    /// Returns the index of the first byte from `start` on that may begin a character to escape; the count if there is
    /// none.
    private static func firstSpecial(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        let bytes = UnsafeRawBufferPointer(text)
        while bytes.count - position >= 8,
            !hasSpecial(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        {
            position += 8
        }
        while position < text.count, !isSpecial(text[position]) { position += 1 }
        return position
    }

    /// Returns whether a byte may begin a character to escape: an ASCII control, a quote, a backslash, DEL, C2 (C1
    /// controls), D8 (U+061C), or E2 (the other characters of `DisplayText.isUnsafe`, U+200E to U+2069). None of these
    /// bytes occurs after the first byte of a character.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x1F, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2: true
        default: false
        }
    }

    /// Returns whether one of eight bytes is special: the highest bit of some byte of `(x - 1) & ~x` is set if, and
    /// only if, some byte of x is 0 (S. E. Anderson, "Bit Twiddling Hacks", "Determine if a word has a zero byte" and
    /// "... a byte less than n").
    private static func hasSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func zeros(_ byte: UInt64) -> UInt64 {
            let x = word ^ (ones &* byte)
            return (x &- ones) & ~x
        }
        let ascii = (word &- ones &* 0x20) & ~word | zeros(0x22) | zeros(0x5C) | zeros(0x7F)
        return (ascii | zeros(0xC2) | zeros(0xD8) | zeros(0xE2)) & (ones &* 0x80) != 0
    }

    /// Appends the first character of `rest`, escaped if necessary, and returns the number of its bytes in `rest`.
    private static func appendCharacter(_ rest: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout [UInt8]) -> Int {
        let first = rest[rest.startIndex]
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), first]
        case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        default:
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return 1 }
            let count = UTF8.width(scalar)
            if DisplayText.isUnsafe(scalar) {
                appendEscape(of: scalar, to: &bytes)
            } else {
                bytes.append(contentsOf: rest.prefix(count))
            }
            return count
        }
        return 1
    }

    /// Appends `\u` and four digits; every unsafe character is below U+10000.
    private static func appendEscape(of scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
    }
}

/// Member names, encoded once for many objects.
///
/// All names are in one array of bytes. With an array of strings, writing a name would cost reference counting.
public struct JSONNames: Sendable {
    /// Each name as a JSON string, with a comma before it and a colon after it.
    private let bytes: [UInt8]
    private let ends: [Int]

    public init(_ names: [String]) {
        var bytes: [UInt8] = []
        ends = names.map { name in
            bytes.append(UInt8(ascii: ","))
            JSONText.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            return bytes.count
        }
        self.bytes = bytes
    }

    /// The number of bytes of all names, with commas and colons.
    public var byteCount: Int { bytes.count }

    /// The bytes of the names, valid within `withBytes`.
    public struct Bytes {
        @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
        @usableFromInline let ends: UnsafeBufferPointer<Int>
    }

    public func withBytes(_ body: (Bytes) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            ends.withUnsafeBufferPointer { body(Bytes(bytes: bytes, ends: $0)) }
        }
    }

    /// Appends a comma if `comma` is true, and then the name at index `position` and its colon.
    func append(_ position: Int, comma: Bool, to target: inout [UInt8]) {
        let start = (position == 0 ? 0 : ends[position - 1]) + (comma ? 0 : 1)
        bytes.withUnsafeBufferPointer {
            target.append(contentsOf: UnsafeBufferPointer(rebasing: $0[start..<ends[position]]))
        }
    }
}

extension ByteCursor {
    /// Writes a comma if `comma` is true, the name at index `position`, and its colon, all counted in
    /// `JSONNames.byteCount`.
    @inlinable
    public mutating func put(_ names: JSONNames.Bytes, _ position: Int, comma: Bool) {
        assert(names.ends.indices.contains(position))
        guard let bytes = names.bytes.baseAddress else { return }
        let start = (position == 0 ? 0 : names.ends[position &- 1]) &+ (comma ? 0 : 1)
        let count = names.ends[position] &- start
        next.update(from: bytes + start, count: count)
        next += count
    }
}

/// A writer that appends JSON to an array of bytes, which the caller writes out and empties.
///
/// A string that is written reads back as the same string. Control and bidirectional-control characters are escaped, so
/// that JSON can't control a terminal.
package struct JSONWriter {
    package var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    package mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func name(_ names: JSONNames, at position: Int) {
        names.append(position, comma: needsComma, to: &bytes)
        needsComma = false
    }

    package mutating func string(_ text: String) {
        comma()
        JSONText.append(text, to: &bytes)
        needsComma = true
    }

    package mutating func string(_ text: String?) {
        if let text { string(text) } else { null() }
    }

    package mutating func integer(_ value: Int64) {
        comma()
        DecimalText.append(value, to: &bytes)
        needsComma = true
    }

    /// Writes a number as the shortest text that reads back equal; null for a number that JSON can't express.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        comma()
        DecimalText.append(shortest: value, to: &bytes)
        needsComma = true
    }

    /// Writes a number with at most `maximumDecimals` decimals; null for a number that JSON can't express.
    package mutating func number(_ value: Double, maximumDecimals: Int) {
        guard value.isFinite else { return null() }
        comma()
        DecimalText.append(value, maximumDecimals: maximumDecimals, to: &bytes)
        needsComma = true
    }

    /// Writes a number with exactly `decimals` decimals; null for a number that JSON can't express.
    package mutating func number(_ value: Double, decimals: Int) {
        guard value.isFinite else { return null() }
        comma()
        DecimalText.append(value, decimals: decimals, to: &bytes)
        needsComma = true
    }

    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    package mutating func null() { word("null") }

    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(let text): literal(text)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                name(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }

    /// Writes the bytes of a whole, checked value unchanged.
    package mutating func checked(_ value: UnsafeBufferPointer<UInt8>) {
        comma()
        bytes.append(contentsOf: value)
        needsComma = true
    }

    /// Writes a line end; the next value starts without a comma.
    package mutating func newline() {
        bytes.append(0x0A)
        needsComma = false
    }

    /// Writes text unchanged, such as a line end between elements; the next value still starts with a comma.
    package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func begin(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func literal(_ text: String) {
        comma()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func word(_ text: StaticString) {
        comma()
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }
}

extension JSONValue {
    /// The value as JSON, as `JSONWriter` writes it.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as JSON and a line end.
    package var line: [UInt8] { bytes + [0x0A] }

    private var bytes: [UInt8] {
        var json = JSONWriter()
        json.value(self)
        return json.bytes
    }
}
