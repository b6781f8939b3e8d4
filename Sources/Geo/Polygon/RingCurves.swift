/// Closed rings as curves in the plane; their longitudes continue beyond ±180°.
struct RingCurves: Sendable {
    let store: RingStore
    /// The number of full turns at each position; empty if no ring crosses the antimeridian.
    let turns: [Int32]

    /// Returns a vertex by its index among the positions of all rings.
    @inline(__always)
    func vertex(_ index: Int) -> RingVertex {
        let position = store.positions[index]
        return RingVertex(
            longitude: position.longitude, latitude: position.latitude, turn: turns.isEmpty ? 0 : Int(turns[index]))
    }

    /// Returns the bounds of a ring.
    func bounds(of ring: Int) -> RingBounds {
        let indices = store.indices(of: ring)
        var bounds = RingBounds(vertex(indices.lowerBound))
        for index in indices.dropFirst() { bounds.add(vertex(index)) }
        return bounds
    }

    /// Returns whether the half-line from `place` to the east crosses one edge; nil if `place` is on the edge. The lower
    /// end belongs to the edge, the upper end does not.
    func isCrossed(_ edge: Int, eastOf place: RingVertex) -> Bool? {
        let (from, to) = (vertex(edge), vertex(edge + 1))
        guard place.latitude >= min(from.latitude, to.latitude), place.latitude <= max(from.latitude, to.latitude)
        else { return false }
        let (left, right) = to.isWest(of: from) ? (to, from) : (from, to)
        if right.isWest(of: place) { return false }
        if place.isWest(of: left) { return straddles(from, to, place) }
        guard from.latitude != to.latitude else { return nil }
        let side =
            from.latitude < to.latitude ? Orientation.sign(from, to, place) : Orientation.sign(to, from, place)
        if side == 0 { return nil }
        return side > 0 && straddles(from, to, place)
    }

    /// Returns whether the line between two vertices crosses the latitude of `place`.
    func straddles(_ from: RingVertex, _ to: RingVertex, _ place: RingVertex) -> Bool {
        (from.latitude > place.latitude) != (to.latitude > place.latitude)
    }
}

/// The bounds of a ring.
struct RingBounds: Sendable {
    /// The westernmost vertex.
    private(set) var west: RingVertex
    /// The easternmost vertex.
    private(set) var east: RingVertex
    /// The lowest latitude.
    private(set) var south: Double
    /// The highest latitude.
    private(set) var north: Double

    /// Creates the bounds of one vertex.
    init(_ vertex: RingVertex) {
        (west, east) = (vertex, vertex)
        (south, north) = (vertex.latitude, vertex.latitude)
    }

    /// Widens the bounds to a vertex.
    mutating func add(_ vertex: RingVertex) {
        if vertex.isWest(of: west) { west = vertex }
        if east.isWest(of: vertex) { east = vertex }
        south = min(south, vertex.latitude)
        north = max(north, vertex.latitude)
    }
}
