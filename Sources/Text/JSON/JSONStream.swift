/// A reader of a JSON document in pieces. The caller enters objects and arrays one by one and reads whole values in
/// them.
///
/// Memory is one piece of the source plus the longest value that the caller reads. A UTF-8 byte order mark is skipped.
///
///     var json = JSONStream(source)
///     try json.enterArray()
///     while try json.nextElement() { let element = try json.value() }
///     try json.end()
package struct JSONStream {
    private var window: ByteWindow
    private let name: String
    private var isFirst = false
    /// The maximum number of bytes of a single value; a feed's row has about 500.
    private let maximumValueBytes: Int
    /// Whether the source may hold several documents, with or without a record separator (RFC 8142) before each.
    private let isSequence: Bool
    /// The fault of the value at which the stream is, after `withValue` or another method has thrown it; nil if there is
    /// none.
    package private(set) var fault: JSONError?
    private static let maximumNameBytes = 64 << 10

    package init(_ source: ByteSource, isSequence: Bool = false, maximumValueBytes: Int = 64 << 20) {
        window = ByteWindow(source)
        name = source.name
        self.isSequence = isSequence
        self.maximumValueBytes = maximumValueBytes
    }

    /// Returns the first byte of the next value after white space; nil at the end of the document.
    package mutating func peek() throws -> UInt8? {
        if window.offset == 0 { try skipByteOrderMark() }
        while let byte = try window.peek() {
            guard JSONSyntax.isBlank(byte) || isSequence && byte == 0x1E else { return byte }
            window.position += 1
        }
        return nil
    }

    package mutating func enterObject() throws { try take(UInt8(ascii: "{"), entering: true) }

    package mutating func enterArray() throws { try take(UInt8(ascii: "["), entering: true) }

    /// Returns the name of the next member and moves to its value; returns nil after the last member and moves past the
    /// brace.
    package mutating func nextMember() throws -> String? {
        guard try advance(closing: UInt8(ascii: "}")) else { return nil }
        guard let quote = try peek() else { throw fault(.truncated) }
        guard quote == UInt8(ascii: "\"") else { throw fault(.syntax) }
        let name = try withValue(limit: Self.maximumNameBytes) { bytes in
            JSONSyntax.string(in: bytes, 0..<bytes.count)
        }
        try take(UInt8(ascii: ":"))
        return name
    }

    /// Moves to the next element of an array; returns false after the last element and moves past the bracket.
    package mutating func nextElement() throws -> Bool { try advance(closing: UInt8(ascii: "]")) }

    /// Returns the next value if it has at most `limit` bytes, and moves past it.
    package mutating func value(limit: Int = .max) throws -> JSONValue {
        try withValue(limit: limit) { bytes in
            var index = 0
            return JSONValue(checked: bytes, at: &index)
        }
    }

    package mutating func skipValue() throws { try withValue { _ in } }

    /// Calls `body` with the bytes of the next value, whole and checked, and moves past the value.
    ///
    /// - Throws: `JSONError(.size)` for a value of more than `limit` bytes, or of more than the stream's maximum.
    /// - Complexity: O(length); an unfinished value is scanned again only when twice as many bytes have arrived.
    package mutating func withValue<Result>(
        limit: Int = .max, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        guard try peek() != nil else { throw fault(.truncated) }
        let most = min(limit, maximumValueBytes)
        var end = try valueEnd()
        while end == nil {
            let there = window.bytes.count - window.position
            guard there <= most else { throw fault(.size) }
            while window.bytes.count - window.position < min(2 * there, most + 1), try window.refill() {}
            end = try valueEnd()
        }
        guard (end ?? 0) - window.position <= most else { throw fault(.size) }
        let range = window.position..<(end ?? window.position)
        let result = try window.bytes.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[range])) }
        window.position = range.upperBound
        return result
    }

    /// Calls `body` with the bytes of the next value and the ranges of the members that `rows` wants, and moves past
    /// the value.
    ///
    /// A value that is not an object has no members. `body` gets the same bytes as from `withValue`. For an object with
    /// the same members in the same order as the object before it, this function is many times as fast as `withValue`.
    package mutating func withRow(
        _ rows: inout JSONRowReader, _ body: (UnsafeBufferPointer<UInt8>, JSONFields) throws -> Void
    ) throws {
        guard try peek() != nil else { throw fault(.truncated) }
        let start = window.position
        let most = maximumValueBytes
        let end: Int? = try window.bytes.withUnsafeBufferPointer { bytes in
            let rest = UnsafeBufferPointer(rebasing: bytes[start...])
            var fields = JSONFields()
            guard let count = rows.end(of: rest, fields: &fields), count <= most else { return nil }
            try body(UnsafeBufferPointer(rebasing: rest[..<count]), fields)
            return start + count
        }
        if let end {
            window.position = end
            return
        }
        let names = rows.names
        try withValue { bytes in
            let isObject = bytes.first == UInt8(ascii: "{")
            try body(bytes, isObject ? JSONMembers.fields(of: bytes, names: names) : JSONFields())
        }
    }

    /// Moves past the object at which the stream is, although it has a fault, and returns its bytes. Its end is the brace
    /// that closes it, if the next object of the array or the end of the array follows. Returns nil, and does not move,
    /// if there is no such brace, or if the fault is not one that an object has by itself.
    package mutating func skipBroken() throws -> [UInt8]? {
        guard let fault, fault.code == .syntax || fault.code == .encoding else { return nil }
        for ignoresQuotes in [false, true] {
            while true {
                let rest = window.bytes[window.position...]
                switch BrokenObject.end(in: rest, ignoresQuotes: ignoresQuotes, isFinal: window.isAtEnd) {
                case .end(let end):
                    guard end - window.position <= maximumValueBytes else { return nil }
                    defer { window.position = end }
                    self.fault = nil
                    return Array(window.bytes[window.position..<end])
                case .more:
                    let there = rest.count
                    guard there <= maximumValueBytes else { return nil }
                    while window.bytes.count - window.position < 2 * there, try window.refill() {}
                    continue
                case .none: break
                }
                break
            }
        }
        return nil
    }

    package mutating func end() throws {
        guard try peek() == nil else { throw fault(.trailing) }
    }

    private mutating func valueEnd() throws -> Int? {
        let isFinal = window.isAtEnd
        do throws(JSONFault) {
            return try window.bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
                try JSONSyntax.valueEnd(in: bytes, from: window.position, isFinal: isFinal)
            }
        } catch {
            var found = self.fault(JSONError.Code(error.what), at: error.at)
            if error.what == .encoding || error.what == .syntax {
                found.value = FaultText.shown(
                    window.bytes[error.at...], isEncoding: error.what == .encoding, isConverted: window.isConverted)
                if error.what == .encoding { found.text = WrongText(window.bytes, around: error.at) }
            }
            fault = found
            throw found
        }
    }

    private mutating func advance(closing: UInt8) throws -> Bool {
        let first = isFirst
        isFirst = false
        guard let byte = try peek() else { throw fault(.truncated) }
        if byte == closing {
            window.position += 1
            return false
        }
        if !first { try take(UInt8(ascii: ",")) }
        return true
    }

    private mutating func take(_ byte: UInt8, entering: Bool = false) throws {
        guard let next = try peek() else { throw fault(.truncated) }
        guard next == byte else { throw fault(.syntax) }
        window.position += 1
        isFirst = entering
    }

    private mutating func skipByteOrderMark() throws {
        while window.bytes.count < 3, try window.refill() {}
        if window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { window.position = 3 }
    }

    package mutating func fault(_ code: JSONError.Code) -> JSONError { fault(code, at: window.position) }

    private mutating func fault(_ code: JSONError.Code, at index: Int) -> JSONError {
        JSONError(name: name, offset: window.originalOffset(at: index), code: code)
    }
}

/// Finds the end of an object that is not valid JSON.
private enum BrokenObject {
    enum Found {
        case end(Int)
        case more
        case none
    }

    /// Returns the index after the brace that closes the object, if another object or the end of the array follows.
    ///
    /// - Parameter ignoresQuotes: whether braces and brackets inside strings count, too. This finds the end of an object
    ///   with a stray quote, after which strings seem to begin where they end. Otherwise a string with a brace ends the
    ///   search, because a stray quote may be before it.
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

extension JSONValue {
    /// Creates the one value in `bytes`; throws `JSONError` if they hold none, an incomplete one, or several.
    public init(parsing bytes: [UInt8], name: String) throws {
        var stream = JSONStream(ByteSource(name: name, bytes: bytes))
        self = try stream.value()
        try stream.end()
    }
}

package struct JSONError: ExplainedError, Equatable {
    package enum Code: String, Sendable {
        case truncated, syntax, encoding, depth, size, trailing

        init(_ what: JSONFault.What) {
            switch what {
            case .truncated: self = .truncated
            case .syntax: self = .syntax
            case .encoding: self = .encoding
            case .depth: self = .depth
            }
        }
    }

    package let name: String
    /// The offset of the error, from 0.
    package let offset: Int
    package let code: Code
    /// The bytes at the fault, for people.
    package internal(set) var value = ""
    /// What the bytes around a wrong byte show.
    package internal(set) var text = WrongText.otherEncoding

    init(name: String, offset: Int, code: Code) { (self.name, self.offset, self.code) = (name, offset, code) }

    package static func == (left: JSONError, right: JSONError) -> Bool {
        left.name == right.name && left.offset == right.offset && left.code == right.code
    }

    package var exit: ExitStatus { .data }

    package var words: Words {
        switch code {
        case .truncated:
            Words(
                en: "\(name) ends in the middle of its JSON, after byte \(offset); fetch it again",
                ko: "\(name): JSON이 중간(\(offset)바이트)에서 끝났습니다. 다시 받으세요")
        case .syntax:
            Words(
                en: "\(name) is not valid JSON at byte \(offset); correct that position",
                ko: "\(name)의 \(offset)바이트 위치에 JSON 문법 오류가 있습니다. 그 위치를 고치세요")
        case .encoding where text == .broken:
            Words(
                en: "\(name) has a broken character at byte \(offset) (\(value)); correct it",
                ko: "\(name)의 \(offset)바이트 위치에 깨진 글자(\(value))가 있습니다. 그 글자를 고치세요")
        case .encoding:
            Words(
                en:
                    "\(name) is not valid UTF-8 at byte \(offset); convert the data (iconv -f CP949 -t UTF-8) or declare its encoding",
                ko: "\(name)의 \(offset)바이트 위치가 UTF-8이 아닙니다. 변환하거나(iconv -f CP949 -t UTF-8) 인코딩을 선언하세요")
        case .depth:
            Words(
                en:
                    "\(name) is nested more than \(JSONSyntax.maximumDepth) levels deep at byte \(offset), so it is not a feed page",
                ko: "\(name): \(offset)바이트 위치의 중첩이 \(JSONSyntax.maximumDepth)단계를 넘습니다. 피드 페이지가 아닙니다")
        case .size:
            Words(
                en: "\(name) contains a value that is too large at byte \(offset), so it is not a feed page",
                ko: "\(name)의 \(offset)바이트 위치에 너무 큰 값이 있습니다. 피드 페이지가 아닙니다")
        case .trailing:
            Words(
                en: "\(name) continues after the end of its JSON at byte \(offset); put only one document in each file",
                ko: "\(name)의 JSON이 끝난 뒤(\(offset)바이트)에 내용이 더 있습니다. 파일 하나에는 문서 하나만 두세요")
        }
    }
}
