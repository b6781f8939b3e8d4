internal import Geo
internal import Text

/// Writes the rows of a listing in any format, one by one; memory does not grow with their number.
public final class ListingWriter<Row> {
    /// Rows given.
    public private(set) var rowCount = 0
    /// Rows that a map file left out because they have no point.
    public private(set) var withoutPointCount = 0
    private let columns: [Column<Row>]
    private let feature: (Row) -> FeatureParts
    private let needsPoint: Bool
    private var encoder: any RowEncoder
    private let sink: ByteSink

    /// A writer into `sink`.
    ///
    /// - Throws: `UnknownFieldError` for a key that the listing has no column for.
    public init(_ schema: ListingSchema<Row>, _ options: ListingOptions, into sink: ByteSink) throws {
        let keys = options.fields ?? (options.format == .table && !options.isSingle ? schema.tableKeys : nil)
        columns = try keys.map { try Self.columns(schema.columns, named: $0) } ?? schema.columns
        feature = schema.feature
        needsPoint = options.format == .geojson || options.format == .geojsonseq
        encoder = Self.encoder(columns, options)
        self.sink = sink
        encoder.begin(into: &sink.bytes)
    }

    /// Writes one row.
    public func write(_ row: Row) throws {
        rowCount += 1
        let parts = needsPoint ? feature(row) : nil
        if let parts, parts.place == nil {
            withoutPointCount += 1
            return
        }
        encoder.row(columns.map { $0.value(row) }, parts, into: &sink.bytes)
        try sink.flushIfFull()
    }

    /// Writes what closes the document.
    public func finish() throws {
        encoder.end(into: &sink.bytes)
        try sink.flushIfFull()
    }

    private static func columns(_ all: [Column<Row>], named keys: [String]) throws -> [Column<Row>] {
        var seen: Set<String> = []
        // A key that stands twice would be twice in one object.
        return try keys.filter { seen.insert($0).inserted }.map { key in
            guard let column = all.first(where: { $0.key == key }) else {
                throw UnknownFieldError(field: key, known: all.map(\.key))
            }
            return column
        }
    }

    private static func encoder(_ columns: [Column<Row>], _ options: ListingOptions) -> any RowEncoder {
        let keys = columns.map(\.key)
        let titles = columns.map { $0.title.text(options.language) }
        return switch options.format {
        case .table:
            options.isSingle
                ? SheetRows(titles: titles)
                : TableRows(
                    titles: titles, terminalColumns: options.terminalColumns, isQuiet: options.isQuiet)
        case .json: JSONRows(keys: keys, form: options.isSingle ? .single : .array)
        case .ndjson: JSONRows(keys: keys, form: .lines)
        case .csv: DelimitedRows(keys: keys, csv: options)
        case .tsv: DelimitedRows(tsvKeys: keys)
        case .geojson: GeoJSONRows(keys: keys, form: .collection, provenance: options.provenance)
        case .geojsonseq: GeoJSONRows(keys: keys, form: .sequence, provenance: [])
        }
    }
}
