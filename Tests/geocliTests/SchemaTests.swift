import Foundation
import TestSupport
import Testing

/// `geocli schema COMMAND`, compared with the output of each command (Tests/Oracles/check_schema.py).
@Suite struct SchemaTests {
    /// The lines that are run here for each command with a schema.
    private static let lines: [String: [String]] = [
        "near": [
            "near 37.56,126.97 -k 9", "near 37.56,126.97 -k 700 --include-closed", "near 37.56,126.97 -k 9 --links",
            "near --from points.csv -k 4", "near --from points.csv --within 1km --links",
            "near --from points.csv -k 99 --unique", "near 37.5,127 -k 99 --unique",
            "near --places numbered.csv --from points.csv", "near --places named.csv --from points.csv -k 1",
        ],
        "bbox": [
            "bbox 126.9,37.5,127,37.6", "bbox 126.9,37.5,127,37.6 --links --sort name",
            "bbox 126.9,37.4,127,37.7 --unique",
        ],
        "inside": [
            "inside mapo", "inside mapo --links", "inside mapo --unique",
            "inside --areas areas.geojson --from points.csv",
            "inside --areas areas.geojson --from points.csv --name-key name --outside",
        ],
        "search": [
            "search 책", "search 책 --near 37.5,127 --explain --links", "search 노레하는", "search ㅊㅂ --explain",
            "search 02-000", "search 책방 --unique",
        ],
        "list": [
            "list", "list --include-closed --links", "list --sort district", "list --as-of 2026-09-21",
            "list --unique", "list --unique --sort name",
        ],
        "show": ["show 1", "show 2 --links", "show 3", "show one/1", "show two/2"],
        "cluster": [
            "cluster --zoom 11", "cluster --zoom 11 --members --links", "cluster --all-zooms",
            "cluster --all-zooms --links", "cluster --zoom 11 --unique", "cluster --all-zooms --unique",
            "cluster --from numbered.csv --zoom 3 --members --links", "cluster --from named.csv --zoom 3 --members",
            "cluster --from numbered.csv --all-zooms --links", "cluster --from named.csv --zoom 22",
        ],
        "feeds list": ["feeds list", "feeds"], "feeds check": ["feeds check places page0.json"],
        "status": ["status"], "runs": ["runs", "runs last", "runs 1", "runs 2"], "changes": ["changes --since 0"],
        "links list": ["links list", "links", "links list --rule name-road"],
        "links show": ["links show one/1", "links show two/2"],
        "issues list": [
            "issues list", "issues", "issues list --near 37.5,127 --state all", "issues list --sort district",
        ],
        "issues show": ["issues show 1000001", "issues show 1000002"], "issues stats": ["issues stats"],
        "corrections list": ["corrections list", "corrections"], "corrections show": ["corrections show 1"],
        "corrections check": ["corrections check"], "corrections import": ["corrections import corrections.json"],
        "mine marks": ["mine marks"], "mine notes": ["mine notes", "mine notes --removed"],
        "mine show": ["mine show 1", "mine show 2"], "mine journal": ["mine journal"], "mine log": ["mine log"],
        "mine import": ["mine import mine.csv"],
        "layers districts": ["layers districts"], "layers check": ["layers check"],
        "layers list": ["layers list", "layers"],
        "addresses list": [
            "addresses list --addresses-db addresses.sqlite", "addresses --addresses-db addresses.sqlite",
        ],
        "addresses find": [
            "addresses find 종로구자하문로94 자하문로 종로구\u{A0}자하문로\u{A0}94 --addresses-db addresses.sqlite"
        ], "verify": ["verify"],
        "config": ["config", "config --lang ko"],
    ]

    /// The sample after days with changes, refusals and failures, with outlines; also the reports of its ingests.
    private static let history = Result {
        let place = try Workplace.sample.get().copy()
        try place.write("latitude,longitude\n37.5,127\n37.5,127.0001\n37.6,126.9\n-33,151\n", to: "points.csv")
        try place.write("id,latitude,longitude\n7,37.5,127\n8,37.5,127\n9,-3,12\n", to: "numbered.csv")
        try place.write("id,latitude,longitude\n가,37.5,127\nb,37.5,127\n", to: "named.csv")
        try place.write(
            #"{"type":"Feature","properties":{"name":"가"},"geometry":{"type":"Polygon","#
                + #""coordinates":[[[127,37],[128,37],[128,38],[127,38],[127,37]]]}}"#, to: "areas.geojson")
        let outlines = TestSupport.packageRoot.appendingPathComponent("data/sample/districts.geojson").path
        try place.succeed(["layers", "import", "--role", "districts", outlines, "-q"])
        let rows = (1...40).map { number in
            FeedPage.Row(
                id: "\(number)", name: "책방 \(number)", latitude: number % 9 == 0 ? "x" : "37.\(500 + number)",
                longitude: "127.0", kind: number % 7 == 0 ? "0099" : "0002", phone: "02-123-45\(10 + number)",
                website: "example.kr/\(number)", sns: number % 2 == 0 ? "https://a.example/\(number)" : "")
        }
        let moved = rows.map { row in
            var row = row
            if row.id == "3" { (row.latitude, row.phone, row.name) = ("37.7", "", "새 이름") }
            return row
        }
        let twice = rows + [rows[4], FeedPage.Row(id: "", name: "no id")]
        var reports = ""
        for (day, page) in [rows, Array(rows.dropLast()), moved, moved, Array(rows.prefix(3)), twice].enumerated() {
            let name = "page\(day).json"
            try FeedPage(rows: page).bytes().write(to: place.file(name))
            let environment = ["SOURCE_DATE_EPOCH": String(Workplace.moment + (day + 1) * 86_400)]
            for more in ["--dry-run", ""] {
                reports += try place.geocli(
                    "ingest \(name) --feed places --format ndjson -q \(more)", environment: environment
                ).text
            }
        }
        try twins(in: place)
        try issues(in: place)
        try place.succeed(
            "corrections add one/2 point=37.61,127.01 kind=new closed=today --because moved --source https://example.com -q --lang en"
        )
        try place.succeed("corrections add one/2 phone=02-120-0003 --because asked --source https://example.com -q")
        try ingestTwin("one", of: place, phone: "02-120-0004")
        try place.succeed("corrections export -o corrections.json -q")
        try mine(in: place)
        try place.write("no page at all", to: "bad.json")
        _ = try place.geocli("ingest bad.json --feed places -q", environment: ["SOURCE_DATE_EPOCH": "1790900000"])
        _ = try place.geocli("ingest bad.json -q", environment: ["SOURCE_DATE_EPOCH": "1790900000"])
        // A row of --all, about a file that declares no feed.
        try FileManager.default.createDirectory(
            at: place.file("config/geocli/feeds"), withIntermediateDirectories: true)
        try place.write("id = 3\n", to: "config/geocli/feeds/wrong.toml")
        reports += try place.geocli(
            "ingest --all --format ndjson -q", environment: ["XDG_CONFIG_HOME": place.file("config").path]
        ).text
        try place.write(reports, to: "reports.ndjson")
        return place
    }

    /// Adds issues: findings, as a run writes them, and one that a person reported.
    private static func issues(in place: Workplace) throws {
        let script = """
            sqlite3 catalog.sqlite "INSERT INTO issue SELECT 1000000 + b.id, 'phone-shared', 'phone-shared ' || b.id || ' phone', 'phone',
                'open', NULL, '+8221200001', '{\\"phone\\":\\"+8221200001\\",\\"count\\":2}', NULL, 1, 2 FROM place b
                WHERE b.id < 3;
                INSERT INTO issue_place SELECT number, number - 1000000 FROM issue WHERE number > 1000000;
                INSERT INTO issue_event (issue, what, run, happened_at, text, evidence)
                SELECT number, 'opened', 2, '2026-09-22T00:00:00Z', 'found-again', evidence FROM issue
                WHERE number > 1000000"
            geocli issues accept 1000001 --because 'one shop' -q && geocli issues label 1000002 phone 전화 -q
            geocli issues new 1 '이사함' --text 'see https://example.org' --label urgent -q
            """
        let run = try place.shell(script, environment: ["GEOCLI_AUTHOR": "minji"])
        try #require(run.status == 0, "\(run.errorText)")
    }

    /// Adds marks, notes, visits and a goal, also about a place that closes, and a file with places to import.
    private static func mine(in place: Workplace) throws {
        for line in [
            "mark one/2 --list 주말", "mark one/1", "note one/1 '두 줄' --tag a --tag b",
            "note one/2 --book 책 --phrase 구절 --page 3 --author 저자 --isbn 9788932917245", "note one/2 x",
            "remove 3", "visit one/1 --date 2026-09-01", "journal goal 2/week",
        ] { try place.succeed("mine \(line) -q") }
        try place.write(
            "store name,title,category,created\n책방 가,좋았다,책,2026-01-02\n없는 곳,x,책,2026-01-02\n책방마을,y,책,2026-01-03\n",
            to: "mine.csv")
    }

    /// Adds two feeds with the same shops.
    private static func twins(in place: Workplace) throws {
        try ingestTwin("one", of: place, phone: "02-120-0002")
        try place.write(
            twinHead + "1,책방마을,37.5001,127,서울 강남구 독막로 165,강남구,02-120-0001\n"
                + "2,책방가,37.65,127,서울 마포구 독막로 1,마포구,02-120-0009\n", to: "two.csv")
        try place.succeed("ingest two.csv --feed two \(twinColumns)")
    }

    private static let twinHead = "no,title,y,x,address,district,phone\n"
    private static let twinColumns =
        "--id no --name title --lat y --lon x --address address --district district --phone phone --kind other -q"

    /// Ingests the first of the two feeds, with this phone number of its second shop.
    private static func ingestTwin(_ feed: String, of place: Workplace, phone: String) throws {
        try place.write(
            twinHead + "1,강남구립책방마을,37.5,127,서울 강남구 독막로 165,강남구,02-120-0001\n"
                + "2,책방 가,37.6,127,서울 마포구 독막로 1,마포구,\(phone)\n", to: "\(feed).csv")
        try place.succeed("ingest \(feed).csv --feed \(feed) \(twinColumns)")
    }

    @Test func everyCommandsRowsAreAsItsSchemaSaysAndNoOthers() throws {
        let place = try Self.history.get().copy()
        try place.write(
            #"{"type":"LineString","coordinates":[[126.9,37.5],[127.1,37.52]],"license":"CC0"}"#, to: "river.geojson")
        try place.succeed("layers import river.geojson --role water --license CC0 -q")
        let entrance =
            "1|7|1|서울특별시|종로구|동|111103100012|자하문로|0|94|0||03047|시설|0|동|953241.683263|1954023.466812"
        try place.write(entrance + "\n", to: "utf8.txt")
        let encode = "open('entrc_2606.txt', 'wb').write(open('utf8.txt', 'rb').read().decode().encode('cp949'))"
        #expect(try place.shell("python3 -c \"\(encode)\"").status == 0)
        try place.succeed("addresses import entrc_2606.txt -q --addresses-db addresses.sqlite")
        var manifest: [String] = []
        for command in try place.succeed("schema").text.split(separator: "\n").map(String.init) {
            let name = command.filter { $0 != " " }
            try place.write(try place.succeed("schema \(command)").text, to: "\(name).schema")
            var files: [String] = command == "ingest" ? ["reports.ndjson"] : []
            for (number, line) in (Self.lines[command] ?? []).enumerated() {
                let run = try place.geocli("\(line) --format ndjson")
                // `corrections check` finds the one in conflict, `verify` the issues that sqlite3 wrote.
                let finds = ["corrections check", "verify"].contains(command)
                #expect(run.status == (finds ? 65 : 0), "\(line): \(run.errorText)")
                // `show` and `status` print one object on one line.
                try run.output.write(to: place.file("\(name)\(number).ndjson"))
                files.append("\(name)\(number).ndjson")
            }
            manifest.append(([name + ".schema"] + files).joined(separator: " "))
        }
        try place.write(manifest.joined(separator: "\n"), to: "manifest")
        try place.oracle("check_schema.py", ["manifest"])
    }

    /// No command with `--format` may lack a schema for its json.
    @Test func everyCommandThatPrintsRowsHasASchema() throws {
        let listed = Set(try Workplace.sample.get().succeed("schema").text.split(separator: "\n").map(String.init))
        // Files for map tools, a report for the publisher, SQL, and the columns that a statement chooses.
        let others: Set = ["export", "issues report", "batch nearest", "batch collide", "mine export", "sql"]
        let commands = try CommandTree.load().commands.filter { $0.options.contains("--format") }
        let named = Set(commands.map { $0.path.joined(separator: " ") }).subtracting(others)
        #expect(named == listed)
        #expect(listed == Set(Self.lines.keys).union(["ingest"]))
    }

    @Test func onlyCommandsWithRowsAreKnown() throws {
        let place = try Workplace.sample.get()
        let whole = try place.succeed("schema layers list").text
        #expect(try place.succeed("schema layers").text == whole, "as the command itself")
        #expect(try place.succeed(["schema", "layers list"]).text == whole)
        for word in ["map", "nonsense", "near far", "''", "--links"] {
            let run = try place.geocli("schema \(word)")
            #expect(run.status == 64 && run.text.isEmpty, "\(word)")
        }
    }
}
