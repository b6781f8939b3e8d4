internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Content that no ingest of geocli writes into a catalog. The cause may be a flipped bit or a change by another
/// program.
///
/// The function that reads the content throws this error; `CatalogError` adds the path.
enum CatalogDamage: Error, Equatable {
    /// A row with values that violate the schema's constraints. The words say which row, and what is wrong.
    case row(Words)
    /// A missing table, index or view of ours, or one that differs from its definition in `Schema`. The text is its name.
    case definition(String)
    /// A trigger, which geocli never makes. It could change what an ingest writes. The text is its name.
    case trigger(String)
    /// A damaged node of the index of places.
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

    /// The problem, for messages.
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

    /// Whether an error of SQLite or of geocli reports damaged content.
    static func isMeant(by error: any Error) -> Bool {
        if error is CatalogDamage || error is UnexpectedValue { return true }
        return (error as? DatabaseError)?.code == SQLITE_CORRUPT
    }

    /// Returns the number after the last number of issues or corrections.
    ///
    /// - Throws: `.decisions` if there is none.
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
    ///
    /// - Throws: the errors of `body`, but `.decisions` only if `onDamage` is nil.
    static func sparing<Result>(_ onDamage: ((Words) -> Void)?, _ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch CatalogDamage.decisions(let detail) {
            guard let onDamage else { throw CatalogDamage.decisions(detail) }
            onDamage(detail)
            return nil
        }
    }

    /// Returns the error for a place that has only one of its two coordinates.
    static func half(_ id: Int64, hasLatitude: Bool) -> CatalogDamage {
        let half = halves(hasLatitude: hasLatitude)
        return row(
            Words(
                en: "place \(id) has only a \(half.there.en); its \(half.missing.en) is missing",
                ko: "\(id)번 장소에 \(half.there.ko)만 있고 \(half.missing.ko)\(.subject) 없습니다"))
    }

    /// Returns the error for a landmark that has only one of its two coordinates.
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

    /// Returns the error for a place whose columns are not the coordinates of a point.
    static func offEarth(_ id: Int64) -> CatalogDamage {
        row(Words(en: "the latitude or longitude of place \(id) is out of range", ko: "\(id)번 장소의 위도나 경도가 범위를 벗어났습니다"))
    }

    /// Returns the error for a landmark whose columns are not the coordinates of a point.
    static func offEarth(landmark ref: String) -> CatalogDamage {
        row(
            Words(
                en: "the latitude or longitude of the landmark \(ref) is out of range",
                ko: "기준점 \(ref)의 위도나 경도가 범위를 벗어났습니다"))
    }

    /// Returns the point that a text in the history describes.
    ///
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
