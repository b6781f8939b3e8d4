/// The edges of a ring in boxes of eight, these in boxes of eight, and so on, in the order of the ring.
///
/// A box of which a position lies outside needs no look inside: north, south and east of it the half-line to the east
/// from there meets no edge, and west of it as often, by odd and even, as the straight line between its ends.
///
///     levels[0]: edges 0…7 | 8…15 | …    levels[1]: edges 0…63 | 64…127 | …
///
/// - Complexity: O(log n) where the boxes of a ring overlap little, as outlines do; O(n) at worst, n edges.
struct RingIndex: Sendable {
    private struct Box: Sendable {
        var west: Double
        var east: Double
        var south: Double
        var north: Double
    }

    private static let fanOut = 8

    private let vertices: [RingVertex]
    private let levels: [[Box]]
    private var edgeCount: Int { vertices.count - 1 }

    /// The edges between neighbours of `vertices`.
    init(_ vertices: [RingVertex]) {
        self.vertices = vertices
        var levels: [[Box]] = []
        var width = 1
        while (vertices.count - 1 + width - 1) / width > Self.fanOut {
            let below = levels.last
            width *= Self.fanOut
            let count = (vertices.count - 1 + width - 1) / width
            levels.append(
                (0..<count).map { index in
                    let start = index * Self.fanOut
                    if let below { return Self.joined(below[start..<min(start + Self.fanOut, below.count)]) }
                    return Self.box(vertices[start...min(start + Self.fanOut, vertices.count - 1)])
                })
        }
        self.levels = levels
    }

    /// Whether the half-line from `place` to the east crosses the ring an odd number of times; nil where it begins on an
    /// edge or vertex.
    func isCrossedOddly(eastOf place: RingVertex) -> Bool? {
        let width = levels.reduce(1) { width, _ in width * Self.fanOut }
        let count = (edgeCount + width - 1) / width
        return isCrossedOddly(0..<count, level: levels.count, width: width, place)
    }

    /// The same for the boxes (at level 0 the edges) of a range.
    private func isCrossedOddly(_ range: Range<Int>, level: Int, width: Int, _ place: RingVertex) -> Bool? {
        var isOdd = false
        for index in range {
            guard level > 0 else {
                guard let isCrossed = isCrossed(index, place) else { return nil }
                if isCrossed { isOdd.toggle() }
                continue
            }
            let box = levels[level - 1][index]
            let x = place.approximateX
            if place.latitude < box.south || place.latitude > box.north || x > box.east { continue }
            if x < box.west {
                let end = min((index + 1) * width, edgeCount)
                if straddles(vertices[index * width], vertices[end], place) { isOdd.toggle() }
                continue
            }
            let inner = level > 1 ? levels[level - 2].count : edgeCount
            let start = index * Self.fanOut
            guard
                let isInnerOdd = isCrossedOddly(
                    start..<min(start + Self.fanOut, inner), level: level - 1, width: width / Self.fanOut, place)
            else { return nil }
            if isInnerOdd { isOdd.toggle() }
        }
        return isOdd
    }

    /// Whether the half-line crosses one edge, which holds its lower end and not its upper one; nil on the edge.
    private func isCrossed(_ edge: Int, _ place: RingVertex) -> Bool? {
        let (from, to) = (vertices[edge], vertices[edge + 1])
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

    private static func box(_ vertices: ArraySlice<RingVertex>) -> Box {
        joined(
            vertices.map {
                Box(west: $0.approximateX, east: $0.approximateX, south: $0.latitude, north: $0.latitude)
            }[...])
    }

    private static func joined(_ boxes: ArraySlice<Box>) -> Box {
        boxes.dropFirst().reduce(boxes[boxes.startIndex]) { box, other in
            Box(
                west: min(box.west, other.west), east: max(box.east, other.east), south: min(box.south, other.south),
                north: max(box.north, other.north))
        }
    }
}
