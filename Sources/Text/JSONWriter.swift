/// JSON as bytes, appended to an array that the caller writes out and empties.
///
/// Strings read back equal. Control and bidirectional-control characters are escaped, so that JSON on a terminal
/// can't control it.
public struct JSONWriter {
    /// What was written so far.
    public var bytes: [UInt8] = []
    private var needsComma = false

    /// A writer of nothing yet.
    public init() {}

    /// Opens an object.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    /// Closes an object.
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Opens an array.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    /// Closes an array.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes a member's name; its value comes next.
    public mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        // Byte by byte through the string's own indices took a seventh of a listing's time.
        let isWritten = text.utf8.withContiguousStorageIfAvailable { utf8 in
            guard utf8.allSatisfy(Self.isPlain) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if isWritten != true { for scalar in text.unicodeScalars { escaped(scalar) } }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a string, or null.
    public mutating func string(_ text: String?) {
        if let text { string(text) } else { null() }
    }

    /// Writes a whole number.
    public mutating func integer(_ value: Int64) {
        comma()
        DecimalText.append(value, to: &bytes)
        needsComma = true
    }

    /// Writes a finite number as the shortest text that reads back equal.
    public mutating func number(_ value: Double) {
        precondition(value.isFinite, "JSON has no NaN and no infinity")
        comma()
        DecimalText.append(shortest: value, to: &bytes)
        needsComma = true
    }

    /// Writes a finite number with at most so many decimals.
    public mutating func number(_ value: Double, maximumDecimals: Int) {
        comma()
        DecimalText.append(value, maximumDecimals: maximumDecimals, to: &bytes)
        needsComma = true
    }

    /// Writes a finite number with exactly so many decimals.
    public mutating func number(_ value: Double, decimals: Int) {
        comma()
        DecimalText.append(value, decimals: decimals, to: &bytes)
        needsComma = true
    }

    /// Writes true or false.
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes null.
    public mutating func null() { literal("null") }

    /// Writes a value read before, as it was.
    public mutating func value(_ value: JSONValue) {
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

    /// Writes a line end; the next value starts without a comma.
    public mutating func newline() {
        bytes.append(0x0A)
        needsComma = false
    }

    /// Writes text as it is, such as a line end between elements; a comma still comes before the next value.
    public mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

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

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    /// Bytes that need no look: ASCII but for controls, quote, backslash and DEL; the three-byte characters from
    /// U+3000 to U+EFFF, Hangul among them, hold no unsafe character.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): false
        case 0x20...0x7E, 0x80...0xBF, 0xE3...0xEE: true
        default: false
        }
    }

    private mutating func escaped(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes.append(contentsOf: "\\\"".utf8)
        case "\\": bytes.append(contentsOf: "\\\\".utf8)
        case "\n": bytes.append(contentsOf: "\\n".utf8)
        case "\r": bytes.append(contentsOf: "\\r".utf8)
        case "\t": bytes.append(contentsOf: "\\t".utf8)
        default:
            guard DisplayText.isUnsafe(scalar) else {
                bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
                return
            }
            let digits = String(scalar.value, radix: 16)
            bytes.append(contentsOf: "\\u".utf8)
            bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
            bytes.append(contentsOf: digits.utf8)
        }
    }
}
