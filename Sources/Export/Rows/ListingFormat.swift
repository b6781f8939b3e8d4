public import GeocliText

/// A form that a listing is written in.
public enum ListingFormat: String, Sendable, CaseIterable {
    case table, json, ndjson, csv, tsv, geojson, geojsonseq, gpkg, kml

    /// The formats of every listing.
    public static let listings: [ListingFormat] = [.table, .json, .ndjson, .csv, .tsv, .geojson, .geojsonseq]

    /// The formats of rows that have no place on a map.
    public static let tables: [ListingFormat] = [.table, .json, .ndjson, .csv, .tsv]

    /// The formats of files for map tools.
    public static let mapFiles: [ListingFormat] = [.geojson, .geojsonseq, .csv, .tsv, .gpkg, .kml]

    /// The format that a file's ending asks for; nil for an ending that asks for none.
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

/// How a listing is written.
public struct ListingOptions: Sendable {
    /// The form.
    public var format = ListingFormat.ndjson
    /// The keys to write, in this order; nil for the format's own choice.
    public var fields: [String]?
    /// Whether one row is all there is, and no list is written around it.
    public var isSingle = false
    /// Whether text that looks like a formula is left as it is in CSV.
    public var isRaw = false
    /// Whether CSV and TSV get a byte order mark and CRLF.
    public var isForExcel = false
    /// Whether each Feature of a sequence begins with a record separator (RFC 8142).
    public var hasRecordSeparators = false
    /// The language of titles.
    public var language = Language.english
    /// The columns of the terminal; nil to cut nothing.
    public var terminalColumns: Int?
    /// Whether the bytes go to a terminal: there a row of CSV is one line.
    var isTerminal = false
    /// Whether a table without rows is left out altogether.
    public var isQuiet = false
    /// Foreign members of a FeatureCollection: where the data comes from.
    public var provenance: [JSONValue.Member] = []
    /// The same for GeoPackage and KML.
    public var sources: [SourceStatement] = []

    /// JSON lines of everything.
    public init() {}

    /// The same for what goes to `file`.
    public func reaching(_ file: OutputFile) -> ListingOptions {
        var options = self
        options.isTerminal = file.isTerminal
        return options
    }
}

/// Names in `--fields` that a listing has no column for.
public struct UnknownFieldError: ExplainedError, Equatable {
    /// The name.
    public let field: String
    /// The names there are.
    public let known: [String]

    /// What happened and what to try.
    public var words: Words {
        Words(
            en:
                "--fields: there is no field \"\(DisplayText.singleLine(field))\"; choose from \(known.joined(separator: ", "))",
            ko: "--fields: \"\(DisplayText.singleLine(field))\" 필드는 없습니다; \(known.joined(separator: ", ")) 가운데 고르세요")
    }
}
