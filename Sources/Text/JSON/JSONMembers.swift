/// The byte ranges of the wanted members of one JSON object, by each member's index in the list of names.
///
/// Only ranges are kept: a value becomes text when a caller asks for it.
public struct JSONFields: Sendable {
    public static let capacity = 16

    @usableFromInline struct Span: Sendable {
        @usableFromInline var start: UInt32 = 0
        @usableFromInline var end: UInt32 = 0
    }

    @usableFromInline private(set) var spans = InlineArray<16, Span>(repeating: Span())
    /// A bit for each wanted member that the object has, even with the value null.
    @usableFromInline private(set) var present: UInt32 = 0
    /// A bit for each wanted member that is a string or a number.
    @usableFromInline private(set) var scalar: UInt32 = 0
    /// A bit for each wanted member that is a string with a backslash.
    @usableFromInline private(set) var escaped: UInt32 = 0

    public init() {}

    public func has(_ index: Int) -> Bool { present >> UInt32(index) & 1 == 1 }

    public var presence: UInt32 { present }

    /// Returns the range of a string (without its quotes) or of a number; nil for any other value and for a missing
    /// member. The bytes of a string that `isEscaped` are not yet its text.
    @inlinable @inline(__always)
    public func range(_ index: Int) -> Range<Int>? {
        guard scalar >> UInt32(index) & 1 == 1 else { return nil }
        let span = spans[index]
        return Int(span.start)..<Int(span.end)
    }

    @inlinable @inline(__always)
    public func isEscaped(_ index: Int) -> Bool { escaped >> UInt32(index) & 1 == 1 }

    /// Returns the text of a string or a number in `bytes`, the bytes of the object; nil for anything else.
    public func text(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let range = range(index) else { return nil }
        let inner = UnsafeBufferPointer(rebasing: bytes[range])
        return isEscaped(index) ? JSONSyntax.unescaped(inner) : String(checked: inner)
    }

    /// Records a string or a number. If members have the same name, the last one counts.
    @inline(__always)
    public mutating func note(_ index: Int, _ range: Range<Int>, isEscaped: Bool = false) {
        spans[index] = Span(start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
        let bit: UInt32 = 1 << UInt32(index)
        present |= bit
        scalar |= bit
        escaped = isEscaped ? escaped | bit : escaped & ~bit
    }

    public mutating func noteOther(_ index: Int) {
        present |= 1 << UInt32(index)
        scalar &= ~(1 << UInt32(index))
    }
}

/// A walk over the members of a value. `JSONSyntax.valueEnd` has found that the value is whole, so no step can fail.
package enum JSONMembers {
    /// Calls `body` with the range of each name (quotes included) and the index of its value. `body` moves the index
    /// past the value.
    static func forEach(
        in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int,
        body: (UnsafeBufferPointer<UInt8>, Range<Int>, inout Int) -> Void
    ) {
        index += 1
        while true {
            skipBlanksAndCommas(bytes, &index)
            if bytes[index] == UInt8(ascii: "}") { break }
            let name = stringRange(in: bytes, at: index)
            index = name.upperBound
            while bytes[index] != UInt8(ascii: ":") { index += 1 }
            index += 1
            while JSONSyntax.isBlank(bytes[index]) { index += 1 }
            body(bytes, name, &index)
        }
        index += 1
    }

    static func forEachElement(
        in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int,
        body: (UnsafeBufferPointer<UInt8>, inout Int) -> Void
    ) {
        index += 1
        while true {
            skipBlanksAndCommas(bytes, &index)
            if bytes[index] == UInt8(ascii: "]") { break }
            body(bytes, &index)
        }
        index += 1
    }

    /// Returns the ranges of the members of a whole, checked `object` that `names` lists, without quotes; a nil matches
    /// no member. If two names are equal, the first one gets the member.
    package static func fields(of object: UnsafeBufferPointer<UInt8>, names: [[UInt8]?]) -> JSONFields {
        var fields = JSONFields()
        forEachWanted(in: object, names) { name, value in
            switch object[value.lowerBound] {
            case UInt8(ascii: "\""):
                let inner = value.lowerBound + 1..<value.upperBound - 1
                fields.note(name, inner, isEscaped: object[inner].contains(UInt8(ascii: "\\")))
            case UInt8(ascii: "-"), 0x30...0x39: fields.note(name, value)
            default: fields.noteOther(name)
            }
        }
        return fields
    }

    /// Calls `body` for each member of an object that `names` lists, with the index in `names` and the range of the
    /// value.
    static func forEachWanted(
        in object: UnsafeBufferPointer<UInt8>, _ names: [[UInt8]?], body: (Int, Range<Int>) -> Void
    ) {
        var index = 0
        forEach(in: object, at: &index) { bytes, name, index in
            let start = index
            index = valueEnd(in: bytes, at: start)
            if let position = position(of: name, in: bytes, names) { body(position, start..<index) }
        }
    }

    private static func position(
        of name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, _ names: [[UInt8]?]
    ) -> Int? {
        let plain = UnsafeBufferPointer(rebasing: bytes[name.lowerBound + 1..<name.upperBound - 1])
        if let found = names.firstIndex(where: { $0?.count == plain.count && $0?.elementsEqual(plain) == true }) {
            return found
        }
        guard plain.contains(UInt8(ascii: "\\")) else { return nil }
        let unescaped = Array(JSONSyntax.string(in: bytes, name).utf8)
        return names.firstIndex(of: unescaped)
    }

    static func valueEnd(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        var index = start
        switch bytes[start] {
        case UInt8(ascii: "{"):
            forEach(in: bytes, at: &index) { bytes, _, index in index = valueEnd(in: bytes, at: index) }
        case UInt8(ascii: "["):
            forEachElement(in: bytes, at: &index) { bytes, index in index = valueEnd(in: bytes, at: index) }
        default: index = scalarRange(in: bytes, at: start).upperBound
        }
        return index
    }

    static func scalarRange(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int> {
        if bytes[start] == UInt8(ascii: "\"") { return stringRange(in: bytes, at: start) }
        var end = start
        while end < bytes.count, !JSONSyntax.isBlank(bytes[end]), bytes[end] != UInt8(ascii: ","),
            bytes[end] != UInt8(ascii: "}"), bytes[end] != UInt8(ascii: "]")
        {
            end += 1
        }
        return start..<end
    }

    private static func stringRange(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int> {
        var end = start + 1
        while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return start..<end + 1
    }

    @inline(__always)
    private static func skipBlanksAndCommas(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
        while JSONSyntax.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: ",") { index += 1 }
    }
}
