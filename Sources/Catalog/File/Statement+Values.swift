internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch

/// The one reader of what a catalog holds: a value that no ingest of ours can have written ends the read with
/// `CatalogDamage`, so that nothing further on meets one.
///
/// SQLite checks constraints when it writes, and not when it reads: a flipped bit or another program's hand gets past
/// them. Columns start at 0, as SQLite counts them.
extension Statement {
    /// The id of a bookstore.
    func bookstoreID(_ column: Int32) throws -> Int64 {
        let id = sqliteType(column) == SQLITE_INTEGER ? integer(column) : 0
        guard DocumentNumber.ids.contains(id) else {
            throw CatalogDamage.row("a bookstore has the id \(text(column) ?? "null")")
        }
        return id
    }

    /// The number of a run, or of a good run of a feed.
    func runNumber(_ column: Int32) throws -> Int64 {
        let number = sqliteType(column) == SQLITE_INTEGER ? integer(column) : 0
        guard CatalogNumbers.runs.contains(number) else {
            throw CatalogDamage.row("a run has the number \(text(column) ?? "null")")
        }
        return number
    }

    /// A number of rows or of runs, 0 or more.
    func count(_ column: Int32) throws -> Int {
        let count = sqliteType(column) == SQLITE_INTEGER ? integer(column) : -1
        guard CatalogNumbers.counts.contains(count) else {
            throw CatalogDamage.row("a run counts \(text(column) ?? "null")")
        }
        return Int(count)
    }

    /// A day, `YYYY-MM-DD`.
    func date(_ column: Int32) throws -> String {
        guard let date = text(column), SeoulTime.isDate(date) else {
            throw CatalogDamage.row("a run is of the day \"\(text(column) ?? "null")\"")
        }
        return date
    }

    /// A moment.
    func moment(_ column: Int32) throws -> SeoulTime {
        guard let moment = text(column).flatMap(SeoulTime.init(timestamp:)) else {
            throw CatalogDamage.row("a run or page is of \"\(text(column) ?? "null")\"")
        }
        return moment
    }

    /// A text that must be there; it may be empty.
    ///
    /// - Parameter what: what it is, for the message.
    func required(_ column: Int32, _ what: StaticString) throws -> String {
        guard let text = text(column) else { throw CatalogDamage.row("\(what) is missing") }
        return text
    }

    /// Whether a bookstore has a point; the columns of its longitude and latitude are both null, or numbers on earth.
    ///
    /// - Parameter id: the column of its id, for the message.
    @inline(__always)
    func hasPoint(longitude: Int32, latitude: Int32, id: Int32) throws -> Bool {
        let types = (sqliteType(longitude), sqliteType(latitude))
        if types == (SQLITE_NULL, SQLITE_NULL) { return false }
        guard types == (SQLITE_FLOAT, SQLITE_FLOAT), abs(real(longitude)) <= 180, abs(real(latitude)) <= 90 else {
            throw CatalogDamage.row("bookstore \(integer(id)) has no place on earth")
        }
        return true
    }

    /// The point of a bookstore; nil where it has none.
    @inline(__always)
    func point(longitude: Int32, latitude: Int32, id: Int32) throws -> Coordinate? {
        guard try hasPoint(longitude: longitude, latitude: latitude, id: id) else { return nil }
        return Coordinate(uncheckedLongitude: real(longitude), latitude: real(latitude))
    }
}
