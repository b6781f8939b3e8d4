internal import GeocliGeo
internal import GeocliText

extension ListingFormat {
    /// Makes the encoder of rows with these columns.
    ///
    /// - Precondition: the format is one of `listings`; a `MapDocument` writes GeoPackage and KML.
    func encoder(keys: [String], titles: [String], _ options: ListingOptions) -> any RowEncoder {
        switch self {
        case .table:
            table(zip(keys, titles).map { TableColumn(key: $0, title: $1, language: options.language) }, options)
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

    /// Makes the encoder for a table. A row with links is written with one value on each line, because a table may cut
    /// a cell, and a link that is cut does not open.
    private func table(_ columns: [TableColumn], _ options: ListingOptions) -> any RowEncoder {
        options.isSingle || columns.contains { LinkColumns.isLink($0.key) }
            ? SheetRows(columns) : TableRows(columns, options)
    }
}

extension ListingWriter {
    /// Makes a writer that writes into `sink`.
    ///
    /// - Precondition: the format is one of `ListingFormat.listings`; a `MapDocument` writes GeoPackage and KML.
    /// - Throws: `PlainError` for a key that is not a column of the listing.
    public convenience init(_ schema: ListingSchema<Row>, _ options: ListingOptions, into sink: ByteSink) throws {
        try self.init(schema, options) { columns in
            let titles = columns.map { $0.title.text(options.language) }
            return EncodedRows(
                options.format.encoder(keys: columns.map(\.key), titles: titles, options), into: sink)
        }
    }
}
