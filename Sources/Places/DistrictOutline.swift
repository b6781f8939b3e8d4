public import GeocliGeo

/// A district and the area it covers.
public struct DistrictOutline: Sendable, Equatable {
    /// The district's name, as places state it: `마포구`.
    public let name: String
    /// The area it covers.
    public let area: MultiPolygon

    /// Creates a district with this area.
    public init(name: String, area: MultiPolygon) {
        self.name = name
        self.area = area
    }
}
