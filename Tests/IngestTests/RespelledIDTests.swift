import Foundation
import GeocliCatalog
internal import GeocliPlaces
import TestSupport
import Testing

@testable import GeocliIngest

/// Catalogs of an earlier version, for which the JSON numbers `1e3` and 1000 were different ids. The bookstore keeps
/// its catalog id.
@Suite struct RespelledIDTests {
    private let bench: IngestBench
    private let others = (1...9).map { RowText(String($0)) }

    init() throws { bench = try IngestBench() }

    private func page(_ ids: String..., name: String = "책방") -> [UInt8] {
        PageText.json(others + ids.map { RowText($0, name: name) })
    }

    /// Ingests `page`, and then changes the id `number` to `former`, as the earlier version would have stored it.
    private func asBefore(_ former: String, page: [UInt8], number: String = "1000") throws {
        try bench.ingest([page])
        #expect(try bench.entries().contains { $0.bookstore.feedID == number })
        try sql("UPDATE bookstore SET feed_id = '\(former)' WHERE feed_id = '\(number)'")
    }

    private func sql(_ statements: String) throws {
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])",
                bench.path, statements,
            ])
        try #require(run.status == 0)
    }

    private func ids() throws -> [String] { try bench.entries().map { "\($0.id) \($0.bookstore.feedID)" }.suffix(2) }

    /// `sql` changes a place as another program would, and `verify` says so; all other checks must find nothing.
    private func isWhole() throws -> Bool {
        try Catalog(path: bench.path).verify().allSatisfy { $0.name == "values" || $0.findings.isEmpty }
    }

    @Test(
        arguments: [
            ("1e3", "1000"), ("1E+3", "1000"), ("10E2", "1000"), ("-0", "0"), ("20e-1", "20"),
            ("1.0E20", "100000000000000000000"),
        ],
        [false, true])
    func theBookstoreKeepsItsRowAndNumber(spelling: (former: String, number: String), comparesAll: Bool) throws {
        // 20e-1 is 2, which is the id of another row here, so 200e-1 is used instead.
        let json = spelling.former == "20e-1" ? "200e-1" : spelling.former
        try asBefore(json, page: page(json), number: spelling.number)
        let own = try #require(try bench.entries().first { $0.bookstore.feedID == json }?.id)
        var options = IngestOptions()
        options.comparesAll = comparesAll
        // Three nights: the same bytes, a page with one more row, and the number in another spelling.
        for (day, night) in [
            page(json), PageText.json(others + [RowText(json), RowText("77")]), page(spelling.number, "77"),
        ]
        .enumerated() {
            let counts = try bench.ingest([night], day: day + 1, options).run.counts
            #expect(
                counts.added == (day == 1 ? 1 : 0) && counts.removed == 0 && counts.changed == 0 && counts.returned == 0
            )
            #expect(try bench.entries().first { $0.id == own }?.bookstore.feedID == spelling.number)
            #expect(try isWhole())
        }
        var filter = ChangeFilter()
        filter.span = .after(run: 1)
        var changes: [String] = []
        _ = try Catalog(path: bench.path).forEachChange(filter) { changes.append("\($0.what) \($0.ref)") }
        #expect(changes == ["added seoul-bookstores/77"])
    }

    @Test func aChangedBookstoreAndOneThatWasGoneKeepTheirNumbers() throws {
        try asBefore("1e3", page: page("1e3"))
        #expect(try bench.ingest([PageText.json(others)], day: 1).run.counts.removed == 1)
        let counts = try bench.ingest([page("1000", name: "다른 이름")], day: 2).run.counts
        #expect(counts.returned == 1 && counts.changed == 1 && counts.added == 0 && counts.removed == 0)
        #expect(try ids().last == "10 1000")
        #expect(try isWhole())
    }

    @Test func aTextStaysAnotherID() throws {
        try bench.ingest([page("\"1e3\"")])
        let counts = try bench.ingest([page("\"1e3\"", "1000")], day: 1).run.counts
        #expect(counts.added == 1 && counts.removed == 0)
        #expect(try ids() == ["10 1e3", "11 1000"])
        // The number is now in the catalog: the text is missing, and returns under its own id.
        #expect(try bench.ingest([page("1000")], day: 2).run.counts.removed == 1)
        #expect(try bench.ingest([page("1000", "\"1e3\"")], day: 3).run.counts.returned == 1)
        #expect(try ids() == ["10 1e3", "11 1000"])
    }

    @Test func ofTwoSpellingsTheListedOneIsTakenOver() throws {
        try asBefore("1e3", page: page("1000"))
        try bench.ingest([PageText.json(others)], day: 1)
        try bench.ingest([page("\"10E2\"")], day: 2)
        let counts = try bench.ingest([page("1000")], day: 3).run.counts
        #expect(counts.added == 0 && counts.removed == 0 && counts.returned == 0)
        #expect(try ids() == ["10 1e3", "11 1000"])
    }

    /// A snapshot that is not published leaves the catalog unchanged.
    @Test func aRefusedRunAndADryOneGiveTheIDBack() throws {
        try asBefore("1e3", page: page("1e3"))
        var options = IngestOptions()
        options.isDryRun = true
        let dry = try bench.ingest([page("1000", "77")], day: 1, options).run.counts
        #expect(dry.added == 1 && dry.removed == 0)
        #expect(try ids().last == "10 1e3")
        let lossy = PageText.json([RowText("1"), RowText("1000")])
        #expect(try bench.ingest([lossy], day: 2).run.outcome == .refused)
        #expect(try ids().last == "10 1e3")
        #expect(throws: (any Error).self) { try bench.ingest([Array(page("1000").dropLast(9))], day: 3) }
        #expect(try ids().last == "10 1e3")
        #expect(try isWhole())
    }

    @Test func anotherFeedsIDsAreLeftAlone() throws {
        try bench.ingest([page("\"1e3\"")], of: .places)
        let counts = try bench.ingest([page("1000")]).run.counts
        #expect(counts.added == 10)
        #expect(try bench.entries().map(\.bookstore.feedID).contains("1e3"))
    }
}
