import Foundation
import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

@Suite struct SavedPagesTests {
    private let bench: IngestBench
    private var folder: URL { bench.folder }

    init() throws { bench = try IngestBench() }

    private func write(_ name: String, _ bytes: [UInt8] = Array("{}".utf8)) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    @Test func pagesOfAFolderComeByNameNumbersByValue() throws {
        for name in [
            "page_10.json", "page_2.json", "page_1.JSON", "a.xml", "z.csv", ".hidden.json", "notes.txt",
            "page_3.json.part", "페이지.json",
        ] {
            try write(name)
        }
        let source = try SavedPages.at([folder.path])
        let names = source.pages.map { String($0.name.dropFirst(folder.path.count + 1)) }
        #expect(names == ["a.xml", "page_1.JSON", "page_2.json", "page_10.json", "z.csv", "페이지.json"])
        #expect(source.name == folder.path)
        #expect(try SavedPages.at([folder.path + "/"]).pages.map(\.name) == source.pages.map(\.name))
    }

    @Test func filesComeInTheOrderGivenWhateverTheirEnding() throws {
        try write("b.txt")
        try write("a.json")
        let paths = ["b.txt", "a.json"].map { folder.appendingPathComponent($0).path }
        let source = try SavedPages.at(paths)
        #expect(source.pages.map(\.name) == paths)
        #expect(source.name == paths.joined(separator: " "))
        #expect(try source.pages[0].open().readAll(limit: 100) == Array("{}".utf8))
        #expect(try SavedPages.at(["-"]).pages.map(\.name) == ["standard input"])
    }

    @Test func aFolderWithoutPagesIsNamed() throws {
        try write("notes.txt")
        let path = folder.path
        let error = #expect(throws: IngestError.self) { try SavedPages.at([path]) }
        #expect(error?.code == .noPages([".json", ".xml", ".csv"]))
        #expect(
            error?.words.en
                == "the folder \(path) contains no page (.json, .xml, .csv); save the service's answers there")
    }

    @Test func aMissingPathIsNamed() throws {
        let path = folder.appendingPathComponent("nothing.json").path
        let error = #expect(throws: ByteSourceError.self) { try SavedPages.at([path]) }
        #expect(error?.isMissing == true)
        #expect(error?.words.en == "cannot read \(path): No such file or directory; check the path and its permissions")
    }

    @Test func savedPagesAreIngestedUnderTheirNames() throws {
        try write("1.json", PageText.json([RowText("1"), RowText("\"\"")], total: 6))
        try write("2.xml", PageText.xml((2...5).map { RowText(String($0)) }, total: 6))
        let source = try SavedPages.at([folder.path])
        let report = try bench.ingest(source)
        #expect(
            report.refusal == nil && report.run.counts.accepted == 5 && report.run.description.source == folder.path)
        #expect(try bench.rejects().map(\.origin.page) == [folder.path + "/1.json"])
    }

    @Test func aPageThatVanishesStopsTheRunAndLeavesTheCatalog() throws {
        try bench.ingest([PageText.json([RowText("1")])])
        try write("1.json", PageText.json([RowText("2")], total: 2))
        try write("2.json")
        let source = try SavedPages.at([folder.path])
        try FileManager.default.removeItem(at: folder.appendingPathComponent("2.json"))
        #expect(throws: ByteSourceError.self) { try bench.ingest(source) }
        #expect(try bench.only().feedID == "1")
    }

    @Test func knownFeedsAreFoundByTheirID() {
        #expect(Feed.known.map(\.id).first == "seoul-bookstores" && Feed.known.count == 9)
        for feed in Feed.known { #expect(Feed.named(feed.id)?.id == feed.id) }
        #expect(Feed.named("Seoul-Bookstores") == nil && Feed.named("") == nil)
        #expect(Feed.seoulBookstores.fields[.x] == "YDNTS" && Feed.seoulBookstores.fields[.y] == "XCNTS")
        #expect(Feed.seoulBookstores.kinds == ["0002": .new, "0001": .used])
        let area = Feed.seoulBookstores.area
        #expect([area.west, area.south, area.east, area.north] == [126.73, 37.40, 127.20, 37.72])
    }

    @Test func twoFeedsKeepTheirOwnPlaces() throws {
        try bench.ingest([PageText.json([RowText("1")])])
        let report = try bench.ingest([PageText.json([RowText("1").at("\"180\"", "\"-90\"")])], of: .places)
        #expect(report.run.counts.added == 1 && report.run.counts.withoutPoint == 0)
        #expect(try bench.entries().map(\.ref) == ["seoul-bookstores/1", "places/1"])
        #expect(
            try bench.ingest([PageText.json([RowText("2")])], of: .places, IngestBench.accepting()).run.counts
                .formerTotal == 1)
        #expect(try bench.entries().map(\.missingRuns) == [0, 1, 0])
    }
}
