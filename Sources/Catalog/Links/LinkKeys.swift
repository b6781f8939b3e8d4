internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliPlaces

/// Writes the rows of `link_key`. They say which block each listed row belongs to.
struct LinkKeys {
    /// The name of an SQL function. `geocli_block(name)` returns the number of the block for a name; null for a name
    /// that is not compared. A block has all rows with one core name.
    static let block = "geocli_block"

    private let row: Statement
    private let former: Statement
    private let delete: Statement
    private let insert: Statement

    init(_ db: Database) throws {
        row = try Statement(db, "SELECT name, feed, missing_run IS NULL FROM place WHERE id = ?")
        former = try Statement(
            db, "SELECT old FROM change WHERE run = ? AND place = ? AND what = 'changed' AND field = 'name'")
        delete = try Statement(db, "DELETE FROM link_key WHERE block = ? AND feed = ? AND place = ?")
        insert = try Statement(db, "INSERT OR IGNORE INTO link_key VALUES (?, ?, ?)")
    }

    /// Stores the key of a row that the run touched.
    ///
    /// - Parameter name: the name before corrections changed it; nil if no correction changed the name.
    /// - Returns: the row's former blocks and its present block.
    func refresh(_ id: Int64, run: Int64, shownAs name: String? = nil) throws -> Set<Int64> {
        row.bind(1, id)
        defer { row.reset() }
        guard try row.step(), let present = row.text(0) else { return [] }
        let (feed, isListed) = (row.integer(1), row.integer(2) != 0)
        former.bind(1, run)
        former.bind(2, id)
        defer { former.reset() }
        let old = try former.step() ? former.text(0) : nil
        let now = LinkName(present)?.block
        let before = [old, name].compactMap { $0.flatMap(LinkName.init)?.block }
        let blocks = Set(before + [now].compactMap { $0 })
        for block in blocks where block != now || !isListed { try Self.run(delete, block, feed, id) }
        if let now, isListed { try Self.run(insert, now, feed, id) }
        return blocks
    }

    private static func run(_ statement: Statement, _ block: Int64, _ feed: Int64, _ id: Int64) throws {
        statement.bind(1, block)
        statement.bind(2, feed)
        statement.bind(3, id)
        try statement.run()
    }

    /// Registers the function `geocli_block` on this connection.
    static func register(on db: Database) throws {
        let code = sqlite3_create_function_v2(
            db.handle, block, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, values in
                guard let value = values?[0], let start = sqlite3_value_text(value) else { return }
                let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
                guard let name = LinkName(String(decoding: bytes, as: UTF8.self)) else { return }
                sqlite3_result_int64(context, name.block)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code: code) }
    }
}
