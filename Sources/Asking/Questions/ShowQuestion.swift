internal import GeocliExport
package import GeocliPlaces
package import GeocliText

/// `show`: one place with all that is known about it.
package struct ShowQuestion: Question {
    package static let name = "show"
    package static let title = Words(en: "One place", ko: "장소 하나")

    /// A part of the path in an address.
    package static let place = Parameter(
        "id", .text, en: "An id such as 12, or a reference such as seoul-bookstores/2283.",
        ko: "12 같은 번호나 seoul-bookstores/2283 같은 참조", argument: "ID|REF", isRequired: true)

    package static let parameters = [ListingOptions.links]

    private let place: PlaceReference

    /// - Throws: `UsageError`.
    package init(_ given: Given) throws {
        place = try PlaceReference(try given.one(Self.place) ?? "", named: given.style(Self.place))
    }

    package func answer(from source: some PlaceSource, into answer: some Answer) throws {
        let entry = try place.entry(in: source)
        let archive = source.day == nil ? source as? any PlaceArchive : nil
        let corrections = try archive?.correctionsInForce(ofPlace: entry.id) ?? []
        let schema = ListingSchema.place(others: try source.otherRows(of: entry)).withCorrections(corrections)
        try answer.write(schema, of: source) { try $0.write(entry) }
    }
}
