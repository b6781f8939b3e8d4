internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliPlaces

/// The SQL function that says whether a row is left out because another row of the same shop is in the answer.
enum LeftOutFunction {
    /// The name of the function. `geocli_left_out(id, rows)` returns whether the row with this id is one of `rows`.
    static let name = "geocli_left_out"
    /// The type name of pointers to `LeftOutRows`. With it, SQLite accepts no other pointers.
    static let pointerType: StaticString = "geocli.LeftOutRows"

    /// Registers the function on a connection.
    static func register(on db: Database) throws {
        try SQLFunction.register(name, arguments: 2, on: db) { context, _, values in
            let name = UnsafeRawPointer(LeftOutFunction.pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
            guard let values, let pointer = sqlite3_value_pointer(values[1], name) else { return }
            let rows = Unmanaged<LeftOutRows>.fromOpaque(pointer).takeUnretainedValue()
            sqlite3_result_int(context, rows.ids.contains(sqlite3_value_int64(values[0])) ? 1 : 0)
        }
    }
}
