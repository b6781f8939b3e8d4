import Foundation
import TestSupport
import Testing

/// `near --places FILE --from FILE`, as a person calls it.
@Suite struct PlacesJoinTests {
    private static let shops = """
        id,name,latitude,longitude
        a-1,가,37.5663,126.9779
        b-2,"나, 둘",37.5700,126.9800
        c-3,다,35.1796,129.0756

        """
    private static let homes = """
        home,lat,lon,name
        h1,37.5665,126.9780,집
        h2,35.1800,129.0750,

        """

    private static func place(_ shops: String = shops, _ homes: String = homes) throws -> Workplace {
        let place = try Workplace()
        try place.write(shops, to: "shops.csv")
        try place.write(homes, to: "homes.csv")
        return place
    }

    private static let line = "near --places shops.csv --from homes.csv"

    @Test func eachPointHasItsNearestPlaces() throws {
        let run = try Self.place().succeed("\(Self.line) -k 1 --csv")
        #expect(run.text == "query,rank,id,distance_m\n0,1,a-1,23.891\n1,1,c-3,70.401\n", "\(run.text)")
        #expect(
            run.errorText == "homes.csv: latitude is read from column lat and longitude from column lon\n",
            "\(run.errorText)")
    }

    @Test func keptColumnsAndFields() throws {
        let place = try Self.place()
        let kept = try place.succeed("\(Self.line) -k 1 --keep home,NAME -q").text
        #expect(
            kept
                == "{\"query\":0,\"rank\":1,\"id\":\"a-1\",\"distance_m\":23.891,\"home\":\"h1\",\"query_name\":\"집\"}\n{\"query\":1,\"rank\":1,\"id\":\"c-3\",\"distance_m\":70.401,\"home\":\"h2\",\"query_name\":null}\n",
            "\(kept)")
        let fields = try place.succeed("\(Self.line) -k 2 --keep home --fields home,name,latitude -q --csv").text
        #expect(fields.hasPrefix("home,name,latitude\nh1,가,37.5663\nh1,\"나, 둘\",37.57\n"), "\(fields)")
        for (options, words) in [
            ("--keep nosuch", "--keep: homes.csv has no column \"nosuch\"; choose from home, lat, lon, name"),
            ("--fields nosuch", "--fields: unknown field \"nosuch\""),
        ] {
            let run = try place.geocli("\(Self.line) -q \(options)")
            #expect(run.status == 64 && run.errorText.contains(words), "\(run.errorText)")
        }
    }

    @Test(arguments: ["json", "ndjson", "csv", "tsv", "geojson", "geojsonseq", "table"])
    func everyFormatHasTheSameRows(format: String) throws {
        let place = try Self.place()
        let run = try place.succeed("\(Self.line) --within 1km --format \(format) --threads 1 -q")
        for id in ["a-1", "b-2", "c-3"] { #expect(run.text.contains(id)) }
        #expect(try place.succeed("\(Self.line) --within 1km --format \(format) -q").output == run.output)
        try place.succeed("\(Self.line) --within 1km --format \(format) -q -o out.txt")
        #expect(try Data(contentsOf: place.file("out.txt")) == run.output)
    }

    @Test func oneFileMayBeStandardInputAndBothMayBeTheSame() throws {
        let place = try Self.place()
        let wanted = try place.succeed("\(Self.line) -k 2 -q").output
        #expect(
            try place.succeed("near --places - --from homes.csv -k 2 -q", input: Data(Self.shops.utf8)).output == wanted
        )
        #expect(
            try place.succeed("near --places shops.csv --from - -k 2 -q", input: Data(Self.homes.utf8)).output == wanted
        )
        #expect(try place.geocli("near --places - --from -").status == 64)
        let same = try place.succeed("near --places shops.csv --from shops.csv -k 1 --csv --fields query,id,distance_m")
        #expect(same.text == "query,id,distance_m\n0,a-1,0.000\n1,b-2,0.000\n2,c-3,0.000\n", "\(same.text)")
    }

    @Test func noInputIsOverwritten() throws {
        let place = try Self.place()
        for name in ["shops.csv", "homes.csv"] {
            let run = try place.geocli("\(Self.line) -o \(name)")
            #expect(run.status != 0)
        }
        #expect(try String(contentsOf: place.file("shops.csv"), encoding: .utf8) == Self.shops)
    }

    /// One rule for both files: the first bad row is named, or all are skipped and counted.
    @Test(arguments: [
        "x-1,n", "x-1,n,,127", "x-1,n,a,127", "x-1,n,127,37.5", "x-1,n,37.5,181", "x-1,n,nan,127", "x-1,n,37.5,127,5",
        "x-1,n,0x10,127", "x-1,n,1e999,127", "id,name,latitude,longitude", "x-1,\"n\"x,37.5,127", "x-1,n,37.5,12 7",
    ])
    func aBadRowOfEitherFile(row: String) throws {
        let good = "id,name,latitude,longitude\na-1,n,37.5,127\n"
        for (shops, homes) in [(good + row + "\n", good), (good, good + row + "\n")] {
            let place = try Self.place(shops, homes)
            let run = try place.geocli("\(Self.line) -k 1 -o out.csv")
            #expect(run.status == 65 && run.errorText.contains(shops == good ? "homes.csv" : "shops.csv"))
            #expect(!FileManager.default.fileExists(atPath: place.file("out.csv").path))
            let skipped = try place.succeed("\(Self.line) -k 1 --skip-bad --csv --fields query,id")
            #expect(skipped.text == "query,id\n0,a-1\n", "\(skipped.text)")
            #expect(skipped.errorText.hasPrefix("1 bad row was skipped: "), "\(skipped.errorText)")
        }
    }

    @Test func optionsThatNeedAnotherAreRefused() throws {
        let place = try Self.place()
        for (line, words) in [
            ("near --places shops.csv", "--places only works with --from FILE"),
            ("near 37.5,127 --keep home", "--keep only works with --from FILE"),
            ("\(Self.line) --lat y", "--lat and --lon belong together"),
            ("\(Self.line) --kind used", "filters only work with the catalog"),
            ("\(Self.line) --unique", "--unique only works with the catalog"),
        ] {
            let run = try place.geocli(line)
            #expect(run.status == 64 && run.errorText.contains(words), "\(run.errorText)")
        }
    }

    @Test func columnsMayBeChosen() throws {
        let place = try Self.place("ref,y2,x2\n7,37.5,127\n3,37.5,127\n", "a,b\n127,37.5\n")
        let run = try place.succeed(
            "\(Self.line) --places-id ref --places-lat Y2 --places-lon x2 --lat b --lon a --csv --fields rank,id -q")
        #expect(run.text == "rank,id\n1,3\n2,7\n", "\(run.text)")
    }
}
