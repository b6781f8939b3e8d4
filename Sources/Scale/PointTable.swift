internal import CGeocliText
internal import GeocliText
internal import Glibc

/// A file of points that the engine reads: CSV, TSV or Parquet with the columns `id`, `longitude` and `latitude`.
package struct PointTable: Sendable, Equatable {
    /// The forms of a file that an engine reads.
    package enum Form: String, Sendable, CaseIterable {
        case csv
        case tsv
        case parquet
    }

    package let form: Form

    package init(form: Form) { self.form = form }

    /// Returns the form that the ending of a path stands for; nil for an unknown ending.
    package static func form(ofPath path: String) -> Form? {
        var name = path.lowercased()
        for packing in [".gz", ".bz2", ".zst"] where name.hasSuffix(packing) { name.removeLast(packing.count) }
        while name.hasSuffix("/") { name.removeLast() }
        return Form.allCases.first { name.hasSuffix("." + $0.rawValue) }
    }

    /// Returns the statements that create the view `<variable>_file`, which reads the file of a variable. The job stops
    /// here if the file lacks one of `columns`.
    /// The engine's CSV reader would silently skip some bytes, so the statements search for these bytes, unless `geocli
    /// batch run` itself has read the file and passes the number of records.
    func view(of variable: String, columns: [String]) -> String {
        // A raw string without escapes, and not a pattern, so a backslash, a double quote or a `*` in it is harmless.
        let place = "path r'${\(variable)}', __globPaths__ 'false'"
        let options =
            switch form {
            case .csv:
                #", header 'true', mode 'FAILFAST', escape '"', multiLine 'true', unescapedQuoteHandling 'RAISE_ERROR'"#
            // TSV has no quoting, so a quote is an ordinary character.
            case .tsv: #", header 'true', mode 'FAILFAST', sep '\t', quote ''"#
            case .parquet: ""
            }
        let view = """
            CREATE TEMPORARY VIEW \(variable)_file USING \(form == .parquet ? "parquet" : "csv")
            OPTIONS (\(place)\(options));
            SELECT \(columns.map { "`\($0)`" }.joined(separator: ", ")) FROM \(variable)_file LIMIT 0;

            """
        return form == .parquet ? view : view + bytes(of: variable, place)
    }

    private func bytes(of variable: String, _ place: String) -> String {
        let quotes = form == .csv ? #"coalesce(sum(length(value) - length(replace(value, '"', ''))), 0) % 2"# : "0"
        return """
            CREATE TEMPORARY VIEW \(variable)_line USING text OPTIONS (\(place));
            SELECT assert_true(quotes = 0 AND others = 0, concat('geocli: \(variable) ', if(others > 0,
              'contain NUL bytes or text that is not UTF-8; convert them', 'have a quote that is never closed, or a quote in a field without quotes; put the field in quotes and double each quote in it')))
            FROM (
              SELECT \(quotes) AS quotes, count_if(NOT is_valid_utf8(value) OR instr(value, char(0)) > 0) AS others
              FROM \(variable)_line WHERE try_cast('${\(variable)_records}' AS BIGINT) IS NULL
            );

            """
    }

    /// Returns the statement for the table `<variable>_row`: the rows of the view, with the fault of each row in
    /// `problem`. `read` has all columns that the plan reads. In `columns`, which are SQL, `NULL` means a bad value.
    func rows(of variable: String, read: [String], columns: [(name: String, sql: String)]) -> String {
        let sum = form == .parquet ? "" : ",\n    \(TableChecksum.sql(read)) AS read_sum"
        let checks = columns.map { "\n    WHEN \($0.name) IS NULL THEN 'bad \($0.name)'" }.joined()
        let values = columns.map { ",\n    \($0.sql) AS \($0.name)" }.joined()
        return #"""
            CREATE TABLE \#(variable)_row USING parquet AS
            SELECT *,
              CASE
                WHEN is_without_point THEN 'no point'
                WHEN id IS NULL THEN 'bad id'
                WHEN longitude IS NULL OR longitude NOT BETWEEN -180 AND 180 THEN 'bad longitude'
                WHEN latitude IS NULL OR latitude NOT BETWEEN -90 AND 90 THEN 'bad latitude'\#(checks)
              END AS problem
            FROM (
              SELECT
                try_cast(trim(CAST(id AS STRING)) AS BIGINT) AS id,
                CAST(id AS STRING) AS id_text,
                \#(Self.isEmpty("longitude")) AND \#(Self.isEmpty("latitude")) AS is_without_point,
                \#(Self.number("longitude")) AS longitude,
                \#(Self.number("latitude")) AS latitude\#(values)\#(sum)
              FROM \#(variable)_file
            );

            """#
    }

    /// Returns the statements that stop the job if rows are bad or missing, or if ids occur twice.
    func checks(of variable: String, canBeEmpty: Bool) -> String {
        let empty = #"""
            SELECT assert_true(count(*) > 0, 'geocli: \#(variable) have no rows; check the file') FROM \#(variable)_row;

            """#
        return (form == .parquet ? "" : readingCheck(of: variable)) + (canBeEmpty ? "" : empty)
            + rowChecks(of: variable)
    }

    /// Returns the statement that checks whether Spark and geocli have read the same rows. It checks nothing if geocli
    /// has not read the file.
    private func readingCheck(of variable: String) -> String {
        #"""
        SELECT assert_true(n = coalesce(try_cast('${\#(variable)_records}' AS BIGINT), n) AND total = coalesce(try_cast('${\#(variable)_sum}' AS BIGINT), total),
          concat('geocli: Spark read ', n, ' rows of \#(variable) and geocli read ${\#(variable)_records}, or the values differ; do not change the file during the run, and use the same line ending on all lines'))
        FROM (SELECT count(*) AS n, coalesce(sum(read_sum), 0) AS total FROM \#(variable)_row);

        """#
    }

    private func rowChecks(of variable: String) -> String {
        #"""
        SELECT assert_true(count_if(problem LIKE 'bad%') = 0, concat(
          'geocli: ', count_if(problem LIKE 'bad%'), ' rows of \#(variable) are bad; the one with id "',
          min(coalesce(id_text, '')) FILTER (WHERE problem LIKE 'bad%'), '" has a ',
          min_by(problem, coalesce(id_text, '')) FILTER (WHERE problem LIKE 'bad%'),
          '; ids are whole numbers, longitudes -180 to 180, latitudes -90 to 90; fix these rows, or leave them out'))
        FROM \#(variable)_row;
        SELECT assert_true(count(*) = 0, concat(
          'geocli: ', count(*), ' ids of \#(variable) occur more than once, such as ', min(id), '; give each row its own id'))
        FROM (SELECT id FROM \#(variable)_row WHERE problem IS NULL GROUP BY id HAVING count(*) > 1);
        INSERT INTO progress
        SELECT '\#(variable)', count(*) FROM \#(variable)_row
        UNION ALL
        SELECT '\#(variable) without a point', count(*) FROM \#(variable)_row WHERE problem = 'no point';

        """#
    }

    /// Returns SQL for a column as a number; NULL if the text is not a plain decimal number. A cast alone would also
    /// accept `nan`, `1.5d` and other texts.
    static func number(_ column: String) -> String {
        #"if(trim(CAST(\#(column) AS STRING)) RLIKE r'^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$', "#
            + "try_cast(trim(CAST(\(column) AS STRING)) AS DOUBLE), NULL)"
    }

    static func isEmpty(_ column: String) -> String { "coalesce(trim(CAST(\(column) AS STRING)), '') = ''" }
}

/// What geocli finds when it reads a CSV or TSV file of points itself: the number of records, and a sum over their
/// values. Spark closes an open quote at the end of a file, and replaces bytes that are not UTF-8. geocli refuses such
/// a file; for a valid one, Spark must get the same count and the same sum.
struct TableChecksum {
    let columns: [String]
    private(set) var records = 0
    /// The sum of one number for each record: the first 24 bits of the CRC-32 of the values that the plan reads.
    private(set) var sum: Int64 = 0

    private var reader: CSVReader
    private let form: PointTable.Form
    private let name: String

    /// Throws `PlainError` for a file without a line of column names or with a NUL byte; `CSVError`.
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

    /// Returns the indices of `wanted`. Throws `PlainError` if one is missing or occurs twice, by Spark's comparison.
    @discardableResult
    func indices(of wanted: [String]) throws(PlainError) -> [Int] {
        try Self.indices(of: wanted, among: columns, name, form)
    }

    /// The same for `columns` of any kind of file.
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

    /// Throws `PlainError` for a record with more or fewer fields than columns; `CSVError`.
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

    /// Appends a value with its line ends changed to LF, as Spark's reader does within quotes.
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
