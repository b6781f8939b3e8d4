/// A reader that reads a CSV file in pieces and returns one record at a time.
///
/// - Edges: a UTF-8 byte order mark is skipped; lines end in LF, CRLF or CR; empty lines are skipped; a quote inside a
///   field that did not start with a quote is kept, as in spreadsheets.
/// - Source: RFC 4180.
public struct CSVReader {
    private var window: ByteWindow
    private let name: String
    private let separator: UInt8
    private let hasQuotes: Bool
    /// The line on which the latest record from `next` starts, from 1.
    public private(set) var line = 0
    /// Whether the latest record from `next` has no line end because the source ended.
    public private(set) var endsOpen = false
    private var nextLine = 1
    /// The bytes of the current record so far.
    private var recordBytes = 0

    /// The maximum number of bytes of a record; a normal record has a few hundred bytes. Without this limit, a record
    /// without an end or with a million fields would take many times its size in memory.
    private static let maximumRecordBytes = 8 << 20

    /// Creates a reader of `source`, which is in UTF-8.
    ///
    /// - Parameter hasQuotes: whether quotes enclose fields; false if a quote is an ordinary character.
    public init(_ source: ByteSource, separator: UInt8 = UInt8(ascii: ","), hasQuotes: Bool = true) {
        window = ByteWindow(source)
        name = source.name
        self.separator = separator
        self.hasQuotes = hasQuotes
    }

    /// Returns the next record; nil at the end.
    ///
    /// - Throws: `CSVError` for a quote that is never closed, text after a closing quote, bytes that are not UTF-8, and
    ///   a record of more than 8 MiB.
    public mutating func next() throws -> [String]? {
        if window.offset == 0 { try skipByteOrderMark() }
        while let byte = try window.peek() {
            if byte == 0x0A || byte == 0x0D {
                try endLine(byte)
                continue
            }
            line = nextLine
            return try record()
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
                return fields
            }
            guard byte == separator else {
                try endLine(byte)
                return fields
            }
            window.position += 1
        }
    }

    private mutating func field() throws -> String {
        try checkLength(with: 0)
        var bytes: [UInt8] = []
        if hasQuotes, try window.peek() == UInt8(ascii: "\"") {
            window.position += 1
            try quoted(into: &bytes)
            if let byte = try window.peek(), byte != separator, byte != 0x0A, byte != 0x0D {
                throw CSVError(name: name, line: line, code: .textBehindQuote)
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

    private mutating func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        try checkLength(with: bytes.count)
        recordBytes += MemoryLayout<String>.stride + bytes.count
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CSVError(name: name, line: line, code: .encoding)
        }
        return text
    }

    private mutating func quoted(into bytes: inout [UInt8]) throws {
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
        throw CSVError(name: name, line: line, code: .openQuote)
    }

    private func checkLength(with count: Int) throws {
        guard recordBytes + count <= Self.maximumRecordBytes else {
            throw CSVError(name: name, line: line, code: .tooLong)
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
}

/// The error for bytes that are not a CSV file.
public struct CSVError: ExplainedError, Equatable {
    /// The kind of error.
    public enum Code: String, Sendable {
        case openQuote, textBehindQuote, encoding, tooLong
    }

    /// The name of the source.
    public let name: String
    /// The line on which the record starts, from 1.
    public let line: Int
    /// The kind of error.
    public let code: Code

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { .data }

    /// The error message, with advice.
    public var words: Words {
        switch code {
        case .openQuote:
            Words(
                en:
                    "\(name): a quote that opens in the record at line \(line) is never closed; the file may be incomplete",
                ko: "\(name): \(line)행에서 시작한 레코드의 따옴표가 닫히지 않았습니다. 파일이 잘리지 않았는지 확인하세요")
        case .textBehindQuote:
            Words(
                en:
                    "\(name): text follows a closing quote in the record at line \(line); double the quotes inside the field",
                ko: "\(name): \(line)행 레코드의 닫는 따옴표 뒤에 글자가 있습니다. 필드 안의 따옴표는 두 번 쓰세요")
        case .tooLong:
            Words(
                en: "\(name): the record at line \(line) is too long; check whether the file is CSV",
                ko: "\(name): \(line)행의 레코드가 너무 깁니다. CSV 파일인지 확인하세요")
        case .encoding:
            Words(
                en:
                    "\(name): line \(line) is not valid UTF-8; convert the file (iconv -f CP949 -t UTF-8) or declare its encoding",
                ko: "\(name): \(line)행에 UTF-8이 아닌 글자가 있습니다. 변환하거나(iconv -f CP949 -t UTF-8) 인코딩을 선언하세요")
        }
    }
}
