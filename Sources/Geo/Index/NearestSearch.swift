/// A position of an index and its distance from the origin of a search.
public struct IndexedNeighbor: Sendable, Equatable {
    /// The index of the position in the array that the tree was built from.
    public let index: Int
    /// The length of the geodesic on the WGS 84 ellipsoid, in meters. The error is at most 50 µm, and rounding to
    /// millimeters or meters gives the same result as for `Geodesic.distanceMeters`.
    public let distanceMeters: Double
}

/// The result of a nearest-neighbor search, and the memory that the search needs. Each thread keeps one instance and
/// reuses it, so a query allocates no memory.
package struct NearestSearch: Sendable {
    /// The result, nearest first; equal distances are ordered by index.
    package internal(set) var neighbors: [IndexedNeighbor] = []
    var found = ChordBuffer()
    var ranked: [RankedNeighbor] = []

    package init() {}
}

/// What a search ranks positions by: a lower bound on the distance.
enum Ruler {
    /// The chord, which is exact enough near the origin.
    case chords
    /// `BoxDistanceBound.farMeters`.
    case series

    /// If positions are farther away than this, the bounds leave many of them in doubt.
    var farMeters: Double { self == .chords ? 100_000 : 17_500_000 }

    /// Returns an upper bound on the distance of a position whose lower bound is `low`; infinite if there is none.
    func highest(_ low: Double) -> Double {
        self == .chords
            ? GeodesicBounds.highest(chord: low) + GeodesicBounds.roundingMeters : BoxDistanceBound.highest(far: low)
    }
}

extension NearestSearch {
    /// The lower bound of the last wanted position, or of the last one that was found; infinite if there is none.
    func last(_ wanted: Int) -> Double {
        found.count > 0 ? found[min(wanted, found.count) - 1].square.squareRoot() : .infinity
    }

    /// Whether the position after the last wanted one may be nearer than it.
    func isInDoubt(_ wanted: Int, _ ruler: Ruler) -> Bool {
        found.count > wanted && found[wanted].square.squareRoot() <= ruler.highest(last(wanted))
    }
}

/// A position whose distance is known within bounds.
struct RankedNeighbor {
    let index: Int
    let slot: Int
    /// The bounds of the distance. If both are equal, they are the distance that `Geodesic` gives.
    var low: Double
    var high: Double

    var distance: Double { (low + high) / 2 }
    var isExact: Bool { low == high }
}

/// The positions with the shortest chords found so far, ordered by the square of the chord.
struct ChordBuffer {
    /// If at most this many positions are wanted, each new one is inserted into an ordered list. If more are wanted,
    /// positions are collected, and the farthest are removed from time to time.
    private static let fewest = 32

    private var few = InlineArray<32, ChordEntry>(repeating: ChordEntry(square: 0, slot: 0))
    private var many: [ChordEntry] = []
    private var wanted = 0
    private var isFew = true
    private(set) var count = 0
    /// The greatest squared chord that can still enter the result.
    private(set) var limit = Double.infinity

    /// Empties the buffer. From now on, it keeps the `wanted` nearest positions whose squared chord is at most `limit`.
    mutating func reset(wanted: Int, limit: Double) {
        many.removeAll(keepingCapacity: true)
        count = 0
        self.wanted = wanted
        // Unused lanes of a leaf are infinitely far away. A finite limit excludes them.
        self.limit = min(limit, .greatestFiniteMagnitude)
        isFew = wanted <= Self.fewest
    }

    /// Adds a position whose squared chord is at most the limit.
    @inline(__always)
    mutating func insert(_ square: Double, slot: Int) {
        let entry = ChordEntry(square: square, slot: UInt32(truncatingIfNeeded: slot))
        guard isFew else { return insertAmongMany(entry) }
        if count < wanted { count += 1 }
        var index = count - 1
        while index > 0, few[index - 1].square > square {
            few[index] = few[index - 1]
            index -= 1
        }
        few[index] = entry
        if count == wanted { limit = min(limit, few[count - 1].square) }
    }

    private mutating func insertAmongMany(_ entry: ChordEntry) {
        many.append(entry)
        count += 1
        // Positions are sorted only when there are twice as many as wanted, which keeps the cost per position low.
        if count / 2 >= wanted { order() }
    }

    mutating func order() {
        guard !isFew else { return }
        many.sort { $0.square < $1.square }
        if many.count > wanted { many.removeLast(many.count - wanted) }
        count = many.count
        if count == wanted, let last = many.last { limit = min(limit, last.square) }
    }

    subscript(index: Int) -> ChordEntry { isFew ? few[index] : many[index] }
}

struct ChordEntry {
    var square: Double
    var slot: UInt32
}

/// Positions in numbered slots, such as those that a search found, with bounds on their distances from an origin.
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
            // Both bounds must be in the same half millimeter, so that both round to the same millimeter or meter.
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

    /// The maximum difference between the two bounds of a result; the error of its distance is at most half of this.
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
    mutating func answer(count: Int) {
        for neighbor in ranked.prefix(count) {
            neighbors.append(IndexedNeighbor(index: neighbor.index, distanceMeters: neighbor.distance))
        }
    }
}
