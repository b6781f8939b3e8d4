import GeocliGeo
import TestSupport
import Testing

/// The position that represents an area is well inside it.
@Suite struct InnerPositionTests {
    private func ring(_ points: [(Double, Double)]) throws -> [Coordinate] {
        try (points + [points[0]]).map { try Coordinate(longitude: $0.0, latitude: $0.1) }
    }

    private func area(_ points: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> MultiPolygon {
        try MultiPolygon([Polygon(exterior: try ring(points), holes: try holes.map { try ring($0) })])
    }

    @Test func theMiddleOfASquareIsItsMiddle() throws {
        let place = try area([(-1, -1), (1, -1), (1, 1), (-1, 1)]).innerPosition
        #expect(abs(place.longitude) < 0.02 && abs(place.latitude) < 0.02)
    }

    @Test func aConcaveAreaHoldsItsPosition() throws {
        // The middle of the box and of the vertices is outside of a U.
        let u = try area([(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)])
        #expect(u.contains(u.innerPosition))
        // The position of an area with a hole is not in the hole.
        let ring = try area([(0, 0), (9, 0), (9, 9), (0, 9)], holes: [[(2, 1), (8, 1), (8, 8), (2, 8)]])
        #expect(ring.contains(ring.innerPosition) && ring.innerPosition.longitude < 2)
    }

    @Test func ofSeveralPolygonsTheWidestCounts() throws {
        let small = Polygon(exterior: try ring([(0, 0), (1, 0), (1, 1), (0, 1)]))
        let large = Polygon(exterior: try ring([(10, 10), (14, 10), (14, 14), (10, 14)]))
        let place = try MultiPolygon([small, large]).innerPosition
        #expect(abs(place.longitude - 12) < 0.1 && abs(place.latitude - 12) < 0.1)
    }

    @Test func acrossTheAntimeridianItIsNearIt() throws {
        let place = try area([(179, -1), (-179, -1), (-179, 1), (179, 1)]).innerPosition
        #expect(abs(abs(place.longitude) - 180) < 0.05 && abs(place.latitude) < 0.05)
    }

    @Test func anAreaWithoutWidthHasAVertex() throws {
        let line = try area([(0, 0), (1, 1), (2, 2)])
        #expect(line.contains(line.innerPosition))
        let point = try area([(5, 5), (5, 5), (5, 5)])
        #expect(point.innerPosition == (try Coordinate(longitude: 5, latitude: 5)))
    }

    /// Stars with random spikes: the position is inside, and no position of a fine grid has much more room.
    @Test func noPositionOfAGridIsMuchFartherFromTheEdge() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<20 {
            var points: [(Double, Double)] = []
            for step in 0..<24 {
                let radius = Double.random(in: 0.2...1, using: &random)
                let angle = Double(step) / 24 * 2 * .pi
                // Sines by their series, so that the test needs no other module.
                points.append((radius * sine(angle + .pi / 2), radius * sine(angle)))
            }
            let star = try area(points)
            let place = star.innerPosition
            #expect(star.contains(place))
            let own = room(points, place.longitude, place.latitude)
            for x in stride(from: -1, through: 1, by: 0.05) {
                for y in stride(from: -1, through: 1, by: 0.05)
                where star.contains(try Coordinate(longitude: x, latitude: y)) {
                    #expect(room(points, x, y) <= own + 0.03)
                }
            }
        }
    }

    private func sine(_ angle: Double) -> Double {
        var x = angle
        while x > .pi { x -= 2 * .pi }
        var (term, sum) = (x, x)
        for n in 1..<12 {
            term *= -x * x / Double((2 * n) * (2 * n + 1))
            sum += term
        }
        return sum
    }

    private func room(_ points: [(Double, Double)], _ x: Double, _ y: Double) -> Double {
        zip(points, points.dropFirst() + [points[0]]).map { from, to in
            let (w, h) = (to.0 - from.0, to.1 - from.1)
            let share = max(0, min(1, ((x - from.0) * w + (y - from.1) * h) / (w * w + h * h)))
            let (a, b) = (from.0 + share * w - x, from.1 + share * h - y)
            return (a * a + b * b).squareRoot()
        }.min() ?? 0
    }
}
