import Foundation
import TestSupport
import Testing

/// A catalog of libraries: no line that its user reads calls them bookstores. The pages are the made-up ones of
/// Tests/Feeds.
@Suite struct NounTests {
    private static func place() throws -> Workplace {
        let place = try Workplace()
        for page in ["page1.json", "page2.json"] {
            try FileManager.default.copyItem(
                at: TestSupport.packageRoot.appendingPathComponent("Tests/Feeds/seoul-libraries/\(page)"),
                to: place.file(page))
        }
        // The last night has one row of five, so that a guard refuses it.
        let page = try String(contentsOf: place.file("page1.json"), encoding: .utf8)
        let one = page.replacing(/"list_total_count": \d+/, with: "\"list_total_count\": 1")
            .replacing(/(?s)(\n   \}),\n   \{.*?\n  \]/) { "\($0.1)\n  ]" }
        try place.write(one, to: "one.json")
        return place
    }

    private static let lines = [
        "status --format table", "list --format table", "list --fields id,nix", "list --feed nix", "list --kind nix",
        "near 37.5563,126.9236 --format table", "near 99999", "near name:없는곳", "show 1 --format table", "show 99999",
        "show seoul-libraries/nix", "open 1 --print", "open 99999", "search 없는도서관 --format table",
        "plot -o p.svg --bbox 126.9,37.5,126.91,37.51", "map -o m.html", "cluster --zoom 3 --format table",
        "export -o e.gpkg", "export -o e.kml", "runs last --format table", "runs --format table",
        "changes --format table", "verify --format table", "inside mapo", "layers districts --format table",
        "layers check", "ingest --sample", "ingest --feed seoul-libraries one.json", "status --format table",
        "runs --feed seoul-libraries --format table", "issues new 1 x", "issues --format table",
        "issues show 1 --format table", "issues stats --format table", "issues report", "issues show 999999",
        "issues new 999999 x", "feeds list --fields id --feed",
    ]

    @Test(arguments: ["en", "ko"]) func noLineAboutLibrariesSaysBookstore(language: String) throws {
        let place = try Self.place()
        let first = try place.succeed("ingest --feed seoul-libraries page1.json page2.json --lang \(language)")
        #expect(first.errorText.contains(language == "en" ? "libraries 5" : "도서관 5곳"), "\(first.errorText)")
        for line in Self.lines {
            let run = try place.geocli("\(line) --lang \(language)")
            for said in (run.text + run.errorText).split(separator: "\n") {
                #expect(!said.lowercased().contains("bookstore") && !said.contains("책방"), "\(line): \(said)")
            }
        }
        // What a reader of the picture sees.
        let svg = try String(contentsOf: place.file("p.svg"), encoding: .utf8)
        #expect(!svg.lowercased().contains("bookstore") && !svg.contains("책방"))
        let refused = try place.geocli("ingest --feed seoul-libraries one.json --lang \(language)")
        #expect(
            refused.errorText.contains(language == "en" ? "known libraries are missing" : "등록된 도서관 5곳 가운데"),
            "\(refused.errorText)")
        let missing = try place.geocli("show 99999 --lang \(language)").errorText
        #expect(missing.contains(language == "en" ? "has no library 99999" : "도서관 99999가 없습니다"), "\(missing)")
    }

    /// The stored reason of a run keeps what scripts know, and says the noun besides.
    @Test func aStoredReasonHasTheNoun() throws {
        let place = try Self.place()
        try place.succeed("ingest -q --feed seoul-libraries page1.json page2.json")
        #expect(try place.geocli("ingest -q --feed seoul-libraries one.json").status == 65)
        let runs = try place.succeed("runs --limit 1").text
        #expect(
            runs.contains(
                #""reason_code":"known-lost","reason_values":{"removed":4,"known":5,"limit":20,"places":"libraries","noun_ko":"도서관"}"#
            ), "\(runs)")
        #expect(try place.succeed("runs --limit 1 --format table --lang ko").text.contains("등록된 도서관 5곳 가운데 4곳"))
    }

    // MARK: Layers

    private static func layers(_ place: Workplace, _ line: String) throws -> String {
        try place.succeed("\(line) -q")
        return try place.shell("sqlite3 l.gpkg \"SELECT table_name FROM gpkg_contents WHERE data_type = 'features'\"")
            .text
    }

    @Test func theLayerIsCalledPlaces() throws {
        let place = try Self.place()
        try place.succeed("ingest -q --feed seoul-libraries page1.json page2.json")
        #expect(try Self.layers(place, "export -o l.gpkg") == "places\n")
        let books = try Workplace.sample.get().copy()
        #expect(try Self.layers(books, "export -o l.gpkg").hasPrefix("places\n"))
    }

    // MARK: The next step

    /// A declaration that was given by its path is named by its path, so that the command can be typed.
    @Test func theNextStepNamesTheFileOfTheDeclaration() throws {
        let place = try Self.place()
        let text = try place.succeed("feeds show seoul-libraries").text.replacing(
            "id = \"seoul-libraries\"", with: "id = \"my-libraries\"")
        try place.write(text, to: "my libraries.toml")
        // A first run that fails has no words yet.
        try place.write("no page", to: "broken.json")
        let words = ["--feed", "my libraries.toml"]
        #expect(try place.geocli(["ingest", "-q", "broken.json"] + words).status == 65)
        #expect(try place.succeed("status --format table").text.contains("--feed 'my libraries.toml'"))
        #expect(try place.geocli(["ingest", "-q", "page1.json", "page2.json"] + words).status == 0)
        let refused = try place.geocli(["ingest", "-q", "one.json"] + words)
        #expect(refused.status == 65 && refused.errorText.contains("--feed 'my libraries.toml'"))
        let status = try place.succeed("status --format table").text
        let step = try #require(status.firstMatch(of: /to see what would go: (geocli ingest .*)/)).1
        #expect(step.contains("--feed 'my libraries.toml'"), "\(step)")
        let run = try place.shell(String(step).replacing("--dry-run", with: "--accept 'four have closed'"))
        #expect(run.status == 0 && run.errorText.contains("my-libraries, run 4: libraries 1"), "\(run.errorText)")
        // Known by its id, it is named by its id.
        try FileManager.default.createDirectory(
            at: place.file("config/geocli/feeds"), withIntermediateDirectories: true)
        try place.write(text, to: "config/geocli/feeds/libraries.toml")
        #expect(try place.geocli(["ingest", "-q", "broken.json"] + words).status == 65)
        let known = try place.succeed(
            "status --format table", environment: ["XDG_CONFIG_HOME": place.file("config").path])
        #expect(known.text.contains("--feed my-libraries"), "\(known.text)")
    }

    // MARK: --feed

    @Test func historiesOfOneFeed() throws {
        let place = try Self.place()
        try place.succeed("ingest -q --feed seoul-libraries page1.json page2.json")
        try place.write(
            "no,title,y,x\n1,가,37.5,126.9\n2,나,x,y\n3,다,37.6,126.9\n4,라,37.6,126.9\n5,마,37.6,126.9\n", to: "own.csv")
        try place.succeed("ingest -q own.csv --id no --name title --lat y --lon x --feed my-places")
        #expect(try place.geocli("ingest -q --feed seoul-libraries one.json").status == 65)
        func lines(_ line: String) throws -> [String] {
            try place.succeed(line).text.split(separator: "\n").map(String.init)
        }
        // Each answer is that of the whole catalog, without the rows of other feeds.
        let runs = try lines("runs")
        #expect(try lines("runs --feed seoul-libraries") == runs.filter { $0.contains("\"seoul-libraries\"") })
        #expect(try lines("runs --feed my-places") == runs.filter { $0.contains("\"my-places\"") })
        #expect(try lines("runs --feed my-places,seoul-libraries") == runs && runs.count == 3)
        #expect(try lines("runs --feed seoul-libraries --limit 1").first?.contains("\"run_id\":3") == true)
        let rejects = try lines("runs last")
        #expect(try lines("runs last --feed my-places") == rejects.filter { $0.contains("\"run_id\":2") })
        #expect(try lines("runs last --feed my-places").count == 1 && rejects.count > 1)
        #expect(try lines("runs 1 --feed my-places").isEmpty)
        #expect(try lines("runs 2 --feed my-places").count == 1)
        func status(_ line: String) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: place.succeed(line).output) as? [String: Any])
        }
        let libraries = try status("status --feed seoul-libraries")
        #expect(libraries["total"] as? Int == 5 && (libraries["last_refusals"] as? [Any])?.count == 1)
        let own = try status("status --feed my-places")
        #expect(own["total"] as? Int == 5 && own["without_point"] as? Int == 1)
        #expect((own["last_refusals"] as? [Any])?.isEmpty == true && (own["last_good_runs"] as? [Any])?.count == 1)
        #expect(try status("status")["total"] as? Int == 10)
        let metrics = try place.succeed("status --feed my-places --format prometheus").text
        #expect(metrics.contains("my-places") && !metrics.contains("seoul-libraries"))
        #expect(try place.succeed("status --feed seoul-libraries --format table").text.contains("\nlibraries "))
        for line in ["runs", "runs last", "status"] {
            let run = try place.geocli("\(line) --feed my-place")
            #expect(run.status == 64 && run.errorText.contains("did you mean my-places?"), "\(line): \(run.errorText)")
            let server = try place.geocli("\(line) --feed my-places --db postgres://u@localhost/d")
            #expect(server.status == 64 && server.errorText.contains("server"), "\(line): \(server.errorText)")
        }
    }

    // MARK: Other captions

    @Test func titlesOfFeedsDoNotFollowTheLanguage() throws {
        let place = try Workplace()
        let english = try place.succeed("feeds list --lang en").text
        #expect(try place.succeed("feeds list --lang ko").text == english)
        #expect(english.contains(#""title":"Public libraries in Seoul""#))
        #expect(english.contains(#""title_ko":"서울시 공공도서관 현황정보""#))
        #expect(try place.succeed("feeds list --format table --lang ko").text.contains("  서울시 공공도서관 현황정보 "))
    }

    @Test func aFolderWithoutPagesNamesTheEndings() throws {
        let place = try Workplace()
        try FileManager.default.createDirectory(at: place.file("empty"), withIntermediateDirectories: true)
        let own = try place.geocli("ingest empty --feed my-places --name title")
        #expect(own.status == 66, "\(own.errorText)")
        #expect(
            own.errorText.contains("(.geojson, .geojsonl, .geojsonseq, .ndjson, .json)"), "\(own.errorText)")
        #expect(try place.geocli("ingest empty").errorText.contains("(.json, .xml, .csv)"))
    }
}
