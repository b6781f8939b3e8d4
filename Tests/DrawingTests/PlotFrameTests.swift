import GeocliGeo
import Testing

@testable import GeocliDrawing

/// The positions of the pieces of a plot, in pixels computed by hand.
@Suite struct PlotFrameTests {
    @Test func theWholeWorldIsASquare() throws {
        let frame = PlotFrame(showing: .world, left: 10, top: 20, width: 512)
        #expect(abs(frame.height - 512) < 1e-9)
        let middle = try #require(frame.point(of: try Coordinate(longitude: 0, latitude: 0)))
        #expect(abs(middle.x - 266) < 1e-9 && abs(middle.y - 276) < 1e-9)
        #expect(frame.point(of: try Coordinate(longitude: -180, latitude: 0))?.x == 10)
        #expect(frame.point(of: try Coordinate(longitude: 90, latitude: 0))?.x == 10 + 384)
        // 66.51326044311186° is the latitude of the edge of tile row 1 at zoom 2, a quarter of the world from the top.
        let y = try #require(frame.point(of: try Coordinate(longitude: 0, latitude: 66.51326044311186))?.y)
        #expect(abs(y - (20 + 128)) < 1e-6)
        #expect(frame.point(of: try Coordinate(longitude: 0, latitude: 86)) == nil)
    }

    @Test func aBoxAcrossTheAntimeridianIsOnePiece() throws {
        let box = try BoundingBox(west: 170, south: -10, east: -170, north: 10)
        let frame = PlotFrame(showing: box, left: 0, top: 0, width: 200)
        let middle = try #require(frame.point(of: try Coordinate(longitude: 180, latitude: 0)))
        #expect(abs(middle.x - 100) < 1e-9)
        let east = try #require(frame.point(of: try Coordinate(longitude: -175, latitude: 0)))
        #expect(abs(east.x - 150) < 1e-9)
        #expect(frame.point(of: try Coordinate(longitude: 0, latitude: 0)) == nil)
    }

    @Test func aPointOfABoxIsAMapOfItsSurroundings() throws {
        let box = try BoundingBox(west: 127, south: 37.5, east: 127, north: 37.5)
        let frame = PlotFrame(showing: box, left: 0, top: 0, width: 100)
        let place = try #require(frame.point(of: try Coordinate(longitude: 127, latitude: 37.5)))
        #expect(abs(place.x - 50) < 1e-3)
        #expect(frame.height == 45 || abs(frame.height - 45) < 1e-6)
    }

    /// One degree of longitude at 60° N is 55,800.00 m long on WGS 84 (N cos φ · π/180, computed with bc).
    @Test func aPixelIsAsLongAsTheParallelSays() throws {
        let box = try BoundingBox(west: 10, south: 59.9, east: 11, north: 60.1)
        let frame = PlotFrame(showing: box, left: 0, top: 0, width: 1000)
        let meters = frame.metersPerPixel * 1000
        let degree = 55_800.0016
        #expect(abs(meters / degree - 1) < 2e-3)
    }

    @Test func aRingIsCutOffNearTheMap() throws {
        let box = try BoundingBox(west: 127, south: 37.5, east: 127.001, north: 37.501)
        let frame = PlotFrame(showing: box, left: 0, top: 0, width: 100)
        let ring = try [(100.0, 0.0), (150, 0), (150, 60), (100, 60), (100, 0)].map {
            try Coordinate(longitude: $0.0, latitude: $0.1)
        }
        let seen = frame.rings(of: ring)
        #expect(seen.count == 1)
        #expect(seen[0].allSatisfy { abs($0.x - 50) <= 63 && $0.y >= -13 && $0.y <= frame.height + 13 })
        let elsewhere = try [(0.0, 0.0), (1, 0), (1, 1), (0, 0)].map { try Coordinate(longitude: $0.0, latitude: $0.1) }
        #expect(frame.rings(of: elsewhere).isEmpty)
    }

    @Test func theExtentCrossesTheAntimeridianWhereThatIsNarrower() throws {
        var random: UInt64 = 7
        for _ in 0..<200 {
            var extent = PlotExtent()
            var coordinates: [Coordinate] = []
            for _ in 0..<5 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let longitude = Double(random >> 40) / Double(1 << 24) * 360 - 180
                coordinates.append(try Coordinate(longitude: longitude, latitude: Double(random >> 58)))
                extent.add(coordinates[coordinates.count - 1])
            }
            #expect(extent.box == BoundingBox(enclosing: coordinates), "\(coordinates)")
        }
        #expect(PlotExtent().box == nil)
    }

    @Test func aGraticuleHasRoundDegrees() throws {
        let box = try BoundingBox(west: 126.76, south: 37.42, east: 127.19, north: 37.71)
        let lines = PlotGraticule(of: PlotFrame(showing: box, left: 0, top: 0, width: 1000))
        #expect(lines.meridians.map(\.label).prefix(3) == ["126.80° E", "126.85° E", "126.90° E"])
        #expect(
            lines.parallels.map(\.label) == ["37.45° N", "37.50° N", "37.55° N", "37.60° N", "37.65° N", "37.70° N"])
        let pacific = try BoundingBox(west: 170, south: -10, east: -170, north: 10)
        let dateline = PlotGraticule(of: PlotFrame(showing: pacific, left: 0, top: 0, width: 100))
        #expect(dateline.meridians.map(\.label) == ["170° E", "175° E", "180°", "175° W", "170° W"])
        #expect(dateline.parallels.map(\.label) == ["10° S", "5° S", "0°", "5° N", "10° N"])
    }
}

/// The smaller pieces.
@Suite struct PlotPieceTests {
    @Test func cellsKeepOneDotEach() {
        var cells = PlotCells(width: 10, height: 10, side: 0.5)
        for (x, y) in [(0.1, 0.1), (0.4, 0.4), (0.6, 0.4), (10, 10), (9.9, 0)] { cells.insert(x: x, y: y) }
        #expect(cells.count == 4)
        var middles: [PlotPoint] = []
        cells.forEach { middles.append($0) }
        #expect(
            middles == [
                PlotPoint(x: 0.25, y: 0.25), PlotPoint(x: 0.75, y: 0.25), PlotPoint(x: 9.75, y: 0.25),
                PlotPoint(x: 10.25, y: 10.25),
            ])
        let coarser = cells.coarser(width: 10, height: 10)
        #expect(coarser.count == 3)
        #expect(coarser.side == 1)
    }

    @Test func aNameStandsInsideItsAreaAndBesideTheDots() throws {
        let square = [(0.0, 0.0), (200, 0), (200, 100), (0, 100)].map { PlotPoint(x: $0.0, y: $0.1) }
        let hole = [(60.0, 20.0), (140, 20), (140, 80), (60, 80)].map { PlotPoint(x: $0.0, y: $0.1) }
        let map = PlotBox(left: 0, top: 0, right: 200, bottom: 100)
        var labels = PlotLabels(avoiding: [PlotPoint(x: 30, y: 50)], radius: 4)
        let firstFound = labels.place("구", in: [square, hole], sizes: [14], within: map)
        let first = try #require(firstFound)
        let secondFound = labels.place("구", in: [square, hole], sizes: [14], within: map)
        let second = try #require(secondFound)
        for label in [first, second] {
            let box = PlotBox(middle: label.middle, width: 14, height: 14)
            #expect(map.holds(box))
            #expect(!box.meets(PlotBox(around: hole)))
            #expect(!box.contains(PlotPoint(x: 30, y: 50)))
        }
        #expect(
            !PlotBox(middle: first.middle, width: 14, height: 14).meets(
                PlotBox(middle: second.middle, width: 14, height: 14)))
        let tooLong = labels.place("길고 긴 이름의 자치구입니다 아주 길어요", in: [square, hole], sizes: [14], within: map)
        #expect(tooLong == nil)
    }

    @Test(arguments: [
        ("a<b>&\"c", "a&lt;b&gt;&amp;&quot;c"), ("\u{0}x\u{1B}[31m", "x[31m"), ("줄\n바꿈", "줄 바꿈"),
        ("\u{202E}evil\u{FFFE}\u{FFFF}", "evil"), ("]]>", "]]&gt;"),
    ])
    func hostileTextIsHarmless(text: String, escaped: String) {
        #expect(SVGText.escaped(text) == escaped)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
    func thousandsAreGrouped(number: Int, text: String) {
        #expect(SVGText.grouped(number) == text)
    }

    @Test func linesBreakBetweenWords() {
        #expect(SVGText.wrapped("aaaa bbbb cccc", size: 10, width: 60) == ["aaaa bbbb", "cccc"])
        #expect(SVGText.wrapped("", size: 10, width: 60) == [])
    }
}
