internal import CGeocliSQLite

/// A hash of the values of one row. Values can be added in any order, and null adds nothing.
///
/// The hash finds values that changed by accident. It does not protect against a person who wants to change them
/// unnoticed.
/// - Source: the products of 64-bit numbers, folded to 64 bits, are those of wyhash (Wang Yi, public domain).
package struct RowHash {
    /// The sum of the hashes of the values.
    package private(set) var sum: UInt64

    package init(sum: UInt64 = 0) { self.sum = sum }

    /// The hash of the row.
    package var value: UInt64 { Self.folded(sum ^ 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB) }

    package mutating func add(_ column: Int, _ number: Int64) {
        sum &+= Self.folded(Self.seed(column, 1), UInt64(bitPattern: number) ^ 0x8EBC_6AF0_9C88_C6E3)
    }

    /// Adds a real number. A whole number has the same hash as the integer, because SQLite may store it as an integer.
    package mutating func add(_ column: Int, _ number: Double) {
        if let whole = Int64(exactly: number), number != 0 || number.sign == .plus { return add(column, whole) }
        sum &+= Self.folded(Self.seed(column, 2), number.bitPattern ^ 0x8EBC_6AF0_9C88_C6E3)
    }

    package mutating func add(_ column: Int, text bytes: UnsafeRawBufferPointer) {
        sum &+= Self.hash(of: bytes, Self.seed(column, 3))
    }

    package mutating func add(_ column: Int, blob bytes: UnsafeRawBufferPointer) {
        sum &+= Self.hash(of: bytes, Self.seed(column, 4))
    }

    /// Adds a value of SQLite.
    mutating func add(_ column: Int, _ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: add(column, sqlite3_value_int64(value))
        case SQLITE_FLOAT: add(column, sqlite3_value_double(value))
        case SQLITE_TEXT: add(column, text: Self.bytes(value))
        case SQLITE_BLOB: add(column, blob: Self.bytes(value))
        default: break
        }
    }

    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
        // Unlike `sqlite3_value_text`, this makes no copy with a zero at the end.
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }

    private static func hash(of bytes: UnsafeRawBufferPointer, _ seed: UInt64) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var position = 0
        while position + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            // Without the sum, a word that is equal to the hash so far would make it 0.
            hash = folded(hash ^ word, 0x5899_65CC_7537_4CC3) &+ word
            position += 8
        }
        var rest: UInt64 = 0
        while position < bytes.count {
            rest = rest << 8 | UInt64(bytes[position])
            position += 1
        }
        return folded(hash ^ rest, 0x1D8E_4E27_C47D_124F) &+ rest
    }

    private static func seed(_ column: Int, _ type: UInt64) -> UInt64 {
        (UInt64(column) << 3 | type) &* 0x9E37_79B9_7F4A_7C15
    }

    private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
