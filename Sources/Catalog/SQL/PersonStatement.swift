internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliText

extension Catalog {
    /// Runs one statement of a person on the views for other programs, and calls `body` with its rows. The statement
    /// can also use `nearest` and `distance_m` (`NearestFunction`).
    ///
    /// - Throws: `StatementError`; `CatalogError`; what `body` throws.
    package func run(
        statement sql: String, _ limits: StatementLimits, body: (StatementRows) throws -> Void
    ) throws {
        try requirePresent()
        try read { db in
            if let view = try SchemaCheck.strangeViews(db).first {
                throw StatementError.strangeView(view, of: path)
            }
            let guarding = StatementGuard(db, limits)
            let nearest = try NearestFunction(self, guarding, db)
            defer { nearest.remove() }
            try guarding.begin()
            defer { guarding.end() }
            // A person's values may be large: 20,000 operations once wrote gigabytes into a temporary file.
            try db.interrupt(every: 500) { guarding.isOver }
            // A failure to stop watching the time leaves a statement that ends too early, never a wrong answer.
            defer { try? db.interrupt { false } }
            let rows = try StatementRows(db, sql, guarding, limits)
            try ViewsAlone(self, guarding).check(sql)
            try body(rows)
        }
    }
}

/// The views without their tables: a database in memory, in which they are empty tables. A statement that
/// SQLite accepts there, too, reads nothing else of the catalog. The catalog itself can't tell: for SQLite, a name in
/// WITH that is that of a view is this view. Internal tables are refused because a statement that reads them would break
/// with the next version; this protects scripts and not the data, as a person may read the whole file anyway.
private struct ViewsAlone {
    private let db: Database
    private let nearest: NearestFunction

    init(_ catalog: Catalog, _ guarding: StatementGuard) throws {
        db = try Database()
        for view in PublicView.all {
            let columns = view.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
            try db.execute("CREATE TABLE \(view.name) (\(columns))")
        }
        nearest = try NearestFunction(catalog, guarding, db)
    }

    /// - Parameter sql: a statement that the catalog accepts.
    func check(_ sql: String) throws {
        defer { nearest.remove() }
        do {
            _ = try StatementRows.only(sql, db)
        } catch let error as DatabaseError {
            let message = error.message ?? ""
            let name = message.split(separator: ": ").last?.lowercased() ?? ""
            let table = String(name.trimmingPrefix("main."))
            throw SchemaCheck.names.contains(table) ? StatementError.isInternal(table) : StatementError.wrong(message)
        }
    }
}

/// The rows of a statement of a person. A class because it owns the statement.
package final class StatementRows {
    package enum Value: Sendable, Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])
    }

    /// The names of the columns. A name that comes again has a number: `name`, `name_2`.
    package let columns: [String]
    private let statement: Statement
    private let guarding: StatementGuard
    private let limits: StatementLimits
    private var bytesLeft: Int

    init(_ db: Database, _ sql: String, _ guarding: StatementGuard, _ limits: StatementLimits) throws {
        // SQLite ends a statement at a NUL.
        guard !sql.utf8.contains(0) else { throw StatementError.wrong("unrecognized token: \"\\u{0}\"") }
        self.guarding = guarding
        self.limits = limits
        bytesLeft = limits.totalBytes
        statement = try Self.explaining(guarding, limits) { try Self.only(sql, db) }
        // The guard has refused everything that writes; this is SQLite's own opinion.
        guard statement.isReadOnly else { throw StatementError.refused }
        guard statement.parameterCount == 0 else { throw StatementError.hasParameters }
        columns = Self.distinct((0..<statement.columnCount).map(statement.columnName))
    }

    /// Prepares the only statement of `sql`, which may also have comments and empty statements.
    fileprivate static func only(_ sql: String, _ db: Database) throws -> Statement {
        var sql = sql
        return try sql.withUTF8 { bytes in
            var rest = bytes[...]
            guard let statement = try Statement(db, first: &rest) else { throw StatementError.empty }
            // Even an impossible second statement is a second one.
            let second = Result { try Statement(db, first: &rest) }
            if case .success(nil) = second { return statement }
            throw StatementError.several
        }
    }

    /// Returns the next row; nil after the last one.
    package func next() throws -> [Value]? {
        guard try Self.explaining(guarding, limits, statement.step) else { return nil }
        var bytes = 0
        let row = try (0..<statement.columnCount).map { column in
            let value = value(column)
            switch value {
            case .text(let text): bytes += text.utf8.count
            case .blob(let blob): bytes += 2 * blob.count
            case .null, .integer, .real: bytes += 8
            }
            guard bytes <= limits.rowBytes else { throw StatementError.tooLarge(limits) }
            return value
        }
        bytesLeft -= bytes
        guard bytesLeft >= 0 else { throw StatementError.tooLarge(limits) }
        // In short steps, SQLite may never ask.
        guard !guarding.isOver else { throw StatementError.tooLong(seconds: limits.seconds) }
        return row
    }

    private func value(_ column: Int32) -> Value {
        switch statement.sqliteType(column) {
        case SQLITE_INTEGER: .integer(statement.integer(column))
        case SQLITE_FLOAT: .real(statement.real(column))
        case SQLITE_TEXT: .text(statement.text(column) ?? "")
        case SQLITE_BLOB: .blob(statement.bytes(column))
        default: .null
        }
    }

    /// SQLITE_IOERR_WRITE; Swift does not import its definition.
    private static let writeError = SQLITE_IOERR | 3 << 8

    private static func distinct(_ names: [String]) -> [String] {
        var seen = Set<String>()
        return names.map { name in
            var (distinct, number) = (name, 1)
            while !seen.insert(distinct).inserted {
                number += 1
                distinct = "\(name)_\(number)"
            }
            return distinct
        }
    }

    /// Turns SQLite's errors about the statement into sentences. Errors about the file stay as they are.
    private static func explaining<Result>(
        _ guarding: StatementGuard, _ limits: StatementLimits, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try guarding.step(body)
        } catch let error as DatabaseError {
            if let own = guarding.error, !(own is DatabaseError) { throw own }
            if guarding.refusesAct { throw StatementError.refused }
            let error = guarding.error as? DatabaseError ?? error
            switch error.code {
            case SQLITE_INTERRUPT: throw StatementError.tooLong(seconds: limits.seconds)
            case SQLITE_TOOBIG, SQLITE_NOMEM, SQLITE_FULL: throw StatementError.tooLarge(limits)
            // A statement that only reads writes nothing but temporary files.
            case SQLITE_IOERR where error.extendedCode == Self.writeError: throw StatementError.tooLarge(limits)
            case SQLITE_ERROR, SQLITE_AUTH, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_CONSTRAINT, SQLITE_READONLY:
                throw StatementError.wrong(error.message ?? "SQLite error \(error.code)")
            default: throw error
            }
        }
    }
}
