import Foundation
import GeocliGeo
import TestSupport

/// Made-up places where batch jobs often have bugs: on both sides of ±180°, at the poles, on one point, in towns that
/// many cells share.
struct BatchPlaces {
    /// The places; their ids are their positions here.
    let coordinates: [Coordinate]

    init(count: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let centers: [(Double, Double, Double)] =
            [
                (180, 0, 0.5), (-180, 10, 0.001), (180, -65, 3), (0, 90, 1), (40, 89.999, 0.01), (0, -90, 2),
                (127, 37.5, 0.1), (126.98, 37.56, 0.005), (2.35, 48.85, 0.05), (0, 0, 0.000_01),
            ]
            + (0..<40).map { _ in
                (Double.random(in: -180...180, using: &random), Double.random(in: -80...80, using: &random), 0.02)
            }
        var coordinates: [Coordinate] = []
        for _ in 0..<count {
            if let last = coordinates.last, Int.random(in: 0..<50, using: &random) == 0 {
                coordinates.append(last)
                continue
            }
            let center = centers[Int.random(in: 0..<centers.count, using: &random)]
            let spread = Int.random(in: 0..<20, using: &random) == 0 ? 90 : center.2
            // The sum of three random numbers is more often near 0, so places are denser near the center.
            func offset() -> Double {
                (0..<3).reduce(0) { sum, _ in sum + Double.random(in: -1...1, using: &random) } * spread
            }
            var longitude = center.0 + offset()
            while longitude > 180 { longitude -= 360 }
            while longitude < -180 { longitude += 360 }
            // Some are exactly on the seam and on the poles.
            if abs(longitude) > 179.99, Int.random(in: 0..<3, using: &random) == 0 {
                longitude = longitude > 0 ? 180 : -180
            }
            var latitude = min(90, max(-90, center.1 + offset()))
            if abs(latitude) > 89.99, Int.random(in: 0..<3, using: &random) == 0 { latitude = latitude > 0 ? 90 : -90 }
            if Int.random(in: 0..<2, using: &random) == 0 { latitude = (latitude * 1e4).rounded() / 1e4 }
            coordinates.append(Coordinate(uncheckedLongitude: longitude, latitude: latitude))
        }
        self.coordinates = coordinates
    }

    /// Positions of queries: near places, on places, on the seam and the poles, and anywhere.
    func queries(count: Int, seed: UInt64) -> [Coordinate] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            let near = coordinates[Int.random(in: 0..<coordinates.count, using: &random)]
            switch number % 5 {
            case 0: return near
            case 1:
                return Coordinate(
                    uncheckedLongitude: Double.random(in: -180...180, using: &random),
                    latitude: Double.random(in: -90...90, using: &random))
            case 2:
                return Coordinate(
                    uncheckedLongitude: number % 2 == 0 ? 180 : -180,
                    latitude: Double.random(in: -90...90, using: &random))
            case 3 where number % 100 == 3:
                return Coordinate(uncheckedLongitude: 17, latitude: number % 200 < 100 ? 90 : -90)
            default:
                let longitude = near.longitude + Double.random(in: -0.05...0.05, using: &random)
                let latitude = near.latitude + Double.random(in: -0.05...0.05, using: &random)
                return Coordinate(
                    uncheckedLongitude: min(180, max(-180, longitude)), latitude: min(90, max(-90, latitude)))
            }
        }
    }

    /// Lines `query TAB rank TAB place TAB meters` of the `count` nearest, from one index of all places; ids are array
    /// positions.
    func nearest(to queries: [Coordinate], count: Int) -> [String] {
        let tree = PackedRTree(coordinates)
        var search = NearestSearch()
        var lines: [String] = []
        for (query, origin) in queries.enumerated() {
            tree.nearest(to: origin, count: count, into: &search)
            for (rank, neighbor) in search.neighbors.enumerated() {
                lines.append(
                    "\(query)\t\(rank + 1)\t\(neighbor.index)\t\(String(format: "%.3f", neighbor.distanceMeters))")
            }
        }
        return lines
    }
}
