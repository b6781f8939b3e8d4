public import GeocliText

/// What an answer calls its places. A catalog with one feed speaks of bookstores or libraries; a catalog whose feeds
/// call their places differently speaks of places.
public struct PlaceWords: Sendable, Equatable {
    /// The word for one place.
    public let noun: Words
    /// The word for several, in English.
    public let plural: String
    /// The kinds that have titles, in the order of listings.
    public let kinds: [Kind]
    private let titles: [Kind: Words]
    private let looks: [Kind: Int]

    /// The words of the bookstore feed, and of catalogs that keep no words.
    public static let bookstores = PlaceWords([] as [FeedWords])

    /// Combines the words of all feeds. If two feeds have different titles of one kind, the first feed's counts.
    public init(_ feeds: [FeedWords]) {
        let nouns = feeds.isEmpty ? [Self.bookstore] : feeds.map { Noun(one: $0.noun, many: $0.plural) }
        let noun = nouns.allSatisfy { $0 == nouns[0] } ? nouns[0] : Self.place
        self.noun = noun.one
        plural = noun.many
        titles = feeds.flatMap(\.kinds).reduce(into: Self.usualTitles) { titles, kind in
            if titles[kind.kind] == nil { titles[kind.kind] = kind.title }
        }
        kinds = Kind.inOrder(titles.keys)
        let further = kinds.filter { !$0.isUsual }.enumerated().map { ($0.element, 2 + $0.offset % 5) }
        looks = Dictionary(uniqueKeysWithValues: [(.new, 0), (.used, 1)] + further)
    }

    /// Combines the words of the feeds of these runs. A catalog without words was written when all feeds had bookstores.
    /// Before the first good run nothing tells what the places will be.
    init(_ runs: [CatalogStatus.Run]) {
        self.init(runs.isEmpty ? [.places] : runs.map { $0.words ?? .bookstores })
    }

    private struct Noun: Equatable {
        let one: Words
        let many: String
    }

    private static let bookstore = Noun(one: Words(en: "bookstore", ko: "책방"), many: "bookstores")
    private static let place = Noun(one: Words(en: "place", ko: "장소"), many: "places")
    private static let usualTitles: [Kind: Words] = [
        .new: Words(en: "new books", ko: "새책"), .used: Words(en: "used books", ko: "헌책"),
        .other: Words(en: "other", ko: "기타"),
    ]

    /// Returns the title of a kind; its word if no declaration gives one.
    public func title(of kind: Kind) -> Words {
        titles[kind] ?? Words(en: kind.rawValue, ko: kind.rawValue)
    }

    /// Returns the kind with this word, or with this title in either language, or that this word of a column would
    /// become (`KindSpelling`); nil for any other text.
    public func kind(_ text: String) -> Kind? {
        let wanted = text.lowercased()
        return kinds.first { $0.rawValue == wanted }
            ?? kinds.first { titles[$0].map { $0.ko == text || $0.en.lowercased() == wanted } ?? false }
            ?? kind(spelled: text)
    }

    private func kind(spelled text: String) -> Kind? {
        let plain = KindSpelling.plain(text)
        guard !plain.isEmpty else { return nil }
        let kind = KindSpelling.kind(plain)
        return kinds.contains(kind) ? kind : nil
    }

    /// Returns the title of a kind in both languages: `새책 (new books)`.
    public func bothTitles(of kind: Kind) -> String {
        let title = title(of: kind)
        return title.ko == title.en ? title.en : "\(title.ko) (\(title.en))"
    }

    /// Returns the number of the look that maps give a kind: 0 for new books, 1 for used ones, 7 for other places; 2 to 6
    /// for the further kinds, in turn.
    public func look(of kind: Kind) -> Int {
        looks[kind] ?? 7
    }

    /// Returns a count of places: "1 library", "606 libraries"; "도서관 606곳".
    public func count(_ count: Int) -> Words {
        Words(en: "\(count) \(count == 1 ? noun.en : plural)", ko: "\(noun.ko) \(count)곳")
    }
}
