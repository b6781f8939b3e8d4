internal import GeocliText

/// The columns of a file of places or queries, if they can be known before the plan runs.
public enum InputColumns {
    /// Returns the column names of a file on this machine. They are in the first line of a text file, which may be
    /// compressed with gzip, or in the footer of a Parquet file.
    ///
    /// - Returns: nil for a file that does not exist yet or is on another machine, and for a file that geocli can't
    ///   read, such as a bzip2 file.
    /// - Throws: `PlainError`, `CSVError` for a file that no run can read.
    public static func names(path: String, form: PointTable.Form) throws -> [String]? {
        do {
            return try LocalInput(path, form: form)?.columnNames()
        } catch let error as PlainError {
            guard error.exit == .noInput else { throw error }
            return nil
        }
    }

    /// Makes sure that a file has the columns that a plan reads, if the file can be read on this machine.
    ///
    /// - Throws: `PlainError` if a column is missing or occurs twice; errors of `names`.
    public static func check(path: String, form: PointTable.Form, columns: [String]) throws {
        do {
            try LocalInput(path, form: form)?.check(columns)
        } catch let error as PlainError {
            guard error.exit == .noInput else { throw error }
        }
    }
}
