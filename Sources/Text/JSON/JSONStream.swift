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
    /// The fault of the value at which the stream is, after `withValue` or another method has thrown it; nil if there
    /// is none.
    package private(set) var fault: JSONError?
    /// The number of line breaks between the values that were read, but not inside of them.
    private var lineBreaks = 0
    /// Where the document that may be a line by itself begins: its offset, and the line breaks before it.
    private var line: (offset: Int, breaks: Int)?
    /// Whether a document was a line by itself.
    private var hasLine = false
    /// The offset at which the line with the fault ends; nil if the fault is not in such a line.
    private var brokenLineEnd: Int?
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
            if byte == 0x0A { lineBreaks += 1 }
            window.position += 1
        }
        return nil
    }

    package mutating func enterObject() throws { try take(UInt8(ascii: "{"), entering: true) }

    package mutating func enterArray() throws { try take(UInt8(ascii: "["), entering: true) }

    /// Returns the name of the next member and moves to its value; returns nil after the last member and moves past the
    /// brace.
    package mutating func nextMember() throws -> String? {
        // Memory stays bounded.
        if let line, window.offset - line.offset > maximumValueBytes { endLine() }
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
        // Also if `body` throws, so that the caller can go on with the next value.
        defer { window.position = range.upperBound }
        return try window.bytes.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[range])) }
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

    /// Moves past the object at which the stream is, although it has a fault, and returns its bytes. Its end is the
    /// brace that closes it, if the next object of the array or the end of the array follows. Returns nil, and does not
    /// move, if there is no such brace, or if the fault is not one that an object has by itself.
    package mutating func skipBroken() throws -> [UInt8]? {
        if let end = brokenLineEnd, let line {
            defer {
                window.position = end - window.droppedCount
                lineBreaks = line.breaks
                fault = nil
                endLine()
            }
            return Array(window.bytes[line.offset - window.droppedCount..<end - window.droppedCount])
        }
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

    // MARK: Documents in lines

    /// Begins a document of a sequence that may be a line by itself. Its bytes are kept, so that its line can be
    /// skipped if it is broken.
    package mutating func beginLine() {
        window.keep()
        line = (window.offset, lineBreaks)
    }

    /// Ends the document, or forgets that it may be a line.
    package mutating func endLine(isDocument: Bool = false) {
        if isDocument, line?.breaks == lineBreaks { hasLine = true }
        window.release()
        (line, brokenLineEnd) = (nil, nil)
    }

    package var isAtBrokenLine: Bool { brokenLineEnd != nil }

    /// Returns the fault of the line at which the document begins; nil if the document is not a line by itself. It is
    /// one if a document before it was one, or if the next line is a document. A fault may show only in the next line,
    /// if the end of a line is missing.
    package mutating func brokenLine() throws -> JSONError? {
        guard let line, let end = try lineEnd(from: line.offset) else { return nil }
        let next = try document(after: end)
        if !hasLine {
            guard let next = next?.drop(while: { $0 == 0x1E }), next.first == UInt8(ascii: "{"),
                (try? JSONValue(parsing: Array(next), name: name)) != nil
            else { return nil }
        }
        let bytes = Array(window.bytes[line.offset - window.droppedCount..<end - window.droppedCount])
        do {
            _ = try JSONValue(parsing: bytes, name: name)
            return nil
        } catch let error as JSONError where [.syntax, .encoding, .truncated, .trailing].contains(error.code) {
            // The last line of a file that was cut off.
            if error.code == .truncated, next == nil, window.isAtEnd, end == window.droppedCount + window.bytes.count {
                return nil
            }
            var found = fault(
                error.code == .encoding ? .encoding : .syntax, at: line.offset - window.droppedCount + error.offset)
            found.value = error.code == .encoding && window.isConverted ? "" : error.value
            (found.text, found.line) = (error.text, line.breaks + 1)
            (fault, brokenLineEnd) = (found, end)
            return found
        } catch {
            return nil
        }
    }

    /// Returns the offset of the line end after an offset, or the end of the file; nil for a line that is too long.
    private mutating func lineEnd(from start: Int) throws -> Int? {
        var searched = start
        while true {
            if let end = window.bytes[(searched - window.droppedCount)...].firstIndex(of: 0x0A) {
                return window.droppedCount + end
            }
            searched = window.droppedCount + window.bytes.count
            guard searched - start <= maximumValueBytes else { return nil }
            guard try window.refill() else { return searched }
        }
    }

    /// Returns the next line that is not blank; nil if there is none.
    private mutating func document(after end: Int) throws -> [UInt8]? {
        var start = end
        while let next = try lineEnd(from: start) {
            let line = window.bytes[start - window.droppedCount..<next - window.droppedCount]
            if let first = line.firstIndex(where: { !JSONSyntax.isBlank($0) }) { return Array(line[first...]) }
            guard next > start || next < window.droppedCount + window.bytes.count else { return nil }
            start = next + 1
            guard start <= window.droppedCount + window.bytes.count else { return nil }
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
    /// The line, from 1, if each document is a line by itself.
    package internal(set) var line: Int?
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
        let place = Words(
            en: line.map { "line \($0), byte \(offset)" } ?? "byte \(offset)",
            ko: line.map { "\($0)행, \(offset)바이트" } ?? "\(offset)바이트")
        return switch code {
        case .truncated:
            Words(
                en: "\(name) ends in the middle of its JSON, after byte \(offset); fetch it again",
                ko: "\(name): JSON이 중간(\(offset)바이트)에서 끝났습니다. 다시 받으세요")
        case .syntax:
            Words(
                en: "\(name) is not valid JSON at \(place.en); correct that position",
                ko: "\(name)의 \(place.ko) 위치에 JSON 문법 오류가 있습니다. 그 위치를 고치세요")
        case .encoding where text == .broken:
            Words(
                en: "\(name) has a broken character at \(place.en) (\(value)); correct it",
                ko: "\(name)의 \(place.ko) 위치에 깨진 글자(\(value))가 있습니다. 그 글자를 고치세요")
        case .encoding:
            Words(
                en:
                    "\(name) is not valid UTF-8 at \(place.en); convert the data (\(TextEncoding.conversion.en)) or declare its encoding",
                ko:
                    "\(name)의 \(place.ko) 위치가 UTF-8이 아닙니다. 변환하거나(\(TextEncoding.conversion.ko)) 인코딩을 선언하세요")
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
                en:
                    "\(name) continues after the end of its JSON at byte \(offset); put only one document in each file, or make one list of all: jq -s . OLD > NEW",
                ko:
                    "\(name)의 JSON이 끝난 뒤(\(offset)바이트)에 내용이 더 있습니다. 파일 하나에는 문서 하나만 두거나 목록 하나로 만드세요: jq -s . 파일 > 새파일")
        }
    }
}
