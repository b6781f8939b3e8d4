internal import CGeocliText
internal import GeocliText
internal import Glibc

/// What geocli finds when it reads a CSV or TSV file of points itself: the number of records, and a sum over their
/// values.
///
/// Spark closes an open quote at the end of a file, and replaces bytes that are not UTF-8 with other characters. geocli
/// treats such a file as an error. For a valid file, Spark must get the same count and the same sum.
struct TextLook {
    /// The names of the file's columns, as written in the file.
    let columns: [String]
    /// The number of records after the line of column names.
    private(set) var records = 0
    /// The sum of one number for each record: the first 24 bits of the CRC-32 of the values that the plan reads.
    private(set) var sum: Int64 = 0

    private var reader: CSVReader
    private let form: PointTable.Form
    private let name: String

    /// Reads the line of column names of `source`.
    ///
    /// - Throws: `PlainError` for a file without such a line or with a NUL byte; `CSVError`.
    init(_ source: ByteSource, form: PointTable.Form) throws {
        let name = DisplayText.singleLine(source.name)
        self.name = name
        self.form = form
        let text = ByteSource(name: name) {
            let bytes = try source.next()
            let hasNUL = bytes.withUnsafeBytes { $0.baseAddress.map { memchr($0, 0, bytes.count) } ?? nil } != nil
            guard !hasNUL else { throw Self.withNUL(name) }
            return bytes
        }
        reader = CSVReader(
            text, separator: UInt8(ascii: form == .tsv ? "\t" : ","), quotes: form == .tsv ? .ordinary : .enclosing)
        guard let columns = try Self.next(&reader, form) else {
            throw PlainError(
                .data, en: "\(name) is empty; its first line should name the columns id, longitude and latitude",
                ko: "\(name) 파일이 비어 있습니다. 첫 줄에 id, longitude, latitude 열 이름이 있어야 합니다")
        }
        self.columns = columns
    }

    /// Makes sure that each of `wanted` is the name of exactly one column. Names are compared as Spark compares them.
    ///
    /// - Returns: the indices of the columns.
    /// - Throws: `PlainError` if a column is missing or occurs twice.
    @discardableResult
    func indices(of wanted: [String]) throws(PlainError) -> [Int] {
        try Self.indices(of: wanted, among: columns, name, form)
    }

    /// Makes sure that each of `wanted` is the name of exactly one of `columns`, which may come from any kind of file.
    @discardableResult
    static func indices(
        of wanted: [String], among columns: [String], _ name: String, _ form: PointTable.Form
    ) throws(PlainError) -> [Int] {
        let names = columns.map { $0.lowercased() }
        return try wanted.map { (column) throws(PlainError) in
            let found = names.indices.filter { names[$0] == column.lowercased() }
            if found.count == 1 { return found[0] }
            let shown = DisplayText.singleLine(column)
            guard found.isEmpty else {
                throw PlainError(
                    .data, en: "\(name) has \(found.count) columns named \(shown); give them different names",
                    ko: "\(name)에 \(shown) 열이 \(found.count)개 있습니다. 서로 다른 이름을 쓰세요")
            }
            let all = columns.prefix(20).map { "\"\(DisplayText.singleLine($0))\"" }.joined(separator: ", ")
            let there = DisplayText.truncated(all, columns: 200)
            throw PlainError(
                .data,
                en:
                    "\(name) has no column \(shown), only \(there); \(form == .parquet ? "check the path, or rename a column" : "check that its first line names the columns and that its format is \(form.rawValue)")",
                ko:
                    "\(name)에 \(shown) 열이 없고 \(there)만 있습니다. \(form == .parquet ? "경로나 열 이름을 확인하세요" : "첫 줄에 열 이름이 있는지, \(form.rawValue) 형식이 맞는지 확인하세요")"
            )
        }
    }

    /// Reads all records.
    ///
    /// - Parameter wanted: the columns that the plan reads.
    /// - Throws: `PlainError` for a record with more or fewer fields than columns; `CSVError`.
    /// - Complexity: O(n), n bytes; 1.5 s of processor time for a million records of 70 bytes.
    mutating func readAll(_ wanted: [String]) throws {
        let indices = try self.indices(of: wanted)
        var bytes: [UInt8] = []
        while let fields = try Self.next(&reader, form) {
            guard fields.count == columns.count else {
                throw PlainError(
                    .data,
                    en:
                        "\(name): the record at line \(reader.line) has \(EnglishNoun.counted(fields.count, "field", "fields")), but the first line has \(columns.count)",
                    ko: "\(name): \(reader.line)행의 필드가 \(fields.count)개입니다(첫 행은 \(columns.count)개)")
            }
            bytes.removeAll(keepingCapacity: true)
            for (number, index) in indices.enumerated() {
                if number > 0 { bytes.append(Self.divider) }
                Self.append(fields[index], to: &bytes)
            }
            records += 1
            sum += Int64(crc32(0, bytes, UInt32(bytes.count)) >> 8)
        }
    }

    private static let divider: UInt8 = 0x1F

    /// Returns SQL for the number that one row adds to the sum.
    static func sql(_ columns: [String]) -> String {
        let values = columns.map { "coalesce(`\($0)`, '')" }.joined(separator: ", ")
        return #"shiftright(crc32(regexp_replace(concat_ws(char(31), \#(values)), '\\r\\n?', char(10))), 8)"#
    }

    /// Appends a value with its line ends changed to LF, because Spark's reader also changes line ends within quotes to
    /// LF.
    private static func append(_ value: String, to bytes: inout [UInt8]) {
        guard value.utf8.contains(0x0D) else { return bytes.append(contentsOf: value.utf8) }
        var follows = false
        for byte in value.utf8 {
            if !(follows && byte == 0x0A) { bytes.append(byte == 0x0D ? 0x0A : byte) }
            follows = byte == 0x0D
        }
    }

    /// Returns the next record. In TSV, lines that have only blanks and TABs are skipped, as in Spark.
    private static func next(_ reader: inout CSVReader, _ form: PointTable.Form) throws -> [String]? {
        while let fields = try reader.next() {
            if form != .tsv || fields.contains(where: { $0.utf8.contains { $0 > 0x20 } }) { return fields }
        }
        return nil
    }

    private static func withNUL(_ name: String) -> PlainError {
        PlainError(
            .data,
            en: "\(name) contains a NUL byte, so it is not UTF-8 text; convert the file (iconv -f UTF-16 -t UTF-8)",
            ko: "\(name)에 NUL 바이트가 있어 UTF-8 텍스트가 아닙니다. 변환하세요(iconv -f UTF-16 -t UTF-8)")
    }
}
