internal import Glibc

/// Where the records of a table and their fields end, in the form that `CSVReader` reads record by record. This is the
/// fast way for whole blocks in memory; it copies nothing. What it does not read by itself is odd, and `CSVReader` reads
/// it (a test holds both equal).
package struct RecordForm: Sendable {
    package let separator: UInt8
    package let quotes: CSVReader.Quotes

    package init(separator: UInt8, quotes: CSVReader.Quotes) {
        self.separator = separator
        self.quotes = quotes
    }

    /// A field within its block, without the quotes around it.
    package struct Field {
        package var start: UInt32 = 0
        package var end: UInt32 = 0
        /// Whether quotes in the field are doubled.
        package var isDoubled = false

        package init() {}

        fileprivate init(start: Int, end: Int) {
            (self.start, self.end) = (UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end))
        }
    }

    /// A record: the index of its line end, or of the end of the block, and the number of its fields.
    package struct Record {
        package let end: Int
        package let fieldCount: Int
        /// Whether the fields are not known, because there are too many, or because quotes stand in an unusual place.
        package let isOdd: Bool
    }

    /// Finds the fields of the record that begins at `start`, as many as `fields` has room for.
    package func record(
        from start: Int, in bytes: UnsafeBufferPointer<UInt8>, fields: UnsafeMutableBufferPointer<Field>
    ) -> Record {
        let separator = separator
        let hasQuotes = quotes != .ordinary
        var (index, count) = (start, 0)
        while true {
            guard count < fields.count, !hasQuotes || index == bytes.count || bytes[index] != Self.quote else {
                // A field in quotes, or one too many.
                guard count < fields.count, quotes == .enclosing else { return odd(start, bytes) }
                var field = Field()
                guard let end = Self.closed(from: index, in: bytes, isDoubled: &field.isDoubled) else {
                    return odd(start, bytes)
                }
                (field.start, field.end) = (UInt32(truncatingIfNeeded: index + 1), UInt32(truncatingIfNeeded: end - 1))
                fields[count] = field
                count += 1
                index = end
                guard index < bytes.count, !Self.isLineEnd(bytes[index]) else {
                    return Record(end: index, fieldCount: count, isOdd: false)
                }
                guard bytes[index] == separator else { return odd(start, bytes) }
                index += 1
                continue
            }
            let begin = index
            while index < bytes.count, bytes[index] != separator, !Self.isLineEnd(bytes[index]) { index += 1 }
            fields[count] = Field(start: begin, end: index)
            count += 1
            guard index < bytes.count, bytes[index] == separator else {
                return Record(end: index, fieldCount: count, isOdd: false)
            }
            index += 1
        }
    }

    private func odd(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Record {
        Record(end: end(of: start, in: bytes) ?? bytes.count, fieldCount: 0, isOdd: true)
    }

    /// Returns the index of the line end after the record that begins at `start`; nil if the bytes end before it.
    func end(of start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = start
        var isDoubled = false
        while index < bytes.count {
            if quotes == .enclosing, bytes[index] == Self.quote {
                guard let end = Self.closed(from: index, in: bytes, isDoubled: &isDoubled), end < bytes.count else {
                    return nil
                }
                index = end
            }
            while index < bytes.count, bytes[index] != separator, !Self.isLineEnd(bytes[index]) { index += 1 }
            guard index < bytes.count else { return nil }
            if Self.isLineEnd(bytes[index]) { return index }
            index += 1
        }
        return nil
    }

    /// Returns the index after the quote that closes the one at `start`; nil if none does.
    private static func closed(
        from start: Int, in bytes: UnsafeBufferPointer<UInt8>, isDoubled: inout Bool
    ) -> Int? {
        var index = start + 1
        while let found = Self.index(of: quote, in: bytes, from: index) {
            index = found + 1
            guard index < bytes.count, bytes[index] == quote else { return index }
            isDoubled = true
            index += 1
        }
        return nil
    }

    static let quote = UInt8(ascii: "\"")

    @inline(__always)
    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    static func index(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}

/// Whole records of a table, as they are in the file.
package struct RecordBlock: Sendable {
    package let bytes: [UInt8]
    /// The number of records in the file before this block.
    package let recordsBefore: Int
    fileprivate let linesBefore: Int
    fileprivate let bytesBefore: Int

    /// Returns the fields of the record in `range`, read by `CSVReader`.
    /// - Throws: `CSVError` with the place in the file.
    package func fields(in range: Range<Int>, _ form: RecordForm, name: String) throws -> [String] {
        // After an empty line, so that no byte order mark is skipped.
        let record = [0x0A] + bytes[range]
        var reader = CSVReader(
            ByteSource(name: name, bytes: record), separator: form.separator, quotes: form.quotes)
        do {
            return try reader.next() ?? []
        } catch let error as CSVError {
            throw error.moved(
                lines: linesBefore + RecordBlocks.lineCount(bytes[..<range.lowerBound]) - 1,
                bytes: bytesBefore + range.lowerBound - 1)
        }
    }
}

/// Cuts a table into blocks of whole records, so that several threads can read them.
///
/// Finding the ends of records takes a tenth of the time of reading them, unless they have quotes: then it takes a third.
/// - Edges: empty lines are no records. A record of more than 8 MiB, and one whose quote is never closed, is the last one
///   of the last block; `RecordBlock.fields` throws the error.
package struct RecordBlocks {
    private let source: ByteSource
    private let form: RecordForm
    /// Bytes that were read, but are not part of a block yet.
    private var rest: [UInt8] = []
    private var isAtEnd = false
    private var (records, lines, dropped) = (0, 0, 0)

    /// A longer record can't be read.
    private static let longestRecord = (8 << 20) + (1 << 18)

    package init(_ source: ByteSource, _ form: RecordForm) {
        self.source = source
        self.form = form
    }

    /// Returns the next block, as many records as one piece of the source ends; nil at the end.
    package mutating func next() throws -> RecordBlock? { try next(onlyFirst: false) }

    /// Returns the next record as a block of its own; nil at the end.
    package mutating func nextRecord() throws -> RecordBlock? { try next(onlyFirst: true) }

    private mutating func next(onlyFirst: Bool) throws -> RecordBlock? {
        while true {
            let part = rest.withUnsafeBufferPointer { bytes in
                onlyFirst ? firstRecord(bytes) : wholeRecords(bytes)
            }
            if part.records > 0 || isAtEnd { return take(part) }
            let chunk = try source.next()
            if chunk.isEmpty { isAtEnd = true }
            if rest.isEmpty { rest = chunk } else { rest += chunk }
            if dropped == 0 { try skipByteOrderMark() }
            // The reader of the block reports that the record is too long.
            if rest.count > Self.longestRecord, wholeRecordCount == 0 { isAtEnd = true }
        }
    }

    private mutating func skipByteOrderMark() throws {
        while rest.count < 3, !isAtEnd {
            let chunk = try source.next()
            if chunk.isEmpty { isAtEnd = true } else { rest += chunk }
        }
        guard rest.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        rest.removeFirst(3)
        dropped = 3
    }

    private var wholeRecordCount: Int { rest.withUnsafeBufferPointer { wholeRecords($0).records } }

    private struct Part {
        var end = 0
        var records = 0
        var lines = 0
    }

    private mutating func take(_ part: Part) -> RecordBlock? {
        guard part.records > 0 else { return nil }
        let whole = part.end == rest.count
        let block = RecordBlock(
            bytes: whole ? rest : Array(rest[..<part.end]), recordsBefore: records, linesBefore: lines,
            bytesBefore: dropped)
        rest = whole ? [] : Array(rest[part.end...])
        records += part.records
        lines += part.lines
        dropped += part.end
        return block
    }

    /// Finds the first record. Empty lines before it are part of it.
    private func firstRecord(_ bytes: UnsafeBufferPointer<UInt8>) -> Part {
        var part = Part()
        addRecords(bytes, most: 1, to: &part)
        return part
    }

    private func wholeRecords(_ bytes: UnsafeBufferPointer<UInt8>) -> Part {
        var part = Part()
        if form.quotes != .enclosing || RecordForm.index(of: RecordForm.quote, in: bytes, from: 0) == nil {
            addLines(bytes, to: &part)
        }
        addRecords(bytes, most: .max, to: &part)
        return part
    }

    /// Adds lines that end in LF or CRLF, up to one that contains another CR. Without quotes, each is a record.
    private func addLines(_ bytes: UnsafeBufferPointer<UInt8>, to part: inout Part) {
        let hasReturns = RecordForm.index(of: 0x0D, in: bytes, from: 0) != nil
        while let end = RecordForm.index(of: 0x0A, in: bytes, from: part.end) {
            var isEmpty = end == part.end
            if hasReturns, let found = RecordForm.index(of: 0x0D, in: bytes, from: part.end), found < end {
                guard found == end - 1 else { return }
                isEmpty = found == part.end
            }
            part.records += isEmpty ? 0 : 1
            part.lines += 1
            part.end = end + 1
        }
    }

    /// Adds records of any form, at most `most`, and at the end of the source the last one without a line end.
    private func addRecords(_ bytes: UnsafeBufferPointer<UInt8>, most: Int, to part: inout Part) {
        var found = 0
        while part.end < bytes.count, found < most {
            if RecordForm.isLineEnd(bytes[part.end]) {
                guard let end = lineEnd(at: part.end, bytes) else { return }
                part.end = end
                part.lines += 1
                continue
            }
            guard let last = form.end(of: part.end, in: bytes) else {
                guard isAtEnd else { return }
                part.records += 1
                part.end = bytes.count
                return
            }
            guard let end = lineEnd(at: last, bytes) else { return }
            part.lines += Self.lineCount(bytes[part.end..<end])
            part.records += 1
            part.end = end
            found += 1
        }
    }

    /// Returns the index after the line end at `index`; nil if the LF of a CRLF may follow.
    private func lineEnd(at index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes[index] == 0x0D else { return index + 1 }
        guard index + 1 < bytes.count else { return isAtEnd ? index + 1 : nil }
        return bytes[index + 1] == 0x0A ? index + 2 : index + 1
    }

    /// The number of line ends: LF, CRLF or CR.
    static func lineCount(_ bytes: some RandomAccessCollection<UInt8>) -> Int {
        var (count, last) = (0, UInt8(0))
        for byte in bytes {
            if byte == 0x0D || byte == 0x0A && last != 0x0D { count += 1 }
            last = byte
        }
        return count
    }
}
