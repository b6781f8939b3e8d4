internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The data of a page: places and changes. `Assets/model.js` reads it.
struct PageData {
    /// The listed places, then those that occur only in `changes`; each part is ordered by id.
    private let entries: [CatalogEntry]
    private let listedCount: Int
    private let changes: PageChanges
    private let outlines: PageOutlines?
    private let kinds: PageKinds
    private let facts: PageFacts
    private let records: PageRecords.Placed?
    private let date: String?
    private let isWhole: Bool
    /// The districts that the page is about; empty for all.
    private let focus: [String]

    init(
        of catalog: some PlaceArchive, _ filter: PlaceFilter, _ page: PageSettings, onPlace: (CatalogEntry) -> Void
    ) throws {
        var entries: [CatalogEntry] = []
        try catalog.forEachEntry(filter, limit: PageSettings.maximumPlaces + 1) {
            entries.append($0)
            onPlace($0)
        }
        guard entries.count <= PageSettings.maximumPlaces else {
            throw Self.tooManyPlaces
        }
        listedCount = entries.count
        try Self.checkWidth(of: page, at: entries)
        changes = catalog.day == nil ? try PageChanges(of: catalog, filter) : PageChanges()
        let known = Set(entries.map(\.id))
        let others = Set(changes.events.map(\.place)).subtracting(known).sorted()
        try catalog.forEachEntry(ids: others) { entries.append($0) }
        self.entries = entries
        facts = try PageFacts(of: catalog, entries)
        records = try page.records?.placed(in: catalog, entries, listedCount: listedCount)
        isWhole = filter == PlaceFilter()
        var extent = PlotExtent()
        entries.compactMap(\.coordinate).forEach { extent.add($0) }
        outlines = try PageOutlines(of: catalog, near: extent.box)
        focus = filter.districts.sorted()
        // The page's words and its day are those of the feeds whose places it lists.
        let status = try catalog.status().narrowed(to: Set(entries.prefix(listedCount).map(\.feed)))
        kinds = PageKinds(Set(entries.map(\.place.kind)), status.words)
        date = catalog.day ?? status.lastPlaceRuns.map(\.date).max()
    }

    /// Refuses a marker that is wider than half the world at zoom 0, the lowest zoom at which the page places markers.
    private static func checkWidth(of page: PageSettings, at entries: [CatalogEntry]) throws(GeoError) {
        guard let entry = entries.first(where: { $0.coordinate != nil }) else { return }
        var marker = page.marker
        marker.id = .integer(entry.id)
        _ = try CollisionPass([marker], options: page.options).snapshot(zoom: 0)
    }

    var hasFacts: Bool { !facts.isEmpty }

    /// The number of a person's records whose places the page does not list; nil if the page has no records.
    var unlistedCount: Int? { records?.unlistedCount }

    /// Returns JSON that is safe inside a script element.
    func json(_ page: PageSettings) throws -> String {
        var json = JSONWriter()
        json.beginObject()
        describe(page, to: &json)
        let days = Array(
            Set(entries.flatMap { [$0.firstSeen, $0.lastSeen, $0.removedOn, $0.closedOn].compactMap(\.self) })
        ).sorted()
        let districts = Array(Set(entries.compactMap(\.place.district))).sorted()
        strings(districts.map(PagePlace.shown), named: "districts", to: &json)
        strings(days, named: "days", to: &json)
        let areas = PageAreas(of: entries, districts, outlines?.all ?? [])
        strings(areas.names.map(PagePlace.shown), named: "areaNames", to: &json)
        json.name("kinds")
        kinds.write(to: &json)
        json.name("listed")
        json.integer(Int64(listedCount))
        json.name("count")
        json.integer(Int64(entries.count))
        json.name("places")
        PageColumns(
            entries: entries, kinds: kinds, districts: Self.indices(of: districts), days: Self.indices(of: days),
            areas: areas.exceptions, hasDetails: entries.count <= PageSettings.maximumDetailed
        ).write(to: &json)
        PageTools(
            entries: entries, days: Self.indices(of: days), address: page.address?.text,
            hasDetails: entries.count <= PageSettings.maximumDetailed
        ).write(to: &json)
        facts.write(to: &json)
        if let records {
            json.name("mine")
            records.write(to: &json)
        }
        json.name("changes")
        changes.write(
            to: &json,
            indices: Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.id, $0.offset) }))
        json.endObject()
        // Without `<`, no text in the data can close the script element.
        return String(decoding: json.bytes, as: UTF8.self).split(separator: "<", omittingEmptySubsequences: false)
            .joined(separator: "\\u003c")
    }

    func head(_ page: PageSettings) -> PageHead {
        var counts: [Kind: Int] = [:]
        for entry in entries.prefix(listedCount) { counts[entry.place.kind, default: 0] += 1 }
        let ordered = Kind.inOrder(counts.keys).compactMap { kind in counts[kind].map { (kind: kind, count: $0) } }
        return PageHead(settings: page, words: kinds.words, counts: ordered, date: date)
    }

    private func describe(_ page: PageSettings, to json: inout JSONWriter) {
        json.name("title")
        json.value(.object(Language.allCases.map { .init($0.rawValue, .string(page.title.text($0))) }))
        json.name("noun")
        json.value(
            .object([
                .init("ko", .string(PagePlace.shown(kinds.words.noun.ko))),
                .init("en", .string(PagePlace.shown(kinds.words.noun.en))),
                .init("many", .string(PagePlace.shown(kinds.words.plural))),
            ]))
        json.name("language")
        json.string(page.language.rawValue)
        json.name("followsReader")
        json.bool(page.followsReader)
        json.name("date")
        json.string(date)
        json.name("sources")
        json.value(.array(page.credits.map(\.json)))
        json.name("feeds")
        json.value(.array(hasFacts ? page.feeds.map(\.json) : []))
        json.name("credit")
        json.string(page.ownCredit.map(PagePlace.shown))
        json.name("isWhole")
        json.bool(isWhole)
        json.name("icon")
        json.value(.array([.number("\(page.marker.width)"), .number("\(page.marker.height)")]))
        json.name("anchor")
        json.value(.array([.number("\(page.marker.anchorX)"), .number("\(page.marker.anchorY)")]))
        json.name("maxZoom")
        json.integer(Int64(page.options.maximumZoom))
        describeGround(page, to: &json)
        json.name("districtNames")
        json.value(.array(District.all.map { .array([.string($0.name), .string($0.romanized)]) }))
    }

    private func describeGround(_ page: PageSettings, to json: inout JSONWriter) {
        json.name("tiles")
        json.value(
            page.tiles.map { tiles in
                .object([
                    .init("url", .string(tiles.address)),
                    .init("attribution", tiles.attribution.map(JSONValue.string) ?? .null),
                ])
            } ?? .null)
        json.name("outlines")
        if let outlines { outlines.write(to: &json) } else { json.null() }
        strings(focus, named: "focus", to: &json)
        json.name("frame")
        let frame = page.part?.box
        json.value(frame.map { .array([$0.west, $0.south, $0.east, $0.north].map { .number("\($0)") }) } ?? .null)
        json.name("edge")
        let edge = GridLine(of: page.part?.ring ?? [], isRing: true).points
        json.value(.array(edge.flatMap { [$0.y, $0.x] }.map { .number("\($0)") }))
        json.name("base")
        (page.ground?.json ?? Array("[]".utf8)).withUnsafeBufferPointer { json.checked($0) }
        if let landmarks = page.landmarks, !landmarks.isEmpty {
            json.name("landmarks")
            landmarks.write(to: &json)
        }
    }

    private func strings(_ texts: [String], named name: String, to json: inout JSONWriter) {
        json.name(name)
        json.beginArray()
        for text in texts { json.string(text) }
        json.endArray()
    }

    private static func indices(of texts: [String]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($0.element, $0.offset) })
    }

    static let tooManyPlaces = PlainError(
        .usage,
        en: "one page holds at most \(PageSettings.maximumPlaces) places; select fewer with --district, "
            + "--kind or --match, or write them for a map tool: 'geocli export -o places.gpkg' for QGIS, "
            + "'geocli cluster --all-zooms --tile-size 256 -o places.geojson' for tippecanoe",
        ko:
            "장소가 \(PageSettings.maximumPlaces)곳을 넘어 한 페이지에 담을 수 없습니다. --district, --kind, --match로 장소를 줄이거나, 지도 프로그램용 파일로 저장하세요: "
            + "QGIS에는 'geocli export -o places.gpkg', tippecanoe에는 'geocli cluster --all-zooms "
            + "--tile-size 256 -o places.geojson'")
}

/// The areas between which the page draws borders (`DrawnAreas`).
private struct PageAreas {
    /// The districts that places state, then further areas and parts.
    private(set) var names: [String]
    /// Of places whose area or part is not the district that they state: the index of the place, of its area and of its
    /// part; `PageColumns.none` for none.
    private(set) var exceptions: [Int] = []

    init(of entries: [CatalogEntry], _ districts: [String], _ outlines: [DistrictOutline]) {
        names = districts
        guard !outlines.isEmpty else { return }
        var drawn = DrawnAreas(outlines)
        var indices = Dictionary(uniqueKeysWithValues: districts.enumerated().map { ($1, $0) })
        for (place, entry) in entries.enumerated() {
            guard let coordinate = entry.coordinate else { continue }
            let district = entry.place.district
            let (area, part) = drawn.find(district, at: coordinate)
            guard area != district || part != district else { continue }
            exceptions.append(place)
            for name in [area, part] {
                if let name, indices[name] == nil {
                    indices[name] = names.count
                    names.append(name)
                }
                exceptions.append(name.flatMap { indices[$0] } ?? PageColumns.none)
            }
        }
    }
}

/// All changes found by good runs, as `geocli changes` lists them; several of one kind to one place in one run are one.
struct PageChanges {
    struct Event: Equatable {
        /// The index of the run in `days`.
        let run: Int
        let what: CatalogChange.What
        let place: Int64
        /// The position before a move.
        let from: Coordinate?
    }

    /// The changes, ordered by run and then by place.
    private(set) var events: [Event] = []
    /// The day of each good run, by run number; not in order if the clock was set back.
    private(set) var days: [String] = []

    init(of catalog: some PlaceArchive, _ filter: PlaceFilter) throws {
        var wanted = ChangeFilter()
        wanted.span = .after(run: 0)
        wanted.places = filter
        var all: [(run: Int64, event: Event)] = []
        let summary = try catalog.forEachChange(wanted) { change in
            let event = Event(
                run: 0, what: change.what, place: change.place.id,
                from: change.what == .moved ? change.old.flatMap(Self.point) : nil)
            let isSame = all.last.map { $0.run == change.run.id && $0.event == event } ?? false
            if !isSame { all.append((change.run.id, event)) }
        }
        days = summary.runs.map(\.date)
        let numbers = Dictionary(uniqueKeysWithValues: summary.runs.enumerated().map { ($0.element.id, $0.offset) })
        events = all.map { run, event in
            Event(run: numbers[run] ?? 0, what: event.what, place: event.place, from: event.from)
        }
    }

    init() {}

    /// Parses `latitude,longitude`; nil for any other text, and then the map shows no line for the move.
    private static func point(_ text: String) -> Coordinate? {
        let parts = text.split(separator: ",").compactMap { Double($0) }
        return parts.count == 2 ? try? Coordinate(longitude: parts[1], latitude: parts[0]) : nil
    }

    /// An event is three numbers: run, kind of change, place. Run and place are differences from the event before. A
    /// move also has the index of its event and the former position. `indices` has each place's index in the page's
    /// columns, by id.
    func write(to json: inout JSONWriter, indices: [Int64: Int]) {
        var column = PackedColumn()
        var last = (run: 0, place: 0)
        var moves: [(event: Int, from: Coordinate)] = []
        for (number, event) in events.enumerated() {
            let place = indices[event.place] ?? 0
            column.append(varying: Int64(event.run - last.run))
            column.append(varying: Int64(CatalogChange.What.allCases.firstIndex(of: event.what) ?? 0))
            column.append(varying: Int64(place - last.place))
            last = (event.run, place)
            if let from = event.from { moves.append((number, from)) }
        }
        json.beginObject()
        json.name("runs")
        json.value(.array(days.map(JSONValue.string)))
        json.name("what")
        json.value(.array(CatalogChange.What.allCases.map { .string($0.rawValue) }))
        json.name("events")
        json.string(column.text)
        json.name("moves")
        json.beginArray()
        for move in moves {
            json.beginArray()
            json.integer(Int64(move.event))
            json.number(move.from.latitude, maximumDecimals: 7)
            json.number(move.from.longitude, maximumDecimals: 7)
            json.endArray()
        }
        json.endArray()
        json.endObject()
    }
}
