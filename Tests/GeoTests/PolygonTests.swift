import GeocliText
import Testing

@testable import GeocliGeo

@Suite struct PolygonTests {
    private func area(_ coordinates: String, _ type: String = "Polygon") throws -> MultiPolygon {
        let text = "{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}"
        return try MultiPolygon(Geometry(json: JSONValue(parsing: Array(text.utf8), name: "test")).polygons)
    }

    private func error(_ coordinates: String, _ type: String = "Polygon") -> String? {
        let error = #expect(throws: GeoError.self) { try area(coordinates, type) }
        return error?.description
    }

    @Test func edgesAndVerticesAreInsideInEitherDirection() throws {
        for ring in ["[[[0,0],[4,0],[4,4],[0,4],[0,0]]]", "[[[0,0],[0,4],[4,4],[4,0],[0,0]]]"] {
            let square = try area(ring)
            for (x, y) in [(0, 0), (4, 4), (0, 4), (4, 0), (2, 0), (4, 1), (1, 4), (0, 3), (2, 2)] as [(Double, Double)]
            {
                #expect(square.contains(place(x, y)), "\(x) \(y)")
            }
            for (x, y) in [(-1, 0), (5, 0), (-1, 4), (5, 4), (2, -1), (2, 5), (4.0.nextUp, 2), (2, (0.0).nextDown)]
                as [(Double, Double)]
            {
                #expect(!square.contains(place(x, y)), "\(x) \(y)")
            }
            #expect(square.box == BoundingBox(checkedWest: 0, south: 0, east: 4, north: 4))
        }
    }

    @Test func holesAreOutsideAndTheirEdgesAreNot() throws {
        let ring = try area(
            "[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[3,3],[6,3],[6,6],[3,6],[3,3]],[[0,0],[2,0],[2,2],[0,0]]]")
        #expect(!ring.contains(place(4, 4)))
        #expect(ring.contains(place(3, 4)) && ring.contains(place(6, 6)) && ring.contains(place(4.5, 3)))
        // The second hole touches the outer ring.
        #expect(!ring.contains(place(1.5, 0.5)) && ring.contains(place(1, 1)) && ring.contains(place(1, 0)))
    }

    @Test func oneRuleIsEvenOddOverAllRings() throws {
        // A star with five points, drawn as one line that goes around its middle twice.
        let star = try area("[[[0,3],[2,-3],[-3,1],[3,1],[-2,-3],[0,3]]]")
        #expect(!star.contains(place(0, 0)) && star.contains(place(0, 2)))
        // A "hole" outside the outer ring is part of the area. If the same ring occurs twice, the area has only edges
        // and no inside.
        #expect(try area("[[[0,0],[1,0],[1,1],[0,0]],[[5,5],[6,5],[6,6],[5,5]]]").contains(place(5.8, 5.5)))
        let twice = try area("[[[0,0],[2,0],[2,2],[0,0]],[[0,0],[2,0],[2,2],[0,0]]]")
        #expect(!twice.contains(place(1.5, 0.5)) && twice.contains(place(1, 1)))
        // Two overlapping polygons don't cancel each other.
        let pair = "[[[[0,0],[2,0],[2,2],[0,0]]],[[[0,0],[2,0],[2,2],[0,0]]]]"
        #expect(try area(pair, "MultiPolygon").contains(place(1.5, 0.5)))
    }

    @Test func ringsWithoutAnAreaHoldTheirLine() throws {
        let line = try area("[[[0,0],[3,3],[1,1],[0,0]]]")
        #expect(line.contains(place(2, 2)) && !line.contains(place(2, 2.0.nextUp)))
        let dot = try area("[[[1,1],[1,1],[1,1],[1,1]]]")
        #expect(dot.contains(place(1, 1)) && !dot.contains(place(1, 1.0.nextUp)))
    }

    @Test(arguments: [
        // The same area: cut at the antimeridian, as RFC 7946 requires; not cut; continued beyond 180; beyond -180.
        ("[[[[170,0],[180,0],[180,9],[170,9],[170,0]]],[[[-180,0],[-170,0],[-170,9],[-180,9],[-180,0]]]]"),
        ("[[[[170,0],[-170,0],[-170,9],[170,9],[170,0]]]]"),
        ("[[[[170,0],[180,0],[-180,0],[-170,0],[-170,9],[-180,9],[180,9],[170,9],[170,0]]]]"),
        ("[[[[170,0],[190,0],[190,9],[170,9],[170,0]]]]"),
        ("[[[[-190,0],[-170,0],[-170,9],[-190,9],[-190,0]]]]"),
    ])
    func allWaysOfCrossingTheAntimeridianAreTheSame(_ coordinates: String) throws {
        let area = try area(coordinates, "MultiPolygon")
        for x in [170, 175, 180, -180, -175, -170] as [Double] {
            for y in [0, 5, 9] as [Double] { #expect(area.contains(place(x, y)), "\(x) \(y)") }
            for y in [-0.1, 9.1] { #expect(!area.contains(place(x, y)), "\(x) \(y)") }
        }
        for x in [169.9, -169.9, 0, 90] { #expect(!area.contains(place(x, 5)), "\(x)") }
        #expect(area.box == (try BoundingBox(west: 170, south: 0, east: -170, north: 9)))
    }

    @Test func bothNamesOfTheAntimeridianAreTheSamePlace() throws {
        let west = try area("[[[-180,0],[-170,0],[-170,9],[-180,9],[-180,0]]]")
        let east = try area("[[[170,0],[180,0],[180,9],[170,9],[170,0]]]")
        for area in [west, east] {
            for x in [180.0, -180] {
                #expect(area.contains(place(x, 9)) && !area.contains(place(x, 9.5)))
                #expect(area.boxes.contains { $0.contains(place(x, 9)) })
            }
        }
        #expect(!west.contains(place(180.0.nextDown, 3)) && !east.contains(place((-180.0).nextUp, 3)))
    }

    @Test func ringsCutAtAPoleAndBandsAroundTheWorldAreWhatTheySay() throws {
        let cap = try area("[[[-180,-90],[180,-90],[180,-70],[90,-60],[0,-65],[-90,-60],[-180,-70],[-180,-90]]]")
        #expect(cap.contains(place(0, -90)) && cap.contains(place(-180, -80)) && cap.contains(place(33, -70)))
        #expect(!cap.contains(place(0, -64)) && !cap.contains(place(0, 0)))
        #expect(cap.box == BoundingBox(checkedWest: -180, south: -90, east: 180, north: -60))
        let band = try area("[[[-180,0],[180,0],[180,5],[-180,5],[-180,0]]]")
        #expect(band.contains(place(77, 3)) && band.contains(place(77, 5)) && !band.contains(place(77, 6)))
        let world = try area("[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]")
        #expect(world.contains(place(0, 0)) && world.contains(place(180, 90)) && world.box == .world)
    }

    @Test func aRingAroundAPoleMustBeCut() {
        let how =
            "a ring goes around a pole and is not cut; make it run along longitude 180 to the pole, along the pole to longitude -180, and back (RFC 7946, 3.1.9)"
        #expect(error("[[[-120,70],[0,70],[120,70],[-120,70]]]") == how)
    }

    @Test func anEdgeAroundTheWorldNeedsAPositionInBetween() throws {
        let how =
            "a ring has an edge of 360°, which could go either way; add a position along that edge, or, if the ring goes around a pole, make it run along longitude 180 to the pole, along the pole to longitude -180, and back (RFC 7946, 3.1.9)"
        #expect(error("[[[-180,10],[180,10],[0,50],[-180,10]]]") == how)
        #expect(error("[[[170,-70],[180,-70],[-180,-70],[-170,-70],[-60,-70],[60,-70],[170,-70]]]") == how)
        let clear = try area("[[[-180,10],[0,10],[180,10],[0,50],[-180,10]]]")
        #expect(clear.contains(place(0, 30)) && clear.contains(place(0, 10)) && !clear.contains(place(0, 9)))
    }

    @Test(arguments: [
        (
            "[[[0,0],[200,0],[200,9],[0,9],[0,0]]]",
            "a ring that extends beyond longitude ±180 has an edge of 180° or more; add positions along that edge"
        ),
        (
            "[[[0,0],[361,0],[1,1],[0,0]]]",
            "the numbers [361.0, 0.0] are not degrees (beyond ±360); if they are meters, convert the file with ogr2ogr -t_srs EPSG:4326"
        ),
        (
            "[[[0,0],[1,91],[1,1],[0,0]]]",
            "latitude 91.0 of [1.0, 91.0] is not between -90 and 90; the numbers seem to be swapped, so write longitude first"
        ),
        (
            "[[[0,0],[1,0],[1,1],[360,0]]]",
            "not valid GeoJSON: a ring is not closed (it needs four positions or more, and the last must equal the first); repeat its first position at its end"
        ),
        (
            "[[[0,0],[1,0],[1,\"NaN\"],[0,0]]]",
            "not valid GeoJSON: a position is not [longitude, latitude]; write two numbers, without quotes, such as [126.97, 37.56]"
        ),
    ])
    func ringsThatMeanNothingAreRefused(_ coordinates: String, _ what: String) { #expect(error(coordinates) == what) }

    @Test func nothingIsNoArea() {
        #expect(error("[]", "MultiPolygon") == "there is no polygon")
        let open = [place(0, 0), place(1, 0), place(1, 1), place(0, 1)]
        #expect(throws: GeoError.self) { try MultiPolygon([Polygon(exterior: open)]) }
    }

    @Test func longRingsGoBeyondAFullTurn() throws {
        // Twice around the pole and back a degree farther north: a spiral whose ends lie in different turns.
        let there = stride(from: -180.0, through: 360, by: 60).map {
            "[\($0 > 180 ? $0 - 360 : $0),\(($0 + 180) / 30)]"
        }
        let back = stride(from: 360.0, through: -180, by: -60).map {
            "[\($0 > 180 ? $0 - 360 : $0),\(($0 + 180) / 30 + 1)]"
        }
        let spiral = try area("[[\((there + back).joined(separator: ",")),\(there[0])]]")
        #expect(spiral.contains(place(0, 6.5)) && spiral.contains(place(0, 18.5)))
        #expect(!spiral.contains(place(0, 12)) && !spiral.contains(place(0, 7.5)))
        #expect(spiral.box.west == -180 && spiral.box.east == 180)
    }

    @Test func aBoxGoesTheShortWayAroundAllPolygons() throws {
        let islands = "[[[[178,1],[179,1],[179,2],[178,1]]],[[[-179,3],[-178,3],[-178,4],[-179,3]]]]"
        #expect(
            try area(islands, "MultiPolygon").box
                == (try BoundingBox(west: 178, south: 1, east: -178, north: 4)))
        let apart = "[[[[-10,1],[20,1],[20,2],[-10,1]]],[[[0,3],[100,3],[100,4],[0,3]]]]"
        #expect(
            try area(apart, "MultiPolygon").box == (try BoundingBox(west: -10, south: 1, east: 100, north: 4)))
    }
}
