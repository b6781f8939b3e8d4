internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// A text of the type-ahead screen with a place after `@`, such as `책 @홍대입구역`. The matches of the text are ordered by
/// their distance from that place.
struct TypedPlace {
    /// The maximum number of names that the line of information proposes.
    private static let maximumProposed = 5

    /// The text to search.
    let text: String
    /// The place as typed so far; nil if the text has none.
    let place: String?

    /// Splits a typed text at its last `@` that begins a word.
    init(_ typed: String) {
        let marks = typed.indices.filter { index in
            typed[index] == "@" && (index == typed.startIndex || typed[typed.index(before: index)].isWhitespace)
        }
        guard let mark = marks.last else {
            (text, place) = (typed, nil)
            return
        }
        text = String(typed[..<mark])
        place = String(typed[mark...].dropFirst()).trimmingBlanks()
    }

    /// Returns the position of the place; nil as long as the text names no place. The note says which place it is, or
    /// proposes names that begin with the text.
    func origin(in catalog: Catalog) throws -> (origin: Origin?, note: Words?) {
        guard let place, !place.isEmpty else { return (nil, nil) }
        do {
            let origin = try OriginFinder.origin(OriginName(place), in: catalog)
            return (origin, origin.note)
        } catch let error as OriginError {
            let names = try LandmarkSpellings.beginning(with: place, limit: Self.maximumProposed, in: catalog)
            guard !names.isEmpty else { return (nil, error.words) }
            let list = names.map { "@" + $0.text }.joined(separator: "  ")
            return (nil, Words(en: list, ko: list))
        }
    }
}
