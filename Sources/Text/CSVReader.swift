/// A reader that reads a CSV file in pieces and returns one record at a time.
///
/// After a `CSVError` the caller may go on: `skipBroken` ends the broken record, and `next` returns the one after it.
///
/// - Edges: a UTF-8 byte order mark is skipped; lines end in LF, CRLF or CR; empty lines are skipped; a quote inside a
///   field that did not start with a quote is kept, as in spreadsheets.
/// - Source: RFC 4180.
package struct CSVReader {
    private var window: ByteWindow
    private let name: String
    private let separator: UInt8
    private let quotes: Quotes
    /// The line on which the latest record from `next` starts, from 1.
    package private(set) var line = 0
    /// Whether the latest record from `next` has no line end because the source ended.
    package private(set) var endsOpen = false
    private var nextLine = 1
    private var recordBytes = 0
    /// The offsets in the source at which the latest record starts and ends, without its line end. The end is nil if the
    /// record is broken and was not read to its end.
    private var recordStart = 0
    private var recordEnd: Int?
    private var hasWrongBytes = false

    /// The maximum number of bytes of a record; a normal record has a few hundred bytes. Without this limit, a record
    /// without an end or with a million fields would take many times its size in memory.
    private static let maximumRecordBytes = 8 << 20

    /// What a quote at the start of a field means.
    package enum Quotes: Sendable {
        /// It encloses the field, which may contain separators and line ends.
        case enclosing
        /// It encloses the field only if the field also ends with a quote, and all quotes between them are doubled.
        case pairs
        /// It is an ordinary character.
        case ordinary

        /// Returns what quotes mean in a file whose first line is `header`. Text with TABs often has quotes as ordinary
        /// characters, but spreadsheets enclose the values that contain quotes or commas. If such a text encloses all
        /// values, it encloses the names of the columns, too.
        package init(separator: UInt8, header: [UInt8]) {
            self = separator != UInt8(ascii: "\t") || header.contains(UInt8(ascii: "\"")) ? .enclosing : .pairs
        }
    }

    /// Creates a reader of `source`, which is in UTF-8.
    package init(_ source: ByteSource, separator: UInt8 = UInt8(ascii: ","), quotes: Quotes = .enclosing) {
        window = ByteWindow(source)
        name = source.name
        self.separator = separator
        self.quotes = quotes
    }

    /// Returns the next record; nil at the end. Throws `CSVError` for a quote that is never closed, text after a
    /// closing quote, bytes that are not UTF-8, and a record of more than 8 MiB.
    package mutating func next() throws -> [String]? {
        if window.offset == 0 { try skipByteOrderMark() }
        while let byte = try window.peek() {
            if byte == 0x0A || byte == 0x0D {
                try endLine(byte)
                continue
            }
            line = nextLine
            window.keep()
            (recordStart, recordEnd, hasWrongBytes) = (window.offset, nil, false)
            let fields = try record()
            if hasWrongBytes { throw encodingError() }
            return fields
        }
        return nil
    }

    private mutating func record() throws -> [String] {
        var fields: [String] = []
        recordBytes = 0
        while true {
            fields.append(try field())
            guard let byte = try window.peek() else {
                endsOpen = true
                recordEnd = window.offset
                return fields
            }
            guard byte == separator else {
                recordEnd = window.offset
                try endLine(byte)
                return fields
            }
            window.position += 1
        }
    }

    private mutating func field() throws -> String {
        try checkLength(with: 0)
        var bytes: [UInt8] = []
        if quotes == .enclosing, try window.peek() == UInt8(ascii: "\"") {
            let quote = window.offset
            window.position += 1
            try quoted(into: &bytes, from: quote)
            if let byte = try window.peek(), byte != separator, byte != 0x0A, byte != 0x0D {
                throw error(.textBehindQuote, at: window.position)
            }
        } else if let end = endInWindow() {
            defer { window.position = end }
            return try text(window.bytes[window.position..<end])
        } else {
            while let byte = try window.peek(), byte != separator, byte != 0x0A, byte != 0x0D {
                try checkLength(with: bytes.count)
                bytes.append(byte)
                window.position += 1
            }
        }
        return try text(bytes[...])
    }

    /// Returns the index at which an unquoted field ends, if it ends within the bytes that are read already.
    private func endInWindow() -> Int? {
        window.bytes.withUnsafeBufferPointer { bytes in
            bytes[window.position...].firstIndex { $0 == separator || $0 == 0x0A || $0 == 0x0D }
        }
    }

    /// Returns the text of a field. Wrong bytes are reported after the whole record is read, so that its end is known.
    private mutating func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        try checkLength(with: bytes.count)
        recordBytes += MemoryLayout<String>.stride + bytes.count
        guard let text = String(validating: bytes, as: UTF8.self) else {
            hasWrongBytes = true
            return ""
        }
        return quotes == .pairs ? Self.withoutPair(text) : text
    }

    private static func withoutPair(_ text: String) -> String {
        guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else {
            return text
        }
        let inner = text.dropFirst().dropLast()
        let isDoubled = !inner.replacing("\"\"", with: "").utf8.contains(UInt8(ascii: "\""))
        return isDoubled ? String(inner.replacing("\"\"", with: "\"")) : text
    }

    private mutating func quoted(into bytes: inout [UInt8], from quote: Int) throws {
        while let byte = try window.peek() {
            window.position += 1
            if byte == UInt8(ascii: "\"") {
                guard try window.peek() == UInt8(ascii: "\"") else { return }
                window.position += 1
            }
            if byte == 0x0D || byte == 0x0A && bytes.last != 0x0D { nextLine += 1 }
            bytes.append(byte)
            try checkLength(with: bytes.count)
        }
        throw error(.openQuote, at: quote - window.droppedCount)
    }

    private mutating func checkLength(with count: Int) throws {
        guard recordBytes + count <= Self.maximumRecordBytes else {
            throw error(.tooLong, at: recordStart - window.droppedCount)
        }
    }

    private mutating func endLine(_ byte: UInt8) throws {
        window.position += 1
        if byte == 0x0D, try window.peek() == 0x0A { window.position += 1 }
        nextLine += 1
    }

    private mutating func skipByteOrderMark() throws {
        while window.bytes.count < 3, try window.refill() {}
        if window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { window.position = 3 }
    }

    // MARK: Broken records

    private var recordRange: Range<Int> {
        recordStart - window.droppedCount..<(recordEnd ?? window.offset) - window.droppedCount
    }

    /// The bytes of the latest record, without its line end; valid until the next call of `next`.
    package var rawRecord: ArraySlice<UInt8> { window.bytes[recordRange] }

    /// The offset of the latest record in the file, from 0.
    package var offset: Int { mutating get { window.originalOffset(at: recordRange.lowerBound) } }

    package var hasSeveralLines: Bool { nextLine - line > (endsOpen ? 0 : 1) }

    package var endsInWrongBytes: Bool {
        let tail = rawRecord.suffix(3)
        guard let start = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), tail[start] >= 0x80 else { return false }
        return UTF8Form.length(tail, at: start) == 0
    }

    package enum BrokenEnd: Sendable {
        /// Before a line of its own that is a record by itself.
        case beforeRecord
        case atLineEnd
        /// The file ends, so the rest of the record may be missing.
        case atEnd
    }

    /// Ends the latest record where the next one begins, because its quotes or its bytes are wrong. A quote that opens
    /// by mistake makes the lines after it part of the record. So the record ends before the first of its further lines
    /// that is a record by itself (`isRecord`); if there is none, at the end of the line with the fault.
    package mutating func skipBroken(before isRecord: (_ line: ArraySlice<UInt8>) -> Bool) throws -> BrokenEnd {
        let wasWhole = recordEnd != nil
        if !wasWhole {
            while let byte = try window.peek(), byte != 0x0A, byte != 0x0D { window.position += 1 }
            recordEnd = window.offset
        }
        let record = rawRecord
        var (start, lines) = (record.startIndex, 0)
        while let (end, following) = Self.lineEnd(in: record, from: start) {
            lines += 1
            let next = Self.lineEnd(in: record, from: following)?.end ?? record.endIndex
            if isRecord(record[following..<next]) {
                recordEnd = window.droppedCount + end
                window.position = following
                (nextLine, endsOpen) = (line + lines, false)
                return .beforeRecord
            }
            start = following
        }
        if wasWhole { return endsOpen ? .atEnd : .atLineEnd }
        nextLine = line + lines
        guard let byte = try window.peek() else { return .atEnd }
        try endLine(byte)
        return .atLineEnd
    }

    /// Returns where the first line in `bytes` ends and where the next one begins; nil if it does not end.
    private static func lineEnd(in bytes: ArraySlice<UInt8>, from start: Int) -> (end: Int, following: Int)? {
        guard let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
        let isPair = bytes[end] == 0x0D && end + 1 < bytes.endIndex && bytes[end + 1] == 0x0A
        return (end, end + (isPair ? 2 : 1))
    }

    private mutating func encodingError() -> CSVError {
        let record = rawRecord
        return error(.encoding, at: UTF8Form.firstWrong(in: record) ?? record.startIndex)
    }

    private mutating func error(_ code: CSVError.Code, at index: Int) -> CSVError {
        var error = CSVError(name: name, line: line, offset: window.originalOffset(at: index), code: code)
        let before = window.bytes[recordRange.lowerBound..<max(index, recordRange.lowerBound)]
        error.faultLine = line + before.count { $0 == 0x0A }
        error.value = FaultText.shown(
            window.bytes[index...].prefix { $0 != 0x0A && $0 != 0x0D }, isEncoding: code == .encoding,
            isConverted: window.isConverted)
        if code == .encoding { error.text = WrongText(window.bytes, around: index) }
        return error
    }
}

extension [String] {
    /// Whether the fields of a first line are values of places and not names of columns: one is a number with decimals.
    package var areValues: Bool { contains { $0.utf8.contains(UInt8(ascii: ".")) && DecimalText.number($0) != nil } }

    /// The first fields of a line, for people.
    package var shownStart: String {
        prefix(4).map { DisplayText.shown($0, columns: 20) }.joined(separator: ", ") + (count > 4 ? ", …" : "")
    }

    /// Whether a line has the names of the columns in another order, as where two files were joined.
    package func reorder(_ header: [String]) -> Bool {
        // Hardly a line begins with a name, so the rest is compared for few.
        guard count > 1, count == header.count else { return false }
        let first = self[0].lowercased()
        guard header.contains(where: { $0.lowercased() == first }) else { return false }
        let (found, names) = (map { $0.trimmingBlanks().lowercased() }, header.map { $0.trimmingBlanks().lowercased() })
        return found != names && found.sorted() == names.sorted()
    }

    /// Whether the fields of a row are, in all of these columns, the names of the columns again, in any case. That is so
    /// where two files were joined; the second one may begin with a byte order mark.
    package func repeats(_ header: [String], at columns: [Int]) -> Bool {
        columns.allSatisfy { column in
            let (field, name) = (self[column], header[column])
            // A mark has three bytes, and two quotes may be left after it. No other field is compared in full.
            guard 0...8 ~= field.utf8.count - name.utf8.count, let first = field.first, let start = name.first else {
                return false
            }
            // A mark, a quote or a blank may come first. Nearly all fields begin with another letter or digit than the
            // name; for all of them, the rest would take an eighth of the time of a night.
            if first.isLetter || first.isNumber, first.lowercased() != start.lowercased() { return false }
            let plain = field.replacing("\u{FEFF}", with: "").replacing("\"", with: "").trimmingBlanks()
            return plain.lowercased() == name.lowercased()
        }
    }

    /// Returns the fields of a row without the empty ones after its last column, with which spreadsheets pad rows.
    package func withoutPadding(columns count: Int) -> [String] {
        guard self.count > count, self[count...].allSatisfy({ $0.trimmingBlanks().isEmpty }) else { return self }
        return Array(self[..<count])
    }
}

/// The bytes at a fault, for people.
enum FaultText {
    /// Returns the byte of a character that is not UTF-8, such as `0xB1`, or the text that begins with a fault; nothing
    /// if the text was converted, so that the byte only stands for the wrong one.
    static func shown(_ bytes: ArraySlice<UInt8>, isEncoding: Bool, isConverted: Bool) -> String {
        if isEncoding, isConverted { return "" }
        guard isEncoding, let first = bytes.first else {
            return String(decoding: bytes.prefix(40), as: UTF8.self).head(bytes: 40)
        }
        let digits = String(first, radix: 16, uppercase: true)
        return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
}

package struct CSVError: ExplainedError, Equatable {
    package enum Code: String, Sendable {
        case openQuote, textBehindQuote, encoding, tooLong
    }

    package let name: String
    /// The line on which the record starts, from 1.
    package let line: Int
    /// The offset of the fault, from 0.
    package private(set) var offset: Int
    package let code: Code
    /// The line of the fault, which may be after the line on which the record starts.
    package internal(set) var faultLine: Int?
    /// The bytes at the fault, for people.
    package internal(set) var value = ""
    /// What the bytes around a wrong byte show.
    package internal(set) var text = WrongText.otherEncoding

    init(name: String, line: Int, offset: Int, code: Code) {
        (self.name, self.line, self.offset, self.code) = (name, line, offset, code)
        faultLine = line
    }

    /// Returns the same error about the start of the record, for a quote that opened by mistake and made the lines after
    /// it part of the record.
    package func atRecord(offset: Int) -> CSVError {
        var error = self
        (error.faultLine, error.offset, error.value) = (line, offset, "")
        return error
    }

    /// Returns the same error for a record that begins after these numbers of lines and bytes of the file.
    func moved(lines: Int, bytes: Int) -> CSVError {
        var error = CSVError(name: name, line: line + lines, offset: offset + bytes, code: code)
        (error.faultLine, error.value, error.text) = (faultLine.map { $0 + lines }, value, text)
        return error
    }

    package static func == (left: CSVError, right: CSVError) -> Bool {
        left.name == right.name && left.line == right.line && left.offset == right.offset && left.code == right.code
    }

    package var exit: ExitStatus { .data }

    package var words: Words {
        let line = faultLine ?? line
        return switch code {
        case .openQuote:
            Words(
                en:
                    "\(name): a quote that opens at line \(line), byte \(offset) is never closed; close it, or double it inside a field; if the file is cut off, fetch it again",
                ko:
                    "\(name): \(line)행(\(offset)바이트)에서 시작한 따옴표가 닫히지 않았습니다. 따옴표를 닫거나, 필드 안의 따옴표라면 두 번 쓰세요. 파일이 잘렸다면 다시 받으세요"
            )
        case .textBehindQuote:
            Words(
                en:
                    "\(name): text follows a closing quote at line \(line), byte \(offset); double the quotes inside the field",
                ko: "\(name): \(line)행(\(offset)바이트)의 닫는 따옴표 뒤에 글자가 있습니다. 필드 안의 따옴표는 두 번 쓰세요")
        case .tooLong:
            Words(
                en: "\(name): the record at line \(line) is too long; check whether the file is CSV",
                ko: "\(name): \(line)행의 레코드가 너무 깁니다. CSV 파일인지 확인하세요")
        case .encoding where text == .broken:
            Words(
                en: "\(name): line \(line) has a broken character at byte \(offset) (\(value)); correct it",
                ko: "\(name): \(line)행(\(offset)바이트)에 깨진 글자(\(value))가 있습니다. 그 글자를 고치세요")
        case .encoding:
            Words(
                en:
                    "\(name): line \(line) is not valid UTF-8 at byte \(offset); convert the file (\(TextEncoding.conversion.en)) or declare its encoding",
                ko:
                    "\(name): \(line)행(\(offset)바이트)에 UTF-8이 아닌 글자가 있습니다. 변환하거나(\(TextEncoding.conversion.ko)) 인코딩을 선언하세요"
            )
        }
    }
}
