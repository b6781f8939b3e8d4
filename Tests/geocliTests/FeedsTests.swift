import Foundation
import TestSupport
import Testing

/// `geocli feeds`, and `ingest --feed FILE`, as a person would use them; all rows are made up.
@Suite struct FeedsTests {
    private static func declaration(
        id: String = "mapo-cafes", kind: String = "new", total: String = "feed", url: String? = nil,
        key: String? = nil, empty: String? = nil
    ) -> String {
        let service = url.map { "[service]\nurl = \"\($0)\"\n" } ?? ""
        let rows = url.map { $0.contains("PAGE") || $0.contains("FIRST") ? "rows_per_page = 10\n" : "" } ?? ""
        return """
            id = "\(id)"
            title = { ko = "마포 북카페", en = "Book cafés of Mapo" }
            noun = { ko = "북카페", en = "book café" }
            publisher = "nobody, made up for tests"
            license = "none"
            kind = "\(kind)"
            [pages]
            format = "json"
            encoding = "UTF-8"
            rows = "response.body.items.item"
            total_counts = "\(total)"
            \(total == "none" ? "" : "total = \"response.body.totalCount\"\n")\
            result = "response.header.resultCode"
            message = "response.header.resultMsg"
            good = ["00"]
            \(empty.map { "empty = [\"\($0)\"]\n" } ?? "")[fields]
            id = "NO"
            name = "NAME"
            [point]
            x = "LON"
            y = "LAT"
            crs = "EPSG:4326"
            area = [126.7, 37.4, 127.2, 37.8]
            \(service)\(rows)\(key.map { "key = \"\($0)\"\n" } ?? "")
            """
    }

    private static let page =
        #"{"response":{"header":{"resultCode":"00"},"body":{"totalCount":2,"items":{"item":[{"NO":1,"NAME":"가","LON":126.9,"LAT":37.5},{"NO":2,"NAME":"나","LON":126.91,"LAT":37.51}]}}}}"#

    /// A folder with a declaration, a page of it, and an own folder of declarations.
    private static func place(_ text: String = declaration()) throws -> (Workplace, [String: String]) {
        let place = try Workplace()
        try place.write(text, to: "cafes.toml")
        try place.write(page, to: "page.json")
        try FileManager.default.createDirectory(
            at: place.file("config/geocli/feeds"), withIntermediateDirectories: true)
        return (place, ["XDG_CONFIG_HOME": place.file("config").path])
    }

    @Test func fromTheStarterToPlaces() throws {
        let (place, environment) = try Self.place()
        #expect(
            try place.shell("geocli feeds new >new.toml && geocli feeds show ./new.toml >again && cmp new.toml again")
                .status == 0)
        let check = try place.geocli(
            "feeds check cafes.toml page.json --fields check,level,count,total --format csv", environment: environment)
        #expect(check.status == 0)
        #expect(check.text.contains("points,ok,2,2\n") && !check.text.contains("fault"))
        let run = try place.geocli("ingest --feed cafes.toml page.json", environment: environment)
        #expect(run.status == 0 && run.errorText.contains("mapo-cafes"))
        #expect(
            try place.geocli("list --fields ref,kind --format csv").text
                == "ref,kind\nmapo-cafes/1,new\nmapo-cafes/2,new\n")
        // The file in its folder is known by its id, and its licence is in files.
        try FileManager.default.copyItem(at: place.file("cafes.toml"), to: place.file("config/geocli/feeds/c.toml"))
        #expect(
            try place.geocli("ingest --feed mapo-cafes page.json", environment: environment).errorText.contains(
                "unchanged"))
        let map = try place.geocli("export --format geojson", environment: environment).text
        #expect(map.contains("nobody, made up for tests") && map.contains("\"none\""))
    }

    @Test func aFolderMayHoldMistakes() throws {
        let (place, environment) = try Self.place()
        try place.write("id = 3\n", to: "config/geocli/feeds/broken.toml")
        try place.write(Self.declaration(), to: "config/geocli/feeds/good.toml")
        let list = try place.geocli("feeds --fields id,problem --format csv", environment: environment)
        #expect(list.status == 65 && list.text.contains("mapo-cafes,\n"))
        #expect(list.text.contains("broken.toml, line 1: id: is a number"))
        #expect(try place.geocli("ingest --feed mapo-cafes page.json", environment: environment).status == 0)
        // One id in two files that differ: neither is taken.
        try place.write(Self.declaration(total: "page"), to: "config/geocli/feeds/twin.toml")
        for word in ["mapo-cafes", "cafes.toml", "config/geocli/feeds/twin.toml"] {
            let run = try place.geocli(["ingest", "--feed", word, "page.json"], environment: environment)
            #expect(
                run.status == 64 && run.errorText.contains("id mapo-cafes already belongs to"),
                "\(word): \(run.errorText)"
            )
        }
        // The program's own ids are taken.
        try place.write(Self.declaration(id: "seoul-bookstores"), to: "own.toml")
        #expect(
            try place.geocli("ingest --feed own.toml page.json").errorText.contains(
                "already belongs to a feed built into geocli"))
    }

    @Test func aWrongWordIsExplained() throws {
        let (place, environment) = try Self.place()
        let near = try place.geocli("feeds show seoul-bookstore", environment: environment)
        #expect(near.status == 64 && near.errorText.contains("did you mean seoul-bookstores?"))
        #expect(try place.geocli("feeds check none.toml page.json").status == 66)
        #expect(try place.geocli("feeds check ./ page.json").status == 65)
        #expect(try place.geocli("feeds check page.json.toml page.json").status == 66)
        #expect(try place.geocli("feeds check ./page.json page.json").errorText.contains("./page.json, line 1: "))
        #expect(try place.geocli("feeds check catalog.sqlite page.json").status == 64)
        #expect(try place.geocli("ingest --feed cafes.toml http://127.0.0.1:1").errorText.contains("has no [service]"))
        #expect(try place.geocli("ingest --feed cafes.toml").errorText.contains("has no live service"))
    }

    @Test func aFaultEndsTheCheckWith65() throws {
        let (place, _) = try Self.place(
            Self.declaration().replacing("x = \"LON\"\ny = \"LAT\"", with: "x = \"LAT\"\ny = \"LON\""))
        let run = try place.geocli("feeds check cafes.toml page.json --format table")
        #expect(run.status == 65 && run.text.contains("2 points would be in the area if x and y were swapped"))
        #expect(
            try place.geocli("feeds check cafes.toml page.json --lang ko --format table").text.contains(
                "x와 y를 바꾸면"))
        #expect(try !place.names.contains(Workplace.catalogName))
    }

    // MARK: Live services

    private struct Asked {
        let run: ProgramRun
        let count: Int
        let requests: [String]
    }

    private static let byPage = "/rows?serviceKey={KEY}&pageNo={PAGE}&numOfRows={SIZE}"
    private static let byRow = "/{KEY}/json/rows/{FIRST}/{LAST}/"

    /// Ingests from a service that pages in a way of Tests/Faults/paging_server.py.
    private static func ask(
        _ mode: String, url: String, total: String, rows: Int = 27, key: String = "a%2Bb%2Fc%3D%3D",
        variable: String? = "DATA_GO_KR_KEY", empty: String? = nil
    ) throws -> Asked {
        let (place, environment) = try place(declaration(total: total, url: url, key: variable, empty: empty))
        let process = Process()
        let pipe = Pipe()
        let log = place.file("requests")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", TestSupport.packageRoot.appendingPathComponent("Tests/Faults/paging_server.py").path, mode,
            "--rows",
            String(rows), "--log", log.path,
        ]
        process.standardOutput = pipe
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        var port = ""
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
            port += String(decoding: byte, as: UTF8.self)
        }
        let run = try place.geocli(
            "ingest --feed cafes.toml http://127.0.0.1:\(port)",
            environment: environment.merging(["DATA_GO_KR_KEY": key]) { $1 })
        let listed = try place.geocli("list --fields id --format ndjson")
        let requests = (try? String(contentsOf: log, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
        #expect(!run.errorText.contains("a+b/c") && !run.errorText.contains("a%2Bb"))
        return Asked(run: run, count: listed.text.split(separator: "\n").count, requests: requests)
    }

    /// The portal shows a key percent-encoded, too; either way it is sent encoded once.
    @Test(arguments: ["a%2Bb%2Fc%3D%3D", "a+b/c=="])
    func everyPageOfAFeedComes(key: String) throws {
        let asked = try Self.ask("feed", url: Self.byPage, total: "feed", key: key)
        #expect(asked.run.status == 0, "\(asked.run.errorText)")
        #expect(asked.count == 27)
        #expect(
            asked.requests
                == (1...3).map { "/rows?serviceKey=a%2Bb%2Fc%3D%3D&pageNo=\($0)&numOfRows=10" })
    }

    @Test func aTotalOfThePageGoesOnToAnEmptyPage() throws {
        for url in [Self.byPage, Self.byRow] {
            let asked = try Self.ask("page", url: url, total: "page")
            #expect(asked.run.status == 0 && asked.count == 27, "\(asked.run.errorText)")
            // The declaration names no code for the end, so two empty pages end the feed.
            #expect(asked.requests.count == 5)
            // Declared as the feed's, the first page would look whole.
            let wrong = try Self.ask("page", url: url, total: "feed")
            #expect(wrong.run.status != 0 && wrong.count == 0)
            #expect(wrong.run.errorText.contains("total_counts = \"page\""), "\(wrong.run.errorText)")
        }
        // A feed of exactly one page, and of none left over.
        for rows in [10, 20] {
            let asked = try Self.ask("page", url: Self.byPage, total: "page", rows: rows)
            #expect(asked.run.status == 0 && asked.count == rows)
            let feed = try Self.ask("feed", url: Self.byPage, total: "feed", rows: rows)
            #expect(feed.run.status == 0 && feed.count == rows, "\(feed.run.errorText)")
        }
    }

    /// The end of a feed is its code. A page without rows that has the code of a page with rows is a fault: it is
    /// requested again, and never ends the feed.
    @Test(arguments: ["page", "none"]) func anEmptyPageWithAGoodCodeIsNotTheEnd(total: String) throws {
        for url in [Self.byPage, Self.byRow] {
            let coded = try Self.ask("coded", url: url, total: total, empty: "03")
            #expect(coded.run.status == 0 && coded.count == 27, "\(coded.run.errorText)")
            #expect(coded.requests.count == 4)
            let hiccup = try Self.ask("hiccup", url: url, total: total, empty: "03")
            #expect(hiccup.run.status == 0 && hiccup.count == 27, "\(hiccup.run.errorText)")
            // The declaration names no such code, and rows come after the empty page.
            let gap = try Self.ask("gap", url: url, total: total)
            #expect(gap.run.status == 65 && gap.count == 0, "\(gap.run.errorText)")
            #expect(gap.run.errorText.contains("has rows, but a page before it has none"))
        }
        let hole = try Self.ask("hole", url: Self.byPage, total: total, empty: "03")
        #expect(hole.run.status == 65 && hole.count == 0, "\(hole.run.errorText)")
        #expect(hole.run.errorText.contains("has no rows but the code of a page with rows (00)"))
        #expect(hole.requests.count == 5)
    }

    @Test func aServiceThatLosesRowsIsNotBelieved() throws {
        let same = try Self.ask("same", url: Self.byPage, total: "feed")
        #expect(same.run.status == 65 && same.count == 0, "\(same.run.errorText)")
        let short = try Self.ask("short", url: Self.byPage, total: "page")
        #expect(
            short.run.status != 0 && short.count == 0 && short.run.errorText.contains("rows_per_page = 4"),
            "\(short.run.errorText)")
        let both = try Self.ask("short", url: Self.byPage, total: "feed")
        #expect(both.run.status != 0 && both.count == 0, "\(both.run.errorText)")
        // By rows, a short page is no trap: the next one begins after it.
        let rows = try Self.ask("short", url: Self.byRow, total: "page")
        #expect(rows.run.status == 0 && rows.count == 27, "\(rows.run.errorText)")
        let error = try Self.ask("error", url: Self.byPage, total: "feed")
        #expect(
            error.run.status == 77 && error.count == 0 && error.run.errorText.contains("22 LIMITED_NUMBER"),
            "\(error.run.errorText)")
        let renamed = try Self.ask("renamed", url: Self.byPage, total: "feed")
        #expect(
            renamed.run.status == 65 && renamed.count == 0 && renamed.run.errorText.contains("unusable"),
            "\(renamed.run.errorText)")
    }

    @Test func oneAnswerWithoutAKey() throws {
        let asked = try Self.ask("feed", url: "/rows", total: "feed", variable: nil)
        #expect(asked.run.status == 0 && asked.count == 27, "\(asked.run.errorText)")
        #expect(asked.requests == ["/rows"])
    }

    @Test func aMissingKeyIsNamed() throws {
        let (place, environment) = try Self.place(Self.declaration(url: Self.byPage, key: "GEOCLI_KEY_CAFES"))
        let run = try place.geocli("ingest --feed cafes.toml http://127.0.0.1:1", environment: environment)
        #expect(run.status == 77 && run.errorText.contains("GEOCLI_KEY_CAFES"), "\(run.errorText)")
    }
}

/// docs/feeds.md, and a draft of a page, as a person would use them.
@Suite struct FeedsDocumentTests {
    private static let root = TestSupport.packageRoot

    private static func blocks() throws -> [String] {
        let text = try String(contentsOf: root.appendingPathComponent("docs/feeds.md"), encoding: .utf8)
        return text.matches(of: /(?s)```sh\n(.*?)```/).map { String($0.1) }
    }

    /// Each script of docs/feeds.md runs beside the made-up files of its trade.
    @Test func aTradeIsCopied() throws {
        let place = try Workplace()
        for trade in ["pharmacies", "cafes"] {
            let file = Self.root.appendingPathComponent("Tests/Feeds/localdata-\(trade)/\(trade).csv")
            try FileManager.default.copyItem(at: file, to: place.file("\(trade).csv"))
        }
        let blocks = try Self.blocks()
        #expect(blocks.count == 2)
        // By hand from make_pages.py: five of seven are not closed; of the five with a trade of cafés, three.
        for (block, line) in zip(
            blocks,
            [
                "5 of 7 rows are read (closed: 2, left out by the filter: 0)",
                "3 of 7 rows are read (closed: 2, left out by the filter: 2)",
            ])
        {
            let run = try place.shell("set -e\n\(block)")
            #expect(run.status == 0 && run.text.contains(line), "\(run.text) \(run.errorText)")
        }
        let list = try place.geocli("feeds show pharmacies.toml").text
        #expect(list.contains("id = \"localdata-pharmacies\"") && list.contains("EPSG:5174"))
    }

    @Test func landmarksAreIngestedByTheirDeclaration() throws {
        let place = try Workplace()
        let page = Self.root.appendingPathComponent("Tests/Feeds/seoul-stations/page1.json").path
        #expect(try place.geocli(["feeds", "check", "seoul-stations", page]).status == 0)
        let run = try place.geocli(["ingest", "--feed", "seoul-stations", page])
        #expect(run.status == 0 && run.errorText.contains("stations"), "\(run.errorText)")
        #expect(try place.geocli("feeds --fields id,role --format csv").text.contains("seoul-stations,landmarks\n"))
    }

    /// Without --districts, the outlines of the catalog tell whether points lie where their rows say; the sample's are
    /// made up and tell nothing.
    @Test func theCatalogsOutlinesAreUsed() throws {
        let page = Self.root.appendingPathComponent("Tests/Feeds/seoul-libraries/page1.json").path
        let check = ["feeds", "check", "seoul-libraries", page, "--fields", "check", "--format", "csv"]
        let place = try Workplace.sample.get().copy()
        #expect(try !place.geocli(check).text.contains("\ncrs"))
        let ring = "[[[126.8,37.5],[127.0,37.5],[127.0,37.6],[126.8,37.6],[126.8,37.5]]]"
        try place.write(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"마포구"},"geometry":{"type":"Polygon","coordinates":\#(ring)}}]}"#,
            to: "mapo.geojson")
        try place.succeed("layers import mapo.geojson --role districts --license none")
        #expect(try place.geocli(check).text.contains("\ncrs"))
    }

    /// Every feed that comes with geocli is known by its id, and its text is the text of a declaration.
    @Test func eachFeedIsShownAsItsFile() throws {
        let place = try Workplace()
        for line in try place.geocli("feeds --fields id --format csv").text.split(separator: "\n").dropFirst() {
            let file = Self.root.appendingPathComponent("Sources/Ingest/Feeds/\(line).toml")
            #expect(try place.geocli("feeds show \(line)").text == String(contentsOf: file, encoding: .utf8))
        }
    }

    @Test func aPageBeginsADeclaration() throws {
        let place = try Workplace()
        let page = Self.root.appendingPathComponent("Tests/Feeds/seoul-bikes/page1.json").path
        let draft = try place.geocli(["feeds", "new", "--from", page])
        #expect(draft.status == 0 && draft.text.contains("\nrows = \"rentBikeStatus.row\""))
        try place.write(draft.text, to: "bikes.toml")
        let refused = try place.geocli(["feeds", "check", "bikes.toml", page])
        #expect(
            refused.status == 65 && refused.errorText.contains("id: is empty; a declaration must state this value"),
            "\(refused.errorText)")
        // From a pipe as well.
        #expect(try place.shell("geocli feeds new --from - <'\(page)' | grep -c GUESS").status == 0)
    }

    @Test func whatIsNoPageBeginsNothing() throws {
        let place = try Workplace()
        try place.write("", to: "empty.json")
        try FileManager.default.createDirectory(at: place.file("two"), withIntermediateDirectories: true)
        try place.write("[]", to: "two/1.json")
        try place.write("[]", to: "two/2.json")
        try FileManager.default.createDirectory(at: place.file("none"), withIntermediateDirectories: true)
        try place.succeed("ingest --sample")
        let cases: [(String, Int32, String)] = [
            ("empty.json", 65, "is empty"), ("missing.json", 66, "missing.json"), ("two", 64, "a folder with 2 pages"),
            ("none", 66, "contains no page"), ("/dev/null", 65, "is empty"),
            (Workplace.catalogName, 64, "catalog itself"),
            ("/dev/zero", 65, "16 MiB"),
        ]
        for (file, status, word) in cases {
            let run = try place.geocli(["feeds", "new", "--from", file])
            #expect(
                run.status == status && run.errorText.contains(word) && run.text.isEmpty,
                "\(file): \(run.status) \(run.errorText)")
        }
    }
}
