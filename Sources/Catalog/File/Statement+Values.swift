internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The only functions that read a catalog's values. They throw `CatalogDamage` for a value that no ingest of geocli can
/// have written, so later code need not check the values.
///
/// SQLite checks constraints only when it writes, so it misses a flipped bit or a change by another program. Columns
/// are counted from 0, as in SQLite.
extension Statement {
    /// Returns the id of a place.
    func placeID(_ column: Int32) throws -> Int64 {
        let id = sqliteType(column) == SQLITE_INTEGER ? integer(column) : 0
        guard DocumentNumber.ids.contains(id) else {
            throw CatalogDamage.row(
                Words(en: "a place has the id \(text(column) ?? "null")", ko: "번호가 \(text(column) ?? "null")인 장소가 있습니다")
            )
        }
        return id
    }

    /// Returns the number of a run, or of a good run of a feed.
    func runNumber(_ column: Int32) throws -> Int64 {
        let number = sqliteType(column) == SQLITE_INTEGER ? integer(column) : 0
        guard CatalogNumbers.runs.contains(number) else {
            throw CatalogDamage.row(
                Words(
                    en: "a run has the number \(text(column) ?? "null")", ko: "번호가 \(text(column) ?? "null")인 실행이 있습니다")
            )
        }
        return number
    }

    /// Returns a count of rows or runs, which is at least 0.
    func count(_ column: Int32) throws -> Int {
        let count = sqliteType(column) == SQLITE_INTEGER ? integer(column) : -1
        guard CatalogNumbers.counts.contains(count) else {
            throw CatalogDamage.row(
                Words(en: "a run has the count \(text(column) ?? "null")", ko: "실행의 집계 값이 \(text(column) ?? "null")입니다")
            )
        }
        return Int(count)
    }

    /// Returns a day, `YYYY-MM-DD`.
    func date(_ column: Int32) throws -> String {
        guard let date = text(column), SeoulTime.isDate(date) else {
            throw CatalogDamage.row(
                Words(
                    en: "a run has the date \"\(text(column) ?? "null")\"",
                    ko: "실행의 날짜가 \"\(text(column) ?? "null")\"입니다"))
        }
        return date
    }

    /// Returns a time.
    func moment(_ column: Int32) throws -> SeoulTime {
        guard let moment = text(column).flatMap(SeoulTime.init(timestamp:)) else {
            throw CatalogDamage.row(
                Words(
                    en: "a run or page has the time \"\(text(column) ?? "null")\"",
                    ko: "실행이나 페이지의 시각이 \"\(text(column) ?? "null")\"입니다"))
        }
        return moment
    }

    /// Returns a text that must not be null; it may be empty.
    ///
    /// - Parameter what: the table and the column, for the message.
    func required(_ column: Int32, _ what: StaticString) throws -> String {
        guard let text = text(column) else {
            throw CatalogDamage.row(
                Words(en: "\(what) is missing", ko: "\(what) 값이 없습니다"))
        }
        return text
    }

    /// Returns a text that must be neither null nor empty.
    ///
    /// - Parameter what: the table and the column, for the message.
    func filled(_ column: Int32, _ what: StaticString) throws -> String {
        let text = try required(column, what)
        guard !text.isEmpty else {
            throw CatalogDamage.row(Words(en: "\(what) is empty", ko: "\(what) 값이 비어 있습니다"))
        }
        return text
    }

    /// Returns the kind of a place.
    ///
    /// - Parameter id: the column of the place's id, for the message.
    func kind(_ column: Int32, id: Int32) throws -> Kind {
        guard let kind = lent(column).flatMap({ Kind(bytes: $0.bytes) }) else {
            throw CatalogDamage.row(
                Words(en: "place \(integer(id)) has no kind", ko: "\(integer(id))번 장소에 종류가 없습니다"))
        }
        return kind
    }

    /// Returns the point of a place; nil if both columns are null.
    ///
    /// - Parameter id: the column of the place's id, for the message.
    /// - Throws: `CatalogDamage` for columns that are not the coordinates of a point on earth.
    @inline(__always)
    func point(longitude: Int32, latitude: Int32, id: Int32) throws -> Coordinate? {
        let (x, y) = (typedReal(longitude), typedReal(latitude))
        if x.type == SQLITE_NULL, y.type == SQLITE_NULL { return nil }
        guard x.type != SQLITE_NULL, y.type != SQLITE_NULL else {
            throw CatalogDamage.half(integer(id), hasLatitude: x.type == SQLITE_NULL)
        }
        // The comparisons also exclude infinity and NaN.
        guard x.type == SQLITE_FLOAT, y.type == SQLITE_FLOAT, abs(x.number) <= 180, abs(y.number) <= 90 else {
            throw CatalogDamage.offEarth(integer(id))
        }
        return Coordinate(uncheckedLongitude: x.number, latitude: y.number)
    }
}
