/// The edges of each ring in boxes of eight, these in boxes of eight, and so on, in the order of the ring.
///
/// A box of which a position lies outside needs no look inside: north, south and east of it the half-line to the east
/// from there meets no edge, and west of it as often, by odd and even, as the straight line between its ends.
///
///     boxes: ring 0: edges 0…7 | 8…15 | … then 0…63 | 64…127 | … up to eight or fewer; ring 1: …
///
/// A ring of eight edges or fewer has none.
/// - Complexity: O(log n) where the boxes of a ring overlap little, as outlines do; O(n) at worst, n edges.
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

    /// The edges of one ring that lie below each other at one level of boxes; 0 is the edges themselves.
    private struct Level {
        var number: Int
        /// How many edges an entry stands for.
        var width: Int
        /// Where the entries begin: among the boxes, or, of edges, among the positions.
        var start: Int
        var count: Int
    }

    private static let fanOut = 8

    private let curves: RingCurves
    private var boxes: [Box] = []
    /// Where the boxes of each ring begin; empty where no ring has any.
    private var boxStarts: [UInt32] = []

    /// The edges of all rings.
    init(_ curves: RingCurves) {
        self.curves = curves
        let rings = curves.store.ringEnds.indices
        guard rings.contains(where: { curves.store.places(of: $0).count - 1 > Self.fanOut }) else { return }
        boxStarts.reserveCapacity(rings.count)
        for ring in rings {
            boxStarts.append(UInt32(boxes.count))
            addBoxes(of: ring)
        }
    }

    private mutating func addBoxes(of ring: Int) {
        let places = curves.store.places(of: ring)
        var count = places.count - 1
        guard count > Self.fanOut else { return }
        var start = boxes.count
        for first in stride(from: places.lowerBound, to: places.upperBound - 1, by: Self.fanOut) {
            var box = self.box(first)
            for place in first...min(first + Self.fanOut, places.upperBound - 1) { box.add(self.box(place)) }
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

    private func box(_ place: Int) -> Box {
        let vertex = curves.vertex(place)
        return Box(
            west: vertex.approximateX, east: vertex.approximateX, south: vertex.latitude, north: vertex.latitude)
    }

    /// Whether the half-line from `place` to the east crosses a ring an odd number of times; nil where it begins on an
    /// edge or vertex.
    func isCrossedOddly(_ ring: Int, eastOf place: RingVertex) -> Bool? {
        let places = curves.store.places(of: ring)
        let edgeCount = places.count - 1
        var level = Level(number: 0, width: 1, start: places.lowerBound, count: edgeCount)
        // From the edges up to the boxes that no box holds.
        var start = boxStarts.isEmpty ? 0 : Int(boxStarts[ring])
        while level.count > Self.fanOut {
            let above = level.width * Self.fanOut
            let count = (edgeCount + above - 1) / above
            level = Level(number: level.number + 1, width: above, start: start, count: count)
            start += count
        }
        return isCrossedOddly(0..<level.count, level, places, place)
    }

    /// The same for some entries of a level.
    private func isCrossedOddly(_ range: Range<Int>, _ level: Level, _ places: Range<Int>, _ place: RingVertex) -> Bool?
    {
        var isOdd = false
        for index in range {
            guard level.number > 0 else {
                guard let isCrossed = isCrossed(places.lowerBound + index, place) else { return nil }
                if isCrossed { isOdd.toggle() }
                continue
            }
            let box = boxes[level.start + index]
            let x = place.approximateX
            if place.latitude < box.south || place.latitude > box.north || x > box.east { continue }
            if x < box.west {
                let end = min((index + 1) * level.width, places.count - 1)
                let (from, to) = (places.lowerBound + index * level.width, places.lowerBound + end)
                if straddles(curves.vertex(from), curves.vertex(to), place) { isOdd.toggle() }
                continue
            }
            let below = below(level, edgeCount: places.count - 1)
            let start = index * Self.fanOut
            guard
                let isInnerOdd = isCrossedOddly(
                    start..<min(start + Self.fanOut, below.count), below, places, place)
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

    /// Whether the half-line crosses one edge, which holds its lower end and not its upper one; nil on the edge.
    private func isCrossed(_ edge: Int, _ place: RingVertex) -> Bool? {
        let (from, to) = (curves.vertex(edge), curves.vertex(edge + 1))
        guard place.latitude >= min(from.latitude, to.latitude), place.latitude <= max(from.latitude, to.latitude)
        else { return false }
        let (left, right) = to.isWest(of: from) ? (to, from) : (from, to)
        if right.isWest(of: place) { return false }
        if place.isWest(of: left) { return straddles(from, to, place) }
        guard from.latitude != to.latitude else { return nil }
        let side =
            from.latitude < to.latitude ? Orientation.sign(from, to, place) : Orientation.sign(to, from, place)
        if side == 0 { return nil }
        return side > 0 && straddles(from, to, place)
    }

    private func straddles(_ from: RingVertex, _ to: RingVertex, _ place: RingVertex) -> Bool {
        (from.latitude > place.latitude) != (to.latitude > place.latitude)
    }
}
