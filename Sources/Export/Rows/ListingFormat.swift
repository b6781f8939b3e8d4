internal import GeocliGeo
public import GeocliText

/// A format of a listing, with all that differs from format to format: a further one is a case here and its encoder.
public enum ListingFormat: String, Sendable, CaseIterable {
    case table, json, ndjson, csv, tsv, geojson, geojsonseq, gpkg, kml

    /// The formats of every listing.
    public static let listings: [ListingFormat] = [.table, .json, .ndjson, .csv, .tsv, .geojson, .geojsonseq]

    /// The formats of rows that have no position on a map.
    public static let tables: [ListingFormat] = [.table, .json, .ndjson, .csv, .tsv]

    /// The formats of files for map tools.
    public static let mapFiles: [ListingFormat] = [.geojson, .geojsonseq, .csv, .tsv, .gpkg, .kml]

    /// Makes the format of a path's extension; nil for an extension without one.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let ending = path[dot...].dropFirst().lowercased()
        guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
        self = format
    }

    /// The extensions of its files, in lower case; the first is the usual one.
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

    /// Whether a row's bytes depend on no row before it, so that several threads can write rows.
    public var hasIndependentRows: Bool {
        switch self {
        case .ndjson, .csv, .tsv: true
        case .table, .json, .geojson, .geojsonseq, .gpkg, .kml: false
        }
    }

    /// Makes the encoder of rows with these columns.
    ///
    /// - Precondition: the format is one of `listings`; a `MapDocument` writes GeoPackage and KML.
    func encoder(keys: [String], titles: [String], _ options: ListingOptions) -> any RowEncoder {
        switch self {
        case .table:
            options.isSingle
                ? SheetRows(titles: titles)
                : TableRows(zip(keys, titles).map { TableColumn(key: $0, title: $1) }, options)
        case .json: JSONRows(keys: keys, form: options.isSingle ? .single : .array)
        case .ndjson: JSONRows(keys: keys, form: .lines)
        case .csv: DelimitedRows(keys: keys, csv: options)
        case .tsv: DelimitedRows(keys: keys, tsv: options)
        case .geojson: GeoJSONRows(keys: keys, form: .collection, provenance: options.provenance)
        case .geojsonseq:
            GeoJSONRows(keys: keys, form: .sequence, hasRecordSeparators: options.hasRecordSeparators)
        case .gpkg, .kml: preconditionFailure("\(self) is a MapDocument's")
        }
    }
}

/// The options for writing a listing.
public struct ListingOptions: Sendable {
    /// The format.
    public var format = ListingFormat.ndjson
    /// The keys to write, in this order; nil for the format's own choice.
    public var fields: [String]?
    /// Whether the row is written alone, without a list around it.
    public var isSingle = false
    /// Whether text that looks like a formula is left as it is in CSV.
    public var isRaw = false
    /// Whether CSV and TSV get a byte order mark and CRLF.
    public var isForExcel = false
    /// Whether each Feature of a sequence begins with a record separator (RFC 8142).
    public var hasRecordSeparators = false
    /// The language of the titles.
    public var language = Language.english
    /// The width of the terminal that a table must fit, in columns; nil for tables with all columns and one line for
    /// each row.
    public var terminalColumns: Int?
    /// Whether the bytes go to a terminal, where a row of CSV must be one line.
    var isTerminal = false
    /// Whether a table has colours.
    public var isStyled = false
    /// Whether a table without rows is left out, its heading too.
    public var isQuiet = false
    /// Foreign members of a FeatureCollection that state the origin of the data.
    public var provenance: [JSONValue.Member] = []
    /// The origin of the data, for GeoPackage and KML.
    public var sources: [SourceStatement] = []

    /// Makes options for JSON lines with all columns.
    public init() {}

    /// Returns the same options for output to `file`.
    public func reaching(_ file: OutputFile) -> ListingOptions {
        var options = self
        options.isTerminal = file.isTerminal
        return options
    }
}

/// A name in `--fields` that the listing has no column for.
public struct UnknownFieldError: ExplainedError, Equatable {
    /// The name.
    public let field: String
    /// The names of all columns.
    public let known: [String]

    /// What happened and what to try.
    public var words: Words {
        Words(
            en:
                "--fields: there is no field \"\(DisplayText.singleLine(field))\"; choose from \(known.joined(separator: ", "))",
            ko: "--fields: \"\(DisplayText.singleLine(field))\" 필드는 없습니다; \(known.joined(separator: ", ")) 가운데 고르세요")
    }
}
