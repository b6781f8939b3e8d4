import GeocliText
import Testing

@testable internal import GeocliDatabase

/// Rows that are inserted many at a time.
@Suite struct RowInserterTests {
    /// No row, one, and just around a multiple of 32.
    @Test(arguments: [0, 1, 31, 32, 33, 64, 100]) func everyRowIsThereOnce(count: Int) throws {
        let db = try Database()
        try db.execute("CREATE TABLE t (run INTEGER, feed TEXT, id INTEGER PRIMARY KEY, name TEXT)")
        let inserter = try RowInserter(
            db, into: "t (feed, run, id, name)", shared: [.text("f"), .integer(7)], columnCount: 2)
        for start in [0, count] {
            let names = (0..<count).map { "row \(start + $0)" }
            try inserter.insert(count: count) { statement, row, first in
                statement.bind(first, Int64(start + row))
                statement.bind(first + 1, names[row])
            }
        }
        var found: [String] = []
        try db.forEachRow("SELECT id || ' ' || name || ' ' || feed || run FROM t ORDER BY id") {
            found.append($0.text(0) ?? "")
        }
        #expect(found == (0..<2 * count).map { "\($0) row \($0) f7" })
    }

    @Test func anErrorEndsTheTransaction() throws {
        let db = try Database()
        try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY); BEGIN; INSERT INTO t VALUES (1000)")
        let inserter = try RowInserter(db, into: "t (id)", columnCount: 1)
        #expect(throws: DatabaseError.self) {
            try inserter.insert(count: 40) { statement, row, first in statement.bind(first, Int64(row % 39)) }
        }
        #expect(!db.isInTransaction)
        #expect(try db.integer("SELECT count(*) FROM t") == 0)
    }
}
