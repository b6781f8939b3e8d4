internal import GeocliPlaces
internal import GeocliText

/// The kinds of places on a page: their names, and the shape and color that each is drawn with.
struct PageKinds {
    /// The kinds of the bookstore feed, and the other kinds of the page's places. The page stores a kind as its index in this
    /// list.
    let kinds: [Kind]
    let words: PlaceWords
    private let indices: [Kind: Int]

    /// Maximum number of kinds on a page, because an index takes one byte. Places of further kinds are shown with the
    /// kind `other`.
    private static let maximumCount = 250

    init(_ found: Set<Kind>, _ words: PlaceWords) {
        let all = Kind.inOrder(Set(Kind.bookstoreKinds).union(found))
        let kinds = Array(all.prefix(Self.maximumCount))
        self.kinds = kinds
        self.words = words
        indices = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($0.element, $0.offset) })
    }

    /// Returns the index of a kind in the list.
    func index(of kind: Kind) -> Int { indices[kind] ?? indices[.other] ?? 0 }

    /// The name of a kind: `long` for a sentence about one place, `short` for a button.
    private func names(_ kind: Kind) -> (long: Words, short: Words) {
        switch kind {
        case .new: return (Words(en: "New books", ko: "새책"), Words(en: "New", ko: "새책"))
        case .used: return (Words(en: "Used books", ko: "헌책"), Words(en: "Used", ko: "헌책"))
        default:
            let title = words.title(of: kind)
            let name = Words(en: PagePlace.shown(title.en.capitalizedFirst), ko: PagePlace.shown(title.ko))
            return (name, name)
        }
    }

    /// Writes the kinds in their order. The style is the number of the shape and color in the page's assets: 0 stands
    /// for `#pin-0` and `.k0`.
    func write(to json: inout JSONWriter) {
        json.beginArray()
        for kind in kinds {
            let names = names(kind)
            json.beginObject()
            json.name("name")
            json.string(kind.rawValue)
            json.name("style")
            json.integer(Int64(words.look(of: kind)))
            for language in Language.allCases {
                json.name(language.rawValue)
                json.beginArray()
                json.string(names.long.text(language))
                json.string(names.short.text(language))
                json.endArray()
            }
            json.endObject()
        }
        json.endArray()
    }
}
