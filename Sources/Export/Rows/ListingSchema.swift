public import GeocliGeo
package import GeocliPlaces
public import GeocliProjection
public import GeocliText

/// A kind of listing: its columns, the columns of its table, and a closure that makes a Feature from a row.
package struct ListingSchema<Row> {
    /// All columns except `furtherColumns` and `links`, in order.
    package private(set) var columns: [Column<Row>]
    /// Columns that are written only if `--fields` names them.
    package var furtherColumns: [Column<Row>] = []
    /// Columns with links that open a row's place in maps: at the end of each row if `ListingOptions.hasLinks`, and
    /// where `--fields` names them.
    package var links: [Column<Row>] = []
    /// What the places are called.
    package var words = PlaceWords.bookstores
    /// Whether no two rows have the same id, so that a database can use the id as its key.
    package var hasUniqueIDs = true
    /// Whether the rows are areas instead of points.
    package var hasAreas = false
    /// The keys that a table shows by default.
    package private(set) var tableKeys: [String]
    let feature: (Row) -> FeatureParts
    private let hasPlaces: Bool
    /// The projection to the coordinate system of the output; nil for longitude and latitude.
    var projection: PlaneProjection?

    package init(columns: [Column<Row>], tableKeys: [String], feature: @escaping (Row) -> FeatureParts) {
        self.columns = columns
        self.tableKeys = tableKeys
        self.feature = feature
        hasPlaces = true
    }

    /// Makes a kind of listing whose rows have no position on a map.
    package init(columns: [Column<Row>], tableKeys: [String]) {
        self.columns = columns
        self.tableKeys = tableKeys
        feature = { _ in FeatureParts(id: nil, coordinate: nil) }
        hasPlaces = false
    }

    /// Returns the same listing, except that its table shows the texts of `words` in the column `key`.
    package func speaking(_ key: String, _ words: @escaping (Row, Language) -> String?) -> ListingSchema {
        var schema = self
        for position in schema.columns.indices where schema.columns[position].key == key {
            schema.columns[position].spoken = words
        }
        return schema
    }

    func appending(_ column: Column<Row>, inTables: Bool) -> ListingSchema {
        var schema = self
        schema.columns.append(column)
        if inTables { schema.tableKeys.append(column.key) }
        return schema
    }

    /// Returns the same listing, except that its table shows the titles of kinds that only declarations define.
    package func naming(kindsBy words: PlaceWords) -> ListingSchema {
        guard let column = columns.first(where: { $0.key == "kind" }), !words.kinds.allSatisfy(\.isUsual) else {
            return self
        }
        return speaking("kind") { row, language in
            guard let kind = Kind(rawValue: column.value(row).cell), !kind.isUsual else { return nil }
            return words.title(of: kind).text(language)
        }
    }

    /// The formats in which the rows can be written.
    package var formats: [ListingFormat] { hasPlaces ? ListingFormat.listings : ListingFormat.tables }

    /// Returns the same listing with `x` and `y` (easting, then northing, in the units of the system, rounded to a
    /// tenth of a millimeter) instead of latitude and longitude, which can still be chosen by name.
    package func projected(by projection: PlaneProjection) -> ListingSchema {
        var columns: [Column<Row>] = []
        var further = furtherColumns
        for column in self.columns {
            let isLatitude = column.key.hasSuffix("latitude")
            guard isLatitude || column.key.hasSuffix("longitude") else {
                columns.append(column)
                continue
            }
            further.append(column)
            guard isLatitude else { continue }
            let prefix = String(column.key.dropLast("latitude".count))
            guard let partner = self.columns.first(where: { $0.key == "\(prefix)longitude" }) else { continue }
            columns += Self.plane(prefix, latitude: column, longitude: partner, projection)
        }
        var schema = ListingSchema(columns: columns, tableKeys: tableKeys, feature: feature)
        schema.furtherColumns = further
        schema.links = links
        schema.hasUniqueIDs = hasUniqueIDs
        schema.hasAreas = hasAreas
        schema.projection = projection
        return schema
    }

    private static func plane(
        _ prefix: String, latitude: Column<Row>, longitude: Column<Row>, _ projection: PlaneProjection
    ) -> [Column<Row>] {
        func value(_ row: Row, _ axis: KeyPath<(x: Double, y: Double), Double>) -> OutputValue {
            guard case .degrees(let north) = latitude.value(row), case .degrees(let east) = longitude.value(row)
            else { return .null }
            let coordinate = Coordinate(uncheckedLongitude: east, latitude: north)
            guard let position = projection.position(of: coordinate) else { return .null }
            return .number(projection.rounded(position[keyPath: axis]))
        }
        return [
            Column("\(prefix)x", en: "easting", ko: "동쪽 좌표", type: .number, orNull: true) { value($0, \.x) },
            Column("\(prefix)y", en: "northing", ko: "북쪽 좌표", type: .number, orNull: true) { value($0, \.y) },
        ]
    }
}

/// A column of a listing: its key, its title, the type of its values, and a closure that reads its value from a row.
public struct Column<Row> {
    /// The key in JSON, CSV and `--fields`. It never changes.
    public let key: String
    public let title: Words
    /// The JSON type of its values.
    package let shape: ValueShape
    public let isOptional: Bool
    /// The meaning of its values in one English sentence, for the JSON Schema.
    package let about: String
    let value: (Row) -> OutputValue
    /// Returns the text that a table in this language shows instead of the value; nil to show the value.
    var spoken: ((Row, Language) -> String?)?

    package init(
        _ key: String, en: String, ko: String, type: ValueShape = .text, orNull: Bool = false, about: String = "",
        value: @escaping (Row) -> OutputValue
    ) {
        self.key = key
        shape = type
        isOptional = orNull
        self.about = about
        title = Words(en: en, ko: ko)
        self.value = value
    }

    /// The type of its values, for formats that declare types.
    public var type: ColumnType { shape.columnType }

    func spoken(in language: Language) -> (Row) -> OutputValue {
        guard let spoken else { return value }
        return { row in spoken(row, language).map(OutputValue.text) ?? value(row) }
    }

    /// Returns the same column for a row type that wraps this one.
    public func of<Outer>(_ inner: @escaping (Outer) -> Row) -> Column<Outer> {
        Column<Outer>(key, en: title.en, ko: title.ko, type: shape, orNull: isOptional, about: about) {
            value(inner($0))
        }
    }

    /// Returns the columns for the latitude and the longitude of a row's point; `north` and `east` are their meanings.
    public static func position(
        north: String = "", east: String = "", orNull: Bool = true, of point: @escaping (Row) -> Coordinate?
    ) -> [Column<Row>] {
        [
            Column("latitude", en: "latitude", ko: "위도", type: .number, orNull: orNull, about: north) {
                point($0).map { .degrees($0.latitude) } ?? .null
            },
            Column("longitude", en: "longitude", ko: "경도", type: .number, orNull: orNull, about: east) {
                point($0).map { .degrees($0.longitude) } ?? .null
            },
        ]
    }
}

/// The type of a column's values, for formats that have types.
public enum ColumnType: Sendable {
    /// Any text, including the JSON of lists and objects.
    case text
    case integer
    case number
    case flag
    /// A day in the form `YYYY-MM-DD`.
    case date
}

extension ValueShape {
    /// The type for formats that declare only simple types. A shape without a simple type becomes text.
    var columnType: ColumnType {
        switch self {
        case .integer: .integer
        case .number: .number
        case .flag: .flag
        case .date: .date
        default: .text
        }
    }
}

/// The parts of a Feature other than its properties. Every row has one, and it is passed on several times, so the usual
/// parts are plain numbers, and the rare ones are in an object that most rows lack.
package struct FeatureParts {
    /// The position of a point; nil for an area, and for a Feature without a position.
    let coordinate: Coordinate?
    let minZoom: Int?
    /// The id if it is a whole number, in any spelling; nil for other ids.
    let number: Int64?
    private let others: Others?

    private final class Others {
        let id: JSONValue?
        let area: MultiPolygon?
        let address: String?

        init(id: JSONValue?, area: MultiPolygon? = nil, address: String? = nil) {
            self.id = id
            self.area = area
            self.address = address
        }
    }

    /// The web address that opens the row's place in a map, for a table with hyperlinks.
    var address: String? { others?.address }

    var id: JSONValue? { others?.id ?? number.map { .number(String($0)) } }

    /// The id if it is a whole number in its usual spelling; nil for other ids.
    var plainNumber: Int64? { others == nil ? number : nil }

    var area: MultiPolygon? { others?.area }

    var place: FeatureWriter.Shape? { coordinate.map(FeatureWriter.Shape.point) ?? area.map(FeatureWriter.Shape.area) }

    var hasPlace: Bool { coordinate != nil || area != nil }

    /// Makes the parts of a Feature that is a point or has no position, and whose id is a number.
    package init(id: Int64, coordinate: Coordinate?) {
        number = id
        self.coordinate = coordinate
        minZoom = nil
        others = nil
    }

    /// Makes the parts of an answer to one of several questions. A place may answer many of them, so its own id would not
    /// be unique. GDAL needs a whole number: with any other id, it takes the property `id` for the number of the row.
    package init(query: Int, rank: Int, coordinate: Coordinate?) {
        self.init(id: Int64(query) * Self.maximumRanks + Int64(rank), coordinate: coordinate)
    }

    /// More than a catalog has places. Ids stay below 2^53 for hundreds of millions of questions.
    private static let maximumRanks: Int64 = 10_000_000

    /// A Feature that is a point or has no position. `minZoom` becomes the foreign member that tippecanoe reads.
    package init(id: JSONValue?, coordinate: Coordinate?, minZoom: Int? = nil) {
        number = Self.number(of: id)
        others = id == number.map { .number(String($0)) } ? nil : Others(id: id)
        self.coordinate = coordinate
        self.minZoom = minZoom
    }

    package init(id: JSONValue?, area: MultiPolygon) {
        number = Self.number(of: id)
        others = Others(id: id, area: area)
        coordinate = nil
        minZoom = nil
    }

    init(address: String?) {
        number = nil
        others = Others(id: nil, address: address)
        coordinate = nil
        minZoom = nil
    }

    private static func number(of id: JSONValue?) -> Int64? {
        guard case .number(let text) = id else { return nil }
        return Int64(text)
    }
}

/// Transforms points to the coordinate system of their file. It is a class so that the columns and the geometry of a
/// row can share the last result.
public final class PlaneProjection {
    public let crs: CRS
    public let description: CRSDescription
    private let transform: CoordinateTransform
    private var last: (coordinate: Coordinate, position: (x: Double, y: Double)?)?

    /// Throws `ProjectionError` in the same cases as `CoordinateTransform` and `CRSDescription`.
    public init(to crs: CRS) throws(ProjectionError) {
        self.crs = crs
        transform = try CoordinateTransform(from: crs)
        description = try CRSDescription(of: crs)
    }

    /// Easting or longitude first in every system, in its units, not rounded; nil if the system has no such position.
    func position(of coordinate: Coordinate) -> (x: Double, y: Double)? {
        if let last, last.coordinate == coordinate { return last.position }
        // A point far outside the system's area of use has no position in the system.
        let position = try? transform.position(of: coordinate)
        last = (coordinate, position)
        return position
    }

    /// Returns `value` rounded to a tenth of a millimeter: 4 decimals on a plane, 9 in degrees.
    func rounded(_ value: Double) -> Double {
        let unit = description.isGeographic ? 1e9 : 1e4
        return (value * unit).rounded() / unit
    }
}
