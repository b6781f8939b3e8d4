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
}
