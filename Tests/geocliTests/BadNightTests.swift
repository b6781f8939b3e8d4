import Foundation
import TestSupport
import Testing

/// What a nightly job says about a night without new data, and when it is silent. The days are moved with
/// `SOURCE_DATE_EPOCH`.
@Suite struct BadNightTests {
    private static let key = "4b6f72656120536563726574"
    private static let address = "http://openapi.seoul.go.kr:8088"
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try FileManager.default.createDirectory(
            at: place.file("config/geocli"), withIntermediateDirectories: true)
    }

    /// Runs the job in the night of a day of November 2026, with a service that has this fault.
    private func night(
        _ day: Int, _ fault: String, rows: Int = 600, words: String = "-q --patience 3 --timeout 2s"
    ) throws -> (status: Int32, text: String, errorText: String) {
        let server = try FeedServer(rows: rows, ["--fault", fault])
        try place.write("url.seoul-bookstores = \(server.address)\n", to: "config/geocli/config")
        let run = try place.geocli("ingest \(words)", environment: Self.environment(place, day))
        return (run.status, run.text, run.errorText.replacing(server.address, with: Self.address))
    }

    /// 03:17 in Seoul.
    private static func environment(_ place: Workplace, _ day: Int) -> [String: String] {
        [
            "SOURCE_DATE_EPOCH": String(1_795_717_020 + (day - 27) * 86_400), "SEOUL_OPENAPI_KEY": key,
            "XDG_CONFIG_HOME": place.file("config").path,
        ]
    }

    /// The messages of docs/nightly.md, in order.
    private static func guide() throws -> [String] {
        let file = TestSupport.packageRoot.appendingPathComponent("docs/nightly.md")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { String($0) }
            .filter { $0.hasPrefix("geocli: ") }
    }

    @Test func theGuidesMessagesAreThoseOfTheProgram() throws {
        let guide = try Self.guide()
        try #require(guide.count == 5)
        let cases = [("503", 69, 30), ("html", 69, 30), ("ERROR-337", 77, 30), ("INFO-100", 77, 28)]
        for (message, (fault, status, last)) in zip(guide, cases) {
            let each = try BadNightTests()
            #expect(try each.night(27, "good").status == 0)
            for day in 28..<last {
                let silent = try each.night(day, fault)
                #expect(silent.status == status && silent.text.isEmpty && silent.errorText.isEmpty)
            }
            let run = try each.night(last, fault)
            #expect(run.status == status && run.text.isEmpty && run.errorText == message + "\n", "\(run.errorText)")
        }
        #expect(try night(27, "good").status == 0)
        let refused = try night(28, "good", rows: 360)
        #expect(refused.status == 65 && refused.errorText == guide[4] + "\n", "\(refused.errorText)")
    }

    @Test func nightsInARowCountFromTheLastGoodRun() throws {
        #expect(try night(1, "good").status == 0)
        for (day, fault, speaks) in [
            (2, "503", false), (2, "json-cut", false), (3, "reset-in-body", false), (4, "empty", true),
            (4, "503", true), (5, "good", false), (6, "503", false), (7, "good", false), (8, "html", false),
        ] {
            let run = try night(day, fault)
            #expect(run.status == (fault == "good" ? 0 : 69), "day \(day): \(run.errorText)")
            #expect(run.errorText.isEmpty != speaks && run.text.isEmpty, "day \(day): \(run.errorText)")
            if speaks {
                #expect(
                    run.errorText.hasSuffix("; failing since 2026-11-02, 3 nights in a row; the data is 3 days old\n"))
            }
        }
    }

    /// A night of another kind is said at once. It counts, so the next one of a kind that passes is said earlier.
    @Test(
        arguments: [
            ("INFO-100", 77, "after that, run: geocli ingest\n"), ("404", 69, "after that, run: geocli ingest\n"),
            ("ERROR-331", 65, "after that, run: geocli ingest\n"),
        ] as [(String, Int32, String)])
    func whatNeedsAPersonIsSaidAtOnce(fault: String, status: Int32, end: String) throws {
        #expect(try night(1, "good").status == 0)
        let first = try night(2, fault)
        #expect(first.status == status, "\(first.errorText)")
        #expect(
            first.errorText.hasSuffix("; failing since 2026-11-02, 1 night in a row; the data is 24 h old; \(end)"),
            "\(first.errorText)")
        #expect(try night(3, "503").errorText.isEmpty)
        #expect(try night(4, "503").errorText.contains("3 nights in a row"))
        // The sentence in Korean.
        let korean = try night(5, fault, words: "-q --lang ko")
        #expect(
            korean.errorText.contains("2026-11-02부터 4회 연속 수집하지 못했습니다. 지금 데이터는 4일 전 것입니다. 조치한 뒤 실행하세요: geocli ingest\n"),
            "\(korean.errorText)")
    }

    @Test func aFailureOnTheDayOfTheDataOrBeforeAnyDataHasNoNights() throws {
        let first = try night(1, "INFO-100", words: "-q")
        #expect(first.status == 77 && first.errorText.hasSuffix("at https://data.seoul.go.kr\n"))
        #expect(
            try night(2, "INFO-100", words: "-q").errorText.hasSuffix(
                "; failing since 2026-11-01, 2 nights in a row; there is no data yet; after that, run: geocli ingest\n"
            ))
        #expect(try night(3, "good").status == 0)
        #expect(try night(3, "INFO-100", words: "-q").errorText.hasSuffix("at https://data.seoul.go.kr\n"))
        #expect(try !night(4, "INFO-100", words: "--dry-run").errorText.contains("in a row"))
    }

    @Test func patienceOfOneIsNoPatience() throws {
        #expect(try night(1, "good").status == 0)
        #expect(try night(2, "503", words: "-q --patience 1 --timeout 1s").errorText.contains("1 night in a row"))
    }

    @Test(arguments: [
        ("-q --patience 0", "--patience \"0\": write a whole number, 1 or more\n"),
        ("-q --patience soon", "--patience \"soon\": write a whole number, 1 or more\n"),
        ("--patience 2", "--patience is for a job that runs with -q; add -q, or leave out --patience\n"),
        ("--all -q --patience 0", "--patience \"0\": write a whole number, 1 or more\n"),
        ("pages.json -q --patience 2", "--patience only works with a service; leave it out for saved pages\n"),
    ])
    func aWrongPatienceIsRefused(words: String, message: String) throws {
        #expect(try night(1, "good").status == 0)
        try place.write("{}", to: "pages.json")
        let run = try night(2, "good", words: words)
        #expect(run.status == 64 && run.errorText == "geocli: \(message)", "\(run.errorText)")
    }

    /// Each feed has its own nights.
    @Test func withAllFeedsEachHasItsOwnNights() throws {
        try FileManager.default.createDirectory(
            at: place.file("config/geocli/feeds"), withIntermediateDirectories: true)
        for feed in ["feed-a", "feed-b"] {
            let text = IngestAllTests.declaration(feed, "http://portal.invalid")
            try place.write(text, to: "config/geocli/feeds/\(feed).toml")
        }
        func all(_ day: Int, _ modes: [(feed: String, mode: String)]) throws -> ProgramRun {
            let servers = try modes.map { try PagingServer($0.mode) }
            let lines = zip(servers, modes).map { "url.\($1.feed) = \($0.address)\n" }
            try place.write(lines.joined(), to: "config/geocli/config")
            return try withExtendedLifetime(servers) {
                try place.geocli(
                    "ingest --all -q --patience 2 --timeout 2s", environment: Self.environment(place, day))
            }
        }
        #expect(try all(1, [("feed-a", "feed"), ("feed-b", "feed")]).status == 0)
        let first = try all(2, [("feed-a", "error"), ("feed-b", "feed")])
        #expect(first.status == 77 && first.errorText.isEmpty && first.text.isEmpty, "\(first.errorText)")
        let both = try all(3, [("feed-a", "error"), ("feed-b", "error")])
        #expect(both.status == 77 && both.errorText.split(separator: "\n").count == 1, "\(both.errorText)")
        #expect(both.errorText.hasPrefix("geocli: feed-a: ") && both.errorText.contains("2 nights in a row"))
        #expect(both.errorText.contains("comes back at midnight") && !both.errorText.contains("after that, run"))
    }

    /// While another process writes to the catalog, no run can be recorded, so the days since the last good run count.
    @Test func nightsWithoutARecordCount() throws {
        #expect(try night(1, "good").status == 0)
        let lock = """
            import sqlite3, subprocess, sys
            c = sqlite3.connect('catalog.sqlite', isolation_level=None)
            c.execute('BEGIN IMMEDIATE')
            sys.exit(subprocess.run(['geocli'] + sys.argv[1:]).returncode)
            """
        try place.write(lock, to: "busy.py")
        for day in 2...4 {
            let server = try FeedServer(rows: 600)
            try place.write("url.seoul-bookstores = \(server.address)\n", to: "config/geocli/config")
            let run = try withExtendedLifetime(server) {
                try place.shell(
                    "python3 busy.py ingest -q --patience 3 --db catalog.sqlite",
                    environment: Self.environment(place, day))
            }
            #expect(run.status == 75 && run.errorText.isEmpty == (day < 4), "\(run.errorText)")
            if day == 4 { #expect(run.errorText.contains("failing since 2026-11-02, 3 nights in a row")) }
        }
    }

    @Test func theNextStepAfterAUsedUpQuotaIsToWait() throws {
        #expect(try night(1, "good").status == 0)
        #expect(try night(2, "ERROR-337").status == 77)
        let status = try place.geocli("status", environment: Self.environment(place, 2)).text
        #expect(status.contains(#""next_step":"wait: the daily quota comes back at midnight""#), "\(status)")
    }
}
