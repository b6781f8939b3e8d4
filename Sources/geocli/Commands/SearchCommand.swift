internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

struct SearchCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "search", en: "Search places by name, address, district or phone, best match first.",
        ko: "이름, 주소, 자치구, 전화번호로 장소를 검색합니다. 일치하는 정도가 높은 순서로 보여 줍니다.",
        about: Words(
            en:
                "All words must match. Spacing, case and full-width forms do not matter. Initial consonants are enough: ㅊㅂ finds 책방.",
            ko: "여러 단어를 쓰면 모든 단어가 맞는 장소를 찾습니다. 띄어쓰기, 대소문자, 전각과 반각은 가리지 않고, ㅊㅂ처럼 초성만 써도 됩니다."),
        examples: """
            $ geocli search 책방 --district 종로
            $ geocli search 마포 ㅊㅂ --near 37.5563,126.9236
            $ geocli search books --kind used --explain
            """)

    @Argument(SearchQuestion.text, completion: .placeNames) var text: [String] = []

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Search while you type, and choose one place from the list.", ko: "입력하는 대로 검색하고, 목록에서 장소 하나를 고릅니다."))
    var interactive = false

    @Option(SearchQuestion.near, value: Words(en: "where", ko: "위치"), completion: .origins) var near: String?
    @Flag(SearchQuestion.explain) var explain = false
    @Flag(SearchQuestion.scan) var scan = false

    @OptionGroup(title: HelpSection.filters) var filters: Filters<SearchListing>
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let question = try question(local: [("--interactive", interactive)]) { given in
            try checkText()
            given.add(SearchQuestion.text, text.joined(separator: " "))
            given.add(SearchQuestion.near, near)
            given.add(SearchQuestion.explain, flag: explain)
            given.add(SearchQuestion.scan, flag: scan)
        }
        if interactive, sorting.server == nil { return try choose(try SearchQuestion(question.given), question.output) }
        try question.ask(SearchQuestion.self) { try common.sourceOfPlaces() }
    }

    private func checkText() throws {
        guard filters.match == nil else {
            throw UsageError(
                en: "give the text to search for as TEXT; leave out --match",
                ko: "검색어는 TEXT 자리에 쓰고 --match를 빼세요")
        }
        guard interactive || !text.isEmpty else {
            throw UsageError(
                en:
                    "TEXT is missing; write a part of a name, address or phone number, or type it with --interactive",
                ko: "검색어(TEXT)가 없습니다. 이름, 주소, 전화번호의 일부를 쓰거나 --interactive로 입력하세요")
        }
    }
}

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
