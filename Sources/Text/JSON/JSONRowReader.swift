/// A reader of objects that follow each other and mostly have the same members in the same order, as the rows of a feed
/// do. It finds their ends and their wanted members.
///
/// The reader keeps the bytes between the values of an object (the next name, its quotes, the colon, blanks). In
/// the next object it compares these bytes and scans only the values. It reads only whole objects of plain values;
/// `JSONSyntax` and `JSONMembers` read everything else and report errors.
package struct JSONRowReader {
    private struct Step {
        let start: Int
        let count: Int
        /// The index in `names`; -1 if the member is not wanted.
        let name: Int
    }

    let names: [[UInt8]?]
    private var fronts: [UInt8] = []
    private var steps: [Step] = []

    /// Limits for what is kept of an object. An object with more members, or with more bytes between its values, is not
    /// a row.
    private static let maximumSteps = 64
    private static let maximumFrontBytes = 8 << 10

    /// Creates a reader of the members `names`, without quotes; a nil matches no member. If two names are equal, the
    /// first one gets the member.
    package init(names: [[UInt8]?]) {
        precondition(names.count <= JSONFields.capacity)
        self.names = names
    }

    /// Returns the index after the object that `bytes` begin with, and notes its wanted members in `fields`. Returns
    /// nil, with `fields` invalid, if the object is cut off or wrong, has no members, or holds an object, an array or a
    /// name with an escape.
    mutating func end(of bytes: UnsafeBufferPointer<UInt8>, fields: inout JSONFields) -> Int? {
        guard bytes.first == UInt8(ascii: "{") else { return nil }
        var scan = JSONScalarScan(bytes, from: 1)
        let (count, end) = readRemembered(&scan, &fields)
        if count < 0 || end { return end ? scan.index : nil }
        forget(after: count)
        repeat {
            let start = scan.index
            guard let name = scan.nameAndColon() else { return nil }
            let position = position(of: name, in: bytes)
            remember(bytes[start..<scan.index], position)
            guard let value = scan.value() else { return nil }
            note(value, position, in: &fields)
            guard let isLast = scan.separator() else { return nil }
            if isLast { return scan.index }
        } while true
    }

    /// Reads members while they are the same as in the previous object. Returns their number (-1 if one of them is not
    /// plain), and whether the object has ended.
    @inline(__always)
    private func readRemembered(_ scan: inout JSONScalarScan, _ fields: inout JSONFields) -> (Int, Bool) {
        fronts.withUnsafeBufferPointer { fronts in
            steps.withUnsafeBufferPointer { steps in
                for (position, step) in steps.enumerated() {
                    let front = UnsafeBufferPointer(rebasing: fronts[step.start..<step.start + step.count])
                    guard scan.take(front) else { return (position, false) }
                    guard let value = scan.value() else { return (-1, false) }
                    note(value, step.name, in: &fields)
                    guard let isLast = scan.separator() else { return (-1, false) }
                    if isLast { return (position, true) }
                }
                return (steps.count, false)
            }
        }
    }

    @inline(__always)
    private func note(_ value: JSONScalarScan.Value, _ name: Int, in fields: inout JSONFields) {
        guard name >= 0 else { return }
        if value.isText {
            fields.note(name, value.start..<value.end, isEscaped: value.isEscaped)
        } else {
            fields.noteOther(name)
        }
    }

    private func position(of name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let name = bytes[name]
        return names.firstIndex { $0?.count == name.count && $0?.elementsEqual(name) == true } ?? -1
    }

    private mutating func forget(after count: Int) {
        guard count < steps.count else { return }
        fronts.removeSubrange(steps[count].start...)
        steps.removeSubrange(count...)
    }

    private mutating func remember(_ front: Slice<UnsafeBufferPointer<UInt8>>, _ name: Int) {
        guard steps.count < Self.maximumSteps, fronts.count + front.count <= Self.maximumFrontBytes else { return }
        steps.append(Step(start: fronts.count, count: front.count, name: name))
        fronts.append(contentsOf: front)
    }
}

/// A fast walk over an object whose values are strings, numbers, true, false or null: eight bytes at a time.
///
/// A step returns nil or false for anything wrong, cut off or not plain; `JSONSyntax` then reads the object again. The
/// scan accepts only what RFC 8259 and table 3-7 of the Unicode standard allow.
struct JSONScalarScan {
    /// The range of a value's bytes, without quotes.
    struct Value {
        let start: Int
        let end: Int
        let isText: Bool
        var isEscaped = false
    }

    // The bytes do not move while the scan exists, because it is created and used within one call that holds them.
    private let bytes: UnsafePointer<UInt8>
    private let count: Int
    /// The index of the next byte to read; at most `count`.
    private(set) var index: Int

    /// - Precondition: `bytes` are not empty.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) {
        guard let start = bytes.baseAddress else { preconditionFailure("no bytes to scan") }
        self.bytes = start
        count = bytes.count
        self.index = index
    }

    @inline(__always)
    mutating func take(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard part.count <= count - index, let start = part.baseAddress else { return false }
        var offset = 0
        while offset + 8 <= part.count {
            guard Self.word(bytes + index + offset) == Self.word(start + offset) else { return false }
            offset += 8
        }
        while offset < part.count {
            guard bytes[index + offset] == start[offset] else { return false }
            offset += 1
        }
        index += part.count
        return true
    }

    /// Moves past a member's name and colon and the blanks around them. Returns the range of the name, without its
    /// quotes; nil if the name has escapes or anything is wrong.
    mutating func nameAndColon() -> Range<Int>? {
        skipBlanks()
        guard index < count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        guard let name = string(), !name.isEscaped else { return nil }
        skipBlanks()
        guard index < count, bytes[index] == UInt8(ascii: ":") else { return nil }
        index += 1
        skipBlanks()
        return name.start..<name.end
    }

    @inline(__always)
    mutating func value() -> Value? {
        guard index < count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "-"), 0x30...0x39: return number()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return nil
        }
    }

    /// Moves past a comma (returns false) or the closing brace (returns true), and the blanks before it.
    @inline(__always)
    mutating func separator() -> Bool? {
        guard index < count else { return nil }
        if JSONSyntax.isBlank(bytes[index]) { skipBlanks() }
        guard index < count else { return nil }
        let byte = bytes[index]
        guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") else { return nil }
        index += 1
        return byte == UInt8(ascii: "}")
    }

    private mutating func skipBlanks() {
        while index < count, JSONSyntax.isBlank(bytes[index]) { index += 1 }
    }

    @inline(__always)
    private mutating func string() -> Value? {
        let start = index + 1
        var offset = start
        var isEscaped = false
        while true {
            while offset + 8 <= count {
                let marks = Self.marks(Self.word(bytes + offset))
                guard marks == 0 else {
                    offset += marks.trailingZeroBitCount >> 3
                    break
                }
                offset += 8
            }
            guard offset < count else { return nil }
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                index = offset + 1
                return Value(start: start, end: offset, isText: true, isEscaped: isEscaped)
            } else if byte >= 0x80 {
                guard let next = multibyte(offset) else { return nil }
                offset = next
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
                guard let next = escape(offset) else { return nil }
                offset = next
            } else if byte < 0x20 {
                return nil
            } else {
                offset += 1
            }
        }
    }

    @inline(__always)
    private static func word(_ start: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }

    /// Returns the high bit of each byte that is a quote, a backslash, a control character or not ASCII. Only the
    /// lowest set bit is certain: a borrow may set a bit above it (Warren, "Hacker's Delight", §6-1, find the first
    /// zero byte).
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let found = (quotes &- ones) | (backslashes &- ones) | (word &- ones &* 0x20)
        // The differences say nothing about a byte whose own high bit is set, but such a byte is marked in any case.
        return (found | word) & (ones &* 0x80)
    }

    /// Returns the index after the run of well-formed non-ASCII characters that starts at `start`.
    @inline(__always)
    private func multibyte(_ start: Int) -> Int? {
        var offset = start
        while offset + 4 <= count {
            let first = bytes[offset]
            guard first >= 0x80 else { return offset }
            let second = bytes[offset + 1]
            let third = bytes[offset + 2]
            if first & 0xF0 == 0xE0 {
                // Most Hangul syllables start with a byte from EA to EC.
                guard second & 0xC0 == 0x80, third & 0xC0 == 0x80, first != 0xE0 || second >= 0xA0,
                    first != 0xED || second <= 0x9F
                else { return nil }
                offset += 3
            } else if first < 0xE0 {
                guard first >= 0xC2, second & 0xC0 == 0x80 else { return nil }
                offset += 2
            } else {
                guard first <= 0xF4, second & 0xC0 == 0x80, third & 0xC0 == 0x80, bytes[offset + 3] & 0xC0 == 0x80,
                    first != 0xF0 || second >= 0x90, first != 0xF4 || second <= 0x8F
                else { return nil }
                offset += 4
            }
        }
        // In a whole row, a closing quote and brace follow the last of these characters. If the bytes end with such a
        // character, the row is cut off.
        return offset < count && bytes[offset] < 0x80 ? offset : nil
    }

    private func escape(_ start: Int) -> Int? {
        guard start + 1 < count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            guard start + 6 <= count else { return nil }
            for digit in start + 2..<start + 6 where JSONSyntax.hexDigit(bytes[digit]) == nil { return nil }
            return start + 6
        default: return nil
        }
    }

    private mutating func number() -> Value? {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        if index < count, bytes[index] == UInt8(ascii: "0") { index += 1 } else if !digits() { return nil }
        if index < count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard digits() else { return nil }
        }
        if index < count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            guard digits() else { return nil }
        }
        return Value(start: start, end: index, isText: true)
    }

    private mutating func digits() -> Bool {
        let start = index
        while index < count, 0x30...0x39 ~= bytes[index] { index += 1 }
        return index > start
    }

    private mutating func word(_ word: StaticString) -> Value? {
        let start = index
        guard take(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)) else { return nil }
        return Value(start: start, end: index, isText: false)
    }
}
