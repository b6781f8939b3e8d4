internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Writes the places column by column: packed numbers, and texts joined by line feeds. `Assets/model.js` reads
/// them.
///
/// A page of many places holds only what the map, the list, the filters and the search need, without the details
/// for cards. Rows of JSON would be three times as long.
struct PageColumns {
    let entries: [CatalogEntry]
    let kinds: PageKinds
    /// The indices of the districts' names in the page's list.
    let districts: [String: Int]
    /// The indices of the days in the page's list.
    let days: [String: Int]
    /// Whether phones, websites, pages on social networks and days are written.
    let hasDetails: Bool

    /// The index that is written if a place has no district or day.
    private static let none = 0xFFFF
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
        texts("names", to: &json) { PagePlace.shown($0.place.name) }
        texts("addresses", to: &json) { $0.place.address.map(PagePlace.shown) }
        writeSearchFields(to: &json)
        json.name("closed")
        json.beginArray()
        for (place, entry) in entries.enumerated() {
            guard let day = entry.closedOn.flatMap({ days[$0] }) else { continue }
            json.integer(Int64(place))
            json.integer(Int64(day))
        }
        json.endArray()
        json.name("details")
        if hasDetails { writeDetails(to: &json) } else { json.null() }
        json.endObject()
    }

    /// Writes each point twice: in the units of the collision pass, and in degrees for people. A missing point is
    /// written as the largest number and as 0 degrees.
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

    /// Writes the fields that the search needs in addition to the texts that the page shows.
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
