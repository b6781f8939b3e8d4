/// Closed rings as curves of the plane, longitudes running on beyond ±180°.
struct RingCurves: Sendable {
    let store: RingStore
    /// The full turns at each position; empty where no ring crosses the antimeridian.
    let turns: [Int32]

    /// A vertex, by its place among the positions of all rings.
    @inline(__always)
    func vertex(_ place: Int) -> RingVertex {
        let position = store.positions[place]
        return RingVertex(
            longitude: position.longitude, latitude: position.latitude, turn: turns.isEmpty ? 0 : Int(turns[place]))
    }

    /// How far a ring reaches.
    func bounds(of ring: Int) -> RingBounds {
        let places = store.places(of: ring)
        var bounds = RingBounds(vertex(places.lowerBound))
        for place in places.dropFirst() { bounds.add(vertex(place)) }
        return bounds
    }
}

/// How far a ring reaches.
struct RingBounds: Sendable {
    /// The westernmost vertex.
    private(set) var west: RingVertex
    /// The easternmost vertex.
    private(set) var east: RingVertex
    /// The lowest latitude.
    private(set) var south: Double
    /// The highest latitude.
    private(set) var north: Double

    /// The bounds of one vertex.
    init(_ vertex: RingVertex) {
        (west, east) = (vertex, vertex)
        (south, north) = (vertex.latitude, vertex.latitude)
    }

    /// Widens them.
    mutating func add(_ vertex: RingVertex) {
        if vertex.isWest(of: west) { west = vertex }
        if east.isWest(of: vertex) { east = vertex }
        south = min(south, vertex.latitude)
        north = max(north, vertex.latitude)
    }
}
