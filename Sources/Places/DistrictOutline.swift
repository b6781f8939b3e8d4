public import GeocliGeo
package import GeocliSearch
internal import GeocliText

/// A district and the area it covers.
public struct DistrictOutline: Sendable, Equatable {
    /// The district's name, as places state it: `마포구`. Only one outline has this name.
    public let name: String
    /// The area it covers.
    public let area: MultiPolygon

    /// Creates a district with this area.
    public init(name: String, area: MultiPolygon) {
        self.name = name
        self.area = area
    }

    /// The district that the name means. If several provinces have a district of this name, the position of the outline
    /// decides.
    package var meaning: DistrictName {
        let name = DistrictName(name)
        guard name.isShared else { return name }
        let inside = area.innerPosition
        return name.around(longitude: inside.longitude, latitude: inside.latitude)
    }
}

extension Sequence<DistrictOutline> {
    /// Returns the outlines of the districts that a typed word can mean; one if the word is the name of an outline.
    package func meant(by word: String) -> [DistrictOutline] {
        let wanted = Folding.squeezed(Folding.folded(word))
        if let exact = first(where: { Folding.squeezed(Folding.folded($0.name)) == wanted }), !wanted.isEmpty {
            return [exact]
        }
        let name = DistrictName(word)
        return filter { name.means($0.meaning) }
    }
}
