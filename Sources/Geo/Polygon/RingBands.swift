/// The edges of a ring in bands of latitude, for a ring whose boxes overlap so much that they exclude few edges, such as
/// a star with thousands of points.
///
/// The vertices cut the latitudes into bands with equal numbers of vertices. An edge either has an end in a band, or goes
/// through all of it, or does not touch it. The half-line from a position to the east crosses each edge that goes through
/// the band and is east of the position, so these edges only have to be counted. Edges that begin or end in the band, and
/// edges whose part in the band may be on both sides of the position, are tested one by one.
///
///     parts: edges with an end in band 0 | in band 1 | …
///     spans: edges through band 0, from west to east | through band 1, … ; reach: their easternmost longitude, by 32
///
/// - Complexity: O(n / b) on average, n edges, b bands. Memory: twelve bytes for each edge in each band that it goes
///   through. The number of bands is chosen so that these are at most 32 n, and at most a limit: 48 MB.
struct RingBands: Sendable {
    /// An edge that goes through a band. The longitudes of its part in the band are rounded outward.
    private struct Span: Sendable {
        let west: Float
        let east: Float
        let edge: UInt32
    }

    /// The maximum number of spans of one area.
    static let maximumSpans = 4 << 20
    private static let spansPerEdge = 32
    private static let mostBands = 512
    private static let blockCount = 32
    /// Degrees; a thousand times the rounding errors of a longitude on an edge, which are below 1e-12.
    private static let margin = 1e-9

    private let curves: RingCurves
    /// The lowest latitude of each band. The last band has no upper end.
    private let lows: [Double]
    private var parts: [UInt32] = []
    private var partEnds: [Int] = []
    private var spans: [Span] = []
    private var spanEnds: [Int] = []
    private var reach: [Float] = []
    /// Where the blocks of each band begin in `reach`.
    private var blockStarts: [Int] = []

    /// The number of edges in bands that they go through.
    var spanCount: Int { spans.count }

    /// Creates the bands of a ring.
    ///
    /// - Parameter most: the maximum number of spans.
    init(_ curves: RingCurves, ring: Int, atMost most: Int) {
        self.curves = curves
        let indices = curves.store.indices(of: ring).dropLast()
        let latitudes = curves.store.positions[indices].map(\.latitude).sorted()
        let limit = min(most, Self.spansPerEdge * indices.count)
        var count = Self.mostBands
        var lows = Self.lows(latitudes, count)
        while count > 1, indices.reduce(0, { $0 + Self.bands(of: $1, curves, lows).through.count }) > limit {
            count /= 2
            lows = Self.lows(latitudes, count)
        }
        self.lows = lows
        fill(indices)
    }

    private static func lows(_ latitudes: [Double], _ count: Int) -> [Double] {
        var lows: [Double] = []
        for band in 0..<count {
            let low = latitudes[band * latitudes.count / count]
            if low != lows.last { lows.append(low) }
        }
        return lows
    }

    /// Returns the band of a latitude; -1 below all bands.
    private static func band(_ latitude: Double, _ lows: [Double]) -> Int {
        var (low, high) = (0, lows.count)
        while low < high {
            let middle = (low + high) / 2
            if lows[middle] <= latitude { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// Returns the bands in which an edge begins or ends, and those that it goes through. The lower end of a band belongs
    /// to it, as the lower end of an edge does.
    private static func bands(
        of edge: Int, _ curves: RingCurves, _ lows: [Double]
    ) -> (first: Int, last: Int, through: Range<Int>) {
        let (from, to) = (curves.store.positions[edge].latitude, curves.store.positions[edge + 1].latitude)
        let (low, high) = (min(from, to), max(from, to))
        let (first, last) = (band(low, lows), band(high, lows))
        let start = lows[first] == low ? first : first + 1
        return (first, last, start..<max(start, last))
    }

    private mutating func fill(_ indices: Range<Int>) {
        var partsOf = [[UInt32]](repeating: [], count: lows.count)
        var spansOf = [[Span]](repeating: [], count: lows.count)
        for edge in indices {
            let (first, last, through) = Self.bands(of: edge, curves, lows)
            partsOf[last].append(UInt32(edge))
            if first != last, through.first != first { partsOf[first].append(UInt32(edge)) }
            let (from, to) = (curves.vertex(edge), curves.vertex(edge + 1))
            var x = through.isEmpty ? 0 : Self.longitude(from, to, at: lows[through.lowerBound])
            for band in through {
                let next = Self.longitude(from, to, at: lows[band + 1])
                spansOf[band].append(
                    Span(
                        west: Float(roundedDown: min(x, next) - Self.margin),
                        east: Float(roundedUp: max(x, next) + Self.margin), edge: UInt32(edge)))
                x = next
            }
        }
        for band in lows.indices {
            parts += partsOf[band]
            partEnds.append(parts.count)
            let ordered = spansOf[band].sorted { $0.west < $1.west }
            spansOf[band] = []
            blockStarts.append(reach.count)
            for start in stride(from: 0, to: ordered.count, by: Self.blockCount) {
                reach.append(
                    ordered[start..<min(start + Self.blockCount, ordered.count)].reduce(-.infinity) { max($0, $1.east) }
                )
            }
            spans += ordered
            spanEnds.append(spans.count)
        }
    }

    /// Returns the longitude of an edge at a latitude between its ends.
    private static func longitude(_ from: RingVertex, _ to: RingVertex, at latitude: Double) -> Double {
        let share = (latitude - from.latitude) / (to.latitude - from.latitude)
        return from.approximateX + share * (to.approximateX - from.approximateX)
    }

    /// Returns whether the half-line from `place` to the east crosses the ring an odd number of times; nil if `place` is
    /// on an edge or a vertex.
    func isCrossedOddly(eastOf place: RingVertex) -> Bool? {
        let band = Self.band(place.latitude, lows)
        guard band >= 0 else { return false }
        var isOdd = false
        for part in (band == 0 ? 0 : partEnds[band - 1])..<partEnds[band] {
            guard let isCrossed = curves.isCrossed(Int(parts[part]), eastOf: place) else { return nil }
            if isCrossed { isOdd.toggle() }
        }
        let (start, end) = (band == 0 ? 0 : spanEnds[band - 1], spanEnds[band])
        let x = place.approximateX
        var (west, east) = (start, end)
        while west < east {
            let middle = (west + east) / 2
            if Double(spans[middle].west) > x { east = middle } else { west = middle + 1 }
        }
        if (end - west) % 2 == 1 { isOdd.toggle() }
        for (number, first) in stride(from: start, to: west, by: Self.blockCount).enumerated()
        where Double(reach[blockStarts[band] + number]) >= x {
            for index in first..<min(first + Self.blockCount, west) where Double(spans[index].east) >= x {
                guard let isCrossed = curves.isCrossed(Int(spans[index].edge), eastOf: place) else { return nil }
                if isCrossed { isOdd.toggle() }
            }
        }
        return isOdd
    }
}
