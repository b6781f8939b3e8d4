import Foundation
import TestSupport
import Testing

/// The content of the page of `geocli map`, without a browser. Tests/Browser checks its behaviour.
@Suite struct MapPageTests {
    // MARK: Who is shown

    @Test(arguments: ["all", "new", "used", "other"])
    func thePageHidesWhatClusterHidesAtEveryZoom(_ set: String) throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage()
        let kind = set == "all" ? "" : "--kind \(set)"
        for zoom in 0...20 {
            let rows = try place.succeed(
                "cluster --mode stable --tile-size 256 --zoom \(zoom) --members \(kind) --format tsv --fields id,visible,hidden_by"
            )
            var hiders: [Int: Int] = [:]
            for line in rows.text.split(separator: "\n").dropFirst() {
                let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                let id = try #require(Int(cells[0]))
                hiders[id] = cells[1] == "true" ? id : try #require(Int(cells[2]))
            }
            #expect(try page.hiders(set, zoom: zoom) == hiders, "zoom \(zoom)")
        }
    }

    @Test func filtersComeBeforeThePass() throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage("--district mapo --has phone")
        let rows = try place.succeed(
            "cluster --district mapo --has phone --mode stable --tile-size 256 --zoom 12 --members --format tsv --fields id,hidden_by"
        )
        let pairs = rows.text.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map { Int($0) }
            return (cells[0] ?? 0, cells[1] ?? cells[0] ?? 0)
        }
        #expect(try page.hiders("all", zoom: 12) == Dictionary(uniqueKeysWithValues: pairs))
        #expect(pairs.count > 20)
    }

    @Test func smallerMarkersHideFewer() throws {
        let place = try Workplace.sample.get()
        func shown(_ page: MapPage) throws -> Int { try page.hiders("all", zoom: 11).count { $0.key == $0.value } }
        #expect(try shown(place.mapPage("--icon 22x35")) > shown(place.mapPage()))
    }

    // MARK: What it holds

    @Test func everyListedBookstoreIsInThePageWithWhatTheListSays() throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage()
        let list = try place.succeed("list --format json")
        let rows = try #require(try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
        #expect(page.ids == rows.map { $0["id"] as? Int ?? 0 })
        #expect(page.data["listed"] as? Int == rows.count)
        for row in rows {
            let cells = try page.row(try #require(row["id"] as? Int))
            #expect(cells[5] as? String == row["phone"] as? String)
            #expect(cells[7] as? String == row["website"] as? String)
            #expect(cells[8] as? [String] == row["sns"] as? [String])
            let point = [row["latitude"], row["longitude"]].map { $0 as? Double }
            for (cell, degrees) in zip(cells[9...10], point) {
                #expect((cell as? Double).map { abs($0 - (degrees ?? .nan)) < 1e-7 } ?? (degrees == nil))
            }
        }
    }

    @Test func theSameDataGivesTheSamePage() throws {
        let place = try Workplace.sample.get()
        #expect(try place.succeed("map").output == place.succeed("map").output)
    }

    @Test func changesBehindTheFirstRunAreInThePage() throws {
        let page = try ChangesTests.story.get().mapPage()
        let days = try #require(page.data["days"] as? [String])
        let changes = try #require(page.data["changes"] as? [[Any]]).map { (change: [Any]) -> String in
            let place = try #require(change[2] as? Int)
            let day = days[try #require(change[0] as? Int)]
            return
                "\(day) \(change[1]) \(page.ids[place]) \(change.dropFirst(3).map { "\($0)" }.joined(separator: ","))"
        }
        #expect(
            changes == [
                "2026-09-22 moved 1 37.5663,126.9779", "2026-09-23 added 4 ", "2026-09-24 closed 2 ",
            ])
    }

    @Test func closedBookstoresStandBehindTheListedOnes() throws {
        let rows = (1...3).map { FeedPage.Row(id: "\($0)", name: "책방 \($0)") }
        let rest = FeedPage(rows: Array(rows.dropFirst()))
        let place = try Workplace.ingested([FeedPage(rows: rows), rest, rest, rest])
        let page = try place.mapPage()
        #expect(page.ids == [2, 3, 1])
        #expect(page.data["listed"] as? Int == 2)
        #expect(try page.hiders("all", zoom: 20).keys.sorted() == [2, 3])
    }

    @Test func aPageOfADayHasThatDay() throws {
        let story = try ChangesTests.story.get()
        let page = try story.mapPage("--as-of 2026-09-21")
        #expect(page.data["date"] as? String == "2026-09-21")
        #expect(page.ids == [1, 2, 3])
        #expect(try #require(page.data["changes"] as? [[Any]]).isEmpty)
    }

    @Test func anEmptyCatalogGivesAnEmptyPage() throws {
        let place = try Workplace()
        #expect(try place.geocli("ingest -", input: Data("{}".utf8)).status == 65)
        let page = try place.mapPage()
        #expect(page.ids.isEmpty && page.data["date"] is NSNull)
    }

    // MARK: What it may do

    @Test func thePageMayAskForNothing() throws {
        let page = try Workplace.sample.get().mapPage()
        let policy = try #require(page.html.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
        #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        #expect(policy.hasSuffix("; img-src data:; base-uri 'none'; form-action 'none'"))
        #expect(!policy.contains("unsafe") && !policy.contains("http"))
        for style in page.html.matches(of: /<style>([^<]*)<\/style>/) { #expect(!style.1.contains("url(")) }
        #expect(!page.html.contains("sourceMappingURL"))
        for tag in page.html.matches(of: /<(script|link|img|iframe)[^>]*(src|href)="([^"]*)"/) {
            #expect(tag.3.hasPrefix("data:"), "\(tag.0)")
        }
    }

    @Test func tilesAreTheOnlyExceptionAndNamedInThePolicy() throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage("--tiles https://{s}.tile.example/{z}/{x}/{y}.png --tiles-attribution '© us <b>'")
        #expect(page.html.contains("img-src data: https://*.tile.example; base-uri"))
        let tiles = try #require(page.data["tiles"] as? [String: String])
        #expect(tiles == ["url": "https://{s}.tile.example/{z}/{x}/{y}.png", "attribution": "© us <b>"])
    }

    @Test func openStreetMapIsNamedAsItsTermsAsk() throws {
        let page = try Workplace.sample.get().mapPage("--tiles https://tile.openstreetmap.org/{z}/{x}/{y}.png")
        let tiles = try #require(page.data["tiles"] as? [String: String])
        #expect(tiles["attribution"] == "© OpenStreetMap contributors, https://www.openstreetmap.org/copyright")
    }

    @Test func leafletsNoticeIsKept() throws {
        let page = try Workplace.sample.get().mapPage()
        for words in ["2010-2019 Vladimir Agafonkin", "2010-2011\nCloudMade", "Redistributions in binary form"] {
            #expect(page.html.contains(words))
        }
    }

    @Test func aPageMadeWithAFilterSaysSo() throws {
        let place = try Workplace.sample.get()
        #expect(try place.mapPage().data["isWhole"] as? Bool == true)
        #expect(try place.mapPage("--kind used").data["isWhole"] as? Bool == false)
    }

    @Test func feedTextNeverBecomesMarkup() throws {
        let names = [
            "</script><script>alert(1)</script>", "<!--<script>", "]]>", "<img src=x onerror=alert(1)>",
            "\\u003c\"'&amp;",
            "뒤집힌 \u{202E}cba", "=1+1",
        ]
        let rows = names.enumerated().map { offset, name in
            FeedPage.Row(
                id: "\(offset + 1)", name: name, latitude: "37.5\(offset)", district: "</script>", address: name,
                website: "https://x.example/\"><script>alert(2)</script>", sns: "javascript:alert(3)")
        }
        let page = try Workplace.ingested([FeedPage(rows: rows)]).mapPage("--title '</title><script>alert(4)</script>'")
        #expect(page.html.components(separatedBy: "</script>").count == 4)
        #expect(
            !page.html.contains("<script>alert") && !page.html.contains("<img src=x") && !page.html.contains("\u{202E}")
        )
        for (offset, name) in names.enumerated() {
            let shown = name.replacingOccurrences(of: "\u{202E}", with: "")
            #expect(try page.row(offset + 1)[1] as? String == shown)
        }
        #expect(page.html.contains("<title>&lt;/title&gt;&lt;script&gt;alert(4)&lt;/script&gt;</title>"))
    }

    // MARK: What it refuses

    @Test func moreBookstoresThanAPageHoldsAreRefusedWithTheWayOut() throws {
        let rows = (1...20_001).map { FeedPage.Row(id: "\($0)", name: "책방 \($0)", kind: $0 == 1 ? "0001" : "0002") }
        let place = try Workplace.ingested([FeedPage(rows: rows)])
        let run = try place.geocli("map -o page.html")
        #expect(
            run.errorText
                == "geocli: there are more than 20000 bookstores, too many for one page; choose some with --district, "
                + "--kind or --match, or write them for a map tool: geocli export -o bookstores.gpkg\n")
        #expect(run.status == 64)
        #expect(try !place.names.contains("page.html"))
        #expect(try place.mapPage("--kind used").ids == [1])
    }

    @Test func aMissingLeafletIsNamedWithItsPackage() throws {
        let place = try Workplace.sample.get()
        let run = try place.geocli("map --leaflet nowhere")
        #expect(
            run.errorText
                == "geocli: cannot read nowhere/leaflet.min.js, which the map page needs; run 'apt-get install "
                + "libjs-leaflet', or give --leaflet a folder with leaflet.min.js and leaflet.css\n")
        #expect(run.status == 66)
    }

    @Test func aLeafletThatWouldEndItsElementIsRefused() throws {
        let place = try Workplace()
        try place.write("leaflet </SCRIPT>", to: "leaflet.min.js")
        try place.write("leaflet", to: "leaflet.css")
        let run = try place.geocli("map --leaflet .")
        #expect(run.status == 66)
        #expect(
            run.errorText.hasPrefix("geocli: ./leaflet.min.js is not Leaflet, or not in a form that a page can hold"))
    }

    @Test(arguments: [
        WrongUsage(
            "map --tiles tiles.png",
            "--tiles \"tiles.png\": write an address such as https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
        WrongUsage(
            "map --tiles 'https://x.example; script-src *//{z}{x}{y}'",
            "--tiles \"https://x.example; script-src *//{z}{x}{y}\": write an address such as "
                + "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
        WrongUsage(
            "map --tiles 'https://x.example/{z}/{x}/{y}.png?key={key}'",
            "--tiles \"https://x.example/{z}/{x}/{y}.png?key={key}\": write an address such as "
                + "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
        WrongUsage(
            "map -o map.pdf",
            "-o map.pdf: map writes a page; end the file in .html, or use 'geocli plot' for a picture"),
        WrongUsage("map --tiles-attribution me", "--tiles-attribution goes with --tiles URL"),
        WrongUsage("map --icon 0x10", "--icon \"0x10\": write a width and a height in pt, such as 40x53"),
    ])
    func wrongUsageIsSaid(_ usage: WrongUsage) throws { try usage.check() }

    @Test func aFileIsReplacedOnlyByAWholePage() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("yesterday", to: "map.html")
        #expect(try place.geocli("map -o map.html --kind none").status == 64)
        #expect(try String(contentsOf: place.file("map.html"), encoding: .utf8) == "yesterday")
        try place.succeed("map -o map.html")
        #expect(try Data(contentsOf: place.file("map.html")) == place.succeed("map").output)
    }
}
