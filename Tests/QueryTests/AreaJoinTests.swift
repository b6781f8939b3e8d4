internal import GeocliGeo
internal import GeocliText
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

/// Joins with areas, compared with a plain loop in whole numbers, and with the area of each Feature alone.
@Suite struct AreaJoinTests {
    private struct Rows: JoinRows {
        let areas: JoinAreas
        var lines: [String] = []

        mutating func write(_ answer: AreaAnswer) {
            let (number, name) = answer.area.map { ("\(areas.numbers[$0])", areas.texts[0][$0].string) } ?? ("-", "-")
            lines.append("\(answer.points.numbers[answer.row]) \(number) \(name)")
        }

        mutating func take() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    private static func join(
        _ areas: String, _ points: String, threads: Int = 2, isParallel: Bool = true, listsOutside: Bool = true
    ) throws -> (lines: [String], outside: Int) {
        let read = try JoinAreas(
            ByteSource(name: "areas", bytes: Array(areas.utf8)), keeping: ["name"], required: 1)
        var rest = Array(points.utf8)[...]
        let source = ByteSource(name: "points") {
            defer { rest = rest.dropFirst(900) }
            return Array(rest.prefix(900))
        }
        let join = AreaJoin(read, listsOutside: listsOutside)
        var lines: [String] = []
        _ = try join.run(
            try PointBlocks(source) { _ in PointReading() }, threads: threads, isParallel: isParallel,
            rows: { Rows(areas: read) }, put: { lines += $0 })
        return (lines, join.outsideCount)
    }

    // MARK: Whole numbers

    /// A position on a grid of 1/1024°, which every number here states exactly.
    private struct Spot: Equatable {
        let x: Int
        let y: Int

        var text: String { "[\(Double(x) / 1024),\(Double(y) / 1024)]" }
        var row: String { "\(Double(y) / 1024),\(Double(x) / 1024)\n" }
    }

    /// The rings of each polygon of an area; the last spot of a ring repeats the first.
    private typealias Area = [[[Spot]]]

    /// Whether a polygon contains a spot: edges are inside; otherwise the even-odd rule applies to all rings.
    private static func holds(_ rings: [[Spot]], _ spot: Spot) -> Bool {
        var isOdd = false
        for ring in rings {
            for (from, to) in zip(ring, ring.dropFirst()) {
                let side = (to.x - from.x) * (spot.y - from.y) - (to.y - from.y) * (spot.x - from.x)
                if side == 0, min(from.x, to.x)...max(from.x, to.x) ~= spot.x,
                    min(from.y, to.y)...max(from.y, to.y) ~= spot.y
                {
                    return true
                }
                if (from.y > spot.y) != (to.y > spot.y), (side > 0) == (to.y > from.y) { isOdd.toggle() }
            }
        }
        return isOdd
    }

    /// Areas that overlap, share edges and corners, have holes and several parts, and cross themselves.
    private static func draw(_ count: Int, size: Int, _ random: inout SeededGenerator) -> [Area] {
        var spots: [Spot] = []
        return (0..<count).map { _ in
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let middle = Spot(x: .random(in: 0..<size, using: &random), y: .random(in: 0..<size, using: &random))
                return (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    var ring = (0..<Int.random(in: 3...40, using: &random)).map { _ in
                        if let known = spots.randomElement(using: &random), Int.random(in: 0..<4, using: &random) == 0 {
                            return known
                        }
                        return Spot(
                            x: middle.x + .random(in: -9...9, using: &random),
                            y: middle.y + .random(in: -9...9, using: &random))
                    }
                    spots += ring
                    ring.append(ring[0])
                    return ring
                }
            }
        }
    }

    private static func geoJSON(_ areas: [Area]) -> String {
        areas.enumerated().map { number, area in
            let polygons = area.map { rings in
                "[" + rings.map { "[" + $0.map(\.text).joined(separator: ",") + "]" }.joined(separator: ",") + "]"
            }
            return #"{"type":"Feature","properties":{"name":"n\#(number)"},"geometry":{"type":"MultiPolygon","#
                + #""coordinates":[\#(polygons.joined(separator: ","))]}}"#
        }.joined(separator: "\n")
    }

    /// With few rings and with many, for which a tree finds those around a point.
    @Test(arguments: [1, 3, 60] as [Int], [1, 2, 3] as [UInt64])
    func answersAreThoseOfAPlainLoop(count: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let areas = Self.draw(count, size: 40, &random)
        let corners = areas.joined().joined().joined()
        let spots = (0..<600).map { _ in
            if Int.random(in: 0..<5, using: &random) == 0, let corner = corners.randomElement(using: &random) {
                return corner
            }
            return Spot(x: .random(in: -12...52, using: &random), y: .random(in: -12...52, using: &random))
        }
        let wanted = spots.enumerated().flatMap { number, spot in
            let held = areas.indices.filter { areas[$0].contains { Self.holds($0, spot) } }
            return held.isEmpty ? ["\(number) - -"] : held.map { "\(number) \($0) n\($0)" }
        }
        let (text, points) = (Self.geoJSON(areas), "lat,lon\n" + spots.map(\.row).joined())
        for isParallel in [true, false] {
            let found = try Self.join(text, points, isParallel: isParallel)
            #expect(found.lines == wanted, "seed \(seed)")
            #expect(found.outside == wanted.count { $0.hasSuffix("-") }, "seed \(seed)")
        }
        let inside = try Self.join(text, points, threads: 1, listsOutside: false)
        #expect(inside.lines == wanted.filter { !$0.hasSuffix("-") } && inside.outside > 0, "seed \(seed)")
    }

    // MARK: Special areas

    @Test func acrossTheAntimeridianAndAtAPole() throws {
        let areas = """
            {"type":"Feature","properties":{"name":"sea"},"geometry":{"type":"Polygon","coordinates":[[[170,-5],[-170,-5],[-170,5],[170,5],[170,-5]]]}}
            {"type":"Feature","properties":{"name":"ice"},"geometry":{"type":"Polygon","coordinates":[[[-180,80],[180,80],[180,90],[-180,90],[-180,80]]]}}
            """
        let found = try Self.join(areas, "lat,lon\n0,180\n0,-180\n5,-175\n0,169.9\n90,12\n80,-180\n79.9,0\n")
        #expect(found.lines == ["0 0 sea", "1 0 sea", "2 0 sea", "3 - -", "4 1 ice", "5 1 ice", "6 - -"])
    }

    /// Points and lines are no areas, but they are counted.
    @Test func areasHaveTheNumbersOfTheirFeatures() throws {
        let areas = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,1]}},
            {"type":"Feature","properties":{"name":7},"geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]]]}}]}
            """
        #expect(try Self.join(areas, "lat,lon\n1,1\n").lines == ["0 1 7"])
    }

    @Test(arguments: [
        ("", "areas contains no polygon"),
        (
            #"{"type":"Feature","properties":{"name":" "},"geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,0]]]}}"#,
            "feature 1 of areas has no text in the property name"
        ),
        (#"{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,1]]]}"#, "feature 1 of areas: not valid GeoJSON"),
    ])
    func aFileThatIsNoAreasIsRefused(text: String, words: String) throws {
        let error = #expect(throws: PolygonFileError.self) { try Self.join(text, "lat,lon\n1,1\n") }
        #expect(error?.words.en.hasPrefix(words) == true, "\(String(describing: error?.words.en))")
    }
}
