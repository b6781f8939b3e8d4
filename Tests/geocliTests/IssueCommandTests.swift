import Foundation
import TestSupport
import Testing

/// `geocli issues`: what people read and do. Findings are written here as an ingest writes them; their rules have tests
/// of their own.
@Suite struct IssueCommandTests {
    /// Three districts' places with findings: 11 (open), 12 (fixed in run 1), 13 and 14 (a group), 15 (a hint).
    static let place = Result {
        let rows = [
            FeedPage.Row(id: "1", name: "밤의 책방", latitude: "37.56", longitude: "126.92", district: "마포구"),
            FeedPage.Row(id: "2", name: "낮의 책방", latitude: "37.57", longitude: "126.98", district: "종로구"),
            FeedPage.Row(id: "3", name: "책_방 [새]", latitude: "37.58", longitude: "126.99", district: "종로구"),
            FeedPage.Row(
                id: "4", name: "구 없음", latitude: "x", longitude: "126.99", district: "", address: "어딘가"),
        ]
        let place = try Workplace.ingested([FeedPage(rows: rows)])
        try place.sqlite(
            """
            DELETE FROM issue_event; DELETE FROM issue_place; DELETE FROM issue_label; DELETE FROM issue;
            INSERT INTO issue VALUES
            (11, 'district-point', 'district-point 1 district', 'district', 'open', NULL, NULL,
                '{"district":"마포구","point_district":"서대문구"}', NULL, 1, 1),
            (12, 'phone-unusable', 'phone-unusable 2 phone', 'phone', 'fixed', NULL, NULL,
                '{"phone_raw":"02-"}', NULL, 1, 1),
            (13, 'point-shared', 'point-shared 2 point', 'point', 'open', NULL, '37.57,126.98', '{"count":2}', NULL, 1, 1),
            (14, 'point-shared', 'point-shared 3 point', 'point', 'reopened', NULL, '37.57,126.98', '{"count":2}',
                NULL, 1, 1),
            (15, 'kind-unknown', 'kind-unknown 4 kind', 'kind', 'open', NULL, NULL, '{"kind":"0099"}', NULL, 1, 1);
            INSERT INTO issue_place VALUES (11, 1), (12, 2), (13, 2), (14, 3), (15, 4);
            INSERT INTO issue_event (issue, what, run, happened_at, evidence)
                SELECT number, 'opened', 1, '2026-09-21T00:00:00Z', evidence FROM issue;
            """)
        return place
    }

    private let place: Workplace
    init() throws { place = try Self.place.get().copy() }

    private func numbers(_ line: String) throws -> [Int] {
        try place.succeed("issues list --format ndjson \(line)").text.split(separator: "\n").map { row in
            let json = try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any]
            return try #require(json?["number"] as? Int)
        }
    }

    private func state(_ number: Int) throws -> String {
        try place.sqlite("SELECT state, accepted_evidence, changed_run FROM issue WHERE number = \(number)")
    }

    private func events(_ number: Int) throws -> String {
        try place.sqlite(
            "SELECT what, author, happened_at, text FROM issue_event WHERE issue = \(number) AND author IS NOT NULL ORDER BY id"
        )
    }

    /// Runs a line, and expects one line of error that contains `words`, and that no table of issues changes.
    private func refuses(
        _ line: [String], _ status: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try content()
        let run = try place.geocli(line)
        #expect(run.status == status, "\(line): \(run.errorText)", sourceLocation: sourceLocation)
        #expect(run.errorText.contains(words), "\(line): \(run.errorText)", sourceLocation: sourceLocation)
        #expect(ExitCodeTests.isOneErrorLine(run.errorText), "\(run.errorText)", sourceLocation: sourceLocation)
        #expect(run.output.isEmpty, sourceLocation: sourceLocation)
        #expect(try content() == before, sourceLocation: sourceLocation)
    }

    private func content() throws -> String {
        try place.sqlite(
            "SELECT * FROM issue; SELECT * FROM issue_event; SELECT * FROM issue_label; SELECT * FROM issue_place")
    }

    // MARK: Reading

    @Test func theListHasWhatWaitsForSomebodyUnlessAStateIsNamed() throws {
        #expect(try numbers("") == [11, 13, 14, 15])
        #expect(try numbers("--state all") == [11, 12, 13, 14, 15])
        #expect(try numbers("--state fixed,reopened") == [12, 14])
        #expect(try numbers("--rule point-shared") == [13, 14])
        #expect(
            try numbers("--severity error") == [11] && numbers("--severity hint --severity warning") == [13, 14, 15])
        #expect(try numbers("--rule point-shared --severity error") == [])
        #expect(try numbers("--district 종로") == [13, 14] && numbers("--match 낮의 --state all") == [12, 13])
        #expect(try numbers("--limit 2") == [11, 13] && numbers("--limit 0") == [])
        #expect(try numbers("--sort number --reverse") == [15, 14, 13, 11])
        #expect(try numbers("--sort severity") == [11, 13, 14, 15])
        #expect(try numbers("--sort district --limit 3") == [11, 13, 14])
        #expect(try numbers("--near 37.58,126.99") == [14, 13, 11], "nearest first; without a point not at all")
        #expect(try numbers("--near places/2 --within 1km") == [13])
        #expect(try numbers("--near places/2 --sort number --reverse") == [14, 13, 11])
    }

    @Test func aPlaceThatIsNotListedKeepsItsIssues() throws {
        try place.sqlite("UPDATE place SET missing_run = 1, last_run = 1 WHERE id = 1")
        #expect(try numbers("").first == 11 && numbers("--district 마포") == [11])
    }

    @Test func aRowHasWhatScriptsRelyOn() throws {
        let row = try place.succeed("issues list --rule district-point").text
        #expect(
            row.hasPrefix(
                #"{"number":11,"rule":"district-point","severity":"error","state":"open","title":"point in another district","refs":["places/1"],"field":"district","labels":[],"opened_run":1,"changed_run":1,"latitude":37.56,"longitude":126.92,"name":"밤의 책방","district":"마포구","shared":null,"evidence":{"district":"마포구","point_district":"서대문구"},"text":"the row states 마포구, but its point is in 서대문구"}"#
            ), "\(row)")
        let korean = try place.succeed("issues list --rule district-point --lang ko --format table").text
        #expect(korean.contains("행에는 마포구로 적혀 있지만 좌표는 서대문구에 있습니다") && korean.contains("열림"), "\(korean)")
    }

    @Test func showTellsEverything() throws {
        try place.succeed("issues accept 13 --because 'one building' -q", environment: ["GEOCLI_AUTHOR": "minji"])
        try place.sqlite(#"UPDATE issue SET evidence = '{"count":3}' WHERE number = 13"#)
        let text = try place.succeed("issues show 13 --format table").text
        for words in [
            "#13", "point shared by several places", "accepted", "낮의 책방 (places/2", "map.naver.com", "places: 2 → 3",
            "#14", "minji", "one building", "run #1",
        ] {
            #expect(text.contains(words), "\(words): \(text)")
        }
        let json = try place.succeed("issues show 13").text
        #expect(json.contains(#""accepted_evidence":{"count":2}"#) && json.contains(#""author":"minji""#), "\(json)")
        #expect(json.contains(#""group":[{"number":14,"ref":"places/3","name":"책_방 [새]","state":"reopened"}]"#))
        #expect(try place.succeed("issues show '#13' --fields number --format csv").text == "number\n13\n")
    }

    /// Groups are formed in one feed, so the same phone in two feeds makes two groups.
    @Test func aGroupHasIssuesOfOneFeedOnly() throws {
        try place.sqlite(
            """
            INSERT INTO feed (key, id) VALUES (99, 'other');
            UPDATE place SET feed = 99 WHERE id = 4;
            INSERT INTO issue VALUES (16, 'point-shared', 'point-shared 4 point', 'point', 'open', NULL, '37.57,126.98',
                '{"count":2}', NULL, 1, 1);
            INSERT INTO issue_place VALUES (16, 4);
            """)
        let group = #""group":[{"number":14,"ref":"places/3","name":"책_방 [새]","state":"reopened"}]"#
        #expect(try place.succeed("issues show 13").text.contains(group))
        #expect(try place.succeed("issues show 16").text.contains(#""group":[]"#))
    }

    @Test func statisticsCountEachIssueOnceInEachGroup() throws {
        let rows = try place.succeed("issues stats --format tsv").text.split(separator: "\n").map(String.init)
        #expect(rows[0] == "by\tvalue\topen\taccepted\tfixed\treopened\tclosed")
        #expect(rows[1] == "all\t\t3\t0\t1\t1\t0")
        #expect(rows.contains("rule\tpoint-shared\t1\t0\t0\t1\t0") && rows.contains("district\t종로구\t1\t0\t1\t1\t0"))
        #expect(rows.contains("age\t0-6\t3\t0\t0\t1\t0"))
        for group in ["severity", "rule", "district"] {
            let sum = rows.filter { $0.hasPrefix(group + "\t") }.flatMap { $0.split(separator: "\t").suffix(5) }
                .compactMap { Int($0) }.reduce(0, +)
            #expect(sum == 5, "\(group)")
        }
        #expect(try place.succeed("issues stats --state closed --format tsv").text.hasSuffix("all\t\t0\t0\t0\t0\t0\n"))
    }

    @Test func theReportHasSentencesByDistrictWithTheFeedsIDs() throws {
        try place.succeed(["issues", "new", "places/3", "문 닫음", "--text", "6월에\n# 닫음", "-q"])
        let run = try place.succeed("issues report --lang ko")
        let text = run.text
        let order = [
            "### 마포구 (1)", "**1** 밤의 책방", "행에는 마포구로", "### 종로구 (3)", "**2** 낮의 책방", "**3** 책\\_방 \\[새\\]", "문 닫음",
            "\\# 닫음",
        ]
        var rest = text[...]
        for words in order {
            let found = try #require(rest.firstRange(of: words), "\(words): \(text)")
            rest = rest[found.upperBound...]
        }
        #expect(!text.contains("0099") && run.errorText.contains("참고 1건"), "\(run.errorText)")
        #expect(try place.succeed("issues report --severity hint").text.contains("### No district (1)"))
        #expect(!(try place.succeed("issues report --severity hint").errorText.contains("hint")))
        let csv = try place.succeed("issues report --format csv --lang en").text
        #expect(
            csv.hasPrefix("feed,feed_id,name,district,address,field,severity,text,note,number,latitude,longitude\n"))
        #expect(csv.contains("places,1,밤의 책방,마포구,"), "\(csv)")
        #expect(csv.contains("The row states"), "\(csv)")
        try place.succeed("issues report -o r.md -q")
        try place.succeed("issues report -o r.csv --excel -q")
        #expect(try Data(contentsOf: place.file("r.csv")).starts(with: [0xEF, 0xBB, 0xBF]))
        try refuses(["issues", "report", "-o", "r.txt"], 64, "use .md or .csv")
        try refuses(["issues", "report", "--excel"], 64, "--excel only works with --format csv")
    }

    // MARK: Acts

    @Test func anAcceptanceHasItsReasonItsAuthorAndItsEvidence() throws {
        let run = try place.succeed(
            ["issues", "accept", "11", "13", "--because", " the street is the border "],
            environment: ["GEOCLI_AUTHOR": "민지", "SOURCE_DATE_EPOCH": "1790100000"])
        #expect(run.errorText.hasPrefix("issues 11, 13: accepted") && run.output.isEmpty, "\(run.errorText)")
        #expect(try state(11) == #"accepted|{"district":"마포구","point_district":"서대문구"}|1"# + "\n")
        #expect(try events(11) == "accepted|민지|2026-09-22T18:00:00Z|the street is the border\n")
        #expect(try numbers("") == [14, 15] && numbers("--state accepted") == [11, 13])
        let again = try place.succeed("issues accept 11 14 --because other")
        #expect(
            again.errorText.contains("issue 14: accepted") && again.errorText.contains("issue 11: already accepted"))
        #expect(try events(11).split(separator: "\n").count == 1, "an act that changes nothing is no event")
        try place.succeed("issues reopen 11 -q")
        #expect(try state(11) == "reopened||1\n")
    }

    @Test func peoplesIssuesAreOpenedAndClosed() throws {
        let made = try place.succeed(
            ["issues", "new", "places/4", "7월에 이전함", "--text", "two\nlines", "--label", "전화,확인 필요", "--label", "x"],
            environment: ["GEOCLI_AUTHOR": "민지"])
        #expect(made.text == "16\n")
        #expect(
            try place.sqlite("SELECT rule, state, title, evidence, opened_run FROM issue WHERE number = 16")
                == "|open|7월에 이전함|{}|1\n")
        #expect(try place.sqlite("SELECT label FROM issue_label WHERE issue = 16 ORDER BY 1") == "x\n전화\n확인 필요\n")
        #expect(try numbers("--label x --label 전화") == [16] && numbers("--label x,없음") == [])
        let user = try place.shell("id -un").text.trimmingCharacters(in: .newlines)
        try place.succeed("issues close 16 --because done -q", environment: ["GEOCLI_AUTHOR": " "])
        let done = try events(16)
        #expect(done.hasSuffix("closed|\(user)|2026-09-21T14:13:20Z|done\n"), "\(done)")
        #expect(try place.succeed("issues close 16").errorText.contains("already closed"))
        try refuses(["issues", "accept", "16", "--because", "x"], 64, "is closed; open it again first")
        try place.succeed("issues reopen 16 -q")
        #expect(try numbers("--state reopened") == [14, 16])
    }

    @Test func labelsAndCommentsAreEvents() throws {
        try place.succeed("issues label 11 '#13' b a b -q")
        try place.succeed("issues label 11 a --remove -q")
        #expect(try place.succeed("issues label 11 b").errorText.contains("already has the label"))
        #expect(try place.succeed("issues label 11 c --remove").errorText.contains("doesn't have the label"))
        try place.succeed(["issues", "comment", "11", "12", "a\nb", "-q"])
        #expect(
            try place.sqlite("SELECT what, text FROM issue_event WHERE issue = 11 AND author IS NOT NULL ORDER BY id")
                == "labeled|b\nlabeled|a\nunlabeled|a\ncomment|a\nb\n")
        #expect(try place.sqlite("SELECT issue, label FROM issue_label") == "11|b\n13|a\n13|b\n")
    }

    @Test func whatCannotBeDoneIsRefusedAndChangesNothing() throws {
        try refuses(["issues", "close", "11"], 64, "issue 11 was found by a rule")
        try refuses(["issues", "accept", "12", "--because", "x"], 64, "issue 12 was fixed in run #1")
        try refuses(["issues", "reopen", "12"], 64, "was fixed in run #1")
        try refuses(["issues", "accept", "11", "99", "--because", "x"], 66, "has no issue 99")
        try refuses(["issues", "comment", "11", "12", "999999999999999999", "x"], 66, "has no issue")
        // The message names the number that was written.
        try refuses(["issues", "show", "99999999999999999999"], 64, "99999999999999999999")
        try refuses(["issues", "new", "1", "a\u{1B}[31mb"], 64, "TITLE contains a control character")
        try refuses(["issues", "new", "1", "a", "--text", "b\u{9B}c"], 64, "--text contains a control character")
        try refuses(["issues", "comment", "11", "a\u{7}"], 64, "contains a control character")
        try refuses(["issues", "accept", "11", "--because", " "], 64, "--because is empty")
        try refuses(["issues", "accept", "11"], 64, "--because")
        try refuses(["issues", "accept", "--because", "x"], 64, "NUMBER is missing")
        try refuses(["issues", "label", "11", "2026"], 64, "labels (a label can't consist only of digits)")
        try refuses(["issues", "comment", "11"], 64, "the comment in quotes")
        try refuses(["issues", "comment", "11", "wrong", "phone"], 64, "NUMBER \"wrong\"")
        try refuses(["issues", "new", "places/9", "x"], 66, "places/9")
        try refuses(["issues", "new", "999999", "x"], 66, "999999")
        try refuses(["issues", "list", "--within", "1km"], 64, "--within only works with --near")
        try refuses(["issues", "list", "--sort", "distance"], 64, "add --near")
        try refuses(["issues", "list", "--state", "opne"], 64, "did you mean open?")
        try refuses(["issues", "list", "--rule", "distrct-point"], 64, "did you mean district-point")
    }

    @Test(arguments: ["0", "-1", "1.5", "#", "x", "１", "00", "1e3"]) func oddNumbersAreRefused(_ word: String) throws {
        try refuses(["issues", "show", word], 64, "write the number of an issue")
        try refuses(["issues", "accept", word, "--because", "x"], 64, "write the number of an issue")
    }

    // MARK: Hostile texts

    @Test func longTextsAreRefused() throws {
        try place.write(String(repeating: "가", count: 350_000), to: "long.txt")
        let run = try place.shell(
            "geocli issues comment 11 \"$(head -c 60000 long.txt)\"")
        #expect(
            run.status == 64 && run.errorText.contains("60000 bytes long; write at most 20000"),
            "\(run.errorText.prefix(300))")
        let long = String(repeating: "가", count: 40_000)
        for line in [
            ["issues", "accept", "11", "--because", long], ["issues", "reopen", "11", "--because", long],
            ["issues", "new", "1", long], ["issues", "new", "1", "x", "--text", long],
            ["issues", "label", "11", long], ["issues", "new", "1", "two\nlines"], ["issues", "new", "1", " "],
        ] { try refuses(line, 64, "write") }
        let author = try place.geocli("issues comment 11 x", environment: ["GEOCLI_AUTHOR": long])
        #expect(author.status == 64 && author.errorText.contains("GEOCLI_AUTHOR is 120000 bytes long"))
        #expect(try place.sqlite("SELECT count(*) FROM issue_event WHERE author IS NOT NULL") == "0\n")
    }

    @Test func hostileTextsAreKeptAndShownHarmless() throws {
        func hasControls(_ text: String, but allowed: [Character] = []) -> Bool {
            text.contains {
                !allowed.contains($0) && $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
            }
        }
        for (number, text) in HostileText.names.enumerated() where !text.contains("\0") && !text.hasPrefix("-") {
            let title = text.split(whereSeparator: \.isNewline).joined(separator: " ")
            let isName = number % 2 == 0 && text.utf8.count < 200 && !hasControls(text)
            try place.succeed(
                [
                    "issues", "new", "1", title.count > 200 || hasControls(title) ? "x" : title, "--text",
                    hasControls(text, but: ["\n", "\r\n", "\t"]) ? "y" : text, "-q",
                ], environment: ["GEOCLI_AUTHOR": isName ? text : "a"])
        }
        for line in ["issues list --format table", "issues report", "issues stats --format table"] {
            #expect(HostileText.isPrintable(try place.succeed(line).text), "\(line)")
        }
        for number in try numbers("--match 밤의") {
            #expect(
                HostileText.isPrintable(try place.succeed("issues show \(number) --format table").text), "\(number)")
        }
        let csv = try place.succeed("issues list --fields title --format csv").text
        #expect(csv.contains("'=cmd()") && !csv.contains("\n=") && !csv.contains("\n@") && !csv.contains("\n+"))
        let report = try place.succeed("issues report --format csv").text
        #expect(report.contains(",'=cmd()") && !report.contains(",=") && !report.contains(",@"))
        #expect(!(try place.succeed("issues report").text.contains("<script>")))
    }

    @Test(arguments: ["a,b\u{202E}", "a\u{200B}b", "a\tb", "esc\u{1B}[31m", "-x", "a\nb", "12"])
    func aLabelCanBeTypedAgain(_ label: String) throws {
        try refuses(["issues", "new", "1", "x", "--label=\(label)"], 64, "write a label")
    }

    // MARK: Catalogs

    @Test func aReadOnlyCatalogCanBeReadAndNotChanged() throws {
        let program = TestSupport.geocli.path
        let script =
            "chmod a-w . catalog.sqlite*; \(program) issues list -q | wc -l; \(program) issues comment 11 x; code=$?; chmod u+w .; exit $code"
        let run = try place.shell(script)
        // The superuser may write any file.
        guard try place.shell("id -u").text != "0\n" else { return #expect(run.status == 0) }
        #expect(run.status == 74 && run.text.contains("4"), "\(run.errorText)")
    }

    @Test(arguments: [
        "UPDATE issue SET state = 'maybe' WHERE number = 11", "UPDATE issue SET evidence = '{' WHERE number = 11",
        "UPDATE issue SET evidence = x'00' WHERE number = 11", "UPDATE issue SET opened_run = -1 WHERE number = 11",
        "UPDATE issue SET rule = NULL WHERE number = 11", "UPDATE issue SET accepted_evidence = 'x' WHERE number = 11",
        "UPDATE issue SET number = -5 WHERE number = 11",
    ])
    func aDamagedIssueIsReported(_ sql: String) throws {
        // A typed column refuses a blob even without its checks.
        guard !sql.contains("x'00'") else { return }
        try place.sqlite("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(sql)")
        let run = try place.geocli("issues list")
        #expect(run.status == 65 && run.errorText.contains("are damaged ("), "\(sql): \(run.errorText)")
        #expect(run.errorText.contains("restore the catalog from a backup") && !run.errorText.contains("geocli ingest"))
        let export = try place.geocli("corrections export")
        #expect(export.text.hasPrefix("{\"format\":") && (export.status == 65 || export.errorText.contains("written")))
    }

    @Test func twoPeopleAtOnceLoseNothing() throws {
        let program = TestSupport.geocli.path
        let script = """
            for n in 1 2 3 4 5 6 7 8 9 10; do GEOCLI_AUTHOR=a$n \(program) issues comment 11 "note $n" -q & done
            for n in 1 2 3 4 5; do \(program) issues new 1 "new $n" -q & done; wait
            """
        #expect(try place.shell(script).errorText.isEmpty)
        #expect(
            try place.sqlite("SELECT count(*), count(DISTINCT author) FROM issue_event WHERE what = 'comment'")
                == "10|10\n")
        #expect(try place.sqlite("SELECT count(*), max(number) FROM issue WHERE rule IS NULL") == "5|20\n")
    }

    @Test func anActDuringAnIngestWaitsAndThenSaysSo() throws {
        // Python's connection holds the write lock for longer than an act waits.
        let script = """
            python3 -c "import sqlite3, time
            c = sqlite3.connect('catalog.sqlite', isolation_level=None)
            c.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(8); c.execute('ROLLBACK')" >held &
            while ! grep -q held held; do sleep 0.1; done
            geocli issues comment 11 x; code=$?; geocli issues list -q >rows; wait; exit $code
            """
        let run = try place.shell(script)
        #expect(run.status == 75 && run.errorText.contains("in use by another"), "\(run.errorText)")
        #expect(try place.sqlite("SELECT count(*) FROM issue_event WHERE author IS NOT NULL") == "0\n")
        #expect(try String(contentsOf: place.file("rows"), encoding: .utf8).split(separator: "\n").count == 4)
    }
}

extension Workplace {
    /// Runs SQL on the catalog with the program sqlite3; returns its output.
    @discardableResult
    fileprivate func sqlite(_ sql: String) throws -> String {
        try Data(sql.utf8).write(to: file("statements.sql"))
        let run = try shell("sqlite3 catalog.sqlite <statements.sql; code=$?; rm statements.sql; exit $code")
        try #require(run.status == 0 && run.errorText.isEmpty, "\(sql): \(run.errorText)")
        return run.text
    }
}
