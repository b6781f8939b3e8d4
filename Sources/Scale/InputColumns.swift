internal import GeocliText

/// The columns of a file of places or queries, as far as a plan can know them before it runs.
public enum InputColumns {
    /// The names in the first line of a text file of this machine, gzip unpacked, or in the footer of a Parquet file.
    ///
    /// - Returns: nil for a file that is not here yet or elsewhere, and for what geocli can't read, such as bzip2.
    /// - Throws: `ScaleError(.data)`, `CSVError` for what no run will read.
    public static func names(path: String, form: PointTable.Form) throws -> [String]? {
        do {
            return try LocalInput(path, form: form)?.columnNames()
        } catch let error as ScaleError {
            guard case .missingFile = error.what else { throw error }
            return nil
        }
    }

    /// Makes sure that a file has the columns that a plan reads, if it can be read here.
    ///
    /// - Throws: `ScaleError(.data)` naming the column that is missing or there twice; as `names`.
    public static func check(path: String, form: PointTable.Form, columns: [String]) throws {
        do {
            try LocalInput(path, form: form)?.check(columns)
        } catch let error as ScaleError {
            guard case .missingFile = error.what else { throw error }
        }
    }
}
