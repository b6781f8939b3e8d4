import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The views for other programs, read by another program.
@Suite struct PublicViewTests {
    private static func bench() throws -> CatalogBench {
        let bench = try CatalogBench()
        try bench.publish([
            Shop("1", name: "가", at: at(127, 37.5)), Shop("2", name: "나", at: at(127.1, 37.6)), Shop("3"),
        ])
        try bench.publish(
            [Shop("1", name: "다", at: at(127, 37.5)), Shop("2", name: "나", at: at(127.1, 37.6))],
            Night(day: 1, acceptedBecause: "test"))
        return bench
    }

    @Test func everyColumnHasItsCommentInTheFile() throws {
        let bench = try Self.bench()
        let program = try bench.reader()
        for view in PublicView.all {
            let columns = try program.rows("SELECT name FROM pragma_table_info('\(view.name)')").map {
                $0[0].text ?? ""
            }
            #expect(view.columns.map(\.name) == columns, "\(view.name)")
            #expect(!view.about.isEmpty && view.columns.allSatisfy { !$0.about.isEmpty }, "\(view.name)")
            let text = try program.rows("SELECT sql FROM sqlite_schema WHERE name = '\(view.name)'").first?[0].text
            #expect(text == view.sql, "\(view.name)")
            // Every view can be read.
            _ = try program.rows("SELECT * FROM \(view.name)")
        }
        #expect(
            try program.rows("SELECT value FROM about WHERE name = 'views'").map { $0[0].text } == [
                "\(PublicView.version)"
            ])
    }

    /// What DuckDB 1.5 does not parse: then it lists no tables, or all columns are text.
    @Test func theTextOfAViewIsReadByOtherParsers() {
        for view in PublicView.all {
            let text = view.sql.replacing(/--.*/, with: "")
            #expect(!text.contains(/CROSS JOIN \w+( \w+)?\s+ON|\biif\(|\bmax\([^()]*,/), "\(view.name)")
            let joins = text.matches(of: /CROSS JOIN|JOIN \w+( \w+)?\s+ON/).count
            #expect(text.matches(of: /JOIN/).count == joins, "\(view.name)")
        }
    }

    /// A lazy join by id stands on this.
    @Test(arguments: [
        "SELECT * FROM places WHERE id = 2", "SELECT name FROM places_all WHERE id = 2",
        "SELECT p.name FROM (SELECT 1 AS id UNION SELECT 2) JOIN places p USING (id)",
        "SELECT p.name FROM json_each('[1,2]') n JOIN places p ON p.id = n.value",
        "SELECT p.name FROM links l JOIN places p ON p.id = l.other_id",
        "SELECT p.name FROM (SELECT 1 AS id UNION SELECT 2) LEFT JOIN places p USING (id)",
    ])
    func aPlaceIsFoundByItsKey(sql: String) throws {
        let bench = try Self.bench()
        defer { withExtendedLifetime(bench) {} }
        let plan = try bench.reader().rows("EXPLAIN QUERY PLAN \(sql)").map { $0["detail"].text ?? "" }
        #expect(plan.contains { $0.hasPrefix("SEARCH b USING INTEGER PRIMARY KEY") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN b") || $0.contains("MATERIALIZE places") }, "\(plan)")
    }

    @Test func placesAreThoseOfAListing() throws {
        let history = try RandomHistory(seed: 3)
        let listed = try history.bench.entries().filter { $0.removedOn == nil }.map(\.id)
        #expect(try history.bench.reader().rows("SELECT id FROM places ORDER BY id").map { $0[0].integer } == listed)
    }

    @Test(arguments: [
        "DROP VIEW places", "DROP VIEW places; CREATE VIEW places AS SELECT 1 AS id",
        "DROP VIEW about; CREATE TABLE about (name, value)",
    ])
    func aViewThatIsNotOursIsFoundAndChangesNoAnswer(sql: String) throws {
        let bench = try Self.bench()
        try bench.execute(sql)
        let catalog = try Catalog(path: bench.path)
        #expect(try bench.entries().map(\.place.name) == ["다", "나", "책방"])
        let check = try catalog.verify().first { $0.name == "views" }
        let name = sql.contains("about") ? "about" : "places"
        #expect(check?.findings.map(\.en) == ["the view \(name) is missing or is not the one that geocli made"])
        let error = #expect(throws: StatementError.self) {
            try catalog.run(statement: "SELECT 1", StatementLimits()) { _ in }
        }
        #expect(error?.exit == .data)
    }
}

/// A statement of a person.
@Suite struct PersonStatementTests {
    private let bench: CatalogBench

    init() throws {
        bench = try CatalogBench()
        var shops = (1...40).map { Shop("\($0)", name: "책방 \($0)", at: at(127 + Double($0 * 7 % 40) / 1000, 37.5)) }
        for index in shops.indices where index % 3 == 0 { shops[index].kind = .used }
        try bench.publish(shops)
    }

    private func rows(_ sql: String, _ limits: StatementLimits = StatementLimits()) throws -> [[StatementRows.Value]] {
        var all: [[StatementRows.Value]] = []
        try Catalog(path: bench.path).run(statement: sql, limits) { rows in
            while let row = try rows.next() { all.append(row) }
        }
        return all
    }

    @Test func nearestHasTheAnswersOfTheCatalog() throws {
        let catalog = try Catalog(path: bench.path)
        for (kind, filter) in [("NULL", nil), ("'used'", Kind.used)] {
            var wanted = PlaceFilter()
            if let filter { wanted.kinds = [filter] }
            let near = try #require(try catalog.nearest(to: at(127, 37.5), count: 7, withinMeters: .infinity, wanted))
            let found = try rows("SELECT id, rank FROM nearest(37.5, 127, 7, \(kind)) ORDER BY rank")
            #expect(found == near.enumerated().map { [.integer(Int64($1.index)), .integer(Int64($0 + 1))] })
        }
        #expect(try rows("SELECT id FROM nearest(37.5, 127)").count == 10)
        #expect(try rows("SELECT id FROM nearest(NULL, 127, 5)").isEmpty)
        #expect(try rows("SELECT distance_m(37, NULL, 37, 127)") == [[.null]])
        for wrong in [
            "nearest(37.5, 127, 0)", "nearest(37.5, 127, 'three')", "nearest(37.5, 127, 5, 'no-such-kind')",
            "nearest('a', 127, 5)", "nearest(37.5, 127, 2.5)",
            "nearest(127, 37.5, 5)", "(SELECT distance_m(127, 37, 37, 127))", "(SELECT distance_m('a', 127, 37, 127))",
        ] {
            #expect(throws: StatementError.self, "\(wrong)") { try rows("SELECT * FROM \(wrong)") }
        }
        let each = try rows("SELECT n.id FROM places p, nearest(p.latitude, p.longitude, 1) n WHERE n.id = p.id")
        #expect(each.count == 40, "each place is its own nearest")
        #expect(
            try rows(
                "SELECT max(abs(distance_m - distance_m(37.5, 127, latitude, longitude))) FROM nearest(37.5, 127, 40) JOIN places USING (id)"
            )
                == [[.real(0)]])
    }

    @Test func repeatedNamesOfColumnsHaveNumbers() throws {
        try Catalog(path: bench.path).run(statement: "SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a", StatementLimits()) {
            #expect($0.columns == ["a", "a_2", "a_2_2", "a_3"])
        }
    }

    /// After a statement, the catalog can be used as before.
    @Test func aGuardEndsWithItsStatement() throws {
        let catalog = try Catalog(path: bench.path)
        #expect(throws: StatementError.self) {
            try catalog.run(statement: "DELETE FROM place", StatementLimits()) { _ in }
        }
        #expect(try catalog.verify().allSatisfy { $0.findings.isEmpty })
        try catalog.run(statement: "SELECT id FROM nearest(37.5, 127, 1)", StatementLimits()) { rows in
            let row = try rows.next()
            #expect(row != nil)
        }
        #expect(try catalog.verify().allSatisfy { $0.findings.isEmpty })
    }

    @Test func aStatementEndsAtItsLimits() throws {
        var limits = StatementLimits()
        limits.seconds = 0.2
        let endless = "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t"
        #expect(throws: StatementError.self) { try rows(endless, limits) }
        limits = StatementLimits()
        limits.rowBytes = 1000
        #expect(throws: StatementError.self) { try rows("SELECT hex(zeroblob(501))", limits) }
        #expect(try rows("SELECT length(hex(zeroblob(400)))", limits) == [[.integer(800)]])
        limits = StatementLimits()
        limits.totalBytes = 100
        #expect(throws: StatementError.self) { try rows("SELECT name FROM places", limits) }
    }
}
