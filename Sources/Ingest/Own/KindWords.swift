internal import GeocliPlaces
internal import GeocliText

/// The words in the column of kinds of a person's own file, and the kind that each word becomes.
///
/// A kind has lower-case letters, digits and hyphens, because commands and data use it as a word. The kind depends only
/// on the spelling of the word, so it is the same in every run: `Public Library` becomes `public-library`, and `도서관`
/// becomes `doseogwan`. The word itself is the kind's title; `--kind` accepts it, too.
final class KindWords {
    /// The maximum number of kinds. A file with more has something else in this column, such as names or addresses.
    /// `kind_counts` and a map's legend are for a few kinds, and each kind takes memory.
    static let maximumCount = 64

    private let column: String
    private var kinds: [String: Kind] = [:]
    /// The first spelling of each kind.
    private var words: [Kind: String] = [:]
    /// The plain word of each kind, which is the same for all its spellings.
    private var plainWords: [Kind: String] = [:]

    init(column: String) { self.column = column }

    /// The kinds of the rows so far, with the words as their titles.
    var titles: [FeedWords.KindTitle] {
        Kind.inOrder(words.keys).map { kind in
            let word = words[kind] ?? kind.rawValue
            return FeedWords.KindTitle(kind, Words(en: word, ko: word))
        }
    }

    /// Returns the kind of a word.
    ///
    /// - Edges: an empty word is `other`. A word that is the title of `new`, `used` or `other` becomes that kind.
    /// - Throws: `PlainError` if there are more words than allowed, and for two words whose kinds would be the
    ///   same.
    func kind(_ word: String, in page: String) throws -> Kind {
        if let known = kinds[word] { return known }
        // Several spellings of one kind count as one kind, so their number is limited too, to keep memory bounded.
        guard kinds.count < 16 * Self.maximumCount else { throw tooMany(in: page) }
        let kind = try newKind(word, in: page)
        kinds[word] = kind
        return kind
    }

    private func newKind(_ word: String, in page: String) throws -> Kind {
        let plain = KindSpelling.plain(word)
        if plain.isEmpty { return .other }
        if let usual = PlaceWords.bookstores.kind(word.trimmingBlanks()) { return usual }
        let kind = KindSpelling.kind(plain)
        if let former = plainWords[kind] {
            guard former == plain else { throw alike(words[kind] ?? "", word, in: page) }
            return kind
        }
        guard words.count < Self.maximumCount else { throw tooMany(in: page) }
        plainWords[kind] = plain
        words[kind] = DisplayText.shown(word.trimmingBlanks(), columns: 40)
        return kind
    }

    private func tooMany(in page: String) -> PlainError {
        let shown = DisplayText.shown(column, columns: 40)
        return PlainError(
            file: page,
            "has more than \(Self.maximumCount) different kinds in the column \(shown) (--kind); choose a column with fewer kinds, or leave out --kind",
            "\(shown) 열(--kind)에 서로 다른 종류가 \(Self.maximumCount)가지 넘게 있습니다. 종류가 적은 열을 쓰거나 --kind를 빼세요")
    }

    private func alike(_ one: String, _ other: String, in page: String) -> PlainError {
        let (one, other) = (DisplayText.shown(one, columns: 40), DisplayText.shown(other, columns: 40))
        return PlainError(
            file: page, "has the kinds \(one) and \(other), which geocli can't tell apart (--kind); rename one of them",
            "종류 \(one)\(.with) \(other)\(.object) 구별할 수 없습니다(--kind). 한쪽의 이름을 바꾸세요")
    }
}
