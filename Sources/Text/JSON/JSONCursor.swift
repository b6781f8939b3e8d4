/// A place in bytes that were found to be one whole JSON value: values are read where they lie, each once, and none is made
/// that nobody asks for. Each function takes the value at the cursor and moves behind it.
///
/// Valid as long as the bytes. A copy stays where it is, so a value may be passed over first and read later.
public struct JSONCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index: Int

    /// - Precondition: a value begins at `index`, which `JSONSyntax.valueEnd` has found whole.
    init(checked bytes: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
        self.bytes = bytes
        self.index = index
    }

    /// Whether the value is an object.
    public var isObject: Bool { bytes[index] == UInt8(ascii: "{") }
    /// Whether the value is an array.
    public var isArray: Bool { bytes[index] == UInt8(ascii: "[") }
    /// Whether the value is null.
    public var isNull: Bool { bytes[index] == UInt8(ascii: "n") }

    /// Whether the value is an array without elements.
    public var isEmptyArray: Bool {
        guard isArray else { return false }
        var next = index + 1
        while JSONSyntax.isBlank(bytes[next]) { next += 1 }
        return bytes[next] == UInt8(ascii: "]")
    }

    /// The finite number that the value is; nil for anything else.
    @inline(__always)
    public mutating func number() -> Double? {
        switch bytes[index] {
        case UInt8(ascii: "-"), 0x30...0x39:
            let range = JSONMembers.scalarRange(in: bytes, at: index)
            index = range.upperBound
            return DecimalText.number(bytes: UnsafeBufferPointer(rebasing: bytes[range]))
        default:
            skip()
            return nil
        }
    }

    /// The value as one of its own.
    public mutating func value() -> JSONValue { JSONValue(checked: bytes, at: &index) }

    /// Passes over the value.
    public mutating func skip() { index = JSONMembers.valueEnd(in: bytes, at: index) }

    /// Calls `body` with the cursor at each element of an array.
    ///
    /// - Precondition: `isArray`, and `body` takes the element.
    @inline(__always)
    public mutating func forEachElement<Failure: Error>(
        _ body: (inout JSONCursor) throws(Failure) -> Void
    ) throws(Failure) {
        index += 1
        while moves(until: UInt8(ascii: "]")) { try body(&self) }
        index += 1
    }

    /// Calls `body` with the name of each member of an object, the cursor at its value.
    ///
    /// - Precondition: `isObject`, and `body` takes the value.
    public mutating func forEachMember<Failure: Error>(
        _ body: (String, inout JSONCursor) throws(Failure) -> Void
    ) throws(Failure) {
        index += 1
        while moves(until: UInt8(ascii: "}")) {
            let range = JSONMembers.scalarRange(in: bytes, at: index)
            let name = JSONSyntax.string(in: bytes, range)
            index = range.upperBound
            while bytes[index] != UInt8(ascii: ":") { index += 1 }
            index += 1
            while JSONSyntax.isBlank(bytes[index]) { index += 1 }
            try body(name, &self)
        }
        index += 1
    }

    /// Moves to the next value or name; false at the bracket that closes.
    @inline(__always)
    private mutating func moves(until bracket: UInt8) -> Bool {
        while JSONSyntax.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: ",") { index += 1 }
        return bytes[index] != bracket
    }
}

extension JSONStream {
    /// Calls `body` with a cursor at the next value, which is whole and checked, and takes it.
    ///
    /// - Throws: as `withValue`.
    public mutating func withCursor<Result>(_ body: (inout JSONCursor) throws -> Result) throws -> Result {
        try withValue { bytes in
            var cursor = JSONCursor(checked: bytes)
            return try body(&cursor)
        }
    }

    /// Calls `body` with a cursor at the one value that `bytes` hold.
    ///
    /// - Throws: `JSONError` if they hold no value, half of one, or more than one.
    public static func withCursor<Result>(
        _ bytes: [UInt8], name: String, _ body: (inout JSONCursor) throws -> Result
    ) throws -> Result {
        var stream = JSONStream(ByteSource(name: name, bytes: bytes), maximumValueBytes: .max - 1)
        let result = try stream.withCursor(body)
        try stream.end()
        return result
    }
}
