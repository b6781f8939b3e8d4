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
        try change("no outlines") { try $0.remove([.districts]) }
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
        _ = try catalog.exchangeRecords()
        let writer = try CatalogWriter(path: bench.path)
        try writer.rebuildSearchIndex()
        try writer.rebuildPointIndex()
        _ = try writer.perform(.unlabel(["x"]), on: [1], by: author)
        _ = try writer.importRecords([.correction(record)], by: note)
        #expect(try state() == last && catalog.status().state == last)
    }

    /// What a person or a run does to a catalog, always in the same second.
    private typealias Act = (CatalogBench) throws -> Void

    private func edit(_ body: @escaping (CatalogWriter) throws -> Void) -> Act {
        { bench in try body(try CatalogWriter(path: bench.path)) }
    }

    private func comment(_ text: String, on issue: Int64 = 1) -> Act {
        edit { _ = try $0.perform(.comment(text), on: [issue], by: author) }
    }

    private func correct(_ name: String, source: String = "https://example.com") -> Act {
        edit { _ = try $0.correct(1, [CorrectedValue(unchecked: .name, name)], source: source, by: note) }
    }

    private func report(_ title: String, on place: Int64 = 1, text: String? = nil, labels: [String] = []) -> Act {
        edit { _ = try $0.reportIssue(about: place, title, text: text, labels: labels, by: author) }
    }

    private func night(_ shops: [Shop], _ night: Night) -> Act { { _ = try $0.publish(shops, night) } }

    private func waiting(_ because: String) -> Act {
        edit { writer in
            let record = CorrectionRecord(
                number: 9, ref: "later/1", value: CorrectedValue(unchecked: .name, "x"), seen: "y", state: .applied,
                because: because, source: "https://example.com", author: "x", day: "2026-09-02")
            _ = try writer.importRecords([.correction(record)], by: note)
        }
    }

    /// Lists of acts that end with equal acts, or are equal but for their order.
    private var pairs: [(String, [Act], [Act])] {
        let accept = edit { _ = try $0.decide(1, 3, .accepted, on: "2026-09-05") }
        let run = night([Shop("1", name: "테스트", at: at(127, 37.5)), Shop("2")], Night(day: 1, bytes: "same"))
        var otherSource = Night(day: 1, bytes: "same")
        otherSource.source = "other"
        let fromElsewhere = night([Shop("1", name: "테스트", at: at(127, 37.5)), Shop("2")], otherSource)
        return [
            ("comments", [comment("x")], [comment("y")]),
            ("comments before a comment", [comment("x"), comment("z")], [comment("y"), comment("z")]),
            ("corrections", [correct("책방")], [correct("책방들")]),
            ("sources", [correct("책방")], [correct("책방", source: "https://example.org")]),
            (
                "a correction that was taken back",
                [correct("책방"), edit { try $0.withdrawCorrections([1], by: note) }], []
            ),
            ("issues", [report("x")], [report("y")]), ("places", [report("x")], [report("x", on: 2)]),
            ("texts", [report("x", text: "a")], [report("x", text: "b")]),
            ("labels", [report("x", labels: ["a"])], [report("x", labels: ["b"])]),
            ("links", [accept], []), ("links before runs", [accept, run], [run, accept]),
            ("edits before runs", [comment("x"), run], [run, comment("x")]),
            ("corrections before runs", [correct("책방"), run], [run, correct("책방")]),
            ("runs", [run], [fromElsewhere]),
            (
                "runs before a run", [night([], Night(day: 1, bytes: "a", refusal: "a test")), run],
                [night([], Night(day: 1, bytes: "b", refusal: "a test")), run]
            ),
            ("outlines", [{ try $0.importSquare() }], []),
            ("records that wait", [waiting("x")], [waiting("y")]),
        ]
    }

    /// Copies that part in the same second have different states; equal histories have equal states.
    @Test func copiesWithOtherContentHaveOtherStates() throws {
        func after(_ acts: [Act]) throws -> String {
            let tests = try StateTests()
            for act in acts { try act(tests.bench) }
            return try tests.state()
        }
        for (what, one, other) in pairs {
            let states = try [one, other, one].map(after)
            #expect(states[0] != states[1], "\(what)")
            #expect(states[0] == states[2], "\(what): the same acts")
            // What comes later brings them together no more.
            let last = comment("the same")
            #expect(try after(one + [last]) != after(other + [last]), "\(what), later")
        }
    }
}
