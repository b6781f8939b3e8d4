import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliPlaces

/// What caches rest on.
@Suite struct StateTests {
    private let bench: CatalogBench
    private let note = EditNote(author: "minji", time: SeoulTime(unixSeconds: 1_788_300_000), text: "x")
    private let author = IssueAuthor("minji", at: SeoulTime(unixSeconds: 1_788_300_000))

    init() throws {
        bench = try CatalogBench()
        try bench.publish([Shop("1", name: "테스트", at: at(127, 37.5)), Shop("2", at: at(127.1, 37.5))])
        try bench.publish([Shop("1", name: "서점", at: at(127, 37.5))], Night(feed: "another"))
    }

    private func state() throws -> String { try Catalog(path: bench.path).state() }

    @Test func everyEditChangesTheStateAndNothingElseDoes() throws {
        var last = try state()
        func change(_ what: String, _ body: (CatalogWriter) throws -> Void) throws {
            try body(try CatalogWriter(path: bench.path))
            let now = try state()
            #expect(now != last, "\(what)")
            last = now
        }
        try change("a run") { _ in
            _ = try bench.publish([Shop("1", name: "테스트", at: at(127, 37.5)), Shop("2")], Night(day: 1))
        }
        try change("an unchanged run") { _ in
            _ = try bench.publish(
                [Shop("1", name: "테스트", at: at(127, 37.5)), Shop("2")], Night(day: 2, bytes: "same"))
        }
        try change("a refused run") { _ in _ = try bench.publish([], Night(day: 3, refusal: "a test")) }
        try change("outlines") { _ in try bench.importSquare() }
        try change("no outlines") { try $0.removeOutlines() }
        try change("a correction") {
            _ = try $0.correct(
                1, [CorrectedValue(unchecked: .name, "책방")], source: "https://example.com", by: note)
        }
        try change("a withdrawal") { try $0.withdrawCorrections([1], by: note) }
        try change("an acceptance") { try $0.perform(.accept(because: "x"), on: [1], by: author) }
        try change("a reopening") { try $0.perform(.reopen(because: nil), on: [1], by: author) }
        try change("a comment") { try $0.perform(.comment("x"), on: [1], by: author) }
        try change("a label") { try $0.perform(.label(["x"]), on: [1], by: author) }
        try change("no label") { try $0.perform(.unlabel(["x"]), on: [1], by: author) }
        try change("an issue") { _ = try $0.reportIssue(about: 1, "x", text: nil, labels: [], by: author) }
        try change("a link") { _ = try $0.decide(1, 3, .accepted, on: "2026-09-05") }
        let record = CorrectionRecord(
            number: 9, ref: "later/1", value: CorrectedValue(unchecked: .name, "x"), seen: "y", state: .applied,
            because: "x", source: "https://example.com", author: "x", day: "2026-09-02")
        try change("a record that waits") { _ = try $0.importRecords([.correction(record)], by: note) }
        let catalog = try Catalog(path: bench.path)
        _ = try catalog.verify()
        _ = try catalog.status()
        _ = try catalog.travelRecords()
        let writer = try CatalogWriter(path: bench.path)
        try writer.rebuildSearchIndex()
        try writer.rebuildPointIndex()
        _ = try writer.perform(.unlabel(["x"]), on: [1], by: author)
        _ = try writer.importRecords([.correction(record)], by: note)
        #expect(try state() == last && catalog.status().state == last)
    }

    @Test(arguments: [3, 7, 11]) func anEarlierCatalogHasAState(version: Int) throws {
        try bench.downgrade(to: version)
        #expect(try state() == state() && state().count == 32)
    }
}
