import Foundation
import TestSupport
import Testing

/// A command with `--as-of DAY` prints the same bytes as the command without it printed on that day.
@Suite struct AsOfTests {
    @Test(arguments: [
        "list --include-closed", "list --format csv", "list --format geojson --kind used", "list --match 둘",
        "list --has phone --format table", "export --include-closed", "export --format csv", "show 1", "show 2",
        "show seoul-bookstores/3 --links --format json",
    ])
    func everyDayAnswersAsItDid(_ line: String) throws {
        let place = try Workplace()
        var told: [Data] = []
        for (day, page) in ChangesTests.pages.enumerated() {
            try place.succeed(
                "ingest - --max-loss 100 -q",
                environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + day * 86400)], input: try page.bytes())
            told.append(try place.succeed(line).output)
        }
        #expect(Set(told).count > 1, "the story does not test it")
        for (day, output) in told.enumerated() {
            #expect(try place.succeed("\(line) --as-of 2026-09-\(21 + day)").output == output, "day \(day)")
        }
        #expect(try place.succeed("\(line) --as-of 2100-01-01").output == told.last)
    }

    @Test func beforeTheFirstDayTheAnswerIsEmptyAndSaysWhy() throws {
        let place = try ChangesTests.story.get()
        for (line, output) in [
            ("list", ""), ("list --format json", "[]\n"), ("list --format csv --fields id,name", "id,name\n"),
            ("export --format geojsonseq", ""),
        ] {
            let run = try place.succeed("\(line) --as-of 2026-09-20")
            #expect(run.text == output, "\(line)")
            #expect(run.errorText == "there is no data for 2026-09-20; the first day on record is 2026-09-21\n")
            #expect(try place.succeed("\(line) --as-of 2026-09-20 -q").errorText.isEmpty)
        }
        let korean = try place.succeed("list --as-of 2026-09-20 --lang ko").errorText
        #expect(korean == "2026-09-20의 데이터가 없습니다. 가장 이른 날짜는 2026-09-21입니다\n")
        #expect(try place.geocli("list --as-of 2026-09-20 --fail-empty").status == 1)
        let export = try place.succeed("export --as-of 2026-09-20").text
        #expect(export.contains("\"sources\":[]") && export.contains("\"features\":["))
    }

    @Test func anExportNamesTheRunItShows() throws {
        let place = try ChangesTests.story.get()
        for day in 21...25 {
            let export = try place.succeed("export --as-of 2026-09-\(day)").text
            #expect(export.contains("\"data_date\":\"2026-09-\(day)\""))
            let runs = try place.succeed("runs --fields sha256,date --format csv").text.split(separator: "\n")
            let run = try #require(runs.first { $0.hasSuffix("2026-09-\(day)") })
            #expect(export.contains("\"sha256\":\"\(run.prefix(64))\""))
        }
    }

    @Test func theDayBeforeAndTheChangesSinceMakeTheDay() throws {
        let place = try ChangesTests.story.get()
        for day in 22...25 {
            let before = try place.succeed("list --as-of 2026-09-\(day - 1) --fields id --format tsv").text
            let changes = try place.succeed("changes --since 2026-09-\(day) --fields what,id --format tsv -q").text
            var listed = Set(before.split(separator: "\n").dropFirst())
            for row in changes.split(separator: "\n").dropFirst() {
                let cells = row.split(separator: "\t")
                if ["added", "returned"].contains(cells[0]) { #expect(listed.insert(cells[1]).inserted) }
                if cells[0] == "removed" { #expect(listed.remove(cells[1]) != nil) }
            }
            let now = try place.succeed("list --fields id --format tsv").text
            #expect(listed == Set(now.split(separator: "\n").dropFirst()))
        }
    }

    @Test func aReaderWithoutTheRightToWriteSeesThePastToo() throws {
        let place = try ChangesTests.story.get().copy()
        let expected = try place.succeed("list --as-of 2026-09-22").output
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o444], ofItemAtPath: place.file(Workplace.catalogName).path)
        #expect(try place.succeed("list --as-of 2026-09-22").output == expected)
    }
}
