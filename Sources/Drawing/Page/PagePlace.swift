internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

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

    /// The digits of the phones, for searches by number.
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

    /// Returns text as the page shows it: one line, without characters that are invisible or change the text's
    /// direction.
    static func shown(_ text: String) -> String { DisplayText.singleLine(text) }

    /// Does the same as `quickly` in `Assets/text.js`: puts ASCII letters in lower case, and turns each run of blanks
    /// into one blank.
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
