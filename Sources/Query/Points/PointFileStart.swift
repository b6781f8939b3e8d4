internal import GeocliText

/// The start of a file of points, from which its form is recognized, and the whole file.
struct PointFileStart {
    /// The first byte that is not blank; nil in an empty file.
    let first: UInt8?
    /// The first line that is not blank, without its line break. If the line is too long, this is only its start.
    let line: [UInt8]
    /// The file from its first byte.
    let whole: ByteSource

    /// The maximum number of bytes read in search of the first byte that is not blank, and of the end of its line.
    private static let maximumBytes = 1 << 20

    /// Reads the start of `source`: up to a brace or record separator of GeoJSON, otherwise a whole line.
    init(_ source: ByteSource) throws {
        var read: [UInt8] = []
        var searched = 0
        var end: Int?
        while true {
            let chunk = try source.next()
            read += chunk
            let begin = Self.begin(of: read)
            // A pipe may deliver the byte order mark in pieces.
            if read.count >= 3 || chunk.isEmpty, let begin, Self.isGeoJSON(read[begin]) { break }
            if let begin, end == nil {
                end = read[max(begin, searched)...].firstIndex { $0 == 0x0A || $0 == 0x0D }
                searched = read.count
            }
            if end != nil && read.count >= 3 || chunk.isEmpty || read.count > Self.maximumBytes { break }
        }
        let begin = Self.begin(of: read)
        first = begin.map { read[$0] }
        line = begin.map { Array(read[$0..<max($0, end ?? read.count)]) } ?? []
        var rest: [UInt8]? = read
        whole = ByteSource(name: source.name) {
            defer { rest = nil }
            if let rest, !rest.isEmpty { return rest }
            return try source.next()
        }
    }

    /// Whether the file is GeoJSON.
    var isGeoJSON: Bool { first.map(Self.isGeoJSON) ?? false }

    private static func isGeoJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == 0x1E }

    /// Returns the index of the first byte that is neither blank nor part of a byte order mark.
    private static func begin(of read: [UInt8]) -> Int? {
        let mark = read.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return read[mark...].firstIndex { !(0x0A...0x0D ~= $0 || $0 == 0x20 || $0 == 0x09) }
    }

    /// Returns a reader of the rows of a table. Comma, TAB and semicolon are tried in this order. The separator is the
    /// first of them with which the header has both columns of the position; if none fits, it is the comma.
    ///
    /// geocli's own TSV has no quotes. If another program's TSV has quotes at all, it has quotes in its header.
    func rows() -> CSVReader {
        let hasQuotes = line.contains(UInt8(ascii: "\""))
        for separator in [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")] {
            let isQuoting = separator != UInt8(ascii: "\t") || hasQuotes
            var header = CSVReader(ByteSource(name: "", bytes: line), separator: separator, hasQuotes: isQuoting)
            // If the header can't be read with this separator, another one may fit. If none fits, the reader of the
            // rows reports the error.
            guard let names = try? header.next().map(Self.names) else { continue }
            if PointColumns.areNamed(in: names) {
                return CSVReader(whole, separator: separator, hasQuotes: isQuoting)
            }
        }
        return CSVReader(whole)
    }

    /// Returns the names of a header in the form in which they are compared.
    static func names(_ header: [String]) -> [String] { header.map { $0.trimmingBlanks().lowercased() } }
}
