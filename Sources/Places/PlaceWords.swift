public import GeocliText

/// The words that an answer uses for its places. If all feeds of a catalog use the same noun, the answer uses it, such
/// as "library". Otherwise the answer says "place".
public struct PlaceWords: Sendable, Equatable {
    /// The word for one place.
    public let noun: Words
    /// The English word for several places.
    public let plural: String
    /// The kinds that have titles, in the order in which listings show them.
    public let kinds: [Kind]
    private let titles: [Kind: Words]
    private let looks: [Kind: Int]

    /// The words of the bookstore feed.
    public static let bookstores = PlaceWords([] as [FeedWords])

    /// Combines the words of all feeds. If two feeds have different titles of one kind, the title of the first feed is
    /// used.
    public init(_ feeds: [FeedWords]) {
        let nouns = (feeds.isEmpty ? [.bookstores] : feeds).map(Noun.init)
        let noun = nouns.allSatisfy { $0 == nouns[0] } ? nouns[0] : Noun(.places)
        self.noun = noun.one
        plural = noun.many
        titles = feeds.flatMap(\.kinds).reduce(into: Self.usualTitles) { titles, kind in
            if titles[kind.kind] == nil { titles[kind.kind] = kind.title }
        }
        kinds = Kind.inOrder(titles.keys)
        let further = kinds.filter { !$0.isUsual }.enumerated().map { ($0.element, 2 + $0.offset % 5) }
        looks = Dictionary(uniqueKeysWithValues: [(.new, 0), (.used, 1)] + further)
    }

    private struct Noun: Equatable {
        let one: Words
        let many: String

        init(_ feed: FeedWords) { (one, many) = (feed.noun, feed.plural) }
    }

    private static let usualTitles: [Kind: Words] = [
        .new: Words(en: "new books", ko: "새책"), .used: Words(en: "used books", ko: "헌책"),
        .other: Words(en: "other", ko: "기타"),
    ]

    /// Returns the title of a kind, or its word if no declaration gives a title.
    public func title(of kind: Kind) -> Words {
        titles[kind] ?? Words(en: kind.rawValue, ko: kind.rawValue)
    }

    /// Returns the kind that a text names; nil if it names none. The text may be the kind's word, its title in either
    /// language, or a word that would give this kind if it stood in a column (`KindSpelling`).
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

    /// Returns the number of the look that maps give a kind: 0 for new books, 1 for used books, 7 for the kind `other`.
    /// All further kinds take 2 to 6 in turn.
    public func look(of kind: Kind) -> Int {
        looks[kind] ?? 7
    }

    /// Returns a count of places: "1 library", "606 libraries"; "도서관 606곳".
    public func count(_ count: Int) -> Words {
        Words(en: "\(count) \(count == 1 ? noun.en : plural)", ko: "\(noun.ko) \(count)곳")
    }
}
