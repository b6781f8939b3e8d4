import TestSupport
import Testing

@testable import GeocliGeo

@Suite struct EnclosingBoxTests {
    private func edges(_ coordinates: [Coordinate]) -> [Double]? {
        BoundingBox(enclosing: coordinates).map { [$0.west, $0.south, $0.east, $0.north] }
    }

    private func width(west: Double, east: Double) -> Double { west <= east ? east - west : east - west + 360 }

    @Test func noCoordinatesHaveNoBox() { #expect(edges([]) == nil) }

    @Test func oneCoordinateIsItsOwnBox() {
        #expect(edges([place(126.9, 37.5)]) == [126.9, 37.5, 126.9, 37.5])
        #expect(edges([place(180, 90), place(180, 90)]) == [180, 90, 180, 90])
    }

    @Test func theNarrowerWayRoundIsTaken() {
        #expect(edges([place(126, 37), place(127, 36)]) == [126, 36, 127, 37])
        #expect(edges([place(179, 1), place(-179, -1)]) == [179, -1, -179, 1])
        #expect(
            edges([place(-170, 0), place(170, 0), place(0, 5)]) == [0, 0, -170, 5]
                || edges([place(-170, 0), place(170, 0), place(0, 5)]) == [170, 0, 0, 5])
        #expect(edges([place(100, 0), place(-100, 0), place(180, 0)]) == [100, 0, -100, 0])
    }

    @Test func aTieNeedsNoCrossing() {
        #expect(edges([place(-90, 0), place(90, 0)]) == [-90, 0, 90, 0])
        #expect(edges([place(-120, 0), place(0, 0), place(120, 0)]) == [-120, 0, 120, 0])
    }

    /// All pairs of a western and an eastern point are tried.
    @Test func noNarrowerBoxHoldsThemAll() throws {
        for seed in UInt64(1)...1500 {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...6, using: &random)
            let points = (0..<count).map { _ in
                Bool.random(using: &random)
                    ? Coordinate.random(&random)
                    : place(
                        Double(Int.random(in: -6...6, using: &random) * 30),
                        Double(Int.random(in: -3...3, using: &random) * 30))
            }
            let box = try #require(BoundingBox(enclosing: points))
            #expect(points.allSatisfy(box.contains), "seed \(seed)")
            #expect(
                box.south == points.map(\.latitude).min() && box.north == points.map(\.latitude).max(), "seed \(seed)")
            var narrowest = Double.infinity
            for west in points {
                for east in points {
                    let tried = try BoundingBox(west: west.longitude, south: -90, east: east.longitude, north: 90)
                    guard points.allSatisfy(tried.contains) else { continue }
                    narrowest = min(narrowest, width(west: tried.west, east: tried.east))
                }
            }
            #expect(abs(width(west: box.west, east: box.east) - narrowest) < 1e-9, "seed \(seed)")
        }
    }
}
