public import GeocliGeo

/// The ids and coordinates of many places, for an index in memory.
public struct PlacePoints: Sendable {
    /// The ids, ascending.
    public private(set) var ids: [Int64] = []
    /// The coordinate for each id.
    public private(set) var coordinates: [Coordinate] = []

    /// Creates an empty list.
    public init() {}

    /// Adds points at the end. Their ids must be higher than the ids that are already in the list.
    public mutating func append(_ others: PlacePoints) {
        ids += others.ids
        coordinates += others.coordinates
    }

    package mutating func append(_ id: Int64, _ coordinate: Coordinate) {
        ids.append(id)
        coordinates.append(coordinate)
    }

    /// Returns the coordinates and removes them from this list, so that an index can free them while it is built.
    public mutating func takeCoordinates() -> [Coordinate] {
        defer { coordinates = [] }
        return coordinates
    }
}
