import Foundation
import TestSupport
import Testing

/// Landmarks on the command line, with made-up stations.
@Suite struct LandmarkCommandTests {
    private struct Station {
        var id: String
        var name: String
        var line: String
        var latitude = "37.5"
        var longitude: String
    }

    private static let stations = [
        Station(id: "0239", name: "책마을입구", line: "2호선", longitude: "126.920"),
        Station(id: "1264", name: "책마을입구", line: "중앙선", longitude: "126.922"),
        Station(id: "2523", name: "글샘", line: "5호선", longitude: "126.950"),
        Station(id: "1217", name: "글샘", line: "중앙선", longitude: "127.490"),
        Station(id: "0216", name: "이야기(구청)", line: "2호선", longitude: "126.980"),
        Station(id: "0150", name: "가상역", line: "1호선", longitude: "127.000"),
        Station(id: "0300", name: "마포", line: "5호선", longitude: "127.010"),
        Station(id: "0301", name: "이름 같은 책방", line: "5호선", longitude: "127.020"),
        Station(id: "0302", name: "\u{202E}\u{1B}[31m거꾸로", line: "9호선\u{7}", longitude: "127.030"),
    ]

    private static func page(_ stations: [Station]) -> String {
        let rows = stations.map {
            #"{"BLDN_ID":"\#($0.id)","BLDN_NM":"\#($0.name.replacing("\u{1B}", with: "\\u001b"))","#
                + #""ROUTE":"\#($0.line.replacing("\u{7}", with: "\\u0007"))","LAT":"\#($0.latitude)","LOT":"\#($0.longitude)"}"#
        }
        return
            #"{"subwayStationMaster":{"list_total_count":\#(rows.count),"RESULT":{"CODE":"INFO-000","MESSAGE":""},"row":["#
            + rows.joined(separator: ",") + "]}}"
    }

    private static let shops = [
        FeedPage.Row(id: "1", name: "첫 책방", latitude: "37.5", longitude: "126.921"),
        FeedPage.Row(id: "2", name: "둘째 책방", latitude: "37.5", longitude: "126.951"),
        FeedPage.Row(id: "3", name: "이름 같은 책방", latitude: "37.5", longitude: "127.1"),
        FeedPage.Row(id: "4", name: "가상역", latitude: "37.5", longitude: "127.2"),
    ]

    private static func place() throws -> Workplace {
        let place = try Workplace.ingested([FeedPage(rows: shops)])
        try place.write(page(stations), to: "stations.json")
        try place.succeed("ingest --feed seoul-stations stations.json")
        return place
    }

    private static let shared = Result { try place() }

    private func first(_ place: String) throws -> String {
        let run = try Self.shared.get().succeed(["near", place, "-k", "1", "--format", "tsv", "--fields", "name"])
        return String(run.text.split(separator: "\n")[1])
    }

    /// Only places can be shown, so a station with the same name makes no name ambiguous.
    @Test func aPlaceIsShownAlsoIfAStationHasItsName() throws {
        let place = try Self.shared.get()
        for (name, row) in [("이름 같은 책방", "3"), ("가상역", "4")] {
            let found = try place.succeed(["show", name])
            #expect(try found.output == place.succeed("show places/\(row)").output, "\(name)")
        }
        for name in ["글샘", "station:2523", "책마을입구역"] {
            let refused = try place.geocli(["show", name])
            #expect(refused.status == 64 && refused.errorText.contains("this is a district or a landmark"), "\(name)")
        }
    }

    @Test(
        arguments: [
            ("책마을입구역", "첫 책방"), ("책마을입구", "첫 책방"), ("책마을 입구 역", "첫 책방"), ("station:책마을입구", "첫 책방"),
            ("글샘역 5호선", "둘째 책방"), ("5호선 글샘", "둘째 책방"), ("글샘5호선", "둘째 책방"), ("station:2523", "둘째 책방"),
            ("landmark:2523", "둘째 책방"), ("seoul-stations/2523", "둘째 책방"), ("글샘 2523", "둘째 책방"),
            // The text ends in 역, so it is the station and not the place of the same name.
            ("가상역", "둘째 책방"),
        ])
    func stationsByName(text: String, nearest: String) throws { #expect(try first(text) == nearest) }

    @Test(
        arguments: [
            ("글샘", ["station:2523 (글샘, 5호선)", "station:1217 (글샘, 중앙선)"]),
            ("글샘역", ["station:2523", "station:1217"]), ("이름 같은 책방", ["station:0301", "이름 같은 책방, 종로구"]),
            ("마포", ["district:마포구", "station:0300"]),
        ])
    func severalPlacesAreRefused(text: String, spellings: [String]) throws {
        let run = try Self.shared.get().geocli(["near", text])
        #expect(run.status == 64 && run.text.isEmpty)
        for spelling in spellings { #expect(run.errorText.contains(spelling), "\(run.errorText)") }
    }

    @Test(arguments: ["역", "station:역", "책마을", "구청역장", "station:", "station:9", "2523"])
    func aPartOfANameMeansNothing(text: String) throws {
        let run = try Self.shared.get().geocli(["near", text])
        #expect([64, 66].contains(run.status) && run.text.isEmpty, "\(text): \(run.errorText)")
    }

    @Test func theNumberOfAStationIsProposed() throws {
        let run = try Self.shared.get().geocli("near 2523")
        #expect(run.status == 66 && run.errorText.contains("did you mean station:2523 (글샘, 5호선)?"))
        // A number with a zero in front is another one.
        let zero = try Self.shared.get().geocli("near 0150")
        #expect(zero.status == 66)
        #expect(zero.errorText.contains("has the id 0150; did you mean station:0150 (가상역, 1호선)?"), "\(zero.errorText)")
        #expect(try Self.shared.get().geocli("near 150").errorText.contains("write name:150"))
    }

    @Test func hostileNamesAreHarmless() throws {
        let run = try Self.shared.get().succeed(["near", "station:0302", "-k", "1"])
        #expect(
            !run.errorText.contains("\u{1B}") && !run.errorText.contains("\u{202E}") && !run.errorText.contains("\u{7}")
        )
    }

    @Test func landmarksAreInNoListing() throws {
        let place = try Self.shared.get()
        for line in [
            "list", "search 책마을", "bbox 126,37,128,38", "export --format geojson", "changes", "cluster --zoom 9",
        ] {
            let run = try place.geocli(line)
            #expect(
                run.status == 0 && !run.text.contains("책마을입구") && !run.text.contains("0239"), "\(line): \(run.text)")
        }
        #expect(try place.geocli("list --feed seoul-stations").status == 64)
        let status = try place.succeed("status --json").text
        #expect(status.contains("\"total\":4") && status.contains("\"landmarks\":9"))
        #expect(try place.succeed("status --format table --lang ko").text.contains("기준점"))
        #expect(
            try place.succeed("runs --format csv --fields feed,outcome,total").text.contains(
                "seoul-stations,published,9"))
        #expect(try place.succeed("verify").text.contains("\"check\":\"landmarks\",\"ok\":true"))
    }

    @Test func aFeedOfLandmarksListsNothingAndSaysSo() throws {
        let run = try Self.place().geocli("list --feed seoul-stations")
        #expect(run.status == 64 && run.errorText.contains("landmarks, which are not listed"), "\(run.errorText)")
    }

    @Test func searchStartsThereToo() throws {
        let run = try Self.shared.get().succeed("search 책방 --near 글샘5호선 --limit 1 --format tsv --fields name")
        #expect(run.text == "name\n둘째 책방\n")
    }

    /// An empty page, one that lost most stations, and one without the lines leave the landmarks whole.
    @Test func aBadNightLeavesTheLandmarksWhole() throws {
        let place = try Self.place()
        func content() throws -> String {
            try place.shell("sqlite3 catalog.sqlite 'SELECT * FROM landmark; SELECT * FROM landmark_key'").text
        }
        let before = try content()
        let pages = [
            Self.page([]), Self.page(Array(Self.stations.prefix(4))), String(Self.page(Self.stations).dropLast(40)),
            Self.page(Self.stations).replacing("BLDN_NM", with: "NAME"), "", "<html></html>",
        ]
        for page in pages {
            try place.write(page, to: "bad.json")
            let run = try place.geocli("ingest --feed seoul-stations bad.json")
            #expect(run.status == 65, "\(page.prefix(80)): \(run.errorText)")
            #expect(try content() == before)
        }
        // A dry run compares and writes nothing; accepted, the smaller page counts.
        try place.write(pages[1], to: "small.json")
        #expect(try place.geocli("ingest --feed seoul-stations small.json --dry-run --accept moved").status == 0)
        #expect(try content() == before)
        #expect(try place.geocli("ingest --feed seoul-stations small.json --accept moved").status == 0)
        #expect(try place.succeed("status --json").text.contains("\"landmarks\":4"))
        #expect(try place.geocli("near 마포 --no-ground").errorText.contains("outline"))
        #expect(try place.succeed("verify").status == 0)
    }

    @Test func aCatalogWithoutLandmarksSaysHowToGetThem() throws {
        let place = try Workplace.ingested([FeedPage(rows: Self.shops)])
        for text in ["책마을입구역", "station:책마을입구"] {
            let run = try place.geocli(["near", text])
            #expect(run.status == 66 && run.errorText.contains("only well-known stations"), "\(run.errorText)")
            #expect(run.errorText.contains("ingest --feed seoul-stations"), "\(run.errorText)")
            let bare = try place.geocli(["near", text, "--no-ground"]).errorText
            #expect(bare.contains("the catalog has no stations; ingest them with"), "\(bare)")
        }
        #expect(try place.succeed(["near", "가상역", "-k", "1"]).errorText.contains("가상역"))
    }

    /// The sample stays, because landmarks are not places; it may also come after them.
    @Test func theSampleStays() throws {
        let place = try Workplace()
        try place.write(Self.page(Self.stations), to: "stations.json")
        try place.succeed("ingest --feed seoul-stations stations.json -q")
        let onlyStations = "the catalog has only landmarks, and no places yet"
        #expect(try place.geocli("near 책마을입구역").errorText.contains("\(onlyStations); see 'geocli status'"))
        let status = try place.geocli("status -q --max-age 9d")
        #expect(status.status == 65 && status.errorText.contains("\(onlyStations); run 'geocli ingest'"))
        // Who names the landmarks asks for their age.
        let own = try place.geocli("status -q --max-age 9d --feed seoul-stations")
        #expect(own.status == 0 && own.errorText.isEmpty, "\(own.errorText)")
        try place.succeed("ingest --sample -q")
        try place.succeed("ingest --feed seoul-stations stations.json -q")
        #expect(try place.succeed("status --json").text.contains("\"total\":601"))
        #expect(try place.succeed("near 책마을입구역 -k 1").status == 0)
    }

    @Test func pageAndPictureShowThem() throws {
        let (with, without) = (try Self.place(), try Workplace.ingested([FeedPage(rows: Self.shops)]))
        for line in ["map -o page.html -q --no-ground", "plot -o picture.svg -q --no-ground"] {
            try with.succeed(line)
            try without.succeed(line)
        }
        let page = try String(contentsOf: with.file("page.html"), encoding: .utf8)
        #expect(page.contains(#""landmarks":{"names":["글샘""#) || page.contains("책마을입구"))
        #expect(page.contains("landmark-label") && page.contains("서울시 역사마스터 정보"))
        // 1217 is far outside of the places' box.
        #expect(!page.contains("12749000"))
        let plain = try String(contentsOf: without.file("page.html"), encoding: .utf8)
        #expect(!plain.contains(#""landmarks":"#) && !plain.contains("landmark-label"))
        let picture = try String(contentsOf: with.file("picture.svg"), encoding: .utf8)
        #expect(picture.contains(">이야기(구청)</text>") && picture.contains("Stations in and around Seoul"))
        #expect(try !String(contentsOf: without.file("picture.svg"), encoding: .utf8).contains("Stations in and"))
        #expect(!page.contains("\u{202E}") && !picture.contains("\u{202E}"))
    }
}
