import Foundation
import TestSupport
import Testing

/// `plot`, checked by Tests/Oracles/check_plot.py, which has its own reader of the SVG, its own projection and its own
/// lengths.
@Suite struct PlotTests {
    private static let outlines = TestSupport.packageRoot.appendingPathComponent("data/sample/districts.geojson")
    /// Of the program's ground.
    private static let stations = TestSupport.packageRoot.appendingPathComponent("data/korea/stations.tsv")

    /// The sample with outlines from a file.
    private static let sample = Result {
        let place = try Workplace.sample.get().copy()
        try place.succeed(["layers", "import", "--role", "districts", outlines.path, "-q"])
        return place
    }

    @Test(arguments: ["", "--lang ko --theme dark", "--width 320", "--width 4000", "--kind used", "--district mapo"])
    func everyDotOutlineAndLengthIsRight(_ words: String) throws {
        let filter = words.contains("--kind") || words.contains("--district") ? words : ""
        try check(try Self.sample.get(), words, filter, ["--outlines", Self.outlines.path] + Self.atStations)
    }

    @Test(arguments: ["", "--include-closed", "--match 책방"])
    func withAndWithoutTheProgramsGroundEveryDotIsRight(_ words: String) throws {
        let place = try Workplace.sample.get()
        try check(place, words, words, ["--outlines", Self.outlines.path] + Self.atStations)
        try check(place, words + " --no-ground", words, [])
    }

    @Test(arguments: ["170,-30,-160,10", "-180,-85,180,85", "126.9,37.5,127,37.6", "-60,-40,60,-39", "10,-80,11,80"])
    func aBoxIsInTheMiddleOfTheMap(_ box: String) throws {
        for place in [try Workplace.world.get(), try Self.sample.get()] {
            try check(place, "--bbox \(box)", "", ["--bbox=\(box)"] + Self.atStations)
            try check(place, "--bbox \(box) --no-ground", "", ["--bbox=\(box)"])
        }
    }

    @Test func hostileNamesStayText() throws {
        try check(try HostileText.place.get(), "", "", [])
        let place = try HostileText.place.get()
        let words = ["plot", "--title", "</title><script>alert(1)</script>&\u{202E}\u{7}"]
        let svg = try place.succeed(words).text
        #expect(HostileText.isPrintable(svg))
        #expect(!svg.contains("<script"))
        #expect(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    }

    @Test func theSameCatalogGivesTheSameBytes() throws {
        let place = try Self.sample.get()
        let first = try place.succeed("plot")
        let clock = ["SOURCE_DATE_EPOCH": "1900000000", "TZ": "America/Lima"]
        #expect(try place.succeed("plot", environment: clock).output == first.output)
        try place.copy().succeed("plot -o x.svg -q")
        #expect(first.text.contains("License: MIT"), "of the Han")
        #expect(first.text.contains("Seoul Open Data Plaza"))
        #expect(first.text.contains(Self.credit) && !first.text.contains("Administrative boundaries"))
        #expect(first.errorText == "bookstores without a point, not in the picture: 5\n")
        #expect(try place.succeed("plot -q").errorText.isEmpty)
    }

    @Test func onlyWhatIsDrawnIsNamed() throws {
        let place = try Self.sample.get()
        let svg = try place.succeed("plot --kind used --credit 'Map: <us>'").text
        #expect(svg.contains(">Bookstores of Seoul: used books<") && svg.contains(">Used books  "))
        #expect(!svg.contains(">New books") && !svg.contains("SHA-256"))
        #expect(svg.contains("Map: &lt;us&gt;") && svg.contains("KOGL Type 1 (attribution)"))
        let korean = try place.succeed("plot --kind used --lang ko").text
        #expect(korean.contains(">서울의 책방: 헌책<") && korean.contains("공공누리 제1유형(출처표시)"))
    }

    @Test func aChosenDistrictFillsThePicture() throws {
        let place = try Self.sample.get()
        let whole = try place.succeed("plot --kind used").text
        let part = try place.succeed("plot --district mapo").text
        #expect(part.contains("fill=\"#F3F3F0\"") && !whole.contains("fill=\"#F3F3F0\""))
        // Far districts are outside the picture.
        #expect(part.contains(">Mapo-gu<") && !part.contains(">Gangdong-gu<"))
        #expect(try place.copy().succeed("plot --district mapo -o x.svg").errorText.contains("outside") == false)
    }

    /// The places are those of `near`, and their surroundings are faint.
    @Test func theSurroundingsOfAPositionFillThePicture() throws {
        let place = try Self.sample.get()
        for origin in ["37.5563,126.9236", "홍대입구역", "mapo"] {
            let near = try place.succeed("near \(origin) --within 2km --kind new --format ndjson --fields id").text
            let count = near.split(separator: "\n").count
            let svg = try place.succeed("plot \(origin) --within 2km --kind new").text
            #expect(count > 3 && svg.contains(">\(count) bookstores · as of"), "\(origin)")
            #expect(svg.contains("fill-opacity=\"0.65\""))
        }
        let english = try place.succeed("plot 홍대입구역 --within 1km").text
        #expect(english.contains(">Hongik Univ.<") && !english.contains(">홍대입구<"))
        #expect(try place.succeed("plot 홍대입구역 --within 1km --lang ko").text.contains(">홍대입구<"))
        let page = try place.mapPage("37.5563,126.9236 --within 1.2km --kind new")
        let near = try place.succeed("near 37.5563,126.9236 --within 1.2km --kind new --format ndjson --fields id").text
        #expect(page.ids.count == near.split(separator: "\n").count)
        let frame = try #require(page.data["frame"] as? [Double])
        #expect(abs((frame[0] + frame[2]) / 2 - 126.9236) < 1e-6 && frame[3] - frame[1] < 0.024)
        #expect((page.data["edge"] as? [Int])?.count == 240)
    }

    @Test func theFileIsWhatStandardOutputIs() throws {
        let place = try Self.sample.get().copy()
        try place.succeed("plot -o x.svg")
        #expect(try Data(contentsOf: place.file("x.svg")) == place.succeed("plot -o -").output)
        #expect(try place.geocli("plot -o missing/x.svg").status == 73)
        #expect(try place.geocli("plot -o /dev/full").status == 74)
    }

    @Test(arguments: ["x.SVG", "x", ".x", "a.b/x", "/dev/null"])
    func theseNamesAreThoseOfPictures(_ name: String) throws {
        let place = try Self.sample.get().copy()
        try FileManager.default.createDirectory(at: place.file("a.b"), withIntermediateDirectories: false)
        try place.succeed("plot -q -o \(name)")
    }

    @Test(arguments: ["179,10,-179,11", "-180,-85,180,85"])
    func whereNoOutlineCanBeSeenThereIsAGraticule(_ box: String) throws {
        let svg = try Self.sample.get().succeed("plot --bbox \(box)").text
        #expect(svg.contains("° N</text>") && svg.contains("° E</text>"))
        // Very small outlines and rivers are drawn, and their source is named; those outside the picture are not.
        #expect(svg.contains(Self.credit) == (box == "-180,-85,180,85"))
        #expect(svg.contains("stroke-linejoin=\"round\" fill-rule=\"evenodd\"") == (box == "-180,-85,180,85"))
    }

    @Test func whereOutlinesCanBeSeenThereIsNoGraticule() throws {
        let svg = try Self.sample.get().succeed("plot --bbox 126.9,37.5,127,37.6").text
        #expect(!svg.contains("° N</text>") && svg.contains(Self.credit))
    }

    @Test func namesOfDistrictsFollowTheLanguage() throws {
        let place = try Self.sample.get()
        let english = try place.succeed("plot --lang en").text
        let korean = try place.succeed("plot --lang ko").text
        #expect(english.contains(">Gangnam-gu<") && !english.contains(">강남구<"))
        #expect(korean.contains(">강남구<") && !korean.contains(">Gangnam-gu<"))
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.outlines)) as? [String: Any]
        let features = file?["features"] as? [[String: Any]] ?? []
        let districts = features.compactMap { $0["properties"] as? [String: String] }
        #expect(districts.count == 25)
        for (svg, key) in [(english, "name_en"), (korean, "name")] {
            for name in districts.compactMap({ $0[key] }) {
                // Each name is in the file twice: once for the rim around the letters, once for the letters. This
                // district is too narrow for its English name.
                let isTooNarrow = name == "Geumcheon-gu"
                #expect(svg.components(separatedBy: ">\(name)<").count - 1 == (isTooNarrow ? 0 : 2), "\(name)")
            }
        }
    }

    @Test func moreThanFiveThousandAreDrawnBySquares() throws {
        let rows = (0..<5001).map { index in
            FeedPage.Row(
                id: "\(index)", name: "n", latitude: "\(37.5 + Double(index / 100) * 0.001)",
                longitude: "\(127 + Double(index % 100) * 0.001)", kind: index % 2 == 0 ? "0001" : "0002")
        }
        let place = try Workplace.ingested([
            FeedPage(
                rows: rows + [FeedPage.Row(id: "x", name: "twin", latitude: "37.5", longitude: "127", kind: "0001")])
        ])
        let svg = try place.succeed("plot").text
        #expect(svg.contains("Each dot stands for all bookstores of one kind within a square of 0.5 px."))
        #expect(svg.contains(">New books  2,500<") && svg.contains(">Used books  2,502<"))
        // Two places share a square; all others have one of their own.
        #expect(svg.components(separatedBy: "h.01").count - 1 == 2500)
        #expect(svg.components(separatedBy: "l.01.01").count - 1 == 2501)
        #expect(try place.succeed("plot --kind used").text.contains("<title>twin</title>"))
    }

    @Test func anEmptyCatalogIsAnEmptyMap() throws {
        let place = try Self.sample.get()
        let svg = try place.succeed("plot --match none-is-called-so").text
        #expect(svg.contains(">0 bookstores"))
        #expect(!svg.contains("<use xlink:href=\"#new\" x=\"30.0"))
        let bare = try Workplace.sample.get().succeed("plot --match none-is-called-so --no-ground").text
        #expect(bare.contains("° N</text>") && bare.contains("° E</text>"))
    }

    @Test func aHoleIsAHoleAndARingOverTheAntimeridianIsOnePiece() throws {
        let place = try Workplace.ingested([
            FeedPage(rows: [
                FeedPage.Row(id: "1", name: "a", latitude: "1", longitude: "179.9", district: "가구"),
                FeedPage.Row(id: "2", name: "b", latitude: "-1", longitude: "-179.8", district: "가구"),
            ])
        ])
        let ring = "[[179,-2],[-179,-2],[-179,2],[179,2],[179,-2]]"
        let hole = "[[179.5,-1.5],[179.5,-0.5],[-179.9,-0.5],[-179.9,-1.5],[179.5,-1.5]]"
        try place.write(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"가구"},
            "geometry":{"type":"Polygon","coordinates":[\(ring),\(hole)]}}]}
            """, to: "d.geojson")
        try place.succeed("layers import d.geojson --role districts --name-key name --license none -q")
        let box = "178.9,-2.1,-178.9,2.1"
        try check(place, "--bbox \(box)", "", ["--bbox=\(box)"])
        let svg = try place.succeed("plot --bbox \(box)").text
        let path = try #require(svg.firstMatch(of: /<path d="(M[^"]+)"\/>/)).1
        #expect(path.components(separatedBy: "M").count - 1 == 2)
        // The ring is 2° wide, the hole 0.6°, and the map at least 2.2°, so no line goes back around the world.
        let x = path.matches(of: /[ML]([0-9.-]+)/).compactMap { Double($0.1) }
        func width(_ part: ArraySlice<Double>) -> Double { (part.max() ?? 0) - (part.min() ?? 0) }
        try #require(x.count == 8 || x.count == 10)
        let (ringWidth, holeWidth) = (width(x[..<(x.count / 2)]), width(x[(x.count / 2)...]))
        #expect(abs(ringWidth * 3 - holeWidth * 10) < 3, "\(ringWidth) \(holeWidth)")
        #expect(svg.contains("fill-rule=\"evenodd\""))
    }

    @Test(arguments: [
        ("plot --width 100", "--width \"100\": write a number from 320 to 4000"),
        ("plot --theme blue", "--theme \"blue\": choose one of light, dark"),
        ("plot --bbox 1,2,3", "--bbox: \"1,2,3\" is not 4 numbers"),
        ("plot --bbox 1,2,3,4 --within 1km", "give either --bbox or --within, not both"),
        ("plot mapo", "WHERE only works with --within, such as --within 800m"),
        ("plot mapo --within 3", "write a distance with its unit"),
        ("map mapo --within 2000km -o x.html", "write at most 1000km"),
        ("plot -o x.png", "-o x.png: plot writes SVG; end the file name in .svg"),
        ("plot -o a.svg/x.PDF", "-o a.svg/x.PDF: plot writes SVG; end the file name in .svg"),
        ("plot -o x.svg.gz", "-o x.svg.gz: plot writes SVG; end the file name in .svg"),
    ])
    func wrongWordsAreExplained(line: String, words: String) throws {
        let run = try Self.sample.get().geocli(line)
        #expect(run.status == 64 && run.errorText.contains(words), "\(run.errorText)")
    }

    private static let credit = "District outlines: Seoul's districts, © National Geographic Information Institute"
    private static let atStations = ["--stations", stations.path]

    private func check(_ place: Workplace, _ words: String, _ filter: String, _ options: [String]) throws {
        let target = try Workplace()
        try place.succeed("plot \(words)").output.write(to: target.file("plot.svg"))
        try place.succeed("list --format ndjson \(filter)").output.write(to: target.file("rows.ndjson"))
        try target.oracle("check_plot.py", ["plot.svg", "rows.ndjson"] + options)
    }
}
