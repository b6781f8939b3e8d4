import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Tables that differ from the schema, and objects of other programs.
@Suite struct SchemaCheckTests {
    private let bench: CatalogBench

    init() throws {
        bench = try CatalogBench()
        try bench.publish([Shop("1", name: "가", at: at(127, 37.5)), Shop("2", name: "나")])
    }

    private func error() -> CatalogError? {
        do {
            _ = try Catalog(path: bench.path)
            return nil
        } catch {
            return error
        }
    }

    private func writerError() -> CatalogError? {
        do {
            _ = try CatalogWriter(path: bench.path)
            return nil
        } catch {
            return error
        }
    }

    /// Changes a definition, as an attacker could.
    private func redefine(_ name: String, _ change: String) throws {
        try bench.execute(
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET \(change) WHERE name = '\(name)'; PRAGMA writable_schema = RESET"
        )
    }

    @Test func theShortWayKnowsTheSchema() throws {
        let db = try Database(path: bench.path)
        #expect(try SchemaCheck.isWritten(db))
        try db.execute("CREATE TABLE other (x); VACUUM")
        #expect(try SchemaCheck.isWritten(db))
        #expect(try SchemaCheck.names(version: Schema.version) == SchemaCheck.names)
    }

    /// A catalog of before the first release, with its own tables and a higher number.
    @Test(arguments: [1, 3, 15]) func aCatalogOfBeforeTheFirstReleaseIsRefused(version: Int) throws {
        let path = bench.folder.appendingPathComponent("early").path
        try OtherProgram(path).rows(
            """
            PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version);
            CREATE TABLE bookstore (id INTEGER PRIMARY KEY, name TEXT);
            CREATE VIRTUAL TABLE bookstore_rtree USING rtree_i32 (id, west, east, south, north);
            """)
        let before = bytes(path)
        for body in [{ _ = try Catalog(path: path) }, { _ = try CatalogWriter(path: path) }] as [() throws -> Void] {
            let error = #expect(throws: CatalogError.self, performing: body)
            #expect(error?.code == .prerelease)
            #expect(error?.words.en.contains("from before the first release") == true)
        }
        #expect(bytes(path) == before)
    }

    @Test func remarksAndBlanksMakeNoDifference() throws {
        try redefine("place", "sql = replace(replace(sql, '-- The folded name', '-- the  folded name'), '    ', '  ')")
        try redefine("run", "sql = replace(sql, char(10) || '    ', char(10))")
        #expect(error() == nil && writerError() == nil)
        #expect(try bench.entries().count == 2)
    }

    @Test(
        arguments: [
            ("place", "sql = replace(sql, 'name <> ''''', 'true')"),
            ("place", "sql = replace(sql, 'name TEXT NOT NULL', 'name TEXT')"),
            ("run", "sql = replace(sql, 'total INTEGER', 'total REAL')"),
            ("page_sha256", "sql = replace(sql, 'ON page', 'ON raw_page')"),
            ("change", "sql = replace(sql, 'WITHOUT ROWID', 'WITHOUT ROWID, STRICT')"),
        ])
    func aDefinitionThatIsNotOursIsDamage(name: String, change: String) throws {
        try redefine(name, change)
        for error in [error(), writerError()] {
            #expect(error?.code == .corrupt)
        }
    }

    @Test(arguments: ["posting", "district_code", "raw_page", "place", "run", "feed", "reject", "change"])
    func aLostTableIsDamage(name: String) throws {
        try bench.execute("PRAGMA foreign_keys = OFF; DROP TABLE \(name)")
        for error in [error(), writerError()] { #expect(error?.code == .corrupt) }
    }

    @Test func aViewInATablesPlaceIsDamage() throws {
        try bench.execute("DROP TABLE posting; CREATE VIEW posting AS SELECT 1 AS piece, 2 AS first, x'' AS documents")
        #expect(error()?.words.en.contains("the definition of posting is not the one") == true)
        #expect(writerError()?.code == .corrupt)
    }

    @Test(arguments: [0, 2, 15])
    func anotherVersionThanThatOfTheTablesIsRefused(version: Int) throws {
        try bench.execute("PRAGMA user_version = \(version)")
        let before = bytes(bench.path)
        #expect(writerError()?.code == (version == 0 ? .corrupt : .newer))
        #expect(bytes(bench.path) == before)
        #expect(error()?.code == (version == 0 ? .missing : .newer))
    }

    @Test func whatIsNotOursIsLeftAlone() throws {
        try bench.execute(
            """
            CREATE TABLE notes (id INTEGER PRIMARY KEY, text); INSERT INTO notes VALUES (1, 'mine');
            CREATE VIEW used AS SELECT * FROM place WHERE kind = 'used';
            CREATE INDEX by_name ON place (name);
            """)
        try bench.publish([Shop("1", name: "다"), Shop("3")])
        #expect(try bench.rows("SELECT text FROM notes") == ["text:mine"])
        #expect(try bench.rows("SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('used', 'by_name')") == ["n:2"])
        #expect(try bench.faults() == [])
    }

    @Test(
        arguments: [
            "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM place; END",
            "CREATE TRIGGER t AFTER UPDATE ON feed BEGIN UPDATE place SET name = 'x'; END",
            "CREATE TABLE notes (x); CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM notes; END",
        ])
    func anIngestBesideATriggerIsRefusedAndReadersDoNotMind(trigger: String) throws {
        try bench.execute(trigger)
        let before = bytes(bench.path)
        #expect(throws: CatalogError.self) { try bench.publish([Shop("1"), Shop("3")]) }
        let error = writerError()
        #expect(error?.code == .corrupt)
        #expect(
            error?.words.en.contains(
                "contains a trigger that geocli did not create and that could change what an ingest writes (t)") == true
        )
        #expect(bytes(bench.path) == before)
        #expect(try bench.entries().map(\.place.name) == ["가", "나"])
        let check = try Catalog(path: bench.path).verify().first { $0.name == "triggers" }
        #expect(check?.findings.map(\.en) == ["the trigger t was not created by geocli"])
    }

    /// The trigger is added while the feed is read, after the check of the file.
    @Test func aTriggerThatComesMeanwhileNeverRuns() throws {
        let writer = try CatalogWriter(path: bench.path)
        let run = RunDescription(
            feed: "seoul-bookstores", source: "test", sha256: CatalogBench.hash("x"),
            startedAt: SeoulTime(unixSeconds: 1_788_400_000), toolVersion: "1.0", acceptedBecause: nil)
        let error = #expect(throws: CatalogError.self) {
            try writer.ingest { session in
                try session.begin(feed: "seoul-bookstores", comparesAll: true)
                try session.stage(
                    Shop("1", name: "라").place, from: RowOrigin(pageNumber: 1, page: "p", row: 1), problem: nil,
                    value: nil, raw: "{}")
                _ = try session.settleDuplicates()
                try bench.execute("CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM place; END")
                _ = try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
            }
        }
        #expect(error?.code == .corrupt)
        #expect(try bench.rows("SELECT name FROM place") == ["name:가", "name:나"])
    }
}
