import Foundation
import TestSupport
import Testing

/// One shop in several feeds, on map, picture and clusters; with made-up libraries.
@Suite struct ShopMapTests {
    private static let head = "no,title,addr,tel,lat,lon\n"

    /// Feed a comes first. Its row 1 and that of feed c are one shop only through the row of feed b; its row 2 has no
    /// point of its own, but an address.
    private static let feeds = [
        (
            "a",
            "1,글샘도서관,서울 종로구 자하문로 94,02-111-2222,37.5,127\n2,책마을도서관,서울 마포구 와우산로29길 42-5,,,\n"
                + "3,홀로 도서관,서울 종로구,,37.55,126.98\n"
        ),
        (
            "b",
            "1,글샘도서관,서울 강남구,02-111-2222,37.55,127.05\n2,책마을도서관,서울 마포구 와우산로29길 42-5,,37.5555,126.9261\n"
        ), ("c", "1,글샘도서관,서울 강남구,,37.5501,127.0501\n3,다른 곳,서울 강남구,,37.51,127.06\n"),
    ]

    private static func place(withAddresses: Bool) throws -> Workplace {
        let place = try Workplace()
        if withAddresses {
            let line =
                "1|7|1|서울특별시|마포구|동|111103100012|와우산로29길|0|42|5||03047|시설|0|동|949000|1950000"
            try place.write(line + "\n", to: "utf8.txt")
            let encode = "open('entrc_2606.txt', 'wb').write(open('utf8.txt', 'rb').read().decode().encode('cp949'))"
            #expect(try place.shell("python3 -c \"\(encode)\"").status == 0)
            try place.succeed("addresses import entrc_2606.txt -q", environment: data(place))
        }
        for (name, rows) in feeds {
            try place.write(head + rows, to: "\(name).csv")
            try place.succeed(
                "ingest \(name).csv --id no --name title --address addr --phone tel --lat lat --lon lon --kind library --area 126.7,37.4,127.6,37.7 --feed feed-\(name) -q",
                environment: data(place))
        }
        return place
    }

    private static func data(_ place: Workplace) -> [String: String] {
        ["XDG_DATA_HOME": place.file("data").path]
    }

    private static let filled = Result { try place(withAddresses: true) }
    private static let blank = Result { try place(withAddresses: false) }

    private func column(_ line: String, _ place: Workplace) throws -> [String] {
        try place.succeed(line).text.split(separator: "\n").dropFirst().map(String.init)
    }

    // MARK: The page

    @Test func thePageNamesTheOtherRowsAndFilledPoints() throws {
        let page = try Self.filled.get().mapPage()
        #expect(page.ids == [1, 2, 3, 4, 5, 6, 7])
        let shops = try #require(page.data["shops"] as? [[[AnyHashable]]])
        #expect(
            shops == [
                [[0, "feed-a/1"], [3, "feed-b/1"], [5, "feed-c/1"]], [[1, "feed-a/2"], [4, "feed-b/2"]],
            ])
        // The second place: a difference of 1, as an even number in base 64.
        #expect(page.data["filled"] as? [[String]] == [["juso 2606", "Ag=="]])
    }

    @Test func aRowThatIsNotOnThePageComesWithItsName() throws {
        let place = try Self.filled.get()
        let page = try place.mapPage("--feed feed-c")
        let shops = try #require(page.data["shops"] as? [[[AnyHashable]]])
        #expect(shops == [[[-1, "feed-a/1", "글샘도서관"], [-1, "feed-b/1", "글샘도서관"], [0, "feed-c/1"]]])
        #expect(page.data["filled"] == nil)
        let unique = try place.mapPage("--unique")
        #expect(unique.ids == [1, 2, 3, 7])
        #expect(
            try #require(unique.data["shops"] as? [[[AnyHashable]]]) == [
                [[0, "feed-a/1"], [-1, "feed-b/1", "글샘도서관"], [-1, "feed-c/1", "글샘도서관"]],
                [[1, "feed-a/2"], [-1, "feed-b/2", "책마을도서관"]],
            ])
    }

    /// Not one byte more: neither data, nor script, nor style.
    @Test func aPageWithoutSuchPlacesStaysAsItIs() throws {
        for (place, words) in [
            (try Workplace.sample.get(), ""), (try Self.filled.get(), "--match '홀로 도서관'"),
            (try Self.filled.get(), "--as-of 2026-09-21 --feed feed-c"),
        ] {
            let page = try place.mapPage(words)
            #expect(page.data["shops"] == nil && page.data["filled"] == nil && !page.ids.isEmpty, "\(words)")
            #expect(!page.html.contains("also-row") && !page.html.contains("data.shops"), "\(words)")
        }
    }

    @Test func hostileRowsOfAShopStayText() throws {
        let place = try Workplace()
        let name = "</script><script>alert(1)</script>\u{202E}"
        for feed in ["a", "b"] {
            try place.write(
                Self.head + "<b>\(feed),\(name),서울 종로구 자하문로 94,02-111-2222,37.5,127\n", to: "\(feed).csv")
            try place.succeed(
                "ingest \(feed).csv --id no --name title --address addr --phone tel --lat lat --lon lon --area 126.7,37.4,127.6,37.7 --feed feed-\(feed) -q"
            )
        }
        let page = try place.mapPage("--unique")
        #expect(page.html.components(separatedBy: "</script>").count == 4 && !page.html.contains("\u{202E}"))
        #expect(
            try #require(page.data["shops"] as? [[[AnyHashable]]]) == [
                [[0, "feed-a/<b>a"], [-1, "feed-b/<b>b", "</script><script>alert(1)</script>"]]
            ])
    }

    // MARK: One marker for a shop

    @Test func clusterMapAndPlotChooseTheRowsOfListings() throws {
        let place = try Self.filled.get()
        for (words, environment) in [("", ""), ("", "feed-c, feed-b"), ("--feed feed-b --feed feed-c", "")] {
            try FileManager.default.createDirectory(
                at: place.file("config/geocli"), withIntermediateDirectories: true)
            try place.write(environment.isEmpty ? "" : "feeds = \(environment)\n", to: "config/geocli/config")
            let own = ["XDG_CONFIG_HOME": place.file("config").path]
            func ids(_ line: String) throws -> [String] {
                try place.succeed("\(line) \(words) --format csv --fields id,also", environment: own).text
                    .split(separator: "\n").dropFirst().map(String.init)
            }
            let listed = try ids("list --unique")
            #expect(listed.count == (words.isEmpty ? 4 : 3))
            #expect(try ids("cluster --zoom 22 --members --unique") == listed)
            #expect(try ids("cluster --all-zooms --unique") == listed)
            let page = try MapPage(try place.succeed("map --unique \(words)", environment: own).output)
            #expect(page.ids.map(String.init) == listed.map { String($0.prefix { $0 != "," }) })
            let dots = try place.succeed("plot --unique \(words)", environment: own).text
            #expect(dots.components(separatedBy: "<title>").count - 2 == listed.count)
        }
    }

    @Test func aMapShowsTheRowThatHasAPoint() throws {
        let place = try Self.blank.get()
        #expect(try column("list --unique --format csv --fields ref", place).contains("feed-a/2"))
        #expect(try place.mapPage("--unique").ids == [1, 3, 5, 7])
        #expect(
            try column("cluster --zoom 22 --members --unique --format csv --fields ref,also", place) == [
                "feed-a/1,feed-b/1 feed-c/1", "feed-a/3,", "feed-b/2,feed-a/2", "feed-c/3,",
            ])
        let run = try place.succeed("plot --unique")
        #expect(run.errorText.isEmpty && run.text.contains("<title>책마을도서관</title>"))
    }

    @Test func withoutUniqueTheUserIsTold() throws {
        let place = try Self.filled.get()
        let hint = "--unique uses one marker for each shop\n"
        for line in ["cluster --zoom 3", "cluster --all-zooms", "map", "plot"] {
            #expect(try place.succeed(line).errorText == "3 rows repeat shops of another feed; \(hint)", "\(line)")
            #expect(try place.succeed("\(line) -q").errorText.isEmpty)
            #expect(
                try place.succeed("\(line) --feed feed-a --feed feed-c").errorText
                    == "1 row repeats a shop of another feed; \(hint)", "\(line)")
            #expect(try place.succeed("\(line) --feed feed-a").errorText.isEmpty)
            #expect(try place.succeed("\(line) --unique").errorText.isEmpty)
        }
        #expect(
            try place.succeed("map --lang ko").errorText
                == "다른 피드의 행과 같은 가게인 행이 3개 있습니다. --unique를 쓰면 가게마다 마커를 하나만 씁니다\n")
        // Only what is drawn counts.
        #expect(
            try place.succeed("plot --bbox 127.04,37.54,127.06,37.56 -o x.svg").errorText.contains("1 row repeats"))
    }

    @Test func rowsThatOnlyALeftOutRowJoinsAreCounted() throws {
        let run = try Self.filled.get().succeed("list --feed feed-a --feed feed-c --format csv --fields ref")
        #expect(run.errorText == "1 row repeats a shop of another feed; --unique lists each shop once\n")
    }

    @Test(arguments: [
        WrongUsage(
            "cluster --from points.csv --zoom 3 --unique",
            "--unique only works with the catalog; leave it out with --from"),
        WrongUsage(
            "map --unique --as-of 2026-09-21",
            "--unique can't be combined with --as-of: links join only the current rows"),
        WrongUsage(
            "plot --unique --as-of 2026-09-21",
            "--unique can't be combined with --as-of: links join only the current rows"),
    ])
    func wrongUsageIsSaid(_ usage: WrongUsage) throws { try usage.check() }

    // MARK: Exports and show

    @Test func eachLayerOfAnExportHasItsOwnRows() throws {
        let place = try Self.blank.get().copy()
        try place.succeed("export --layer places,clusters,changes --unique -o all.kml -q")
        try place.succeed("export --layer places,clusters,changes --unique -o all.gpkg -q")
        let script = """
            import sqlite3
            catalog = sqlite3.connect("all.gpkg")
            for layer in ("places", "clusters"):
                print(layer, [ref for ref, in catalog.execute(f"SELECT ref FROM {layer} ORDER BY id")])
            print("changes", sorted(ref for ref, in catalog.execute("SELECT ref FROM changes")))
            """
        try place.write(script, to: "read.py")
        let places = "['feed-a/1', 'feed-a/2', 'feed-a/3', 'feed-c/3']"
        #expect(
            try place.shell("python3 read.py").text == """
                places \(places)
                clusters ['feed-a/1', 'feed-a/3', 'feed-b/2', 'feed-c/3']
                changes \(places)

                """)
        // Each layer is as if it were alone.
        for layer in ["places", "clusters"] {
            let alone = try place.succeed("export --layer \(layer) --unique --format csv --fields ref -q").text
            try place.write(alone, to: "\(layer).csv")
        }
        #expect(
            try place.shell("tail -n +2 clusters.csv | tr '\\n' ' '").text == "feed-a/1 feed-a/3 feed-b/2 feed-c/3 ")
        #expect(try place.shell("tail -n +2 places.csv | tr '\\n' ' '").text == "feed-a/1 feed-a/2 feed-a/3 feed-c/3 ")
    }

    @Test func showHasTheWholeShopAsAlsoDoes() throws {
        let place = try Self.filled.get()
        func others(_ id: Int) throws -> [[String: Any]] {
            let json = try place.succeed("show \(id) --format json").output
            let row = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
            return row["same_as"] as? [[String: Any]] ?? []
        }
        let first = try others(1)
        #expect(first.map { $0["ref"] as? String } == ["feed-b/1", "feed-c/1"])
        #expect(first[0]["through"] is NSNull && first[0]["rule"] as? String == "name-phone")
        #expect(first[1]["through"] as? [String] == ["feed-b/1"] && first[1]["rule"] is NSNull)
        #expect((first[1]["contradicts"] as? [[String: Any]])?.first?["field"] as? String == "point")
        #expect(try others(6).map { $0["ref"] as? String } == ["feed-a/1", "feed-b/1"])
        #expect(try others(3).isEmpty)
        #expect(
            try place.succeed("show 6 --format table --lang ko").text.contains(
                "feed-a/1 (feed-b/1을 통해; 좌표 7.11 km 차이, 자치구 종로구); feed-b/1 (이름·거리)"))
        let table = try place.succeed("show 6 --format table").text
        #expect(table.contains("feed-a/1 (through feed-b/1; points 7.11 km apart, district 종로구); feed-b/1 (name-near)"))
    }
}
