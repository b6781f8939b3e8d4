import Foundation
import TestSupport
import Testing

/// `geocli changes` as its users see it; CatalogTests compare its content with listings.
@Suite struct ChangesTests {
    /// Five nights from 2026-09-21 on: 1 is renamed and moves, 2 is removed and returns, 4 is new.
    static let story = Result { try Workplace.ingested(pages, feed: "seoul-bookstores") }

    static let pages: [FeedPage] = {
        let first = FeedPage.Row(id: "1", name: "가", latitude: "37.5663", longitude: "126.9779", phone: "02-325-1984")
        var renamed = first
        renamed.name = "=나"
        renamed.latitude = "37.5563"
        renamed.longitude = "126.9236"
        renamed.phone = ""
        let second = FeedPage.Row(id: "2", name: "둘", latitude: "", longitude: "")
        let third = FeedPage.Row(id: "3", name: "셋", kind: "0001")
        let fourth = FeedPage.Row(id: "4", name: "넷")
        return [
            FeedPage(rows: [first, second, third]), FeedPage(rows: [renamed, third]),
            FeedPage(rows: [renamed, third, fourth]), FeedPage(rows: [fourth, third, renamed]),
            FeedPage(rows: [renamed, second, third, fourth]),
        ]
    }()

    @Test func theStoryIsToldInOrder() throws {
        let run = try Self.story.get().succeed(
            "changes --since 1 --format csv --fields run_id,date,what,ref,field,old,new,distance_m")
        #expect(
            run.text == """
                run_id,date,what,ref,field,old,new,distance_m
                2,2026-09-22,changed,seoul-bookstores/1,name,가,'=나,
                2,2026-09-22,changed,seoul-bookstores/1,phone,+8223251984,,
                2,2026-09-22,changed,seoul-bookstores/1,phone_raw,02-325-1984,,
                2,2026-09-22,moved,seoul-bookstores/1,point,"37.5663,126.9779","37.5563,126.9236",4924.282
                2,2026-09-22,removed,seoul-bookstores/2,,,,
                3,2026-09-23,added,seoul-bookstores/4,,,,
                5,2026-09-25,returned,seoul-bookstores/2,,,,

                """)
        #expect(
            run.errorText == "runs 2 to 5: added 1, changed 1 (moved 1), removed 1, closed 0, returned 1\n")
    }

    @Test func everyKeyIsThereAndAbsentIsNull() throws {
        let run = try Self.story.get().succeed("changes --since 1 --what moved,removed")
        #expect(
            run.text == """
                {"run_id":2,"date":"2026-09-22","feed":"seoul-bookstores","what":"moved","id":1,"ref":"seoul-bookstores/1",\
                "name":"=나","kind":"new","district":"종로구","field":"point","old":"37.5663,126.9779",\
                "new":"37.5563,126.9236","distance_m":4924.282,"latitude":37.5563,"longitude":126.9236}
                {"run_id":2,"date":"2026-09-22","feed":"seoul-bookstores","what":"removed","id":2,"ref":"seoul-bookstores/2",\
                "name":"둘","kind":"new","district":"종로구","field":null,"old":null,"new":null,"distance_m":null,\
                "latitude":null,"longitude":null}

                """)
        #expect(run.errorText == "runs 2 to 5: moved 1, removed 1\n")
    }

    @Test(arguments: [
        ("changes", "run 5: added 0, changed 0 (moved 0), removed 0, closed 0, returned 1", 1),
        ("changes --since last", "run 5: added 0, changed 0 (moved 0), removed 0, closed 0, returned 1", 1),
        ("changes --since LAST --lang ko", "실행 #5: 신규 0, 변경 0(이전 0), 피드에 없음 0, 폐점 0, 재등록 1", 1),
        ("changes --since 0 --lang ko", "실행 #1~#5: 신규 4, 변경 1(이전 1), 피드에 없음 1, 폐점 0, 재등록 1", 10),
        ("changes --since 0 --what added,added", "runs 1 to 5: added 4", 4),
        ("changes --since 0 --what added --what closed", "runs 1 to 5: added 4, closed 0", 4),
        ("changes --since 2026-09-24", "runs 4 to 5: added 0, changed 0 (moved 0), removed 0, closed 0, returned 1", 1),
        (
            "changes --since 2026-09-25 --kind used",
            "run 5: added 0, changed 0 (moved 0), removed 0, closed 0, returned 0", 0
        ),
        ("changes --since 5", "no good run since then", 0),
        ("changes --since 2026-09-26 --lang ko", "그 이후 성공한 실행이 없습니다", 0),
        (
            "changes --since 0 --match 둘", "runs 1 to 5: added 1, changed 0 (moved 0), removed 1, closed 0, returned 1",
            3
        ),
        (
            "changes --since 0 --limit 2", "runs 1 to 5: added 4, changed 1 (moved 1), removed 1, closed 0, returned 1",
            2
        ),
    ])
    func oneLineSumsItUp(line: String, note: String, rows: Int) throws {
        let run = try Self.story.get().succeed(line)
        #expect(run.errorText == note + "\n")
        #expect(run.text.split(separator: "\n").count == rows)
        let quiet = try Self.story.get().succeed("\(line) -q")
        #expect(quiet.errorText.isEmpty && quiet.output == run.output)
    }

    @Test func nothingIsAnEmptyDocumentAndAnErrorOnlyWhenAsked() throws {
        let place = try Self.story.get()
        #expect(try place.succeed("changes --since 5 --format json").text == "[]\n")
        #expect(try place.geocli("changes --since 5 --fail-empty").status == 1)
        #expect(try place.geocli("changes --since 4 --fail-empty").status == 0)
    }

    @Test func aCatalogWithoutAGoodRunSaysSo() throws {
        let place = try Workplace()
        #expect(try place.geocli("ingest -", input: try FeedPage(rows: []).bytes()).status == 65)
        let run = try place.succeed("changes --format json")
        #expect(run.text == "[]\n" && run.errorText == "the catalog has no good run; run 'geocli ingest'\n")
        let past = try place.succeed("list --as-of 2026-09-21")
        #expect(past.text.isEmpty && past.errorText == run.errorText)
        let state = ["XDG_STATE_HOME": place.file("state").path]
        #expect(try place.succeed("changes --reader bot --mark-read", environment: state).text.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: place.file("state").path))
    }

    @Test func ofTwoFeedsTheLastRunOfEachIsTold() throws {
        let place = try Self.story.get().copy()
        let page = FeedPage(rows: [FeedPage.Row(id: "9", name: "far", latitude: "-33.8", longitude: "151.2")])
        try place.succeed("ingest - --feed places -q", input: try page.bytes())
        let run = try place.succeed("changes --format tsv --fields run_id,what,ref")
        #expect(run.text == "run_id\twhat\tref\n5\treturned\tseoul-bookstores/2\n6\tadded\tplaces/9\n")
        #expect(run.errorText == "runs 5, 6: added 1, changed 0 (moved 0), removed 0, closed 0, returned 1\n")
    }

    @Test func aMapShowsTheChangesWhereThePlacesAreNow() throws {
        let run = try Self.story.get().succeed("changes --since 1 --format geojsonseq --fields what,run_id -o -")
        #expect(run.text.split(separator: "\n").count == 5)
        #expect(run.text.contains(#""coordinates":[126.9236,37.5563]},"properties":{"what":"moved","run_id":2}"#))
        #expect(run.errorText.hasPrefix("2 of 7 rows have no point and are not in the geojsonseq file\nruns 2 to 5: "))
    }
}
