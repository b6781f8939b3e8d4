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

        /// Returns the number of the part to which a row belongs.
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

    /// A part of a table.
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
