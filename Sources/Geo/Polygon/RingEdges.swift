/// The edges of each ring in boxes of eight, these boxes in boxes of eight, and so on, in the order of the ring.
///
/// A box is opened only if the position lies inside it. If the position is north, south or east of the box, the
/// half-line from it to the east crosses no edge in the box. If the position is west of the box, the half-line crosses
/// these edges an odd number of times if and only if it crosses the straight line from the first vertex of the edges to
/// the last vertex.
///
///     boxes: ring 0: edges 0…7 | 8…15 | … then 0…63 | 64…127 | … until at most eight remain; ring 1: …
///
/// A ring of at most eight edges has no boxes. A ring whose boxes overlap much also has `RingBands`.
/// - Complexity: O(log n) if the boxes of a ring overlap little, as in outlines; otherwise that of `RingBands`.
struct RingEdges: Sendable {
    private struct Box: Sendable {
        var west: Double
        var east: Double
        var south: Double
        var north: Double

        mutating func add(_ other: Box) {
            west = min(west, other.west)
            east = max(east, other.east)
            south = min(south, other.south)
            north = max(north, other.north)
        }
    }

    /// One level of a ring's entries: its boxes, or, at level 0, its edges.
    private struct Level {
        var number: Int
        /// How many edges an entry covers.
        var width: Int
        /// The index of the first entry: among the boxes, or, for edges, among the positions.
        var start: Int
        var count: Int
    }

    private static let fanOut = 8

    private let curves: RingCurves
    private var boxes: [Box] = []
    /// Where the boxes of each ring begin; empty if no ring has any.
    private var boxStarts: [UInt32] = []
    private var bands: [Int: RingBands] = [:]

    /// The edges of a ring in whose middles the boxes are tried, and the number of opened boxes at which they count as
    /// overlapping much. Outlines open fewer than ten.
    private static let trials = 64
    private static let manyBoxes = 32

    var hasBands: Bool { !bands.isEmpty }

    init(_ curves: RingCurves) {
        self.curves = curves
        let rings = curves.store.ringEnds.indices
        guard rings.contains(where: { curves.store.indices(of: $0).count - 1 > Self.fanOut }) else { return }
        boxStarts.reserveCapacity(rings.count)
        for ring in rings {
            boxStarts.append(UInt32(boxes.count))
            addBoxes(of: ring)
        }
        var spans = RingBands.maximumSpans
        for ring in rings where spans > 0 && overlapsMuch(ring) {
            let found = RingBands(curves, ring: ring, atMost: spans)
            spans -= found.spanCount
            bands[ring] = found
        }
    }

    /// Returns whether many of a ring's lowest boxes contain the same position, on average over the middles of some
    /// edges. Vertices would not do: those of a star are at the corners of their boxes.
    private func overlapsMuch(_ ring: Int) -> Bool {
        let indices = curves.store.indices(of: ring).dropLast()
        let count = (indices.count + Self.fanOut - 1) / Self.fanOut
        guard count > Self.manyBoxes else { return false }
        let first = Int(boxStarts[ring])
        let step = max(1, indices.count / Self.trials) | 1
        var (found, trials) = (0, 0)
        for index in stride(from: indices.lowerBound, to: indices.upperBound, by: step) {
            let (from, to) = (box(index), box(index + 1))
            let (x, y) = ((from.west + to.west) / 2, (from.south + to.south) / 2)
            found += boxes[first..<first + count].count { box in
                box.west <= x && x <= box.east && box.south <= y && y <= box.north
            }
            trials += 1
        }
        return found > trials * Self.manyBoxes
    }

    private mutating func addBoxes(of ring: Int) {
        let indices = curves.store.indices(of: ring)
        var count = indices.count - 1
        guard count > Self.fanOut else { return }
        var start = boxes.count
        for first in stride(from: indices.lowerBound, to: indices.upperBound - 1, by: Self.fanOut) {
            var box = self.box(first)
            for index in first...min(first + Self.fanOut, indices.upperBound - 1) { box.add(self.box(index)) }
            boxes.append(box)
        }
        count = boxes.count - start
        while count > Self.fanOut {
            for first in stride(from: start, to: start + count, by: Self.fanOut) {
                var box = boxes[first]
                for other in first..<min(first + Self.fanOut, start + count) { box.add(boxes[other]) }
                boxes.append(box)
            }
            start += count
            count = boxes.count - start
        }
    }

    private func box(_ index: Int) -> Box {
        let vertex = curves.vertex(index)
        return Box(
            west: vertex.approximateX, east: vertex.approximateX, south: vertex.latitude, north: vertex.latitude)
    }

    /// Returns whether the half-line from `place` to the east crosses a ring oddly often; nil on an edge or a vertex.
    func isCrossedOddly(_ ring: Int, eastOf place: RingVertex) -> Bool? {
        if hasBands, let bands = bands[ring] { return bands.isCrossedOddly(eastOf: place) }
        let indices = curves.store.indices(of: ring)
        let edgeCount = indices.count - 1
        var level = Level(number: 0, width: 1, start: indices.lowerBound, count: edgeCount)
        // Goes from the edges (level 0) up to the top level.
        var start = boxStarts.isEmpty ? 0 : Int(boxStarts[ring])
        while level.count > Self.fanOut {
            let above = level.width * Self.fanOut
            let count = (edgeCount + above - 1) / above
            level = Level(number: level.number + 1, width: above, start: start, count: count)
            start += count
        }
        return isCrossedOddly(0..<level.count, level, indices, place)
    }

    /// Returns the same as `isCrossedOddly(_:eastOf:)`, but only for the entries in `range` of a level.
    private func isCrossedOddly(
        _ range: Range<Int>, _ level: Level, _ indices: Range<Int>, _ place: RingVertex
    ) -> Bool? {
        var isOdd = false
        for index in range {
            guard level.number > 0 else {
                guard let isCrossed = curves.isCrossed(indices.lowerBound + index, eastOf: place) else { return nil }
                if isCrossed { isOdd.toggle() }
                continue
            }
            let box = boxes[level.start + index]
            let x = place.approximateX
            if place.latitude < box.south || place.latitude > box.north || x > box.east { continue }
            if x < box.west {
                let end = min((index + 1) * level.width, indices.count - 1)
                let (from, to) = (indices.lowerBound + index * level.width, indices.lowerBound + end)
                if curves.straddles(curves.vertex(from), curves.vertex(to), place) { isOdd.toggle() }
                continue
            }
            let below = below(level, edgeCount: indices.count - 1)
            let start = index * Self.fanOut
            guard
                let isInnerOdd = isCrossedOddly(
                    start..<min(start + Self.fanOut, below.count), below, indices, place)
            else { return nil }
            if isInnerOdd { isOdd.toggle() }
        }
        return isOdd
    }

    private func below(_ level: Level, edgeCount: Int) -> Level {
        let width = level.width / Self.fanOut
        let count = (edgeCount + width - 1) / width
        return Level(number: level.number - 1, width: width, start: level.start - count, count: count)
    }
}

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
/// - Complexity: O(n / b) on average, n edges, b bands. Memory: twelve bytes for each edge in each band that it goes
///   through. The number of bands is chosen so that these are at most 32 n, and at most a limit: 48 MB.
struct RingBands: Sendable {
    /// An edge that goes through a band. The longitudes of its part in the band are rounded outward.
    private struct Span: Sendable {
        let west: Float
        let east: Float
        let edge: UInt32
    }

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

    var spanCount: Int { spans.count }

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

    private static func longitude(_ from: RingVertex, _ to: RingVertex, at latitude: Double) -> Double {
        let share = (latitude - from.latitude) / (to.latitude - from.latitude)
        return from.approximateX + share * (to.approximateX - from.approximateX)
    }

    /// The same as `RingEdges.isCrossedOddly(_:eastOf:)`.
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
