import Foundation
import TestSupport
import Testing

/// `geocli mine export` and `import`: nothing that differs is lost in silence.
@Suite struct MineExchangeTests {
    private let place: Workplace

    init() throws {
        let shops = [("1", "밤의 책방", "37.56"), ("2", "체인", "37.57"), ("3", "체인", "37.67")]
        place = try Workplace.ingested([
            FeedPage(
                rows: shops.map {
                    FeedPage.Row(
                        id: $0.0, name: $0.1, latitude: $0.2, longitude: "126.92", district: "마포구",
                        address: "마포구 독막로 \($0.0)")
                })
        ])
    }

    private func lines(_ line: String) throws -> [[String: Any]] {
        try place.succeed("mine \(line) --format ndjson").text.split(separator: "\n").map { row in
            try #require(JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
        }
    }

    private func texts(_ line: String, _ key: String) throws -> [String] {
        try lines(line).map { $0[key].map { "\($0)" } ?? "" }
    }

    private func fields(_ line: String) throws -> [[String]] {
        try lines(line).map { try #require($0["fields"] as? [String]) }
    }

    // MARK: Records that are there with other values

    @Test func aSecondPlacemarkWithOtherWordsIsDifferent() throws {
        func placemark(_ words: String) -> String {
            "<Placemark><name>밤의 책방</name><description>\(words)</description><Point><coordinates>126.92,37.56,0</coordinates></Point></Placemark>"
        }
        try place.write(
            "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\(placemark("처음"))\(placemark("나중"))\(placemark("처음"))</Document></kml>",
            to: "two.kml")
        #expect(try texts("import two.kml", "outcome") == ["added", "different", "same"])
        #expect(try texts("import two.kml", "outcome") == ["same", "different", "same"])
        #expect(try fields("import two.kml") == [[], ["title"], []])
        #expect(try texts("marks", "title") == ["처음"])
        let run = try place.succeed("mine import two.kml")
        #expect(run.errorText.contains("0 added, 2 already there, 1 different, 0 doubtful"), "\(run.errorText)")
        #expect(run.errorText.contains("were not changed"), "\(run.errorText)")
    }

    /// HTML in names and texts becomes text. A link keeps its tag, because its address is in it.
    @Test func htmlInAnotherProgramsFileBecomesText() throws {
        try place.write(
            "name,note,latitude,longitude\n밤의&nbsp;책방,\"<p>책 &amp;amp; 차</p>\",37.56,126.92\nQ&A <2호점>,a < b,37.6,126.9\n",
            to: "a.csv")
        #expect(try texts("import a.csv --all", "outcome") == ["added", "added"])
        #expect(try Set(texts("marks", "name")) == ["밤의 책방", "Q&A <2호점>"])
        #expect(try Set(texts("marks", "title")) == ["책 & 차", "a < b"])
        try place.write(
            "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Placemark><name>북 &amp;quot;숲&amp;quot;</name><description><![CDATA[<a href=\"https://a.example/?x=1&amp;y=2\">곳</a>]]></description><Point><coordinates>127.1,37.4,0</coordinates></Point></Placemark></kml>",
            to: "b.kml")
        try place.succeed("mine import b.kml --all")
        #expect(try texts("marks", "name").contains("북 \"숲\""))
        #expect(try texts("marks", "title").contains("<a href=\"https://a.example/?x=1&y=2\">곳</a>"))
    }

    @Test func rowsOfAChainWithOtherPointsAreTwoNotes() throws {
        let head = "Store Name,Title,Category,Created,Latitude,Longitude\n"
        let rows = ["체인,커피,구절,2024-03-04,37.57,126.92\n", "체인,커피,구절,2024-03-04,37.67,126.92\n"]
        try place.write(head + rows.joined(), to: "chain.csv")
        try place.write(head + rows.reversed().joined(), to: "turned.csv")
        #expect(try texts("import chain.csv", "outcome") == ["added", "added"])
        #expect(try Set(texts("notes", "ref")) == ["places/2", "places/3"])
        #expect(try texts("import turned.csv", "outcome") == ["same", "same"])
        // Two devices that import them in another order write the same records.
        try place.succeed("mine import turned.csv --mine-db other -q")
        #expect(try Set(texts("notes --mine-db other", "note")) == Set(texts("notes", "note")))
    }

    @Test func aNoteWhoseRowGetsAPointKeepsItsID() throws {
        try place.write("Store Name,Title,Category,Created\n밤의 책방,커피,구절,2024-03-04\n", to: "plain.csv")
        try place.write(
            "Store Name,Title,Category,Created,Latitude,Longitude\n밤의 책방,커피,구절,2024-03-04,37.56,126.92\n",
            to: "point.csv")
        #expect(try texts("import plain.csv", "outcome") == ["added"])
        #expect(try texts("import point.csv", "outcome") == ["same"])
        #expect(try lines("notes").count == 1)
    }

    @Test func aNewerExportOverOlderRecordsIsDifferent() throws {
        try place.succeed("mine note 1 옛글 --page 3 -q")
        try place.succeed("mine note 1 그대로 -q")
        try place.succeed("mine note 1 지움 -q")
        try place.succeed("mine export --format folder -o older -q")
        try place.succeed("mine edit 1 새글 --page '' -q")
        try place.succeed("mine export -o newer.json -q")
        try place.succeed("mine merge older --mine-db old -q")
        try place.succeed("mine remove 3 --mine-db old -q")
        let rows = try lines("import newer.json --mine-db old")
        #expect(rows.filter { "\($0["outcome"] ?? "")" == "same" }.count == 2, "\(rows)")
        let different = try #require(rows.first { "\($0["outcome"] ?? "")" == "different" })
        #expect(different["fields"] as? [String] == ["page", "text"])
        #expect(try texts("notes --mine-db old", "text") == ["옛글", "그대로"], "nothing changed, and 지움 stays removed")
    }

    // MARK: Exports that are read back

    @Test func aSignAfterAQuoteOrACommaSurvivesEveryFormat() throws {
        for text in [
            "\u{301}시작", "쉼표,\u{301}끝", "말\"\u{301}끝", "<\u{301}b> *\u{301} -\u{301}-\u{301}>", "a\u{FFFE}\u{301}",
        ] {
            try place.succeed(["mine", "note", "1", text, "--tag", "x", "-q"])
        }
        let whole = try place.succeed("mine export").text
        for name in ["out.json", "out.csv", "out.gpx", "out.kml", "out.md"] {
            try place.succeed("mine export -o \(name) -q")
            try place.succeed("mine import \(name) --mine-db back-\(name) -q")
            #expect(try place.succeed("mine export --mine-db back-\(name)").text == whole, "\(name)")
        }
        let script = "import csv; print({len(row) for row in csv.reader(open('out.csv', newline=''))})"
        #expect(try place.shell("python3 -c \"\(script)\"").text == "{17}\n")
    }

    @Test func aFolderOfMarkdownIsReadBackWithItsPhotos() throws {
        try Data([0xFF, 0xD8, 0xFF, 1, 2, 3]).write(to: place.file("rose.jpg"))
        try place.succeed("mine note 1 글 --photo rose.jpg --date 2025-05-05 -q")
        try place.succeed("mine visit 2 -q")
        try place.succeed("mine export --format markdown -o md -q")
        try place.write("# Mine\nno record\n", to: "md/other.md")
        #expect(try texts("import md --mine-db back", "outcome") == ["added", "added"])
        #expect(try place.succeed("mine export --mine-db back").text == place.succeed("mine export").text)
        let photos = try FileManager.default.contentsOfDirectory(atPath: place.file("back/photos").path)
        #expect(photos.count == 1)
        #expect(try texts("import md --mine-db back", "outcome") == ["same", "same"])
        _ = try place.shell("mv md/2025.md away.md; rm md/20*.md; ln -s ../away.md md/2025.md")
        let run = try place.geocli("mine import md")
        #expect(run.status == 65 && run.errorText.contains("no files from 'geocli mine export'"), "\(run.errorText)")
    }

    static let others: [(String, String)] = [
        (
            #"{"type":"Topology","arcs":[],"objects":{}}"#,
            "f.json can't be imported: not valid GeoJSON: this is TopoJSON; convert it to GeoJSON"
        ),
        (#"{"features":[{"attributes":{"name":"a"},"geometry":{"x":126,"y":37}}]}"#, "f.json is Esri (ArcGIS) JSON"),
        (
            #"{"type":"Feature","geometry":null,"properties":{"no":"1"}}"#,
            "f.json can't be imported: it has no points with names, only 1 place without a name; give GPX, KML, GeoJSON"
        ),
        ("[]", "f.json can't be imported: it has no points with names; give GPX, KML, GeoJSON or CSV"),
    ]

    @Test(arguments: others) func aFileOfAnotherKindIsNamed(_ text: String, _ says: String) throws {
        try place.write(text, to: "f.json")
        let run = try place.geocli("mine import f.json --all")
        #expect(run.status == 65 && run.errorText.contains(says), "\(run.errorText)")
    }

    /// A point with the latitude first is named, not left out, in every form.
    @Test(arguments: [
        (
            "f.json",
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"name":"가"}},{"type":"Feature","geometry":{"type":"Point","coordinates":[37.5,126.9]},"properties":{"name":"나"}}]}"#,
            "feature 2 of f.json has no valid position: latitude 126.9 of [37.5, 126.9] is not between -90 and 90; the numbers seem to be swapped"
        ),
        (
            "f.csv", "name,latitude,longitude\n가,,\n나,126.9,37.5\n",
            "row 2 of f.csv has no valid position: latitude 126.9 is beyond ±90, so latitude and longitude seem to be swapped; write 37.5,126.9"
        ),
        (
            "f.gpx", #"<gpx><wpt lat="37.5" lon="126.9"><name>가</name></wpt><wpt lat="126.9" lon="37.5"/></gpx>"#,
            "feature 2 of f.gpx has no valid position: latitude 126.9 is beyond ±90"
        ),
        (
            "f.kml",
            "<kml><Placemark><name>가</name><Point><coordinates>37.5,126.9,0</coordinates></Point></Placemark></kml>",
            "feature 1 of f.kml has no valid position: latitude 126.9 is beyond ±90, so latitude and longitude seem to be swapped; write 126.9,37.5"
        ),
    ])
    func swappedAxesAreNamed(_ name: String, _ text: String, _ says: String) throws {
        try place.write(text, to: name)
        let run = try place.geocli("mine import \(name) --all")
        #expect(run.status == 65 && run.errorText.contains(says), "\(run.errorText)")
    }

    @Test func anExportOfNoRecordsCanBeImported() throws {
        for (arguments, name) in [
            ("-o none.json", "none.json"), ("-o none.csv", "none.csv"), ("-o none.md", "none.md"),
            ("--format markdown -o none", "none"), ("--format folder -o folder", "folder"),
        ] {
            try place.succeed("mine export \(arguments) -q")
            let run = try place.geocli("mine import \(name)")
            #expect(run.status == 0 && run.errorText.contains("imported: 0 added"), "\(name): \(run.errorText)")
        }
        // A first act that fails may leave an empty log.
        try FileManager.default.createDirectory(at: place.file("mine"), withIntermediateDirectories: true)
        try place.write("", to: "mine/log-aaaaaaaaaaaaaaaa.jsonl")
        try place.succeed("mine export --format folder -o empty -q")
        try place.succeed("mine import empty -q")
        try place.write("damaged\n", to: "mine/log-aaaaaaaaaaaaaaaa.jsonl")
        #expect(try place.geocli("mine export --format folder -o damaged").status == 66, "damage is not emptiness")
    }
}
