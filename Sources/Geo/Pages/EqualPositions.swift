/// The positions of a search that have equal coordinates. At each place, only the positions with the lowest numbers can
/// be in the result, because equal distances are ordered by number. So the search does not need memory for each of a
/// million positions in one building.
struct EqualPositions {
    /// A position that is kept. The greatest number comes first in a heap.
    private struct Kept: Comparable {
        let id: Int64
        let slot: Int

        static func < (left: Kept, right: Kept) -> Bool { left.id > right.id }
    }

    private struct Place: Hashable {
        let longitude: Double
        let latitude: Double
    }

    /// The maximum number of positions that are kept for each place.
    private let most: Int
    private var kept: [Place: (heap: BinaryHeap<Kept>, count: Int)] = [:]

    init(_ most: Int) { self.most = most }

    /// Returns nil if the position must be added. Otherwise returns the slot of the position that the new position
    /// replaces, or `.some(nil)` if the new position is not kept.
    ///
    /// - Complexity: O(log m), m the maximum number of positions of a place.
    mutating func slot(for point: PagedPoint) -> Int?? {
        let place = Place(longitude: point.longitude, latitude: point.latitude)
        guard let index = kept.index(forKey: place), kept.values[index].count == most else { return nil }
        guard let greatest = kept.values[index].heap.first, point.id < greatest.id else { return .some(nil) }
        kept.values[index].heap.replaceFirst(with: Kept(id: point.id, slot: greatest.slot))
        return greatest.slot
    }

    /// Records a position that was added in this slot.
    mutating func add(_ point: PagedPoint, slot: Int) {
        let place = Place(longitude: point.longitude, latitude: point.latitude)
        kept[place, default: (BinaryHeap(), 0)].heap.insert(Kept(id: point.id, slot: slot))
        kept[place]?.count += 1
    }
}
