/// Inserts rows into a table, many with each statement. Each time, SQLite opens the table and its indexes and allocates
/// memory for the values; for short rows, this takes about as long as the insert itself.
///
/// An error ends the transaction, so SQLite need not keep copies of pages to be able to undo only the statement.
package final class RowInserter {
    /// The number of rows in one statement, if at least that many are left.
    package static let rowsPerStatement = 32

    private let db: Database
    private let target: String
    private let shared: [SQLValue]
    private let columnCount: Int
    private let one: Statement
    /// The statement for `rowsPerStatement` rows. It is prepared when needed, because few rows do without it.
    private var many: Statement?

    /// - Parameters:
    ///   - target: the table, and in parentheses its columns: first those of `shared`, then those of `bind`.
    ///   - shared: the values that are the same in all rows.
    ///   - columnCount: the number of other columns.
    /// - Throws: `DatabaseError`.
    package init(_ db: Database, into target: String, shared: [SQLValue] = [], columnCount: Int) throws {
        (self.db, self.target, self.shared, self.columnCount) = (db, target, shared, columnCount)
        one = try Self.statement(db, target, shared, columnCount, rows: 1)
    }

    private static func statement(
        _ db: Database, _ target: String, _ shared: [SQLValue], _ columnCount: Int, rows: Int
    ) throws -> Statement {
        let values = (0..<rows).map { row in
            let own = (1...columnCount).map { shared.count + row * columnCount + $0 }
            return "(\((Array(1..<shared.count + 1) + own).map { "?\($0)" }.joined(separator: ", ")))"
        }
        let statement = try Statement(
            db, "INSERT OR ROLLBACK INTO \(target) VALUES \(values.joined(separator: ", "))")
        statement.bind(shared)
        return statement
    }

    /// Inserts rows, in order.
    ///
    /// - Parameter bind: binds the values of the row with this index, at consecutive positions from `first`. Bytes that
    ///   it binds without a copy must stay valid until this call ends.
    /// - Throws: `DatabaseError`.
    package func insert(count: Int, _ bind: (Statement, _ row: Int, _ first: Int32) -> Void) throws {
        var row = 0
        while row < count {
            let rows = count - row < Self.rowsPerStatement ? 1 : Self.rowsPerStatement
            let statement = rows == 1 ? one : try manyRows()
            for next in 0..<rows { bind(statement, row + next, Int32(shared.count + next * columnCount + 1)) }
            try statement.run()
            row += rows
        }
    }

    private func manyRows() throws -> Statement {
        let statement = try many ?? Self.statement(db, target, shared, columnCount, rows: Self.rowsPerStatement)
        many = statement
        return statement
    }
}
