import SampleFeed
import Testing

@Suite struct CoordinateTests {
    @Test(arguments: SampleExtent.allCases, SampleFeed.Dirt.allCases)
    func coordinateIsWhatThePrintedTextReads(extent: SampleExtent, dirt: SampleFeed.Dirt) throws {
        let feed = SampleFeed(seed: 11, count: 1000, extent: extent, dirt: dirt)
        let page = feed.page(0)
        let texts = zip(try column("XCNTS", of: page), try column("YDNTS", of: page))
        for (row, text) in texts.enumerated() {
            guard let coordinate = feed.coordinate(ofRow: row) else { continue }
            #expect(Double(text.0) == coordinate.latitude, "seed 11, row \(row)")
            #expect(Double(text.1) == coordinate.longitude, "seed 11, row \(row)")
        }
    }

    @Test func printedTextHasFifteenDigitsAtMost() throws {
        for extent in SampleExtent.allCases {
            let page = SampleFeed(seed: 12, count: 1000, extent: extent, dirt: .none).page(0)
            for text in try column("XCNTS", of: page) + column("YDNTS", of: page) {
                #expect(text.filter(\.isNumber).count <= 15, "\(text)")
                #expect(text.last != "0" || text.hasSuffix(".0"), "\(text)")
            }
        }
    }

    @Test func onlyBadPointsHaveNoCoordinate() {
        let feed = SampleFeed.bundled
        #expect((0..<606).filter { feed.coordinate(ofRow: $0) == nil }.count == BundledCounts.withoutPoint)
        let clean = SampleFeed(seed: 13, count: 606, dirt: .none)
        #expect((0..<606).allSatisfy { clean.coordinate(ofRow: $0) != nil })
    }

    @Test func seoulStaysInItsBox() {
        let feed = SampleFeed(seed: 14, count: 20_000, dirt: .none)
        for row in 0..<feed.count {
            guard let point = feed.coordinate(ofRow: row) else { continue }
            #expect((37.428...37.702).contains(point.latitude), "seed 14, row \(row)")
            #expect((126.764...127.184).contains(point.longitude), "seed 14, row \(row)")
        }
    }

    @Test func somePlacesShareTheirPoint() {
        let feed = SampleFeed.bundled
        let points = (0..<606).compactMap { feed.coordinate(ofRow: $0) }.map { "\($0.latitude) \($0.longitude)" }
        #expect(points.count - Set(points).count == 4)  // Three houses with two places, and the copied row.
    }

    @Test(arguments: [15, 16, 17] as [UInt64])
    func worldReachesBothSidesOfTheDatelineAndThePoles(seed: UInt64) {
        let feed = SampleFeed(seed: seed, count: 20_000, extent: .world, dirt: .none)
        let points = (0..<feed.count).compactMap { feed.coordinate(ofRow: $0) }
        #expect(points.count == feed.count)
        #expect(points.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }, "seed \(seed)")
        #expect(points.contains { $0.longitude > 179.9 }, "seed \(seed)")
        #expect(points.contains { $0.longitude < -179.9 }, "seed \(seed)")
        #expect(points.contains { $0.latitude > 89 }, "seed \(seed)")
        #expect(points.contains { $0.latitude < -89 }, "seed \(seed)")
    }
}
