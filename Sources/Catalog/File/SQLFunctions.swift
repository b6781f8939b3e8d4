internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The door through which all functions of SQL come to a connection.
enum SQLFunction {
    typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Registers a function whose result depends only on its arguments.
    static func register(_ name: String, arguments: Int32, on db: Database, _ function: Function) throws {
        let code = sqlite3_create_function_v2(
            db.handle, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, function, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code: code) }
    }

    /// Returns an argument as a whole text, even with a NUL inside; nil for null.
    static func text(_ value: OpaquePointer?) -> String? {
        guard let start = sqlite3_value_text(value) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        return String(decoding: bytes, as: UTF8.self)
    }

    static func answer(_ text: String, _ context: OpaquePointer?) {
        var text = text
        text.withUTF8 {
            sqlite3_result_text64(
                context, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self), UInt64($0.count),
                unsafeBitCast(-1, to: sqlite3_destructor_type.self), UInt8(SQLITE_UTF8))
        }
    }
}

/// The SQL functions and conditions that decide whether the values of two rows differ enough to be a change
/// (`CatalogChange`). Each function gets values whose bytes differ.
enum ChangeFunctions {
    /// The function of two texts; either may be null.
    private static let isOther = "geocli_other"
    /// The function of two points, each as latitude and longitude; either may be null.
    private static let isMove = "geocli_moved"

    static let point = ["latitude", "longitude"]

    /// Returns the SQL that is 1 if the second of two texts is a change of the first.
    static func isChanged(_ one: String, _ other: String) -> String {
        "CASE WHEN \(one) IS NOT \(other) THEN \(isOther)(\(one), \(other)) ELSE 0 END"
    }

    /// Returns the SQL that is 1 if the point of the row `other` is a change of that of the row `one`.
    /// - Parameter reported: the SQL for a coordinate of the point from which to measure.
    static func isMoved(_ one: String, _ other: String, from reported: (_ column: String) -> String) -> String {
        """
        CASE WHEN \(differs(point, one, other)) THEN \(moved(point.map(reported), point.map { "\(other).\($0)" })) ELSE 0 END
        """
    }

    /// Does the same as `isMoved`, for the SQL of the latitudes and longitudes of two points.
    static func moved(_ one: [String], _ other: [String]) -> String {
        "\(isMove)(\((one + other).joined(separator: ", ")))"
    }

    static func differs(_ columns: [String], _ one: String, _ other: String) -> String {
        columns.map { "\(one).\($0) IS NOT \(other).\($0)" }.joined(separator: " OR ")
    }

    static func register(on db: Database) throws {
        try SQLFunction.register(isOther, arguments: 2, on: db) { context, _, values in
            let (one, other) = (SQLFunction.text(values?[0]), SQLFunction.text(values?[1]))
            sqlite3_result_int(context, CatalogChange.isOther(one, than: other) ? 1 : 0)
        }
        try SQLFunction.register(isMove, arguments: 4, on: db) { context, _, values in
            let one = ChangeFunctions.point(values?[0], values?[1])
            let other = ChangeFunctions.point(values?[2], values?[3])
            sqlite3_result_int(context, CatalogChange.isMove(from: one, to: other) ? 1 : 0)
        }
    }

    /// Returns the point; nil if there is none, or if it is not on the earth because the catalog is damaged.
    private static func point(_ latitude: OpaquePointer?, _ longitude: OpaquePointer?) -> Coordinate? {
        guard sqlite3_value_type(latitude) != SQLITE_NULL, sqlite3_value_type(longitude) != SQLITE_NULL else {
            return nil
        }
        return try? Coordinate(longitude: sqlite3_value_double(longitude), latitude: sqlite3_value_double(latitude))
    }
}

/// The SQL functions that help to undo changes.
enum PastFunctions {
    /// The function that returns the folded fields of a name, an address, a district and a phone number.
    static let folded = "geocli_folded"
    /// The function that returns the latitude of a point in the history.
    static let latitude = "geocli_latitude"
    static let longitude = "geocli_longitude"

    static func register(on db: Database) throws {
        try SQLFunction.register(folded, arguments: 4, on: db) { context, _, values in
            let folded = FoldedFields.text(
                name: SQLFunction.text(values?[0]) ?? "", address: SQLFunction.text(values?[1]),
                district: SQLFunction.text(values?[2]), phone: SQLFunction.text(values?[3]))
            SQLFunction.answer(folded, context)
        }
        try SQLFunction.register(latitude, arguments: 1, on: db) { context, _, values in
            PastFunctions.answer(values?[0], context) { $0.latitude }
        }
        try SQLFunction.register(longitude, arguments: 1, on: db) { context, _, values in
            PastFunctions.answer(values?[0], context) { $0.longitude }
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

enum SearchFunctions {
    /// `geocli_match(folded, reading)`: the kind of match, as an index into `MatchKind.asWritten`; null if there is no
    /// match.
    static let match = "geocli_match"
    /// The type name of pointers to readings, so that SQLite accepts no other pointers.
    static let pointerType: StaticString = "geocli.SearchReading"

    static func register(on db: Database) throws {
        try SQLFunction.register(match, arguments: 2, on: db) { context, _, values in
            guard let values, let pointer = sqlite3_value_pointer(values[1], SearchFunctions.pointerName) else {
                return
            }
            let reading = Unmanaged<SearchReadingBox>.fromOpaque(pointer).takeUnretainedValue().reading
            let text = UnsafeBufferPointer(
                start: sqlite3_value_text(values[0]), count: Int(sqlite3_value_bytes(values[0])))
            guard let kind = reading.kind(FoldedFields(text)) else { return }
            sqlite3_result_int64(context, SearchFunctions.place(of: kind))
        }
    }

    /// Returns the index of a kind in `MatchKind.asWritten`.
    static func place(of kind: MatchKind) -> Int64 { Int64(MatchKind.asWritten.firstIndex(of: kind) ?? 0) }

    static var pointerName: UnsafePointer<CChar> {
        UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// An object that keeps a reading alive while a statement refers to it.
final class SearchReadingBox: Sendable {
    let reading: SearchReading

    init(_ reading: SearchReading) { self.reading = reading }
}

extension SQLValue {
    static func reading(_ reading: SearchReading) -> SQLValue {
        .object(SearchReadingBox(reading), name: SearchFunctions.pointerType)
    }
}

/// The SQL function that says whether a row is left out because another row of the same shop is in the answer.
enum LeftOutFunction {
    /// `geocli_left_out(id, rows)` returns whether the row with this id is one of `rows`.
    static let name = "geocli_left_out"
    static let pointerType: StaticString = "geocli.LeftOutRows"

    static func register(on db: Database) throws {
        try SQLFunction.register(name, arguments: 2, on: db) { context, _, values in
            let name = UnsafeRawPointer(LeftOutFunction.pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
            guard let values, let pointer = sqlite3_value_pointer(values[1], name) else { return }
            let rows = Unmanaged<LeftOutRows>.fromOpaque(pointer).takeUnretainedValue()
            sqlite3_result_int(context, rows.ids.contains(sqlite3_value_int64(values[0])) ? 1 : 0)
        }
    }
}

/// The order in which new places get their numbers. Ids that are whole numbers come first, ordered by value. All
/// other ids follow, ordered as text.
enum FeedIDOrder {
    /// Returns the value of an id that is a 64-bit whole number without leading zeros; nil for any other id.
    static func number(_ id: String) -> Int64? {
        let digits = digits(of: id)
        guard isPlain(digits, of: id) else { return nil }
        return Int64(id)
    }

    /// Returns a key for an id. Compared byte by byte, the keys have the same order as the ids.
    static func key(_ id: String) -> [UInt8] {
        let digits = digits(of: id)
        guard isPlain(digits, of: id) else { return [3] + id.utf8 }
        if let number = Int64(id) { return [1] + bytes(of: UInt64(bitPattern: number) ^ 1 << 63) }
        // The key of a number with more than 64 bits is the count of its digits, followed by the digits. For a negative
        // number, all these bits are inverted.
        let length = UInt64(digits.count)
        if digits.count == id.utf8.count { return [2] + bytes(of: length) + digits }
        return [0] + bytes(of: ~length) + digits.map { ~$0 }
    }

    static let function = "geocli_id_order"

    static func register(on db: Database) throws {
        try SQLFunction.register(function, arguments: 1, on: db) { context, _, values in
            guard let id = SQLFunction.text(values?[0]) else { return sqlite3_result_null(context) }
            let key = FeedIDOrder.key(id)
            // The value -1 is SQLITE_TRANSIENT: SQLite copies the bytes.
            sqlite3_result_blob64(
                context, key, UInt64(key.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    private static func digits(of id: String) -> Substring.UTF8View {
        id.utf8.first == UInt8(ascii: "-") ? id.utf8.dropFirst() : id.utf8[...]
    }

    private static func isPlain(_ digits: Substring.UTF8View, of id: String) -> Bool {
        guard let first = digits.first, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
        return first != UInt8(ascii: "0") || id == "0"
    }

    private static func bytes(of number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
}
