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

/// The argument of `show` and `open`: one place.
package enum PlaceReference {
    case id(Int64)
    case ref(String)

    /// Reads an id, or a reference, which contains a slash.
    ///
    /// - Parameter name: the argument's name in errors.
    /// - Throws: `UsageError`.
    package init(_ word: String, named name: String = "ID|REF") throws {
        let wanted = word.trimmingBlanks()
        if wanted.contains("/") {
            self = .ref(wanted)
        } else if let id = Int64(wanted) {
            self = .id(id)
        } else {
            throw ValueArgument.wrong(
                name, wanted, en: "write an id such as 12, or a reference such as seoul-bookstores/2283",
                ko: "12 같은 번호나 seoul-bookstores/2283 같은 참조를 쓰세요")
        }
    }

    /// Returns the catalog's entry for the place.
    ///
    /// - Throws: the source's error if the catalog has no such place.
    package func entry(in catalog: some PlaceSource) throws -> CatalogEntry {
        switch self {
        case .id(let id): try catalog.entry(id: id)
        case .ref(let ref): try catalog.entry(ref: ref)
        }
    }
}
