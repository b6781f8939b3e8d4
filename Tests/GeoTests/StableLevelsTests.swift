import TestSupport
import Testing

@testable import GeocliGeo

/// One placement from stored levels gives what a pass over all lower zooms gives. `CollisionOracleTests` compares that
/// pass with brute force.
@Suite struct StableLevelsTests {
    /// Markers of one size, dense enough that most of them are hidden at some zoom.
    private static func markers(seed: UInt64, count: Int, spread: Double) -> [Marker] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            // Some markers have the position of another, and some are at the seam.
            let step = Double(Int.random(in: -40...40, using: &random)) / 40
            let longitude = number % 3 == 0 ? step : .random(in: -1...1, using: &random)
            let latitude = number % 3 == 0 ? step : Double.random(in: -1...1, using: &random)
            let east = 179.8 + spread * longitude
            return Marker(
                id: .integer(Int64(number)),
                coordinate: Coordinate(
                    uncheckedLongitude: east > 180 ? east - 360 : east, latitude: 37 + spread * latitude))
        }
    }

    @Test(
        arguments: [(1, 400, 0.01), (2, 400, 3), (3, 900, 0.3), (4, 1, 1), (5, 0, 1), (6, 300, 1e-9)],
        CollisionOptions.Attribution.allCases)
    func everySnapshotIsThatOfTheStablePass(
        cloud: (seed: UInt64, count: Int, spread: Double), attribution: CollisionOptions.Attribution
    ) throws {
        let markers = Self.markers(seed: cloud.seed, count: cloud.count, spread: cloud.spread)
        let levels = StableLevels(try CollisionPass(markers, options: CollisionOptions()))
        #expect(levels.count == cloud.count)
        for (tileSize, top) in [(CollisionOptions.TileSize.points512, 22), (.points256, 22), (.points512, 13)] {
            var options = CollisionOptions()
            (options.mode, options.tileSize, options.attribution) = (.stable, tileSize, attribution)
            options.maximumZoom = top
            let pass = try CollisionPass(markers, options: options)
            try pass.forEachSnapshot(zooms: 0...22) { expected in
                let found = levels.snapshot(zoom: expected.zoom, options: options)
                #expect(found == expected, "\(tileSize), zoom \(expected.zoom)")
                #expect(levels.expansionZooms(of: found, options: options) == pass.expansionZooms(of: expected))
            }
            #expect(try levels.snapshot(zoom: 7.9, options: options) == pass.snapshot(zoom: 7.9))
            #expect(try levels.allZooms(options: options) == pass.allZooms())
        }
    }
}
