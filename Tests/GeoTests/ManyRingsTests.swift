import GeocliText
import TestSupport
import Testing

@testable import GeocliGeo

/// Areas with so many rings that a tree is used, compared with whole-number arithmetic and a loop over all rings.
@Suite struct ManyRingsTests {
    /// A vertex on a grid, so that positions hit edges and vertices, and nothing is rounded.
    private struct Spot: Equatable {
        let x: Int
        let y: Int
        var coordinate: Coordinate { place(Double(x) / 4, Double(y) / 4) }
    }

    private enum Side { case inside, outside, edge }

    /// The place of a spot relative to a ring, by the definition.
    private func side(_ spot: Spot, of ring: [Spot]) -> Side {
        var isOdd = false
        for (from, to) in zip(ring, ring.dropFirst()) {
            let cross = (to.x - from.x) * (spot.y - from.y) - (to.y - from.y) * (spot.x - from.x)
            let isBeside =
                min(from.x, to.x)...max(from.x, to.x) ~= spot.x && min(from.y, to.y)...max(from.y, to.y) ~= spot.y
            if cross == 0, isBeside { return .edge }
            if (from.y > spot.y) != (to.y > spot.y), (cross > 0) == (to.y > from.y) { isOdd.toggle() }
        }
        return isOdd ? .inside : .outside
    }

    /// The even-odd rule over the rings of a polygon; an edge is inside.
    private func holds(_ polygon: [[Spot]], _ spot: Spot) -> Bool {
        let sides = polygon.map { side(spot, of: $0) }
        return sides.contains(.edge) || sides.count { $0 == .inside } % 2 == 1
    }

    private func ring(_ random: inout SeededGenerator, size: Int, corners: Int) -> [Spot] {
        let (x, y) = (Int.random(in: -80...80, using: &random), Int.random(in: -80...80, using: &random))
        let spots = (0..<corners).map { _ in
            Spot(x: x + .random(in: 0...size, using: &random), y: y + .random(in: 0...size, using: &random))
        }
        return spots + [spots[0]]
    }

    private func polygon(_ rings: [[Spot]]) -> Polygon {
        let rings = rings.map { $0.map(\.coordinate) }
        return Polygon(exterior: rings[0], holes: Array(rings.dropFirst()))
    }

    /// Small and large rings, some with holes anywhere, some with more corners than one box of edges can hold.
    private func polygons(_ count: Int, seed: UInt64) -> [[[Spot]]] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            let rings = number % 7 == 0 ? Int.random(in: 2...30, using: &random) : 1
            return (0..<rings).map { _ in
                let isLong = Int.random(in: 0..<20, using: &random) == 0
                return ring(
                    &random, size: number % 11 == 0 ? 60 : 4, corners: isLong ? 70 : .random(in: 3...9, using: &random))
            }
        }
    }

    @Test(arguments: [(1, 1), (16, 2), (17, 3), (64, 4), (65, 5), (300, 6), (2000, 7)] as [(Int, UInt64)])
    func anAreaHoldsWhatItsPolygonsHold(count: Int, seed: UInt64) throws {
        let all = polygons(count, seed: seed)
        let area = try MultiPolygon(all.map(polygon))
        var random = SeededGenerator(seed: seed + 100)
        let boxes = area.boxes
        #expect(boxes.count <= 128)
        var (inside, outside) = (0, 0)
        for round in 0..<400 {
            let spot =
                round % 2 == 0
                ? Spot(x: .random(in: -90...150, using: &random), y: .random(in: -90...150, using: &random))
                : all.randomElement(using: &random)?.randomElement(using: &random)?.randomElement(using: &random)
            let point = try #require(spot)
            let wanted = all.contains { holds($0, point) }
            #expect(area.contains(point.coordinate) == wanted, "seed \(seed): \(point)")
            if wanted {
                #expect(area.box.contains(point.coordinate), "seed \(seed): \(point)")
                #expect(boxes.contains { $0.contains(point.coordinate) }, "seed \(seed): \(point)")
            }
            inside += wanted ? 1 : 0
            outside += wanted ? 0 : 1
        }
        #expect(inside > 20 && (outside > 20 || count > 1000))
    }

    /// One polygon of many holes: beside each other, within each other, across each other.
    @Test(arguments: [11, 12] as [UInt64])
    func aPolygonOfManyHolesIsEvenAndOdd(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let outer = [(-100, -100), (160, -100), (160, 160), (-100, 160), (-100, -100)].map { Spot(x: $0.0, y: $0.1) }
        let holes = (0..<600).map { number in
            ring(&random, size: number % 5 == 0 ? 60 : 3, corners: .random(in: 3...12, using: &random))
        }
        let area = try MultiPolygon([polygon([outer] + holes)])
        for _ in 0..<1000 {
            let spot = Spot(x: .random(in: -110...170, using: &random), y: .random(in: -110...170, using: &random))
            #expect(area.contains(spot.coordinate) == holds([outer] + holes, spot), "seed \(seed): \(spot)")
        }
    }

    /// Boxes on both sides of ±180 and across it, with edges at 180 and at -180.
    @Test func ringsAtTheAntimeridianAreFoundByBothNamesOfIt() throws {
        func box(_ west: Double, _ south: Double, _ east: Double) -> Polygon {
            let north = south + 1
            return Polygon(
                exterior: [
                    place(west, south), place(east, south), place(east, north), place(west, north), place(west, south),
                ])
        }
        // The n-th polygon is at latitude 2n; if west > east, its edge takes the short way.
        let edges =
            [(179, 180), (-180, -179), (179, -179), (178, -180), (180, -178), (170, 171), (-171, -170)]
            as [(Double, Double)]
        var polygons: [Polygon] = []
        for repeats in 0..<5 {
            for (number, edge) in edges.enumerated() {
                polygons.append(box(edge.0, Double(2 * (repeats * 7 + number) - 40), edge.1))
            }
        }
        let area = try MultiPolygon(polygons)
        for index in polygons.indices {
            let latitude = Double(2 * index - 40) + 0.5
            for longitude in [-180, 180, 179.5, -179.5, 178.5, -178.5, 170.5, -170.5, 0] as [Double] {
                let point = place(longitude, latitude)
                let alone = try MultiPolygon([polygons[index]]).contains(point)
                #expect(area.contains(point) == alone, "\(index): \(point)")
                let touches = index % 7 < 5
                if abs(longitude) == 180 { #expect(alone == touches, "\(index): \(point)") }
                if alone { #expect(area.boxes.contains { $0.contains(point) } && area.box.contains(point)) }
            }
        }
    }

    @Test func polygonsReadBackAsTheyWereGiven() throws {
        let all = polygons(200, seed: 21).map(polygon)
        let area = try MultiPolygon(all)
        #expect(area.polygons == all)
        #expect(area.polygons.map(\.rings) == all.map(\.rings))
        var json = JSONWriter()
        area.writeCoordinates(to: &json)
        #expect(try MultiPolygon(coordinates: json.bytes) == area)
        #expect(try MultiPolygon(Array(all.reversed())) != area)
    }

    /// The area is the same whether polygons are added in parts or at once, and whether or not they share arrays.
    @Test func anAreaIsTheSameInPartsAndAtOnce() throws {
        let crossing = try Geometry(
            json: JSONValue(
                parsing: Array(
                    "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[170,0],[-170,0],[-170,5],[170,0]]],[[[1,1],[2,1],[2,2],[1,1]]]]}"
                        .utf8),
                name: "test")
        ).polygons
        let all = polygons(50, seed: 31).map(polygon) + crossing + polygons(30, seed: 32).map(polygon)
        let shared = try MultiPolygon(all).polygons
        let whole = try MultiPolygon(all)
        for size in [1, 3, 50, 200] {
            for source in [all, shared, Array(shared.reversed())] {
                var builder = AreaBuilder()
                for start in stride(from: 0, to: source.count, by: size) {
                    try builder.append(Array(source[start..<min(start + size, source.count)]))
                }
                let finished = builder.finish()
                let built = try #require(finished)
                #expect(built.polygons == source, "\(size)")
                #expect(built.box == whole.box, "\(size)")
                for point in [
                    place(175, 1), place(-175, 1), place(180, 1), place(-180, 1), place(1.8, 1.2), place(175, -1),
                ] {
                    #expect(built.contains(point) == whole.contains(point), "\(size): \(point)")
                }
                let nothing = builder.finish()
                #expect(nothing == nil)
            }
        }
        #expect(whole.contains(place(-180, 1)) && !whole.contains(place(175, -1)))
    }

    /// A bad ring is reported before anything is added.
    @Test func aRingThatIsNotClosedAddsNothing() throws {
        let good = polygons(3, seed: 41).map(polygon)
        let open = Polygon(exterior: [place(0, 0), place(1, 0), place(1, 1)])
        var builder = AreaBuilder()
        try builder.append(good)
        #expect(throws: GeoError.self) { try builder.append([open]) }
        let area = builder.finish()
        #expect(try area == MultiPolygon(good))
    }
}
