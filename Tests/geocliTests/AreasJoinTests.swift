import Foundation
import TestSupport
import Testing

/// `inside --areas FILE --from FILE`, as a person calls it.
@Suite struct AreasJoinTests {
    private static func area(_ name: String, _ west: Int, _ east: Int) -> String {
        #"{"type":"Feature","properties":{"name":"\#(name)","code":"0\#(west)"},"geometry":{"type":"Polygon","#
            + #""coordinates":[[[\#(west),0],[\#(east),0],[\#(east),1],[\#(west),1],[\#(west),0]]]}}"#
    }

    private static let areas = [area("동구", 1, 3), area("서구", 0, 1), area("=시", 0, 3)].joined(separator: "\n")
    private static let points = "id,lat,lon,name\na,0.5,2,집\nb,0.5,1,\nc,5,5,먼 곳\nd,0.25,0.5,\n"
    private static let line = "inside --areas areas.geojson --from points.csv"

    private static func place(_ points: String = points) throws -> Workplace {
        let place = try Workplace()
        try place.write(areas, to: "areas.geojson")
        try place.write(points, to: "points.csv")
        return place
    }

    @Test func eachPointHasTheAreasThatHoldIt() throws {
        let place = try Self.place()
        let run = try place.succeed("\(Self.line) --csv")
        #expect(run.text == "query,area\n0,0\n0,2\n1,0\n1,1\n1,2\n3,1\n3,2\n", "\(run.text)")
        #expect(
            run.errorText
                == "points.csv: latitude is read from column lat and longitude from column lon\n1 point is in no area\n",
            "\(run.errorText)")
        let named = try place.succeed("\(Self.line) --name-key name --keep id,NAME --outside --csv -q").text
        #expect(
            named
                == "query,area,name,id,query_name\n0,0,동구,a,집\n0,2,'=시,a,집\n1,0,동구,b,\n1,1,서구,b,\n1,2,'=시,b,\n2,,,c,먼 곳\n3,1,서구,d,\n3,2,'=시,d,\n",
            "\(named)")
        let fields = try place.succeed("\(Self.line) --keep id --fields id,code,longitude -q --outside").text
        #expect(
            fields.hasPrefix(#"{"id":"a","code":"01","longitude":2}"#)
                && fields.contains(#"{"id":"c","code":null,"longitude":5}"#), "\(fields)")
    }

    @Test(arguments: ["json", "ndjson", "csv", "tsv", "geojson", "geojsonseq", "table"])
    func everyFormatHasTheSameRows(format: String) throws {
        let place = try Self.place()
        let run = try place.succeed("\(Self.line) --name-key name --format \(format) --threads 1 -q")
        for name in ["동구", "서구", "=시"] { #expect(run.text.contains(name)) }
        #expect(try place.succeed("\(Self.line) --name-key name --format \(format) -q").output == run.output)
        let piped = try place.succeed(
            "inside --areas areas.geojson --from - --name-key name --format \(format) -q",
            input: Data(Self.points.utf8))
        #expect(piped.output == run.output)
    }

    @Test func whatDoesNotFitIsRefused() throws {
        let place = try Self.place()
        for (line, status, words) in [
            ("inside", 64, "FILE|DISTRICT is missing"),
            ("inside --areas areas.geojson", 64, "--areas only works with --from FILE"),
            ("inside mapo --from points.csv", 64, "--from only works with --areas FILE"),
            ("inside areas.geojson --outside", 64, "--outside only works with --areas FILE"),
            ("\(Self.line) mapo", 64, "not both"),
            ("\(Self.line) --kind used", 64, "filters only work with the catalog"),
            ("\(Self.line) --limit 2", 64, "--limit only works with the catalog"),
            ("\(Self.line) --as-of 2026-09-20", 64, "--as-of only works with the catalog"),
            ("\(Self.line) --server http://127.0.0.1:1", 64, "--server only works with the catalog"),
            ("\(Self.line) --lat y", 64, "--lat and --lon belong together"),
            ("\(Self.line) --keep nosuch", 64, "--keep: points.csv has no column \"nosuch\""),
            ("inside --areas - --from -", 64, "only one of --areas and --from can be standard input"),
            ("\(Self.line) --name-key nosuch", 65, "feature 1 of areas.geojson has no text in the property nosuch"),
            ("inside --areas points.csv --from points.csv", 65, "points.csv"),
            ("inside --areas none.geojson --from points.csv", 66, "none.geojson"),
        ] {
            let run = try place.geocli(line)
            #expect(run.status == Int32(status) && run.errorText.contains(words), "\(line): \(run.errorText)")
        }
        for name in ["areas.geojson", "points.csv"] {
            #expect(try place.geocli("\(Self.line) -o \(name)").status != 0)
        }
    }

    @Test func aPropertyThatNoAreaHasIsRefused() throws {
        let place = try Self.place("lat,lon\n0.5,2\n")
        let run = try place.geocli("\(Self.line) --fields query,nmae")
        #expect(run.status == 64 && run.errorText.contains("has a property \"nmae\""), "\(run.errorText)")
    }

    @Test func aBadPointEndsTheJoinOrIsSkipped() throws {
        let place = try Self.place("lat,lon\n0.5,2\n0.5,x\n0.5,0.5\n")
        let run = try place.geocli("\(Self.line) -o out.csv")
        #expect(run.status == 65 && run.errorText.contains("points.csv"))
        #expect(!FileManager.default.fileExists(atPath: place.file("out.csv").path))
        let skipped = try place.succeed("\(Self.line) --skip-bad --csv")
        #expect(skipped.text == "query,area\n0,0\n0,2\n2,1\n2,2\n", "\(skipped.text)")
        #expect(skipped.errorText.contains("1 bad row was skipped: row 2 of points.csv"), "\(skipped.errorText)")
    }
}
