import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The ground for maps in a catalog.
@Suite struct BaseTests {
    private let bench: CatalogBench

    init() throws {
        bench = try CatalogBench()
        try bench.publish([Shop("1", at: at(127, 37.5)), Shop("2")])
    }

    private static func layer(_ role: BaseRole, title: String = "file", points: Int = 3) -> BaseLayer {
        var line = DrawnShape()
        line.add(
            line: GridLine((0..<points).map { GridPoint(x: 12_600_000 + $0 * 7, y: 3_750_000 - $0) }, isRing: false))
        var area = DrawnShape()
        area.add(
            area: [
                GridLine(
                    [GridPoint(x: 0, y: 0), GridPoint(x: 90, y: 0), GridPoint(x: 90, y: 80)], isRing: true)
            ])
        let source = OutlineSource(
            title: title, license: "CC BY", sha256: CatalogBench.hash(title), importedOn: "2026-09-02")
        return BaseLayer(
            role: role, source: source,
            features: [
                BaseFeature(name: "강 \u{0}\u{1B}[2J", englishName: "River", shape: line),
                BaseFeature(name: nil, shape: area),
            ])
    }

    @Test func layersReadBackAsTheyWereInTheOrderOfDrawing() throws {
        let writer = try CatalogWriter(path: bench.path)
        let layers = [BaseRole.rail, .land, .water, .park, .road].map { Self.layer($0) }
        for layer in layers { try writer.replaceBase(with: layer) }
        let catalog = try Catalog(path: bench.path)
        #expect(try catalog.baseLayers().map(\.role) == [.land, .park, .water, .road, .rail])
        for layer in layers { #expect(try catalog.baseLayers().contains(layer)) }
        #expect(try catalog.layerSummaries().map(\.featureCount) == [2, 2, 2, 2, 2])
        // An import replaces the layer of its role, and no other.
        let other = Self.layer(.water, title: "other", points: 9)
        try writer.replaceBase(with: other)
        #expect(try catalog.baseLayers().count == 5)
        #expect(try catalog.baseLayers()[2] == other)
        #expect(try catalog.verify().allSatisfy(\.findings.isEmpty))
        #expect(try bench.faults() == [])
        #expect(try writer.remove([.base(.water), .base(.rail)]) == 4)
        #expect(try catalog.baseLayers().map(\.role) == [.land, .park, .road])
        #expect(try catalog.layersToRemove() == [.base(.land), .base(.park), .base(.road)])
        #expect(try writer.remove([.base(.water)]) == 0)
    }

    @Test(arguments: [
        ("UPDATE base_feature SET shape = '{\"lines\":[[1,2,3,4.5]]}'", "can't be read"),
        ("UPDATE base_feature SET shape = '{\"areas\":[],\"lines\":[[1,2,3,4]]}'", "is not what was imported"),
        ("UPDATE base_layer SET imported_on = '2026-99-99'", "is incomplete"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM base_layer", "belongs to no layer"),
    ])
    func damageIsFoundAndLeavesThePlaces(_ sql: String, _ finding: String) throws {
        let writer = try CatalogWriter(path: bench.path)
        try writer.replaceBase(with: Self.layer(.water))
        try bench.execute(sql)
        let catalog = try Catalog(path: bench.path)
        let found = try catalog.verify().first { $0.name == "ground" }?.findings.map(\.en) ?? []
        #expect(found.contains { $0.hasSuffix(finding) }, "\(found)")
        #expect(try bench.entries().count == 2)
        // Damaged layers can be removed.
        #expect(try catalog.layersToRemove() == [.base(.water)])
        try writer.remove([.base(.water)])
        #expect(try catalog.verify().allSatisfy(\.findings.isEmpty))
    }
}
