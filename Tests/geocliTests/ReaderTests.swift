import Foundation
import TestSupport
import Testing

/// `changes --reader`: a reader gets each unread change exactly once.
@Suite struct ReaderTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private var environment: [String: String] { ["XDG_STATE_HOME": place.file("state").path] }
    private func mark(_ reader: String = "bot") -> URL { place.file("state/geocli/readers/\(reader)") }

    private func ingest(_ page: FeedPage, day: Int) throws {
        try place.succeed(
            "ingest - --max-loss 100 -q",
            environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + day * 86400)], input: try page.bytes())
    }

    private func changes(_ words: String) throws -> ProgramRun {
        try place.geocli("changes \(words)", environment: environment)
    }

    /// The number of the last run that the reader has read; nil without a mark.
    private func markedRun(_ reader: String = "bot") throws -> Int? {
        guard let data = FileManager.default.contents(atPath: mark(reader).path) else { return nil }
        let file = try #require(JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
        #expect(file["catalogs"]?.count == 1)
        return file["catalogs"]?.first?["run"] as? Int
    }

    // MARK: What is read

    @Test(arguments: [[0, 1, 2, 3, 4], [4], [1, 4], [0, 3], [2, 2, 4]])
    func everyChangeComesOnceWhateverTheGaps(readings: [Int]) throws {
        var seen = ""
        for (day, page) in ChangesTests.pages.enumerated() {
            try ingest(page, day: day)
            for reading in readings where reading == day { seen += try changes("--reader bot --mark-read -q").text }
        }
        seen += try changes("--reader bot").text
        // Names and positions are those at the time of reading, so only the parts before them are compared.
        func events(_ text: String) -> [Substring] {
            text.split(separator: "\n").map { $0.prefix(upTo: $0.range(of: "\"name\"")?.lowerBound ?? $0.endIndex) }
        }
        #expect(events(seen) == events(try changes("--since 0").text))
    }

    @Test func readingWithoutMarkingLeavesAllUnread() throws {
        for (day, page) in ChangesTests.pages.enumerated() { try ingest(page, day: day) }
        let first = try changes("--reader bot")
        #expect(first.output == (try changes("--since 0").output))
        #expect(
            first.errorText == """
                reader bot: 9 unread changes from 5 runs
                runs 1 to 5: added 4, changed 1 (moved 1), removed 1, closed 0, returned 1\n
                """)
        #expect(try changes("--reader bot").output == first.output)
        #expect(!FileManager.default.fileExists(atPath: place.file("state").path))
        #expect(try changes("--reader bot --limit 0").errorText == first.errorText, "a look at how much there is")
        #expect(try changes("--reader bot -q").errorText.isEmpty)
    }

    @Test func whatIsReadIsReadForThisReaderOnly() throws {
        try ingest(ChangesTests.pages[0], day: 0)
        #expect(
            try changes("--reader bot --mark-read").errorText.hasPrefix("reader bot: 3 unread changes from 1 run\n"))
        let again = try changes("--reader bot --mark-read --format json")
        #expect(again.text == "[]\n" && again.errorText == "reader bot: 0 unread changes from 0 runs\n")
        #expect(try changes("--reader bot --lang ko").errorText == "읽음 표시 bot: 읽지 않은 변경 내역 0건(실행 0회)\n")
        #expect(try changes("--reader 독자.2").text.split(separator: "\n").count == 3)
        try ingest(ChangesTests.pages[1], day: 1)
        let news = try changes("--reader bot --what closed,removed --kind new --mark-read --fields what")
        #expect(news.text == "{\"what\":\"removed\"}\n")
        #expect(news.errorText == "reader bot: 1 unread change from 1 run\nrun 2: removed 1, closed 0\n")
        #expect(try changes("--reader bot").text.isEmpty, "what the filters left out counts as read")
    }

    @Test func anEmptyReadingMovesTheMarkToo() throws {
        try ingest(ChangesTests.pages[0], day: 0)
        #expect(try changes("--reader bot --mark-read -q").status == 0)
        try ingest(ChangesTests.pages[0], day: 1)
        let run = try changes("--reader bot --mark-read --fail-empty")
        #expect(run.status == 1 && run.errorText.hasPrefix("reader bot: 0 unread changes from 1 run\nrun 2: added 0"))
        #expect(try markedRun() == 2)
    }

    // MARK: The mark

    @Test func theMarkIsASmallFileForTheUserAlone() throws {
        try ingest(ChangesTests.pages[0], day: 0)
        #expect(
            try place.shell("umask 0; geocli changes --reader bot --mark-read -q", environment: environment).status == 0
        )
        let text = try String(contentsOf: mark(), encoding: .utf8)
        let real = place.folder.resolvingSymlinksInPath().path
        let sha256 = try place.succeed("runs --format tsv --fields sha256").text.split(separator: "\n")[1]
        #expect(
            text == """
                {"catalogs":[{"path":"\(real)/catalog.sqlite","run":1,"started_at":"2026-09-21T14:13:20Z","sha256":"\(sha256)"}]}\n
                """)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: place.file(path).path)[.posixPermissions] as? Int
        }
        #expect(try mode("state/geocli/readers/bot") == 0o600)
        for folder in ["state", "state/geocli", "state/geocli/readers"] { #expect(try mode(folder) == 0o700) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: mark().deletingLastPathComponent().path) == ["bot"])
    }

    @Test func theMarkLiesInTheHomeUnlessAnAbsolutePathIsSet() throws {
        try ingest(ChangesTests.pages[0], day: 0)
        for state in ["", "relative/state"] {
            let home = place.file("home \(state.count)").path
            try place.succeed(
                "changes --reader bot --mark-read -q", environment: ["HOME": home, "XDG_STATE_HOME": state])
            #expect(FileManager.default.fileExists(atPath: home + "/.local/state/geocli/readers/bot"))
        }
        #expect(try place.names == ["catalog.sqlite", "home 0", "home 14"])
        let run = try place.geocli("changes --reader bot", environment: ["HOME": "", "XDG_STATE_HOME": "state"])
        #expect(run.status == 64)
        #expect(
            run.errorText
                == "geocli: the reader's mark has no folder: neither XDG_STATE_HOME nor HOME is set; set one of them\n"
        )
    }

    @Test func eachCatalogHasItsMarkWhateverItsPathIsCalled() throws {
        try ingest(ChangesTests.pages[0], day: 0)
        try FileManager.default.copyItem(at: place.file("catalog.sqlite"), to: place.file("other.sqlite"))
        try FileManager.default.createSymbolicLink(
            at: place.file("link.sqlite"), withDestinationURL: place.file("catalog.sqlite"))
        #expect(try changes("--reader bot --mark-read -q").status == 0)
        #expect(try changes("--reader bot --db link.sqlite").text.isEmpty)
        #expect(try changes("--reader bot --db ./../\(place.folder.lastPathComponent)/catalog.sqlite").text.isEmpty)
        #expect(try changes("--reader bot --db other.sqlite --mark-read").text.split(separator: "\n").count == 3)
        #expect(try changes("--reader bot --db other.sqlite").text.isEmpty)
        #expect(try changes("--reader bot").text.isEmpty)
    }

    @Test func aCatalogMadeAnewIsNoticed() throws {
        for day in 0...1 { try ingest(ChangesTests.pages[day], day: day) }
        #expect(try changes("--reader bot --mark-read -q").status == 0)
        // The new catalog has the same number of runs, one of them different; then it has fewer runs.
        for pages in [[0, 2], [1]] {
            for name in try place.names + ["catalog.sqlite-wal", "catalog.sqlite-shm"] where name.hasPrefix("catalog") {
                try? FileManager.default.removeItem(at: place.file(name))
            }
            let former = try #require(try markedRun())
            for (day, page) in pages.enumerated() { try ingest(ChangesTests.pages[page], day: day) }
            let run = try changes("--reader bot --mark-read -q")
            #expect(run.output == (try changes("--since 0").output))
            #expect(
                run.errorText == """
                    geocli: warning: catalog.sqlite was created again after reader bot had read run \(former); all changes are unread again\n
                    """)
            #expect(try changes("--reader bot").text.isEmpty)
            #expect(try markedRun() == pages.count)
        }
    }

    // MARK: What must not move it

    @Test(arguments: [
        ("geocli changes --reader bot --mark-read > /dev/full", 74),
        ("geocli changes --reader bot --mark-read -o /dev/full", 74),
        ("geocli changes --reader bot --mark-read >&-", 74),
        ("geocli changes --reader bot --mark-read -o none/x.csv", 73),
        ("geocli changes --reader bot --mark-read --fields nme", 64),
        ("geocli changes --reader bot --mark-read --format nix", 64),
        ("(ulimit -f 100; geocli changes --reader bot --mark-read -o x.json)", 74),
        ("set -o pipefail; geocli changes --reader bot --mark-read | :", 0),
        ("geocli changes --reader bot --mark-read | head -n 1 > x", 0),
    ])
    func anOutputThatFailedLeavesAllUnread(script: String, status: Int32) throws {
        // More bytes than a pipe holds.
        let place = try Workplace.sample.get().copy()
        let state = ["XDG_STATE_HOME": place.file("state").path]
        let run = try place.shell("exec bash -c '\(script)'", environment: state)
        #expect(run.status == status, "\(run.errorText)")
        #expect(!FileManager.default.fileExists(atPath: place.file("state").path))
        let unread = try place.succeed("changes --reader bot", environment: state).text
        #expect(unread.split(separator: "\n").count == 601)
    }

    @Test func aMarkThatCannotBeWrittenIsAnError() throws {
        try ingest(ChangesTests.pages[0], day: 0)
        try place.write("no folder", to: "state")
        let run = try changes("--reader bot --mark-read")
        #expect(run.status == 74)
        #expect(
            run.errorText.hasPrefix(
                "geocli: cannot read the reader's mark file \(mark().path): Not a directory; check the path"))
        try FileManager.default.removeItem(at: place.file("state"))
        try FileManager.default.createDirectory(at: place.file("state"), withIntermediateDirectories: true)
        try place.write("no folder", to: "state/geocli")
        #expect(try changes("--reader bot --mark-read").status == 74)
    }

    @Test(arguments: [
        "", "{", "[]", "{}", "null", #"{"catalogs":[{}]}"#, #"{"catalogs":{}}"#,
        #"{"catalogs":[{"path":"/x","run":0,"started_at":"2026-09-21T14:13:20Z","sha256":"x"}]}"#,
        #"{"catalogs":[{"path":"/x","run":1.5,"started_at":"2026-09-21T14:13:20Z","sha256":"\#(HashText.zeros)"}]}"#,
        #"{"catalogs":[{"path":"/x","run":1,"started_at":"yesterday","sha256":"\#(HashText.zeros)"}]}"#,
    ])
    func aDamagedMarkIsNeitherEverythingNorNothing(content: String) throws {
        try ingest(ChangesTests.pages[0], day: 0)
        try FileManager.default.createDirectory(
            at: mark().deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: mark())
        for words in ["--reader bot", "--reader bot --mark-read"] {
            let run = try changes(words)
            #expect(run.status == 65 && run.output.isEmpty)
            #expect(
                run.errorText == """
                    geocli: the reader's mark file \(mark().path) is damaged; delete it to mark everything unread, or \
                    restore a copy\n
                    """)
        }
        #expect(try Data(contentsOf: mark()) == Data(content.utf8))
        #expect(try changes("--reader other").status == 0)
    }

    @Test func aMarkThatCannotBeReadIsAnError() throws {
        try ingest(ChangesTests.pages[0], day: 0)
        try FileManager.default.createDirectory(at: mark(), withIntermediateDirectories: true)
        let run = try changes("--reader bot")
        #expect(run.status == 74 && run.output.isEmpty)
        #expect(
            run.errorText == """
                geocli: cannot read the reader's mark file \(mark().path): Is a directory; check the path and its permissions\n
                """)
    }

    // MARK: Several at once

    @Test func manyAtOnceLeaveOneWholeMark() throws {
        for day in 0...2 { try ingest(ChangesTests.pages[day], day: day) }
        let run = try place.shell(
            """
            for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
                { geocli changes --reader bot --mark-read -q > out.$i || echo failed $i; } &
            done | grep . && exit 9 || exit 0
            """, environment: environment)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try markedRun() == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: mark().deletingLastPathComponent().path) == ["bot"])
    }

    @Test func aSlowReaderDoesNotMoveTheMarkBack() throws {
        // The first reading waits for its pipe, while a run is published and a second reading marks it as read.
        let place = try Workplace.sample.get().copy()
        try FeedPage(rows: [FeedPage.Row(id: "1", name: "가")]).bytes().write(to: place.file("page.json"))
        let state = ["XDG_STATE_HOME": place.file("state").path]
        let run = try place.shell(
            """
            geocli changes --reader bot --mark-read -q | {
                head -c 1 > /dev/null
                geocli ingest page.json --accept test -q --max-loss 100 2> /dev/null || exit 8
                geocli changes --reader bot --mark-read -q > second || exit 9
                cat > /dev/null
            }
            """, environment: state)
        #expect(run.status == 0, "\(run.errorText)")
        let text = try String(contentsOf: place.file("state/geocli/readers/bot"), encoding: .utf8)
        #expect(text.contains("\"run\":2,"))
    }
}

private enum HashText { static let zeros = String(repeating: "0", count: 64) }
