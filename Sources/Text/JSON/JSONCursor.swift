/// A cursor in the bytes of one whole JSON value that was already checked. Each value inside is read once, directly
/// from the bytes, and only if the caller asks for it. Each function reads the value at the cursor and moves past it.
///
/// A cursor is valid as long as the bytes are. A copy keeps its own index, so a caller can skip a value and read it
/// later.
package struct JSONCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index: Int

    /// - Precondition: a whole value begins at `index`, as checked by `JSONSyntax.valueEnd`.
    package init(checked bytes: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
        self.bytes = bytes
        self.index = index
    }

    package var isObject: Bool { bytes[index] == UInt8(ascii: "{") }
    package var isArray: Bool { bytes[index] == UInt8(ascii: "[") }
    package var isNull: Bool { bytes[index] == UInt8(ascii: "n") }

    package var isEmptyArray: Bool {
        guard isArray else { return false }
        var next = index + 1
        while JSONSyntax.isBlank(bytes[next]) { next += 1 }
        return bytes[next] == UInt8(ascii: "]")
    }

    /// Returns the value if it is a finite number; nil for anything else.
    @inline(__always)
    package mutating func number() -> Double? {
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

    package mutating func value() -> JSONValue { JSONValue(checked: bytes, at: &index) }

    package mutating func skip() { index = JSONMembers.valueEnd(in: bytes, at: index) }

    /// Calls `body` at each element of an array; `body` must move past the element.
    @inline(__always)
    package mutating func forEachElement<Failure: Error>(
        _ body: (inout JSONCursor) throws(Failure) -> Void
    ) throws(Failure) {
        index += 1
        while moves(until: UInt8(ascii: "]")) { try body(&self) }
        index += 1
    }

    /// Calls `body` with the name of each member of an object, at the member's value; `body` must move past the value.
    package mutating func forEachMember<Failure: Error>(
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

    /// Moves to the next value or name; returns false at the closing bracket.
    @inline(__always)
    private mutating func moves(until bracket: UInt8) -> Bool {
        while JSONSyntax.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: ",") { index += 1 }
        return bytes[index] != bracket
    }
}

extension JSONStream {
    /// Calls `body` with a cursor at the next value, which is whole and checked, and moves past the value.
    package mutating func withCursor<Result>(_ body: (inout JSONCursor) throws -> Result) throws -> Result {
        try withValue { bytes in
            var cursor = JSONCursor(checked: bytes)
            return try body(&cursor)
        }
    }

    /// Calls `body` at the one value in `bytes`; throws `JSONError` if they hold none, an incomplete one, or several.
    package static func withCursor<Result>(
        _ bytes: [UInt8], name: String, _ body: (inout JSONCursor) throws -> Result
    ) throws -> Result {
        var stream = JSONStream(ByteSource(name: name, bytes: bytes), maximumValueBytes: .max - 1)
        let result = try stream.withCursor(body)
        try stream.end()
        return result
    }
}
