internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// Content that no ingest of geocli writes into a catalog. The cause may be a flipped bit or a change by another
/// program.
///
/// The function that reads the content throws this error; `CatalogError` adds the path.
enum CatalogDamage: Error, Equatable {
    /// A row with values that violate the schema's constraints. The words say which row, and what is wrong.
    case row(Words)
    /// A missing table, index or view of ours, or one that differs from its definition in `Schema`. The text is its
    /// name.
    case definition(String)
    /// A trigger, which geocli never makes. It could change what an ingest writes. The text is its name.
    case trigger(String)
    case placeIndex(node: Int64)
    /// A damaged block of the index of pieces; the places are not affected.
    case searchIndex
    /// Damaged outlines of districts, and what is wrong with them; the places are not affected.
    case outlines(Words)
    /// A damaged base map, and what is wrong with it; the places are not affected.
    case ground(Words)

    /// Damaged issues, corrections or acts of people, and what is wrong with them. The places are not affected, but an
    /// ingest can't bring back what people decided.
    case decisions(Words)

    var detail: Words {
        switch self {
        case .row(let detail), .outlines(let detail), .ground(let detail), .decisions(let detail): detail
        case .definition(let name):
            Words(
                en: "the definition of \(name) is not the one that this geocli creates",
                ko: "\(name)의 정의가 이 geocli가 만드는 것과 다릅니다")
        case .trigger(let name):
            Words(en: "the trigger \(name) was not created by geocli", ko: "트리거 \(name)\(.topic) geocli가 만든 것이 아닙니다")
        case .placeIndex(let node): Words(en: "node \(node) of the index of points", ko: "위치 색인의 노드 \(node)")
        case .searchIndex:
            Words(en: "a block of the search index can't be read", ko: "검색 색인의 블록을 읽을 수 없습니다")
        }
    }

    static func isReported(by error: any Error) -> Bool {
        if error is CatalogDamage || error is UnexpectedValue { return true }
        return (error as? DatabaseError)?.code == SQLITE_CORRUPT
    }

    /// - Throws: `.decisions` if the numbers of issues or corrections are used up.
    static func number(after last: Int64) throws -> Int64 {
        let next = last.addingReportingOverflow(1)
        guard !next.overflow else {
            throw decisions(
                Words(
                    en: "an issue or a correction has the number \(last)", ko: "이슈나 정정의 번호가 \(last)입니다"))
        }
        return next.partialValue
    }

    /// Returns the result of `body`, which reads an issue or a correction. If `body` finds a damaged row, throws
    /// `.decisions` with a message that names the `subject`.
    static func ofDecisions<Result>(about subject: Words, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch CatalogDamage.row(let detail) {
            guard !detail.en.contains(subject.en) else { throw CatalogDamage.decisions(detail) }
            throw CatalogDamage.decisions(
                Words(en: "\(subject.en): \(detail.en)", ko: "\(subject.ko): \(detail.ko)"))
        }
    }

    /// Returns the result of `body`. If `body` throws `.decisions`, calls `onDamage` with what is wrong, and returns
    /// nil.
    /// - Throws: the errors of `body`, but `.decisions` only if `onDamage` is nil.
    static func skipping<Result>(_ onDamage: ((Words) -> Void)?, _ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch CatalogDamage.decisions(let detail) {
            guard let onDamage else { throw CatalogDamage.decisions(detail) }
            onDamage(detail)
            return nil
        }
    }

    static func half(_ id: Int64, hasLatitude: Bool) -> CatalogDamage {
        let half = halves(hasLatitude: hasLatitude)
        return row(
            Words(
                en: "place \(id) has only a \(half.there.en); its \(half.missing.en) is missing",
                ko: "\(id)번 장소에 \(half.there.ko)만 있고 \(half.missing.ko)\(.subject) 없습니다"))
    }

    static func half(landmark ref: String, hasLatitude: Bool) -> CatalogDamage {
        let half = halves(hasLatitude: hasLatitude)
        return row(
            Words(
                en: "the landmark \(ref) has only a \(half.there.en); its \(half.missing.en) is missing",
                ko: "기준점 \(ref)에 \(half.there.ko)만 있고 \(half.missing.ko)\(.subject) 없습니다"))
    }

    private static func halves(hasLatitude: Bool) -> (there: Words, missing: Words) {
        let (latitude, longitude) = (Words(en: "latitude", ko: "위도"), Words(en: "longitude", ko: "경도"))
        return hasLatitude ? (latitude, longitude) : (longitude, latitude)
    }

    /// The error for bytes that this process stored in a temporary file and can't read again.
    static var lostBlock: CatalogDamage {
        row(Words(en: "a block of a temporary file is missing", ko: "임시 파일에서 블록이 사라졌습니다"))
    }

    static func offEarth(_ id: Int64) -> CatalogDamage {
        row(Words(en: "the latitude or longitude of place \(id) is out of range", ko: "\(id)번 장소의 위도나 경도가 범위를 벗어났습니다"))
    }

    static func offEarth(landmark ref: String) -> CatalogDamage {
        row(
            Words(
                en: "the latitude or longitude of the landmark \(ref) is out of range",
                ko: "기준점 \(ref)의 위도나 경도가 범위를 벗어났습니다"))
    }

    /// - Throws: `CatalogDamage` for a text that no run could have written.
    static func point(_ text: String) throws -> Coordinate {
        guard let point = PointText.point(text) else {
            throw row(
                Words(
                    en: "the history has a point that is not valid: \"\(text)\"",
                    ko: "이력에 올바르지 않은 좌표가 있습니다: \"\(text)\""))
        }
        return point
    }
}

/// The only functions that read a catalog's values. They throw `CatalogDamage` for a value that no ingest of geocli can
/// have written, so later code need not check the values.
///
/// SQLite checks constraints only when it writes, so it misses a flipped bit or a change by another program. Columns
/// are counted from 0, as in SQLite.
extension Statement {
    func placeID(_ column: Int32) throws -> Int64 {
        let id = sqliteType(column) == SQLITE_INTEGER ? integer(column) : 0
        guard DocumentNumber.ids.contains(id) else {
            throw CatalogDamage.row(
                Words(en: "a place has the id \(text(column) ?? "null")", ko: "번호가 \(text(column) ?? "null")인 장소가 있습니다")
            )
        }
        return id
    }

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

    func moment(_ column: Int32) throws -> SeoulTime {
        guard let moment = text(column).flatMap(SeoulTime.init(timestamp:)) else {
            throw CatalogDamage.row(
                Words(
                    en: "a run or page has the time \"\(text(column) ?? "null")\"",
                    ko: "실행이나 페이지의 시각이 \"\(text(column) ?? "null")\"입니다"))
        }
        return moment
    }

    /// Returns a text that must not be null; it may be empty. `what` names the table and the column, for the message.
    func required(_ column: Int32, _ what: StaticString) throws -> String {
        guard let text = text(column) else {
            throw CatalogDamage.row(
                Words(en: "\(what) is missing", ko: "\(what) 값이 없습니다"))
        }
        return text
    }

    /// Returns a text that must be neither null nor empty.
    func filled(_ column: Int32, _ what: StaticString) throws -> String {
        let text = try required(column, what)
        guard !text.isEmpty else {
            throw CatalogDamage.row(Words(en: "\(what) is empty", ko: "\(what) 값이 비어 있습니다"))
        }
        return text
    }

    /// - Parameter id: the column of the place's id, for the message.
    func kind(_ column: Int32, id: Int32) throws -> Kind {
        guard let kind = lent(column).flatMap({ Kind(bytes: $0.bytes) }) else {
            throw CatalogDamage.row(
                Words(en: "place \(integer(id)) has no kind", ko: "\(integer(id))번 장소에 종류가 없습니다"))
        }
        return kind
    }

    /// Returns the point of a place; nil if both columns are null.
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
