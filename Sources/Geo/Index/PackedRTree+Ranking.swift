extension PackedRTree {
    /// Turns the chords that were found into distances as near as they need be known, in order.
    func rank(_ origin: Coordinate, _ place: SIMD3<Double>, limitMeters: Double, into search: inout NearestSearch) {
        for number in 0..<search.found.count {
            let slot = Int(search.found[number].slot)
            var neighbor = neighbor(from: origin, place, slot: slot)
            // Which half of a millimeter it is in, so that any rounding to millimeters or to meters comes out the same.
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

    /// What is reported is within half of this.
    private static var widestDoubtMeters: Double { 0.0001 }

    private func neighbor(from origin: Coordinate, _ place: SIMD3<Double>, slot: Int) -> RankedNeighbor {
        let index = Int(ids[slot])
        if coordinate(inSlot: slot) == origin { return RankedNeighbor(index: index, slot: slot, low: 0, high: 0) }
        let bounds = bounds(from: place, toSlot: slot)
        return RankedNeighbor(index: index, slot: slot, low: bounds.low, high: bounds.high)
    }

    func measure(_ neighbor: inout RankedNeighbor, from origin: Coordinate) {
        guard !neighbor.isExact else { return }
        let distance = Geodesic.distanceMeters(from: origin, to: coordinate(inSlot: neighbor.slot))
        (neighbor.low, neighbor.high) = (distance, distance)
    }

    /// Measures those whose bounds overlap, and orders them by what was measured.
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
            // At one place the distance is the same whatever it is, and the order by index stands.
            let first = coordinate(inSlot: ranked[start].slot)
            if ranked[start + 1..<end].allSatisfy({ coordinate(inSlot: $0.slot) == first }) { continue }
            for number in start..<end { measure(&ranked[number], from: origin) }
            ranked[start..<end].sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        }
    }
}

extension NearestSearch {
    /// Makes the first of those that were ranked the answer.
    mutating func answer(count: Int) {
        for neighbor in ranked.prefix(count) {
            neighbors.append(IndexedNeighbor(index: neighbor.index, distanceMeters: neighbor.distance))
        }
    }
}
