import Foundation
import TestSupport
import Testing

/// `geocli batch`: the effect of its options.
@Suite struct PlanTests {
    @Test func thePlanSaysWhatItNeedsAndMakes() throws {
        let place = try Workplace()
        let plan = try place.succeed(
            "batch nearest --places a.tsv --queries b.parquet -k 7 --fields name,kind --format tsv"
        ).text
        #expect(
            plan.hasPrefix(
                """
                -- geocli plan 1: nearest
                -- format: tsv
                -- columns: query,rank,id,distance_m,name,kind
                -- places: a.tsv
                -- queries: b.parquet
                -- reads places: tsv id,longitude,latitude,name,kind
                -- reads queries: parquet id,longitude,latitude

                """))
        for part in [
            "USING csv\nOPTIONS (path r'${places}', __globPaths__ 'false'",
            "USING parquet\nOPTIONS (path r'${queries}', __globPaths__ 'false')",
            #"USING '"${worker}" nearest -k 7'"#, #"USING '"${worker}" nearest -k 7 --merge'"#, "assert_true",
            "INSERT OVERWRITE DIRECTORY '${output}'",
        ] { #expect(plan.contains(part), "\(part)") }
        // The statements contain no path of the machine.
        #expect(!plan.contains("'a.tsv'"))
    }

    @Test func columnsOfMarkersComeFromTheFirstLineOfThePlaces() throws {
        let place = try Workplace()
        try place.write("id,name,longitude,latitude,priority,min_zoom\n", to: "places.csv")
        let plan = try place.succeed("batch collide --zoom 9 --places places.csv --icon 22x35 --anchor 0.5,0.5").text
        #expect(
            plan.contains(
                "collide --zoom 9 --tile-size 512 --icon 22.0x35.0 --anchor 0.5,0.5 --padding 0.0 --columns priority'"))
        #expect(plan.contains("min_zoom <= 9"))
        let named = try place.succeed("batch collide --zoom 9 --places none.csv --columns width,force").text
        #expect(named.contains("--columns width,force'"))
        #expect(!(try place.succeed("batch collide --zoom 9 --places none.csv").text.contains("--columns")))
    }

    @Test func lowZoomsBeginWithTheHighestRanks() throws {
        let place = try Workplace()
        #expect(try place.succeed("batch collide --zoom 5").text.contains("LIMIT 500000"))
        #expect(try !place.succeed("batch collide --zoom 6").text.contains("LIMIT 500000"))
        #expect(try place.succeed("batch collide --zoom 6 --tile-size 256").text.contains("LIMIT 500000"))
    }

    @Test(arguments: [
        ("batch collide --zoom 9 --mode stable", "a plan knows only --mode faithful"),
        ("batch nearest --places a.txt", "--places \"a.txt\": end the file name in .csv, .tsv or .parquet"),
        ("batch nearest -k 0", "-k \"0\""),
        ("batch nearest -k 1000001", "-k must be at most 1000000"),
        ("batch nearest --fields rank", "--fields \"rank\""),
        ("batch nearest --fields a`b", "--fields \"a`b\""), ("batch nearest --format parquet", "--format \"parquet\""),
        ("batch collide --zoom 9.5", "--zoom \"9.5\""), ("batch collide --zoom 9 --part 100", "write a power of two"),
        ("batch collide --zoom 9 --columns name", "--columns \"name\""), ("batch collide", "zoom"),
    ])
    func wrongWordsAreExplained(line: String, said: String) throws {
        let run = try Workplace().geocli(line)
        #expect(run.status == 64 && run.errorText.contains(said), "\(run.errorText)")
    }
}
