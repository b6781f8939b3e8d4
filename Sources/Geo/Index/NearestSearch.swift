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
public struct NearestSearch: Sendable {
    /// The result, nearest first; equal distances are ordered by index.
    public internal(set) var neighbors: [IndexedNeighbor] = []
    var found = ChordBuffer()
    var ranked: [RankedNeighbor] = []

    /// Creates an empty result.
    public init() {}
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
    /// The number of positions that are wanted.
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

    /// Sorts the positions, nearest first, and removes those beyond the wanted number.
    mutating func order() {
        guard !isFew else { return }
        many.sort { $0.square < $1.square }
        if many.count > wanted { many.removeLast(many.count - wanted) }
        count = many.count
        if count == wanted, let last = many.last { limit = min(limit, last.square) }
    }

    subscript(index: Int) -> ChordEntry { isFew ? few[index] : many[index] }
}

/// The slot of a position and the square of its chord.
struct ChordEntry {
    var square: Double
    var slot: UInt32
}
