internal import CGeocliSQLite

extension RowSums {
    /// Returns the sums of the rows that a table has now, divided by `division`.
    ///
    /// - Complexity: O(n), n rows.
    package static func sums(of table: String, _ division: Division, _ db: Database) throws -> [Part: Sum] {
        let rows = try Statement(db, "SELECT * FROM main.\(table)")
        let columnCount = Int(rows.columnCount)
        var sums: [Part: Sum] = [:]
        // Rows of one part mostly follow each other.
        var (number, sum) = (Int64(0), Sum())
        while try rows.step() {
            let next = division.part { sqlite3_column_value(rows.handle, Int32($0)) }
            if next != number {
                if sum.count > 0 { sums[Part(table: table, number: number), default: Sum()] += sum }
                (number, sum) = (next, Sum())
            }
            sum += Sum(count: 1, hash: rows.rowHash(count: columnCount))
        }
        if sum.count > 0 { sums[Part(table: table, number: number), default: Sum()] += sum }
        return sums
    }
}

extension Statement {
    /// Returns the hash of `count` columns of the current row, from the column `first` on.
    package func rowHash(from first: Int32 = 0, count: Int) -> UInt64 {
        var hash = RowHash()
        for column in 0..<count { hash.add(column, sqlite3_column_value(handle, first + Int32(column))) }
        return hash.value
    }
}
