internal import Glibc

/// A position for drawing, in hundred-thousandths of a degree, about a meter. A line that crosses the antimeridian goes
/// on beyond ±180°, so that it is drawn in one piece.
public struct GridPoint: Hashable, Sendable {
    /// The longitude.
    public var x: Int
    /// The latitude.
    public var y: Int

    /// The number of units in a degree.
    public static let unitsPerDegree = 1e5
    /// The maximum number of turns around the world, to the east or to the west.
    static let mostTurns = 20

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A line or a ring for drawing. No position equals the one before it, and a ring does not repeat its first one.
package struct GridLine: Hashable, Sendable {
    package let points: [GridPoint]
    /// Whether this is a ring: its end is joined to its beginning.
    package let isRing: Bool

    /// Makes a line from `points`. Leaves out each position that repeats the previous one.
    package init(_ points: [GridPoint], isRing: Bool) {
        var kept: [GridPoint] = []
        kept.reserveCapacity(points.count)
        for point in points where point != kept.last { kept.append(point) }
        while isRing, kept.count > 1, kept.last == kept.first { kept.removeLast() }
        self.points = kept
        self.isRing = isRing
    }

    /// Makes a line from `positions` after rounding them to the grid. A ring may end with its first position again.
    /// Between neighbors more than 180° apart, the line takes the short way, across the antimeridian.
    package init(of positions: [Coordinate], isRing: Bool) {
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
    package var canBeSeen: Bool { points.count >= 2 }

    /// The box around the positions of the line; nil if the line has no positions.
    package var box: (west: Int, south: Int, east: Int, north: Int)? {
        guard let first = points.first else { return nil }
        return points.reduce((first.x, first.y, first.x, first.y)) {
            (min($0.0, $1.x), min($0.1, $1.y), max($0.2, $1.x), max($0.3, $1.y))
        }
    }

    /// Twice the area, positive if the ring is counter-clockwise (Gauss's formula).
    package var doubledArea: Double {
        guard isRing, let last = points.last else { return 0 }
        var sum = 0.0
        var from = last
        for to in points {
            sum += Double(from.x - last.x) * Double(to.y - last.y) - Double(to.x - last.x) * Double(from.y - last.y)
            from = to
        }
        return sum
    }

    package var reversed: GridLine { GridLine(points.reversed(), isRing: isRing) }
}

extension GridLine {
    /// Returns the line with only the positions that a web map of this zoom needs, whose world is 256 pixels wide at
    /// zoom 0. The positions that are left out lie within half a pixel of the new line.
    ///
    /// - Edges: a ring that is at least a pixel wide or high keeps at least three positions, even if it is very thin;
    ///   nil for a line or ring that is smaller than a pixel. Rounding degrees to the grid moves a position by up to a
    ///   tenth of a pixel at zoom 14; at zooms up to 14 the half pixel includes this error.
    /// - Complexity: O(n log n) in general, never more than O(n · 2048).
    /// - Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to represent a
    ///   digitized line", Cartographica 10 (1973), in the plane of the map, on pieces of at most 2048 positions.
    package func simplified(zoom: Double) -> GridLine? {
        let pixel = MapPlanePoint.pixel(zoom: zoom)
        let plane = points.map(MapPlanePoint.init)
        guard points.count >= 2, MapPlanePoint.extent(of: plane) >= pixel else { return nil }
        var pass = SimplifyingPass(plane, tolerance: 0.4 * pixel)
        if isRing {
            guard points.count > 3 else { return points.count == 3 ? self : nil }
            pass.keepRing()
        } else {
            pass.keepChain(0, points.count - 1)
        }
        return GridLine(points.indices.filter { pass.isKept[$0] }.map { points[$0] }, isRing: isRing)
    }
}

/// A point in the square world of web maps, in fractions of its side.
private struct MapPlanePoint {
    let x: Double
    let y: Double

    init(_ point: GridPoint) {
        x = Double(point.x) / (360 * GridPoint.unitsPerDegree)
        y = WebMercator.mercatorY(latitude: Double(point.y) / GridPoint.unitsPerDegree)
    }

    static func pixel(zoom: Double) -> Double { 1 / (256 * pow(2, zoom)) }

    static func extent(of points: [MapPlanePoint]) -> Double {
        guard let first = points.first else { return 0 }
        var (west, east, north, south) = (first.x, first.x, first.y, first.y)
        for point in points {
            (west, east) = (min(west, point.x), max(east, point.x))
            (north, south) = (min(north, point.y), max(south, point.y))
        }
        return max(east - west, south - north)
    }

    func squaredDistance(to other: MapPlanePoint) -> Double {
        (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
    }

    func squaredDistance(from start: MapPlanePoint, to end: MapPlanePoint) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let share = length > 0 ? min(max(((x - start.x) * dx + (y - start.y) * dy) / length, 0), 1) : 0
        let (ex, ey) = (start.x + share * dx - x, start.y + share * dy - y)
        return ex * ex + ey * ey
    }
}

/// The state of one simplification, which says for each position whether it is kept.
private struct SimplifyingPass {
    private let points: [MapPlanePoint]
    private let squaredTolerance: Double
    private(set) var isKept: [Bool]

    /// A line with more than twice this number of positions is divided into pieces with this number of positions. So
    /// the time never grows with the square of the length.
    private static let piece = 1024

    init(_ points: [MapPlanePoint], tolerance: Double) {
        self.points = points
        squaredTolerance = tolerance * tolerance
        isKept = Array(repeating: false, count: points.count)
    }

    /// Keeps the positions that a ring needs, at least three.
    mutating func keepRing() {
        let far = points.indices.max {
            points[$0].squaredDistance(to: points[0]) < points[$1].squaredDistance(to: points[0])
        }
        guard let far, far > 0 else { return }
        keepChain(0, far)
        keepChain(far, points.count)
        guard isKept.count(where: \.self) < 3 else { return }
        let third = points.indices.filter { $0 != 0 && $0 != far }.max {
            squaredDistance(of: $0, 0, far) < squaredDistance(of: $1, 0, far)
        }
        if let third { isKept[third] = true }
    }

    /// Keeps the positions that the part from `first` to `last` needs; `points.count` stands for the first position.
    mutating func keepChain(_ first: Int, _ last: Int) {
        var start = first
        while start < last {
            let end = last - start <= 2 * Self.piece ? last : start + Self.piece
            keepPiece(start, end)
            start = end
        }
    }

    private mutating func keepPiece(_ first: Int, _ last: Int) {
        isKept[first] = true
        isKept[last % points.count] = true
        var open = [(first, last)]
        while let (from, to) = open.popLast() {
            var farthest: (index: Int, squaredDistance: Double)?
            for index in from + 1..<max(to, from + 1) {
                let squaredDistance = squaredDistance(of: index, from, to)
                if squaredDistance > farthest?.squaredDistance ?? squaredTolerance {
                    farthest = (index, squaredDistance)
                }
            }
            guard let farthest else { continue }
            isKept[farthest.index] = true
            open.append((from, farthest.index))
            open.append((farthest.index, to))
        }
    }

    private func squaredDistance(of index: Int, _ from: Int, _ to: Int) -> Double {
        points[index].squaredDistance(from: points[from], to: points[to % points.count])
    }
}
