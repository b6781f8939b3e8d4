import GeocliGeo

extension ListingFormat {
    /// Makes the encoder of rows with these columns.
    ///
    /// - Precondition: the format is one of `listings`; a `MapDocument` writes GeoPackage and KML.
    func encoder(keys: [String], titles: [String], _ options: ListingOptions) -> any RowEncoder {
        switch self {
        case .table:
            // Tables may cut a cell, and a link that is cut opens nothing.
            options.isSingle || keys.contains(where: LinkColumns.isLink)
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
