import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliPlaces

/// A correction of a point that the feed leaves blank, while addresses fill it.
@Suite struct FilledPointTests {
    /// Gives every address one point.
    final class Addresses: PointFinder {
        let coordinate: Coordinate
        let source: String
        var identity: String { CatalogBench.hash(source) }

        init(_ coordinate: Coordinate, _ source: String) { (self.coordinate, self.source) = (coordinate, source) }

        func point(address: String?, district: String?) -> FoundPoint { .point(coordinate, source: source) }
    }

    private let bench: CatalogBench
    private let note = EditNote(author: "minji", time: SeoulTime(unixSeconds: 1_788_300_000), text: "x")

    init() throws { bench = try CatalogBench() }

    private func publish(_ day: Int, _ finder: Addresses?, at point: Coordinate? = nil) throws {
        bench.pointFinder = finder
        try bench.publish([Shop("1", at: point), Shop("2", at: at(127.5, 37.5))], Night(day: day))
    }

    private func correct(_ point: String?) throws {
        _ = try CatalogWriter(path: bench.path).correct(
            1, [CorrectedValue(unchecked: .point, point)], source: "https://example.com", by: note)
    }

    private func shown() throws -> [String] {
        try bench.rows("SELECT state, seen FROM correction") + bench.rows("SELECT latitude FROM place WHERE id = 1")
    }

    /// Whether the correction comes before or after the addresses.
    @Test(arguments: [false, true]) func otherAddressesAreNoThirdValue(isFilledFirst: Bool) throws {
        try publish(0, isFilledFirst ? Addresses(at(127, 37.1), "juso 2606") : nil)
        try correct("37.25,127.25")
        for (day, latitude) in [(1, 37.1), (2, 37.2), (3, 37.3)] {
            try publish(day, Addresses(at(127, latitude), "juso 260\(day)"))
            #expect(try shown() == ["state:applied seen:NULL", "latitude:37.25"], "day \(day)")
        }
        try publish(4, nil)
        #expect(try shown()[0] == "state:applied seen:NULL")
        // The feed itself has a third value now.
        try publish(5, nil, at: at(127, 37.4))
        #expect(try shown() == ["state:conflict seen:NULL", "latitude:37.4"])
        try publish(6, nil, at: at(127.25, 37.25))
        #expect(try shown() == ["state:retired seen:NULL", "latitude:37.25"])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    /// A point of an address that is wrong, taken away.
    @Test func aPointThatAPersonTookAwayStaysAway() throws {
        try publish(0, Addresses(at(127, 37.1), "juso 2606"))
        try correct(nil)
        for day in 1...2 {
            try publish(day, Addresses(at(127, 37.1 + 0.1 * Double(day)), "juso 260\(day)"))
            #expect(try shown()[0].hasPrefix("state:applied"))
            #expect(try shown()[1] == "latitude:NULL")
        }
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    /// A corrected place has the feed's own point beside the corrected one, and a filled point is none of the feed.
    @Test func onlyTheFeedsOwnPointsAreComparedForMoves() throws {
        func shops(_ longitude: Double) -> [Shop] {
            (1...10).map { Shop("\($0)", at: $0 > 8 ? nil : at(longitude + Double($0) / 100, 37.5)) }
        }
        bench.pointFinder = Addresses(at(127, 37.1), "juso 2606")
        try bench.publish(shops(126.9))
        try correct("37.25,127.25")
        bench.pointFinder = Addresses(at(127, 37.2), "juso 2607")
        let moves = try bench.publish(shops(126.91), Night(day: 1)).counts.moves
        #expect(moves?.comparedCount == 8 && moves?.movedCount == 8)
        #expect(
            moves?.sample.map { (($0.to.longitude - $0.from.longitude) * 1000).rounded() }
                == Array(repeating: 10, count: 8))
        // With few changes, nothing is compared.
        var few = shops(126.91)
        few[2].coordinate = at(126, 37)
        #expect(try bench.publish(few, Night(day: 2)).counts.moves == nil)
    }

    /// Finds the points of the first addresses only.
    private final class FirstAddresses: PointFinder, @unchecked Sendable {
        struct Gone: Error {}
        private var count = 0
        let identity = CatalogBench.hash("first")

        func point(address: String?, district: String?) throws -> FoundPoint {
            count += 1
            guard count <= 600 else { throw Gone() }
            return .point(Coordinate(uncheckedLongitude: 127, latitude: 37.1), source: "juso 2606")
        }
    }

    /// Also in a new catalog, which has no journal.
    @Test(arguments: [false, true]) func afterAnErrorNoRowHasAPoint(isNew: Bool) throws {
        if !isNew { try bench.publish([Shop("x", at: at(127.5, 37.5))]) }
        bench.pointFinder = FirstAddresses()
        let report = try bench.publish((1...700).map { Shop("\($0)", at: nil) }, Night(day: 1))
        #expect(report.counts.pointsFilled == 0 && report.counts.withoutPoint == 700)
        #expect(try bench.rows("SELECT count(*) AS n FROM place WHERE point_source IS NOT NULL") == ["n:0"])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }
}
