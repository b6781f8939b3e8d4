public import GeocliGeo
public import GeocliText

/// A column of a listing: its key, its title for people, what its values are, and the source of its value.
public struct Column<Row> {
    /// The key in JSON, CSV and `--fields`; never changes.
    public let key: String
    /// The title in tables.
    public let title: Words
    /// The JSON of its values.
    public let shape: ValueShape
    /// Whether a value can be null.
    public let isOptional: Bool
    /// What it is, in one English sentence; for the JSON Schema.
    public let about: String
    let value: (Row) -> OutputValue

    /// Makes a column.
    public init(
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

    /// Returns the same column for rows that contain such a row.
    public func of<Outer>(_ inner: @escaping (Outer) -> Row) -> Column<Outer> {
        Column<Outer>(key, en: title.en, ko: title.ko, type: shape, orNull: isOptional, about: about) {
            value(inner($0))
        }
    }
}

/// The type of a column's values, for formats that have types.
public enum ColumnType: Sendable {
    case text
    case integer
    case number
    case flag
    /// `YYYY-MM-DD`.
    case date
}

/// A kind of listing: its columns, those that a table shows, and the conversion of a row to a Feature.
public struct ListingSchema<Row> {
    /// All columns, in order.
    public let columns: [Column<Row>]
    /// Columns that are written only if `--fields` names them.
    public var furtherColumns: [Column<Row>] = []
    /// Columns of links that open a row's place in maps. They are written at the end of each row if
    /// `ListingOptions.hasLinks` asks for them, or where `--fields` names them.
    public var links: [Column<Row>] = []
    /// Whether no two rows have the same id, so that a database can use it as its key.
    public var hasUniqueIDs = true
    /// The keys that a table shows unless others are asked for.
    public let tableKeys: [String]
    let feature: (Row) -> FeatureParts
    /// Whether a row can have a position on a map.
    private let hasPlaces: Bool
    /// The projection to the coordinate system of the output; nil for longitude and latitude.
    var projection: PlaneProjection?

    /// Makes a kind of listing.
    public init(columns: [Column<Row>], tableKeys: [String], feature: @escaping (Row) -> FeatureParts) {
        self.columns = columns
        self.tableKeys = tableKeys
        self.feature = feature
        hasPlaces = true
    }

    /// Makes a kind of listing whose rows have no position on a map.
    public init(columns: [Column<Row>], tableKeys: [String]) {
        self.columns = columns
        self.tableKeys = tableKeys
        feature = { _ in FeatureParts(id: nil, coordinate: nil) }
        hasPlaces = false
    }

    /// The formats in which its rows can be written.
    public var formats: [ListingFormat] { hasPlaces ? ListingFormat.listings : ListingFormat.tables }
}

/// The parts of a Feature other than its properties.
public struct FeatureParts {
    let id: JSONValue?
    let place: FeatureWriter.Shape?
    let minZoom: Int?

    /// Its position, if it is a point.
    var coordinate: Coordinate? {
        guard case .point(let coordinate) = place else { return nil }
        return coordinate
    }

    /// The id, if it is a whole number.
    var number: Int64? {
        guard case .number(let text) = id else { return nil }
        return Int64(text)
    }

    /// Makes the parts of one Feature. `minZoom` becomes the foreign member that tippecanoe reads.
    public init(id: JSONValue?, coordinate: Coordinate?, minZoom: Int? = nil) {
        self.id = id
        place = coordinate.map(FeatureWriter.Shape.point)
        self.minZoom = minZoom
    }

    /// Makes the parts of a Feature that is an area.
    public init(id: JSONValue?, area: MultiPolygon) {
        self.id = id
        place = .area(area)
        minZoom = nil
    }
}
