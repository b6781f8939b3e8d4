internal import GeocliText

/// The start of a person's own table: the line of column names, which shows the delimiter.
struct TableStart {
    /// A reader of the whole table.
    let reader: CSVReader
    /// The byte that separates its columns.
    let delimiter: UInt8
    /// The fields of its first line.
    let first: [String]

    /// The maximum number of bytes that are read to find the end of the first line.
    private static let maximumBytes = 1 << 20

    /// Reads the first line of `source`.
    ///
    /// The delimiter is a comma, a semicolon or a TAB. The delimiter with which the line has the greatest number of
    /// wanted columns is chosen. If several give the same number, the one of these that gives the most columns in total
    /// is chosen. If several are still equal, the first one is chosen.
    ///
    /// - Parameter wanted: the columns that the command line names.
    init(_ source: ByteSource, wanted: [String]) throws {
        var read: [UInt8] = []
        var end: Int?
        var line = FirstLine()
        while end == nil, read.count <= Self.maximumBytes {
            let chunk = try source.next()
            if chunk.isEmpty { break }
            read += chunk
            end = line.end(in: read)
        }
        let names = Array(read[..<(end ?? read.count)])
        var best: (delimiter: UInt8, found: Int, columns: [String]) = (UInt8(ascii: ","), -1, [])
        for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
            let columns = Self.columns(names, delimiter)
            let found = wanted.count(where: columns.contains)
            if (found, columns.count) > (best.found, best.columns.count) { best = (delimiter, found, columns) }
        }
        (delimiter, first) = (best.delimiter, best.columns)
        reader = CSVReader(
            source.starting(with: read), separator: delimiter, quotes: .init(separator: delimiter, header: names))
    }

    /// The note that the delimiter is not a comma; nil for a comma.
    func note(in name: String) -> Words? {
        let shown = DisplayText.singleLine(name)
        switch delimiter {
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

    /// Returns the columns of the line with a delimiter; an empty list if the line can't be read with it.
    private static func columns(_ line: [UInt8], _ delimiter: UInt8) -> [String] {
        var reader = CSVReader(
            ByteSource(name: "", bytes: line), separator: delimiter,
            quotes: .init(separator: delimiter, header: line))
        // With the wrong delimiter, a quote may be in the wrong place. If every delimiter is wrong, the reader of the
        // rows reports the error.
        return (try? reader.next() ?? [])?.map { $0.trimmingBlanks() } ?? []
    }
}

/// Finds the first line end outside of quotes, after the first byte that is not a line end. Each byte is read once.
private struct FirstLine {
    private var isQuoted = false
    private var hasText = false
    private var position = 0

    /// Returns the index of the line end in the bytes so far; nil if they do not contain it.
    mutating func end(in bytes: [UInt8]) -> Int? {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                hasText = true
            case 0x0A, 0x0D: if hasText, !isQuoted { return position }
            // A byte order mark is not text.
            case 0xEF, 0xBB, 0xBF: if position > 2 { hasText = true }
            default: hasText = true
            }
            position += 1
        }
        return nil
    }
}
