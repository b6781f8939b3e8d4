internal import GeocliGeo
package import GeocliPlaces
package import GeocliQuery
internal import GeocliText

/// The position at which a search starts, as the user wrote it. It can be a position in any spelling, a link, an id, a
/// reference, or the name of a place or a district.
package struct OriginArgument {
    private enum Meaning {
        case position(WrittenPosition)
        case name(OriginName)
    }

    private let meaning: Meaning
    private let name: String

    /// Reads one word or several, without looking into the catalog.
    ///
    /// - Parameter name: the argument's name in errors.
    /// - Throws: `UsageError` for a text that looks like a position or a link but gives no position.
    package init(_ words: [String], named name: String) throws {
        let text = words.joined(separator: " ")
        self.name = name
        if let certain = OriginName(certain: text) {
            meaning = .name(certain)
        } else if let position = try WrittenPosition.readIfPosition(text, named: name) {
            meaning = .position(position)
        } else {
            meaning = .name(OriginName(text))
        }
    }

    /// Returns the position, with a note if people need to know which place was taken.
    ///
    /// - Throws: `OriginError`; errors from reading the source.
    package func origin(in source: some PlaceSource) throws -> Origin {
        switch meaning {
        case .position(let position): return Origin(position)
        case .name(let name):
            do {
                return try OriginFinder.origin(name, in: source)
            } catch let error as OriginError {
                throw error.naming(self.name)
            }
        }
    }
}
