internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The data that the page's tools need in addition to the places: the addresses of map services and, if the page is not
/// too large, the values that only a downloaded file or an exact distance needs.
struct PageTools {
    let entries: [CatalogEntry]
    let days: [String: Int]
    let address: String?
    let hasDetails: Bool

    /// Writes the `services`, `address` and `exact` members; `Assets/links.js` and `Assets/download.js` read them.
    func write(to json: inout JSONWriter) {
        json.name("services")
        json.value(.array(MapService.allCases.map(Self.described)))
        json.name("geo")
        json.string(LinkTemplate.geo.text)
        json.name("label")
        json.value(
            .object([
                .init("length", .number(String(LinkLabel.maximumScalars))),
                .init("reserved", .string(LinkTemplate.reserved)),
            ]))
        json.name("address")
        json.string(address)
        json.name("columns")
        json.value(.array(ListingSchema<CatalogEntry>.places.columns.map { .string($0.key) }))
        json.name("exact")
        if hasDetails { writeExact(to: &json) } else { json.null() }
    }

    private static func described(_ service: MapService) -> JSONValue {
        .object([
            .init("key", .string(service.rawValue)), .init("ko", .string(service.name.ko)),
            .init("en", .string(service.name.en)), .init("template", .string(LinkTemplate.of(service).text)),
        ])
    }

    private func writeExact(to json: inout JSONWriter) {
        json.beginObject()
        texts("refs", to: &json) { PagePlace.shown($0.ref) }
        json.name("firstSeen")
        json.beginArray()
        for entry in entries { json.integer(Int64(days[entry.firstSeen] ?? -1)) }
        json.endArray()
        json.name("missingRuns")
        json.beginArray()
        // Nearly all numbers are 0, so only the others are written, as pairs of the place's index and the number.
        for (place, entry) in entries.enumerated() where entry.missingRuns != 0 {
            json.integer(Int64(place))
            json.integer(Int64(entry.missingRuns))
        }
        json.endArray()
        json.name("corrected")
        json.beginArray()
        // Pairs of the place's index and the keys of the values that a person corrected.
        for (place, entry) in entries.enumerated() {
            guard let corrected = entry.corrected else { continue }
            json.integer(Int64(place))
            json.value(.array(corrected.map(JSONValue.string)))
        }
        json.endArray()
        // The points in `PageColumns` have only seven decimals, which is an error of a few millimeters.
        json.name("points")
        json.beginArray()
        for entry in entries {
            for degrees in [entry.coordinate?.latitude, entry.coordinate?.longitude] {
                if let degrees { json.number(degrees) } else { json.null() }
            }
        }
        json.endArray()
        json.endObject()
    }

    private func texts(_ name: String, to json: inout JSONWriter, _ text: (CatalogEntry) -> String) {
        json.name(name)
        json.string(entries.map(text).joined(separator: "\n"))
    }
}
