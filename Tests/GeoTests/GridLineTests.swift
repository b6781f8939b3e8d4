import Foundation
import TestSupport
import Testing

@testable import GeocliGeo

/// Lines for drawing, checked by a plain measurement of the positions that were left out.
@Suite struct GridLineTests {
    /// A point of the world in pixels of zoom 14, by the other form of the projection (ln tan).
    private static func pixel(_ longitude: Double, _ latitude: Double) -> (x: Double, y: Double) {
        let world = 256 * 16_384.0
        let y = log(tan(.pi / 4 + latitude * .pi / 360))
        return ((longitude / 360 + 0.5) * world, (0.5 - y / (2 * .pi)) * world)
    }

    private static func pixel(_ point: GridPoint) -> (x: Double, y: Double) {
        pixel(Double(point.x) / 1e5, Double(point.y) / 1e5)
    }

    /// The distance from a point to the nearest of the segments, in pixels.
    private static func distance(_ p: (x: Double, y: Double), _ line: [(x: Double, y: Double)]) -> Double {
        zip(line, line.dropFirst()).map { a, b in
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = dx * dx + dy * dy
            let t = length == 0 ? 0 : max(0, min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length))
            return hypot(a.x + t * dx - p.x, a.y + t * dy - p.y)
        }.min() ?? .infinity
    }

    /// A walk of `count` steps of about `step` degrees near Seoul.
    private static func walk(_ count: Int, step: Double, seed: UInt64) -> [Coordinate] {
        var random = SeededGenerator(seed: seed)
        var (x, y, heading) = (126.97, 37.56, 0.0)
        return (0..<count).map { _ in
            heading += Double.random(in: -0.9...0.9, using: &random)
            (x, y) = (x + step * cos(heading), y + step * sin(heading))
            return Coordinate(uncheckedLongitude: x, latitude: y)
        }
    }

    @Test(arguments: [(2000, 0.00003), (500, 0.0004), (300, 0.01), (3000, 0.00001)])
    func whatIsLeftOutLiesWithinHalfAPixel(count: Int, step: Double) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            let walk = Self.walk(count, step: step, seed: seed)
            for isRing in [false, true] {
                let positions = isRing ? walk + [walk[0]] : walk
                let line = try #require(GridLine(of: positions, isRing: isRing).simplified(zoom: 14))
                var kept = line.points.map(Self.pixel)
                if isRing { kept.append(kept[0]) }
                let worst = positions.map { Self.distance(Self.pixel($0.longitude, $0.latitude), kept) }.max() ?? 0
                #expect(worst <= 0.5, "seed \(seed), ring \(isRing): \(worst) px")
                #expect(line.points.count < count || step > 0.005)
                #expect(!isRing || line.points.count >= 3)
                // A simplified line can be simplified again.
                #expect(line.simplified(zoom: 14) != nil)
            }
        }
    }

    @Test func aRingKeepsThreePositionsHoweverThinItIs() throws {
        let thin = [(126.9, 37.5), (127.0, 37.5), (127.0, 37.50001), (126.9, 37.50001), (126.9, 37.5)].map {
            Coordinate(uncheckedLongitude: $0.0, latitude: $0.1)
        }
        let ring = try #require(GridLine(of: thin, isRing: true).simplified(zoom: 14))
        #expect(ring.points.count >= 3)
        #expect(try #require(ring.simplified(zoom: 5)).points.count >= 3)
        let width = try #require(ring.box).east - (ring.box?.west ?? 0)
        #expect(width == 10_000)
        // A square of a tenth of a pixel.
        let speck = [(0, 0), (0.00001, 0), (0.00001, 0.00001), (0, 0.00001), (0, 0)].map {
            Coordinate(uncheckedLongitude: $0.0, latitude: $0.1)
        }
        #expect(GridLine(of: speck, isRing: true).simplified(zoom: 14) == nil)
        #expect(GridLine(of: speck, isRing: true).simplified(zoom: 19) != nil)
    }

    @Test func aCoarserZoomKeepsFewer() throws {
        let line = GridLine(of: Self.walk(4000, step: 0.0004, seed: 9), isRing: false)
        let counts = stride(from: 14.0, through: 8, by: -0.5).map { line.simplified(zoom: $0)?.points.count ?? 0 }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 }, "\(counts)")
        #expect(counts.first ?? 0 > 10 * (counts.last ?? 0))
    }

    /// For a zigzag whose farthest position is always next to an end, the plain algorithm takes time proportional to
    /// the square of its length.
    @Test func noLineTakesTimeByTheSquareOfItsLength() throws {
        let points = (0..<100_000).map { GridPoint(x: 12_600_000 + $0, y: 3_750_000 + ($0 % 2) * (100_000 - $0)) }
        let clock = ContinuousClock()
        let elapsed = clock.measure { _ = GridLine(points, isRing: false).simplified(zoom: 14) }
        #expect(elapsed < .seconds(60), "\(elapsed)")
    }

    @Test func aLineOverTheAntimeridianStaysInOnePiece() throws {
        let line = GridLine(
            of: [(179.9, 0), (-179.9, 0.1), (179.8, 0.2)].map {
                Coordinate(uncheckedLongitude: $0.0, latitude: $0.1)
            }, isRing: false)
        #expect(line.points.map(\.x) == [17_990_000, 18_010_000, 17_980_000])
    }

    @Test func aLineThatGoesAroundForEverStaysWithinBounds() {
        let around = (0..<3000).map { Coordinate(uncheckedLongitude: Double($0 % 3) * 120 - 180, latitude: 0) }
        let line = GridLine(of: around, isRing: false)
        #expect(line.points.allSatisfy { abs($0.x) <= 36_000_000 * 21 })
    }

    @Test func ringsTurnTheWayThatTheirPlaceAsks() {
        func ring(_ west: Int, _ side: Int, _ isClockwise: Bool) -> GridLine {
            let corners = [
                GridPoint(x: west, y: 0), GridPoint(x: west + side, y: 0), GridPoint(x: west + side, y: side),
                GridPoint(x: west, y: side),
            ]
            return GridLine(isClockwise ? corners.reversed() : corners, isRing: true)
        }
        for outer in [true, false] {
            for hole in [true, false] {
                var shape = DrawnShape()
                let isAdded = shape.add(area: [ring(0, 1000, outer), ring(100, 500, hole)])
                #expect(isAdded)
                #expect(shape.areas[0].map { $0.doubledArea > 0 } == [true, false])
                #expect(shape.areas[0].map { abs($0.doubledArea) } == [2e6, 5e5])
            }
        }
    }

    @Test func aShapeReadsBackFromItsText() throws {
        var shape = DrawnShape()
        shape.add(line: GridLine(of: Self.walk(200, step: 0.01, seed: 3), isRing: false))
        shape.add(area: [GridLine(of: Self.walk(100, step: 0.01, seed: 4), isRing: true)])
        #expect(DrawnShape(text: shape.text) == shape)
        #expect(shape.pointCount == 300)
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"areas\":[],\"lines\":[]}", "{\"lines\":[[1,2]]}", "{\"lines\":[[1,2,3]]}",
        "{\"lines\":[[1,2,3,4.5]]}", "{\"lines\":[[1,2,3,1e99]]}", "{\"lines\":[[0,9000000,0,1]]}",
        "{\"lines\":[[1,2,\"3\",4]]}", "{\"lines\":[5]}", "{\"lines\":5}", "{\"areas\":[[]]}",
        "{\"areas\":[[[0,0,1,1]]]}", "{\"areas\":[[0,0,1,1,2,2]]}", "{\"lines\":[[1,2,3,4]],\"more\":1}",
        "{\"lines\":[[1,2,3,4]]} x", "{\"lines\":[[1,2,3,4]", "{\"lines\":[null]}",
        "{\"lines\":[[750000000,0,750000000,0]]}",
    ])
    func anyOtherTextIsNoShape(_ text: String) {
        #expect(DrawnShape(text: Array(text.utf8)) == nil)
    }
}
