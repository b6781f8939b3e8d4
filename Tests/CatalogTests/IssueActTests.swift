import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliPlaces

/// Reading issues and acting on them, without the program. Findings are written as a run writes them.
@Suite struct IssueActTests {
    private let bench: CatalogBench
    private let author = IssueAuthor("minji", at: SeoulTime(unixSeconds: 1_788_300_000))

    init() throws {
        bench = try CatalogBench()
        try bench.publish([Shop("1", at: at(127, 37.5)), Shop("2", at: at(127.1, 37.5)), Shop("3")])
        try bench.execute(
            """
            DELETE FROM issue_event; DELETE FROM issue_place; DELETE FROM issue;
            INSERT INTO issue VALUES
            (4, 'moved', 'moved 1 point run1', 'point', 'open', NULL, NULL, '{"distance_m":300}', NULL, 1, 1),
            (5, 'repeated', 'repeated 1 2', '', 'fixed', NULL, NULL, '{}', NULL, 1, 1),
            (6, 'no-such-rule', 'no-such-rule 3', '', 'open', NULL, NULL, '{"a":null}', NULL, 1, 1);
            INSERT INTO issue_place VALUES (4, 1), (5, 1), (5, 2), (6, 3);
            """)
    }

    private func numbers(_ change: (inout IssueFilter) -> Void = { _ in }) throws -> [Int64] {
        var filter = IssueFilter()
        change(&filter)
        var found: [Int64] = []
        try Catalog(path: bench.path).forEachIssue(filter) { found.append($0.issue.number) }
        return found
    }

    @Test func theSameConditionsAsAPlainLoop() throws {
        try CatalogWriter(path: bench.path).perform(.label(["x"]), on: [4, 6], by: author)
        let rules: [Set<IssueRule>] = [[], [.moved], [.moved, .repeated]]
        let severities: [Set<IssueRule.Severity>] = [[], [.warning], [.error]]
        let states: [Set<IssueState>] = [[], [.open], [.fixed, .reopened]]
        let labels: [Set<String>] = [[], ["x"], ["x", "y"]]
        var all: [StoredIssue] = []
        try Catalog(path: bench.path).forEachIssue(IssueFilter()) { all.append($0.issue) }
        #expect(all.map(\.number) == [4, 5, 6])
        for rule in rules {
            for severity in severities {
                for state in states {
                    for label in labels {
                        let wanted = all.filter { issue in
                            (rule.isEmpty || issue.rule.map(rule.contains) ?? false)
                                && (severity.isEmpty || issue.severity.map(severity.contains) ?? false)
                                && (state.isEmpty || state.contains(issue.state)) && label.isSubset(of: issue.labels)
                        }
                        let found = try numbers {
                            ($0.rules, $0.severities, $0.states, $0.labels) = (rule, severity, state, label)
                        }
                        #expect(found == wanted.map(\.number), "\(rule) \(severity) \(state) \(label)")
                    }
                }
            }
        }
    }

    @Test func aRuleOfANewerProgramIsShownByItsID() throws {
        let issue = try Catalog(path: bench.path).issue(6)
        #expect(
            issue.rule == nil && issue.ruleID == "no-such-rule" && !issue.isReported && issue.title.en == "no-such-rule"
        )
        #expect(issue.evidence == [.init("a", .null)] && issue.place?.id == 3)
    }

    @Test func severalNumbersAreActedOnTogetherOrNotAtAll() throws {
        let writer = try CatalogWriter(path: bench.path)
        let before = try bench.rows("SELECT * FROM issue") + bench.rows("SELECT * FROM issue_event")
        for (numbers, code) in [([4, 5], CatalogError.Code.refusedAct), ([4, 7], .notFound), ([4, 0], .notFound)] {
            let error = #expect(throws: CatalogError.self) {
                try writer.perform(.accept(because: "x"), on: numbers.map(Int64.init), by: author)
            }
            #expect(error?.code == code)
        }
        #expect(throws: CatalogError.self) { try writer.perform(.close(because: nil), on: [4], by: author) }
        #expect(try bench.rows("SELECT * FROM issue") + bench.rows("SELECT * FROM issue_event") == before)
        #expect(try writer.perform(.accept(because: "x"), on: [6, 4, 6], by: author) == [6, 4])
        #expect(try writer.perform(.accept(because: "y"), on: [4], by: author) == [])
    }

    private func lastEvent() throws -> String { try bench.rows("SELECT count(*) AS n FROM issue_event")[0] }

    /// What caches rest on: every act that changes something gives another number, and nothing else does.
    @Test func theStateOfTheCatalogChangesWithEveryAct() throws {
        let writer = try CatalogWriter(path: bench.path)
        var last = try lastEvent()
        func expectChange(_ isChange: Bool, _ act: IssueAct) throws {
            _ = try? writer.perform(act, on: [4], by: author)
            let now = try lastEvent()
            #expect((now > last) == isChange, "\(act)")
            last = now
        }
        try expectChange(true, .accept(because: "x"))
        try expectChange(false, .accept(because: "y"))
        try expectChange(true, .reopen(because: nil))
        try expectChange(false, .reopen(because: nil))
        try expectChange(true, .comment("x"))
        try expectChange(true, .comment("x"))
        try expectChange(true, .label(["x"]))
        try expectChange(false, .label(["x"]))
        try expectChange(true, .unlabel(["x"]))
        try expectChange(false, .unlabel(["x"]))
        try expectChange(false, .close(because: nil))
        let number = try writer.reportIssue(about: 3, "x", text: nil, labels: [], by: author)
        #expect(try lastEvent() != last && number == 7)
        // The places and the runs are as they were.
        // The issues of this test were written by hand, without their first event.
        #expect(try Catalog(path: bench.path).verify().allSatisfy { $0.name == "issues" || $0.findings.isEmpty })
    }

    @Test func aDayHasNoIssues() throws {
        let catalog = try Catalog(path: bench.path, asOf: "2026-09-21")
        let error = #expect(throws: CatalogError.self) { try catalog.forEachIssue(IssueFilter()) { _ in } }
        #expect(error?.code == .misuse)
    }
}
