public import GeocliGeo
public import GeocliText

/// A format of a listing, with everything that differs between formats. A new format needs a case here and an encoder.
public enum ListingFormat: String, Sendable, CaseIterable {
    case table, json, ndjson, csv, tsv, geojson, geojsonseq, gpkg, kml

    /// The formats of every listing.
    public static let listings: [ListingFormat] = [.table, .json, .ndjson, .csv, .tsv, .geojson, .geojsonseq]

    /// The formats of rows that have no position on a map.
    public static let tables: [ListingFormat] = [.table, .json, .ndjson, .csv, .tsv]

    /// The formats of files for map tools.
    public static let mapFiles: [ListingFormat] = [.geojson, .geojsonseq, .csv, .tsv, .gpkg, .kml]

    /// Makes the format for a path's extension; nil if the extension belongs to no format.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let ending = path[dot...].dropFirst().lowercased()
        guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
        self = format
    }

    /// The extensions of the format's files, in lower case; the first is the usual one.
    public var endings: [String] {
        switch self {
        case .table: ["txt"]
        case .json: ["json"]
        case .ndjson: ["ndjson", "jsonl"]
        case .csv: ["csv"]
        case .tsv: ["tsv"]
        case .geojson: ["geojson"]
        case .geojsonseq: ["geojsonseq", "geojsonl", "geojsons", "ndgeojson"]
        case .gpkg: ["gpkg"]
        case .kml: ["kml"]
        }
    }

    /// The media type of an answer of the service.
    public var mediaType: String {
        switch self {
        case .json: "application/json"
        case .geojson: "application/geo+json"
        case .geojsonseq: "application/geo+json-seq"
        case .ndjson: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        case .tsv: "text/tab-separated-values; charset=utf-8"
        case .table: "text/plain; charset=utf-8"
        case .gpkg, .kml: "application/octet-stream"
        }
    }

    /// Whether several threads can encode rows in pieces. The widths of a table's columns depend on all rows, and
    /// SQLite writes the rows of a GeoPackage.
    public var comesInPieces: Bool {
        switch self {
        case .json, .ndjson, .csv, .tsv, .geojson, .geojsonseq: true
        case .table, .gpkg, .kml: false
        }
    }
}

public struct ListingOptions: Sendable {
    public var format = ListingFormat.ndjson
    /// The keys to write, in this order; nil for the format's own choice.
    public var fields: [String]?
    /// Whether each row ends with links that open its place in maps.
    public var hasLinks = false
    /// Whether the row is written alone, without a list around it.
    public var isSingle = false
    /// Whether CSV leaves text that looks like a formula unchanged.
    public var isRaw = false
    /// Whether CSV and TSV get a byte order mark and CRLF.
    public var isForExcel = false
    /// Whether each Feature of a sequence begins with a record separator (RFC 8142).
    public var hasRecordSeparators = false
    /// Whether GeoJSON keeps rows without a point, as Features whose geometry is null.
    public var keepsUnlocated = false
    public var language = Language.english
    /// The width of the terminal that a table must fit; nil for all columns and one line for each row.
    public var terminalColumns: Int?
    /// Whether the bytes go to a terminal, where a row of CSV must be one line.
    var isTerminal = false
    /// Whether a table has colors.
    public var isStyled = false
    /// The map service that the names in a table link to; nil if the terminal shows no hyperlinks.
    public var hyperlinks: MapService?
    /// Whether nothing is written for a table without rows, not even the heading.
    public var isQuiet = false
    /// Foreign members of a FeatureCollection that state the origin of the data.
    public var provenance: [JSONValue.Member] = []
    /// The origin of the data, for GeoPackage and KML.
    package var sources: [SourceStatement] = []

    /// Makes options for JSON lines with all columns.
    public init() {}

    /// Returns the same options, adapted to output to `file`.
    public func reaching(_ file: OutputFile) -> ListingOptions {
        var options = self
        options.isTerminal = file.isTerminal
        return options
    }
}
