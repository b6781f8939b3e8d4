import Foundation
import GeocliGeo
import GeocliPlaces
import Testing

@testable import GeocliDrawing

/// The ground in a page stays within its size.
@Suite struct PageBaseMapTests {
    private static func layer(_ role: BaseRole, _ features: [BaseFeature]) -> BaseLayer {
        BaseLayer(
            role: role,
            source: OutlineSource(
                title: "<t>", license: "l", sha256: String(repeating: "0", count: 64), importedOn: "2026-01-01"),
            features: features)
    }

    /// A line of many corners from a place on, of this length in units of the grid.
    private static func line(_ x: Int, _ y: Int, length: Int, step: Int = 20) -> DrawnShape {
        var shape = DrawnShape()
        let points = stride(from: 0, through: length, by: step).enumerated().map { index, run in
            GridPoint(x: x + run, y: y + (index % 2) * (step + index % 7))
        }
        shape.add(line: GridLine(points, isRing: false))
        return shape
    }

    private static func json(_ ground: PageBaseMap) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: Data(ground.json)) as? [[String: Any]])
    }

    @Test func aSmallGroundIsDrawnWhole() throws {
        let features = [
            BaseFeature(name: nil, shape: Self.line(12_690_000, 3_750_000, length: 100)),
            BaseFeature(name: "강", englishName: "River", shape: Self.line(12_690_000, 3_750_000, length: 200)),
        ]
        let ground = PageBaseMap([Self.layer(.water, features)])
        #expect(ground.zoom == 14 && ground.droppedCount == 0)
        let layer = try #require(try Self.json(ground).first)
        #expect(layer["role"] as? String == "water")
        #expect((layer["lines"] as? [[Int]])?.map(\.count) == [12, 22])
        #expect((layer["lines"] as? [[Int]])?[0].prefix(4) == [12_690_000, 3_750_000, 20, 21])
        let names = try #require(layer["names"] as? [[Any]])
        #expect(names.count == 1 && names[0][0] as? String == "강" && names[0][1] as? String == "River")
        #expect(names[0][2] as? [Int] == [0, 0] && names[0][3] as? [Int] == [1, 1])
    }

    @Test func aLargeGroundIsMadeSimplerUntilItFitsAndNotMore() throws {
        let lines = (0..<300).map {
            BaseFeature(
                name: nil, shape: Self.line(12_600_000 + $0 * 10, 3_700_000 + $0 * 100, length: 20_000, step: 40))
        }
        let ground = PageBaseMap([Self.layer(.road, lines)])
        #expect(ground.json.count <= PageBaseMap.maximumBytes)
        #expect(ground.zoom < 14 && ground.zoom > 7)
        #expect(ground.droppedCount == 0)
        #expect(ground.layers[0].features.count == 300)
        // The next finer step would not fit.
        let finer = lines.map { BaseFeature(name: nil, shape: $0.shape.simplified(zoom: ground.zoom + 0.25)) }
        #expect(PageBaseMap([Self.layer(.road, finer)], maximumBytes: .max).json.count > PageBaseMap.maximumBytes)
    }

    @Test func whatCannotBeMadeSimplerLosesItsSmallestFeatures() throws {
        // 30,000 streets of two positions, far apart, each longer than the one before; only the shortest may be left
        // out.
        let streets = (0..<30_000).map { number in
            BaseFeature(
                name: nil,
                shape: Self.line(
                    (number % 200) * 90_000, (number / 200) * 50_000, length: 20_000 + number, step: 20_000 + number))
        }
        let ground = PageBaseMap([Self.layer(.road, streets)])
        #expect(ground.json.count <= PageBaseMap.maximumBytes && ground.json.count > PageBaseMap.maximumBytes / 2)
        #expect(ground.droppedCount > 0)
        let kept = ground.layers[0].features
        #expect(kept.count + ground.droppedCount == 30_000)
        let lengths = kept.compactMap { $0.shape.lines[0].box.map { $0.east - $0.west } }
        #expect((lengths.min() ?? 0) == 20_000 + ground.droppedCount)
    }

    @Test func whatIsFarFromThePlacesIsLeftOut() throws {
        let near = BaseFeature(name: nil, shape: Self.line(12_690_000, 3_750_000, length: 100))
        let far = BaseFeature(name: nil, shape: Self.line(0, 0, length: 100))
        // A line that was drawn beyond 180°: its positions are one full turn, 360°, too far east.
        let turned = BaseFeature(name: nil, shape: Self.line(12_690_000 + 36_000_000, 3_750_000, length: 100))
        let box = try BoundingBox(west: 126, south: 37, east: 127.5, north: 38)
        let ground = PageBaseMap([Self.layer(.water, [far, near, turned])], within: box)
        #expect(ground.layers.map(\.features) == [[near, turned]])
        #expect(PageBaseMap([Self.layer(.water, [far])], within: box).layers.isEmpty)
    }
}
