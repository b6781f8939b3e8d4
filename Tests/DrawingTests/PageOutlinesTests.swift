import Foundation
import GeocliGeo
import GeocliPlaces
import Testing

@testable import GeocliDrawing

/// The outlines in a page, read by the form that `OutlineColumn` documents.
@Suite struct PageOutlinesTests {
    /// Reads the rings of `count` areas.
    private static func rings(_ column: OutlineColumn, count: Int) throws -> [[[[GridPoint]]]] {
        var numbers: [Int] = []
        var (value, shift) = (0, 0)
        for byte in try #require(Data(base64Encoded: column.packed.text)) {
            value |= Int(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            numbers.append(value & 1 == 1 ? -(value + 1) / 2 : value / 2)
            (value, shift) = (0, 0)
        }
        numbers.reverse()
        func next() -> Int { numbers.removeLast() }
        var known: [GridPoint] = []
        var last = GridPoint(x: 0, y: 0)
        func ring() -> [GridPoint] {
            let start = known.count
            for _ in 0..<next() {
                let count = next()
                let back = count < 0 ? next() : 0
                for index in 0..<abs(count) {
                    last =
                        back == 0
                        ? GridPoint(x: last.x + column.step * next(), y: last.y + column.step * next())
                        : known[start - abs(back) + (back > 0 ? index : -index)]
                    known.append(last)
                }
            }
            return Array(known[start...])
        }
        let areas = (0..<count).map { _ in (0..<next()).map { _ in (0..<next()).map { _ in ring() } } }
        #expect(numbers.isEmpty)
        return areas
    }

    private static func column(_ areas: [[[[GridPoint]]]], step: Int) -> OutlineColumn {
        var column = OutlineColumn(step: step)
        for area in areas { column.append(area) }
        return column
    }

    @Test func allDistrictsAreAsTheyWereAndShareTheirBorders() throws {
        let areas = Ground.districts.map { district in
            district.outline.area.polygons.map { $0.rings.map { GridLine(of: $0, isRing: true).points } }
        }
        let column = Self.column(areas, step: 5)
        #expect(try Self.rings(column, count: areas.count) == areas)
        let alone = areas.map { Self.column([$0], step: 5).packed.text.utf8.count }.reduce(0, +)
        #expect(column.packed.text.utf8.count < 140_000 && Double(column.packed.text.utf8.count) < 0.75 * Double(alone))
    }

    @Test func ringsThatRepeatOrCrossThemselvesAreKept() throws {
        let points = [(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (4, 4), (0, 4), (2, 2)].map { GridPoint(x: $0, y: $1) }
        let areas = [[[points], [Array(points.reversed())]], [[points, Array(points[2...6])]], [], [[[points[0]]]]]
        #expect(try Self.rings(Self.column(areas, step: 2), count: areas.count) == areas)
        #expect(try Self.rings(Self.column(areas, step: 1), count: areas.count) == areas)
    }
}
