#if PostGIS
import Foundation
import TestSupport
import Testing

/// Links, landmarks and the sources of points on a server: the same answers as from the file.
@Suite(.postGIS) struct ServerShopsTests {
    /// Three feeds of made-up shops: two pairs and one shop in all three feeds, by different rules; a row whose point
    /// comes from an address; a contradiction; stations.
    private static func place() throws -> Workplace {
        let place = try Workplace()
        try write(alpha, beta, in: place)
        try place.write(
            gamma, to: "gamma.csv")
        try place.write(page, to: "stations.json")
        let line =
            "11440|7|1144010100|서울특별시|마포구|동|114403100012|지어낸로|0|9|0||03047|시설|0|동|953241.683263|1954023.466812\n"
        try place.write(line, to: "utf8.txt")
        let encode = "open('entrc_2606.txt', 'wb').write(open('utf8.txt', 'rb').read().decode().encode('cp949'))"
        try #require(try place.shell("python3 -c \"\(encode)\"").status == 0)
        try place.succeed("addresses import entrc_2606.txt -q", environment: data(place))
        for feed in ["alpha", "beta", "gamma"] { try ingest(feed, in: place) }
        try place.succeed("ingest --feed seoul-stations stations.json -q")
        return place
    }

    private static let head = "no,name,lat,lon,address,district,phone\n"
    private static let alpha = """
        1,책방 하나,37.5501,126.9201,서울 마포구 지어낸로 1,마포구,02-120-0001
        2,책방 둘,37.5511,126.9211,서울 마포구 지어낸로 2,마포구,02-120-0002
        3,혼자인 책방,37.5521,126.9221,서울 마포구 지어낸로 3,마포구,02-120-0003
        4,주소만 있는 책방,,,서울특별시 마포구 지어낸로 9,마포구,
        5,닫힐 책방,37.5531,126.9231,서울 마포구 지어낸로 5,마포구,02-120-0005

        """
    private static let beta = """
        a,책방 하나,37.5701,126.9201,서울 마포구 지어낸로 1,마포구,02-120-0001
        b,책방둘,37.5511,126.9212,서울 마포구 지어낸길 20,마포구,02-999-0002
        c,닫힐 책방,37.5531,126.9231,서울 마포구 지어낸로 5,마포구,02-120-0005

        """
    private static let gamma =
        head + """
            x/1,책방 하나,37.5501,126.9202,서울 마포구 지어낸로 1,마포구,
            y,남의 가게,37.5599,126.9299,서울 마포구 지어낸로 77,마포구,02-120-0077

            """
    private static let page = """
        {"subwayStationMaster":{"list_total_count":4,"RESULT":{"CODE":"INFO-000","MESSAGE":""},"row":[
        {"BLDN_ID":"0239","BLDN_NM":"책마을입구","ROUTE":"2호선","LAT":"37.5","LOT":"126.920"},
        {"BLDN_ID":"1264","BLDN_NM":"책마을입구","ROUTE":"중앙선","LAT":"37.5","LOT":"126.922"},
        {"BLDN_ID":"2523","BLDN_NM":"글샘","ROUTE":"5호선","LAT":"37.5","LOT":"126.950"},
        {"BLDN_ID":"1217","BLDN_NM":"글샘","ROUTE":"중앙선","LAT":"37.5","LOT":"127.490"}]}}
        """

    private static func write(_ alpha: String, _ beta: String, in place: Workplace) throws {
        try place.write(head + alpha, to: "alpha.csv")
        try place.write(head + beta, to: "beta.csv")
    }

    private static func data(_ place: Workplace) -> [String: String] { ["XDG_DATA_HOME": place.file("data").path] }

    private static func ingest(_ feed: String, in place: Workplace) throws {
        try place.succeed(
            "ingest \(feed).csv --feed \(feed) --id no --name name --lat lat --lon lon --address address --district district --phone phone --area 126.7,37.4,127.2,37.7 --kind new --accept moved -q",
            environment: data(place))
    }

    private static let shared = Result { try ServerDesk(try place(), schema: "shops") }

    private static let lines = [
        "list", "list --unique", "list --unique --format table", "list --unique --format csv --lang ko",
        "list --lang ko",
        "list --unique --feed beta", "list --unique --feed beta,gamma --sort name --reverse",
        "list --unique --match 책방 --limit 2", "list --include-closed --unique", "list --fields ref,point_source",
        "bbox 126.9,37.5,127,37.6 --unique", "bbox 126.9,37.5,127,37.56 --unique", "bbox 126.9,37.5,127,37.6",
        "near 37.55,126.92 --unique", "near 37.55,126.92 -k 2 --unique --format table", "near 1 --unique",
        "near alpha/1",
        "near 37.55,126.92 --within 10m --unique", "near --from points.csv -k 2 --unique",
        "near --from points.csv -k 9",
        "near 책마을입구역 --unique", "near 책마을입구", "near '글샘 5호선'", "near 글샘", "near station:2523", "near 2523",
        "near 없는역", "near 책마을역 --lang ko", "near seoul-stations/0239 -k 1",
        "search 책방", "search 책방 --unique", "search 책방 --unique --explain --format table", "search 책방 --near 글샘5호선",
        "search 책방 --near 책마을입구역 --unique --limit 2", "search ㅊㅂ --unique --scan", "search corqkd --lang ko",
        "search 책밤 --sort distance --near 37.55,126.92", "search 지어낸길 --unique", "search 없는말 --fail-empty",
        "inside area.geojson", "inside area.geojson --unique", "inside area.geojson --unique --sort name --limit 2",
        "inside area.geojson --match 하나 --unique", "export --unique", "export --unique --format csv --include-closed",
        "show 1", "show 1 --format table --lang ko", "show gamma/x/1", "show 3", "show beta/b --links",
        "show 4 --format csv",
        "links", "links list --format table --lang ko", "links list --rule name-road",
        "links list --state accepted,rejected",
        "links list --feed alpha --feed beta --limit 1", "links list --limit 0", "links show 1", "links show alpha/2",
        "links show 3", "links list --feed nobody", "list --feed seoul-stations", "list --feed nobody",
    ]

    private func extras(_ desk: ServerDesk) throws {
        try desk.place.write("latitude,longitude\n37.55,126.92\n37.57,126.92\n", to: "points.csv")
        try desk.place.write(
            #"{"type":"Polygon","coordinates":[[[126.9,37.5],[126.93,37.5],[126.93,37.552],[126.9,37.58],[126.9,37.5]]]}"#,
            to: "area.geojson")
    }

    @Test func everyAnswerIsThatOfTheFile() throws {
        let desk = try Self.shared.get()
        try extras(desk)
        for line in Self.lines { try desk.expectSame(line) }
        // The answers are not empty.
        let links = try desk.ask("links list --fields ref,other_ref,rule --format tsv").text
        for pair in ["alpha/1\tbeta/a\tname-phone", "alpha/2\tbeta/b\tname-near", "alpha/1\tgamma/x/1\tname-road"] {
            #expect(links.contains(pair), "\(links)")
        }
        #expect(try desk.ask("list").errorText.contains("4 rows repeat shops of another feed"))
        #expect(try desk.ask("list --unique --format csv --fields ref,also").text.contains("alpha/1,beta/a gamma/x/1"))
        #expect(try desk.ask("show 1").text.contains("\"contradicts\":[{\"field\":\"point\""))
        #expect(try desk.ask("list --format csv --fields ref,point_source").text.contains("alpha/4,juso 2606"))
        #expect(try desk.ask("near 책마을입구역 -k 1").status == 0)
    }

    /// Questions that have an answer without links, and whose counts are looked up in both ways: more than 1,000 rows.
    @Test func manyRowsAreCountedAndChosenTheSame() throws {
        let place = try Workplace()
        func rows(_ feed: String, _ count: Int, from first: Int) -> String {
            (first..<first + count).map { number in
                "\(number),책방 \(number % 7 == 0 ? "가지" : "곳") \(number),\(37.4 + Double(number * 37 % 2300) / 10_000),\(126.8 + Double(number * 53 % 2300) / 10_000),,마포구,02-\(2_000_000 + number)"
            }.joined(separator: "\n") + "\n"
        }
        try place.write(Self.head + rows("alpha", 2600, from: 1), to: "alpha.csv")
        try place.write(Self.head + rows("beta", 1300, from: 2000), to: "beta.csv")
        for feed in ["alpha", "beta"] { try Self.ingest(feed, in: place) }
        let desk = try ServerDesk(place, schema: "manyshops")
        for line in [
            "list", "list --unique", "list --limit 999", "near 37.5,126.9 -k 1500", "near 37.5,126.9 -k 1500 --unique",
            "bbox 126,37,127,37.5 --unique", "links list", "links list --limit 600 --fields ref,other_ref",
            // More than 2,000 matches of one kind: only the nearest are read.
            "search 책방 --near 37.5,126.9 --limit 5", "search 책방 --near 37.5,126.9 --limit 5 --unique",
            "search 방곳 --near 37.45,126.85 --limit 40", "search 책방 --near 37.5,126.9 --limit 3 --feed beta",
            "search 책방 --limit 5 --unique", "search 책방 --near 37.5,126.9 --limit 5000 --unique",
        ] {
            let run = try desk.expectSame(line)
            #expect(run.status == 0 && !run.output.isEmpty, "\(line)")
        }
        #expect(try desk.ask("list").errorText.contains("601 rows repeat shops"))
    }

    @Test func aPersonsWordComesWithTheNextPush() throws {
        let desk = try ServerDesk(try Self.place(), schema: "decided")
        try extras(desk)
        for line in ["links accept 2 beta/b", "links reject 1 beta/a"] {
            let refused = try desk.ask(line)
            #expect(refused.status == 64 && refused.text.isEmpty)
            #expect(refused.errorText.contains("'geocli push' carries them to the server"), "\(refused.errorText)")
            let korean = try desk.ask(line + " --lang ko")
            #expect(korean.status == 64 && korean.errorText.contains("카탈로그 파일에서 하고"), "\(korean.errorText)")
        }
        let before = try desk.ask("links list").text
        try desk.place.succeed("links accept alpha/2 beta/b -q")
        try desk.place.succeed("links accept alpha/3 gamma/y -q")
        try desk.place.succeed("links reject alpha/1 beta/a -q")
        // Until the next push the server answers as before.
        #expect(try desk.ask("links list").text == before)
        try desk.push()
        for line in Self.lines { try desk.expectSame(line) }
        let links = try desk.ask("links list --format tsv --fields ref,other_ref,rule,state,decided_on").text
        #expect(links.contains("alpha/3\tgamma/y\t\taccepted\t2026-"), "\(links)")
        #expect(links.contains("alpha/1\tbeta/a\tname-phone\trejected\t2026-"), "\(links)")
        // A night changes links: one row is gone, one moves, one has a new phone number.
        try Self.write(
            Self.alpha.replacing("5,닫힐", with: "6,다른"), Self.beta.replacing("126.9212", with: "126.9812"),
            in: desk.place)
        try Self.ingest("alpha", in: desk.place)
        try Self.ingest("beta", in: desk.place)
        try desk.push()
        // The decision whose evidence has changed can only be made again in the file, so only the file names it.
        for line in Self.lines { try desk.expectSame(line, comparesMessages: false) }
        #expect(try desk.place.geocli("links list").errorText.contains("alpha/2 and beta/b"))
        #expect(try desk.ask("links list").text != before && desk.ask("links list").errorText.isEmpty)
        // Without the other feeds there is nothing to link.
        let alone = try Workplace()
        try alone.write(Self.head + Self.alpha, to: "alpha.csv")
        try Self.ingest("alpha", in: alone)
        try alone.succeed(["push", desk.address, "-q"])
        #expect(try alone.geocli(["links", "list", "--db", desk.address]).output.isEmpty)
        #expect(
            try alone.geocli(["list", "--unique", "--db", desk.address]).output == alone.succeed("list --unique").output
        )
    }

    /// Random nights of three feeds with hostile names of shops and stations; a person decides in between.
    @Test func randomNightsAreTheSame() throws {
        let place = try Workplace()
        let server = try LocalPostGIS.shared.get()
        let run = try place.oracle(
            "server_nights.py", [TestSupport.geocli.path, place.folder.path, "7", "4", server.address("nights")])
        #expect(run.text.contains(", 0 differences"))
    }

    @Test func whatWasCarriedIsSaidAndCounted() throws {
        let desk = try ServerDesk(try Self.place(), schema: "said")
        let run = try desk.place.succeed(["push", desk.address])
        #expect(
            run.errorText.hasSuffix("); 5 links between feeds and 4 landmarks\n"), "\(run.errorText)")
        let korean = try desk.place.succeed(["push", desk.address, "--lang", "ko"])
        #expect(korean.errorText.hasSuffix(", 피드 사이의 연결 5건, 기준점 4곳\n"), "\(korean.errorText)")
        let counts = try desk.server.psql(
            "SELECT (SELECT count(*) FROM said.link), (SELECT count(*) FROM said.landmark), (SELECT count(*) FROM said.landmark_key)"
        )
        let keys = try desk.place.shell("sqlite3 catalog.sqlite 'SELECT count(*) FROM landmark_key'").text
        #expect(counts == "5|4|\(keys.trimmingCharacters(in: .newlines))")
    }

    // MARK: Layouts and rights

    @Test func tablesOfAUserAreLeftAlone() throws {
        let desk = try ServerDesk(try Self.place(), schema: "owned")
        try desk.server.psql(
            "DROP TABLE owned.link, owned.landmark; CREATE TABLE owned.link AS SELECT 7 AS low; CREATE VIEW owned.landmark AS SELECT 1 AS x"
        )
        let run = try desk.place.geocli(["push", desk.address])
        #expect(run.status == 65, "\(run.errorText)")
        #expect(try desk.server.psql("SELECT low FROM owned.link") == "7")
    }

    /// Readers who may not read links and landmarks get all other answers.
    @Test func aReaderWithoutRightsOnSomeTablesStillReads() throws {
        let desk = try ServerDesk(try Self.place(), schema: "granted")
        try desk.server.psql(
            """
            CREATE ROLE granted_reader LOGIN PASSWORD 'right'; GRANT USAGE ON SCHEMA granted TO granted_reader;
            GRANT SELECT ON granted.place, granted.posting, granted.feed TO granted_reader
            """)
        let address = desk.server.address("granted", user: "granted_reader")
        func ask(_ line: String) throws -> ProgramRun {
            try desk.place.geocli(
                CommandWords.split(line) + ["--db", address], environment: ["PGPASSWORD": "right"])
        }
        for line in ["list", "near 37.55,126.92", "search 책방"] {
            let run = try ask(line)
            #expect(try run.status == 0 && run.output == desk.place.succeed(line).output, "\(line): \(run.errorText)")
        }
        for (line, table) in [("list --unique", "link"), ("show 1", "link"), ("near 글샘역", "landmark")] {
            let run = try ask(line)
            #expect(run.status == 77, "\(line): \(run.errorText)")
            #expect(
                run.errorText.contains("is not allowed to read the table \"granted\".\(table); ask"), "\(run.errorText)"
            )
        }
        try desk.server.psql("GRANT SELECT ON ALL TABLES IN SCHEMA granted TO granted_reader")
        try desk.push()
        for line in ["list --unique", "show 1", "near '글샘 5호선'"] {
            #expect(try ask(line).output == desk.place.succeed(line).output, "\(line)")
        }
    }

    @Test func aValueThatNoPushWritesIsSaid() throws {
        let desk = try ServerDesk(try Self.place(), schema: "oddlink")
        try desk.server.psql(
            """
            ALTER TABLE oddlink.link DROP CONSTRAINT is_state; ALTER TABLE oddlink.link DROP CONSTRAINT is_pair;
            ALTER TABLE oddlink.landmark DROP CONSTRAINT has_name; ALTER TABLE oddlink.landmark DROP CONSTRAINT is_kind;
            ALTER TABLE oddlink.landmark DROP CONSTRAINT is_latitude
            """)
        for (change, back) in [
            ("state = 'perhaps'", "state = 'found'"), ("run = -1", "run = 1"), ("state = ''", "state = 'found'"),
        ] {
            try desk.server.psql("UPDATE oddlink.link SET \(change) WHERE low = 1")
            for line in ["links list", "show 1"] {
                let run = try desk.ask(line)
                #expect(run.status == 65 && run.errorText.contains("is inconsistent ("), "\(change): \(run.errorText)")
            }
            try desk.server.psql("UPDATE oddlink.link SET \(back) WHERE low = 1")
        }
        for (change, back) in [
            ("name = ''", "name = '글샘'"), ("kind = 'A!'", "kind = 'station'"), ("latitude = 91", "latitude = 37"),
        ] {
            try desk.server.psql("UPDATE oddlink.landmark SET \(change) WHERE feed_id = '2523'")
            let run = try desk.ask("near '글샘 5호선'")
            #expect(run.status == 65 && run.errorText.contains("is inconsistent ("), "\(change): \(run.errorText)")
            try desk.server.psql("UPDATE oddlink.landmark SET \(back) WHERE feed_id = '2523'")
        }
        #expect(try desk.ask("near '글샘 5호선'").status == 0)
    }
}
#endif
