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

    /// Whether rows can be encoded in pieces, by several threads. The rows of a table can't, because the widths of its
    /// columns depend on all rows. The rows of a GeoPackage can't either, because SQLite writes them.
    public var comesInPieces: Bool {
        switch self {
        case .json, .ndjson, .csv, .tsv, .geojson, .geojsonseq: true
        case .table, .gpkg, .kml: false
        }
    }
}
