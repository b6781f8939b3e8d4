public import GeocliText

/// The words that the declaration of a feed uses for its places and their kinds. The catalog keeps them with the feed,
/// so an answer about a feed of libraries says "library".
public struct FeedWords: Sendable, Equatable {
    /// The title of a kind.
    public struct KindTitle: Sendable, Equatable {
        /// The kind.
        public let kind: Kind
        /// The kind's title: "library", "도서관".
        public let title: Words

        /// Creates a title.
        public init(_ kind: Kind, _ title: Words) {
            self.kind = kind
            self.title = title
        }
    }

    /// The words of the feed of Seoul's bookstores.
    public static let bookstores = FeedWords(
        title: Words(en: "Bookstores in Seoul (OA-21062)", ko: "서울 책방 현황정보 (OA-21062)"),
        noun: Words(en: "bookstore", ko: "책방"), plural: "bookstores",
        publisher: "", license: "")

    /// The words of a catalog that has no places yet.
    static let places = FeedWords(
        title: Words(en: "Places", ko: "장소"), noun: Words(en: "place", ko: "장소"), publisher: "", license: "")

    /// The feed's title.
    public var title: Words
    /// The word for one place of the feed: "library", "도서관".
    public var noun: Words
    /// The English word for several places: "libraries".
    public var plural: String
    /// The publisher and its address.
    public var publisher: String
    /// The license of the data.
    public var license: String
    /// The titles of the kinds that the declaration names, in the order in which listings show them.
    public var kinds: [KindTitle]
    /// The path of the declaration's file, as the user wrote it. Commands that geocli proposes to the user contain this
    /// path. Nil for a built-in feed, and for a feed whose columns the command line names.
    public var declaration: String?
    /// The code of the country in which all places of the feed are (ISO 3166-1); nil if it is not known.
    public var country: String?

    /// Creates the words of a feed.
    ///
    /// - Parameter plural: the plural of the English noun; nil if it is regular.
    public init(
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
        var json = JSONWriter()
        let members: [JSONValue.Member] = [
            .init("title", Self.value(title)), .init("noun", Self.value(noun)), .init("plural", .string(plural)),
            .init("publisher", .string(publisher)), .init("license", .string(license)),
            .init("kinds", .object(kinds.map { .init($0.kind.rawValue, Self.value($0.title)) })),
        ]
        let further = [("declaration", declaration), ("country", country)].compactMap { name, text in
            text.map { JSONValue.Member(name, .string($0)) }
        }
        json.value(.object(members + further))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Reads the words from the JSON text that a catalog stores; nil for any other text.
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
    }

    private static func value(_ words: Words) -> JSONValue {
        .object([.init("en", .string(words.en)), .init("ko", .string(words.ko))])
    }

    private static func words(_ value: JSONValue?) -> Words? {
        guard let en = value?["en"]?.stringValue, let ko = value?["ko"]?.stringValue else { return nil }
        return Words(en: en, ko: ko)
    }
}
