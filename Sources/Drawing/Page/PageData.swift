internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The data of a page: bookstores, their visibility by zoom, and changes. `Assets/model.js` reads it.
struct PageData {
    /// The listed bookstores by id, then the closed ones that changes refer to.
    private let entries: [CatalogEntry]
    private let listedCount: Int
    private let changes: PageChanges
    /// The sets by name: all bookstores, and each kind that occurs.
    private let sets: [(name: String, levels: PageLevels)]
    private let outlines: PageOutlines?
    private let date: String?
    /// Whether the page has no filter.
    private let isWhole: Bool

    init(of catalog: some PlaceArchive, _ filter: PlaceFilter, _ page: PageSettings) throws {
        var entries: [CatalogEntry] = []
        try catalog.forEachEntry(filter, limit: PageSettings.maximumBookstores + 1) { entries.append($0) }
        guard entries.count <= PageSettings.maximumBookstores else {
            throw MapPageError(limit: PageSettings.maximumBookstores)
        }
        listedCount = entries.count
        let listed = entries
        sets = try Self.sets(of: listed).map { name, places in
            (name, try PageLevels(of: listed, at: places, template: page.marker, options: page.options))
        }
        changes = catalog.day == nil ? try PageChanges(of: catalog, filter) : PageChanges()
        let known = Set(entries.map(\.id))
        let others = Set(changes.events.map(\.bookstore)).subtracting(known).sorted()
        try catalog.forEachEntry(ids: others) { entries.append($0) }
        self.entries = entries
        isWhole = filter == PlaceFilter()
        outlines = try PageOutlines(of: catalog)
        date = try catalog.day ?? catalog.status().lastGoodRuns.map(\.date).max()
    }

    private static func sets(of entries: [CatalogEntry]) -> [(String, [Int])] {
        let kinds = Kind.allCases.map { kind in
            (kind.rawValue, entries.indices.filter { entries[$0].bookstore.kind == kind })
        }
        return [("all", Array(entries.indices))] + kinds.filter { !$0.1.isEmpty }
    }

    /// Returns JSON that can be embedded in a script element.
    func json(_ page: PageSettings) throws -> String {
        var json = JSONWriter()
        json.beginObject()
        describe(page, to: &json)
        let days = Array(
            Set(
                entries.flatMap { [$0.firstSeen, $0.lastSeen, $0.closedOn].compactMap(\.self) }
                    + changes.events.map(\.day))
        ).sorted()
        let districts = Array(Set(entries.compactMap(\.bookstore.district))).sorted()
        strings(districts.map(PagePlace.shown), named: "districts", to: &json)
        strings(days, named: "days", to: &json)
        let indices = (districts: Self.indices(of: districts), days: Self.indices(of: days))
        json.name("listed")
        json.integer(Int64(listedCount))
        json.name("bookstores")
        json.beginArray()
        for entry in entries {
            json.raw("\n")
            PagePlace(entry: entry).write(to: &json, districts: indices.districts, days: indices.days)
        }
        json.endArray()
        json.name("sets")
        json.beginObject()
        for set in sets {
            json.name(set.name)
            set.levels.write(to: &json)
        }
        json.endObject()
        writeChanges(to: &json, days: indices.days)
        json.endObject()
        // Without `<`, no text of the data can end the script element.
        return String(decoding: json.bytes, as: UTF8.self).split(separator: "<", omittingEmptySubsequences: false)
            .joined(separator: "\\u003c")
    }

    private func describe(_ page: PageSettings, to json: inout JSONWriter) {
        json.name("title")
        json.value(.object(Language.allCases.map { .init($0.rawValue, .string(page.title.text($0))) }))
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
        json.name("districtNames")
        json.value(.array(District.all.map { .array([.string($0.name), .string($0.romanized)]) }))
    }

    /// Writes `[day, what, bookstore]`; for a move also the former latitude and longitude.
    private func writeChanges(to json: inout JSONWriter, days: [String: Int]) {
        let indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.id, $0.offset) })
        json.name("changes")
        json.beginArray()
        for event in changes.events {
            guard let index = indices[event.bookstore], let day = days[event.day] else { continue }
            json.beginArray()
            json.integer(Int64(day))
            json.string(event.what.rawValue)
            json.integer(Int64(index))
            if let from = event.from {
                json.number(from.latitude, maximumDecimals: 7)
                json.number(from.longitude, maximumDecimals: 7)
            }
            json.endArray()
        }
        json.endArray()
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
}
