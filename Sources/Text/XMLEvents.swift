internal import CGeocliText

/// A reader that reports an XML document as events, read in pieces by expat.
///
/// expat is a small, hardened streaming parser (it refuses entity bombs); FoundationXML would bring libxml2 into every
/// process and keep the whole document.
///
/// expat can't go on after an error. If `rows` and `onBroken` are set and the error is in a row, a new parser is started
/// after the row, with the row's open parents.
package final class XMLEvents {
    /// Called for each start tag with the element's name.
    package var onStart: (String) throws -> Void = { _ in }
    /// Called for each start tag with its attributes, in their order; nil if they are not needed. Those that XML itself
    /// defines (`xmlns`, `xml:lang`, `xsi:type`) are left out.
    package var onAttributes: (([(name: String, value: String)]) throws -> Void)?
    /// Called for each end tag with the element's name and the text directly inside it.
    package var onEnd: (String, String) throws -> Void = { _, _ in }
    /// The path of the elements that may be broken.
    package var rows: [String] = []
    /// Called for each element at `rows` that is broken, with its error and its bytes; nil if the error ends the reading.
    package var onBroken: ((XMLError, [UInt8]) throws -> Void)?
    package private(set) var path: [String] = []
    private var text: [[UInt8]] = []
    private var failure: (any Error)?
    private var textBytes = 0
    private var sourceName = ""
    private var parser: XML_Parser?
    /// The offset in the source and the line of the first byte that the parser got.
    private var base = (offset: 0, line: 1)
    /// The offset in the source of the current row's start tag; nil outside of rows.
    private var rowStart: Int?
    private var brokenCount = 0

    /// Maximum size of one text, tag or comment, in bytes; no real document has longer ones. Without this limit expat
    /// would keep a comment of any length and scan it from its start with each new piece.
    static let maximumTokenBytes = 1 << 20
    /// Maximum size of all texts that wait for their end tags, in bytes.
    static let maximumTextBytes = 4 << 20
    /// Maximum number of broken rows of a document, each of which needs a new parser.
    private static let maximumBroken = 1000

    package init() {}

    /// Reads `source` to its end as UTF-8, even if its declaration names another encoding. `first` are bytes that were
    /// already read from it.
    ///
    /// - Throws: `XMLError` if the bytes are not one well-formed document; any error of the callbacks.
    package func parse(_ source: ByteSource, first: [UInt8] = []) throws {
        (text, textBytes, failure, sourceName) = ([], 0, nil, source.name)
        (path, rowStart, brokenCount, base) = ([], nil, 0, (0, 1))
        defer { free() }
        try begin(inside: [])
        var held = XMLHeldBytes()
        var chunk = first.isEmpty ? try source.next() : first
        while true {
            held.append(chunk)
            var (start, isFinal) = (held.bytes.count - chunk.count, chunk.isEmpty)
            while !feed(held.bytes, from: start, isFinal: isFinal) {
                if let failure { throw failure }
                let error = self.error(held, source)
                guard let next = try skipBrokenRow(error, &held, source) else { throw error }
                (start, isFinal) = (next, false)
            }
            if isFinal { return }
            let index = currentOffset
            guard held.end - index <= Self.maximumTokenBytes + chunk.count else { throw XMLError.tooLong(source.name) }
            held.drop(before: min(rowStart ?? index, index))
            chunk = try source.next()
        }
    }

    /// Starts a parser, and opens the elements of `parents` in it without events.
    private func begin(inside parents: [String]) throws {
        free()
        guard let parser = XML_ParserCreate("UTF-8") else {
            throw XMLError(name: sourceName, line: 0, reason: "no memory")
        }
        self.parser = parser
        let opening = Array(parents.map { "<\($0)>" }.joined().utf8)
        if !opening.isEmpty { _ = feed(opening, from: 0, isFinal: false) }
        base.offset -= opening.count
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, attributes in XMLEvents.from(data).start(name, attributes) },
            { data, name in XMLEvents.from(data).end(name) })
        XML_SetCharacterDataHandler(parser) { data, bytes, count in XMLEvents.from(data).characters(bytes, count) }
        // No feed declares a document type. A document type could declare entities that would silently disappear.
        XML_SetDoctypeDeclHandler(
            parser, { data, _, _, _, _ in XMLEvents.from(data).refuseDocumentType() }, { _ in })
    }

    private func free() {
        if let parser { XML_ParserFree(parser) }
        parser = nil
    }

    private func feed(_ bytes: [UInt8], from start: Int, isFinal: Bool) -> Bool {
        bytes.withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes[start...])
            return XML_Parse(
                parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isFinal ? 1 : 0)
        } == XML_STATUS_OK && failure == nil
    }

    /// The offset in the source of the current event, or of the error.
    private var currentOffset: Int { base.offset + max(Int(XML_GetCurrentByteIndex(parser)), 0) }

    private func error(_ held: XMLHeldBytes, _ source: ByteSource) -> XMLError {
        let code = XML_GetErrorCode(parser)
        let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown"
        var error = XMLError(
            name: source.name, line: base.line - 1 + Int(XML_GetCurrentLineNumber(parser)), reason: reason)
        // expat names the byte after a bare ampersand.
        let found = currentOffset
        let offset = held.after(found - 1).first == UInt8(ascii: "&") && found > held.start ? found - 1 : found
        let after = held.after(offset)
        error.offset = source.originalEnd.map { $0() - TextEncoding.cp949Length(after) } ?? offset
        error.isCutOff =
            [
                XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
                XML_ERROR_UNCLOSED_CDATA_SECTION,
            ].contains(code)
        error.isEncoding = (after.first ?? 0) >= 0x80 && UTF8Form.firstWrong(in: after.prefix(4)) == after.startIndex
        error.value = FaultText.shown(after, isEncoding: error.isEncoding, isConverted: source.originalEnd != nil)
        if error.isEncoding { error.text = WrongText(held.bytes, around: after.startIndex) }
        return error
    }

    /// Reports the row that has the error, and starts a parser after it. Returns the index in `held` at which the
    /// reading continues; nil if the error is not in a row, or if the end of the row is not found.
    private func skipBrokenRow(_ error: XMLError, _ held: inout XMLHeldBytes, _ source: ByteSource) throws -> Int? {
        guard let onBroken, let rowStart, brokenCount < Self.maximumBroken, let name = rows.last else { return nil }
        let start = held.index(of: rowStart)
        var found = XMLHeldBytes.rowEnd(in: held.bytes[start...], name: Array(name.utf8))
        // The end may be in a later piece. Twice as many bytes are read each time, so that few are searched again.
        while found == nil, held.bytes.count - start <= Self.maximumTextBytes {
            let wanted = 2 * (held.bytes.count - start)
            var chunk = try source.next()
            guard !chunk.isEmpty else { return nil }
            while !chunk.isEmpty {
                held.append(chunk)
                if held.bytes.count - start >= wanted { break }
                chunk = try source.next()
            }
            found = XMLHeldBytes.rowEnd(in: held.bytes[start...], name: Array(name.utf8))
        }
        guard let end = found else { return nil }
        let row = Array(held.bytes[start..<end])
        guard !Self.hasOpenSection(row) else { return nil }
        brokenCount += 1
        let line = line(atIndex: start, held) + row.count { $0 == 0x0A }
        text.removeSubrange((rows.count - 1)...)
        path.removeSubrange((rows.count - 1)...)
        textBytes = text.reduce(0) { $0 + $1.count }
        self.rowStart = nil
        base = (held.start + end, line)
        try onBroken(error, row)
        try begin(inside: path)
        return end
    }

    /// Whether a comment or a CDATA section in the row has no end. Then the rows after it may be a part of it.
    private static func hasOpenSection(_ row: [UInt8]) -> Bool {
        [("<!--", "-->"), ("<![CDATA[", "]]>")].contains { open, close in
            var rest = row[...]
            while let start = rest.firstRange(of: Array(open.utf8)) {
                guard let end = rest[start.upperBound...].firstRange(of: Array(close.utf8)) else { return true }
                rest = rest[end.upperBound...]
            }
            return false
        }
    }

    private func line(atIndex index: Int, _ held: XMLHeldBytes) -> Int {
        let fault = held.index(of: currentOffset)
        let between = held.bytes[min(index, fault)..<fault].count { $0 == 0x0A }
        return base.line - 1 + Int(XML_GetCurrentLineNumber(parser)) - between
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLEvents {
        guard let data else { preconditionFailure("expat gave back no user data") }
        return Unmanaged<XMLEvents>.fromOpaque(data).takeUnretainedValue()
    }

    private func refuseDocumentType() {
        failure = failure ?? XMLError(name: sourceName, line: 1, reason: "a document type is declared")
    }

    private func start(_ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard let name, failure == nil else { return }
        text.append([])
        path.append(String(cString: name))
        if onBroken != nil, path.count == rows.count, path == rows { rowStart = currentOffset }
        attempt { try onStart(path[path.count - 1]) }
        if let onAttributes, failure == nil {
            // Names and values alternate, up to a null pointer.
            var (attributes, position): ([(name: String, value: String)], Int) = ([], 0)
            while let list, let name = list[position], let value = list[position + 1] {
                attributes.append((String(cString: name), String(cString: value)))
                position += 2
            }
            attributes.removeAll { $0.name.hasPrefix("xml") || $0.name.hasPrefix("xsi:") }
            attempt { try onAttributes(attributes) }
        }
        if text.count > JSONSyntax.maximumDepth {
            failure = XMLError(name: sourceName, line: 0, reason: "nested too deeply")
        }
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        guard let name, failure == nil, let inner = text.popLast() else { return }
        textBytes -= inner.count
        attempt { try onEnd(String(cString: name), String(decoding: inner, as: UTF8.self)) }
        path.removeLast()
        if path.count < rows.count { rowStart = nil }
    }

    private func characters(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
        guard let bytes, failure == nil, !text.isEmpty else { return }
        bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            text[text.count - 1].append(contentsOf: UnsafeBufferPointer(start: $0, count: Int(count)))
        }
        textBytes += Int(count)
        if textBytes > Self.maximumTextBytes { failure = XMLError.tooLong(sourceName) }
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { failure = error }
    }
}

/// The bytes of a document from the start of the current row on, for an error in the row.
private struct XMLHeldBytes {
    private(set) var bytes: [UInt8] = []
    /// The offset of the first byte in the source.
    private(set) var start = 0

    /// The offset in the source after the last byte.
    var end: Int { start + bytes.count }

    mutating func append(_ chunk: [UInt8]) {
        if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }

    mutating func drop(before offset: Int) {
        let count = min(max(offset - start, 0), bytes.count)
        if count == bytes.count { bytes = [] } else { bytes.removeSubrange(..<count) }
        start += count
    }

    func index(of offset: Int) -> Int { min(max(offset - start, 0), bytes.count) }

    func after(_ offset: Int) -> ArraySlice<UInt8> { bytes[index(of: offset)...] }

    /// Returns the index after the end tag of the row with which `bytes` begin, or the index of the next row's start tag
    /// if that comes first; nil if there is neither.
    static func rowEnd(in bytes: ArraySlice<UInt8>, name: [UInt8]) -> Int? {
        var index = bytes.startIndex + 1
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            let isEnd = open + 1 < bytes.endIndex && bytes[open + 1] == UInt8(ascii: "/")
            let start = open + (isEnd ? 2 : 1)
            let after = start + name.count
            index = open + 1
            guard after < bytes.endIndex, bytes[start..<after].elementsEqual(name) else { continue }
            guard bytes[after] <= 0x20 || bytes[after] == UInt8(ascii: ">") else { continue }
            guard isEnd else { return open }
            if let close = bytes[after...].firstIndex(of: UInt8(ascii: ">")) { return close + 1 }
        }
        return nil
    }
}

package struct XMLError: ExplainedError, Equatable {
    package let name: String
    /// The line, from 1; 0 if there is none.
    package let line: Int
    /// The reason in expat's words.
    package let reason: String
    /// The offset of the fault, from 0; nil if there is none.
    package internal(set) var offset: Int?
    /// Whether the document ends before its last end tag.
    package internal(set) var isCutOff = false
    /// Whether the fault is a byte that is not UTF-8.
    package internal(set) var isEncoding = false
    /// The bytes at the fault, for people.
    package internal(set) var value = ""
    /// What the bytes around a wrong byte show.
    package internal(set) var text = WrongText.otherEncoding

    init(name: String, line: Int, reason: String) { (self.name, self.line, self.reason) = (name, line, reason) }

    package static func == (left: XMLError, right: XMLError) -> Bool {
        left.name == right.name && left.line == right.line && left.reason == right.reason
    }

    /// Returns the error for a text, tag, comment or row that is longer than any in a real page.
    package static func tooLong(_ name: String) -> XMLError {
        XMLError(name: name, line: 0, reason: "one of its parts is too long")
    }

    package var exit: ExitStatus { .data }

    package var words: Words {
        guard let offset else {
            return Words(
                en: "\(name) is not well-formed XML (line \(line): \(reason))",
                ko: "\(name): 올바른 XML이 아닙니다(\(line)행: \(reason))")
        }
        if isCutOff {
            return Words(
                en:
                    "\(name) ends in the middle of its XML, at line \(line), byte \(offset) (\(reason)); fetch it again",
                ko: "\(name): XML이 중간(\(line)행, \(offset)바이트)에서 끝났습니다(\(reason)). 다시 받으세요")
        }
        if isEncoding, text == .otherEncoding {
            return Words(
                en:
                    "\(name) is not valid UTF-8 at line \(line), byte \(offset); convert the data (\(TextEncoding.conversion.en)) or declare its encoding",
                ko:
                    "\(name)의 \(line)행(\(offset)바이트)이 UTF-8이 아닙니다. 변환하거나(\(TextEncoding.conversion.ko)) 인코딩을 선언하세요")
        }
        return Words(
            en: "\(name) is not well-formed XML at line \(line), byte \(offset) (\(reason)); correct that position",
            ko: "\(name): \(line)행(\(offset)바이트)부터 올바른 XML이 아닙니다(\(reason)). 그 위치를 고치세요")
    }
}
