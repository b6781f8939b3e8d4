/// The rings of many polygons one after the other, so that a small ring costs little more than its positions.
///
///     positions: ring 0 … | ring 1 … | …       ringEnds: the end of ring 0, of ring 1, …
///
/// A class so that polygons of one file share it; it never changes.
final class RingStore: Sendable {
    /// All positions, ring after ring, the last of each ring repeating its first.
    let positions: [Coordinate]
    /// Where each ring ends among the positions.
    let ringEnds: [Int]

    init(_ list: RingList) {
        positions = list.positions
        ringEnds = list.ringEnds
    }

    /// The places of the positions of a ring.
    func places(of ring: Int) -> Range<Int> { (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring] }

    /// The positions of a ring.
    func ring(_ ring: Int) -> ArraySlice<Coordinate> { positions[places(of: ring)] }
}

/// Rings while they come in.
struct RingList {
    var positions: [Coordinate] = []
    var ringEnds: [Int] = []

    /// Appends a ring whole.
    mutating func append(_ ring: some Collection<Coordinate>) {
        positions += ring
        ringEnds.append(positions.count)
    }

    /// Appends some rings of a store.
    mutating func append(_ rings: Range<Int>, of store: RingStore) {
        guard let first = rings.first, let last = rings.last else { return }
        if positions.isEmpty, ringEnds.isEmpty, rings == store.ringEnds.indices {
            // The arrays are shared until one of them changes.
            (positions, ringEnds) = (store.positions, store.ringEnds)
            return
        }
        let start = store.places(of: first).lowerBound
        let offset = positions.count - start
        positions += store.positions[start..<store.ringEnds[last]]
        for ring in rings { ringEnds.append(store.ringEnds[ring] + offset) }
    }
}
