import Foundation
import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// The warnings of an ingest about places in another district than the one they state.
@Suite struct OutlineWarningTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    /// A square around 126.92, 37.55 with the name 마포구.
    private func importSquare() throws {
        let corners = [(126.9, 37.5), (127, 37.5), (127, 37.6), (126.9, 37.6), (126.9, 37.5)]
        let ring = try corners.map { try Coordinate(longitude: $0.0, latitude: $0.1) }
        let outline = DistrictOutline(name: "마포구", area: try MultiPolygon([Polygon(exterior: ring)]))
        let source = OutlineSource(
            title: "t", license: "l", sha256: String(repeating: "a", count: 64), importedOn: "2026-09-02")
        try CatalogWriter(path: bench.path).replaceOutlines(with: [outline], from: source)
    }

    private func page(_ rows: RowText...) -> [UInt8] { PageText.json(rows) }

    private let good = RowText("1").at("126.92", "37.55")
    private let other = RowText("2").at("126.93", "37.55").with("CODE_VALUE", "\"종로구\"")
    private let outside = RowText("3").at("127.1", "37.55")

    @Test func placesThatLieElsewhereAreCounted() throws {
        #expect(try bench.ingest([page(good, other)]).warnings == [])
        try importSquare()
        let report = try bench.ingest([page(good, other, outside)], day: 1)
        #expect(report.warnings.map(\.code) == ["other-district"])
        #expect(report.warnings.map(\.count) == [2] && report.warnings.map(\.isNew) == [true])
        #expect(
            report.warnings.first?.words.en
                == "2 of 3 places with a point are outside their district; list them with 'geocli layers check'"
        )
    }

    @Test func whatStandsEveryNightIsNoNews() throws {
        try bench.ingest([page(good, other)])
        try importSquare()
        let more = RowText("4").at("126.94", "37.55")
        #expect(try bench.ingest([page(good, other, more)], day: 1).warnings.map(\.isNew) == [false])
        #expect(try bench.ingest([page(good, other, more)], day: 2).warnings == [])
        let moved = RowText("4").at("127.2", "37.55")
        #expect(try bench.ingest([page(good, other, moved)], day: 3).warnings.map(\.isNew) == [true])
        #expect(try bench.ingest([page(good, RowText("5").at("126.95", "37.55"))], day: 4).warnings == [])
    }

    @Test func damagedOutlinesDoNotStopANight() throws {
        let damage = "UPDATE district_outline SET area = '[[[[1,2]]]]'"
        try bench.ingest([page(good)])
        try importSquare()
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])",
                bench.path, damage,
            ])
        #expect(run.status == 0)
        let report = try bench.ingest([page(good, outside)], day: 1)
        #expect(report.run.outcome == .published)
        #expect(report.warnings.map(\.code) == ["outlines-damaged"])
    }
}
