internal import CGeocliSQLite
import GeocliGeo
import GeocliSearch
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct SchemaTests {
    private let bench: CatalogBench

    init() throws {
        bench = try CatalogBench()
        try bench.publish([Shop("1", at: at(127, 37.5)), Shop("2")])
        try bench.execute(
            "INSERT INTO landmark (id, feed, feed_id, name, kind, run) VALUES (1, 1, 'x', 'n', 'station', 1)")
        try bench.execute("INSERT INTO raw_page VALUES ('\(String(repeating: "c", count: 64))', 1, x'00')")
    }

    /// One good row of each table; a test replaces one value.
    private static let good: [String: [(column: String, value: String)]] = [
        "feed": [("key", "7"), ("id", "'x'"), ("good_runs", "0"), ("last_good_run", "NULL"), ("role", "'landmarks'")],
        "run": [
            ("id", "70"), ("feed", "1"), ("good_run", "70"), ("started_at", "'2026-09-01T18:00:00Z'"),
            ("date", "'2026-09-02'"), ("source", "'s'"), ("sha256", "'" + String(repeating: "a", count: 64) + "'"),
            ("tool_version", "'1'"), ("outcome", "'published'"), ("reason", "NULL"), ("accepted_because", "NULL"),
            ("received", "3"), ("accepted", "1"), ("rejected", "1"), ("duplicates", "1"), ("without_point", "1"),
            ("added", "0"), ("changed", "0"), ("removed", "0"), ("returned", "0"), ("total", "1"),
            ("failure", "NULL"), ("reason_code", "'known-lost'"), ("reason_values", "'{\"limit\":20}'"),
            ("addresses", "NULL"), ("points_filled", "1"), ("points_unmatched", "0"),
            ("filtered", "2"), ("closed", "2"), ("undoes", "1"), ("taken_back", "NULL"), ("restores", "1"),
            ("night", "70"),
        ],
        "raw_page": [("sha256", "'" + String(repeating: "b", count: 64) + "'"), ("size", "1"), ("packed", "x'00'")],
        "page": [
            ("run", "1"), ("number", "1"), ("name", "'p'"), ("fetched_at", "'2026-09-01T18:00:00Z'"),
            ("sha256", "'" + String(repeating: "c", count: 64) + "'"),
        ],
        "place": [
            ("id", "70"), ("feed", "1"), ("feed_id", "'x'"), ("name", "'n'"), ("kind", "'new'"), ("district", "'d'"),
            ("address", "'a'"), ("phone", "'+8223251984'"), ("phone_raw", "'02'"), ("website", "'http://a'"),
            ("website_raw", "'a'"), ("sns", "'[\"a\"]'"), ("latitude", "90.0"), ("longitude", "-180.0"),
            ("folded", "'n'"), ("first_run", "1"), ("last_run", "NULL"), ("missing_run", "NULL"),
            ("point_source", "'juso 2606'"), ("corrected", "'[\"phone\"]'"),
        ],
        "change": [
            ("run", "1"), ("place", "1"), ("what", "'changed'"), ("field", "'name'"), ("old", "NULL"),
            ("new", "'x'"), ("since", "NULL"),
        ],
        "reported_point": [("place", "1"), ("latitude", "90.0"), ("longitude", "-180.0"), ("run", "1")],
        "outline_source": [
            ("id", "1"), ("title", "'t'"), ("license", "'l'"),
            ("sha256", "'" + String(repeating: "a", count: 64) + "'"),
            ("imported_on", "'2026-09-02'"),
        ],
        "district_outline": [
            ("id", "7"), ("name", "'d'"), ("area", "'[]'"), ("sha256", "'" + String(repeating: "a", count: 64) + "'"),
        ],
        "district_code": [("code", "7"), ("name", "'d'")],
        "landmark": [
            ("id", "7"), ("feed", "1"), ("feed_id", "'0239'"), ("name", "'n'"), ("kind", "'station'"),
            ("line", "'l'"), ("latitude", "90.0"), ("longitude", "-180.0"), ("run", "1"),
        ],
        "landmark_key": [("key", "'k'"), ("landmark", "1")],
        "link": [("low", "1"), ("high", "2"), ("rule", "'name-phone'"), ("evidence", "'{}'"), ("run", "1")],
        "link_decision": [
            ("low", "1"), ("high", "2"), ("verdict", "'rejected'"), ("rule", "NULL"), ("evidence", "'{}'"),
            ("date", "'2026-09-02'"),
        ],
        "issue": [
            ("number", "9001"), ("rule", "'district'"), ("identity", "'district 1'"), ("field", "'district'"),
            ("state", "'accepted'"), ("title", "NULL"), ("shared", "NULL"), ("evidence", "'{}'"),
            ("accepted_evidence", "'{}'"), ("opened_run", "1"), ("changed_run", "1"),
        ],
        "issue_rule": [("rule", "'district'"), ("version", "1")],
        "correction": [
            ("number", "1"), ("place", "1"), ("field", "'phone'"), ("value", "'+8223251984'"), ("seen", "NULL"),
            ("state", "'applied'"), ("because", "'b'"), ("source", "'s'"), ("author", "'a'"), ("date", "'2026-09-02'"),
            ("run", "1"),
        ],
        "upstream": [
            ("id", "1"), ("name", "'n'"), ("kind", "'new'"), ("latitude", "NULL"), ("longitude", "NULL"),
            ("folded", "'n'"), ("last_run", "NULL"), ("missing_run", "NULL"),
        ],
        "link_key": [("block", "-7"), ("feed", "1"), ("place", "1")],
        "link_state": [("id", "1"), ("rules", "1")],
        "reject": [
            ("run", "1"), ("number", "9"), ("page", "'p'"), ("row", "1"), ("reason", "'no-id'"), ("kept", "0"),
            ("feed_id", "NULL"), ("value", "NULL"), ("raw", "'{}'"),
            ("no_match", "'road-unknown'"),
        ],
    ]

    private func insert(_ table: String, _ changes: [String: String]) -> Int32? {
        let row = (Self.good[table] ?? []).map { ($0.column, changes[$0.column] ?? $0.value) }
        let sql =
            "INSERT INTO \(table) (\(row.map(\.0).joined(separator: ", "))) VALUES (\(row.map(\.1).joined(separator: ", ")))"
        do {
            // Closing the connection rolls back.
            try OtherProgram(bench.path).rows("PRAGMA foreign_keys = ON; BEGIN; " + sql)
            return nil
        } catch let refusal as OtherProgram.Refusal {
            return refusal.code
        } catch {
            Issue.record(error)
            return SQLITE_ERROR
        }
    }

    @Test(
        arguments: [
            "feed", "run", "place", "change", "reported_point", "reject", "raw_page", "page", "outline_source",
            "district_outline",
            "district_code", "landmark", "landmark_key", "link", "link_decision", "link_key", "link_state",
            "issue", "issue_rule", "correction", "upstream",
        ])
    func aGoodRowIsTaken(table: String) { #expect(insert(table, [:]) == nil) }

    @Test(
        arguments: [
            ("feed", ["id": "''"]), ("feed", ["id": "NULL"]), ("feed", ["id": "'seoul-bookstores'"]),
            ("feed", ["good_runs": "-1", "last_good_run": "1"]), ("feed", ["good_runs": "1"]),
            ("feed", ["last_good_run": "1"]), ("feed", ["good_runs": "1", "last_good_run": "999"]),
            ("feed", ["role": "'views'"]), ("feed", ["role": "NULL"]),
            ("run", ["feed": "99"]), ("run", ["good_run": "0"]), ("run", ["good_run": "1"]),
            ("run", ["good_run": "NULL"]),
            ("run", ["outcome": "'refused'"]), ("run", ["outcome": "'fine'"]),
            ("run", ["started_at": "'2026-09-01 18:00'"]),
            ("run", ["date": "'2.9.2026'"]), ("run", ["date": "'2026-9-2'"]), ("run", ["source": "NULL"]),
            ("run", ["sha256": "'abc'"]), ("run", ["tool_version": "NULL"]), ("run", ["received": "4"]),
            ("run", ["received": "-1"]), ("run", ["accepted": "-1", "received": "1"]),
            ("run", ["rejected": "-1", "received": "1"]), ("run", ["duplicates": "-1", "received": "1"]),
            ("run", ["without_point": "2"]), ("run", ["without_point": "-1"]), ("run", ["added": "-1"]),
            ("run", ["changed": "-1"]), ("run", ["removed": "-1"]), ("run", ["returned": "-1"]),
            ("run", ["total": "-1"]),
            ("run", ["total": "'many'"]), ("run", ["failure": "'network'"]), ("run", ["failure": "'whim'"]),
            ("run", ["addresses": "'short'"]), ("run", ["points_filled": "-1"]), ("run", ["points_filled": "NULL"]),
            ("run", ["points_unmatched": "-1"]), ("run", ["filtered": "-1"]), ("run", ["closed": "-1"]),
            ("run", ["reason_code": "''"]), ("run", ["reason_code": "NULL"]),
            ("run", ["reason_values": "'[]'"]), ("run", ["night": "0"]), ("run", ["night": "NULL"]),
            ("run", ["undoes": "70"]), ("run", ["undoes": "99"]),
            ("run", ["taken_back": "70"]), ("run", ["taken_back": "99"]), ("run", ["restores": "NULL"]),
            ("run", ["restores": "70"]), ("run", ["restores": "99"]), ("run", ["outcome": "'unchanged'"]),
            ("raw_page", ["sha256": "'short'"]), ("raw_page", ["size": "-1"]), ("raw_page", ["packed": "NULL"]),
            ("raw_page", ["packed": "'text'"]), ("page", ["run": "99"]), ("page", ["number": "0"]),
            ("page", ["name": "NULL"]), ("page", ["fetched_at": "'today'"]),
            ("page", ["sha256": "'" + String(repeating: "d", count: 64) + "'"]),
        ])
    func aBadRunIsRefused(table: String, changes: [String: String]) {
        #expect(insert(table, changes) == SQLITE_CONSTRAINT, "\(changes)")
    }

    @Test(
        arguments: [
            ["feed": "99"], ["feed_id": "''"], ["feed_id": "NULL"], ["feed_id": "'1'"], ["name": "''"],
            ["name": "NULL"],
            ["kind": "''"], ["kind": "NULL"], ["district": "''"], ["address": "''"], ["phone": "'02-325-1984'"],
            ["phone": "'+082'"], ["phone": "''"], ["phone_raw": "''"], ["website": "'ftp://a'"],
            ["website": "'javascript:alert(1)'"], ["website": "'http://'"], ["website": "''"], ["website_raw": "''"],
            ["sns": "'{}'"], ["sns": "'\"a\"'"], ["latitude": "90.1"], ["latitude": "-90.1"], ["latitude": "9e999"],
            ["latitude": "'north'"], ["latitude": "NULL"], ["longitude": "180.1"], ["longitude": "-180.1"],
            ["longitude": "-9e999"], ["longitude": "NULL"], ["folded": "NULL"], ["first_run": "NULL"],
            ["first_run": "99"], ["last_run": "1"], ["missing_run": "1"], ["last_run": "1", "missing_run": "99"],
        ] as [[String: String]])
    func aBadPlaceIsRefused(changes: [String: String]) {
        #expect(insert("place", changes) == SQLITE_CONSTRAINT, "\(changes)")
    }

    @Test(
        arguments: [
            ("link", ["low": "2"]), ("link", ["low": "3"]), ("link", ["high": "99"]), ("link", ["rule": "'phone'"]),
            ("link", ["evidence": "'[]'"]), ("link", ["evidence": "NULL"]), ("link", ["run": "99"]),
            ("link", ["run": "NULL"]), ("link_decision", ["verdict": "'maybe'"]), ("link_decision", ["low": "2"]),
            ("link_decision", ["high": "99"]), ("link_decision", ["rule": "'near'"]),
            ("link_decision", ["evidence": "''"]), ("link_decision", ["date": "'today'"]),
            ("link_key", ["block": "'x'"]), ("link_key", ["feed": "NULL"]), ("link_state", ["id": "2"]),
            ("link_state", ["rules": "NULL"]),
        ])
    func aBadLinkIsRefused(table: String, changes: [String: String]) {
        let code = insert(table, changes)
        #expect(code == SQLITE_CONSTRAINT, "\(table) \(changes)")
    }

    @Test(
        arguments: [
            ("outline_source", ["id": "2"]), ("outline_source", ["title": "''"]), ("outline_source", ["license": "''"]),
            ("outline_source", ["license": "NULL"]), ("outline_source", ["sha256": "'x'"]),
            ("outline_source", ["imported_on": "'today'"]), ("district_outline", ["name": "''"]),
            ("district_outline", ["area": "'x'"]), ("district_outline", ["area": "NULL"]),
            ("district_outline", ["sha256": "'x'"]), ("district_code", ["code": "0"]),
            ("district_code", ["name": "''"]),
            ("district_code", ["name": "NULL"]), ("district_code", ["name": "'마포구'"]),
        ])
    func aBadOutlineIsRefused(table: String, changes: [String: String]) {
        #expect(insert(table, changes) == SQLITE_CONSTRAINT, "\(changes)")
    }

    @Test(
        arguments: [
            ("landmark", ["feed": "99"]), ("landmark", ["feed_id": "''"]), ("landmark", ["feed_id": "'x'"]),
            ("landmark", ["name": "''"]), ("landmark", ["kind": "''"]), ("landmark", ["line": "''"]),
            ("landmark", ["latitude": "90.1"]), ("landmark", ["latitude": "NULL"]), ("landmark", ["longitude": "181"]),
            ("landmark", ["longitude": "NULL"]), ("landmark", ["run": "99"]), ("landmark_key", ["key": "''"]),
            ("landmark_key", ["landmark": "99"]), ("landmark_key", ["landmark": "NULL"]),
        ])
    func aBadLandmarkIsRefused(table: String, changes: [String: String]) {
        #expect(insert(table, changes) == SQLITE_CONSTRAINT, "\(changes)")
    }

    @Test func listsThatAreNoJSONAreRefused() { #expect(insert("place", ["sns": "'not json'"]) != nil) }

    @Test(
        arguments: [
            ("change", ["run": "99"]), ("change", ["place": "99"]), ("change", ["what": "'moved'"]),
            ("change", ["since": "1"]), ("change", ["what": "'returned'", "field": "''"]),
            ("change", ["what": "'since'", "field": "''"]),
            ("change", ["what": "'missing'"]), ("change", ["field": "''"]), ("change", ["old": "x'00'"]),
            ("reported_point", ["place": "99"]), ("reported_point", ["run": "99"]),
            ("reported_point", ["latitude": "90.1"]), ("reported_point", ["longitude": "NULL"]),
            ("reject", ["run": "99"]), ("reject", ["number": "1"]), ("reject", ["page": "NULL"]),
            ("reject", ["row": "0"]),
            ("reject", ["no_match": "''"]), ("reject", ["reason": "'whim'"]), ("reject", ["kept": "2"]),
            ("reject", ["raw": "NULL"]),
        ])
    func aBadNoteIsRefused(table: String, changes: [String: String]) {
        #expect(insert(table, changes) == SQLITE_CONSTRAINT, "\(changes)")
    }

    @Test func everyTableIsStrict() throws {
        let loose = try bench.rows(
            "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND strict = 0 "
                + "AND name NOT LIKE 'sqlite_%'")
        #expect(loose == [])
        #expect(try bench.rows("SELECT count(*) FROM pragma_table_list WHERE strict = 1") == ["count(*):33"])
    }

    @Test func nothingPointsNowhereAndNothingIsDamaged() throws {
        for night in 1...4 { try bench.publish([Shop(String(night), at: at(Double(night), 1))], Night(day: night)) }
        #expect(try bench.faults() == [])
        #expect(try bench.indexMismatches() == [])
    }

    /// There are no steps yet; these two are made up.
    @Test func stepsAreTakenOnceAndInOrder() throws {
        let steps = [
            Schema.Upgrade(name: "a table", sql: "CREATE TABLE step (n INTEGER)"),
            Schema.Upgrade(name: "a row", sql: "INSERT INTO step SELECT count(*) FROM step"),
        ]
        for later in 0...2 {
            let db = try GeocliDatabase.Database()
            try Schema.prepare(db, upgrades: Array(steps.prefix(later)))
            for _ in 0..<2 {
                try db.transaction(.immediate) { try Schema.prepare($0, upgrades: steps) }
                #expect(try Schema.version(of: db) == 3)
                #expect(try db.texts("SELECT n FROM step") == ["0"])
            }
            // A program that knows fewer steps leaves a later catalog alone.
            try Schema.prepare(db)
            #expect(try Schema.version(of: db) == 3)
        }
        #expect(Schema.version == 1 + Schema.upgrades.count)
    }

    @Test func nothingOfARunIsLeftToTheNext() throws {
        let writer = try CatalogWriter(path: bench.path)
        let origin = RowOrigin(pageNumber: 1, page: "p", row: 1)
        for _ in 0..<2 {
            try writer.ingest { session in
                #expect(session.receivedCount == 0)
                #expect(try session.pages.stagedCount() == 0)
                try session.stage(Shop("9").place, from: origin, problem: nil, value: nil, raw: "{}")
                try session.pages.stage(
                    number: 1, name: "p", fetchedAt: SeoulTime(unixSeconds: 0), bytes: [1, 2, 3])
                #expect(try session.settleDuplicates() == 0)
            }
        }
        #expect(try bench.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'staged%'") == [])
        #expect(try bench.entries().count == 2)
    }
}
