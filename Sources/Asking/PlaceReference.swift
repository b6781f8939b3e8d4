package import GeocliPlaces
internal import GeocliText

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
