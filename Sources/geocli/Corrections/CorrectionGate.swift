internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The checks that `add` and `import` make of a corrected value, by the rules of the place's feed.
final class CorrectionGate {
    private let catalog: Catalog?
    private var feeds: [String: Feed?] = [:]
    private lazy var shelf = FeedShelf.all().compactMap { try? $0.feed.get() }
    private var names: [String]?

    /// - Parameter catalog: nil if the catalog doesn't exist yet.
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

    /// Returns the catalog's districts, in the catalog's own spelling.
    func districts() throws -> [String] {
        if let names { return names }
        let found = try catalog?.districts() ?? []
        names = found
        return found
    }

    /// Checks a record of a file.
    ///
    /// - Throws: `PlainError`.
    func check(_ record: CorrectionRecord) throws {
        let id = record.ref.split(separator: "/").first.map(String.init) ?? ""
        try CorrectionCheck.check(record.value, in: feed(id))
    }

    /// Returns what a person should know about a value; nil if there is nothing to say. A district that no other place
    /// has may be mistyped.
    func remark(on value: CorrectedValue) throws -> Words? {
        guard value.field == .district, let district = value.text,
            try !districts().contains(where: { $0.utf8.elementsEqual(district.utf8) })
        else { return nil }
        let shown = DisplayText.truncated(DisplayText.singleLine(district), columns: 60)
        return Words(
            en: "district=\(shown): no other place in the catalog has this district",
            ko: "district=\(shown): 카탈로그에 이 자치구의 다른 장소가 없습니다")
    }
}

extension StoredCorrection.State {
    /// The word for a state in Korean sentences.
    var korean: String {
        switch self {
        case .applied: "적용"
        case .retired: "반영됨"
        case .conflict: "충돌"
        case .withdrawn: "철회"
        }
    }
}
