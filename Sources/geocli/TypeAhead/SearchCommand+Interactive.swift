internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

extension SearchCommand {
    /// Runs `--interactive`: the user types the text on the terminal, and the chosen row is the listing's only row. A
    /// place after `@` orders the matches by their distance (`TypedPlace`).
    ///
    /// - Throws: `ExitStatus.left` if no row was chosen.
    func choose(
        from catalog: Catalog, _ schema: ListingSchema<SearchHit>, _ listing: ListingOutput,
        query: @escaping (String) -> SearchQuery?
    ) throws {
        var hits: [SearchHit] = []
        var screen = TypeAheadScreen(
            prompt: Words(en: "search", ko: "검색"), initialText: text.joined(separator: " "),
            limit: try output.limitCount()
        ) { text, limit in
            hits = []
            let typed = TypedPlace(text)
            let place = try typed.origin(in: catalog)
            var found = query(typed.text)
            if let origin = place.origin { found?.origin = origin.coordinate }
            let reading = try found?.forEachHit(in: catalog, limit: limit) { hits.append($0) }
            let hasPlace = near != nil || place.origin != nil
            return TypeAheadResults(
                rows: hits.map { TypeAheadRow($0.entry, distanceMeters: $0.distanceMeters, hasPlace: hasPlace) },
                note: (place.note ?? reading?.note)?.text(Console.language))
        }
        // The screen opens inside the listing, so wrong output options are refused before the user types.
        try Listing.write(schema, of: catalog, listing) { writer in
            guard let id = try screen.run() else { throw ExitStatus.left }
            // The chosen row is one of the rows of the last answer.
            for hit in hits where hit.entry.id == id { try writer.write(hit) }
        }
    }
}

extension TypeAheadRow {
    /// Creates a row with the fields that people know a place by, and its distance from the place if the user typed
    /// one.
    init(_ entry: CatalogEntry, distanceMeters: Double? = nil, hasPlace: Bool = false) {
        let place = entry.place
        let distance = distanceMeters.map { OutputValue.meters($0).tableText } ?? ""
        self.init(
            id: entry.id,
            cells: [place.name] + (hasPlace ? [distance] : [])
                + [place.kind.rawValue, place.district ?? "", place.address ?? ""])
    }
}
