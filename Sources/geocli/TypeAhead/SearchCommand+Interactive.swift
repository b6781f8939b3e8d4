internal import GeocliAsking
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
    func choose(_ question: SearchQuestion, _ listing: ListingOutput) throws {
        guard let catalog = try common.sourceOfPlaces() as? Catalog else {
            throw UsageError(
                en:
                    "--interactive searches at each key press, which is too slow on a server; give --db the path of the catalog file",
                ko: "--interactive는 글자를 입력할 때마다 검색하므로 서버에서는 쓸 수 없습니다. --db로 카탈로그 파일을 지정하세요")
        }
        let prepared = try SearchQuestion.Prepared(question, catalog, CommandAnswer(output: listing))
        var hits: [SearchHit] = []
        var screen = TypeAheadScreen(
            prompt: Words(en: "search", ko: "검색"), initialText: text.joined(separator: " "),
            limit: question.limit
        ) { text, limit in
            hits = []
            let typed = TypedPlace(text)
            let place = try typed.origin(in: catalog)
            var found = prepared.query(typed.text)
            if let origin = place.origin { found?.origin = origin.coordinate }
            let reading = try found?.forEachHit(in: catalog, limit: limit) { hits.append($0) }
            let hasPlace = question.hasPlace || place.origin != nil
            return TypeAheadResults(
                rows: hits.map { TypeAheadRow($0.entry, distanceMeters: $0.distanceMeters, hasPlace: hasPlace) },
                note: (place.note ?? reading?.note)?.text(Console.language))
        }
        // The screen opens inside the listing, so wrong output options are refused before the user types.
        let schema = prepared.shops.shown(prepared.schema(Console.language)) { $0.entry.id }
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

/// A text of the type-ahead screen with a place after `@`, such as `책 @홍대입구역`. The matches of the text are ordered by
/// their distance from that place.
struct TypedPlace {
    /// The maximum number of names that the line of information proposes.
    private static let maximumProposed = 5

    /// The text to search.
    let text: String
    /// The place as typed so far; nil if the text has none.
    let place: String?

    /// Splits a typed text at its last `@` that begins a word.
    init(_ typed: String) {
        let marks = typed.indices.filter { index in
            typed[index] == "@" && (index == typed.startIndex || typed[typed.index(before: index)].isWhitespace)
        }
        guard let mark = marks.last else {
            (text, place) = (typed, nil)
            return
        }
        text = String(typed[..<mark])
        place = String(typed[mark...].dropFirst()).trimmingBlanks()
    }

    /// Returns the position of the place; nil as long as the text names no place. The note says which place it is, or
    /// proposes names that begin with the text.
    func origin(in catalog: Catalog) throws -> (origin: Origin?, note: Words?) {
        guard let place, !place.isEmpty else { return (nil, nil) }
        do {
            let origin = try OriginFinder.origin(OriginName(place), in: catalog)
            return (origin, origin.note)
        } catch let error as OriginError {
            let names = try LandmarkSpellings.beginning(with: place, limit: Self.maximumProposed, in: catalog)
            guard !names.isEmpty else { return (nil, error.words) }
            let list = names.map { "@" + $0.text }.joined(separator: "  ")
            return (nil, Words(en: list, ko: list))
        }
    }
}
