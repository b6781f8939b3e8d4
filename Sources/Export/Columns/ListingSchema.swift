internal import GeocliGeo
public import GeocliPlaces
public import GeocliText

/// A kind of listing: its columns, the columns of its table, and a closure that makes a Feature from a row.
public struct ListingSchema<Row> {
    /// All columns except `furtherColumns` and `links`, in order.
    public private(set) var columns: [Column<Row>]
    /// Columns that are written only if `--fields` names them.
    public var furtherColumns: [Column<Row>] = []
    /// Columns with links that open a row's place in maps. If `ListingOptions.hasLinks` is true, they are written at
    /// the end of each row. If `--fields` names them, they are written at the positions that `--fields` gives them.
    public var links: [Column<Row>] = []
    /// What the places are called.
    public var words = PlaceWords.bookstores
    /// Whether no two rows have the same id, so that a database can use the id as its key.
    public var hasUniqueIDs = true
    /// Whether the rows are areas instead of points.
    public var hasAreas = false
    /// The keys that a table shows by default.
    public private(set) var tableKeys: [String]
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

    /// Returns the same listing, except that its table shows the texts of `words` in the column `key`.
    public func speaking(_ key: String, _ words: @escaping (Row, Language) -> String?) -> ListingSchema {
        var schema = self
        for position in schema.columns.indices where schema.columns[position].key == key {
            schema.columns[position].spoken = words
        }
        return schema
    }

    /// Returns the same listing with one more column.
    func appending(_ column: Column<Row>, inTables: Bool) -> ListingSchema {
        var schema = self
        schema.columns.append(column)
        if inTables { schema.tableKeys.append(column.key) }
        return schema
    }

    /// Returns the same listing, except that its table shows the titles of kinds that only declarations define.
    public func naming(kindsBy words: PlaceWords) -> ListingSchema {
        guard let column = columns.first(where: { $0.key == "kind" }), !words.kinds.allSatisfy(\.isUsual) else {
            return self
        }
        return speaking("kind") { row, language in
            guard let kind = Kind(rawValue: column.value(row).cell), !kind.isUsual else { return nil }
            return words.title(of: kind).text(language)
        }
    }

    /// Returns a function that gives the web address that opens a row's place in a map; nil if the rows have no such
    /// links.
    func address(in map: MapService) -> ((Row) -> String?)? {
        links.first { $0.key == LinkColumns.key(of: map) }.map { column in
            {
                guard case .code(let address) = column.value($0) else { return nil }
                return address
            }
        }
    }

    /// The formats in which the rows can be written.
    public var formats: [ListingFormat] { hasPlaces ? ListingFormat.listings : ListingFormat.tables }

    /// Returns the same listing with `x` and `y` (easting, then northing) instead of latitude and longitude. Latitude
    /// and longitude can still be chosen by name.
    ///
    /// - Units: those of the coordinate system, rounded to a tenth of a millimeter.
    public func projected(by projection: PlaneProjection) -> ListingSchema {
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
