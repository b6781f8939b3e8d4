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
    /// The bands of rings whose boxes overlap much.
    private var bands: [Int: RingBands] = [:]

    /// The edges of a ring in whose middles the boxes are tried, and the number of opened boxes at which they count as
    /// overlapping much. Outlines open fewer than ten.
    private static let trials = 64
    private static let manyBoxes = 32

    /// Whether any ring has bands.
    var hasBands: Bool { !bands.isEmpty }

    /// Creates the boxes of the edges of all rings.
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

    /// Returns whether the half-line from `place` to the east crosses a ring an odd number of times; nil if `place` is
    /// on an edge or a vertex.
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
