/// A line or a ring for drawing: positions on a grid. No position equals the position before it. A ring does not repeat
/// its first position.
public struct GridLine: Hashable, Sendable {
    /// The positions.
    public let points: [GridPoint]
    /// Whether this is a ring: its end is joined to its beginning.
    public let isRing: Bool

    /// Makes a line from `points`. Leaves out each position that repeats the previous one.
    public init(_ points: [GridPoint], isRing: Bool) {
        var kept: [GridPoint] = []
        kept.reserveCapacity(points.count)
        for point in points where point != kept.last { kept.append(point) }
        while isRing, kept.count > 1, kept.last == kept.first { kept.removeLast() }
        self.points = kept
        self.isRing = isRing
    }

    /// Makes a line from `positions` after rounding them to the grid. In `positions`, a ring may end
    /// with its first position again; the line leaves out this repetition.
    ///
    /// - Edges: if neighbors are more than 180° apart, the line takes the short way, across the antimeridian.
    public init(of positions: [Coordinate], isRing: Bool) {
        var turns = 0
        var before = positions.first?.longitude ?? 0
        let points = positions.map { position -> GridPoint in
            let step = position.longitude - before
            if abs(step) > 180, abs(step) < 360 {
                turns = min(max(turns + (step > 0 ? -1 : 1), -GridPoint.mostTurns), GridPoint.mostTurns)
            }
            before = position.longitude
            let longitude = position.longitude + 360 * Double(turns)
            return GridPoint(
                x: Int((longitude * GridPoint.unitsPerDegree).rounded()),
                y: Int((position.latitude * GridPoint.unitsPerDegree).rounded()))
        }
        self.init(points, isRing: isRing)
    }

    /// Whether the line is at least as long as a step of the grid.
    public var canBeSeen: Bool { points.count >= 2 }

    /// The box around the positions of the line; nil if the line has no positions.
    public var box: (west: Int, south: Int, east: Int, north: Int)? {
        guard let first = points.first else { return nil }
        return points.reduce((first.x, first.y, first.x, first.y)) {
            (min($0.0, $1.x), min($0.1, $1.y), max($0.2, $1.x), max($0.3, $1.y))
        }
    }

    /// Twice the area, positive if the ring is counter-clockwise (Gauss's formula).
    public var doubledArea: Double {
        guard isRing, let last = points.last else { return 0 }
        var sum = 0.0
        var from = last
        for to in points {
            sum += Double(from.x - last.x) * Double(to.y - last.y) - Double(to.x - last.x) * Double(from.y - last.y)
            from = to
        }
        return sum
    }

    /// Returns the same positions in reverse order.
    public var reversed: GridLine { GridLine(points.reversed(), isRing: isRing) }
}
