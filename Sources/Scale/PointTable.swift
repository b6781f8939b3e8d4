/// A file of points as the engine reads it: CSV, TSV or Parquet with the columns `id`, `longitude` and `latitude`.
public struct PointTable: Sendable, Equatable {
    /// How an engine reads a file.
    public enum Form: String, Sendable, CaseIterable {
        case csv
        case tsv
        case parquet
    }

    /// How it is read.
    public let form: Form

    /// A file by its form.
    public init(form: Form) { self.form = form }

    /// The form that a path's ending tells; nil for an ending that says nothing.
    public static func form(ofPath path: String) -> Form? {
        var name = path.lowercased()
        for packing in [".gz", ".bz2", ".zst"] where name.hasSuffix(packing) { name.removeLast(packing.count) }
        while name.hasSuffix("/") { name.removeLast() }
        return Form.allCases.first { name.hasSuffix("." + $0.rawValue) }
    }

    /// The statement that lets the engine read the file of a variable as the view `<variable>_file`.
    func view(of variable: String) -> String {
        let options =
            switch form {
            case .csv: #", header 'true', mode 'FAILFAST', escape '"', multiLine 'true'"#
            // Nothing is quoted in TSV, so a quote is a character like any other.
            case .tsv: #", header 'true', mode 'FAILFAST', sep '\t', quote ''"#
            case .parquet: ""
            }
        return "CREATE TEMPORARY VIEW \(variable)_file USING \(form == .parquet ? "parquet" : "csv")\n"
            + "OPTIONS (path '${\(variable)}'\(options));\n"
    }

    /// The table `<variable>_row`: the rows of the view, each with what is wrong with it in `problem`.
    ///
    /// - Parameter columns: further columns as SQL, each checked: `NULL` is a bad value.
    func rows(of variable: String, columns: [(name: String, sql: String)]) -> String {
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
                \#(Self.number("latitude")) AS latitude\#(values)
              FROM \#(variable)_file
            );

            """#
    }

    /// The statements that stop the job where rows are bad or ids occur twice.
    func checks(of variable: String) -> String {
        #"""
        SELECT assert_true(count_if(problem LIKE 'bad%') = 0, concat(
          'geocli: ', count_if(problem LIKE 'bad%'), ' rows of \#(variable) are bad; the one with id "',
          min(coalesce(id_text, '')) FILTER (WHERE problem LIKE 'bad%'), '" has a ',
          min_by(problem, coalesce(id_text, '')) FILTER (WHERE problem LIKE 'bad%'),
          '; ids are whole numbers, longitudes -180 to 180, latitudes -90 to 90; mend these rows, or leave them out'))
        FROM \#(variable)_row;
        SELECT assert_true(count(*) = 0, concat(
          'geocli: ', count(*), ' ids of \#(variable) occur more than once, such as ', min(id), '; give each row an id of its own'))
        FROM (SELECT id FROM \#(variable)_row WHERE problem IS NULL GROUP BY id HAVING count(*) > 1);
        INSERT INTO progress
        SELECT '\#(variable)', count(*) FROM \#(variable)_row
        UNION ALL
        SELECT '\#(variable) without a point', count(*) FROM \#(variable)_row WHERE problem = 'no point';

        """#
    }

    /// A column as a number in plain decimals, NULL where it is none: a cast alone would take `nan`, `1.5d` and more.
    static func number(_ column: String) -> String {
        #"if(trim(CAST(\#(column) AS STRING)) RLIKE r'^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$', "#
            + "try_cast(trim(CAST(\(column) AS STRING)) AS DOUBLE), NULL)"
    }

    static func isEmpty(_ column: String) -> String { "coalesce(trim(CAST(\(column) AS STRING)), '') = ''" }
}
