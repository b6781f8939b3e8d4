import TestSupport
import Testing

@testable import GeocliGeo

/// Rings whose boxes overlap much, compared with a loop over all edges.
@Suite struct RingBandsTests {
    private static let shapes = [
        "star", "pentagram", "comb", "zigzag", "scribble", "small star", "across 180", "steps",
    ]

    /// Returns a ring of about `count` vertices that is closed.
    private static func ring(_ shape: String, _ count: Int, _ random: inout SeededGenerator) -> [Coordinate] {
        func around(_ turn: Double, _ radius: Double) -> Coordinate {
            let (x, y) = (127 + radius * cosine(turn), 37.5 + radius * cosine(turn - 0.25))
            return place(x > 180 ? x - 360 : x, y)
        }
        var ring: [Coordinate] = (0..<count).map { index in
            let share = Double(index) / Double(count)
            return switch shape {
            case "star": around(share, index % 2 == 0 ? 0.4 : 0.01 + 0.001 * .random(in: 0...1, using: &random))
            case "pentagram": around(Double(index) * Double(count / 2) / Double(count), 0.4)
            case "comb": place(126.8 + 0.4 * share, index % 2 == 0 ? 37.4 : 37.6)
            case "zigzag": place(index % 2 == 0 ? 126.8 : 127.2, 37.3 + 0.4 * share)
            case "scribble":
                place(
                    Double(Int.random(in: 0...4000, using: &random)) / 10_000 + 126.8,
                    Double(Int.random(in: 0...4000, using: &random)) / 10_000 + 37.3)
            // One far vertex makes the box of the ring much larger than the star.
            case "small star": index == 1 ? place(170, 37.51) : around(share, index % 2 == 0 ? 0.4 : 0.01)
            case "across 180":
                place(
                    share < 0.5 ? 179.5 + share : -180.5 + share + (index % 2 == 0 ? 0 : 0.0001),
                    index % 2 == 0 ? -0.3 : 0.3 - 0.1 * share)
            default: place(126.8 + 0.4 * share, index % 3 == 0 ? 37.4 : 37.6)
            }
        }
        ring.append(ring[0])
        return ring
    }

    /// The cosine of a share of a turn, by a polynomial, so that shapes are the same on every machine.
    private static func cosine(_ turn: Double) -> Double {
        let part = abs(turn - turn.rounded()) * 4
        let x = part > 1 ? 2 - part : part
        let value = 1 - 1.2337 * x * x + 0.2536 * x * x * x * x - 0.0199 * x * x * x * x * x * x
        return part > 1 ? -value : value
    }

    /// The definition: every edge is tested, and a position on an edge is inside.
    private static func holds(_ curves: RingCurves, _ point: Coordinate) -> Bool {
        let edges = curves.store.indices(of: 0).dropLast()
        for turn in -1...1 {
            let place = RingVertex(longitude: point.longitude, latitude: point.latitude, turn: turn)
            var isOdd = false
            for edge in edges {
                guard let isCrossed = curves.isCrossed(edge, eastOf: place) else { return true }
                if isCrossed { isOdd.toggle() }
            }
            if isOdd { return true }
        }
        return false
    }

    @Test(arguments: shapes, [1201, 5003])
    func everyPositionIsWhereALoopOverAllEdgesFindsIt(shape: String, count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let ring = Self.ring(shape, count, &random)
        let area = try MultiPolygon([Polygon(exterior: ring)])
        let turns = try RingTurns.turns(of: ring[...])?.map(Int32.init) ?? []
        var list = RingList()
        list.append(ring)
        let curves = RingCurves(store: RingStore(list), turns: turns)
        let bands = RingBands(curves, ring: 0, atMost: RingBands.maximumSpans)
        let few = RingBands(curves, ring: 0, atMost: count)
        #expect(bands.spanCount <= 32 * count && few.spanCount <= count)
        var inside = 0
        let rounds = 1500
        for round in 0..<rounds {
            let vertex = ring[Int.random(in: 0..<count, using: &random)]
            let next = ring[Int.random(in: 0..<count, using: &random)]
            let point =
                switch round % 5 {
                case 0: vertex
                // The latitude of one vertex, the longitude of another.
                case 1: place(next.longitude, vertex.latitude)
                case 2: place((vertex.longitude + next.longitude) / 2, (vertex.latitude + next.latitude) / 2)
                case 3: place(vertex.longitude.nextUp, vertex.latitude.nextDown)
                default:
                    place(
                        shape == "across 180" ? vertex.longitude : .random(in: 126.75...127.25, using: &random),
                        shape == "across 180"
                            ? .random(in: -0.4...0.4, using: &random) : .random(in: 37.2...37.8, using: &random))
                }
            let wanted = Self.holds(curves, point)
            #expect(area.contains(point) == wanted, "\(shape) \(count): \(point)")
            for bands in [bands, few] {
                let found = (-1...1).contains { turn in
                    bands.isCrossedOddly(
                        eastOf: RingVertex(longitude: point.longitude, latitude: point.latitude, turn: turn)) ?? true
                }
                #expect(found == wanted, "\(shape) \(count), bands: \(point)")
            }
            inside += wanted ? 1 : 0
        }
        #expect(inside > rounds / 5 && inside < rounds, "\(shape): \(inside)")
    }

    /// Usual outlines need no bands, and no ring of any form may take a test of each edge for each position.
    @Test func onlyRingsWhoseBoxesOverlapHaveBands() throws {
        var random = SeededGenerator(seed: 9)
        func hasBands(_ ring: [Coordinate]) -> Bool {
            var list = RingList()
            list.append(ring)
            return RingEdges(RingCurves(store: RingStore(list), turns: [])).hasBands
        }
        for shape in ["star", "pentagram", "scribble", "small star"] {
            #expect(hasBands(Self.ring(shape, 20_001, &random)), "\(shape)")
        }
        let outline = (0...20_000).map { index in
            let turn = Double(index % 20_000) / 20_000
            let radius = 0.3 + 0.01 * Self.cosine(turn * 400)
            return place(127 + radius * Self.cosine(turn), 37.5 + radius * Self.cosine(turn - 0.25))
        }
        #expect(!hasBands(outline))
        #expect(!hasBands(Self.ring("star", 41, &random)))
    }
}
