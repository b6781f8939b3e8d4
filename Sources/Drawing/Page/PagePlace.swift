internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// Writes a bookstore as a row of the page's data; `Assets/model.js` reads it.
struct PagePlace {
    let entry: CatalogEntry

    /// Writes the row.
    ///
    /// - Parameters:
    ///   - districts: the indices of the districts' names in the page's list.
    ///   - days: the indices of the days in the page's list.
    func write(to json: inout JSONWriter, districts: [String: Int], days: [String: Int]) {
        let bookstore = entry.bookstore
        json.beginArray()
        json.integer(entry.id)
        json.string(Self.shown(bookstore.name))
        json.integer(Int64(Kind.allCases.firstIndex(of: bookstore.kind) ?? 0))
        json.integer(Int64(bookstore.district.flatMap { districts[$0] } ?? -1))
        json.string(bookstore.address.map(Self.shown))
        json.string(bookstore.phone)
        json.string(bookstore.phoneRaw.map(Self.shown))
        json.string(bookstore.website.map(Self.shown))
        if let sns = bookstore.sns {
            json.beginArray()
            for page in sns { json.string(Self.shown(page)) }
            json.endArray()
        } else {
            json.null()
        }
        for degrees in [entry.coordinate?.latitude, entry.coordinate?.longitude] {
            if let degrees { json.number(degrees, maximumDecimals: 7) } else { json.null() }
        }
        for day in [entry.firstSeen, entry.lastSeen, entry.closedOn] {
            json.integer(Int64(day.flatMap { days[$0] } ?? -1))
        }
        folded(to: &json)
        json.endArray()
    }

    /// Writes the phone's digits, then the folded fields that the page's fast folding would get wrong.
    private func folded(to json: inout JSONWriter) {
        let bookstore = entry.bookstore
        let lines = FoldedFields.text(
            name: bookstore.name, address: bookstore.address, district: bookstore.district, phone: bookstore.phoneRaw
        ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        json.string(lines[4])
        let name = Self.shown(bookstore.name)
        let place = [bookstore.address, bookstore.district].map { $0.map(Self.shown) ?? "" }
        let squeezedName = Self.quicklySqueezed(name)
        let right = [lines[0], lines[1].isEmpty ? lines[0] : lines[1], lines[2], lines[3]]
        let quick = [
            Self.quicklyFolded(name), squeezedName.isEmpty ? Self.quicklyFolded(name) : squeezedName,
            Self.quicklySqueezed(place[0]), Self.quicklySqueezed(place[1]),
        ]
        guard !zip(right, quick).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) else { return }
        json.beginArray()
        for (right, quick) in zip(right, quick) { json.string(right.utf8.elementsEqual(quick.utf8) ? nil : right) }
        json.endArray()
    }

    /// Returns text as the page shows it: one line, without characters that are invisible or change the text's
    /// direction.
    static func shown(_ text: String) -> String { DisplayText.singleLine(text) }

    /// Returns the same as `quickly` of `Assets/text.js`: small ASCII letters, single blanks.
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

    /// Returns the same as `quicklySqueezed` of `Assets/text.js`: no blanks and no ASCII punctuation.
    static func quicklySqueezed(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                quicklyFolded(text).unicodeScalars.filter { !$0.isASCII || Folding.isWordCharacter($0) }))
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { "A"..."Z" ~= scalar }
}
