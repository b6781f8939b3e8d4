#if PostGIS
import Foundation
import TestSupport
import Testing

/// A server gives the same answers as the catalog's file, byte for byte.
@Suite(.postGIS) struct ServerListingTests {
    /// Rows with hostile texts in every column; the last runs missed some of them.
    private static let hostile = Result {
        let names =
            HostileText.names + ["\u{10FFFF}1", "a\u{0}\u{10FFFF}0\u{0}", "\u{10FFFF}", "\\N", "\\.", "{a,\"b\"}"]
        let rows = names.enumerated().map { index, name in
            FeedPage.Row(
                id: "\(index + 1)", name: name, latitude: index == 3 ? "x" : "\(10 + index)",
                longitude: "\(20 + index)",
                kind: ["0001", "0002", "00\u{1B}[31m09"][index % 3],
                district: index % 4 == 0 ? "마포구" : "=구\u{1B}[0m\n()\u{0}\\", address: "@주소\u{202E}\t끝\u{0}",
                phone: index % 2 == 0 ? "02-123-\(1000 + index)" : "-1-\u{1B}[5m",
                website: index % 3 == 0 ? "a.example/\(index)" : "javascript:alert(1)",
                sns: index % 5 == 0 ? "https://a.example/x,\"y\\{}\u{0}" : "")
        }
        // The last rows are missing from the last one to four runs.
        let pages = [0, 1, 2, 3, 4].map { FeedPage(rows: rows.dropLast($0)) }
        return try ServerDesk(try Workplace.ingested(pages), schema: "hostile")
    }

    private static let sample = Result { try ServerDesk(try Workplace.sample.get().copy(), schema: "sample") }

    private static let formats = ["table", "json", "ndjson", "csv", "tsv", "geojson", "geojsonseq"]

    @Test(arguments: formats)
    func everyFormatIsTheSame(_ format: String) throws {
        for place in [try Self.hostile.get(), try Self.sample.get()] {
            for line in [
                "list", "list --include-closed", "near 20,30 -k 12", "near 37.56,126.97 --within 2km",
                "bbox 20,10,40,30",
                "bbox 126.9,37.5,127,37.6", "list --limit 0", "list --match none-is-called-so",
            ] {
                let run = try place.expectSame("\(line) --format \(format)")
                #expect(run.status == 0, "\(line)")
            }
        }
    }

    @Test(arguments: ["geojson", "geojsonseq", "csv", "tsv", "gpkg", "kml"])
    func everyFileForMapsIsTheSame(_ format: String) throws {
        for place in [try Self.hostile.get(), try Self.sample.get()] {
            try place.expectSameFile("export --include-closed", name: "a.\(format)")
            try place.expectSameFile("export --kind used --limit 7", name: "b.\(format)")
        }
        let sample = try Self.sample.get()
        guard ["csv", "tsv", "gpkg"].contains(format) else { return }
        try sample.expectSameFile("export --crs EPSG:5186", name: "c.\(format)")
    }

    @Test(arguments: [
        "", "--kind used", "--kind new,other", "--district 마포 --district jongno", "--has phone",
        "--has phone --has website --has sns", "--match 책방", "--match 서점 --kind used --has phone", "--match ㅊㅂ",
        "--match 02-000", "--match 마포", "--match 노레하는", "--match cordo", "--match tkwjs", "--match '고래서가 서점'",
        "--match zzzzz --fail-empty", "--include-closed --kind used", "--district 강릉", "--fields name,id,sns,ref",
        "--fields nonsense", "--limit 3", "--match 책 --limit 3",
    ])
    func everyFilterIsTheSame(_ filter: String) throws {
        // One listing with all filters, and each filter with one of the others: the SQL of a filter is the same in all.
        let lines = [
            "near 37.5663,126.9779", "near 37.5663,126.9779 --within 4km", "bbox 126.8,37.4,127.1,37.6",
            "export --format csv",
        ]
        let place = try Self.sample.get()
        try place.expectSame("list \(filter)")
        try place.expectSame("\(lines[filter.utf8.count % lines.count]) \(filter)")
    }

    /// Names with NUL and U+10FFFF have their own lengths in the order of answers.
    @Test(arguments: [
        "search 주소", "search 주소 --limit 3", "search 주소 --near 20,30 --explain", "search 주소 --scan", "search nul",
        "search 줄 --lang ko", "search '=cmd'", "search 02-123 --include-closed", "search 한글 --near 20,30 --sort name",
        "search a --unique", "search 한글 --format table", "search 힣힣힣 --fail-empty", "search ''", "search x --match y",
    ])
    func everySearchIsTheSame(_ line: String) throws {
        for place in [try Self.hostile.get(), try Self.sample.get()] { try place.expectSame(line) }
    }

    @Test func everyRowIsShownTheSame() throws {
        let place = try Self.hostile.get()
        for id in 1...HostileText.names.count + 6 { try place.expectSame("show \(id)") }
        let sample = try Self.sample.get()
        for line in ["show 7 --format table --lang ko", "show seoul-bookstores/1001 --links", "links", "links show 1"] {
            try sample.expectSame(line)
        }
        let run = try sample.ask("show 999999")
        #expect(
            run.status == 66 && run.errorText.contains("postgres:///places#sample has no bookstore 999999; list all"))
        #expect(try sample.ask("show nobody/1 --lang ko").errorText.contains("nobody/1이 없습니다"))
    }

    @Test func areasAreTheSame() throws {
        let place = try Self.sample.get()
        let area = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":{"type":"Polygon",
            "coordinates":[[[126.9,37.5],[127.05,37.52],[127,37.6],[126.95,37.53],[126.9,37.5]]]}},
            {"type":"Feature","properties":{"name":"x"},"geometry":{"type":"MultiPolygon","coordinates":[[[[179,-90],[180,-90],
            [180,90],[179,90],[179,-90]]],[[[-180,-90],[-179,-90],[-179,90],[-180,90],[-180,-90]]],
            [[[126.97,37.55],[126.99,37.55],[126.99,37.57],[126.97,37.57],[126.97,37.55]]]]}}]}
            """
        for line in [
            "inside -", "inside - --kind used --format csv", "inside - --match 책방", "inside - --sort name --limit 3",
            "inside - --unique", "inside - --limit 0", "inside - --district 종로",
        ] {
            let run = try place.expectSame(line, input: Data(area.utf8))
            #expect(run.status == 0, "\(line)")
        }
        #expect(try place.ask("inside - --fields id --format csv", input: Data(area.utf8)).text.utf8.count > 50)
        try place.expectSame("inside -", input: Data("{}".utf8))
        let run = try place.ask("inside mapo")
        #expect(run.errorText.contains("the outlines of districts are not on the server"))
        #expect(run.status == 66, "as from a file without outlines")
    }

    @Test func missingOnesAreTheSame() throws {
        let place = try Self.hostile.get()
        let run = try place.expectSame(
            "list --include-closed --fields id,first_seen,last_seen,missing_runs,removed_on,closed_on")
        #expect(run.text.contains("\"missing_runs\":4,\"removed_on\":\"2026-09-22\",\"closed_on\":null"))
        #expect(run.text.contains("\"missing_runs\":0,\"removed_on\":null,\"closed_on\":null"))
        for line in ["list", "near 40,60 --include-closed -k 200", "bbox -180,-90,180,90 --include-closed"] {
            try place.expectSame(line)
        }
        // A district whose name has characters that PostgreSQL can't keep.
        try place.expectSame("list --district '=구[0m ()\\'")
    }

    @Test func moreThanThereAreAndTheEdgesOfTheWorldAreTheSame() throws {
        let place = try Self.sample.get()
        for line in [
            "near 37.5,127 -k 99999999", "near 90,0 -k 3", "near -90,180 -k 3", "near 0,-180 -k 3",
            "near 37.5,127 --within 0m",
            "near 37.5,127 --within 30000km", "bbox 170,-90,-170,90", "bbox -180,-90,180,90", "bbox 127,-90,126.9,90",
            "bbox 126.98,37.56,126.98,37.56",
        ] {
            try place.expectSame(line)
        }
    }

    @Test func bothNamesOfTheAntimeridianAreTheSameEdgeThereToo() throws {
        let place = try Workplace()
        let longitudes = ["180", "-180", "179.5", "-179.5"]
        let rows = longitudes.enumerated().map { "\($0.offset),place,10,\($0.element)\n" }
        let file = Data(("id,name,latitude,longitude\n" + rows.joined()).utf8)
        #expect(
            try place.geocli("ingest - --feed islands --id id --name name --lat latitude --lon longitude", input: file)
                .status == 0)
        let server = try ServerDesk(place, schema: "meridian")
        for (box, count) in [
            ("179,0,180,20", 3), ("-180,0,-179,20", 3), ("179,0,-180,20", 3), ("180,0,-179,20", 3),
            ("180,0,180,20", 2), ("-180,0,-180,20", 2), ("180,0,-180,20", 2), ("-180,0,180,20", 4),
            ("179,0,-179,20", 4), ("-179,0,179,20", 0),
        ] {
            let run = try server.expectSame("bbox \(box) --fields id --format tsv")
            #expect(run.text.split(separator: "\n").count == count + 1, "\(box): \(run.text)")
        }
    }

    @Test func aCatalogOfNothingIsTheSame() throws {
        let place = try Workplace()
        // A catalog whose only run was refused has no good run.
        let refused = try place.geocli("ingest -", input: try FeedPage(rows: []).bytes())
        #expect(refused.status == 65)
        let empty = try ServerDesk(place, schema: "nothing")
        for line in [
            "list", "near 1,2", "bbox 1,2,3,4", "list --match x", "export", "list --format table --fail-empty",
        ] {
            try empty.expectSame(line)
        }
        #expect(try empty.ask("near 1,2").errorText.contains("the catalog has no good run"))
    }

    @Test func pointsOfAFileAreTheSame() throws {
        let place = try Self.sample.get()
        let points = "latitude,longitude\n37.5663,126.9779\n90,0\n-33,-70\n"
        for format in ["ndjson", "csv", "json", "table"] {
            try place.expectSame("near --from - -k 3 --format \(format)", input: Data(points.utf8))
        }
        try place.expectSame("near --from - --within 2km --kind used --match 책", input: Data(points.utf8))
        try place.expectSame("near --from -", input: Data((points + "x,y\n").utf8))
    }

    @Test func theServerMayBeNamedByTheEnvironment() throws {
        let place = try Self.sample.get()
        let run = try place.place.geocli("list", environment: ["GEOCLI_DB": place.address])
        #expect(run.output == (try place.place.succeed("list").output))
    }

    @Test(arguments: [
        "list --as-of 2026-09-21", "export --as-of 2026-09-21", "export --layer clusters", "export --layer changes",
        "status", "cluster --zoom 3", "changes", "inside mapo --as-of 2026-09-21",
        "show 1 --as-of 2026-09-21", "search -i", "map", "verify", "runs",
        "runs last", "links accept 1 2", "links reject 1 2", "ingest --sample", "plot",
        "corrections", "corrections list",
        "corrections show 1",
        "corrections check", "corrections add 1 phone= --because x --source https://example.com",
        "corrections withdraw 1",
        "corrections export", "corrections import -", "list --uncorrected", "export --uncorrected",
        "issues", "issues show 1", "issues accept 1 --because x", "issues new 1 x", "issues scan", "issues stats",
        "issues report",
    ])
    func whatTheServerDoesNotHoldIsRefused(_ line: String) throws {
        let run = try Self.sample.get().ask(line)
        #expect(run.status == 64, "\(run.errorText)")
        #expect(run.output.isEmpty)
        #expect(run.errorText.contains(/the path of (a|the) catalog( file)?\n$/), "\(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 1)
    }
}
#endif
