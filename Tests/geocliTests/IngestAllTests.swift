import Foundation
import TestSupport
import Testing

/// `geocli ingest --all`, with services on this machine; all rows are made up.
@Suite struct IngestAllTests {
    static func declaration(_ id: String, _ address: String?, key: String? = nil) -> String {
        let query = "/rows?serviceKey={KEY}&pageNo={PAGE}&numOfRows={SIZE}"
        let service = address.map { address in
            """
            [service]
            url = "\(address)\(key == nil ? query.replacing("serviceKey={KEY}&", with: "") : query)"
            rows_per_page = 10
            \(key.map { "key = \"\($0)\"" } ?? "")
            """
        }
        return """
            id = "\(id)"
            title = { ko = "\(id)", en = "\(id)" }
            noun = { ko = "북카페", en = "book café" }
            publisher = "nobody, made up for tests"
            license = "none"
            kind = "new"
            [pages]
            format = "json"
            encoding = "UTF-8"
            rows = "response.body.items.item"
            total_counts = "feed"
            total = "response.body.totalCount"
            result = "response.header.resultCode"
            message = "response.header.resultMsg"
            good = ["00"]
            [fields]
            id = "NO"
            name = "NAME"
            [point]
            x = "LON"
            y = "LAT"
            crs = "EPSG:4326"
            area = [126.7, 37.4, 127.2, 37.8]
            \(service ?? "")
            """
    }

    /// A folder in which these declarations are the user's own.
    private struct Setting {
        let place: Workplace
        var environment: [String: String] { ["XDG_CONFIG_HOME": place.file("config").path] }

        init(_ declarations: [(name: String, text: String)]) throws {
            place = try Workplace()
            try FileManager.default.createDirectory(
                at: place.file("config/geocli/feeds"), withIntermediateDirectories: true)
            for (name, text) in declarations { try place.write(text, to: "config/geocli/feeds/\(name).toml") }
        }

        func all(_ more: String = "") throws -> ProgramRun {
            try place.geocli("ingest --all \(more)", environment: environment)
        }

        func count(_ feed: String) throws -> Int {
            let refs = try place.geocli("list --fields ref --format csv").text.split(separator: "\n")
            return refs.count { $0.hasPrefix(feed + "/") }
        }
    }

    @Test func oneFeedFailsAlone() throws {
        let (good, bad, keyed) = (
            try PagingServer("feed"), try PagingServer("error"), try PagingServer("feed", rows: 5)
        )
        let set = try Setting([
            ("a", Self.declaration("feed-a", good.address)), ("b", Self.declaration("feed-b", bad.address)),
            ("c", Self.declaration("feed-c", keyed.address, key: "GEOCLI_KEY_C")),
            ("d", Self.declaration("feed-d", keyed.address)), ("e", Self.declaration("feed-e", nil)),
        ])
        let run = try set.all("--format json")
        #expect(run.status == 77, "\(run.errorText)")
        #expect(run.errorText.contains("geocli: feed-b: ") && run.errorText.contains("22 LIMITED_NUMBER"))
        #expect(run.errorText.contains("geocli: feed-c: ") && run.errorText.contains("GEOCLI_KEY_C"))
        #expect(run.errorText.hasSuffix("feeds: 4 (refused or failed: 2)\n"))
        let rows = try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
        #expect(rows.map { $0["feed"] as? String } == ["feed-a", "feed-b", "feed-c", "feed-d"])
        #expect(rows.map { $0["outcome"] as? String } == ["published", "failed", "failed", "published"])
        #expect(rows.map { $0["exit_code"] as? Int } == [0, 77, 77, 0])
        #expect(rows.map { $0["total"] as? Int } == [27, nil, nil, 5])
        #expect(try set.count("feed-a") == 27 && set.count("feed-b") == 0 && set.count("feed-d") == 5)
        // As its schema says.
        try set.place.write(try set.place.succeed("schema ingest").text, to: "ingest.schema")
        try set.place.write(try set.all("--format ndjson").text, to: "all.ndjson")
        let one = try set.place.geocli("ingest --feed feed-a --format ndjson -q", environment: set.environment).text
        try set.place.write(one, to: "one.ndjson")
        try set.place.write("ingest.schema all.ndjson one.ndjson", to: "manifest")
        try set.place.oracle("check_schema.py", ["manifest"])
    }

    @Test func aQuietNightPrintsOnlyWhatFailed() throws {
        let (good, bad) = (try PagingServer("feed"), try PagingServer("renamed"))
        let set = try Setting([("a", Self.declaration("feed-a", good.address))])
        let silent = try set.all("-q")
        #expect(silent.status == 0 && silent.errorText.isEmpty && silent.text.isEmpty)
        #expect(try set.all().errorText.hasSuffix("feeds: 1, all successful\n"))
        try set.place.write(Self.declaration("feed-b", bad.address), to: "config/geocli/feeds/b.toml")
        let run = try set.all("-q")
        let lines = run.errorText.split(separator: "\n")
        #expect(run.status == 65 && lines.count == 1 && lines[0].hasPrefix("geocli: feed-b: refused: "), "\(lines)")
        #expect(lines[0].contains("geocli ingest --replay") && lines[0].contains("--feed feed-b"))
        #expect(try set.count("feed-a") == 27)
    }

    @Test func ifAllFeedsArePausedNoneIsSuccessful() throws {
        let good = try PagingServer("feed")
        let set = try Setting([("a", Self.declaration("feed-a", good.address))])
        #expect(try set.all("-q").status == 0)
        try set.place.succeed("feeds pause feed-a -q", environment: set.environment)
        let run = try set.all()
        #expect(run.status == 0)
        #expect(
            run.errorText == "paused: feed-a (see 'geocli feeds')\nno feed was ingested: all are paused\n",
            "\(run.errorText)")
    }

    @Test func aFileWithAMistakeIsAFailureOfItsOwn() throws {
        let good = try PagingServer("feed")
        let set = try Setting([("a", "id = 3\n"), ("b", Self.declaration("feed-b", good.address))])
        let run = try set.all("--format json")
        let rows = try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
        #expect(run.status == 65 && rows.count == 2 && rows[0]["feed"] is NSNull)
        #expect((rows[0]["file"] as? String)?.hasSuffix("feeds/a.toml") == true && rows[1]["file"] is NSNull)
        #expect(try set.count("feed-b") == 27)
        // Two files with one id: neither is read, the others are.
        try set.place.write(Self.declaration("feed-t", good.address), to: "config/geocli/feeds/t.toml")
        try set.place.write(Self.declaration("feed-t", good.address + "/x"), to: "config/geocli/feeds/u.toml")
        let twins = try set.all()
        #expect(twins.status == 65 && twins.errorText.contains("id feed-t already belongs to"), "\(twins.errorText)")
        #expect(try set.count("feed-t") == 0)
    }

    @Test func withoutAFeedThatIsSetUpNothingIsAsked() throws {
        let set = try Setting([])
        let none = try set.all()
        #expect(none.status == 66 && none.errorText.contains("no feed is set up"), "\(none.errorText)")
        #expect(try !set.place.names.contains(Workplace.catalogName))
        // A feed of the program is set up by a good run from its service, and not by one from files.
        try set.place.succeed(["ingest", "-"], input: try FeedPage(rows: [.init(id: "1", name: "가")]).bytes())
        #expect(try set.all().status == 66)
        let source = "http://openapi.seoul.go.kr:8088/{KEY}/json/TbSlibBookstoreInfo"
        let script =
            "import sqlite3; c = sqlite3.connect('catalog.sqlite'); c.execute(\"UPDATE run SET source = '\(source)'\"); c.commit()"
        #expect(try set.place.shell("python3 -c \"\(script.replacing("\"", with: "\\\""))\"").status == 0)
        let run = try set.all("--format json")
        #expect(run.status == 77 && run.text.contains("seoul-bookstores"), "\(run.errorText)")
    }

    @Test(arguments: ["x.json", "--sample", "--feed seoul-bookstores", "--replay 1", "--accept why", "--id a"])
    func onlyByItself(_ other: String) throws {
        let run = try Setting([]).all(other)
        #expect(run.status == 64 && run.errorText.contains("--all reads every feed that is set up"), "\(run.errorText)")
    }

    @Test func anotherIngestIsNotDisturbed() throws {
        let good = try PagingServer("feed")
        let set = try Setting([("a", Self.declaration("feed-a", good.address))])
        #expect(try set.all("-q").status == 0)
        let lock =
            "import sqlite3, subprocess, sys; c = sqlite3.connect('catalog.sqlite', isolation_level=None); "
            + "c.execute('BEGIN IMMEDIATE'); sys.exit(subprocess.run(['geocli', 'ingest', '--all']).returncode)"
        let run = try set.place.shell("python3 -c \"\(lock)\"", environment: set.environment)
        #expect(run.status == 75, "\(run.errorText)")
        #expect(try set.count("feed-a") == 27)
    }

    @Test func aFullDiskChangesNothing() throws {
        let (good, large) = (try PagingServer("feed"), try PagingServer("feed", rows: 900))
        let set = try Setting([("a", Self.declaration("feed-a", good.address))])
        #expect(try set.all("-q").status == 0)
        try set.place.write(Self.declaration("feed-b", large.address), to: "config/geocli/feeds/b.toml")
        let run = try set.place.shell("ulimit -f 40; geocli ingest --all", environment: set.environment)
        #expect(run.status == 74, "\(run.status) \(run.errorText)")
        #expect(try set.count("feed-a") == 27 && set.count("feed-b") == 0)
        #expect(try set.place.geocli("verify").status == 0)
        #expect(try set.all("-q").status == 0)
        #expect(try set.count("feed-b") == 900)
    }

    @Test func feedsThatAreFinishedStayFinished() throws {
        let (good, silent) = (try PagingServer("feed"), try PagingServer("silent"))
        let set = try Setting([
            ("a", Self.declaration("feed-a", good.address)), ("b", Self.declaration("feed-b", silent.address)),
        ])
        let process = Process()
        process.executableURL = TestSupport.geocli
        process.arguments = ["ingest", "--all", "-q", "--idle-timeout", "5m", "--page-timeout", "5m"]
        process.environment = ProcessInfo.processInfo.environment.merging(Workplace.environment) { $1 }
            .merging(set.environment) { $1 }
        process.currentDirectoryURL = set.place.folder
        try process.run()
        let end = Date().addingTimeInterval(60)
        while silent.requestCount == 0, Date() < end { usleep(50_000) }
        #expect(silent.requestCount == 1)
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
        #expect(try set.count("feed-a") == 27 && set.count("feed-b") == 0)
        #expect(try set.place.geocli("verify").status == 0)
    }
}
