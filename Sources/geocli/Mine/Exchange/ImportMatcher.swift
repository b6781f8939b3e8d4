internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Finds the place of the catalog for each item of a file.
struct ImportMatcher {
    private let named: [String: [CatalogEntry]]
    /// The links of the items without a point, by the items' names.
    private let links: [String: Set<String>]

    /// The maximum distance between the points that two sources have for one shop.
    private static let maximumSameShopMeters = 300.0
    private static let maximumCandidates = 5

    /// Reads the names of all places once. `items` are all items that will be matched.
    init(_ source: (any PlaceSource)?, _ items: [ImportItem]) throws {
        var named: [String: [CatalogEntry]] = [:]
        var filter = PlaceFilter()
        filter.includesClosed = true
        if let source { try Self.fill(&named, source, filter) }
        self.named = named
        var links: [String: Set<String>] = [:]
        for item in items where item.coordinate == nil {
            if let link = item.link { links[Self.key(item.name), default: []].insert(link) }
        }
        self.links = links
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

    /// Returns the place with the same name. If the item has a point, the place must have a point close to it. If it has
    /// none, and the file has several places of this name by their links, the right one is unknown.
    func match(_ item: ImportItem) -> Match {
        let same = named[Self.key(item.name)] ?? []
        guard !same.isEmpty else { return .none }
        guard let point = item.coordinate else {
            let isOne = same.count == 1 && (links[Self.key(item.name)]?.count ?? 0) < 2
            return isOne ? .one(same[0]) : .doubtful(Array(same.prefix(Self.maximumCandidates)))
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
