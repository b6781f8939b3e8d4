import GRDB
import Geo
import Search
import Testing

@testable import Catalog

@Suite struct OutlineTests {
    private let bench: CatalogBench
    private let square: MultiPolygon
    private let source = OutlineSource(
        title: "outlines", license: "CC BY", sha256: CatalogBench.hash("file"), importedOn: "2026-09-02")

    init() throws {
        bench = try CatalogBench()
        try bench.publish([Shop("1", at: at(127, 37.5)), Shop("2")])
        square = try Self.box(126, 37, 128, 38)
    }

    private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> MultiPolygon {
        let ring = [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)]
        return try MultiPolygon([Polygon(exterior: ring)])
    }

    /// Takes the catalog back to what a geocli before the outlines left.
    private func downgrade() throws {
        try bench.execute("DROP TABLE district_outline; DROP TABLE outline_source; PRAGMA user_version = 3")
    }

    @Test func outlinesReadBackAsTheyWere() throws {
        let awkward = try Self.box(0.1 + 0.2, -.leastNonzeroMagnitude, 126.97796919999999, 1e-17)
        let writer = try CatalogWriter(path: bench.path)
        let outlines = [
            DistrictOutline(name: "종로구", area: square), DistrictOutline(name: "마포구", area: awkward),
        ]
        try writer.replaceOutlines(with: outlines, from: source)
        let catalog = try Catalog(path: bench.path)
        #expect(try catalog.districtOutlines() == outlines.reversed())
        #expect(try catalog.outlineSource() == source)
        try writer.removeOutlines()
        #expect(try catalog.districtOutlines() == [])
        #expect(try catalog.outlineSource() == nil)
    }

    @Test func aCatalogBeforeTheOutlinesAnswersEveryQuery() throws {
        try downgrade()
        let catalog = try Catalog(path: bench.path)
        #expect(try catalog.districtOutlines() == [])
        #expect(try catalog.outlineSource() == nil)
        #expect(try catalog.status().schemaVersion == 3)
        #expect(try catalog.verify().allSatisfy(\.findings.isEmpty))
        #expect(try bench.entries().count == 2)
        #expect(try bench.entries { $0.text = SearchText("책방").map(SearchReading.init) }.count == 2)
        var found: [Int64] = []
        try catalog.forEachEntry(in: .world, BookstoreFilter()) { found.append($0.id) }
        #expect(found == [1])
        var past: [Int64] = []
        try Catalog(path: bench.path, asOf: "2026-09-02").forEachEntry(BookstoreFilter()) { past.append($0.id) }
        #expect(past == [1, 2])
        var changes = 0
        try catalog.forEachRun { _ in changes += 1 }
        #expect(changes == 1)
        #expect(try bench.rows("PRAGMA user_version") == ["user_version:3"])
    }

    @Test func importingBringsTheSchemaUpToDate() throws {
        try downgrade()
        let outlines = [DistrictOutline(name: "마포구", area: square)]
        let reader = try Catalog(path: bench.path)
        try CatalogWriter(path: bench.path).replaceOutlines(with: outlines, from: source)
        #expect(try reader.districtOutlines() == outlines)
        #expect(try bench.entries().count == 2)
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }
}
