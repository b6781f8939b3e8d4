internal import GeocliPlaces
internal import GeocliText

/// What the page knows about kinds of places: their names, and the shape and colour that each is drawn with.
enum PageKinds {
    /// The name of a kind in a sentence about one place, and on a button.
    private static func names(_ kind: Kind) -> (long: Words, short: Words) {
        switch kind {
        case .new: (Words(en: "New books", ko: "새책"), Words(en: "New", ko: "새책"))
        case .used: (Words(en: "Used books", ko: "헌책"), Words(en: "Used", ko: "헌책"))
        case .other: (Words(en: "Other", ko: "기타"), Words(en: "Other", ko: "기타"))
        }
    }

    /// The number of the shape and colour in the page's assets: 0 stands for `#pin-0` and `.k0`.
    private static func style(_ kind: Kind) -> Int64 {
        switch kind {
        case .new: 0
        case .used: 1
        case .other: 7
        }
    }

    /// Writes the kinds in the order of `Kind.allCases`. A bookstore's kind on the page is an index of this list.
    static func write(to json: inout JSONWriter) {
        json.beginArray()
        for kind in Kind.allCases {
            let names = names(kind)
            json.beginObject()
            json.name("name")
            json.string(kind.rawValue)
            json.name("style")
            json.integer(style(kind))
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
