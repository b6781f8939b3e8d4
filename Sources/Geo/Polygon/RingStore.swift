/// The rings of many polygons, one after the other, so that a small ring needs little more memory than its positions.
///
///     positions: ring 0 … | ring 1 … | …       ringEnds: the end of ring 0, of ring 1, …
///
/// It is a class so that the polygons of a file can share it. It never changes.
final class RingStore: Sendable {
    /// All positions, ring after ring; the last position of each ring repeats its first.
    let positions: [Coordinate]
    /// The end of each ring in `positions`.
    let ringEnds: [Int]

    init(_ list: RingList) {
        positions = list.positions
        ringEnds = list.ringEnds
    }

    /// Returns the indices of a ring's positions.
    func indices(of ring: Int) -> Range<Int> { (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring] }

    /// Returns the positions of a ring.
    func ring(_ ring: Int) -> ArraySlice<Coordinate> { positions[indices(of: ring)] }
}

/// Rings that are being collected for a store.
struct RingList {
    var positions: [Coordinate] = []
    var ringEnds: [Int] = []

    /// Appends a ring.
    mutating func append(_ ring: some Collection<Coordinate>) {
        positions += ring
        ringEnds.append(positions.count)
    }

    /// Appends some rings of a store.
    mutating func append(_ rings: Range<Int>, of store: RingStore) {
        guard let first = rings.first, let last = rings.last else { return }
        if positions.isEmpty, ringEnds.isEmpty, rings == store.ringEnds.indices {
            // Assigning the arrays copies nothing until one of them changes.
            (positions, ringEnds) = (store.positions, store.ringEnds)
            return
        }
        let start = store.indices(of: first).lowerBound
        let offset = positions.count - start
        positions += store.positions[start..<store.ringEnds[last]]
        for ring in rings { ringEnds.append(store.ringEnds[ring] + offset) }
    }
}
