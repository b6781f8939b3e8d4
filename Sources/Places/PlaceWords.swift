package import GeocliText

/// The kind of a place: a word from the feed's declaration, such as `used` or `library`. The database, JSON and
/// `--kind` use this word. `KindTitle` has the title that people see.
public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The word: 1 to 32 lower-case letters, digits and hyphens.
    public let rawValue: String

    /// A place that sells new books.
    public static let new = Kind(unchecked: "new")
    /// A place that sells used books.
    public static let used = Kind(unchecked: "used")
    /// A place whose feed states no kind that geocli knows.
    public static let other = Kind(unchecked: "other")
    /// The kinds of the bookstore feed, in the order in which listings show them. Every catalog counts its places of
    /// these kinds.
    public static let bookstoreKinds = [new, used, other]

    private static let maximumBytes = 32

    public init?(rawValue: String) {
        guard Self.isWord(rawValue.utf8) else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked word: String) { rawValue = word }

    /// Returns the kind that these bytes spell; nil if they can't be a kind. The usual kinds need no new string.
    package init?(bytes: UnsafeBufferPointer<UInt8>) {
        switch (bytes.count, Self.packed(bytes)) {
        case (3, 0x6E_6577): self = .new
        case (4, 0x7573_6564): self = .used
        case (5, 0x6F_7468_6572): self = .other
        default:
            guard Self.isWord(bytes) else { return nil }
            rawValue = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns the bytes of a short word as one number, the first byte highest; 0 for a longer word.
    private static func packed(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bytes.count > 8 ? 0 : bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func isWord(_ bytes: some Collection<UInt8>) -> Bool {
        1...maximumBytes ~= bytes.count
            && bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    }

    public var isUsual: Bool { Self.bookstoreKinds.contains(self) }

    /// Returns the kinds in the order in which listings show them: first `bookstoreKinds`, then the others ordered by
    /// their words. Each kind is returned once.
    public static func inOrder(_ kinds: some Sequence<Kind>) -> [Kind] {
        let all = Set(kinds)
        return bookstoreKinds.filter(all.contains)
            + all.filter { !$0.isUsual }.sorted { $0.rawValue < $1.rawValue }
    }
}

/// Makes a kind from a word, in the same way for a column of a person's own file and for `--kind`.
package enum KindSpelling {
    /// Returns the form that all spellings of the same kind share. Spellings may differ in case, and may have a blank,
    /// a hyphen or an underscore between the parts of the word.
    package static func plain(_ word: String) -> String {
        var plain = ""
        for scalar in Folding.folded(word).unicodeScalars {
            if scalar == " " || scalar == "_" || scalar == "-" {
                if let last = plain.unicodeScalars.last, last != "-" { plain += "-" }
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return plain.hasSuffix("-") ? String(plain.dropLast()) : plain
    }

    /// The length of the longest kind that `Kind` allows, in bytes.
    private static let maximumBytes = 32
    /// The number of hexadecimal digits that a kind takes from the hash of its word. This number is enough to tell 64
    /// words apart.
    private static let hashDigits = 8

    /// Returns the kind of a plain word. If Latin letters and digits can't express the whole word, a part of its hash
    /// completes the kind.
    package static func kind(_ plain: String) -> Kind {
        var text = ""
        var isWhole = true
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": text.unicodeScalars.append(scalar)
            case "-": if !text.isEmpty, !text.hasSuffix("-") { text += "-" }
            default:
                if let syllable = Hangul.Syllable(scalar) {
                    text += latin(syllable)
                } else {
                    isWhole = false
                }
            }
        }
        if isWhole, text.utf8.count <= maximumBytes, let kind = Kind(rawValue: text), !kind.isUsual { return kind }
        let digits = SHA256(Array(plain.utf8)).hexDigest().prefix(hashDigits)
        let start = text.prefix(maximumBytes - hashDigits - 1)
        let name = start.isEmpty ? "kind-\(digits)" : start.hasSuffix("-") ? "\(start)\(digits)" : "\(start)-\(digits)"
        return Kind(rawValue: name) ?? .other
    }

    /// - Source: Revised Romanization of Korean, rule 8: letter by letter.
    private static func latin(_ syllable: Hangul.Syllable) -> String {
        initials[syllable.initial] + vowels[syllable.vowel] + finals[syllable.final]
    }

    private static let initials = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
    ]
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu",
        "ui", "i",
    ]
    private static let finals = [
        "", "g", "kk", "gs", "n", "nj", "nh", "d", "l", "lg", "lm", "lb", "ls", "lt", "lp", "lh", "m", "b", "bs", "s",
        "ss",
        "ng", "j", "ch", "k", "t", "p", "h",
    ]
}

/// The words that the declaration of a feed uses for its places and their kinds. The catalog keeps them with the feed,
/// so an answer about a feed of libraries says "library".
package struct FeedWords: Sendable, Equatable {
    package struct KindTitle: Sendable, Equatable {
        package let kind: Kind
        package let title: Words

        package init(_ kind: Kind, _ title: Words) {
            self.kind = kind
            self.title = title
        }
    }

    package static let bookstores = FeedWords(
        title: Words(en: "Bookstores in Seoul (OA-21062)", ko: "서울 책방 현황정보 (OA-21062)"),
        noun: Words(en: "bookstore", ko: "책방"), plural: "bookstores",
        publisher: "", license: "")

    /// The words of a catalog that has no places yet.
    static let places = FeedWords(
        title: Words(en: "Places", ko: "장소"), noun: Words(en: "place", ko: "장소"), publisher: "", license: "")

    package var title: Words
    /// The word for one place of the feed: "library", "도서관".
    package var noun: Words
    /// The English word for several places: "libraries".
    package var plural: String
    /// The publisher and its address.
    package var publisher: String
    package var license: String
    /// The titles of the kinds that the declaration names, in the order in which listings show them.
    package var kinds: [KindTitle]
    /// The path of the declaration's file, as the user wrote it. Commands that geocli proposes to the user contain this
    /// path. Nil for a built-in feed, and for a feed whose columns the command line names.
    package var declaration: String?
    /// The code of the country in which all places of the feed are (ISO 3166-1); nil if it is not known.
    package var country: String?
    /// How often new data is expected; nil if the declaration does not say it.
    package var cadence: Cadence?

    /// `plural` is the plural of the English noun; nil if it is regular.
    package init(
        title: Words, noun: Words, plural: String? = nil, publisher: String, license: String, kinds: [KindTitle] = []
    ) {
        self.title = title
        self.noun = noun
        self.plural = plural ?? EnglishNoun.plural(of: noun.en)
        self.publisher = publisher
        self.license = license
        self.kinds = kinds
    }
}

extension FeedWords {
    /// The words as the JSON text that catalogs store.
    package var json: String {
        let members: [JSONValue.Member] = [
            .init("title", Self.value(title)), .init("noun", Self.value(noun)), .init("plural", .string(plural)),
            .init("publisher", .string(publisher)), .init("license", .string(license)),
            .init("kinds", .object(kinds.map { .init($0.kind.rawValue, Self.value($0.title)) })),
        ]
        let further = [
            ("declaration", declaration), ("country", country), ("cadence", cadence?.rawValue),
        ].compactMap { name, text in
            text.map { JSONValue.Member(name, .string($0)) }
        }
        return JSONValue.object(members + further).text
    }

    package init?(json: String) {
        guard let value = try? JSONValue(parsing: Array(json.utf8), name: "words"),
            let title = Self.words(value["title"]),
            let noun = Self.words(value["noun"]), let plural = value["plural"]?.stringValue,
            let publisher = value["publisher"]?.stringValue, let license = value["license"]?.stringValue,
            case .object(let members) = value["kinds"]
        else { return nil }
        let kinds = members.compactMap { member in
            Kind(rawValue: member.name).flatMap { kind in Self.words(member.value).map { KindTitle(kind, $0) } }
        }
        self.init(title: title, noun: noun, plural: plural, publisher: publisher, license: license, kinds: kinds)
        declaration = value["declaration"]?.stringValue
        country = value["country"]?.stringValue
        cadence = value["cadence"]?.stringValue.flatMap(Cadence.init)
    }

    private static func value(_ words: Words) -> JSONValue {
        .object([.init("en", .string(words.en)), .init("ko", .string(words.ko))])
    }

    private static func words(_ value: JSONValue?) -> Words? {
        guard let en = value?["en"]?.stringValue, let ko = value?["ko"]?.stringValue else { return nil }
        return Words(en: en, ko: ko)
    }
}

/// The words that an answer uses for its places. If all feeds of a catalog use the same noun, the answer uses it, such
/// as "library". Otherwise the answer says "place".
package struct PlaceWords: Sendable, Equatable {
    package let noun: Words
    package let plural: String
    /// The kinds that have titles, in the order in which listings show them.
    package let kinds: [Kind]
    private let titles: [Kind: Words]
    private let looks: [Kind: Int]

    package static let bookstores = PlaceWords([] as [FeedWords])

    /// Combines the words of all feeds. If two feeds have different titles of one kind, the title of the first feed is
    /// used.
    package init(_ feeds: [FeedWords]) {
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

    /// Further words that people use for the usual kinds. A column that has such a word has a kind of its own: a dealer of
    /// used cars (중고) sells no used books.
    private static let furtherUsedWords = ["헌책", "헌책방", "중고", "중고책"]
    private static let furtherNewWords = ["새책", "새책방"]

    /// Returns the kind that a person means: as `kind`, or by another usual word.
    package func spokenKind(_ text: String) -> Kind? {
        if let kind = kind(text) { return kind }
        return Self.furtherUsedWords.contains(text) ? .used : Self.furtherNewWords.contains(text) ? .new : nil
    }

    /// Returns the title of a kind, or its word if no declaration gives a title.
    package func title(of kind: Kind) -> Words {
        titles[kind] ?? Words(en: kind.rawValue, ko: kind.rawValue)
    }

    /// Returns the kind that a text names; nil if it names none. The text may be the kind's word, its title in either
    /// language, or a word that would give this kind if it stood in a column (`KindSpelling`).
    package func kind(_ text: String) -> Kind? {
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
    package func bothTitles(of kind: Kind) -> String {
        let title = title(of: kind)
        return title.ko == title.en ? title.en : "\(title.ko) (\(title.en))"
    }

    /// Returns the number of the look that maps give a kind: 0 for new books, 1 for used books, 7 for the kind `other`.
    /// All further kinds take 2 to 6 in turn.
    package func look(of kind: Kind) -> Int {
        looks[kind] ?? 7
    }

    /// Returns a count of places: "1 library", "606 libraries"; "도서관 606곳".
    package func count(_ count: Int) -> Words {
        Words(en: "\(count) \(count == 1 ? noun.en : plural)", ko: "\(noun.ko) \(count)곳")
    }
}
