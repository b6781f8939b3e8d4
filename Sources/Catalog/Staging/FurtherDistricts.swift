internal import CGeocliSQLite
internal import GeocliDatabase

/// The districts that do not fit in memory, numbered in order of appearance.
///
/// It is a class because it owns its statements and the last number.
final class FurtherDistricts {
    private let db: Database
    private let find: Statement
    private let insert: Statement
    private var lastNumber: Int32

    /// - Parameter last: the highest number that is already in use.
    init(_ db: Database, after last: Int32) throws {
        self.db = db
        lastNumber = last
        try db.execute(
            """
            DROP TABLE IF EXISTS temp.further_district;
            CREATE TEMP TABLE further_district (name TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID
            """)
        find = try Statement(db, "SELECT number FROM temp.further_district WHERE name = ?")
        insert = try Statement(db, "INSERT INTO temp.further_district (name, number) VALUES (?, ?)")
    }

    /// Returns the number of a district; a new district gets the next number.
    func number(_ name: String) throws -> Int32 {
        find.bind(1, name)
        defer { find.reset() }
        if try find.step() { return Int32(truncatingIfNeeded: find.integer(0)) }
        guard lastNumber + 1 < PointTraits.districtLimit else {
            throw DatabaseError(code: SQLITE_TOOBIG, message: "more districts than the index of places holds")
        }
        lastNumber += 1
        insert.bind(1, name)
        insert.bind(2, Int64(lastNumber))
        try insert.run()
        return lastNumber
    }

    /// Writes the districts into `district_code`, with their numbers as codes.
    func write() throws {
        find.reset()
        try db.execute(
            "INSERT INTO district_code (code, name) SELECT number, name FROM temp.further_district ORDER BY number"
        )
    }
}
