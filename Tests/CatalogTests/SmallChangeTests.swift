import Foundation
import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Differences that are no change: points closer than a centimeter to the reported one, and other normal forms of a
/// text. The feed's value is stored, but nothing reports it.
@Suite struct SmallChangeTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    /// The changes after a run, in one line each.
    private func changes(after run: Int64 = 0) throws -> [String] {
        var filter = ChangeFilter()
        filter.span = .after(run: run)
        var lines: [String] = []
        _ = try Catalog(path: bench.path).forEachChange(filter) { change in
            lines.append(
                "\(change.run.id) \(change.what) \(change.place.feedID) \(change.old ?? "") \(change.new ?? "")"
                    .trimmingCharacters(in: .whitespaces))
        }
        return lines
    }

    private func verify() throws {
        for check in try Catalog(path: bench.path).verify() { #expect(check.findings.isEmpty, "\(check)") }
        #expect(try bench.indexMismatches().isEmpty)
    }

    /// Meters between two near points, from the radii of curvature of WGS 84 in this latitude: independent of geodesics.
    private static func meters(_ one: Coordinate, _ other: Coordinate) -> Double {
        let (a, e2) = (6_378_137.0, 0.006_694_379_990_14)
        let sine = sin(one.latitude * .pi / 180)
        let w = 1 - e2 * sine * sine
        let north = (other.latitude - one.latitude) * .pi / 180 * a * (1 - e2) / (w * w.squareRoot())
        let east = (other.longitude - one.longitude) * .pi / 180 * a / w.squareRoot() * cos(one.latitude * .pi / 180)
        return hypot(north, east)
    }

    @Test func aPlaceThatCreepsIsReportedWhenItHasMovedACentimeter() throws {
        // 0.9 cm to the north each night.
        let step = 0.009 / 110_993
        for day in 0...5 {
            let point = at(126.9, 37.5 + Double(day) * step)
            let report = try bench.publish([Shop("1", at: point)], Night(day: day))
            #expect(report.counts.changed == (day > 0 && day % 2 == 0 ? 1 : 0), "day \(day)")
            #expect(try bench.entries().first?.coordinate == point)
            try verify()
        }
        let points = (0...5).map { PointText.text(at(126.9, 37.5 + Double($0) * step)) }
        #expect(
            try changes(after: 1) == ["3 moved 1 \(points[0]) \(points[2])", "5 moved 1 \(points[2]) \(points[4])"])
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func randomNightsReportWhatAPlainModelReports(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var shops = (1...12).map { Shop(String($0), at: at(126.9 + Double($0) / 100, 37.5)) }
        var reported = shops
        var expected = shops.map { "1 added \($0.id)" }.sorted()
        var nights: [[Shop]] = []
        let names = ["책방", "책방".decomposedStringWithCanonicalMapping, "책 방", "각", "\u{1100}\u{1161}\u{11A8}"]
        for day in 0..<25 {
            if day > 0 {
                for index in shops.indices {
                    guard let old = shops[index].coordinate else { continue }
                    let sizes = [0, 0, 1e-12, 4e-8, 9e-8, 1e-5]
                    let size = sizes.randomElement(using: &random) ?? 0
                    shops[index].coordinate = at(
                        old.longitude + size * Double.random(in: -1...1, using: &random),
                        old.latitude + size * Double.random(in: -1...1, using: &random))
                    if Int.random(in: 0..<3, using: &random) == 0 {
                        shops[index].name = names.randomElement(using: &random) ?? ""
                    }
                }
            }
            let report = try bench.publish(shops, Night(day: day, comparesAll: day % 5 == 4))
            nights.append(shops)
            var lines: [String] = []
            var edited = 0
            if day > 0 {
                for index in shops.indices {
                    let (old, new) = (reported[index], shops[index])
                    guard let here = old.coordinate, let there = new.coordinate else { continue }
                    // Swift compares texts by canonical equivalence.
                    let (isRenamed, isMoved) = (old.name != new.name, Self.meters(here, there) >= 0.01)
                    let stored = nights[day - 1][index]
                    if isRenamed {
                        lines.append("\(day + 1) changed \(new.id) \(stored.name) \(new.name)")
                        reported[index].name = new.name
                    }
                    if isMoved {
                        lines.append("\(day + 1) moved \(new.id) \(PointText.text(here)) \(PointText.text(there))")
                        reported[index].coordinate = there
                    }
                    edited += isRenamed || isMoved ? 1 : 0
                }
            }
            expected += lines
            #expect(report.counts.changed == edited, "seed \(seed), night \(day)")
            let found = try bench.entries()
            for shop in shops {
                let entry = try #require(found.first { $0.place.feedID == shop.id })
                #expect(entry.coordinate == shop.coordinate && entry.place.name.utf8.elementsEqual(shop.name.utf8))
            }
        }
        #expect(try changes().sorted() == expected.sorted(), "seed \(seed)")
        try verify()
        for (day, then) in nights.enumerated() {
            let date = "2026-09-\(String(format: "%02d", day + 2))"
            try Catalog(path: bench.path, asOf: date).forEachEntry(PlaceFilter()) { entry in
                let shop = try #require(then.first { $0.id == entry.place.feedID })
                #expect(entry.place.name == shop.name, "\(date)")
                let (was, found) = (try #require(shop.coordinate), try #require(entry.coordinate))
                #expect(Self.meters(was, found) < 0.01, "seed \(seed), \(date): \(shop.id)")
                if day == nights.count - 1 { #expect(found == was) }
            }
        }
    }

    @Test func aPointThatGoesAndComesBackIsReported() throws {
        let (here, near) = (at(126.9, 37.5), at(126.9, 37.5 + 5e-8))
        try bench.publish([Shop("1", at: here)])
        try bench.publish([Shop("1", at: near)], Night(day: 1))
        #expect(try bench.rows("SELECT place, run FROM reported_point") == ["place:1 run:2"])
        try bench.publish([Shop("1")], Night(day: 2))
        #expect(try changes(after: 1) == ["3 changed 1 \(PointText.text(here))"])
        #expect(try bench.rows("SELECT place FROM reported_point").isEmpty)
        try bench.publish([Shop("1", at: here)], Night(day: 3))
        #expect(try changes(after: 3) == ["4 changed 1  \(PointText.text(here))".trimmingCharacters(in: .whitespaces)])
        try verify()
    }

    @Test(arguments: [
        (at(-180, 0), at(180, 0)), (at(0.0, 0), at(-0.0, -0.0)), (at(10, 90), at(-170, 90)),
        (at(126.9, 37.5), at(126.9.nextUp, 37.5.nextDown)),
    ])
    func onePlaceInTwoNotationsHasNotMoved(one: Coordinate, other: Coordinate) throws {
        try bench.publish([Shop("1", at: one)])
        #expect(try bench.publish([Shop("1", at: other)], Night(day: 1)).counts.changed == 0)
        #expect(try changes(after: 1).isEmpty)
        try verify()
    }

    /// Everything that a reader can see is a change.
    @Test(arguments: [
        ("Book", "book"), ("책방", "책 방"), ("책 방", "책  방"), ("책 방", "책\u{3000}방"), ("ＢＯＯＫ", "BOOK"), ("㈜책", "(주)책"),
        ("책\r\n방", "책\n방"), ("책방", "책\u{200B}방"), ("e", "é"),
    ])
    func otherTextsAreChanges(one: String, other: String) throws {
        try bench.publish([Shop("1", name: one, at: at(126.9, 37.5))])
        #expect(try bench.publish([Shop("1", name: other, at: at(126.9, 37.5))], Night(day: 1)).counts.changed == 1)
    }

    @Test func aTextOfMarksOnlyTakesNoTime() throws {
        let marks = "책" + String(repeating: "\u{301}", count: 100_000)
        try bench.publish([Shop("1", name: marks)])
        #expect(try bench.publish([Shop("1", name: marks + "\u{302}")], Night(day: 1)).counts.changed == 1)
    }

    @Test func rowsOfOneIDWithoutAChangeAreRepeats() throws {
        let plain = Shop("1", name: "각", at: at(126.9, 37.5))
        var other = Shop("1", name: "각".decomposedStringWithCanonicalMapping, at: at(126.9, 37.5 + 5e-8))
        let counts = try bench.publish([plain, other, Shop("2")]).counts
        #expect(counts.duplicates == 1 && counts.rejected == 0 && counts.accepted == 2)
        #expect(try bench.entries().first?.coordinate == plain.coordinate)
        other.coordinate = at(126.9, 37.5 + 5e-7)
        #expect(try bench.publish([plain, other, Shop("2")], Night(day: 1)).counts.rejected == 2)
    }

    @Test func aCorrectionOfAPointThatTheFeedWritesOtherwiseStays() throws {
        #expect(
            Overlay.state("point", value: "37.6,127", seen: "37.5,126.9", upstream: "37.500000000001,126.9") == .applied
        )
        #expect(Overlay.state("point", value: "37.6,127", seen: "37.5,126.9", upstream: "37.50001,126.9") == .conflict)
        #expect(
            Overlay.state("point", value: "37.6,127", seen: "37.5,126.9", upstream: "37.6,127.00000000001") == .retired)
        #expect(
            Overlay.state("name", value: "책", seen: "각", upstream: "각".decomposedStringWithCanonicalMapping) == .applied
        )
    }

    @Test func aMoveThatNoChangeReportsIsDamage() throws {
        try bench.publish([Shop("1", at: at(126.9, 37.5))])
        try bench.publish([Shop("1", at: at(126.9, 37.5 + 5e-8))], Night(day: 1))
        try bench.write("UPDATE reported_point SET latitude = 37.6")
        let found = try Catalog(path: bench.path).verify().filter { !$0.findings.isEmpty }
        #expect(found.map(\.name) == ["constraints"])
    }
}
