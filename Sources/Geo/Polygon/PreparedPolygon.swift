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
    func contains(_ coordinate: Coordinate) -> Bool {
        var isInside = false
        for ring in rings {
            for turn in ring.west.turn - 1...ring.east.turn + 1 {
                let place = RingVertex(
                    longitude: coordinate.longitude, latitude: coordinate.latitude, turn: turn)
                switch ring.crossings(eastOf: place) {
                case nil: return true
                case .some(let isOdd): if isOdd { isInside.toggle() }
                }
            }
        }
        return isInside
    }
}

extension Ring {
    /// Whether the half-line from `place` to the east crosses the ring an odd number of times; nil on its edge.
    func crossings(eastOf place: RingVertex) -> Bool? {
        guard place.latitude >= south, place.latitude <= north, !place.isWest(of: west), !east.isWest(of: place)
        else { return false }
        var isOdd = false
        for (from, to) in zip(vertices, vertices.dropFirst()) {
            let (low, high) = from.latitude <= to.latitude ? (from, to) : (to, from)
            guard place.latitude >= low.latitude, place.latitude <= high.latitude else { continue }
            guard low.latitude < high.latitude else {
                let (left, right) = to.isWest(of: from) ? (to, from) : (from, to)
                if !place.isWest(of: left), !right.isWest(of: place) { return nil }
                continue
            }
            let side = Orientation.sign(low, high, place)
            if side == 0 { return nil }
            if side > 0, place.latitude < high.latitude { isOdd.toggle() }
        }
        return isOdd
    }
}
