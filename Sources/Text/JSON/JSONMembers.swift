/// A walk over the members of a value. `JSONSyntax.valueEnd` has found that the value is whole, so no step can fail.
public enum JSONMembers {
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

    /// Calls `body` with the index of each element of an array. `body` moves the index past the element.
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

    /// Returns the ranges of the members that `names` lists; a nil in the list matches no member.
    ///
    /// - Parameters:
    ///   - object: the bytes of one whole object, already checked.
    ///   - names: the wanted names, without quotes; if two names are equal, the first one gets the member.
    /// - Complexity: O(length of `object`).
    public static func fields(of object: UnsafeBufferPointer<UInt8>, names: [[UInt8]?]) -> JSONFields {
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

    /// Returns the index after the value that starts at `start`.
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
