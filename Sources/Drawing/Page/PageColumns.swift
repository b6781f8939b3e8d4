internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// Writes the places column by column: packed numbers, and texts joined by line feeds. `Assets/model.js` reads them.
/// Rows of JSON would be three times as long. A page of many places has no details for cards.
struct PageColumns {
    let entries: [CatalogEntry]
    let kinds: PageKinds
    /// The indices of the districts' names and of the days in the page's lists.
    let districts: [String: Int]
    let days: [String: Int]
    /// Places whose area or part is not their district: place, area, part (`PageAreas`).
    let areas: [Int]
    /// Whether phones, websites, pages on social networks and days are written.
    let hasDetails: Bool

    /// The index that is written if a place has no district or day.
    static let none = 0xFFFF
    /// A degree is written as ten million units, about a centimeter each.
    private static let degreeUnits = 1e7

    func write(to json: inout JSONWriter) {
        json.beginObject()
        packed("ids", to: &json) { column in
            var last: Int64 = 0
            for entry in entries {
                column.append(varying: entry.id &- last)
                last = entry.id
            }
        }
        writePoints(to: &json)
        packed("kinds", to: &json) { column in
            for entry in entries {
                column.append(UInt64(kinds.index(of: entry.place.kind)), bytes: 1)
            }
        }
        indices("districts", to: &json) { $0.place.district.flatMap { districts[$0] } }
        json.name("areas")
        json.value(.array(areas.map { .number("\($0)") }))
        texts("names", to: &json) { PagePlace.shown($0.place.name) }
        texts("addresses", to: &json) { $0.place.address.map(PagePlace.shown) }
        writeSearchFields(to: &json)
        rareDays("removed", to: &json, \.removedOn)
        rareDays("closed", to: &json, \.closedOn)
        json.name("details")
        if hasDetails { writeDetails(to: &json) } else { json.null() }
        json.endObject()
    }

    /// Writes each point twice: in the units of the collision pass (the largest number if missing), and in degrees for
    /// people (0 if missing).
    private func writePoints(to json: inout JSONWriter) {
        packed("plane", to: &json) { column in
            for entry in entries {
                let point = entry.coordinate.map { PlanePoint($0) }
                column.append(point.map { UInt64($0.x) } ?? .max, bytes: 6)
                column.append(point.map { UInt64($0.y) } ?? .max, bytes: 6)
            }
        }
        packed("degrees", to: &json) { column in
            for entry in entries {
                for degrees in [entry.coordinate?.latitude ?? 0, entry.coordinate?.longitude ?? 0] {
                    let units = Int64((degrees * Self.degreeUnits).rounded())
                    column.append(UInt64(bitPattern: units), bytes: 4)
                }
            }
        }
    }

    private func writeSearchFields(to json: inout JSONWriter) {
        var digits: [String] = []
        json.name("folded")
        json.beginArray()
        for (index, entry) in entries.enumerated() {
            let place = PagePlace(entry.place)
            place.writeFolded(to: &json, index: index)
            digits.append(place.digits)
        }
        json.endArray()
        json.name("digits")
        json.string(digits.joined(separator: "\n"))
    }

    private func writeDetails(to json: inout JSONWriter) {
        json.beginObject()
        texts("phones", to: &json) { $0.place.phone }
        texts("phonesRaw", to: &json) { $0.place.phoneRaw.map(PagePlace.shown) }
        texts("websites", to: &json) { $0.place.website.map(PagePlace.shown) }
        // `PagePlace.shown` removes every TAB, so TAB can separate the texts.
        texts("sns", to: &json) { $0.place.sns?.map(PagePlace.shown).joined(separator: "\t") }
        indices("lastSeen", to: &json) { days[$0.lastSeen] }
        json.endObject()
    }

    /// Writes the days that few places have, as pairs of the place's index and the day's.
    private func rareDays(_ name: String, to json: inout JSONWriter, _ day: (CatalogEntry) -> String?) {
        json.name(name)
        json.beginArray()
        for (place, entry) in entries.enumerated() {
            guard let day = day(entry).flatMap({ days[$0] }) else { continue }
            json.integer(Int64(place))
            json.integer(Int64(day))
        }
        json.endArray()
    }

    private func packed(_ name: String, to json: inout JSONWriter, _ fill: (inout PackedColumn) -> Void) {
        var column = PackedColumn()
        fill(&column)
        json.name(name)
        json.string(column.text)
    }

    private func indices(_ name: String, to json: inout JSONWriter, _ index: (CatalogEntry) -> Int?) {
        packed(name, to: &json) { column in
            for entry in entries { column.append(UInt64(index(entry) ?? Self.none), bytes: 2) }
        }
    }

    /// Writes the texts of all places as one text, separated by line feeds. A missing text becomes an empty line.
    private func texts(_ name: String, to json: inout JSONWriter, _ text: (CatalogEntry) -> String?) {
        json.name(name)
        json.string(entries.map { text($0) ?? "" }.joined(separator: "\n"))
    }
}

/// The texts of a place as the page shows and searches them; `Assets/model.js` reads them.
struct PagePlace {
    private let place: Place
    /// The folded fields: name, squeezed name, address, district, digits of the phones.
    private let folded: [String]

    init(_ place: Place) {
        self.place = place
        folded = FoldedFields.text(
            name: place.name, address: place.address, district: place.district, phone: place.phoneRaw
        ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    var digits: String { folded[4] }

    /// Writes the place's index and its folded fields, if the page's fast folding would get one of them wrong.
    func writeFolded(to json: inout JSONWriter, index: Int) {
        let name = Self.shown(place.name)
        let texts = [place.address, place.district].map { $0.map(Self.shown) ?? "" }
        let squeezedName = Self.quicklySqueezed(name)
        let right = [folded[0], folded[1].isEmpty ? folded[0] : folded[1], folded[2], folded[3]]
        let quick = [
            Self.quicklyFolded(name), squeezedName.isEmpty ? Self.quicklyFolded(name) : squeezedName,
            Self.quicklySqueezed(texts[0]), Self.quicklySqueezed(texts[1]),
        ]
        guard !zip(right, quick).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) else { return }
        json.beginArray()
        json.integer(Int64(index))
        for (right, quick) in zip(right, quick) { json.string(right.utf8.elementsEqual(quick.utf8) ? nil : right) }
        json.endArray()
    }

    /// One line, without characters that are invisible or change the text's direction.
    static func shown(_ text: String) -> String { DisplayText.singleLine(text) }

    /// Does the same as `quickly` in `Assets/text.js`: ASCII letters in lower case, each run of blanks one blank.
    static func quicklyFolded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == " ", folded.last == " " { continue }
            folded.append(isCapital(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        }
        if folded.first == " " { folded.removeFirst() }
        if folded.last == " " { folded.removeLast() }
        return String(folded)
    }

    /// Does the same as `quicklySqueezed` in `Assets/text.js`: removes blanks and ASCII punctuation.
    static func quicklySqueezed(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                quicklyFolded(text).unicodeScalars.filter { !$0.isASCII || Folding.isWordCharacter($0) }))
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { "A"..."Z" ~= scalar }
}

/// The kinds of places on a page: their names, and the shape and color that each is drawn with.
struct PageKinds {
    /// The kinds of the bookstore feed, and those of the page's places. The page stores a kind as its index here.
    let kinds: [Kind]
    let words: PlaceWords
    private let indices: [Kind: Int]

    /// An index takes one byte. Places of further kinds are shown with the kind `other`.
    private static let maximumCount = 250

    init(_ found: Set<Kind>, _ words: PlaceWords) {
        let all = Kind.inOrder(Set(Kind.bookstoreKinds).union(found))
        let kinds = Array(all.prefix(Self.maximumCount))
        self.kinds = kinds
        self.words = words
        indices = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($0.element, $0.offset) })
    }

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

    /// The style is the number of the shape and color in the page's assets: 0 stands for `#pin-0` and `.k0`.
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

/// The values of a column as bytes, which the page reads with `Assets/packed.js`.
struct PackedColumn {
    private var bytes: [UInt8] = []

    /// Adds the low `count` bytes of a number, the lowest first.
    mutating func append(_ value: UInt64, bytes count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    /// Adds a number of any size: seven bits per byte, the lowest first, with the highest bit set in all bytes but the
    /// last. Negative numbers are mapped to odd numbers, the others to even ones.
    ///
    /// - Source: LEB128 with the zigzag of Protocol Buffers.
    mutating func append(varying value: Int64) {
        var rest = UInt64(bitPattern: value &<< 1 ^ value >> 63)
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    var text: String { Base64.text(bytes) }
}
