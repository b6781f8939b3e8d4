/// Positions in numbered slots, such as the positions that a search found, with bounds on their distances from an
/// origin.
protocol SlottedPositions {
    /// Returns the number of the position. Equal distances are ordered by this number.
    func index(ofSlot slot: Int) -> Int
    /// Returns the position exactly as it was given.
    func coordinate(inSlot slot: Int) -> Coordinate
    /// Returns bounds on the length of the geodesic from `place`, which is a vector in the frame of the positions.
    func bounds(from place: SIMD3<Double>, toSlot slot: Int) -> GeodesicBounds
}

extension SlottedPositions {
    /// Turns the chords of the search into distances that are exact enough to report, and sorts them.
    func rank(_ origin: Coordinate, _ place: SIMD3<Double>, limitMeters: Double, into search: inout NearestSearch) {
        for number in 0..<search.found.count {
            let slot = Int(search.found[number].slot)
            var neighbor = neighbor(from: origin, place, slot: slot)
            // Both bounds must be in the same half millimeter, so that rounding to millimeters or meters gives the same
            // result for both.
            if Int(neighbor.low * 2000) != Int(neighbor.high * 2000)
                || neighbor.high - neighbor.low > Self.widestDoubtMeters
                || neighbor.low <= limitMeters && neighbor.high > limitMeters
            {
                measure(&neighbor, from: origin)
            }
            if neighbor.high <= limitMeters { search.ranked.append(neighbor) }
        }
        search.ranked.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        settle(origin, &search.ranked)
    }

    /// The maximum difference between the two bounds of a result. The error of the reported distance is at most half of
    /// this.
    private static var widestDoubtMeters: Double { 0.0001 }

    private func neighbor(from origin: Coordinate, _ place: SIMD3<Double>, slot: Int) -> RankedNeighbor {
        let index = index(ofSlot: slot)
        if coordinate(inSlot: slot) == origin { return RankedNeighbor(index: index, slot: slot, low: 0, high: 0) }
        let bounds = bounds(from: place, toSlot: slot)
        return RankedNeighbor(index: index, slot: slot, low: bounds.low, high: bounds.high)
    }

    func measure(_ neighbor: inout RankedNeighbor, from origin: Coordinate) {
        guard !neighbor.isExact else { return }
        let distance = Geodesic.distanceMeters(from: origin, to: coordinate(inSlot: neighbor.slot))
        (neighbor.low, neighbor.high) = (distance, distance)
    }

    /// Measures the neighbors whose bounds overlap, and sorts them by the measured distance.
    private func settle(_ origin: Coordinate, _ ranked: inout [RankedNeighbor]) {
        var start = 0
        while start < ranked.count {
            var end = start + 1
            var high = ranked[start].high
            while end < ranked.count, ranked[end].low <= high {
                high = max(high, ranked[end].high)
                end += 1
            }
            defer { start = end }
            guard end - start > 1 else { continue }
            // Equal positions have the same distance, and they are already ordered by index.
            let first = coordinate(inSlot: ranked[start].slot)
            if ranked[start + 1..<end].allSatisfy({ coordinate(inSlot: $0.slot) == first }) { continue }
            for number in start..<end { measure(&ranked[number], from: origin) }
            ranked[start..<end].sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        }
    }
}

extension NearestSearch {
    /// Sets the result to the first `count` ranked neighbors.
    mutating func answer(count: Int) {
        for neighbor in ranked.prefix(count) {
            neighbors.append(IndexedNeighbor(index: neighbor.index, distanceMeters: neighbor.distance))
        }
    }
}
