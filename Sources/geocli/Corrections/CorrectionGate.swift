internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The checks of a corrected value by the rules of the place's feed; the same for `add` and `import`.
final class CorrectionGate {
    private let catalog: Catalog?
    private var feeds: [String: Feed?] = [:]
    private lazy var shelf = FeedShelf.all().compactMap { try? $0.feed.get() }
    private var names: [String]?

    /// - Parameter catalog: nil if there is no catalog yet.
    init(_ catalog: Catalog?) { self.catalog = catalog }

    /// Returns the declaration of a feed; nil for a person's own file.
    func feed(_ id: String) -> Feed? {
        // The sample has the rules of the bookstore feed.
        let id = id == SampleNames.feed ? Feed.seoulBookstoresID : id
        if let known = feeds[id] { return known }
        let feed = Feed.named(id) ?? shelf.first { $0.id == id }
        feeds[id] = .some(feed)
        return feed
    }

    /// Returns the districts of the catalog, in its own spelling.
    func districts() throws -> [String] {
        if let names { return names }
        let found = try catalog?.districts() ?? []
        names = found
        return found
    }

    /// Checks a record of a file.
    ///
    /// - Throws: `CorrectionCheck.ValueError`.
    func check(_ record: CorrectionRecord) throws {
        let id = record.ref.split(separator: "/").first.map(String.init) ?? ""
        try CorrectionCheck.check(record.value, in: feed(id))
        guard record.value.field == .district, let district = record.value.text, let catalog,
            try catalog.lastGoodRuns().contains(where: { $0.feed == id }),
            try !districts().contains(where: { $0.utf8.elementsEqual(district.utf8) }),
            District.named(district)?.name != district
        else { return }
        let shown = DisplayText.truncated(DisplayText.singleLine(district), columns: 60)
        throw CorrectionCheck.ValueError(
            words: Words(en: "district=\(shown): no such district", ko: "district=\(shown): 그런 자치구가 없습니다"))
    }
}
