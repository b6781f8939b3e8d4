/// A position of an index and how far it is.
public struct IndexedNeighbor: Sendable, Equatable {
    /// Its place in the array that the index was made of.
    public let index: Int
    /// The length of the geodesic on the WGS 84 ellipsoid in meters: within 50 µm, and so that it rounds to the same half
    /// of a millimeter, up or down, as what `Geodesic.distanceMeters` gives.
    public let distanceMeters: Double
}

/// The answer of a search for the nearest, and the memory that searching needs: one for each thread, used again and again,
/// so that a query takes none of its own.
public struct NearestSearch: Sendable {
    /// The answer, nearest first; equal distances by index.
    public internal(set) var neighbors: [IndexedNeighbor] = []
    var found = ChordBuffer()
    var ranked: [RankedNeighbor] = []

    /// An answer to come.
    public init() {}
}

/// A position whose distance is known within bounds.
struct RankedNeighbor {
    let index: Int
    let slot: Int
    /// Where both are equal, it is the very distance that `Geodesic` gives.
    var low: Double
    var high: Double

    var distance: Double { (low + high) / 2 }
    var isExact: Bool { low == high }
}

/// The positions with the shortest chords so far, by square of the chord.
struct ChordBuffer {
    /// Up to so many are kept in order, where a new one moves those behind it; more are let come and thinned out.
    private static let fewest = 32

    private var few = InlineArray<32, ChordEntry>(repeating: ChordEntry(square: 0, slot: 0))
    private var many: [ChordEntry] = []
    /// How many are wanted.
    private var wanted = 0
    private var isFew = true
    private(set) var count = 0
    /// No greater square is of interest.
    private(set) var limit = Double.infinity

    /// Forgets all; from now on keeps the `wanted` nearest of those whose square is at most `limit`.
    mutating func reset(wanted: Int, limit: Double) {
        many.removeAll(keepingCapacity: true)
        count = 0
        self.wanted = wanted
        // What is not there is infinitely far, and not to be found however far one looks.
        self.limit = min(limit, .greatestFiniteMagnitude)
        isFew = wanted <= Self.fewest
    }

    /// Takes one whose square is at most the limit.
    @inline(__always)
    mutating func insert(_ square: Double, slot: Int) {
        let entry = ChordEntry(square: square, slot: UInt32(truncatingIfNeeded: slot))
        guard isFew else { return insertAmongMany(entry) }
        if count < wanted { count += 1 }
        var place = count - 1
        while place > 0, few[place - 1].square > square {
            few[place] = few[place - 1]
            place -= 1
        }
        few[place] = entry
        if count == wanted { limit = min(limit, few[count - 1].square) }
    }

    private mutating func insertAmongMany(_ entry: ChordEntry) {
        many.append(entry)
        count += 1
        // Thinned out at twice the number, each costs a constant number of steps.
        if count / 2 >= wanted { order() }
    }

    /// Puts them in order, nearest first, and lets go of those that are too many.
    mutating func order() {
        guard !isFew else { return }
        many.sort { $0.square < $1.square }
        if many.count > wanted { many.removeLast(many.count - wanted) }
        count = many.count
        if count == wanted, let last = many.last { limit = min(limit, last.square) }
    }

    subscript(place: Int) -> ChordEntry { isFew ? few[place] : many[place] }
}

/// A position by its slot, and the square of its chord.
struct ChordEntry {
    var square: Double
    var slot: UInt32
}
