internal import GeocliGeo
public import GeocliText

public struct PointFileError: ExplainedError, Equatable {
    public enum What: Sendable, Equatable {
        case missingColumn(String)
        case columnTwice(String)
        case twoColumns(String, String, role: String)
        /// The first line has values of places where the names of the columns should be.
        case noNames(String)
        case noPoint(String)
        case severalPoints(Int, in: String)
        case noGeometry(String, String)
        case otherSystem(Int)
        case fieldCount(Int, Int)
        case noNumber(String, String)
        /// The row has the names of the columns again.
        case namesAgain
        /// The row has the names of the columns in another order, so the rows after it can't be read.
        case namesInOtherOrder
        case outOfRange(Words)
        case value(column: String, text: String, wanted: Words)
        case noID
    }

    public let name: String
    /// The row, from 1; the line of column names is not counted.
    public let row: Int
    public internal(set) var isFeature = false
    public let what: What

    package init(name: String, row: Int, isFeature: Bool = false, what: What) {
        (self.name, self.row, self.isFeature, self.what) = (name, row, isFeature, what)
    }

    public var exit: ExitStatus { .data }

    /// Returns what `read` returns. An error about a position gets the file and the row.
    package static func located<Result>(
        _ name: String, row: Int, isFeature: Bool, _ read: () throws -> Result
    ) throws -> Result {
        do {
            return try read()
        } catch let error as GeoError {
            throw PointFileError(name: name, row: row, isFeature: isFeature, what: .outOfRange(error.words))
        }
    }

    public var words: Words {
        switch what {
        case .missingColumn(let column):
            return Words(
                en:
                    "\(name) has no column \(column); name the columns of the position with --lat and --lon, or give GeoJSON with points",
                ko: "\(name)에 \(column) 열이 없습니다. --lat와 --lon으로 위치가 있는 열을 지정하거나 점이 있는 GeoJSON 파일을 쓰세요")
        case .columnTwice(let column) where isFeature:
            return at("has \(column) twice; keep only one", "에 \(column)\(.subject) 두 번 있습니다. 하나만 남기세요")
        case .columnTwice(let column):
            return Words(
                en: "\(name) has column \(column) twice; remove or rename one",
                ko: "\(name)에 \(column) 열이 두 번 있습니다. 하나만 남기거나 이름을 바꾸세요")
        case .twoColumns(let first, let second, let role):
            let words = PointColumns.words(two: first, second, role: role)
            return Words(en: "\(name): \(words.en)", ko: "\(name): \(words.ko)")
        case .noNames(let first):
            return Words(
                en:
                    "\(name) has no names of columns: its first line has values (\(first)); add a line of names before it, such as id,name,latitude,longitude",
                ko: "\(name)에 열 이름이 없습니다. 첫 줄에 값이 있습니다(\(first)). 그 앞에 id,name,latitude,longitude 같은 열 이름 줄을 넣으세요")
        case .noPoint(let type):
            return at("is a \(type), not a point; use only points", ": 점이 아니라 \(type)입니다. 점만 쓸 수 있습니다")
        case .severalPoints(let count, let type):
            return at(
                "is a \(type) with \(count) positions, not one point; split it: ogr2ogr -explodecollections NEW.geojson OLD.geojson",
                ": 한 점이 아니라 좌표가 \(count)개인 \(type)입니다. 나누세요: ogr2ogr -explodecollections 새파일.geojson 파일.geojson")
        case .noGeometry(let column, let text):
            let shown = DisplayText.shown(text, columns: 40)
            return at(
                "has a \(column) that is not a point: \(shown); write it like POINT(126.9 37.5)",
                "의 \(column) 값이 점이 아닙니다: \(shown). POINT(126.9 37.5)처럼 쓰세요")
        case .otherSystem(let system):
            return at(
                "states SRID=\(system), but positions must be in degrees (EPSG:4326); convert them, in PostGIS with ST_Transform(geom, 4326)",
                "에 SRID=\(system)\(.subject) 적혀 있습니다. 좌표는 도 단위(EPSG:4326)여야 하니 변환하세요(PostGIS에서는 ST_Transform(geom, 4326))"
            )
        case .fieldCount(let found, let wanted):
            return at(
                "has \(EnglishNoun.counted(found, "field", "fields")), but the header has \(wanted)",
                "의 필드가 \(found)개입니다(머리글은 \(wanted)개)")
        case .namesAgain:
            return at(
                "has the names of the columns again, as where two files were joined; delete this line",
                "에 열 이름이 또 있습니다. 파일 두 개를 이어 붙인 듯하니 그 줄을 지우세요")
        case .namesInOtherOrder:
            return at(
                "has the names of the columns again, in another order; make a file of each part",
                "에 열 이름이 다른 순서로 또 있습니다. 그 줄에서 파일을 나누세요")
        case .noNumber(let column, let text):
            let shown = DisplayText.shown(text, columns: 40)
            return at(
                "has a \(column) that is not a number: \"\(shown)\"", "의 \(column)\(.subject) 숫자가 아닙니다: \"\(shown)\"")
        case .outOfRange(let words): return at("has no valid position: \(words.en)", ": \(words.ko)")
        case .value(let column, let text, let wanted):
            let shown = DisplayText.shown(text, columns: 40)
            return at("has \(column) \"\(shown)\"; \(wanted.en)", "의 \(column) 값이 \"\(shown)\"입니다. \(wanted.ko)")
        case .noID where isFeature:
            return at("has no id; give each feature its own id", "에 id가 없습니다. 피처마다 고유한 id를 쓰세요")
        case .noID: return at("has no id; give each row its own id", "에 id가 없습니다. 행마다 고유한 id를 쓰세요")
        }
    }

    private func at(_ en: String, _ ko: String) -> Words {
        Words(
            en: "\(isFeature ? "feature" : "row") \(row) of \(name) \(en)",
            ko: isFeature ? "\(name)의 피처 \(row)\(ko)" : "\(name) \(row)행\(ko)")
    }
}
