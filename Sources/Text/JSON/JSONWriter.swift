/// A writer that appends JSON to an array of bytes, which the caller writes out and empties.
///
/// A string that is written reads back as the same string. Control and bidirectional-control characters are escaped, so
/// that JSON can't control a terminal.
public struct JSONWriter {
    /// The bytes written so far.
    public var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates a writer without bytes.
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

    /// Writes the name at index `position` of `names`; its value comes next.
    public mutating func name(_ names: JSONNames, at position: Int) {
        names.append(position, comma: needsComma, to: &bytes)
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        comma()
        JSONText.append(text, to: &bytes)
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

    /// Writes a number as the shortest text that reads back equal; null for a number that JSON can't express.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        comma()
        DecimalText.append(shortest: value, to: &bytes)
        needsComma = true
    }

    /// Writes a number with at most `maximumDecimals` decimals; null for a number that JSON can't express.
    public mutating func number(_ value: Double, maximumDecimals: Int) {
        guard value.isFinite else { return null() }
        comma()
        DecimalText.append(value, maximumDecimals: maximumDecimals, to: &bytes)
        needsComma = true
    }

    /// Writes a number with exactly `decimals` decimals; null for a number that JSON can't express.
    public mutating func number(_ value: Double, decimals: Int) {
        guard value.isFinite else { return null() }
        comma()
        DecimalText.append(value, decimals: decimals, to: &bytes)
        needsComma = true
    }

    /// Writes true or false.
    public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    /// Writes null.
    public mutating func null() { word("null") }

    /// Writes a parsed value unchanged.
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

    /// Writes the bytes of a whole, checked value unchanged.
    public mutating func checked(_ value: UnsafeBufferPointer<UInt8>) {
        comma()
        bytes.append(contentsOf: value)
        needsComma = true
    }

    /// Writes a line end; the next value starts without a comma.
    public mutating func newline() {
        bytes.append(0x0A)
        needsComma = false
    }

    /// Writes text unchanged, such as a line end between elements; the next value still starts with a comma.
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
