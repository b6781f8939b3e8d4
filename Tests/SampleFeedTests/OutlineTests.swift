import Foundation
import SampleFeed
import Testing

/// The made-up outlines of districts, read back as GeoJSON.
@Suite struct OutlineTests {
    private typealias Ring = [[Double]]
    private static let bytes = SampleFeed.outlines()

    @Test func fileInTheRepositoryIsWhatTheCodeMakes() throws {
        let file = packageRoot.appendingPathComponent("data/sample/districts.geojson")
        if ProcessInfo.processInfo.environment["GEOCLI_RECORD"] == "1" {
            try Data(Self.bytes).write(to: file, options: .atomic)
        }
        #expect(try Data(contentsOf: file) == Data(Self.bytes), "GEOCLI_RECORD=1 rewrites \(file.path)")
        #expect(Self.bytes.count < 60_000)
        #expect(SampleFeed.outlines(seed: 1) != Self.bytes)
        #expect(SampleFeed.outlines(seed: 1) == SampleFeed.outlines(seed: 1))
    }

    @Test func theFileSaysThatItIsMadeUp() throws {
        let file = try #require(try JSONSerialization.jsonObject(with: Data(Self.bytes)) as? [String: Any])
        #expect(
            file["title"] as? String == "Made-up outlines of districts, for the made-up bookstores of geocli's sample")
        #expect(file["license"] as? String == "MIT")
        let names = try features(Self.bytes).map { try #require($0["properties"] as? [String: String]) }
        #expect(Set(names.compactMap { $0["name"] }) == Set(BundledCounts.districts.keys))
        #expect(names.first { $0["name"] == "마포구" }?["name_en"] == "Mapo-gu")
        #expect(Set(names.compactMap { $0["name_en"] }).count == 25)
    }

    @Test func eachPlaceLiesInTheDistrictItStates() throws {
        let areas = try areas(Self.bytes)
        let stated = try column("CODE_VALUE", of: SampleFeed.bundled.page(0))
        var outside: [Int] = []
        for row in 0..<SampleFeed.bundled.count {
            guard let point = SampleFeed.bundled.coordinate(ofRow: row) else { continue }
            let holders = areas.filter { Self.holds($0.rings, point.longitude, point.latitude) }.map(\.name)
            if holders != [stated[row]] { outside.append(row) }
        }
        #expect(outside.isEmpty, "rows outside their district")
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func nearlyEachPlaceOfOtherSeedsDoes(seed: UInt64) throws {
        let areas = try areas(SampleFeed.outlines(seed: seed))
        let feed = SampleFeed(seed: seed, count: 606)
        let stated = try column("CODE_VALUE", of: feed.page(0))
        let outside = (0..<606).filter { row in
            guard let point = feed.coordinate(ofRow: row) else { return false }
            let holders = areas.filter { Self.holds($0.rings, point.longitude, point.latitude) }.map(\.name)
            return holders != [stated[row]]
        }
        #expect(outside.count <= 12, "seed \(seed): \(outside)")
    }

    /// Each border between two districts occurs once in each direction. The edges of only one district form the closed
    /// border of the city.
    @Test(arguments: [SampleFeed.bundled.seed, 1, 2]) func neighborsShareTheirBordersPositionByPosition(seed: UInt64)
        throws
    {
        var edges: [String: Int] = [:]
        let areas = try areas(SampleFeed.outlines(seed: seed))
        for area in areas {
            for ring in area.rings {
                #expect(ring.count >= 4 && ring.first == ring.last)
                for (from, to) in zip(ring, ring.dropFirst()) {
                    #expect(from != to)
                    edges["\(from) \(to)", default: 0] += 1
                }
            }
        }
        #expect(edges.values.allSatisfy { $0 == 1 }, "an edge is run along twice the same way: an overlap")
        let alone = edges.keys.filter { edge in
            let ends = edge.components(separatedBy: "] [")
            return edges[
                "[\(ends[1]) \(ends[0])]".replacingOccurrences(of: "]]", with: "]").replacingOccurrences(
                    of: "[[", with: "[")] == nil
        }
        // The sum of all districts' areas is the area inside the city's border, so there are no gaps between districts.
        let sum = areas.flatMap(\.rings).reduce(0) { $0 + Self.area($1) }
        let outer = alone.reduce(0.0) { sum, edge in sum + Self.cross(edge) }
        #expect(abs(sum - outer) < 1e-9 * abs(sum))
        #expect(alone.count < edges.count / 2)
    }

    @Test func theCityIsOnePieceAndItsDistrictsHaveNoHoles() throws {
        for area in try areas(Self.bytes) { #expect(area.rings.count == 1, "\(area.name)") }
    }

    private func features(_ bytes: [UInt8]) throws -> [[String: Any]] {
        let file = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return try #require(file["features"] as? [[String: Any]])
    }

    private func areas(_ bytes: [UInt8]) throws -> [(name: String, rings: [Ring])] {
        try features(bytes).map { feature in
            let name = try #require((feature["properties"] as? [String: String])?["name"])
            let geometry = try #require(feature["geometry"] as? [String: Any])
            if let rings = geometry["coordinates"] as? [Ring] { return (name, rings) }
            return (name, try #require(geometry["coordinates"] as? [[Ring]]).flatMap { $0 })
        }
    }

    /// Even-odd over all rings.
    private static func holds(_ rings: [Ring], _ x: Double, _ y: Double) -> Bool {
        var isInside = false
        for ring in rings {
            for (from, to) in zip(ring, ring.dropFirst()) where (from[1] > y) != (to[1] > y) {
                if x < from[0] + (y - from[1]) / (to[1] - from[1]) * (to[0] - from[0]) { isInside.toggle() }
            }
        }
        return isInside
    }

    private static func area(_ ring: Ring) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) {
            $0 + ($1.0[0] - 127) * ($1.1[1] - 37.5) - ($1.1[0] - 127) * ($1.0[1] - 37.5)
        }
    }

    private static func cross(_ edge: String) -> Double {
        let numbers = edge.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
        return (numbers[0] - 127) * (numbers[3] - 37.5) - (numbers[2] - 127) * (numbers[1] - 37.5)
    }
}
