internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// Reads the parameters that several questions share. Each parameter means what the option of the same name means.
extension Asked {
    /// Returns the words of the filter.
    func filterWords() throws -> FilterWords {
        var words = FilterWords(.parameter)
        words.kind = parameters.all("kind")
        words.district = parameters.all("district")
        words.has = parameters.all("has")
        words.feed = parameters.all("feed")
        words.match = try parameters.one("match")
        words.includeClosed = try parameters.flag("include-closed")
        return words
    }

    /// Returns the filter, and adds a note about how its text was read.
    func filter() throws -> PlaceFilter {
        let filter = try filterWords().filter(in: catalog)
        notes.add(filter.text?.note)
        return filter
    }

    /// Returns whether rows of several feeds that are the same shop are shown as one row.
    func shops() throws -> ShopRows {
        try ShopRows(catalog, isUnique: try parameters.flag("unique"), preferring: settings.preferredFeeds, .parameter)
    }

    /// Returns the order of the rows; nil for the usual order of the listing.
    func order(withoutDistance hint: Words?) throws -> PlaceOrder? {
        try PlaceOrder(
            try parameters.one("sort"), isReversed: try parameters.flag("reverse"), withoutDistance: hint, .parameter)
    }

    /// Returns the number of `limit`; nil for all rows.
    func limit(minimum: Int = 0) throws -> Int? {
        try parameters.one("limit").map { try ValueArgument.count($0, option: "limit", minimum: minimum) }
    }

    /// Returns the position at which a search starts.
    func origin(_ name: String) throws -> Origin? {
        let origin = try parameters.one(name).map { try OriginArgument([$0], named: name).origin(in: catalog) }
        notes.add(origin?.note)
        return origin
    }

    /// Returns the value of a parameter that must be given.
    func required(_ name: String, _ example: String) throws -> String {
        guard let value = try parameters.one(name), !value.isEmpty else {
            throw Problem.parameter(
                name,
                Words(
                    en: "\(name) is missing; write \(name)=\(example)",
                    ko: "\(name)\(.subject) 없습니다. \(name)=\(example)처럼 쓰세요"))
        }
        return value
    }

    /// Returns the options with which the rows are written.
    func listing(isSingle: Bool = false) throws -> ListingOptions {
        var options = ListingOptions()
        options.format = try parameters.one("format").map(Self.format) ?? .json
        options.fields = try parameters.one("fields").map { ValueArgument.list([$0]) }
        options.hasLinks = try parameters.flag("links")
        options.isSingle = isSingle
        options.language = request.language
        // Parameters without an effect on the format are checked and ignored, because the description allows them.
        let (isRaw, isForExcel) = (try parameters.flag("raw"), try parameters.flag("excel"))
        let isStyled = try parameters.flag("color")
        let columns = try parameters.one("columns").map { try ValueArgument.count($0, option: "columns", minimum: 1) }
        switch options.format {
        case .csv, .tsv: (options.isRaw, options.isForExcel) = (isRaw, isForExcel)
        case .table: (options.isStyled, options.terminalColumns) = (isStyled, columns)
        default: break
        }
        return options
    }

    private static func format(_ word: String) throws -> ListingFormat {
        guard let format = ListingFormat(rawValue: word.lowercased()), ListingFormat.served.contains(format) else {
            throw ValueArgument.unknown("format", word, among: ListingFormat.served.map(\.rawValue))
        }
        return format
    }

    /// Returns the response with the rows that `body` writes.
    func rows<Row>(
        _ schema: ListingSchema<Row>, _ options: ListingOptions, body: (ListingWriter<Row>) throws -> Void
    ) throws -> Response {
        let named = options.format == .table ? schema.naming(kindsBy: try catalog.placeWords()) : schema
        var counts = (rows: 0, withoutPoint: 0)
        let bytes = try bytes { sink in
            let writer = try ListingWriter(named, options, into: sink)
            try body(writer)
            try writer.finish()
            counts = (writer.rowCount, writer.withoutPointCount)
        }
        var response = Response(200, options.format.mediaType, bytes)
        response.headers.append(Header("Geocli-Rows", String(counts.rows)))
        if counts.withoutPoint > 0 {
            response.headers.append(Header("Geocli-Without-Point", String(counts.withoutPoint)))
        }
        notes.add(ListingNotes.withoutPoint(counts.withoutPoint, of: counts.rows, options.format))
        return response
    }

    /// Returns the response with the rows that `body` writes, but only one row for each shop if the client asked for
    /// that.
    ///
    /// - Parameter id: returns the number that the catalog has for a row.
    func rows<Row>(
        _ schema: ListingSchema<Row>, _ shops: ShopRows, _ options: ListingOptions, id: @escaping (Row) -> Int64,
        body: (ListingWriter<Row>) throws -> Void
    ) throws -> Response {
        let response = try rows(shops.shown(schema, id), options) { writer in
            if shops.counts { writer.onRow = { shops.count(id($0)) } }
            try body(writer)
        }
        notes.add(try shops.repeatNote(.rows))
        return response
    }
}

extension ListingFormat {
    /// The formats of answers.
    static let served: [ListingFormat] = [.json, .geojson, .csv, .ndjson, .tsv, .geojsonseq, .table]
}
