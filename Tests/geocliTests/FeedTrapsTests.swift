import Foundation
import TestSupport
import Testing

/// Pages, declarations and nights that look whole and are not, or look wrong and are not. All rows are made up.
@Suite struct FeedTrapsTests {
    private static func declaration(_ pages: String, fields: String = "", rest: String = "") -> String {
        """
        id = "made-up"
        title = { ko = "지어낸 곳", en = "Made up" }
        noun = { ko = "공원", en = "park" }
        publisher = "nobody, made up for tests"
        license = "none"
        kind = "park"
        [pages]
        \(pages)
        encoding = "UTF-8"
        [fields]
        id = "id"
        name = "name"
        \(fields)
        [point]
        x = "lon"
        y = "lat"
        crs = "EPSG:4326"
        area = [124.0, 33.0, 132.0, 39.0]
        \(rest)
        """
    }

    private static let json = "format = \"json\"\nrows = \"items\"\ntotal_counts = \"none\""
    private static let csv = "format = \"csv\"\ndelimiter = \",\"\nheader = true"

    /// Pages with a larger total than their rows may be a part of the feed, also if the declaration names no total.
    @Test func aTotalThatIsNotDeclaredIsSaid() throws {
        let place = try Workplace()
        try place.write(Self.declaration(Self.json), to: "f.toml")
        func page(_ total: Int) -> String {
            "{\"totalCount\":\(total),\"items\":[{\"id\":1,\"name\":\"가\",\"lon\":127,\"lat\":37},{\"id\":2,\"name\":\"나\",\"lon\":127,\"lat\":37.1}]}"
        }
        try place.write(page(50), to: "p.json")
        let part = try place.geocli("ingest --feed f.toml p.json")
        #expect(part.status == 0 && part.errorText.contains("2 rows but state a total of 50"), "\(part.errorText)")
        try place.write(page(2), to: "p.json")
        let whole = try place.geocli("ingest --feed f.toml p.json")
        #expect(whole.status == 0 && !whole.errorText.contains("state a total"))
    }

    /// What the declaration leaves out is counted by each report, also after a night without changes.
    @Test func rowsThatAreLeftOutAreCounted() throws {
        let place = try Workplace()
        let rest = "[filter]\ntype = [\"공원\"]\n[status]\nfield = \"state\"\nopen = [\"01\"]\nclosed = [\"03\"]\n"
        try place.write(Self.declaration(Self.csv, rest: rest), to: "f.toml")
        let rows = (1...9).map { id in
            "\(id),이름 \(id),127.0\(id),37.5,\(id <= 4 ? "공원" : "약국"),\(id == 1 ? "03" : "01")\n"
        }
        try place.write("id,name,lon,lat,type,state\n" + rows.joined(), to: "r.csv")
        let first = try place.succeed("ingest --feed f.toml r.csv --format json")
        #expect(
            first.text.contains("\"duplicates\":0,\"filtered\":5,\"closed\":1,\"without_point\":0"), "\(first.text)")
        #expect(
            first.errorText.contains("rows 3 (rejected 0, duplicate 0); left out: filtered 5, closed 1\n"),
            "\(first.errorText)")
        let second = try place.succeed("ingest --feed f.toml r.csv --lang ko")
        #expect(
            second.errorText.contains("변경 없음, 공원 3곳. 선언에 따라 뺀 행: 필터 5, 폐점 1\n"), "\(second.errorText)")
        let runs = try place.succeed("runs --format csv --fields outcome,filtered,closed").text
        #expect(runs == "outcome,filtered,closed\nunchanged,5,1\npublished,5,1\n")
        #expect(try place.geocli("verify -q").status == 0)
    }

    /// A few rows with wrong points do not stop a night in which little else changed.
    @Test func aFewWrongPointsAmongManyRowsAreNoReasonToRefuse() throws {
        let place = try Workplace()
        try place.write(Self.declaration(Self.csv, fields: "address = \"address\""), to: "f.toml")
        func rows(_ wrong: Int) -> String {
            (1...200).reduce(into: "id,name,address,lon,lat\n") { text, id in
                let point = id <= wrong ? "129.07,35.18" : "127.0,37.55"
                text += "\(id),이름 \(id),서울특별시 마포구 길 \(id),\(point)\n"
            }
        }
        try place.write(rows(0), to: "r.csv")
        #expect(try place.geocli("ingest --feed f.toml r.csv").status == 0)
        try place.write(rows(4), to: "r.csv")
        let night = try place.geocli("ingest --feed f.toml r.csv")
        #expect(night.status == 0, "\(night.errorText)")
        try place.write(rows(150), to: "r.csv")
        let first = try place.geocli("ingest --feed f.toml r.csv --db first.sqlite")
        #expect(first.status == 65 && first.errorText.contains("far outside the province"), "\(first.errorText)")
        let moved = try place.geocli("ingest --feed f.toml r.csv")
        #expect(moved.status == 65 && moved.errorText.contains("146 of 200 points moved alike"), "\(moved.errorText)")
    }

    /// Streets that are named after provinces, each where it is.
    @Test func aStreetIsNoProvince() throws {
        let place = try Workplace()
        try place.write(Self.declaration(Self.csv, fields: "address = \"address\""), to: "f.toml")
        let streets = [
            ("세종대로", "126.977,37.566"), ("세종로", "126.975,37.572"), ("경기대로", "126.963,37.563"),
            ("강원대학길", "127.744,37.869"), ("경북대로", "128.611,35.889"), ("부산대학로", "129.083,35.230"),
            ("광주천변길", "126.915,35.146"), ("충남대로", "127.344,36.366"), ("전남대학길", "126.910,35.176"),
        ]
        let rows = (1...90).map { id in
            let (street, point) = streets[id % streets.count]
            return "\(id),이름 \(id),\(street) \(id),\(point)\n"
        }
        try place.write("id,name,address,lon,lat\n" + rows.joined(), to: "r.csv")
        let night = try place.geocli("ingest --feed f.toml r.csv")
        #expect(night.status == 0 && !night.errorText.contains("province"), "\(night.errorText)")
    }

    @Test(arguments: [
        String(repeating: "a.", count: 60_000) + "a = 1", "[" + String(repeating: "a.", count: 60_000) + "a]",
    ])
    func aDeepKeyIsRefused(_ text: String) throws {
        let place = try Workplace()
        try place.write(text + "\n", to: "f.toml")
        let run = try place.geocli("feeds show ./f.toml")
        let check = try place.geocli("feeds check ./f.toml f.toml")
        #expect(check.status == 65 && check.errorText.contains("too many parts"), "\(check.status)")
        #expect([0, 65].contains(run.status))
    }

    /// No line on standard error is longer than a person reads, whatever is in a file.
    @Test func aLongValueMakesNoLongLine() throws {
        let place = try Workplace()
        let service = "[service]\nurl = \"http://127.0.0.1:9/{PAGE}\"\nrows_per_page = "
        try place.write(
            Self.declaration(Self.json, rest: service + String(repeating: "9", count: 100_000)), to: "rows.toml")
        let path = Self.json.replacing("\"items\"", with: "\"items.\(String(repeating: "p", count: 20_000))\"")
        try place.write(Self.declaration(path), to: "path.toml")
        try place.write(
            Self.declaration(path.replacing(String(repeating: "p", count: 19_100), with: "")), to: "short.toml")
        try place.write("{\"items\":{\"x\":1}}", to: "p.json")
        let id = String(repeating: "m", count: 40_000)
        try place.write("id,latitude,longitude\n\(id),37.5,127\n\(id),37.5,127\n", to: "markers.csv")
        for line in [
            "ingest --feed rows.toml p.json", "ingest --feed path.toml p.json", "ingest --feed short.toml p.json",
            "feeds check short.toml p.json", "cluster --from markers.csv --zoom 9",
        ] {
            for language in ["en", "ko"] {
                let run = try place.geocli("\(line) --lang \(language)")
                #expect(run.status == 65, "\(line): \(run.errorText.prefix(300))")
                #expect(run.errorText.utf8.count < 700, "\(line): \(run.errorText.prefix(300))")
            }
        }
    }

    @Test func aFolderOfGeoJSONIsReadWhole() throws {
        let place = try Workplace()
        try FileManager.default.createDirectory(at: place.file("pages"), withIntermediateDirectories: true)
        for (id, name) in [(1, "a.json"), (2, "b.geojson"), (3, "c.ndjson")] {
            let feature =
                "{\"type\":\"Feature\",\"id\":\(id),\"geometry\":{\"type\":\"Point\",\"coordinates\":[127,37.\(id)]},\"properties\":{\"name\":\"이름 \(id)\"}}"
            try place.write(feature + "\n", to: "pages/\(name)")
        }
        let run = try place.geocli("ingest pages/ --feed my-places --name name")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try place.succeed("list").text.split(separator: "\n").count == 3)
    }

    /// Rows that can't be read are not right to accept.
    @Test func theNextStepAfterUnusableRowsIsTheirList() throws {
        let place = try Workplace()
        try place.write(Self.declaration(Self.json), to: "f.toml")
        let good = (1...4).map { "{\"id\":\($0),\"name\":\"가\",\"lon\":127,\"lat\":37.\($0)}" }
        try place.write("{\"items\":[\(good.joined(separator: ","))]}", to: "p.json")
        try place.write("{\"items\":[\(good.joined(separator: ",")),{\"id\":5},{\"id\":6}]}", to: "bad.json")
        try place.succeed("ingest --feed f.toml p.json -q")
        #expect(try place.geocli("ingest --feed f.toml bad.json -q").status == 65)
        let status = try place.succeed("status --format table").text
        let step =
            "see 'geocli runs 2', correct the rows or the declaration, then: geocli ingest bad.json --feed f.toml"
        #expect(status.contains(step) && !status.contains("--accept"), "\(status)")
        // In another catalog, each command names it.
        try place.succeed("ingest --feed f.toml p.json -q --db other.sqlite")
        let refused = try place.geocli("ingest --feed f.toml bad.json -q --db other.sqlite").errorText
        #expect(refused.contains("; see 'geocli runs 2 --db other.sqlite'; the catalog is unchanged"), "\(refused)")
        let other = try place.succeed("status --format table --db other.sqlite").text
        #expect(other.components(separatedBy: "see 'geocli runs 2 --db other.sqlite'").count == 3, "\(other)")
        let korean = try place.succeed("status --format table --db other.sqlite --lang ko").text
        #expect(korean.contains(". 'geocli runs 2 --db other.sqlite'를 확인하세요"), "\(korean)")
    }

    /// The next step asks the feed's own service again, and names the variable of its own key.
    @Test func theNextStepIsOfThisFeed() throws {
        let place = try Workplace()
        let service =
            "[service]\nurl = \"http://127.0.0.1:9/open/list?serviceKey={KEY}&page={PAGE}&size={SIZE}\"\nrows_per_page = 10\nkey = \"KCISA_KEY\""
        try FileManager.default.createDirectory(
            at: place.file("config/geocli/feeds"), withIntermediateDirectories: true)
        try place.write(Self.declaration(Self.json, rest: service), to: "config/geocli/feeds/f.toml")
        try place.write("{\"items\":[{\"id\":1,\"name\":\"가\",\"lon\":127,\"lat\":37}]}", to: "p.json")
        let home = ["XDG_CONFIG_HOME": place.file("config").path]
        #expect(try place.geocli("ingest --feed made-up p.json", environment: home).status == 0)
        #expect(try place.geocli("ingest --feed made-up", environment: home).status == 77)
        let status = try place.geocli("status --format table", environment: home).text
        #expect(status.contains("KCISA_KEY") && !status.contains("SEOUL_OPENAPI_KEY"), "\(status)")
        #expect(status.contains("geocli ingest --feed made-up") && !status.contains("/open/list --feed"), "\(status)")
    }
}
