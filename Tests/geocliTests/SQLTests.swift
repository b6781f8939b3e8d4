import Foundation
import SampleFeed
import TestSupport
import Testing

/// `geocli sql`: its answers are those of the listings, and it can only read.
@Suite struct SQLTests {
    /// Two nights and two feeds, with changes, links, issues, rejected rows and a place that is gone.
    static let desk = Result {
        let place = try Workplace()
        func row(_ number: Int, _ name: String, used: Bool = false, phone: String = "") -> FeedPage.Row {
            var row = FeedPage.Row(id: "\(100 + number)", name: name)
            row.latitude = "37.55\(number)1"
            row.longitude = "126.92\(number)4"
            row.kind = used ? "0001" : "0002"
            row.district = number < 6 ? "마포구" : "종로구"
            row.address = "\(row.district) 먹물로 \(number)"
            row.phone = phone
            return row
        }
        var rows = [
            row(1, "여울책방", used: true, phone: "02-000-1001"), row(2, "달빛서재", phone: "02-000-1002"),
            row(3, "글숲", used: true, phone: "02-000-1003"), row(4, "종이배", used: true), row(5, "모서리 책방"),
            row(6, "첫눈책방", used: true, phone: "02-000-1006"), row(7, "고요한 서가", phone: "02-000-1007"),
        ]
        rows[4].latitude = ""
        rows[4].longitude = ""
        var nameless = row(8, "")
        nameless.phone = "02-000-1008"
        let first = FeedPage(rows: rows + [nameless])
        rows[2].phone = "02-000-2003"
        rows[3].latitude = "37.5590"
        rows[6] = row(9, "새로 연 책방")
        let second = FeedPage(rows: rows + [nameless])
        try place.succeed(["ingest", "-", "-q"], input: first.bytes())
        let next = ["SOURCE_DATE_EPOCH": String(Workplace.moment + 86400)]
        try place.succeed(["ingest", "-", "-q", "--accept", "a test"], environment: next, input: second.bytes())
        let own = """
            no,title,lat,lon,phone,address
            a,여울책방,37.5512,126.9213,02-000-1001,서울 마포구 먹물로 1
            b,글숲,37.5531,126.9234,02-000-2003,서울 마포구 먹물로 3

            """
        try place.write(own, to: "own.csv")
        try place.succeed(
            "ingest own.csv --id no --name title --lat lat --lon lon --phone phone --address address --feed own-shops -q",
            environment: next)
        return place
    }

    /// A listing, and the statement with the same answer.
    private static let pairs = [
        ("list", "SELECT \(ListingContractTests.place) FROM places ORDER BY id"),
        ("list --include-closed", "SELECT \(ListingContractTests.place) FROM places_all ORDER BY id"),
        (
            "changes --since 0 --fields run_id,date,feed,what,id,ref,name,kind,district,field,old,new,latitude,longitude",
            "SELECT * FROM changes ORDER BY run_id, id, CASE what WHEN 'added' THEN 0 WHEN 'changed' THEN 1 WHEN 'moved' THEN 2 WHEN 'removed' THEN 3 WHEN 'closed' THEN 4 ELSE 5 END, field"
        ),
        ("runs", "SELECT * FROM runs ORDER BY run_id DESC"),
        (
            "runs 2 --fields run_id,page,row,line,byte,reason,feed_id,value,no_match,raw",
            "SELECT run_id, page, row, line, byte, reason, feed_id, value, no_match, raw FROM rejects WHERE run_id = 2 ORDER BY row"
        ),
        (
            "issues list --state open,reopened --fields number,rule,severity,state,refs,field,labels,opened_run,changed_run,latitude,longitude,name,district,shared,evidence",
            "SELECT number, rule, severity, state, refs, field, labels, opened_run, changed_run, latitude, longitude, name, district, shared, evidence FROM issues WHERE state IN ('open', 'reopened') ORDER BY number"
        ),
        (
            "links list --fields id,ref,name,other_id,other_ref,other_name,rule,state,evidence,run_id,decided_on",
            "SELECT * FROM links ORDER BY id, other_id"
        ),
        (
            "near 37.5563,126.9236 -k 5 --kind used --fields id,name,distance_m",
            "SELECT id, name, distance_m FROM nearest(37.5563, 126.9236, 5, 'used') JOIN places USING (id) ORDER BY rank"
        ),
    ]

    @Test(arguments: 0..<pairs.count, ["json", "csv"]) func aViewHasTheValuesOfItsListing(pair: Int, format: String)
        throws
    {
        let (line, sql) = Self.pairs[pair]
        let place = try Self.desk.get()
        let columns = sql.replacing(
            ListingContractTests.place, with: ListingContractTests.place.replacing(" ", with: ", "))
        let wanted = try place.succeed("\(line) --format \(format)")
        #expect(wanted.text.count > 70, "\(line)")
        #expect(try place.succeed(["sql", columns, "--format", format]).text == wanted.text, "\(line)")
    }

    @Test func tenThousandRowsAreThoseOfTheListing() throws {
        let place = try Workplace()
        try place.succeed(
            ["ingest", "-", "-q"], input: Data(SampleFeed(seed: 57, count: 10_000).answer(rows: 0..<10_000)))
        let keys = ListingContractTests.place.replacing(" ", with: ", ")
        for format in ["ndjson", "csv", "geojson"] {
            let answer = try place.succeed(["sql", "SELECT \(keys) FROM places ORDER BY id", "--format", format])
            let listing = try place.succeed("list --format \(format)")
            // A GeoJSON listing also has its source.
            func rows(_ text: String) -> [Substring] {
                text.split(separator: "\n").filter { format != "geojson" || $0.contains("\"Feature\"") }
            }
            #expect(rows(answer.text).count > 9000 && rows(answer.text) == rows(listing.text), "\(format)")
        }
    }

    @Test func hostileStatementsAreRefusedOrEnded() throws {
        let place = try Workplace()
        try place.succeed(["ingest", "-", "-q"], input: Data(SampleFeed(seed: 58, count: 3000).answer(rows: 0..<3000)))
        try place.oracle(
            "hostile_statements.py", [TestSupport.geocli.path, place.file(Workplace.catalogName).path])
    }

    @Test(arguments: [
        ("sql", 64, "STATEMENT is missing; write one such as 'SELECT name FROM places LIMIT 5'"),
        ("sql ''", 64, "the statement is empty; write one such as 'SELECT name FROM places LIMIT 5'"),
        ("sql 'SELECT 1; SELECT 2'", 64, "there is more than one statement; write one"),
        (
            "sql 'DROP TABLE place'", 64,
            "only a SELECT that reads is possible: no writing, ATTACH, PRAGMA, transaction or loading of code"
        ),
        (
            "sql 'SELECT * FROM place'", 64,
            "place is an internal table that the next version may change; read one of the views: places, places_all, changes, runs, rejects, issues, links, stations, districts, about"
        ),
        (
            "sql 'SELECT x FROM places'", 64,
            "SQLite does not accept the statement: no such column: x; the views are places, places_all, changes, runs, rejects, issues, links, stations, districts, about, and \"SELECT sql FROM sqlite_schema WHERE name = 'places'\" shows the columns of one"
        ),
        ("sql 'SELECT 1' --timeout 0s", 64, "--timeout \"0s\": write a time above 0 and up to 1d, such as 30s"),
        (
            "sql 'SELECT id FROM places' --geojson", 64,
            "--format geojson needs the columns latitude and longitude; add them to the SELECT"
        ),
        (
            "sql 'SELECT ref AS id, latitude, longitude FROM places' --format geojsonseq", 64,
            "--format geojsonseq: the column id is not a whole number; give it another name"
        ),
        ("sql 'SELECT 1' --datasette", 64, "--datasette prints a file and runs no STATEMENT; leave one of them out"),
        ("sql --datasette --json", 64, "--datasette prints a file that has one form; leave out --json"),
        ("sql --datasette --timeout 5s", 64, "--datasette prints a file that has one form; leave out --timeout"),
    ])
    func aMistakeIsOneSentence(line: String, status: Int, says: String) throws {
        let run = try Self.desk.get().geocli(line)
        #expect(run.status == Int32(status) && run.errorText == "geocli: \(says)\n", "\(line): \(run.errorText)")
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [
        "-- shops\nSELECT 1 AS a", "--shops = places\nSELECT 1 AS a", "/* shops */ SELECT 1 AS a", ";SELECT 1 AS a;",
    ])
    func aStatementMayBeginWithAComment(sql: String) throws {
        #expect(try Self.desk.get().succeed(["sql", sql, "--csv"]).text == "a\n1\n")
        #expect(try Self.desk.get().succeed(["sql", "-", "--csv"], input: Data(sql.utf8)).text == "a\n1\n")
    }

    /// Every name of an option has an answer of its own if `--datasette` can't use it.
    @Test func datasetteTakesNoOptionOfAListing() throws {
        let place = try Self.desk.get()
        for option in [
            "--format csv", "--csv", "--geojson", "--fields name", "--limit 1", "--raw", "--excel", "--fail-empty",
        ] {
            #expect(try place.geocli("sql --datasette \(option)").status == 64, "\(option)")
        }
        #expect(try place.succeed("sql --datasette -o metadata.json -q --lang ko").text.isEmpty)
    }

    @Test func aStatementFromAPipeIsUTF8() throws {
        let bytes = Array("SELECT '".utf8) + [0xB0, 0xA1] + Array("'".utf8)
        let run = try Self.desk.get().geocli(["sql", "-"], input: Data(bytes))
        #expect(run.status == 64 && run.errorText.contains("is not UTF-8"), "\(run.errorText)")
    }

    @Test func aLimitStopsWithASentence() throws {
        #expect(try Self.desk.get().succeed("sql 'SELECT 1' --limit 1").errorText.isEmpty)
        let run = try Self.desk.get().succeed("sql 'SELECT id FROM places ORDER BY id' --limit 2 --csv")
        #expect(run.text == "id\n1\n2\n")
        #expect(run.errorText == "stopped after 2 rows (--limit); there are more\n")
    }

    @Test func datasetteGetsTheCommentsOfTheViews() throws {
        let text = try Self.desk.get().succeed("sql --datasette").output
        let metadata = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let databases = try #require(metadata["databases"] as? [String: [String: [String: Any]]])
        let tables = try #require(databases["catalog"]?["tables"])
        let places = try #require(tables["places"] as? [String: Any])
        #expect(
            (places["columns"] as? [String: String])?["latitude"] == "degrees north on WGS 84; null without a point")
        #expect((tables["point_page"] as? [String: Bool]) == ["hidden": true])
    }
}
