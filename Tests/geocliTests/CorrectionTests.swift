import Foundation
import TestSupport
import Testing

/// `corrections`. Random nights against a model are in `Tests/Oracles/correction_nights.py`.
@Suite struct CorrectionTests {
    private static let proof = "--because 'a person looked' --source https://example.com/proof"

    /// The sample, with a place whose name, point, phone and kind are corrected a day after the ingest.
    private static let corrected = Result {
        let place = try Workplace.sample.get().copy()
        try place.succeed(
            "corrections add seoul-bookstores/1001 name='가온누리 책터' point=37.5001,127.0999 phone=02-987-6543 kind=used \(proof) -q",
            environment: day(1))
        return place
    }

    private static func day(_ number: Int) -> [String: String] {
        ["SOURCE_DATE_EPOCH": String(Workplace.moment + number * 86_400), "GEOCLI_AUTHOR": "편집자"]
    }

    /// A tenth of the nights that the script runs when it is run whole.
    @Test func randomNightsAreThoseOfAModel() throws {
        let target = try Workplace()
        let folder = target.file("nights")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try target.oracle("correction_nights.py", [TestSupport.geocli.path, folder.path, "20260921", "12"])
    }

    @Test(arguments: [
        "list --format ndjson", "list --format json", "list --format csv", "list --format tsv",
        "list --format geojson", "list --format geojsonseq",
        "show seoul-bookstores/1001 --fields name,phone,latitude,kind",
        "search 가온누리 --format ndjson", "near 37.5001,127.0999 -k 1 --format ndjson",
        "bbox 127.0998,37.5,127.1,37.5002 --format ndjson", "list --kind used --format ndjson",
        "list --match 가온누리 --format ndjson", "cluster --zoom 20 --kind used --format ndjson",
        "cluster --all-zooms --kind used --format ndjson", "export --format geojson", "export --format csv",
        "export --format kml", "map", "list --as-of 2026-09-22 --format ndjson", "inside area.geojson --format ndjson",
        "inside area.geojson --as-of 2026-09-22 --format ndjson",
    ])
    func everyAnswerHasTheCorrectedValue(_ line: String) throws {
        let place = try Self.corrected.get().copy()
        let ring = "[[[127.09,37.49],[127.11,37.49],[127.11,37.51],[127.09,37.51],[127.09,37.49]]]"
        try place.write("{\"type\":\"Polygon\",\"coordinates\":\(ring)}", to: "area.geojson")
        let text = try place.succeed(line).text
        #expect(text.contains("가온누리 책터"), "\(line)")
        for old in ["민들레책방 종로점", "8220006542", "02-000-6542", "126.997482"] {
            #expect(!text.contains(old), "\(line): \(old)")
        }
    }

    @Test(arguments: [
        "search 민들레책방 --format ndjson", "bbox 126.9974,37.5717,126.9975,37.5718 --format ndjson",
        "near 37.5717927519782,126.997482000566 --within 1m --format ndjson", "list --kind new --format ndjson",
        "list --match '민들레책방 종로점' --format ndjson",
    ])
    func noAnswerHasTheOldValue(_ line: String) throws {
        #expect(!(try Self.corrected.get().succeed(line).text.contains("seoul-bookstores/1001\"")), "\(line)")
    }

    @Test func aSearchFromThePlaceStartsAtTheCorrectedPoint() throws {
        let place = try Self.corrected.get()
        let rows = try place.succeed("near 37.5001,127.0999 -k 4 --format ndjson").text.split(separator: "\n")
        #expect(
            try place.succeed("near seoul-bookstores/1001 -k 3 --format ndjson").text.split(separator: "\n")
                == Array(rows.dropFirst()))
    }

    @Test func theDayBeforeAndTheFeedsValuesAreTheFeeds() throws {
        let (place, sample) = (try Self.corrected.get(), try Workplace.sample.get())
        for line in ["list --format ndjson", "export --format geojson", "list --match 민들레책방 --format csv"] {
            let wanted = try sample.succeed(line).output
            #expect(try place.succeed("\(line) --uncorrected").output == wanted, "\(line)")
            #expect(
                try place.succeed("\(line) --as-of 2026-09-21").output
                    == sample.succeed("\(line) --as-of 2026-09-21").output)
        }
        let then = try place.succeed("list --as-of 2026-09-22 --uncorrected --format ndjson").output
        #expect(then == (try sample.succeed("list --as-of 2026-09-22 --format ndjson").output))
        #expect(
            try place.succeed("changes --since 0 --uncorrected").output == sample.succeed("changes --since 0").output)
        #expect(try place.geocli("verify -q").status == 0)
    }

    @Test func showHasBothValues() throws {
        let text = try Self.corrected.get().succeed("show seoul-bookstores/1001 --format json").text
        #expect(text.contains(#""corrected":["name","kind","phone","point"]"#))
        #expect(text.contains(#""field":"phone","value":"+8229876543","upstream":"+8220006542","state":"applied""#))
        #expect(text.contains(#""point_source":"correction""#) && text.contains(#""author":"편집자""#))
        let korean = try Self.corrected.get().succeed("show seoul-bookstores/1001 --format table --lang ko").text
        #expect(korean.contains("(피드: 민들레책방 종로점)"))
    }

    @Test(arguments: [
        ("1 phone=123", 64, "phone=123: write a number with its area code"),
        ("1 name=", 64, "name=: every place has a name"), ("1 closed=", 64, "closed=: every place has a closed"),
        ("1 point=1,2", 64, "outside of the feed's area"), ("1 point=127.0,37.5", 64, "latitude"),
        ("1 kind=bogus", 64, "choose one of"), ("1 district=없는구", 64, "no such district"),
        ("1 closed=2999-01-01", 64, "write today or a former day"), ("1 closed=2026-02-30", 64, "write today"),
        ("1 website=nowhere", 64, "write an address"), ("1 phone", 64, "write a field"),
        ("1 fone=1", 64, "choose one of"),
        ("1 phone=02-1-2 phone=", 64, "phone is given twice"), ("1 kind=new", 64, "the feed has this kind already"),
        ("99999 name=x", 66, "has no"), ("nowhere/1 name=x", 66, "has no"), ("1 name='a\tb\nc'", 64, "one line"),
    ])
    func aWrongValueIsRefusedAndChangesNothing(_ words: String, status: Int, message: String) throws {
        let place = try Workplace.sample.get().copy()
        let before = try place.succeed("list --format ndjson").output
        let run = try place.geocli("corrections add \(words) \(Self.proof)")
        #expect(
            run.status == Int32(status) && run.errorText.contains(message), "\(words): \(run.status) \(run.errorText)")
        #expect(run.output.isEmpty && run.errorText.split(separator: "\n").count == 1)
        #expect(try place.succeed("list --format ndjson").output == before)
        #expect(try place.succeed("corrections list").output.isEmpty)
    }

    @Test func aMissingCatalogStaysMissing() throws {
        let place = try Workplace()
        for line in ["add 1 name=x \(Self.proof)", "withdraw 1", "list", "export", "import x.json"] {
            #expect(try place.geocli("corrections \(line) --db none.sqlite").status == 66, "\(line)")
            #expect(!FileManager.default.fileExists(atPath: place.file("none.sqlite").path))
        }
    }

    @Test func aWithdrawnCorrectionLeavesTheCatalogAsItWas() throws {
        let place = try Self.corrected.get().copy()
        try place.succeed(
            "corrections add seoul-bookstores/1001 phone=02-987-6544 \(Self.proof) -q", environment: Self.day(1))
        try place.succeed("corrections withdraw 1 2 4 5 --because 'it was wrong' -q", environment: Self.day(1))
        #expect(
            try place.succeed("list --format ndjson").output
                == Workplace.sample.get().succeed("list --format ndjson").output)
        #expect(try place.geocli("verify -q").status == 0)
        #expect(try place.geocli("corrections withdraw 1").status == 64)
        #expect(try place.geocli("corrections withdraw 99").status == 66)
        #expect(
            try place.succeed("corrections list --state withdrawn --fields number").text.split(separator: "\n").count
                == 5)
    }

    @Test func theSampleTakesItsCorrectionsAlong() throws {
        let place = try Workplace()
        try place.succeed("ingest --sample -q")
        try place.succeed("corrections add sample/1001 phone=02-987-6543 \(Self.proof) -q")
        try FeedPage(rows: [FeedPage.Row(id: "1", name: "x", latitude: "x", longitude: "y")]).bytes()
            .write(to: place.file("bad.json"))
        let before = try place.succeed("list --format ndjson").output
        #expect(try place.geocli("ingest bad.json --feed seoul-bookstores").status == 65)
        #expect(try place.succeed("list --format ndjson").output == before)
        let rows = (1...30).map {
            FeedPage.Row(id: "\($0)", name: "책방 \($0)", latitude: "37.\(500 + $0)", longitude: "127.0")
        }
        try FeedPage(rows: rows).bytes().write(to: place.file("real.json"))
        try place.succeed("ingest real.json --feed seoul-bookstores --dry-run -q")
        #expect(try place.succeed("list --format ndjson").output == before)
        try place.succeed("ingest real.json --feed seoul-bookstores -q")
        #expect(try place.succeed("corrections list").output.isEmpty)
        #expect(try place.geocli("verify -q").status == 0)
    }

    @Test func aFileOfCorrectionsMergesAndKeepsNumbers() throws {
        let (place, other) = (try Self.corrected.get().copy(), try Workplace.sample.get().copy())
        let file = try place.succeed("corrections export").text
        #expect(try place.succeed("corrections export").text == file)
        try other.write(file, to: "corrections.json")
        try other.write(
            file.replacing("\"ref\": \"seoul-bookstores/1001\"", with: "\"ref\": \"later/7\""), to: "later.json")
        #expect(
            try other.succeed("corrections import later.json --fields outcome --format csv").text == "outcome"
                + String(repeating: "\nunknown", count: 4) + "\n")
        #expect(
            try other.succeed("corrections import corrections.json --fields outcome --format csv").text == "outcome"
                + String(repeating: "\nadded", count: 4) + "\n")
        #expect(try other.succeed("list --format ndjson").output == place.succeed("list --format ndjson").output)
        #expect(try other.succeed("corrections export").text == file)
        #expect(
            try other.succeed("corrections import corrections.json --fields outcome --format csv").text == "outcome"
                + String(repeating: "\nsame", count: 4) + "\n")
        #expect(try other.geocli("verify -q").status == 0)
        try other.write(file.replacing("\"+8229876543\"", with: "\"+8229999999\""), to: "other.json")
        let clash = try other.geocli("corrections import other.json --fields field,outcome --format csv")
        #expect(clash.status == 65 && clash.text.contains("phone,conflict"))
        #expect(try other.succeed("corrections export").text == file)
        for (wrong, status) in [
            ("{}", 65), ("[", 65), (file.replacing("\"phone\"", with: "\"fone\""), 65),
            (file.replacing("+8229876543", with: "02-1"), 65),
            (file.replacing("https://example.com/proof", with: "x"), 65),
        ] as [(String, Int32)] {
            try other.write(wrong, to: "wrong.json")
            #expect(try other.geocli("corrections import wrong.json").status == status)
        }
        #expect(try other.geocli("corrections import catalog.sqlite").status == 64)
        #expect(try other.succeed("corrections export").text == file)
    }

    @Test func anEditWaitsForAnotherProcessAndGivesUp() throws {
        let place = try Workplace.sample.get().copy()
        let hold =
            "python3 -c \"import sqlite3,time; d=sqlite3.connect('catalog.sqlite',isolation_level=None); d.execute('BEGIN IMMEDIATE'); open('held','w'); time.sleep(12)\""
        let run = try place.shell(
            "\(hold) & until [ -e held ]; do sleep 0.1; done; geocli corrections add 1 name=x \(Self.proof); echo $? >status; kill $!; wait"
        )
        #expect(try String(contentsOf: place.file("status"), encoding: .utf8) == "75\n", "\(run.errorText)")
        #expect(try place.succeed("corrections list").output.isEmpty)
    }
}

#if PostGIS
@Suite(.postGIS) struct PushedCorrectionTests {
    @Test func aPushHasTheCorrectedValues() throws {
        let place = try Workplace.sample.get().copy()
        let proof = "--because x --source https://example.com -q"
        try place.succeed(
            "corrections add seoul-bookstores/1001 name='가온누리 책터' point=37.5001,127.0999 phone=02-987-6543 \(proof)")
        try place.succeed("corrections add seoul-bookstores/1005 closed=today \(proof)")
        let desk = try ServerDesk(place, schema: "corrected")
        for line in [
            "list", "list --include-closed", "near 37.5001,127.0999 -k 2", "bbox 127,37.5,127.2,37.6",
            "list --match 가온누리",
        ] {
            try desk.expectSame("\(line) --format ndjson")
        }
        #expect(
            try desk.ask("near 37.5001,127.0999 -k 1 --format ndjson").text.contains(
                #""corrected":["name","phone","point"]"#))
    }
}
#endif
