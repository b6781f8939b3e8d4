internal import TestSupport

@testable internal import GeocliGeo

/// Positions for the tests of the index: evenly spread ones, crowded ones, and ones that often break indexes.
struct IndexDraws {
    let seed: UInt64
    private var random: SeededGenerator

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    mutating func coordinate(in box: BoundingBox = .world) -> Coordinate {
        Coordinate(
            uncheckedLongitude: Double.random(in: box.west...box.east, using: &random),
            latitude: Double.random(in: box.south...box.north, using: &random))
    }

    mutating func number(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

    mutating func integer(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// In a city.
    mutating func city(_ count: Int) -> [Coordinate] {
        let box = BoundingBox(checkedWest: 126.8, south: 37.4, east: 127.2, north: 37.7)
        return (0..<count).map { _ in coordinate(in: box) }
    }

    /// All over the earth.
    mutating func world(_ count: Int) -> [Coordinate] { (0..<count).map { _ in coordinate() } }

    /// Crowds on both sides of the antimeridian, at the poles, and in one place.
    mutating func awkward(_ count: Int) -> [Coordinate] {
        (0..<count).map { number in
            switch number % 6 {
            case 0: coordinate(in: BoundingBox(checkedWest: 179.99, south: -0.01, east: 180, north: 0.01))
            case 1: coordinate(in: BoundingBox(checkedWest: -180, south: -0.01, east: -179.99, north: 0.01))
            case 2: coordinate(in: BoundingBox(checkedWest: -180, south: 89.99, east: 180, north: 90))
            case 3: coordinate(in: BoundingBox(checkedWest: -180, south: -90, east: 180, north: -89.999))
            case 4: Coordinate(uncheckedLongitude: 127, latitude: 37.5)
            default:
                // On a grid, so that many distances are equal.
                Coordinate(
                    uncheckedLongitude: 127 + Double(integer(in: -3...3)) / 1024,
                    latitude: 37.5 + Double(integer(in: -3...3)) / 1024)
            }
        }
    }

    /// So close to each other that their distances from elsewhere differ by less than a micrometer.
    mutating func nearlyTied(_ count: Int) -> [Coordinate] {
        (0..<count).map { _ in
            Coordinate(
                uncheckedLongitude: 127 + number(in: 0...1e-11), latitude: 37.5 + number(in: 0...1e-11))
        }
    }
}
