import Foundation
import SampleFeed
import Testing

/// The made-up ground, read back as GeoJSON.
@Suite struct GroundTests {
    private typealias Ring = [[Double]]
    private static let bundled = SampleFeed.ground()
    private static let other = SampleFeed.ground(seed: 1)

    @Test(arguments: SampleGround.allCases) func filesInTheRepositoryAreWhatTheCodeMakes(_ layer: SampleGround) throws {
        let bytes = try #require(Self.bundled[layer])
        let file = packageRoot.appendingPathComponent("data/sample/\(layer.rawValue).geojson")
        if ProcessInfo.processInfo.environment["GEOCLI_RECORD"] == "1" {
            try Data(bytes).write(to: file, options: .atomic)
        }
        #expect(try Data(contentsOf: file) == Data(bytes), "GEOCLI_RECORD=1 rewrites \(file.path)")
        #expect(bytes.count < 20_000)
        #expect(Self.other[layer] != bytes)
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect((whole["title"] as? String)?.hasPrefix("Made-up ") == true)
        #expect(whole["license"] as? String == "MIT")
    }

    @Test(arguments: [nil, 1, 2, 3] as [UInt64?]) func noPlaceLiesInTheWaterOrInAPark(_ seed: UInt64?) throws {
        let seed = seed ?? SampleFeed.bundled.seed
        let feed = SampleFeed(seed: seed, count: 606)
        var rings: [Ring] = []
        let ground = SampleFeed.ground(seed: seed)
        for layer in [SampleGround.water, .park] {
            for feature in try features(try #require(ground[layer])) {
                let geometry = try #require(feature["geometry"] as? [String: Any])
                guard geometry["type"] as? String == "Polygon" else { continue }
                rings += try #require(geometry["coordinates"] as? [Ring])
            }
        }
        #expect(rings.count == 7, "a river and six parks")
        for ring in rings { #expect(ring.first == ring.last) }
        var wet: [Int] = []
        for row in 0..<feed.count {
            guard let point = feed.coordinate(ofRow: row) else { continue }
            if rings.contains(where: { Self.holds($0, point.longitude, point.latitude) }) { wet.append(row) }
        }
        #expect(wet.isEmpty, "rows in the water or in a park")
    }

    private func features(_ bytes: [UInt8]) throws -> [[String: Any]] {
        let file = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return try #require(file["features"] as? [[String: Any]])
    }

    private static func holds(_ ring: Ring, _ x: Double, _ y: Double) -> Bool {
        var isOdd = false
        for (from, to) in zip(ring, ring.dropFirst()) where (from[1] > y) != (to[1] > y) {
            if x < from[0] + (y - from[1]) / (to[1] - from[1]) * (to[0] - from[0]) { isOdd.toggle() }
        }
        return isOdd
    }
}
