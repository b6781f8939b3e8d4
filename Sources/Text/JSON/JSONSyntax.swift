/// The grammar of RFC 8259 over bytes: the end of a value, and the text of a string.
///
/// No available Swift package reads JSON in pieces. Foundation's readers need the whole document in memory and reject a
/// page because of one bad row.
enum JSONSyntax {
    /// Maximum nesting. No feed has deeper nesting; it would be an attack on the stack of the next reader.
    static let maximumDepth = 256

    /// Returns the index after the value that starts at `start` (no white space before it); nil if it may continue
    /// after `bytes`, which is impossible if they are final. Throws `JSONFault` if the bytes are not JSON or not UTF-8.
    static func valueEnd(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isFinal: Bool
    ) throws(JSONFault) -> Int? {
        var scan = Scan(bytes: bytes, index: start, isFinal: isFinal)
        do throws(Stop) {
            try scan.value()
            return scan.index
        } catch {
            switch error {
            case .more where !isFinal: return nil
            case .more: throw JSONFault(at: bytes.count, what: .truncated)
            case .fault(let what): throw JSONFault(at: scan.index, what: what)
            }
        }
    }

    /// Returns the text of the string literal in `range`, which includes the quotes. A lone surrogate escape becomes
    /// U+FFFD, because a Swift string can't hold it.
    static func string(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        let inner = UnsafeBufferPointer(rebasing: bytes[range.lowerBound + 1..<range.upperBound - 1])
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        return unescaped(inner)
    }

    static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\") else {
                units.append(byte)
                index += 1
                continue
            }
            if let plain = plainEscape(bytes[index + 1]) {
                units.append(plain)
                index += 2
            } else {
                let (scalar, length) = unicodeEscape(bytes, at: index)
                units.append(contentsOf: Array(String(Character(scalar)).utf8))
                index += length
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    private static func plainEscape(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "u"): nil
        default: byte
        }
    }

    /// Returns the scalar of `\uXXXX` or of a surrogate pair, and its length in bytes.
    private static func unicodeEscape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int) {
        let high = hexadecimal(bytes, index + 2)
        if let scalar = Unicode.Scalar(high) { return (scalar, 6) }
        let next = index + 6
        if high < 0xDC00, next + 6 <= bytes.count, bytes[next] == UInt8(ascii: "\\"),
            bytes[next + 1] == UInt8(ascii: "u")
        {
            let low = hexadecimal(bytes, next + 2)
            if low >= 0xDC00, low < 0xE000,
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                return (scalar, 12)
            }
        }
        return ("\u{FFFD}", 6)
    }

    private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in start..<start + 4 { value = value << 4 | UInt32(hexDigit(bytes[index]) ?? 0) }
        return value
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

struct JSONFault: Error {
    enum What: Sendable { case truncated, syntax, encoding, depth }
    let at: Int
    let what: What
}

/// The reason why a scan stopped: the bytes ran out, or they are wrong.
private enum Stop: Error {
    case more
    case fault(JSONFault.What)
}

private struct Scan {
    let bytes: UnsafeBufferPointer<UInt8>
    var index: Int
    let isFinal: Bool
    private var depth = 0

    init(bytes: UnsafeBufferPointer<UInt8>, index: Int, isFinal: Bool) {
        self.bytes = bytes
        self.index = index
        self.isFinal = isFinal
    }

    @inline(__always)
    private func byte() throws(Stop) -> UInt8 {
        guard index < bytes.count else { throw .more }
        return bytes[index]
    }

    @inline(__always)
    private mutating func skipBlanks() {
        while index < bytes.count, JSONSyntax.isBlank(bytes[index]) { index += 1 }
    }

    mutating func value() throws(Stop) {
        switch try byte() {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try nested(closing: UInt8(ascii: "}"), isObject: true)
        case UInt8(ascii: "["): try nested(closing: UInt8(ascii: "]"), isObject: false)
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func nested(closing: UInt8, isObject: Bool) throws(Stop) {
        depth += 1
        guard depth <= JSONSyntax.maximumDepth else { throw .fault(.depth) }
        index += 1
        skipBlanks()
        if try byte() == closing {
            index += 1
        } else {
            repeat {
                skipBlanks()
                if isObject { try key() }
                try value()
                skipBlanks()
            } while try separator(or: closing)
        }
        depth -= 1
    }

    private mutating func key() throws(Stop) {
        guard try byte() == UInt8(ascii: "\"") else { throw .fault(.syntax) }
        try string()
        skipBlanks()
        guard try byte() == UInt8(ascii: ":") else { throw .fault(.syntax) }
        index += 1
        skipBlanks()
    }

    /// Moves past a comma (returns true) or the closing bracket (returns false).
    private mutating func separator(or closing: UInt8) throws(Stop) -> Bool {
        let next = try byte()
        guard next == UInt8(ascii: ",") || next == closing else { throw .fault(.syntax) }
        index += 1
        return next != closing
    }

    private mutating func string() throws(Stop) {
        index += 1
        while true {
            let next = try byte()
            if next == UInt8(ascii: "\"") {
                index += 1
                return
            }
            if next == UInt8(ascii: "\\") {
                try escape()
            } else if next < 0x20 {
                throw .fault(.syntax)
            } else if next < 0x80 {
                index += 1
            } else {
                try multibyte(next)
            }
        }
    }

    private mutating func escape() throws(Stop) {
        guard index + 1 < bytes.count else { throw .more }
        switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 2
        case UInt8(ascii: "u"):
            guard index + 6 <= bytes.count else { throw .more }
            for digit in index + 2..<index + 6 where JSONSyntax.hexDigit(bytes[digit]) == nil {
                throw .fault(.syntax)
            }
            index += 6
        default: throw .fault(.syntax)
        }
    }

    /// Moves past one well-formed UTF-8 sequence (Unicode standard, table 3-7).
    private mutating func multibyte(_ first: UInt8) throws(Stop) {
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first <= 0xF4 else { throw .fault(.encoding) }
        guard index + length <= bytes.count else { throw .more }
        guard UTF8Form.second(after: first).contains(bytes[index + 1]) else { throw .fault(.encoding) }
        for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { throw .fault(.encoding) }
        index += length
    }

    private mutating func word(_ word: StaticString) throws(Stop) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard try byte() == word.utf8Start[offset] else { throw .fault(.syntax) }
            index += 1
        }
    }

    private mutating func number() throws(Stop) {
        if try byte() == UInt8(ascii: "-") { index += 1 }
        if try byte() == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            let sign = try byte()
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        if index == bytes.count, !isFinal { throw .more }
    }

    private mutating func digits() throws(Stop) {
        guard case 0x30...0x39 = try byte() else { throw .fault(.syntax) }
        while index < bytes.count, case 0x30...0x39 = bytes[index] { index += 1 }
    }
}

/// Finds the end of an object that is not valid JSON.
enum BrokenObject {
    enum Found {
        case end(Int)
        case more
        case none
    }

    /// Returns the index after the brace that closes the object, if another object or the end of the array follows.
    ///
    /// - Parameter ignoresQuotes: whether braces and brackets inside strings count, too. This finds the end of an
    ///   object with a stray quote, after which strings seem to begin where they end. Otherwise a string with a brace
    ///   ends the search, because a stray quote may be before it.
    static func end(in bytes: ArraySlice<UInt8>, ignoresQuotes: Bool, isFinal: Bool) -> Found {
        guard bytes.first == UInt8(ascii: "{") else { return .none }
        let more = isFinal ? Found.none : .more
        var open: [UInt8] = []
        var isText = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\") where isText: index += 1
            case UInt8(ascii: "\"") where !ignoresQuotes: isText.toggle()
            case UInt8(ascii: "{") where isText, UInt8(ascii: "}") where isText: return .none
            case UInt8(ascii: "{") where !isText: open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "[") where !isText: open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText:
                guard open.popLast() == byte else { return .none }
                guard open.isEmpty else { break }
                guard let isEnd = isFollowed(bytes[index...]) else { return more }
                return isEnd ? .end(index) : .none
            default: break
            }
            if open.count > JSONSyntax.maximumDepth { return .none }
        }
        return more
    }

    /// Whether the bytes after an object begin with another object or with the end of an array; nil if more bytes are
    /// needed.
    private static func isFollowed(_ bytes: ArraySlice<UInt8>) -> Bool? {
        var rest = bytes.drop(while: JSONSyntax.isBlank)
        guard let first = rest.first else { return nil }
        guard first == UInt8(ascii: ",") else { return first == UInt8(ascii: "]") }
        rest = rest.dropFirst().drop(while: JSONSyntax.isBlank)
        return rest.first.map { $0 == UInt8(ascii: "{") }
    }
}
