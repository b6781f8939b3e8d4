/// A line in the form that `MineAct.append` writes, read in place without copies. Most lines of a log have this form.
/// `MineLine` accepts only lines whose values already have the form that `JSONWriter` writes. A line that it refuses
/// may still be an act; `MineAct(line:)` decides that.
struct MineLine {
    /// A field: the ranges of its name, without quotes, and of its value.
    typealias Field = (name: Range<Int>, value: Range<Int>)

    private(set) var id = 0..<0
    private(set) var device = 0..<0
    private(set) var clock = MineClock.zero
    /// The fields, ordered by name.
    private(set) var fields: [Field] = []

    private static let maximumDepth = 16
    /// Maximum number of fields that are read here, because sorting them takes quadratic time.
    private static let maximumFields = 32

    /// Reads a line; returns false if `MineAct` must read the line.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.count <= MineAct.maximumBytes else { return false }
        var scan = Scan(bytes: line)
        fields.removeAll(keepingCapacity: true)
        guard scan.take("{\"id\":\""), let id = scan.plain(Scan.isID), scan.take("\",\"clock\":\""),
            let clock = scan.clock(), scan.take("\",\"device\":\""), let device = scan.plain(Scan.isID),
            scan.take("\",\"set\":{\"")
        else { return false }
        (self.id, self.clock, self.device) = (id, clock, device)
        while true {
            guard let name = scan.plain(Scan.isName), scan.take("\":") else { return false }
            let start = scan.index
            guard scan.value(depth: 0), insert((name, start..<scan.index), line) else { return false }
            if scan.take(",\"") { continue }
            return scan.take("}}") && scan.isAtEnd
        }
    }

    /// Inserts a field in the order of names; returns false if the name is already there.
    private mutating func insert(_ field: Field, _ line: UnsafeRawBufferPointer) -> Bool {
        guard fields.count < Self.maximumFields else { return false }
        let name = UnsafeRawBufferPointer(rebasing: line[field.name])
        var place = fields.count
        while place > 0 {
            let before = UnsafeRawBufferPointer(rebasing: line[fields[place - 1].name])
            if before.precedes(name) { break }
            if before.same(as: name) { return false }
            place -= 1
        }
        fields.insert(field, at: place)
        return true
    }

    private struct Scan {
        let bytes: UnsafeRawBufferPointer
        var index = 0

        var isAtEnd: Bool { index == bytes.count }

        static func isID(_ byte: UInt8) -> Bool {
            0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x2D
        }

        static func isName(_ byte: UInt8) -> Bool {
            0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == 0x5F
        }

        @inline(__always)
        mutating func take(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            guard bytes.count - index >= count else { return false }
            for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
            index += count
            return true
        }

        /// Skips 1 to 64 bytes for which `isPart` is true and returns their range.
        @inline(__always)
        mutating func plain(_ isPart: (UInt8) -> Bool) -> Range<Int>? {
            let start = index
            while index < bytes.count, isPart(bytes[index]) { index += 1 }
            return 1...64 ~= index - start ? start..<index : nil
        }

        mutating func clock() -> MineClock? {
            guard bytes.count - index >= 16 else { return nil }
            var raw: UInt64 = 0
            for offset in 0..<16 {
                switch bytes[index + offset] {
                case let digit where 0x30...0x39 ~= digit: raw = raw << 4 | UInt64(digit - 0x30)
                case let digit where 0x61...0x66 ~= digit: raw = raw << 4 | UInt64(digit - 0x61 + 10)
                default: return nil
                }
            }
            index += 16
            return MineClock(checking: raw)
        }

        mutating func value(depth: Int) -> Bool {
            guard index < bytes.count, depth <= MineLine.maximumDepth else { return false }
            switch bytes[index] {
            case UInt8(ascii: "\""): return string()
            case UInt8(ascii: "{"): return nested(depth, closing: UInt8(ascii: "}"), isObject: true)
            case UInt8(ascii: "["): return nested(depth, closing: UInt8(ascii: "]"), isObject: false)
            case UInt8(ascii: "t"): return take("true")
            case UInt8(ascii: "f"): return take("false")
            case UInt8(ascii: "n"): return take("null")
            default: return number()
            }
        }

        private mutating func nested(_ depth: Int, closing: UInt8, isObject: Bool) -> Bool {
            index += 1
            guard index < bytes.count else { return false }
            if bytes[index] == closing {
                index += 1
                return true
            }
            while true {
                if isObject {
                    guard index < bytes.count, bytes[index] == UInt8(ascii: "\""), string(), take(":") else {
                        return false
                    }
                }
                guard value(depth: depth + 1), index < bytes.count else { return false }
                let next = bytes[index]
                index += 1
                if next == closing { return true }
                guard next == UInt8(ascii: ",") else { return false }
            }
        }

        /// Skips a string if `JSONWriter` would write exactly these bytes.
        private mutating func string() -> Bool {
            index += 1
            while index < bytes.count {
                let byte = bytes[index]
                switch byte {
                case UInt8(ascii: "\""):
                    index += 1
                    return true
                case UInt8(ascii: "\\"):
                    guard index + 1 < bytes.count else { return false }
                    switch bytes[index + 1] {
                    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "r"),
                        UInt8(ascii: "t"):
                        index += 2
                    default: return false
                    }
                case 0x20..<0x7F: index += 1
                default: guard character(byte) else { return false }
                }
            }
            return false
        }

        /// Skips a character beyond ASCII that is never escaped. Characters whose first byte is C2 or D8, and some
        /// whose first byte is E2, may be escaped.
        /// - Source: the Unicode standard, table 3-7.
        @inline(__always)
        private mutating func character(_ first: UInt8) -> Bool {
            switch first {
            case 0xE1, 0xE3...0xEC, 0xEE, 0xEF:
                guard bytes.count - index >= 3, isNext(1), isNext(2) else { return false }
                index += 3
            case 0xED:
                guard bytes.count - index >= 3, 0x80...0x9F ~= bytes[index + 1], isNext(2) else { return false }
                index += 3
            case 0xE2:
                // These are U+2010 to U+2027, such as quotation marks, and the characters after U+207F.
                guard bytes.count - index >= 3, isNext(1), isNext(2),
                    bytes[index + 1] >= 0x82 || bytes[index + 1] == 0x80 && 0x90...0xA7 ~= bytes[index + 2]
                else { return false }
                index += 3
            case 0xC3...0xD7, 0xD9...0xDF:
                guard bytes.count - index >= 2, isNext(1) else { return false }
                index += 2
            case 0xF0:
                guard bytes.count - index >= 4, 0x90...0xBF ~= bytes[index + 1], isNext(2), isNext(3) else {
                    return false
                }
                index += 4
            default: return false
            }
            return true
        }

        private func isNext(_ offset: Int) -> Bool { bytes[index + offset] & 0xC0 == 0x80 }

        private mutating func number() -> Bool {
            if bytes[index] == UInt8(ascii: "-") { index += 1 }
            if index < bytes.count, bytes[index] == UInt8(ascii: "0") { index += 1 } else if !digits() { return false }
            if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
                index += 1
                guard digits() else { return false }
            }
            if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
                index += 1
                if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                    index += 1
                }
                guard digits() else { return false }
            }
            return true
        }

        private mutating func digits() -> Bool {
            let start = index
            while index < bytes.count, 0x30...0x39 ~= bytes[index] { index += 1 }
            return index > start
        }
    }
}
