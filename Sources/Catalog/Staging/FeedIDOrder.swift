internal import CGeocliSQLite
internal import GeocliDatabase

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

    /// The name of the SQL function that returns the key.
    static let function = "geocli_id_order"

    /// Registers the function on this connection.
    static func register(on db: Database) throws {
        try SQLFunction.register(function, arguments: 1, on: db) { context, _, values in
            guard let text = SQLFunction.text(values?[0]) else { return sqlite3_result_null(context) }
            let key = FeedIDOrder.key(text)
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
