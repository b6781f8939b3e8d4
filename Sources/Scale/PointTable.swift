/// A file of points in a form that the engine reads. The file is CSV, TSV or Parquet with the columns `id`, `longitude`
/// and `latitude`.
public struct PointTable: Sendable, Equatable {
    /// The forms of a file that an engine reads.
    public enum Form: String, Sendable, CaseIterable {
        case csv
        case tsv
        case parquet
    }

    /// The form of the file.
    public let form: Form

    /// Describes a file by its form.
    public init(form: Form) { self.form = form }

    /// Returns the form that the ending of a path stands for; nil for an unknown ending.
    public static func form(ofPath path: String) -> Form? {
        var name = path.lowercased()
        for packing in [".gz", ".bz2", ".zst"] where name.hasSuffix(packing) { name.removeLast(packing.count) }
        while name.hasSuffix("/") { name.removeLast() }
        return Form.allCases.first { name.hasSuffix("." + $0.rawValue) }
    }

    /// Returns the statements that create the view `<variable>_file`, which reads the file of a variable.
    ///
    /// A path is never read as a pattern. The engine's CSV reader would silently skip some bytes, so the statements
    /// also search for these bytes. They skip this search if `geocli batch run` itself has read the file and passes the
    /// number of records.
    ///
    /// - Parameter columns: the columns that are read. The job stops here if the file lacks one of them.
    func view(of variable: String, columns: [String]) -> String {
        // The path is a raw string without escapes, and not a pattern, so a backslash, a double quote or a `*` in it is
        // harmless.
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

    /// Returns the statements that check the bytes of a text file.
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
    /// `problem`.
    ///
    /// - Parameters:
    ///   - read: all columns that the plan reads.
    ///   - columns: further columns as SQL. Each value is checked: `NULL` means a bad value.
    func rows(of variable: String, read: [String], columns: [(name: String, sql: String)]) -> String {
        let sum = form == .parquet ? "" : ",\n    \(TextLook.sql(read)) AS read_sum"
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
