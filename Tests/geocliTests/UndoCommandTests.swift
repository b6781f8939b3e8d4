import Foundation
import TestSupport
import Testing

/// `geocli undo`, as a person runs it after a run that was accepted by mistake.
@Suite struct UndoCommandTests {
    private static let head = "no,name,lat,lon,district,phone\n"
    private static let good = """
        1,책방 온,37.5,127,마포구,02-120-0001
        2,서점,37.6,127,마포구,02-120-0002
        3,글방,37.7,127,종로구,

        """
    private static let bad = """
        1,책방 온,37.9,127,마포구,02-120-0009
        2,테스트,37.6,127,마포구,02-555-1234

        """
    private static let other = "a,책방온,37.5,127,마포구,02-120-0001\n"
    /// Everything that an undo brings back, without the numbers and days of runs.
    private static let answers = [
        "list --format csv --fields id,ref,name,phone,phone_raw,latitude,first_seen,missing_runs,corrected",
        "links list --format csv --fields ref,other_ref,state,evidence",
        "corrections list --format csv", "issues list --format csv", "search 서점 --format csv --fields ref",
        "near 37.7,127 -k 3 --format csv --fields ref,distance_m", "list --uncorrected --format csv --fields ref,phone",
    ]

    @discardableResult
    private func ingest(_ feed: String, _ rows: String, day: Int, _ more: String = "", in place: Workplace) throws
        -> ProgramRun
    {
        try place.write(Self.head + rows, to: "\(feed).csv")
        return try place.geocli(
            "ingest \(feed).csv --feed \(feed) --id no --name name --lat lat --lon lon --district district --phone phone --kind other \(more)",
            environment: Self.day(day))
    }

    private static func day(_ number: Int) -> [String: String] {
        ["SOURCE_DATE_EPOCH": String(Workplace.moment + number * 86_400), "GEOCLI_AUTHOR": "편집자"]
    }

    /// Two feeds with a link and a correction; the second night of one feed is bad, and a person accepts it.
    private func story() throws -> (place: Workplace, before: [String]) {
        let place = try Workplace()
        try ingest("one", Self.good, day: 0, "-q", in: place)
        try ingest("two", Self.other, day: 0, "-q", in: place)
        try place.succeed(
            "corrections add one/2 phone=02-555-1234 --because 'a person looked' --source https://example.com/a -q",
            environment: Self.day(0))
        let before = try Self.answers.map { try place.succeed($0).text }
        #expect(try ingest("one", Self.bad, day: 1, "-q", in: place).status == 65)
        let run = try ingest("one", Self.bad, day: 1, "--accept tested", in: place)
        #expect(run.status == 0 && run.errorText.hasSuffix("to take this run back: geocli undo 4\n"))
        #expect(try Self.answers.map { try place.succeed($0).text } != before)
        return (place, before)
    }

    @Test func listingLinksIssuesAndCorrectionsComeBack() throws {
        let (place, before) = try story()
        let run = try place.succeed("undo --feed one", environment: Self.day(2))
        let told = run.errorText.split(separator: "\n")
        #expect(
            told.prefix(3) == [
                "takes back run 4: the places are again as after run 1",
                "one, run 5: places 3 (added 0, changed 2, removed 0, returned 1, without a point 0); rows 3 (rejected 0, duplicate 0)",
                "corrections: 1 now applied",
            ])
        for (line, text) in zip(Self.answers, before) { #expect(try place.succeed(line).text == text, "\(line)") }
        try place.succeed("verify -q")
        let listed = "list --format csv --fields ref,name,phone"
        #expect(try place.succeed("\(listed) --as-of 2026-09-21").text == place.succeed(listed).text)
        #expect(try place.succeed("\(listed) --as-of 2026-09-22").text.contains("테스트"))
        // The next night with the good file changes nothing, and the bad one is refused again.
        let next = try ingest("one", Self.good, day: 3, in: place)
        #expect(next.errorText.contains("one, run 6: unchanged"))
        #expect(try ingest("one", Self.bad, day: 4, "-q", in: place).status == 65)
    }

    @Test func theUndoIsARunThatReadersSee() throws {
        let (place, _) = try story()
        let state = ["XDG_STATE_HOME": place.file("state").path]
        try place.succeed("changes --reader bot --mark-read -q", environment: state)
        try place.succeed("undo 4 -q", environment: Self.day(2))
        let rows = try place.succeed(
            "changes --reader bot --format csv --fields what,ref,field,new -q", environment: state
        ).text
        #expect(
            rows == """
                what,ref,field,new
                changed,one/1,phone,+8221200001
                changed,one/1,phone_raw,02-120-0001
                moved,one/1,point,"37.5,127"
                changed,one/2,name,서점
                changed,one/2,phone,+8221200002
                changed,one/2,phone_raw,02-120-0002
                returned,one/3,,

                """)
        let runs = try place.succeed("runs --limit 1 --fields run_id,outcome,undoes,reason,source --format csv").text
        #expect(
            runs.hasPrefix(
                "run_id,outcome,undoes,reason,source\n5,published,4,takes back run 4: the places are again as after run 1,one.csv"
            ))
        #expect(
            try place.succeed("status --lang ko --format table").text.contains(
                "실행 #4 되돌리기: 장소가 실행 #1 때와 같아집니다"))
    }

    @Test func aDryRunWritesNothingAndAMistakeIsNamed() throws {
        let (place, _) = try story()
        let runs = try place.succeed("runs").text
        let dry = try place.succeed("undo 4 --dry-run", environment: Self.day(2)).errorText
        #expect(dry.contains("one, dry run: places 3 (added 0, changed 2, removed 0, returned 1"))
        for (line, status, says) in [
            ("undo", 64, "several feeds have published runs (one #4, two #2)"),
            ("undo 1", 66, "run 1 is the first run of one"), ("undo 3", 64, "run 3 changed no place"),
            ("undo 9", 66, "the catalog has no run 9"), ("undo 0", 64, "RUN"), ("undo --feed three", 64, "--feed"),
            ("undo 4 --feed two", 66, "two has no run 4"),
        ] as [(String, Int32, String)] {
            let run = try place.geocli(line)
            #expect(run.status == status && run.errorText.contains(says), "\(line): \(run.errorText)")
        }
        #expect(try place.succeed("runs").text == runs)
        #expect(try Workplace().geocli("undo 1").status == 66)
    }
}
