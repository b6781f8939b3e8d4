internal import GeocliPlaces
internal import GeocliText

/// What a page says about a few of its places: other rows of the same shop, and the source of a point that is not from
/// the feed itself. `facts.js` reads it; a page without such places has neither the data nor the script.
struct PageFacts {
    struct Row: Equatable {
        /// The index of the place in the page's columns; nil for a row that is not on the page.
        let place: Int?
        let ref: String
        /// The name of a row that is not on the page.
        let name: String?
    }

    /// Each shop's rows, if there are at least two and one is on the page. The shops are in the order of the page.
    private(set) var shops: [[Row]] = []
    /// The sources of points, ordered by text, each with the indices of its places.
    private(set) var filled: [(source: String, places: [Int])] = []

    /// - Parameter entries: the places of the page, in the order of its columns.
    init(of catalog: some PlaceArchive, _ entries: [CatalogEntry]) throws {
        var filled: [String: [Int]] = [:]
        for (place, entry) in entries.enumerated() {
            guard let source = entry.pointSource, source != CatalogEntry.ownPoint else { continue }
            filled[source, default: []].append(place)
        }
        self.filled = filled.keys.sorted().map { ($0, filled[$0] ?? []) }
        guard let found = try catalog.sameShops(of: entries.map(\.id)) else { return }
        let places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.id, $0.offset) })
        var names: [Int64: String] = [:]
        let elsewhere = found.all.joined().map(\.id).filter { places[$0] == nil }
        try catalog.forEachEntry(ids: elsewhere) { names[$0.id] = $0.place.name }
        let rows = found.all.filter { $0.count > 1 }.map { members in
            members.map { Row(place: places[$0.id], ref: $0.ref, name: names[$0.id]) }
        }
        func first(_ rows: [Row]) -> Int { rows.compactMap(\.place).min() ?? .max }
        shops = rows.sorted { first($0) < first($1) }
    }

    var isEmpty: Bool { shops.isEmpty && filled.isEmpty }

    /// Writes the members `shops` and `filled`, if they have something to say. A row is its index and its reference; a
    /// row that is not on the page is -1, its reference and its name. Each index of a filled point is written as the
    /// difference from the index before it.
    func write(to json: inout JSONWriter) {
        if !shops.isEmpty {
            json.name("shops")
            json.beginArray()
            for shop in shops {
                json.beginArray()
                for row in shop { Self.write(row, to: &json) }
                json.endArray()
            }
            json.endArray()
        }
        guard !filled.isEmpty else { return }
        json.name("filled")
        json.beginArray()
        for (source, places) in filled {
            var column = PackedColumn()
            for (place, before) in zip(places, [0] + places) { column.append(varying: Int64(place - before)) }
            json.beginArray()
            json.string(PagePlace.shown(source))
            json.string(column.text)
            json.endArray()
        }
        json.endArray()
    }

    private static func write(_ row: Row, to json: inout JSONWriter) {
        json.beginArray()
        json.integer(Int64(row.place ?? -1))
        json.string(PagePlace.shown(row.ref))
        if row.place == nil { json.string(PagePlace.shown(row.name ?? row.ref)) }
        json.endArray()
    }
}
