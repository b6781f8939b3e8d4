internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The data of a page: places and changes. `Assets/model.js` reads it.
struct PageData {
    /// The listed places, then those that occur only in `changes`, such as those that the last run did not find.
    /// Each part is ordered by id.
    private let entries: [CatalogEntry]
    private let listedCount: Int
    private let changes: PageChanges
    private let outlines: PageOutlines?
    private let kinds: PageKinds
    private let facts: PageFacts
    private let records: PageRecords.Placed?
    private let date: String?
    /// Whether no filter is set.
    private let isWhole: Bool

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
        outlines = try PageOutlines(of: catalog)
        kinds = PageKinds(Set(entries.map(\.place.kind)), try catalog.placeWords())
        date = try catalog.day ?? catalog.status().lastPlaceRuns.map(\.date).max()
    }

    /// Refuses a marker that is wider than half the world at zoom 0, the lowest zoom at which the page places markers.
    private static func checkWidth(of page: PageSettings, at entries: [CatalogEntry]) throws(GeoError) {
        guard let entry = entries.first(where: { $0.coordinate != nil }) else { return }
        var marker = page.marker
        marker.id = .integer(entry.id)
        _ = try CollisionPass([marker], options: page.options).snapshot(zoom: 0)
    }

    /// Whether a place has `PageFacts`.
    var hasFacts: Bool { !facts.isEmpty }

    /// The number of a person's records whose places the page does not list; nil if the page has no records.
    var unlistedCount: Int? { records?.unlistedCount }

    /// Returns JSON that is safe inside a script element.
    func json(_ page: PageSettings) throws -> String {
        var json = JSONWriter()
        json.beginObject()
        describe(page, to: &json)
        let days = Array(Set(entries.flatMap { [$0.firstSeen, $0.lastSeen, $0.closedOn].compactMap(\.self) })).sorted()
        let districts = Array(Set(entries.compactMap(\.place.district))).sorted()
        strings(districts.map(PagePlace.shown), named: "districts", to: &json)
        strings(days, named: "days", to: &json)
        json.name("kinds")
        kinds.write(to: &json)
        json.name("listed")
        json.integer(Int64(listedCount))
        json.name("count")
        json.integer(Int64(entries.count))
        json.name("places")
        PageColumns(
            entries: entries, kinds: kinds, districts: Self.indices(of: districts), days: Self.indices(of: days),
            hasDetails: entries.count <= PageSettings.maximumDetailed
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

    /// The facts about the data in the page's head.
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
        json.name("date")
        json.string(date)
        for member in page.provenance {
            json.name(member.name)
            json.value(member.value)
        }
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

    /// Writes what the map shows besides the places: tiles, outlines, the base map and landmarks.
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

    /// The error for a page with too many places.
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

/// The outlines of districts in the form that the page draws.
struct PageOutlines {
    private let source: OutlineSource
    private let outlines: [DistrictOutline]

    /// Reads the outlines of a catalog; nil if it has none.
    init?(of catalog: some PlaceArchive) throws {
        guard let source = try catalog.outlineSource() else { return nil }
        self.source = source
        outlines = try catalog.districtOutlines()
    }

    /// Degrees are rounded to hundred-thousandths, about a meter. Such an error is too small to see on the page.
    private static let scale = 1e5

    /// Writes the outlines in the form that the page reads: rings as differences from point to point, longitude first.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("title")
        json.string(DisplayText.singleLine(source.title))
        json.name("license")
        json.string(DisplayText.singleLine(source.license))
        json.name("areas")
        json.beginArray()
        for outline in outlines {
            json.beginObject()
            json.name("name")
            json.string(DisplayText.singleLine(outline.name))
            json.name("rings")
            json.beginArray()
            for polygon in outline.area.polygons {
                json.beginArray()
                for ring in polygon.rings { write(ring, to: &json) }
                json.endArray()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private func write(_ ring: [Coordinate], to json: inout JSONWriter) {
        var last = (x: 0, y: 0)
        var turns = 0.0
        var before = ring[0].longitude
        json.beginArray()
        // The last point repeats the first.
        for (index, point) in ring.dropLast().enumerated() {
            // A ring that crosses the antimeridian is drawn as one ring.
            let step = point.longitude - before
            if abs(step) > 180, abs(step) < 360 { turns -= step > 0 ? 1 : -1 }
            before = point.longitude
            let x = Int(((point.longitude + 360 * turns) * Self.scale).rounded())
            let y = Int((point.latitude * Self.scale).rounded())
            if index > 0, (x, y) == last { continue }
            json.integer(Int64(x - last.x))
            json.integer(Int64(y - last.y))
            last = (x, y)
        }
        json.endArray()
    }
}
