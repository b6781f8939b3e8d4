import Foundation
import TestSupport
import Testing

/// The content of the page of `geocli map`, without a browser. Tests/Browser checks its behaviour.
@Suite struct MapPageTests {
    // MARK: Who is shown

    /// The page runs the collision pass itself, on points that it gets as whole numbers. Tests/Browser compares the
    /// results with those of `cluster`.
    @Test func thePointsOfThePassAreThoseOfTheMap() throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage()
        let list = try place.succeed("list --format json")
        let rows = try #require(try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
        var count = 0
        for row in rows {
            let found = try page.row(try #require(row["id"] as? Int))
            guard let latitude = row["latitude"] as? Double, let longitude = row["longitude"] as? Double else {
                #expect(found.plane == nil)
                continue
            }
            let plane = try #require(found.plane)
            let y = (1 - asinh(tan(latitude * .pi / 180)) / .pi) / 2
            for (number, fraction) in zip(plane, [(longitude + 180) / 360, y]) {
                #expect(abs(Double(number) - (fraction * 0x1p40).rounded()) <= 1)
            }
            count += 1
        }
        #expect(count > 500)
    }

    @Test func filtersComeBeforeThePage() throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage("--district mapo --has phone")
        let rows = try place.succeed("list --district mapo --has phone --format tsv --fields id")
        #expect(page.ids == rows.text.split(separator: "\n").dropFirst().compactMap { Int($0) })
        #expect(page.ids.count > 20)
    }

    @Test func theIconIsThatOfThePass() throws {
        let place = try Workplace.sample.get()
        #expect(try place.mapPage().data["icon"] as? [Double] == [40, 53])
        #expect(try place.mapPage("--icon 22x35").data["icon"] as? [Double] == [22, 35])
        let wide = try place.geocli("map --icon 200x35 -o wide.html")
        #expect(wide.status == 64)
        #expect(wide.errorText.contains("width 200.0 pt is more than half the world at zoom 0"))
    }

    @Test func kindsComeWithTheirNames() throws {
        let page = try Workplace.sample.get().mapPage()
        let kinds = try #require(page.data["kinds"] as? [[String: Any]])
        #expect(kinds.map { $0["name"] as? String } == ["new", "used", "other"])
        #expect(kinds.map { ($0["ko"] as? [String])?[0] } == ["새책", "헌책", "기타"])
        #expect(Set(kinds.compactMap { $0["style"] as? Int }).count == 3)
    }

    // MARK: What it holds

    @Test func everyListedPlaceIsInThePageWithWhatTheListSays() throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage()
        let list = try place.succeed("list --format json")
        let rows = try #require(try JSONSerialization.jsonObject(with: list.output) as? [[String: Any]])
        #expect(page.ids == rows.map { $0["id"] as? Int ?? 0 })
        #expect(page.data["listed"] as? Int == rows.count)
        for row in rows {
            let found = try page.row(try #require(row["id"] as? Int))
            #expect(found.phone == row["phone"] as? String)
            #expect(found.website == row["website"] as? String)
            #expect(found.sns == row["sns"] as? [String] ?? [])
            for (cell, key) in [(found.latitude, "latitude"), (found.longitude, "longitude")] {
                let degrees = row[key] as? Double
                #expect(cell.map { abs($0 - (degrees ?? .nan)) < 1e-7 } ?? (degrees == nil))
            }
        }
    }

    @Test func theSameDataGivesTheSamePage() throws {
        let place = try Workplace.sample.get()
        #expect(try place.succeed("map").output == place.succeed("map").output)
    }

    @Test func thePageHasTheChangesThatTheProgramLists() throws {
        let place = try ChangesTests.story.get()
        let page = try place.mapPage()
        let rows = try place.succeed("changes --since 0 --format tsv --fields date,what,id").text
            .split(separator: "\n").dropFirst().map { $0.split(separator: "\t").joined(separator: " ") }
        #expect(Set(try page.changes()) == Set(rows))
        #expect(rows.count > 5)
        let changes = try #require(page.data["changes"] as? [String: Any])
        #expect((changes["moves"] as? [[Double]])?.map { Array($0.dropFirst()) } == [[37.5663, 126.9779]])
    }

    @Test func placesThatAFeedLostStandBehindTheListedOnes() throws {
        let rows = (1...3).map { FeedPage.Row(id: "\($0)", name: "책방 \($0)") }
        let rest = FeedPage(rows: Array(rows.dropFirst()))
        let place = try Workplace.ingested([FeedPage(rows: rows), rest, rest, rest])
        let page = try place.mapPage()
        #expect(page.ids == [2, 3, 1])
        #expect(page.data["listed"] as? Int == 2)
        let places = try #require(page.data["places"] as? [String: Any])
        #expect(places["removed"] as? [Int] == [2, 1] && places["closed"] as? [Int] == [])
    }

    @Test func aPageOfADayHasThatDay() throws {
        let story = try ChangesTests.story.get()
        let page = try story.mapPage("--as-of 2026-09-21")
        #expect(page.data["date"] as? String == "2026-09-21")
        #expect(page.ids == [1, 2, 3])
        #expect(try page.changes().isEmpty)
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
            "\\u003c\"'&amp",
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
            #expect(try page.row(offset + 1).name == shown)
        }
        #expect(page.html.contains("<title>&lt;/title&gt;&lt;script&gt;alert(4)&lt;/script&gt;</title>"))
    }

    // MARK: What it refuses

    @Test func aPageOfManyLeavesOutWhatOnlyCardsShow() throws {
        let rows = (1...20_001).map {
            FeedPage.Row(id: "\($0)", name: "책방 \($0)", kind: $0 == 1 ? "0001" : "0002", website: "https://x.example")
        }
        let place = try Workplace.ingested([FeedPage(rows: rows)])
        let page = try place.mapPage()
        let columns = try #require(page.data["places"] as? [String: Any])
        #expect(page.ids == Array(1...20_001) && columns["details"] is NSNull)
        #expect((columns["names"] as? String)?.hasSuffix("\n책방 20001") == true)
        #expect(try place.mapPage("--kind used").row(1).website == "https://x.example")
    }

    @Test func aMissingLeafletIsNamedWithItsPackage() throws {
        let place = try Workplace.sample.get()
        let run = try place.geocli("map --leaflet nowhere")
        #expect(
            run.errorText
                == "geocli: cannot read nowhere/leaflet.min.js, which the map page needs; run 'apt-get install "
                + "libjs-leaflet', or set --leaflet to a folder with leaflet.min.js and leaflet.css\n")
        #expect(run.status == 66)
    }

    @Test func aLeafletThatWouldEndItsElementIsRefused() throws {
        let place = try Workplace()
        try place.write("leaflet </SCRIPT>", to: "leaflet.min.js")
        try place.write("leaflet", to: "leaflet.css")
        let run = try place.geocli("map --leaflet .")
        #expect(run.status == 66)
        #expect(
            run.errorText.hasPrefix(
                "geocli: ./leaflet.min.js is not a Leaflet file that can be embedded in a page"))
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
            "-o map.pdf: map writes an HTML page; end the file name in .html, or use 'geocli plot' for a picture"),
        WrongUsage("map --mine-db mine", "--mine-db only works with --mine or --marked"),
        WrongUsage("map --tiles-attribution me", "--tiles-attribution only works with --tiles URL"),
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
