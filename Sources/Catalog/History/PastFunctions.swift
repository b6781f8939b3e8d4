internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The SQL functions that help to undo changes.
///
/// They read and return whole texts, even if a text contains NUL.
enum PastFunctions {
    /// The function that returns the folded fields of a name, an address, a district and a phone number.
    static let folded = "geocli_folded"
    /// The function that returns the latitude of a point in the history.
    static let latitude = "geocli_latitude"
    /// The function that returns the longitude of a point in the history.
    static let longitude = "geocli_longitude"

    /// Registers the functions on this connection.
    static func register(on db: Database) throws {
        try SQLFunction.register(folded, arguments: 4, on: db) { context, _, values in
            let folded = FoldedFields.text(
                name: SQLFunction.text(values?[0]) ?? "", address: SQLFunction.text(values?[1]),
                district: SQLFunction.text(values?[2]), phone: SQLFunction.text(values?[3]))
            PastFunctions.answer(folded, context)
        }
        try SQLFunction.register(latitude, arguments: 1, on: db) { context, _, values in
            PastFunctions.answer(values?[0], context) { $0.latitude }
        }
        try SQLFunction.register(longitude, arguments: 1, on: db) { context, _, values in
            PastFunctions.answer(values?[0], context) { $0.longitude }
        }
    }

    private static func answer(_ text: String, _ context: OpaquePointer?) {
        var text = text
        text.withUTF8 {
            sqlite3_result_text64(
                context, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), UInt64($0.count),
                unsafeBitCast(-1, to: sqlite3_destructor_type.self), UInt8(SQLITE_UTF8))
        }
    }

    /// Returns the latitude or the longitude of the point in a text; null if the text is null.
    private static func answer(_ value: OpaquePointer?, _ context: OpaquePointer?, _ number: (Coordinate) -> Double) {
        guard let text = SQLFunction.text(value) else { return sqlite3_result_null(context) }
        do {
            sqlite3_result_double(context, number(try CatalogDamage.point(text)))
        } catch {
            sqlite3_result_error(context, "\(error)", -1)
            sqlite3_result_error_code(context, SQLITE_CORRUPT)
        }
    }
}
