import Foundation
import TestSupport
import Testing

/// Files of points as spreadsheets and other programs write them: each command that reads points gives the same values,
/// or refuses the file with the way out.
@Suite struct SpreadsheetFileTests {
    struct Sheet: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        /// The options with the names of the columns, for an ingest.
        let columns: String

        init(_ name: String, _ text: String, _ columns: String = "--id id --name name") {
            (self.name, self.text, self.columns) = (name, text, columns)
        }

        var testDescription: String { name }
    }

    /// All have the same two places, 1 and 2.
    private static let sheets = [
        Sheet("plain.csv", "id,name,lat,lon\n1,가,37.5563,126.9236\n2,나,35.1796,129.0756\n"),
        Sheet("mac.csv", "\u{FEFF}id,name,lat,lon\r1,가,37.5563,126.9236\r2,나,35.1796,129.0756\r"),
        Sheet(
            "korean.csv", "id,상호명,위도(WGS84),경도(WGS84)\r\n1,가,37.5563,126.9236\r\n2,나,35.1796,129.0756\r\n",
            "--id id --name 상호명"),
        Sheet(
            "decimal.csv", "\u{FEFF}id;name;Breitengrad;Längengrad\r\n1;가;37,5563;126,9236\r\n2;나;35,1796;129,0756\r\n"),
        Sheet("excel.csv", "sep=;\r\nid;name;lat;lon\r\n1;가;37,5563;126,9236\r\n2;나;35,1796;129,0756\r\n"),
        Sheet(
            "tabs.tsv", "\"id\"\t\"name\"\t\"lat\"\t\"lon\"\n1\t가\t\"37,5563\"\t\"126,9236\"\n2\t나\t35,1796\t129,0756\n"
        ),
        Sheet(
            "report.csv",
            "책방 현황,,,\n,,,\nid,name,Y좌표,X좌표\n1,가,37.5563,126.9236\n2,나,35.1796,129.0756\n,,,\n합계,2,72.7359,255.9992\n"),
        Sheet("degrees.csv", "id,name,lat,lon\n1,가,37.5563°,126.9236°\n2,나,３５.1796,\u{A0}129.0756\u{3000}\n"),
        Sheet("one.csv", "id,name,coords\n1,가,\"37.5563, 126.9236\"\n2,나,\"35.1796, 129.0756\"\n"),
        Sheet("wkt.csv", "WKT,id,name\n\"POINT (126.9236 37.5563)\",1,가\n\"POINT (129.0756 35.1796)\",2,나\n"),
        Sheet("xy.csv", "X,Y,id,name\n126.9236,37.5563,1,가\n129.0756,35.1796,2,나\n"),
        Sheet(
            "list.json",
            #"[{"id":1,"name":"가","latitude":37.5563,"longitude":126.9236},{"id":2,"name":"나","latitude":"35.1796","longitude":"129.0756"}]"#
        ),
        Sheet(
            "lines.ndjson",
            "{\"id\":1,\"name\":\"가\",\"lat\":37.5563,\"lng\":126.9236}\n{\"id\":2,\"name\":\"나\",\"lat\":35.1796,\"lng\":129.0756}\n"
        ),
    ]

    @Test(arguments: sheets) private func everyCommandReadsTheSamePoints(_ sheet: Sheet) throws {
        let place = try Workplace()
        try place.write(sheet.text, to: sheet.name)
        try place.succeed("ingest \(sheet.name) \(sheet.columns) --feed my-places -q")
        let wanted = "id,latitude,longitude\n1,37.5563,126.9236\n2,35.1796,129.0756\n"
        #expect(try place.succeed("list --csv --fields id,latitude,longitude").text == wanted)
        let markers = try place.succeed("cluster --from \(sheet.name) --zoom 20 --csv --fields id,latitude,longitude")
        #expect(markers.text == wanted)
        let isKorean = sheet.columns.contains("상호명")
        let (kept, key) = isKorean ? ("상호명", "상호명") : ("name", "query_name")
        let near = try place.succeed(
            "near --from \(sheet.name) -k 1 --keep \(kept) --csv --fields id,distance_m,\(key)")
        #expect(near.text == "id,distance_m,\(key)\n1,0.000,가\n2,0.000,나\n")
        try place.succeed("mine import \(sheet.name) --all \(isKorean ? "--name 상호명" : "")")
        #expect(try place.succeed("mine marks --csv --fields ref").text.split(separator: "\n").count == 3)
    }

    /// GeoJSON leaves out places without a point, so its points have other numbers.
    @Test(arguments: [["csv", "tsv", "json", "ndjson"], ["geojson", "geojsonseq"]])
    func whatGeocliWritesIsReadAgain(_ formats: [String]) throws {
        let place = try Workplace.sample.get()
        let answers = try formats.map { format in
            let file = try place.succeed("list --limit 20 --format \(format)").output
            return try place.succeed("near --from - -k 2 --csv", input: file).text
        }
        #expect(Set(answers).count == 1 && answers[0].split(separator: "\n").count > 30, "\(answers)")
    }

    @Test func twoReadingsAreRefusedWithTheOption() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("id,name,lat,위도,lon\n1,가,37.5,37.5,127\n", to: "two.csv")
        try place.write("id\tname\tlat\tlon\n1\t가\t52,520\t13,405\n", to: "open.tsv")
        try place.write("<?xml version=\"1.0\"?>\n<gpx/>", to: "p.gpx")
        for line in [
            "cluster --from F --zoom 5", "near --from F", "ingest F --id id --name name --feed my-places",
            "mine import F --all",
        ] {
            let two = try place.geocli(line.replacing(" F", with: " two.csv"))
            #expect(
                two.status == 65 && two.errorText.contains("choose with --lat and --lon"), "\(line): \(two.errorText)")
            let open = try place.geocli(line.replacing(" F", with: " open.tsv"))
            #expect(open.status == 65 && open.output.isEmpty, "\(line): \(open.errorText)")
            guard !line.hasPrefix("mine") else { continue }
            let xml = try place.geocli(line.replacing(" F", with: " p.gpx"))
            #expect(xml.status == 65 && xml.errorText.contains("ogr2ogr -f GeoJSON"), "\(line): \(xml.errorText)")
        }
        #expect(
            try place.succeed("cluster --from two.csv --lat lat --lon lon --zoom 5 --fields id").text == "{\"id\":1}\n")
    }

    @Test func twentyBadRowsOfTenThousandAreNamed() throws {
        let place = try Workplace.sample.get()
        let bad = [
            "9,가,37.5,", "9,가,n/a,126.9", "9,가,97.5,126.9", "9,가,126.9,37.5", "9,가,37.5", "9,가,37.5,126.9,x",
            "9,\"가\"나,37.5,126.9", "id,name,lat,lon", "9,가,37.5.1,126.9", "9,가,\"37,556\",\"126,923\"", "9,가,nan,126.9",
            "9,가,서울,126.9",
        ]
        var rows = (0..<9980).map { "\($0),가,37.5,126.9" }
        for number in 0..<20 { rows.insert(bad[number % bad.count], at: number * 499) }
        let file = Data(("id,name,lat,lon\n" + rows.joined(separator: "\n") + "\n").utf8)
        let near = try place.succeed("near --from - -k 1 --skip-bad --csv --fields query", input: file)
        #expect(near.text.split(separator: "\n").count == 9981)
        let lines = near.errorText.split(separator: "\n").filter { !$0.contains("read from column") }
        #expect(lines.first == "20 bad rows were skipped:" && lines.count == 21, "\(near.errorText)")
        let cluster = try place.succeed(
            "cluster --from - --zoom 20 --skip-bad --members --csv --fields id", input: file)
        #expect(cluster.text.split(separator: "\n").count == 9981)
        #expect(cluster.errorText.contains("20 bad rows were skipped:"), "\(cluster.errorText)")
    }

    /// A row with a field too many, and names in another order, would shift the numbers after them.
    @Test func whatShiftsNumbersIsRefusedEverywhere() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("id,name,lat,lon\n1,가,35.5,37.5,127\n2,나,38,128\n", to: "more.csv")
        try place.write(
            "id,name,lat,lon\n1,가,48.85,2.35\n3,다,48.84,2.36\n4,라,48.83,2.37\n5,마,48.81,2.37\nid,name,lon,lat\n2,나,2.29,48.86\n",
            to: "order.csv")
        for line in ["near --from F", "cluster --from F --zoom 5", "mine import F --all"] {
            #expect(try place.geocli(line.replacing(" F", with: " more.csv")).status == 65, "\(line)")
            for option in ["", " --skip-bad"] {
                let run = try place.geocli(line.replacing(" F", with: " order.csv") + option)
                #expect(
                    run.status == 65 && run.errorText.contains("in another order"), "\(line)\(option): \(run.errorText)"
                )
            }
        }
        let ingest = try place.geocli("ingest order.csv --id id --name name --feed my-places")
        #expect(ingest.status == 65 && ingest.errorText.contains("in another order"), "\(ingest.errorText)")
        let runs = try place.succeed("runs --csv").text
        let unnamed = try place.geocli("ingest order.csv")
        #expect(
            unnamed.status == 64 && unnamed.errorText.contains("--feed my-places --id COLUMN"), "\(unnamed.errorText)")
        #expect(try place.succeed("runs --csv").text == runs)
    }

    /// 합계 with a position is a place for every command.
    @Test func aPlaceMayHaveTheNameOfTotals() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("name,lat,lon\n합계,37.5,127\nb,38,128\n합계,75.5,255\n", to: "p.csv")
        try place.succeed("mine import p.csv --all")
        #expect(try place.succeed("mine marks --csv --fields ref").text.split(separator: "\n").count == 3)
        let near = try place.succeed("near --from p.csv -k 1 --csv --fields query").text
        #expect(near == "query\n0\n1\n")
    }

    @Test func aNumberSignIsAnID() throws {
        let place = try Workplace.sample.get()
        #expect(try place.succeed("near '#12' -k 3").output == place.succeed("near 12 -k 3").output)
    }
}
