import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct CatalogRowTests {
    private let bench: CatalogBench

    init() throws {
        bench = try CatalogBench()
        var full = Shop(
            "1\"\u{202E}", name: "책\u{0}방 \"하나\"", at: try Coordinate(longitude: 126.9236, latitude: 37.5563))
        full.kind = .used
        full.contact.address = "서울 마포구 \u{2028}"
        full.contact.phone = "+8223334444"
        full.contact.phoneRaw = "02-333-4444~5"
        full.contact.website = "http://example.kr"
        full.contact.websiteRaw = "example.kr"
        full.contact.sns = ["@a", "b\"\\\n", "책,방", ""]
        var bare = Shop("2")
        bare.district = nil
        bare.kind = .other
        try bench.publish([full, bare, Shop("3")])
        for day in 1...3 { try bench.publish([full, bare], Night(day: day, closed: day == 3 ? ["3"] : [])) }
    }

    private func rows<Value>(_ value: (CatalogRow) -> Value) throws -> [Value] {
        var filter = PlaceFilter()
        filter.includesClosed = true
        var values: [Value] = []
        try Catalog(path: bench.path).forEachRow(filter) { values.append(value($0)) }
        return values
    }

    @Test(arguments: [("longitude", "latitude"), ("latitude", "longitude")])
    func halfAPointIsCalledHalf(missing: String, there: String) throws {
        // The place with a point is the last one.
        try bench.execute("PRAGMA ignore_check_constraints = 1; UPDATE place SET \(missing) = NULL WHERE id = 3")
        let error = #expect(throws: CatalogError.self) { try rows(\.id) }
        #expect(
            error?.description.contains("place 3 has only a \(there); its \(missing) is missing") == true,
            "\(error?.description ?? "")")
    }

    /// Whole numbers come before other feed ids, so the place with all values is the last one.
    @Test func aRowSaysWhatItsEntryAndTheTableSay() throws {
        let entries = try bench.entries()
        #expect(try rows(\.entry) == entries)
        #expect(try rows(\.id) == [1, 2, 3])
        let refs = try rows { row -> String? in
            if case .lent(let ref)? = row.listed(.ref) { ref.string } else { nil }
        }
        #expect(refs == entries.map(\.ref))
        #expect(refs == ["seoul-bookstores/2", "seoul-bookstores/3", "seoul-bookstores/1\"\u{202E}"])
        #expect(try rows(\.name) == ["책방", "책방", "책\u{0}방 \"하나\""])
        #expect(try rows(\.kind) == [.other, .new, .used])
        #expect(try rows(\.district) == [nil, "마포구", "마포구"])
        #expect(try rows(\.address) == [nil, nil, "서울 마포구 \u{2028}"])
        #expect(try rows(\.phone) == [nil, nil, "+8223334444"])
        #expect(try rows(\.phoneRaw) == [nil, nil, "02-333-4444~5"])
        #expect(try rows(\.website) == [nil, nil, "http://example.kr"])
        #expect(try rows(\.sns) == [nil, nil, ["@a", "b\"\\\n", "책,방", ""]])
        #expect(try rows(\.coordinate?.longitude) == [nil, nil, 126.9236])
        #expect(try rows(\.coordinate?.latitude) == [nil, nil, 37.5563])
        #expect(try rows(\.firstSeen) == ["2026-09-02", "2026-09-02", "2026-09-02"])
        #expect(try rows(\.lastSeen) == ["2026-09-05", "2026-09-02", "2026-09-05"])
        #expect(try rows(\.missingRuns) == [0, 3, 0])
        #expect(try rows(\.removedOn) == [nil, "2026-09-03", nil])
        #expect(try rows(\.closedOn) == [nil, "2026-09-05", nil])
    }

    /// The view joins the tables in which `RowHistory` looks up rows.
    @Test(arguments: UInt64(1)...4)
    func aRowHasTheHistoryThatTheViewSays(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        let told = try history.bench.entries().map { entry in
            [
                String(entry.id), entry.ref, entry.firstSeen, entry.lastSeen, String(entry.missingRuns),
                entry.removedOn ?? "-", entry.closedOn ?? "-",
            ]
        }
        let wanted = try history.bench.reader().rows(
            """
            SELECT CAST(id AS TEXT), ref, first_seen, last_seen, CAST(missing_runs AS TEXT),
                coalesce(removed_on, '-'), coalesce(closed_on, '-') FROM places_all ORDER BY id
            """
        ).map { row in row.columns.map { $0.value.text ?? "NULL" } }
        #expect(told == wanted)
        #expect(Set(told.map { $0[4] }).count > 2)
    }

    @Test func noMoreRowsThanWantedAreRead() throws {
        for limit in 0...4 {
            var count = 0
            try Catalog(path: bench.path).forEachRow(PlaceFilter(), limit: limit) { _ in count += 1 }
            #expect(count == min(limit, 2))
        }
    }

    @Test(arguments: [
        "UPDATE place SET kind = 'gone' WHERE id = 2", "UPDATE run SET date = NULL WHERE id = 1",
    ])
    func aRowThatTheSchemaWouldNotLetInIsDamage(_ sql: String) throws {
        try bench.execute("PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON")
        try bench.execute(
            """
            PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'date TEXT NOT NULL CHECK', 'date TEXT CHECK') WHERE name = 'run';
            PRAGMA writable_schema = RESET;
            \(sql);
            """)
        let error = #expect(throws: CatalogError.self) { try rows(\.id) }
        #expect(error?.code == .corrupt)
    }

    /// `JSONValue` reads any JSON. The fast path reads the JSON that geocli writes; it must give the same result or
    /// none.
    @Test(arguments: [
        "[]", "[\"\"]", "[\"a\"]", "[\"a\",\"b\"]", "[\"책방\",\"\",\"😀\"]", "[\"a,b\",\"]\"]", "[\"]\",\"[\"]",
        "[\"a\\\"b\"]", "[\"a\\\\\"]", "[\"\\u0041\",\"\\u2028\"]", "[\"a\", \"b\"]", "[ \"a\"]", "[\"a\" ]",
        " [\"a\"]",
        "[1,\"a\"]", "[\"a\",1]", "[\"a\",null,\"b\"]", "[[\"a\"],\"b\"]", "[\"a\",[\"b\"]]", "[\"\",\"\"]", "[\",\"]",
    ])
    func theStringsOfAnArrayAreWhatAParserReads(_ json: String) throws {
        let value = try JSONValue(parsing: Array(json.utf8), name: "test")
        let list = try Array(json.utf8).withUnsafeBufferPointer { try JSONStrings.list($0) }
        #expect(list == value.arrayValue?.compactMap(\.stringValue))
    }

    @Test(arguments: [
        "", "[", "[\"", "[\"a", "[\"a\"", "[\"a\",", "[\"a\",]", "[\"a\"\"b\"]", "[\"a\"]]", "[\"a\n\"]", "[\"a\",\"]",
    ])
    func whatIsNoJSONIsRefused(_ json: String) {
        #expect(throws: (any Error).self) { try Array(json.utf8).withUnsafeBufferPointer { try JSONStrings.list($0) } }
    }
}
