internal import GeocliText

/// The columns of a file of places or queries, if they can be known before the plan runs.
public enum InputColumns {
    /// Returns the column names of a file on this machine. They are in the first line of a text file, which may be
    /// compressed with gzip, or in the footer of a Parquet file.
    ///
    /// - Returns: nil if the file does not exist yet, if it is on another machine, or if geocli can't read its format,
    ///   such as bzip2.
    /// - Throws: `ScaleError(.data)` or `CSVError` if the file is not valid, so that no run could read it.
    public static func names(path: String, form: PointTable.Form) throws -> [String]? {
        do {
            return try LocalInput(path, form: form)?.columnNames()
        } catch let error as ScaleError {
            guard case .missingFile = error.what else { throw error }
            return nil
        }
    }

    /// Makes sure that a file has the columns that a plan reads. Does nothing if geocli can't read the file's columns.
    ///
    /// - Throws: `ScaleError(.data)` if a column is missing or occurs twice; errors of `names`.
    public static func check(path: String, form: PointTable.Form, columns: [String]) throws {
        do {
            try LocalInput(path, form: form)?.check(columns)
        } catch let error as ScaleError {
            guard case .missingFile = error.what else { throw error }
        }
    }
}
