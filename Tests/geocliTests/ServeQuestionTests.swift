import Foundation
import TestSupport
import Testing

/// The service answers what the commands answer, and says what they say on standard error in a header.
@Suite struct ServeQuestionTests {
    private static func place() throws -> Workplace {
        let place = try Workplace.sample.get().copy()
        try place.succeed([
            "layers", "import", "--role", "districts",
            TestSupport.packageRoot.appendingPathComponent("data/sample/districts.geojson").path,
        ])
        return place
    }

    /// The script asks each question of the command, of the service, and some of the command with --server.
    @Test func randomQuestionsHaveTheBytesOfTheCommands() throws {
        let place = try Self.place()
        let service = try RunningService(place)
        try place.oracle(
            "check_service.py",
            [TestSupport.geocli.path, place.file(Workplace.catalogName).path, service.address, "20261124", "250"])
    }

    @Test func theMapIsThatOfTheCommand() throws {
        let place = try Self.place()
        let service = try RunningService(place)
        for (target, words) in [("/map", []), ("/map?kind=used", ["--kind", "used"])] {
            let page = try place.succeed(["map"] + words)
            #expect(try service.get(target).body == page.output, "\(target)")
        }
        // A link from a stranger must not choose what the page of this service says.
        #expect(try service.get("/map?title=Closed%20down").status == 400)
    }

    @Test func aBrowserGetsAnIcon() throws {
        let icon = try RunningService(Self.place()).get("/favicon.ico")
        #expect(icon.status == 200 && icon.header("content-type") == "image/svg+xml" && icon.text.hasPrefix("<svg "))
    }

    @Test func anAnswerThatAClientHasIsNotSentAgain() throws {
        let place = try Self.place()
        let service = try RunningService(place)
        let first = try service.get("/list?limit=5")
        let tag = try #require(first.header("etag"))
        #expect(first.status == 200)
        let again = try service.get("/list?limit=5", ["-H", "If-None-Match: W/\"x\", \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty && again.header("etag") == tag)
        // Whether an answer exists is known only after the question is checked.
        #expect(try service.get("/list?limit=5", ["-H", "If-None-Match: *"]).status == 200)
        #expect(try service.get("/near?where=nowhere%20at%20all", ["-H", "If-None-Match: *"]).status == 404)
        // Another order of the parameters is the same question; another language, encoding or limit is not.
        #expect(try service.get("/list?limit=5&unique=false").header("etag") != tag)
        #expect(try service.get("/list?limit=6").header("etag") != tag)
        #expect(try service.get("/list?limit=5", ["-H", "Accept-Language: ko"]).header("etag") != tag)
        #expect(try service.get("/list?limit=5", ["-H", "Accept-Encoding: gzip"]).header("etag") != tag)
        let (one, other) = ("/list?limit=5&kind=used", "/list?kind=used&limit=5")
        #expect(try service.get(one).header("etag") == service.get(other).header("etag"))
        // A person's decision changes the state, and so the tag.
        let number = try place.succeed(["issues", "--limit", "1", "--fields", "number", "--csv"]).text
            .split(separator: "\n").last
        try place.succeed(["issues", "comment", String(#require(number)), "looked at"])
        #expect(try service.get("/list?limit=5", ["-H", "If-None-Match: \(tag)"]).status == 200)
    }

    /// Two copies that were edited in the same second are two catalogs, also for a client that has an answer of one.
    @Test func aCopyThatPartedIsSentAgain() throws {
        let place = try Self.place()
        let (catalog, copy) = (place.file(Workplace.catalogName), place.file("copy.sqlite"))
        try FileManager.default.copyItem(at: catalog, to: copy)
        for (path, name) in [(catalog, "책방 하나"), (copy, "책방 둘")] {
            let words = ["1", "name=\(name)", "--because", "x", "--source", "https://example.com"]
            let run = try place.geocli(
                ["corrections", "add"] + words + ["--db", path.path], environment: ["SOURCE_DATE_EPOCH": "1790000000"])
            try #require(run.status == 0, "\(run.errorText)")
        }
        let service = try RunningService(place)
        let first = try service.get("/show/1")
        let tag = try #require(first.header("etag"))
        _ = try place.shell("mv copy.sqlite \(Workplace.catalogName)")
        let second = try service.get("/show/1", ["-H", "If-None-Match: \(tag)"])
        #expect(second.status == 200 && second.body != first.body && second.header("etag") != tag)
    }

    /// The description allows each of these parameters with each format.
    @Test func parametersWithoutEffectOnTheFormatAreIgnored() throws {
        let service = try RunningService(try Self.place())
        let plain = try service.get("/list?limit=3").body
        for words in ["color=true", "columns=80", "raw=true", "excel=true"] {
            #expect(try service.get("/list?limit=3&\(words)").body == plain, "\(words)")
        }
        let table = try service.get("/list?limit=3&format=table").body
        #expect(try service.get("/list?limit=3&format=table&raw=true").body == table)
        #expect(try service.get("/list?limit=3&columns=0").status == 400)
    }

    /// What the description excludes is refused, and nothing else about these parameters.
    @Test func theDescriptionSaysWhichTextsAreRefused() throws {
        let service = try RunningService(try Self.place())
        let document = try #require(
            try JSONSerialization.jsonObject(with: service.get("/api").body) as? [String: Any])
        func schema(_ path: String, _ name: String) throws -> [String: Any] {
            let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
            let shapes = try #require(paths[path]?["get"]?["parameters"] as? [[String: Any]])
            let shape = try #require(shapes.first { $0["name"] as? String == name }, "\(path) \(name)")
            return try #require(shape["schema"] as? [String: Any])
        }
        #expect(try schema("/list", "match")["minLength"] as? Int == 1)
        #expect(try schema("/show/{id}", "id")["type"] as? String == "integer")
        #expect(try schema("/near", "k")["maximum"] as? Int == 10_000)
        let part = try #require(try schema("/collections/districts/items/{id}", "id")["pattern"] as? String)
        for text in ["a\u{1}b", "a/b", "..", ".", ""] {
            #expect(text.range(of: part, options: .regularExpression) == nil, "\(text.debugDescription)")
        }
        #expect("마포구".range(of: part, options: .regularExpression) != nil)
        #expect(try service.get("/collections/districts/items/a%01b").status == 400)
        #expect(try service.get("/list?match=").status == 400)
        // A key of the right form that no page has is not found; a text of another form is wrong.
        #expect(try service.get("/collections/places/items?next=0123456789").status == 404)
        #expect(try service.get("/collections/places/items?next=x").status == 400)
    }

    @Test func largeAnswersArePackedForThoseWhoReadThat() throws {
        let service = try RunningService(try Self.place())
        let (plain, packed) = (
            try service.get("/list"), try service.get("/list", ["-H", "Accept-Encoding: br, gzip;q=0.5"])
        )
        #expect(plain.header("content-encoding") == nil && packed.header("content-encoding") == "gzip")
        #expect(packed.body.count * 2 < plain.body.count)
        #expect(try service.get("/list", ["--compressed"]).body == plain.body)
        #expect(try service.get("/show/3", ["-H", "Accept-Encoding: gzip"]).header("content-encoding") == nil)
        #expect(try service.get("/list", ["-H", "Accept-Encoding: gzip;q=0"]).body == plain.body)
        let head = try service.get("/list", ["-I"])
        #expect(head.body.isEmpty && head.header("content-length") == "\(plain.body.count)")
    }

    @Test(arguments: ["/?f=html", "/metrics"])
    func answersWithoutTheCatalogArePackedToo(_ target: String) throws {
        let service = try RunningService(try Self.place())
        let packed = try service.get(target, ["-H", "Accept-Encoding: gzip"])
        #expect(packed.header("content-encoding") == "gzip")
        #expect(try service.get(target).header("content-encoding") == nil)
    }

    @Test func theFirstPageHasATagForEachOfItsForms() throws {
        let service = try RunningService(try Self.place())
        let (page, document) = (try service.get("/", ["-H", "Accept: text/html"]), try service.get("/"))
        let tag = try #require(page.header("etag"))
        #expect(document.header("etag") != nil && document.header("etag") != tag)
        #expect(try service.get("/", ["-H", "Accept: text/html", "-H", "If-None-Match: \(tag)"]).status == 304)
        #expect(try service.get("/", ["-H", "If-None-Match: \(tag)"]).status == 200)
    }

    /// Each refusal says in the reader's language what to send instead, names the parameter, and no path of the machine.
    @Test(
        arguments: [
            ("/list?kinds=used", 400, "kinds"), ("/list?limit=-1", 400, nil), ("/list?limit=1&limit=2", 400, "limit"),
            ("/near", 400, "where"), ("/near?where=nowhere%20at%20all", 404, nil), ("/bbox?bbox=1,2,3", 400, nil),
            ("/show/999999", 404, nil), ("/show/a/b/c", 404, nil), ("/%2e%2e/etc/passwd", 400, nil),
            ("/list?format=gpkg", 400, nil), ("/cluster", 400, "zoom"), ("/list?unique=maybe", 400, "unique"),
            ("/list?limit=10001", 400, "limit"),
            ("/near?where=37.55,126.92&k=10001", 400, "k"), ("/nothing", 404, nil), ("/list?%ff", 400, nil),
        ] as [(String, Int, String?)])
    func refusalsAreProblemDetails(_ target: String, _ status: Int, _ parameter: String?) throws {
        let place = try Self.place()
        let service = try RunningService(place)
        for language in ["en", "ko"] {
            let answer = try service.get(target, ["--path-as-is", "-H", "Accept-Language: \(language)"])
            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.header("content-type") == "application/problem+json")
            #expect(answer.header("content-language") == language)
            let problem = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
            #expect(problem["status"] as? Int == status)
            let detail = try #require(problem["detail"] as? String)
            #expect(detail.contains(/[가-힣]/) == (language == "ko"), "\(detail)")
            if let parameter { #expect(problem["parameter"] as? String == parameter) }
            #expect(!answer.text.contains(place.folder.path))
        }
    }

    /// A client has no options and no commands.
    @Test(
        arguments: [
            ("/list?fields=x", "fields", "fields: unknown field"), ("/inside?area=x", "area", "area: \"x\" is neither"),
            ("/inside?area={}", "area", "area: "), ("/inside?area={", "area", "area ends in the middle of its JSON"),
            ("/show/x", nil, "id: no place is called \"x\""),
            ("/near?where=Somewhere", nil, "search for a part of the name with /search"),
            ("/near?where=999999", nil, "/search?text=TEXT"), ("/%ff", nil, "/near?where=37"),
            ("/collections/places/items?f=json", "f", "the parameters are bbox, datetime, district, feed, has"),
            ("/collections/places/items?limit=0", "limit", "write a whole number, 1 or more"),
        ] as [(String, String?, String)])
    func refusalsSpeakOfParameters(_ target: String, _ parameter: String?, _ words: String) throws {
        let answer = try RunningService(try Self.place()).get(target, ["--globoff"])
        let problem = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
        let detail = try #require(problem["detail"] as? String)
        #expect(detail.contains(words) && !detail.contains("geocli ") && !detail.contains("--"), "\(detail)")
        #expect(!detail.contains("severity"))
        #expect(problem["parameter"] as? String == parameter)
    }

    @Test func theDataIsReadyWhileItIsCurrent() throws {
        let place = try Workplace()
        try place.succeed(["ingest", "--sample"])
        let service = try RunningService(place)
        #expect(try service.get("/healthz").text == "ok\n")
        let sample = try service.get("/readyz")
        #expect(sample.status == 503 && sample.text.contains("only the sample"))
        // The run of this catalog is that of 2026-09-21. Its file came once, so nobody expects another one.
        let daily = try Self.place()
        #expect(try RunningService(daily).get("/readyz").text == "ok\n")
        try daily.succeed("feeds cadence seoul-bookstores daily -q")
        let real = try RunningService(daily)
        let old = try real.get("/readyz")
        #expect(old.status == 503 && old.text.contains("more than 36h"), "\(old.text)")
        // The data came from a file, and the path of a file is not for everyone.
        #expect(old.text.contains("run 'geocli ingest FILE'"), "\(old.text)")
        let patient = try RunningService(daily, ["--max-age", "10000d"])
        #expect(try patient.get("/readyz").text == "ok\n")
        let week = try RunningService(daily, ["--max-age", "7d"])
        #expect(try week.get("/readyz").text.contains("more than 7d"))
    }

    /// The figures are kept for a state of the catalog.
    @Test func theMetricsAreThoseOfStatusAfterEachRun() throws {
        let place = try Workplace()
        try place.succeed(["ingest", "--sample"])
        let service = try RunningService(place)
        func figures(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { $0.hasPrefix("geocli_places") || $0.hasPrefix("geocli_last_run_rows") }
        }
        for page in ["", "data/sample/TbSlibBookstoreInfo_1_606.json"] {
            if !page.isEmpty {
                try place.succeed(["ingest", "-q", TestSupport.packageRoot.appendingPathComponent(page).path])
            }
            let status = figures(try place.geocli("status --format prometheus").text)
            #expect(!status.isEmpty)
            for _ in 0..<2 { #expect(figures(try service.get("/metrics").text) == status) }
        }
    }

    @Test(arguments: [
        "list --as-of 2026-09-21", "list --uncorrected", "near --from points.csv", "list --marked",
        "search -i 책", "list --db x.sqlite", "inside area.geojson", "cluster --zoom 3 --from points.csv",
    ])
    func whatOnlyAFileAnswersIsRefused(_ line: String) throws {
        let place = try Self.place()
        try place.write("latitude,longitude\n37.5,127\n", to: "points.csv")
        try place.write(
            #"{"type":"Polygon","coordinates":[[[126,37],[127,37],[127,38],[126,37]]]}"#, to: "area.geojson")
        let run = try place.geocli(line + " --server http://127.0.0.1:9")
        #expect(run.status == 64 && run.errorText.contains("--server"), "\(run.errorText)")
    }

    @Test func aBrowserGetsAPageAndAProgramADocument() throws {
        let service = try RunningService(try Self.place())
        let page = try service.get("/", ["-H", "Accept: text/html,application/xhtml+xml,*/*;q=0.8"])
        #expect(page.header("content-type") == "text/html; charset=utf-8" && page.text.contains("/near?where="))
        for words in [[], ["-H", "Accept: application/json"], ["-H", "Accept: */*"]] {
            let answer = try service.get("/", words)
            #expect(answer.header("content-type") == "application/json")
            let document = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
            #expect((document?["links"] as? [[String: String]])?.contains { $0["rel"] == "service-desc" } == true)
        }
    }

    @Test func aServiceThatIsNoneIsNamed() throws {
        let place = try Self.place()
        #expect(try place.geocli("list --server http://127.0.0.1:9").status == 69)
        #expect(try place.geocli("list --server ftp://x").status == 64)
        let feeds = try FeedServer(rows: 3)
        let other = try place.geocli("list --server \(feeds.address)")
        #expect(other.status == 69 && other.errorText.contains("isn't a geocli service"), "\(other.errorText)")
        let service = try RunningService(place)
        for source in ["", " --server \(service.address)"] {
            let gone = try place.geocli("changes --since 1.2.3" + source)
            #expect(gone.status == 66, "\(gone.errorText)")
        }
        let refused = try place.geocli("list --kind nothing --server \(service.address)")
        #expect(refused.status == 64 && refused.errorText.contains("the service says: "))
    }
}
