public import GeocliGeo

/// The places of many bookstores, for an index in memory.
public struct PlacePoints: Sendable {
    /// Their ids, ascending.
    public private(set) var ids: [Int64] = []
    /// Where each is.
    public private(set) var coordinates: [Coordinate] = []

    /// None.
    public init() {}

    /// Adds points of higher ids at the end.
    public mutating func append(_ others: PlacePoints) {
        ids += others.ids
        coordinates += others.coordinates
    }

    package mutating func append(_ id: Int64, _ coordinate: Coordinate) {
        ids.append(id)
        coordinates.append(coordinate)
    }

    /// Gives the coordinates away, so that an index can let go of them while it is made.
    public mutating func takeCoordinates() -> [Coordinate] {
        defer { coordinates = [] }
        return coordinates
    }
}
