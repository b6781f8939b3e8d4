/// A polygon made ready for many questions.
struct PreparedPolygon: Sendable {
    /// Its rings.
    let rings: [Ring]

    /// Makes `polygon` ready.
    ///
    /// - Throws: `GeoError(.polygon)`.
    init(_ polygon: Polygon) throws(GeoError) {
        var rings: [Ring] = []
        for ring in polygon.rings { rings.append(try Ring(ring)) }
        self.rings = rings
    }

    /// Whether `coordinate` lies in the polygon or on its edge.
    ///
    /// Rings may stand a full turn apart, and one that spans more than a turn is met several times: the sum decides.
    func contains(_ coordinate: Coordinate) -> Bool {
        var isInside = false
        for ring in rings where coordinate.latitude >= ring.south && coordinate.latitude <= ring.north {
            for turn in ring.west.turn - 1...ring.east.turn + 1 {
                let place = RingVertex(
                    longitude: coordinate.longitude, latitude: coordinate.latitude, turn: turn)
                if place.isWest(of: ring.west) || ring.east.isWest(of: place) { continue }
                guard let isOdd = ring.index.isCrossedOddly(eastOf: place) else { return true }
                if isOdd { isInside.toggle() }
            }
        }
        return isInside
    }
}
