import Foundation
import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// One test for each fault that `verify` claims to find, on a catalog with exactly that fault.
@Suite struct VerifyTests {
    private func bench() throws -> CatalogBench {
        let bench = try CatalogBench()
        let point = Coordinate(uncheckedLongitude: 126.98, latitude: 37.56)
        let shops = (1...8).map { Shop(String($0), name: "책방 \($0)", at: $0 == 8 ? nil : point) }
        try bench.publish(shops)
        var night = Night()
        night.day = 1
        try bench.publish(Array(shops.dropFirst()), night)
        night.day = 2
        try bench.publish(shops.map { $0.id == "2" ? Shop("2", name: "다른 이름", at: point) : $0 }, night)
        night.refusal = "a test"
        try bench.publish([], night)
        return bench
    }

    /// The names of the checks with findings, and all findings. `SealTests` is about the check of values, which also
    /// finds most of the faults here.
    private func findings(_ bench: CatalogBench) throws -> (names: [String], lines: [String]) {
        let wrong = try Catalog(path: bench.path).verify().filter { !$0.findings.isEmpty && $0.name != Seals.values }
        let words = wrong.flatMap(\.findings)
        // SQLite's own messages are the same in both languages; a finding without a sentence would be JSON.
        for word in words {
            #expect(!word.en.hasPrefix("{"), "no sentence: \(word.en)")
            #expect(word.ko == word.en || word.ko.contains(/[가-힣]/) && !word.ko.contains("{"), "\(word.ko)")
        }
        return (wrong.map(\.name), words.map(\.en))
    }

    @Test func aWholeCatalogHasNoFindings() throws {
        let bench = try bench()
        let checks = try Catalog(path: bench.path).verify()
        #expect(
            checks.map(\.name) == [
                "file", "references", "constraints", "run-numbers", "listed-total", "run-totals", "run-changes",
                "run-rejects", "history", "values", "point-index", "search-index", "outlines", "ground", "landmarks",
                "links",
                "corrections", "issues", "kept-pages",
                "triggers", "views",
            ])
        #expect(checks.allSatisfy { $0.findings.isEmpty })
    }

    @Test(arguments: [
        (
            "UPDATE upstream SET kind = 'other' WHERE id = 3",
            "the kind of place 3 has no correction, but it differs from the stored value of the feed"
        ),
        (
            "UPDATE upstream SET website = 'https://x.example'",
            "the website of place 3 has no correction, but it differs from the stored value of the feed"
        ),
        (
            "UPDATE upstream SET latitude = 37.1",
            "the point of place 3 has no correction, but it differs from the stored value of the feed"
        ),
        (
            "UPDATE upstream SET folded = 'x'",
            "the feed's search text for place 3 does not match the feed's name, address and phone"
        ),
        (
            "UPDATE correction SET value = '2026-13-01' WHERE field = 'closed'",
            "correction 2 of place 3 has an impossible closing date"
        ),
        (
            "UPDATE correction SET value = '2027-01-01' WHERE field = 'closed'",
            "correction 2 of place 3 has an impossible closing date"
        ),
        ("UPDATE place SET last_run = 2 WHERE id = 3", "place 3 does not have the value of correction 2"),
        (
            "UPDATE issue_event SET what = 'retired' WHERE correction = 1",
            "correction 1 of place 3 is applied, but its history ends with another state"
        ),
        (
            "DELETE FROM issue_event WHERE correction = 2",
            "correction 2 of place 3 is applied, but its history ends with another state"
        ),
        (
            "UPDATE correction SET state = 'retired' WHERE number = 3",
            "correction 3 of place 4 is retired, but its history ends with another state"
        ),
        (
            "INSERT INTO pending VALUES ('x', 'issue', 1, '{}', 'a', '2026-09-01T00:00:00Z')",
            "a pending record can't be read: x"
        ),
    ])
    func correctionsThatContradictTheirRowsAreFound(sql: String, finding: String) throws {
        let bench = try bench()
        let writer = try CatalogWriter(path: bench.path)
        let note = EditNote(author: "a", time: SeoulTime(unixSeconds: 1_789_000_000), text: "x")
        let source = "https://example.com"
        _ = try writer.correct(
            3, [CorrectedValue(unchecked: .phone, "+8221234567"), CorrectedValue(unchecked: .closed, "2026-09-02")],
            source: source, by: note)
        _ = try writer.correct(4, [CorrectedValue(unchecked: .kind, "used")], source: source, by: note)
        try writer.withdrawCorrections([3], by: note)
        #expect(try findings(bench).lines == [])
        try bench.execute("PRAGMA ignore_check_constraints = 1; " + sql)
        let found = try findings(bench)
        // The seal of the history of issues differs, too, if that is what was changed.
        #expect(found.names.contains("corrections") && Set(found.names).isSubset(of: ["corrections", "issues"]))
        #expect(found.lines.contains(finding), "\(found.lines)")
    }

    @Test(arguments: [
        (
            "UPDATE district_outline SET area = replace(area, '37', '38')",
            "the outline of 마포구 is not what was imported"
        ),
        (
            "UPDATE district_outline SET sha256 = replace(sha256, 'a', 'b')",
            "the outline of 마포구 is not what was imported"
        ),
        ("UPDATE district_outline SET name = ''", "outline 1 has no name"),
        ("DELETE FROM outline_source", "outlines: 1, sources: 0; all outlines must come from one source"),
        ("DELETE FROM district_outline", "outlines: 0, sources: 1; all outlines must come from one source"),
        ("UPDATE outline_source SET license = ''", "the source of the outlines is incomplete"),
        ("UPDATE outline_source SET title = ''", "the source of the outlines is incomplete"),
        ("UPDATE outline_source SET imported_on = '2026-13-01'", "the source of the outlines is incomplete"),
        ("UPDATE outline_source SET sha256 = upper(sha256)", "the source of the outlines is incomplete"),
    ])
    func outlinesThatAreNotWhatWasImportedAreFound(sql: String, finding: String) throws {
        let bench = try bench()
        try bench.importSquare()
        #expect(try findings(bench).lines == [])
        try bench.execute("PRAGMA ignore_check_constraints = 1; " + sql)
        let found = try findings(bench)
        #expect(found.names == ["outlines"])
        #expect(found.lines == [finding])
    }

    @Test func anOutlineThatIsNoAreaIsFoundAndNamed() throws {
        let bench = try bench()
        try bench.importSquare()
        try bench.execute("UPDATE district_outline SET area = '[[[[1,2],[3,4]]]]'")
        #expect(
            try findings(bench).lines == [
                "the outline of 마포구 is not what was imported", "the outline of 마포구 is not an area",
            ])
        let error = #expect(throws: CatalogError.self) { try Catalog(path: bench.path).districtOutlines() }
        #expect(error?.code == .corrupt && error?.description.contains("the outline of 마포구 is not an area") == true)
    }

    @Test(arguments: [
        (
            "UPDATE place SET latitude = 37.6 WHERE id = 3",
            "place 3 is not where it should be in the index of points"
        ),
        (
            "UPDATE place SET longitude = 126.98000001 WHERE id = 3",
            "place 3 is not where it should be in the index of points"
        ),
        (
            "UPDATE place SET (latitude, longitude) = (37.6, 126.9) WHERE id = 8",
            "place 8 is not where it should be in the index of points"
        ),
        (
            "UPDATE place SET latitude = NULL, longitude = NULL WHERE id = 3",
            "the index of points has place 3, which has no point"
        ),
    ])
    func anIndexThatDiffersFromTheTableIsFound(sql: String, finding: String) throws {
        let bench = try bench()
        try bench.execute(sql)
        let found = try findings(bench)
        #expect(found.names == ["point-index"])
        #expect(found.lines == [finding])
    }

    /// The index of pieces differs, too, because it contains districts as text.
    @Test(arguments: [
        "INSERT INTO district_code VALUES (9, '성동구'); UPDATE place SET district = '성동구' WHERE id = 3",
        "UPDATE place SET district = '무명구' WHERE id = 3", "UPDATE place SET district = NULL WHERE id = 3",
        "UPDATE district_code SET code = 2", "DELETE FROM district_code",
        "UPDATE place SET kind = 'other' WHERE id = 3",
    ])
    func traitsThatDifferFromTheTableAreFound(sql: String) throws {
        let bench = try bench()
        try bench.execute(sql)
        let found = try findings(bench)
        #expect(found.names.contains("point-index"))
        #expect(
            found.lines.contains(
                "the index of points is wrong about the kind or district of place 3, or about whether the place is missing"
            ))
    }

    @Test(arguments: [
        ("UPDATE place SET kind = 'Old!' WHERE id = 3", "row 3 of the table place breaks a rule of the table"),
        ("UPDATE place SET name = '' WHERE id = 3", "row 3 of the table place breaks a rule of the table"),
        ("UPDATE place SET phone = '02-1' WHERE id = 3", "row 3 of the table place breaks a rule of the table"),
        ("UPDATE place SET sns = '{}' WHERE id = 3", "row 3 of the table place breaks a rule of the table"),
        (
            "UPDATE place SET website = 'ftp://x' WHERE id = 3",
            "row 3 of the table place breaks a rule of the table"
        ),
        (
            "UPDATE place SET latitude = NULL WHERE id = 3",
            "row 3 of the table place breaks a rule of the table"
        ),
        ("UPDATE run SET duplicates = 1 WHERE id = 1", "row 1 of the table run breaks a rule of the table"),
        ("UPDATE run SET date = 'garbage' WHERE id = 1", "row 1 of the table run breaks a rule of the table"),
        ("UPDATE run SET started_at = 'today' WHERE id = 2", "row 2 of the table run breaks a rule of the table"),
        ("UPDATE feed SET id = ''", "row 1 of the table feed breaks a rule of the table"),
        (
            "INSERT INTO reject VALUES (3, 2, 'p', 1, NULL, NULL, 'whim', 0, NULL, NULL, '{}', NULL)",
            "row 2 of run 3 in the table reject breaks a rule of the table"
        ),
        (
            "INSERT INTO change VALUES (3, 3, 'changed', 'point', 'abc', '37.5,126.9', NULL)",
            "a change of place 3 in run 3 should have two points, but has other values"
        ),
        (
            "UPDATE change SET field = 'x' WHERE what = 'missing'",
            "row 1 of run 2 in the table change breaks a rule of the table"
        ),
    ])
    func aBrokenConstraintIsFound(sql: String, finding: String) throws {
        let bench = try bench()
        try bench.execute("PRAGMA ignore_check_constraints = ON; " + sql)
        let found = try findings(bench)
        #expect(found.names.contains("constraints"))
        #expect(found.lines.contains(finding))
    }

    @Test func aDamagedPageIsFound() throws {
        let bench = try bench()
        // The root page of the table of changes, overwritten with bytes that are not a b-tree page.
        let page = try bench.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'change'")
        let number = try #require(UInt64(page[0].dropFirst("rootpage:".count)))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: bench.path))
        try file.seek(toOffset: (number - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0xEE, count: 64))
        try file.close()
        switch Result(catching: { try findings(bench) }) {
        case .success(let found): #expect(found.names.contains("file"))
        case .failure(let error): #expect((error as? CatalogError)?.code == .corrupt)
        }
    }

    @Test func aReferenceToNothingIsFound() throws {
        let bench = try bench()
        try bench.execute(
            "PRAGMA foreign_keys = OFF; INSERT INTO change VALUES (3, 77, 'missing', '', NULL, NULL, NULL)")
        #expect(try findings(bench).names.contains("references"))
    }

    @Test(arguments: ["UPDATE feed SET good_runs = 7", "UPDATE feed SET last_good_run = 1"])
    func aFeedThatCountsItsRunsWrongIsFound(sql: String) throws {
        let bench = try bench()
        try bench.execute(sql)
        #expect(try findings(bench).names.contains("run-numbers"))
    }

    @Test func aListThatDiffersFromItsRunIsFound() throws {
        let bench = try bench()
        try bench.execute("UPDATE place SET missing_run = 3, last_run = 2 WHERE id = 5")
        let found = try findings(bench)
        #expect(found.names == ["listed-total", "history", "point-index"])
        #expect(
            found.lines == [
                "the feed seoul-bookstores lists 7 places, but its last good run 3 had 8",
                "place 5 has been missing since run 3, but according to its history it is listed",
                "the index of points is wrong about the kind or district of place 5, or about whether the place is missing",
            ])
    }

    @Test func totalsThatDoNotFollowFromEachOtherAreFound() throws {
        let bench = try bench()
        try bench.execute("UPDATE run SET total = 6 WHERE id = 2")
        let found = try findings(bench)
        #expect(found.names == ["run-totals"])
        #expect(
            found.lines.first
                == "run 2 has 6 places, but the total of the previous good run and the changes of this run add up to 7")
    }

    @Test(arguments: [
        "DELETE FROM change WHERE what = 'changed'", "DELETE FROM change WHERE what = 'missing'",
        "DELETE FROM change WHERE what = 'returned'",
    ])
    func countsWithoutTheirHistoryAreFound(sql: String) throws {
        let bench = try bench()
        try bench.execute(sql)
        #expect(try findings(bench).names.contains("run-changes"))
    }

    @Test func aHistoryThatRunsBackwardsIsFound() throws {
        let bench = try bench()
        try bench.execute("UPDATE place SET missing_run = 2, last_run = 3 WHERE id = 5")
        let found = try findings(bench)
        #expect(found.names == ["listed-total", "history", "point-index"])
        #expect(found.lines.contains("place 5 has been missing since run 2, but was last seen in run 3"))
    }

    @Test func pagesThatAreNotWhatCameAreFound() throws {
        let bench = try bench()
        let hash = try bench.keepPage("a page", run: 3)
        #expect(try findings(bench).names == [])
        try bench.execute("UPDATE raw_page SET packed = x'789c'")
        #expect(try findings(bench).lines == ["page \(hash) has changed since it was received"])
        #expect(try findings(bench).names == ["kept-pages"])
        // No memory is allocated for a size that is impossible for a page of this number of bytes.
        try bench.execute("UPDATE raw_page SET size = 1 << 60")
        #expect(try findings(bench).lines == ["page \(hash) has changed since it was received"])
    }

    @Test func pagesOfNoRunAreFound() throws {
        let bench = try bench()
        let hash = try bench.keepPage("a page", run: 3)
        try bench.execute("DELETE FROM page")
        #expect(try findings(bench).lines == ["page \(hash) belongs to no run"])
    }

    @Test func aFailureOfAGoodRunIsFound() throws {
        let bench = try bench()
        try bench.execute("PRAGMA ignore_check_constraints = ON; UPDATE run SET failure = 'key' WHERE id = 1")
        #expect(try findings(bench).lines == ["row 1 of the table run breaks a rule of the table"])
    }

    @Test func rejectsThatWereNotCountedAreFound() throws {
        let bench = try bench()
        try bench.execute("INSERT INTO reject VALUES (3, 2, 'p', 1, NULL, NULL, 'no-id', 0, NULL, NULL, '{}', NULL)")
        let found = try findings(bench)
        #expect(found.names == ["run-rejects"])
        #expect(found.lines == ["run 3 counts 0 rejected rows and 1 row without a point, but 2 such rows are stored"])
    }

    /// The sums are right, but the histories of single places are wrong.
    @Test func aChangeOfTheWrongPlaceIsFound() throws {
        let bench = try bench()
        try bench.execute("UPDATE change SET place = 4 WHERE what = 'returned'")
        let found = try findings(bench)
        #expect(found.names == ["history"])
        #expect(found.lines == ["place 1 is listed, but according to its history it has been missing since run 2"])
    }

    /// A night can change every row. A look into all changes for each row would take hours then.
    @Test func theHistoryIsReadOnceAndNotForEachPlace() throws {
        let bench = try bench()
        let sql = try #require(Catalog.historyChecks("place").first { $0.name == "history" }?.sql)
        let plan = try bench.rows("EXPLAIN QUERY PLAN \(sql)")
        #expect(plan.contains { $0.contains(" change ") })
        #expect(!plan.contains { $0.contains("CORRELATED") }, "\(plan)")
    }

    @Test func anIDThatIsYoungerThanItsNumberIsFound() throws {
        let bench = try bench()
        try bench.execute("UPDATE place SET first_run = 2 WHERE id = 4")
        let found = try findings(bench)
        #expect(found.names == ["run-changes", "history"])
        #expect(found.lines.last == "place 5 first appeared in run 1, but a lower id first appeared later, in run 2")
    }

    @Test func runsAreListedLatestFirst() throws {
        let bench = try bench()
        let catalog = try Catalog(path: bench.path)
        var runs: [StoredRun] = []
        try catalog.forEachRun { runs.append($0) }
        #expect(runs.map(\.id) == [4, 3, 2, 1])
        #expect(runs.map(\.outcome) == [.refused, .published, .published, .published])
        #expect(runs.map(\.goodRun) == [nil, 3, 2, 1])
        #expect(runs.map(\.counts.removed) == [8, 0, 1, 0])
        #expect(runs.map(\.counts.returned) == [0, 1, 0, 0])
        #expect(runs.map(\.counts.changed) == [0, 1, 0, 0])
        #expect(runs[0].reason == "a test" && runs[1].reason == nil)
        #expect(runs[3].date == "2026-09-02" && runs[3].description.startedAt.timestamp == "2026-09-01T18:00:00Z")
        var latest: [Int64] = []
        try catalog.forEachRun(limit: 1) { latest.append($0.id) }
        #expect(latest == [4])
    }
}
