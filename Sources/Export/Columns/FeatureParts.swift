public import GeocliGeo
public import GeocliText

/// The parts of a Feature other than its properties.
public struct FeatureParts {
    let id: JSONValue?
    let place: FeatureWriter.Shape?
    let minZoom: Int?
    /// The web address that opens the row's place in a map, for a table with hyperlinks.
    var address: String?

    /// The position of a point; nil for an area, and for a Feature without a position.
    var coordinate: Coordinate? {
        guard case .point(let coordinate) = place else { return nil }
        return coordinate
    }

    /// The area; nil for any other Feature.
    var area: MultiPolygon? {
        guard case .area(let area) = place else { return nil }
        return area
    }

    /// The id if it is a whole number; nil for other ids.
    var number: Int64? {
        guard case .number(let text) = id else { return nil }
        return Int64(text)
    }

    /// Makes the parts of a Feature that is a point or has no position. `minZoom` becomes the foreign member that
    /// tippecanoe reads.
    public init(id: JSONValue?, coordinate: Coordinate?, minZoom: Int? = nil) {
        self.id = id
        place = coordinate.map(FeatureWriter.Shape.point)
        self.minZoom = minZoom
    }

    /// Makes the parts of a Feature that is an area.
    public init(id: JSONValue?, area: MultiPolygon) {
        self.id = id
        place = .area(area)
        minZoom = nil
    }
}
