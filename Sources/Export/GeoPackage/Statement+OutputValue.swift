internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliText
internal import Glibc

extension Statement {
    /// Binds a value in the form that a GeoPackage stores.
    func bind(_ position: Int32, _ value: OutputValue) {
        switch value {
        case .null: bindNull(position)
        case .bool(let flag): bind(position, Int64(flag ? 1 : 0))
        case .integer(let number): bind(position, number)
        case .number(let number), .degrees(let number): bind(position, number)
        // The same number of decimals as in other formats.
        case .meters(let number): bind(position, (number * 1000).rounded() / 1000)
        case .text(let text), .code(let text), .point(let text): bind(position, text)
        case .lentText, .lentCode, .lentList: bind(position, value.kept)
        case .list, .box, .json:
            var json = JSONWriter()
            value.write(to: &json, forMaps: true)
            bind(position, String(decoding: json.bytes, as: UTF8.self))
        }
    }
}

extension OutputFile {
    /// Runs `body`. If SQLite can't write, throws an error about the file.
    ///
    /// - Throws: `OutputError(.replace)`.
    func explaining<Result>(_ connection: OpaquePointer?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw failure(error.extendedCode, connection)
        }
    }

    /// Returns the file's error for SQLite's result `code`. It has the system's error number if SQLite knows it.
    func failure(_ code: Int32, _ connection: OpaquePointer?) -> OutputError {
        var known: Int32 = 0
        // After a COMMIT that could not write, sqlite3_system_errno does not have the error number, but the file's
        // handle does.
        if let connection { sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &known) }
        let isFull = code & 0xFF == SQLITE_FULL
        return failure(number: isFull ? ENOSPC : known != 0 ? known : EIO)
    }
}
