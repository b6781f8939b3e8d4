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

    /// Links rest on the corrected values, so the feed's values say nothing about them.
    @Test func theFeedsValuesHaveNoLinksToCorrectedRows() throws {
        let place = try Workplace.sample.get().copy()
        let row = try place.succeed("show seoul-bookstores/1001 --fields name,address,latitude,longitude --format csv")
        let values = try #require(row.text.split(separator: "\n").last)
        try place.write("no,title,address,y,x\n1,\(values)\n", to: "twins.csv")
        try place.succeed(
            "ingest twins.csv --id no --name title --address address --lat y --lon x --feed twins --db catalog.sqlite -q"
        )
        let before = try place.succeed("show seoul-bookstores/1001 --format ndjson").text
        #expect(before.contains("twins/1"))
        try place.succeed(
            "corrections add twins/1 website=https://twin.example --because x --source https://x.example -q")
        #expect(try place.succeed("show seoul-bookstores/1001 --format ndjson").text == before)
        let feeds = try place.succeed("show seoul-bookstores/1001 --uncorrected --format ndjson").text
        #expect(!feeds.contains("twins/1") && feeds.contains("\"same_as\":null"))
        try place.succeed("corrections withdraw 1 -q")
        #expect(try place.succeed("show seoul-bookstores/1001 --uncorrected --format ndjson").text == before)
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
        ("1 name=", 64, "name=: every place has a name"),
        ("1 closed=", 64, "closed=: write today or the closing date"),
        ("1 point=1,2", 64, "outside the feed's area"), ("1 point=127.0,37.5", 64, "latitude"),
        ("1 kind=bogus", 64, "choose one of"), ("1 district='마포구\t\n'x", 64, "one line"),
        ("1 closed=2999-01-01", 64, "write today's date or an earlier one"), ("1 closed=2026-02-30", 64, "write today"),
        ("1 website=nowhere", 64, "write an address"), ("1 website='https://a.kr b'", 64, "write an address"),
        ("1 website='https://a.kr;https://b.kr'", 64, "write an address"), ("1 phone", 64, "write a field"),
        ("1 fone=1", 64, "choose one of"),
        ("1 phone=02-1-2 phone=", 64, "phone is given twice"), ("1 kind=new", 64, "the feed already has this kind"),
        ("99999 name=x", 66, "has no"), ("nowhere/1 name=x", 66, "has no"), ("1 name='a\tb\nc'", 64, "one line"),
        ("1 name='\u{200B}\u{2060}'", 64, "only invisible characters"), ("1 kind=library", 64, "choose one of"),
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
        try place.write("{\"rows\":", to: "bad.json")
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
        #expect(file.split(separator: "\n").count == 5 && file.hasPrefix("{\"format\":\"geocli corrections 2\"}\n"))
        try other.write(file, to: "corrections.json")
        func outcomes(_ name: String, _ number: Int) throws -> [String] {
            let run = try other.geocli(
                "corrections import \(name) --fields outcome --format csv", environment: Self.day(number))
            return run.text.split(separator: "\n").dropFirst().map(String.init)
        }
        #expect(try outcomes("corrections.json", 2) == Array(repeating: "added", count: 4))
        #expect(try other.succeed("list --format ndjson").output == place.succeed("list --format ndjson").output)
        #expect(try other.succeed("corrections export").text == file)
        #expect(try outcomes("corrections.json", 3) == Array(repeating: "same", count: 4))
        #expect(try other.geocli("verify -q").status == 0)
        try other.write(file.replacing("\"+8229876543\"", with: "\"+8229999999\""), to: "other.json")
        let clash = try other.geocli(
            "corrections import other.json --fields field,outcome --format csv", environment: Self.day(3))
        #expect(clash.status == 65 && clash.text.contains("phone,conflict"))
        #expect(try other.succeed("corrections export").text == file)
        try other.write(file.replacing("seoul-bookstores/1001", with: "later/7"), to: "later.json")
        #expect(try outcomes("later.json", 3) == Array(repeating: "pending", count: 4))
        #expect(try outcomes("later.json", 4) == Array(repeating: "pending", count: 4))
        #expect(try other.succeed("corrections export").text.contains("later/7"))
        #expect(try other.succeed("corrections list").errorText.contains("(not listed here): 4;"))
        #expect(try other.succeed("corrections list --state applied").errorText.isEmpty)
        #expect(try other.geocli("verify -q").status == 0)
    }

    /// The first form of the file had corrections only.
    @Test func aFormerFileIsRead() throws {
        let other = try Workplace.sample.get().copy()
        let record = """
            {"format": "geocli corrections 1", "corrections": [{"number": 7, "ref": "seoul-bookstores/1001",
            "field": "phone", "seen": "+8220006542", "value": "+8229876543", "state": "applied", "because": "x",
            "source": "https://example.com", "author": "y", "day": "2026-09-21"}]}
            """
        try other.write(record, to: "former.json")
        try other.succeed("corrections import former.json -q")
        #expect(
            try other.succeed("corrections list --fields number,value --format csv").text.hasSuffix(
                "\n7,+8229876543\n")
        )
        try other.write(record.replacing("+8229876543", with: "02-1"), to: "former.json")
        let run = try other.geocli("corrections import former.json")
        #expect(run.status == 65 && run.errorText.contains("correction 1 of the file: phone=02-1"))
    }

    /// Each record is checked as an edit by hand is; the line of each wrong one is named, and none is imported.
    @Test(arguments: [
        ("\"phone\"", "\"fone\"", "\"field\""), ("+8229876543", "02-1", "phone=02-1"),
        ("https://example.com/proof", "x", "source"),
        (
            "\"kind\",\"seen\":\"new\",\"value\":\"used\"",
            "\"kind\",\"seen\":\"new\",\"value\":\"library\"", "has no such kind"
        ),
        ("37.5001,127.0999", "35.1,129.0", "outside the feed's area"),
        ("37.5001,127.0999", "127.0999,37.5001", "a catalog can't have this value"),
        ("2026-09-22\"}", "2026-09-23\"}", "in the future"),
        ("\"correction\":3", "\"correction\":2147483648", "\"correction\""),
        ("\"correction\":3", "\"correction\":0", "\"correction\""),
        ("\"value\":\"가온누리 책터\"", "\"value\":\"\u{200B}\u{2060}\"", "invisible"),
        ("\"value\":\"+8229876543\"", "\"value\":\"+8220006542\"", "\"seen\""),
        ("a person looked", "\(String(repeating: "x", count: 5000))", "because"),
        ("편집자", "\(String(repeating: "x", count: 201))", "author"),
        ("\"author\":\"편집자\"", "\"author\":\"\"", "\"author\""),
        ("seoul-bookstores/1001", "1001", "\"ref\""), ("\n{\"corr", "\n<<<<<<< HEAD\n{\"corr", "this is not JSON"),
        (
            "\"field\":\"kind\",\"seen\":\"new\",\"value\":\"used\"",
            "\"field\":\"closed\",\"seen\":null,\"value\":\"2026-09-23\"", "\"value\""
        ),
        (
            "\"field\":\"kind\",\"seen\":\"new\",\"value\":\"used\"",
            "\"field\":\"district\",\"seen\":null,\"value\":\" 중구\"", "a catalog can't have this value"
        ),
    ])
    func aWrongRecordIsNamedAndNothingIsImported(_ right: String, _ wrong: String, _ message: String) throws {
        let (place, other) = (try Self.corrected.get(), try Workplace.sample.get().copy())
        let file = try place.succeed("corrections export").text
        #expect(file.contains(right), "\(right)")
        let damaged = file.replacing(right, with: wrong)
        try other.write(damaged, to: "wrong.json")
        let before = try other.succeed("status --format json").output
        let run = try other.geocli("corrections import wrong.json", environment: Self.day(1))
        let whole = Set(file.split(separator: "\n"))
        let lines = damaged.split(separator: "\n").enumerated().filter { !whole.contains($0.element) }.map {
            $0.offset + 1
        }
        #expect(run.status == 65 && run.output.isEmpty, "\(run.status) \(run.text)")
        for line in lines {
            #expect(
                run.errorText.split(separator: "\n").contains { $0.contains("line \(line): ") && $0.contains(message) },
                "\(run.errorText)")
        }
        #expect(run.errorText.contains("wrong records: \(lines.count); nothing was imported"))
        #expect(try other.succeed("status --format json").output == before)
        #expect(try other.succeed("corrections list").output.isEmpty)
    }

    @Test func otherFilesAreNoCorrections() throws {
        let other = try Workplace.sample.get().copy()
        for (index, wrong) in ["{}", "[", "", "\n", "{\"correction\":1}", "{\"format\":\"geocli corrections 9\"}"]
            .enumerated()
        {
            try other.write(wrong, to: "wrong.json")
            #expect(try other.geocli("corrections import wrong.json").status == 65, "\(index)")
        }
        #expect(try other.geocli("corrections import catalog.sqlite").status == 64)
    }

    /// The file comes before the first ingest, and the catalog that it makes has everything after it.
    @Test func aFileMakesACatalogThatTheFirstIngestFills() throws {
        let place = try Workplace()
        try place.succeed("ingest --sample -q --db one.sqlite")
        try place.succeed(
            "corrections add sample/1001 name='가온누리 책터' point=37.5001,127.0999 \(Self.proof) -q --db one.sqlite")
        try place.succeed("issues accept 1 2 --because 'it is so' -q --db one.sqlite")
        try place.succeed("issues new sample/1001 '간판이 다름' --label 사진 -q --db one.sqlite")
        let file = try place.succeed("corrections export --db one.sqlite").text
        try place.write(file, to: "team.json")
        try place.succeed("corrections import team.json --db two.sqlite -q")
        #expect(try place.succeed("corrections export --db two.sqlite").text == file)
        #expect(try place.geocli("list --db two.sqlite").status == place.geocli("list --db two.sqlite").status)
        let report = try place.succeed("ingest --sample -q --db two.sqlite --format json").text
        #expect(report.contains("\"corrections_applied\":2,\"corrections_retired\":0,\"corrections_conflict\":0"))
        #expect(try place.succeed("corrections export --db two.sqlite").text == file)
        for line in ["list", "search 가온누리", "near 37.5001,127.0999 -k 2", "corrections list"] {
            #expect(
                try place.succeed("\(line) --format ndjson --db two.sqlite").output
                    == place.succeed("\(line) --format ndjson --db one.sqlite").output, "\(line)")
        }
        #expect(try place.geocli("verify -q --db two.sqlite").status == 0)
    }

    @Test func theDistrictIsSpelledAsTheFeedSpellsIt() throws {
        let place = try Workplace()
        try place.write("id,name,lat,lon,gu\n1,가,37.5,127.0,서울특별시 마포구\n2,나,37.5,127.1,서울특별시 중구\n", to: "own.csv")
        try place.succeed("ingest own.csv --feed own --id id --name name --lat lat --lon lon --district gu -q")
        try place.succeed("corrections add own/1 district='서울특별시 중구' \(Self.proof) -q")
        #expect(try place.succeed("list --district '서울특별시 중구' --fields ref --format csv").text == "ref\nown/1\nown/2\n")
        #expect(
            try place.succeed("corrections list --district '서울특별시 중구' --fields ref --format csv").text
                == "ref\nown/1\n")
        #expect(try place.succeed("corrections list --match 나").output.isEmpty)
    }

    /// A feed may have any text as its district. A district that no other place has may be mistyped, so a note says so.
    @Test func aDistrictIsAnyTextThatAFeedMayHave() throws {
        let place = try Workplace()
        try place.write("id,name,lat,lon,gu\n1,가,35.1,129.0,부산진구\n2,나,37.7,127.0,\n", to: "own.csv")
        try place.succeed("ingest own.csv --feed own --id id --name name --lat lat --lon lon --district gu -q")
        let known = try place.succeed("corrections add own/2 district='부산 진구' \(Self.proof)")
        #expect(known.errorText == "correction 1: district of own/2\n")
        let new = try place.succeed("corrections add own/2 district=의정부시 \(Self.proof)")
        #expect(new.errorText.contains("district=의정부시: no other place in the catalog has this district"))
        let listed = try place.succeed("list --fields ref,district --format csv").text
        #expect(listed == "ref,district\nown/1,부산진구\nown/2,의정부시\n")
        let other = try Workplace()
        try other.write("id,name,lat,lon,gu\n1,가,35.1,129.0,\n2,나,37.7,127.0,\n", to: "own.csv")
        try other.succeed("ingest own.csv --feed own --id id --name name --lat lat --lon lon --district gu -q")
        try other.write(try place.succeed("corrections export").text, to: "file.json")
        try other.succeed("corrections import file.json")
        #expect(try other.succeed("show own/2 --fields district --format csv").text == "district\n의정부시\n")
    }

    /// The file for a publisher: a spreadsheet must not read a phone as a formula, nor may the phone be damaged.
    @Test func phonesOfCorrectionsAreWrittenAsInListings() throws {
        let place = try Workplace()
        let rows = "1,가,37,127,02-120-0001\n2,나,37.1,127,=1+1\n"
        try place.write("id,name,lat,lon,phone\n\(rows)", to: "own.csv")
        try place.succeed("ingest own.csv --feed own --id id --name name --lat lat --lon lon --phone phone -q")
        try place.succeed("corrections add own/1 phone=02-325-1984 name=+82 \(Self.proof) -q")
        try place.succeed("corrections add own/2 phone=+82-2-120-0002 point=37.5,-127.1 \(Self.proof) -q")
        let line = "corrections list --fields ref,field,seen,value"
        #expect(
            try place.succeed("\(line) --format csv").text == """
                ref,field,seen,value
                own/1,phone,+8221200001,+8223251984
                own/1,name,가,'+82
                own/2,phone,'=1+1,+8221200002
                own/2,point,"37.1,127","37.5,-127.1"

                """)
        let excel = try place.succeed("\(line) --format csv --excel").text
        #expect(excel.contains("own/1,phone,02-120-0001,02-325-1984\r\n"), "\(excel)")
        #expect(excel.contains("own/2,phone,'=1+1,02-120-0002\r\n"), "\(excel)")
    }

    @Test func showSaysWhoDidWhatWhenAndWhy() throws {
        let place = try Workplace()
        func ingest(_ phone: String, day: Int) throws {
            try place.write("id,name,lat,lon,phone\n1,가,37,127,\(phone)\n", to: "own.csv")
            try place.succeed(
                "ingest own.csv --feed own --id id --name name --lat lat --lon lon --phone phone --accept test -q",
                environment: Self.day(day))
        }
        try ingest("02-120-0001", day: 0)
        try place.succeed("corrections add own/1 phone=02-325-1984 \(Self.proof) -q", environment: Self.day(1))
        try ingest("02-120-0009", day: 2)
        try place.succeed("corrections withdraw 1 --because '다시 보니 맞음' -q", environment: Self.day(3))
        let rows = try place.succeed("corrections show own/1 --format ndjson").text
        #expect(rows.contains(#""history":[{"at":"#) && rows.split(separator: "\n").count == 1)
        #expect(rows.contains(#""what":"added","run":null,"author":"편집자","imported_by":null,"done_at":null,"#))
        #expect(rows.contains(#""what":"conflict","run":2,"author":null,"imported_by":null,"done_at":null,"#))
        #expect(rows.contains(#""text":null,"upstream":"+8221200009"}"#))
        #expect(rows.contains(#""text":"다시 보니 맞음","upstream":null}"#))
        let table = try place.succeed("corrections show 1 --format table").text
        for part in [
            "because       a person looked\n", "source        https://example.com/proof\n", "run #2  conflict\n",
            "편집자  withdrawn\n", "  다시 보니 맞음\n", "  the feed has +8221200009\n",
        ] {
            #expect(table.contains(part), "\(part) \(table)")
        }
        // The act of another catalog names both people.
        try place.write(try place.succeed("corrections export").text, to: "file.json")
        let colleague = Self.day(4).merging(["GEOCLI_AUTHOR": "동료"]) { $1 }
        try place.succeed("corrections import file.json --db other.sqlite -q", environment: colleague)
        try place.succeed(
            "ingest own.csv --feed own --id id --name name --lat lat --lon lon --phone phone -q --db other.sqlite",
            environment: Self.day(5))
        let imported = try place.succeed("corrections show 1 --format ndjson --db other.sqlite").text
        #expect(imported.contains(#""what":"withdrawn","run":null,"author":"편집자","imported_by":"동료","done_at":"#))
    }

    @Test func anAuthorWithControlCharactersIsRefused() throws {
        let place = try Workplace.sample.get().copy()
        let author = ["GEOCLI_AUTHOR": "a\u{1B}[31mb"]
        for line in ["corrections add 1 phone= \(Self.proof)", "issues new 1 x"] {
            let run = try place.geocli(line, environment: author)
            #expect(run.status == 64 && run.errorText.contains("GEOCLI_AUTHOR contains a control character"), "\(line)")
        }
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
