public import GeocliGeo

/// A district and the area it covers.
public struct DistrictOutline: Sendable, Equatable {
    /// Its name, as bookstores state it: `마포구`.
    public let name: String
    /// Where it is.
    public let area: MultiPolygon

    /// A district of this area.
    public init(name: String, area: MultiPolygon) {
        self.name = name
        self.area = area
    }
}
