internal import Glibc

extension MultiPolygon {
    /// A position well inside the area: nearly the middle of the largest circle that fits into one of its polygons; its
    /// first vertex if it has no width.
    ///
    /// - Complexity: O(c · (v + c)), v vertices, c positions that are tried, usually a few hundred.
    /// - Source: V. Agafonkin, "A new algorithm for finding a visual center of a polygon" (polylabel, Mapbox, ISC
    ///   license).
    public var innerPosition: Coordinate {
        var best: InnerPosition?
        // An area may have thousands of islands, and files do not put the largest ones first.
        let shapes = polygons.map(FlatPolygon.init).sorted { $0.extent > $1.extent }.prefix(16)
        for shape in shapes where shape.extent > 2 * (best?.clearance ?? 0) {
            let found = InnerPosition(shape)
            if found.clearance > best?.clearance ?? 0 { best = found }
        }
        // Exact arithmetic makes the final decision.
        if let place = best?.coordinate, contains(place) { return place }
        return polygons.first?.exterior.first ?? Coordinate(uncheckedLongitude: box.west, latitude: box.south)
    }
}

/// A polygon in a plane, with longitudes that continue across ±180° and are scaled so that both axes have the same
/// scale at the polygon's middle.
private struct FlatPolygon {
    struct Edge {
        let from: (x: Double, y: Double)
        let to: (x: Double, y: Double)
    }

    private(set) var edges: [Edge] = []
    private(set) var low = (x: Double.infinity, y: Double.infinity)
    private(set) var high = (x: -Double.infinity, y: -Double.infinity)
    let shortening: Double

    /// The shorter side of the polygon's box; no circle in the polygon is wider.
    var extent: Double { edges.isEmpty ? 0 : min(high.x - low.x, high.y - low.y) }

    init(_ polygon: Polygon) {
        let latitudes = polygon.exterior.map(\.latitude)
        let middle = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        shortening = max(cos(middle * .pi / 180), 0.01)
        let start = polygon.exterior.first?.longitude ?? 0
        for ring in polygon.rings {
            var longitude = start
            var last: (x: Double, y: Double)?
            for vertex in ring {
                // The edge takes the short way, even across the antimeridian.
                longitude += remainder(vertex.longitude - longitude, 360)
                let point = (x: longitude * shortening, y: vertex.latitude)
                if let last { edges.append(Edge(from: last, to: point)) }
                last = point
                low = (min(low.x, point.x), min(low.y, point.y))
                high = (max(high.x, point.x), max(high.y, point.y))
            }
        }
    }

    /// Returns the distance to the nearest edge; it is negative outside the polygon.
    func clearance(_ x: Double, _ y: Double) -> Double {
        var least = Double.infinity
        var isInside = false
        for edge in edges {
            let (from, to) = (edge.from, edge.to)
            if (from.y > y) != (to.y > y), x < from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x) {
                isInside.toggle()
            }
            let (width, height) = (to.x - from.x, to.y - from.y)
            let length = width * width + height * height
            let share = length > 0 ? max(0, min(1, ((x - from.x) * width + (y - from.y) * height) / length)) : 0
            let (left, up) = (from.x + share * width - x, from.y + share * height - y)
            least = min(least, left * left + up * up)
        }
        return isInside ? least.squareRoot() : -least.squareRoot()
    }
}

private struct InnerPosition {
    /// A square of the plane: its middle, half of its side, and the clearance of its middle.
    private struct Cell {
        let x: Double
        let y: Double
        let half: Double
        let clearance: Double

        init(_ shape: FlatPolygon, _ x: Double, _ y: Double, half: Double) {
            (self.x, self.y, self.half) = (x, y, half)
            clearance = shape.clearance(x, y)
        }

        /// An upper bound for the clearance of every position in the square.
        var bound: Double { clearance + half * 2.0.squareRoot() }
    }

    /// The search stops when no square can improve the clearance by more than this fraction of the shape's extent.
    private static let precision = 1.0 / 128
    /// The maximum number of squares that are divided; a usual shape needs a few hundred.
    private static let maximumCells = 2000

    let clearance: Double
    private let x: Double
    private let y: Double
    private let shortening: Double

    init(_ shape: FlatPolygon) {
        let side = max(shape.extent, max(shape.high.x - shape.low.x, shape.high.y - shape.low.y) / 64)
        var cells: [Cell] = []
        for row in 0..<max(1, Int(((shape.high.y - shape.low.y) / side).rounded(.up))) {
            for column in 0..<max(1, Int(((shape.high.x - shape.low.x) / side).rounded(.up))) {
                cells.append(
                    Cell(
                        shape, shape.low.x + (Double(column) + 0.5) * side, shape.low.y + (Double(row) + 0.5) * side,
                        half: side / 2))
            }
        }
        let least = shape.extent * Self.precision
        // People expect the middle of the box, unless another position has clearly more room.
        var best = Cell(shape, (shape.low.x + shape.high.x) / 2, (shape.low.y + shape.high.y) / 2, half: 0)
        func isBetter(_ cell: Cell) -> Bool { cell.clearance > best.clearance + least / 4 }
        for cell in cells where isBetter(cell) { best = cell }
        for _ in 0..<Self.maximumCells {
            guard let index = cells.indices.max(by: { cells[$0].bound < cells[$1].bound }),
                cells[index].bound - best.clearance > least
            else { break }
            let cell = cells.remove(at: index)
            for (across, up) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
                let part = Cell(shape, cell.x + across * cell.half, cell.y + up * cell.half, half: cell.half / 2)
                if isBetter(part) { best = part }
                cells.append(part)
            }
        }
        (x, y, clearance, shortening) = (best.x, best.y, best.clearance, shape.shortening)
    }

    /// The position that was found; nil if rounding moved it out of the valid range of coordinates.
    var coordinate: Coordinate? {
        let longitude = remainder(x / shortening, 360)
        guard clearance > 0, abs(longitude) <= 180, abs(y) <= 90 else { return nil }
        return Coordinate(uncheckedLongitude: longitude, latitude: y)
    }
}
