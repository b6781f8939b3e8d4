internal import CGeocliSQLite
internal import Glibc

/// The sums of the hashes of all rows that a connection adds to some tables, without those of the rows that it removes.
/// An update removes the old row and adds the new one.
///
/// SQLite's preupdate hook reports each row, whatever statement changes it. If the sums of a table are stored with each
/// commit, the rows can be summed again at any time: a sum that differs shows that something else changed a row.
///
/// A class because SQLite has a pointer to it. Only the connection's thread uses it.
package final class RowSums {
    /// How the rows of a table are divided, so that a wrong sum tells more about the place of the damage.
    package enum Division: Sendable {
        case none
        /// 256 consecutive numbers of the first column.
        case numbers
        /// The rows that have the same value in a column.
        case values(of: Int)

        func part(_ value: (Int) -> OpaquePointer?) -> Int64 {
            switch self {
            case .none: return 0
            case .numbers: return sqlite3_value_int64(value(0)) >> Self.shift
            case .values(let column):
                var hash = RowHash()
                hash.add(column, value(column))
                return Int64(bitPattern: hash.value)
            }
        }

        private static let shift: Int64 = 8

        /// Returns the part that contains the number `id`, if rows are divided by numbers.
        package static func part(of id: Int64) -> Int64 { id >> shift }

        /// Returns the numbers in a part, if rows are divided by numbers.
        package static func numbers(in part: Int64) -> ClosedRange<Int64> {
            let first = part << shift
            return first...(first + (1 << shift - 1))
        }
    }

    package struct Part: Hashable, Sendable {
        package let table: String
        package let number: Int64
        package init(table: String, number: Int64) { (self.table, self.number) = (table, number) }
    }

    /// A number of rows, and the sum of their hashes. Both may be negative for changes.
    package struct Sum: Equatable, Sendable {
        package var count: Int64
        package var hash: UInt64
        package init(count: Int64 = 0, hash: UInt64 = 0) { (self.count, self.hash) = (count, hash) }

        package static func += (sum: inout Sum, other: Sum) {
            sum.count &+= other.count
            sum.hash &+= other.hash
        }

        package static func - (sum: Sum, other: Sum) -> Sum {
            Sum(count: sum.count &- other.count, hash: sum.hash &- other.hash)
        }
    }

    /// SQLite's connection, which outlives this object.
    private let connection: OpaquePointer
    private let tables: [String: Division]
    private let store: ([Part: Sum]) throws -> Void
    private var changes: [Part: Sum] = [:]
    /// The table of the last reported row, with a zero at the end, and how it is divided; nil if it is not watched.
    private var last: (name: [CChar], table: String, division: Division?) = ([0], "", nil)

    init(_ tables: [String: Division], _ db: OpaquePointer, store: @escaping ([Part: Sum]) throws -> Void) {
        (connection, self.tables, self.store) = (db, tables, store)
        listen()
        sqlite3_rollback_hook(
            db,
            { context in
                guard let context else { return }
                Unmanaged<RowSums>.fromOpaque(context).takeUnretainedValue().changes = [:]
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Makes SQLite forget this object. Statements that are still open may keep the connection alive for longer.
    func stop() {
        sqlite3_preupdate_hook(connection, nil, nil)
        sqlite3_rollback_hook(connection, nil, nil)
    }

    private func listen() {
        sqlite3_preupdate_hook(
            connection,
            { context, db, operation, schema, table, _, _ in
                guard let context, let schema, let table, strcmp(schema, "main") == 0 else { return }
                Unmanaged<RowSums>.fromOpaque(context).takeUnretainedValue().note(db, operation, table)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs `body` without the hook, because it changes no rows of watched tables, or adds them itself (`add`).
    package func paused(_ body: () throws -> Void) rethrows {
        sqlite3_preupdate_hook(connection, nil, nil)
        defer { listen() }
        try body()
    }

    private func note(_ db: OpaquePointer?, _ operation: Int32, _ name: UnsafePointer<CChar>) {
        if strcmp(name, last.name) != 0 {
            let table = String(cString: name)
            last = (Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)), table, tables[table])
        }
        guard let division = last.division else { return }
        let columnCount = Int(sqlite3_preupdate_count(db))
        if operation != SQLITE_INSERT {
            change(division, columnCount, isAdded: false) { column in
                var value: OpaquePointer?
                return sqlite3_preupdate_old(db, Int32(column), &value) == SQLITE_OK ? value : nil
            }
        }
        if operation != SQLITE_DELETE {
            change(division, columnCount, isAdded: true) { column in
                var value: OpaquePointer?
                return sqlite3_preupdate_new(db, Int32(column), &value) == SQLITE_OK ? value : nil
            }
        }
    }

    private func change(
        _ division: Division, _ columnCount: Int, isAdded: Bool, _ value: (Int) -> OpaquePointer?
    ) {
        var hash = RowHash()
        for column in 0..<columnCount { if let value = value(column) { hash.add(column, value) } }
        let sum = Sum(count: isAdded ? 1 : -1, hash: isAdded ? hash.value : 0 &- hash.value)
        changes[Part(table: last.table, number: division.part(value)), default: Sum()] += sum
    }

    /// Adds a row that is inserted without the hook.
    package func add(_ hash: RowHash, to part: Part) {
        changes[part, default: Sum()] += Sum(count: 1, hash: hash.value)
    }

    /// Stores the changes since the last call. Call it before each commit, and before each savepoint.
    package func settle() throws {
        let changes = changes.filter { $0.value != Sum() }
        self.changes = [:]
        if !changes.isEmpty { try store(changes) }
    }

    /// Forgets the changes since the last `settle`, because they are undone.
    package func forget() { changes = [:] }

    /// Runs `body`, and returns the changes that it makes instead of storing them. `body` makes no savepoint.
    package func apart<Result>(_ body: () throws -> Result) rethrows -> (result: Result, changes: [Part: Sum]) {
        let kept = changes
        changes = [:]
        defer { changes = kept }
        return (try body(), changes)
    }
}

/// A hash of the values of one row. Values can be added in any order, and null adds nothing.
///
/// The hash finds values that changed by accident. It does not protect against a person who wants to change them
/// unnoticed.
/// - Source: the products of 64-bit numbers, folded to 64 bits, are those of wyhash (Wang Yi, public domain).
package struct RowHash {
    package private(set) var sum: UInt64

    package init(sum: UInt64 = 0) { self.sum = sum }

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
