public import GeocliText

/// A format of a listing.
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
        switch path[dot...].dropFirst().lowercased() {
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        case "csv": self = .csv
        case "tsv": self = .tsv
        case "geojson": self = .geojson
        case "geojsonseq", "geojsonl", "geojsons", "ndgeojson": self = .geojsonseq
        case "txt": self = .table
        case "gpkg": self = .gpkg
        case "kml": self = .kml
        default: return nil
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
    /// The width of the terminal in columns; nil to cut nothing.
    public var terminalColumns: Int?
    /// Whether the bytes go to a terminal, where a row of CSV must be one line.
    var isTerminal = false
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
