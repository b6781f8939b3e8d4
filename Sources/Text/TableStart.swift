/// The start of a table that a person or a spreadsheet wrote: the row with the names of the columns, what separates the
/// columns, and the rows above it, such as a title or Excel's `sep=;`.
package struct TableStart {
    package let form: RecordForm
    /// The fields of the row of names. If no row fits, those of the first one, separated so that they are the most.
    package let names: [String]
    /// The number of records above that row.
    package let recordsAbove: Int
    /// The same bytes from the beginning.
    package let whole: ByteSource

    private static let mostAbove = 10
    /// The maximum number of bytes that are read in search of the row of names.
    private static let maximumBytes = 1 << 20
    private static let separators = [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")]

    /// Reads `source` up to the row of names: the first row that fits with any of the separators. If it fits with
    /// several of them, the best one counts.
    ///
    /// - Parameter fit: how well the fields of a row fit as names; 0 if they don't.
    package init(_ source: ByteSource, fit: ([String]) -> Int) throws {
        var read: [UInt8] = []
        var isAtEnd = false
        var ends = RecordEnds()
        var separators = Self.separators
        var (first, found): (Row?, Row?)
        for above in 0...Self.mostAbove {
            var end = ends.next(in: read)
            while end == nil, !isAtEnd, read.count <= Self.maximumBytes {
                let chunk = try source.next()
                isAtEnd = chunk.isEmpty
                read += chunk
                end = ends.next(in: read)
            }
            let bytes = read[..<(end ?? read.count)]
            if above == 0, let stated = Self.statedSeparator(bytes) {
                separators = [stated]
                continue
            }
            let row = Self.best(bytes, above, separators, fit)
            if row.fit > 0 { found = row }
            first = first ?? row
            if found != nil || end == nil { break }
        }
        let row = found ?? first ?? Row(separators[0], [], above: 0, fit: 0, bytes: read[...])
        (form, names, recordsAbove) = (row.form, row.fields, row.above)
        whole = source.starting(with: read)
    }

    private struct Row {
        let form: RecordForm
        let fields: [String]
        let above: Int
        let fit: Int

        init(_ separator: UInt8, _ fields: [String], above: Int, fit: Int, bytes: ArraySlice<UInt8>) {
            form = RecordForm(separator: separator, quotes: .init(separator: separator, header: Array(bytes)))
            (self.fields, self.above, self.fit) = (fields, above, fit)
        }
    }

    /// Returns the last record of `bytes`, with the separator that fits best.
    private static func best(
        _ bytes: ArraySlice<UInt8>, _ above: Int, _ separators: [UInt8], _ fit: ([String]) -> Int
    ) -> Row {
        let rows = separators.map { separator in
            let quotes = CSVReader.Quotes(separator: separator, header: Array(bytes))
            var reader = CSVReader(ByteSource(name: "", bytes: Array(bytes)), separator: separator, quotes: quotes)
            // With a wrong separator, a quote may be in a wrong place. If every one is wrong, the reader of the rows
            // reports the error.
            for _ in 0..<above { _ = try? reader.next() }
            let fields = (try? reader.next()) ?? []
            return Row(separator, fields, above: above, fit: fit(fields), bytes: bytes)
        }
        return rows.dropFirst().reduce(rows[0]) { best, row in
            (row.fit, row.fields.count) > (best.fit, best.fields.count) ? row : best
        }
    }

    /// The separator in a first line such as `sep=;`, which Excel reads and writes.
    private static func statedSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
        let text = (line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line).drop { $0 == 0x0A || $0 == 0x0D }
        let plain = text.first == RecordForm.quote ? text.dropFirst() : text
        guard plain.starts(with: Array("sep=".utf8)), 5...6 ~= plain.count else { return nil }
        return plain.dropFirst(4).first
    }

    package func note(in file: String) -> Words? {
        let shown = DisplayText.singleLine(file)
        let above = recordsAbove
        if above > 0 {
            return Words(
                en: "\(shown): the names of the columns are in row \(above + 1); what is above was left out",
                ko: "\(shown): 열 이름은 \(above + 1)행에 있습니다. 그 위의 행은 읽지 않았습니다")
        }
        switch form.separator {
        case UInt8(ascii: ";"):
            return Words(
                en: "\(shown) was read with semicolons, not commas, between the columns",
                ko: "\(shown): 쉼표가 아니라 세미콜론으로 나눈 열로 읽었습니다")
        case UInt8(ascii: "\t"):
            return Words(
                en: "\(shown) was read with TABs, not commas, between the columns",
                ko: "\(shown): 쉼표가 아니라 탭으로 나눈 열로 읽었습니다")
        default: return nil
        }
    }
}

/// Finds the line ends outside of quotes that come after text. Each byte is read once.
private struct RecordEnds {
    private var isQuoted = false
    private var hasText = false
    private var position = 0

    /// Returns the index of the next such line end in the bytes so far; nil if they do not contain it.
    mutating func next(in bytes: [UInt8]) -> Int? {
        while position < bytes.count {
            switch bytes[position] {
            case RecordForm.quote:
                isQuoted.toggle()
                hasText = true
            case 0x0A, 0x0D:
                if hasText, !isQuoted {
                    hasText = false
                    return position
                }
            // A byte order mark is not text.
            case 0xEF, 0xBB, 0xBF: if position > 2 { hasText = true }
            default: hasText = true
            }
            position += 1
        }
        return nil
    }
}

extension ByteSource {
    private static let maximumBlanks = 1 << 20

    /// Returns the first byte that is not white space, and a source that starts at the first byte again. That byte shows
    /// the form of a text: JSON, XML or a table. The byte is nil in an empty text, and 0 after too much white space.
    package func opening() throws -> (first: UInt8?, whole: ByteSource) {
        var start: [UInt8] = []
        while true {
            let chunk = try next()
            // A live page comes in one piece, which is used without a copy.
            if start.isEmpty { start = chunk } else { start += chunk }
            // A pipe may deliver the byte order mark in pieces.
            guard start.count >= 3 || chunk.isEmpty else { continue }
            let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
            if let first = text.first(where: { $0 > 0x20 }) { return (first, starting(with: start)) }
            if chunk.isEmpty { return (nil, self) }
            if text.count > Self.maximumBlanks { return (0, starting(with: start)) }
        }
    }
}
