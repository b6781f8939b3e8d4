internal import GeocliExport
internal import GeocliGeo
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// One item in a file from another program: a saved place, or a record about a place.
struct ImportItem: Equatable {
    var name: String
    var coordinate: Coordinate?
    var list: String?
    var text: String?
    var day: String?
    /// Whether the item is a record about the place, not a bookmark of it.
    var isNote = false

    /// The same item with text where its values have HTML. A text with an address in a tag keeps its tags, because the
    /// address would be lost.
    var withoutHTML: ImportItem {
        var item = self
        item.name = HTMLText.plain(name).trimmingBlanks()
        item.list = list.map { HTMLText.plain($0).trimmingBlanks() }
        item.text = text.map { text in
            let (decoded, plain) = (HTMLText.decoded(references: text), HTMLText.plain(text).trimmingBlanks())
            return decoded.ranges(of: "://").count == plain.ranges(of: "://").count ? plain : decoded
        }
        return item
    }

    /// Reads a day from a time in any of the usual spellings that begin with the day.
    static func day(_ text: String?) -> String? {
        guard let text else { return nil }
        let day = String(text.trimmingBlanks().prefix(10)).replacing(".", with: "-").replacing("/", with: "-")
        return SeoulTime.isDate(day) ? day : nil
    }
}

/// Finds the place of the catalog for each item of a file.
struct ImportMatcher {
    private let named: [String: [CatalogEntry]]

    /// The maximum distance between the points that two sources have for one shop.
    private static let maximumSameShopMeters = 300.0
    private static let maximumCandidates = 5

    /// Reads the names of all places once.
    init(_ source: (any PlaceSource)?) throws {
        var named: [String: [CatalogEntry]] = [:]
        var filter = PlaceFilter()
        filter.includesClosed = true
        if let source { try Self.fill(&named, source, filter) }
        self.named = named
    }

    private static func fill(
        _ named: inout [String: [CatalogEntry]], _ source: some PlaceSource, _ filter: PlaceFilter
    ) throws {
        var found: [String: [CatalogEntry]] = [:]
        try source.forEachRow(filter, limit: nil) { row in
            let entry = row.entry
            found[key(entry.place.name), default: []].append(entry)
        }
        named = found
    }

    private static func key(_ name: String) -> String { Folding.squeezed(Folding.folded(name)) }

    enum Match {
        case one(CatalogEntry)
        /// Several places have the name, or the only place with the name is too far away or has no point.
        case doubtful([CatalogEntry])
        case none
    }

    /// Returns the place with the same name. If the item has a point, the place must have a point close to it.
    func match(_ item: ImportItem) -> Match {
        let same = named[Self.key(item.name)] ?? []
        guard !same.isEmpty else { return .none }
        guard let point = item.coordinate else {
            return same.count == 1 ? .one(same[0]) : .doubtful(Array(same.prefix(Self.maximumCandidates)))
        }
        let near = same.filter { entry in
            entry.coordinate.map { Geodesic.distanceMeters(from: point, to: $0) <= Self.maximumSameShopMeters } ?? false
        }
        if near.count == 1 { return .one(near[0]) }
        return .doubtful(Array((near.isEmpty ? same : near).prefix(Self.maximumCandidates)))
    }

    static func listed(_ entry: CatalogEntry) -> String {
        "\(entry.ref) (\(entry.place.name)\(entry.place.address.map { ", \($0)" } ?? ""))"
    }
}
