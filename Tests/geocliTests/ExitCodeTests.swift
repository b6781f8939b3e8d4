import Foundation
import TestSupport
import Testing

/// The exit codes of docs/CLI.md except wrong usage, each with its one line.
@Suite struct ExitCodeTests {
    /// Input that is not a snapshot, and the result of its ingest.
    struct BadPage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: String
        let status: Int32
        let says: String
    }

    private static let badPages = [
        BadPage(
            testDescription: "a refused key", bytes: #"{"RESULT":{"CODE":"INFO-100","MESSAGE":"인증키가 유효하지 않습니다."}}"#,
            status: 65,
            says:
                "INFO-100 인증키가 유효하지 않습니다.; the page has this answer instead of rows; fetch it again with a valid key"
        ),
        BadPage(
            testDescription: "a refused key, as XML",
            bytes: "<RESULT><CODE>INFO-100</CODE><MESSAGE>no key</MESSAGE></RESULT>", status: 65,
            says: "INFO-100 no key; the page has this answer instead of rows; fetch it again with a valid key"
        ),
        BadPage(
            testDescription: "a used-up key", bytes: #"{"RESULT":{"CODE":"ERROR-337","MESSAGE":"too many"}}"#,
            status: 65,
            says: "ERROR-337 too many; the page has this answer instead of rows; fetch it again\n"
        ),
        BadPage(
            testDescription: "a service in trouble", bytes: #"{"RESULT":{"CODE":"ERROR-500","MESSAGE":"서버 오류"}}"#,
            status: 65, says: "ERROR-500 서버 오류; the page has this answer instead of rows; fetch it again"),
        BadPage(
            testDescription: "a wrong request", bytes: #"{"RESULT":{"CODE":"ERROR-335","MESSAGE":"x"}}"#, status: 65,
            says: "ERROR-335 x; fetch the page again with a valid request"),
        BadPage(
            testDescription: "an empty answer", bytes: "", status: 65, says: "is empty; fetch it again"),
        BadPage(
            testDescription: "garbage", bytes: "garbage\u{1B}[31m", status: 65,
            says: "is neither JSON nor XML; give pages as the service sends them"),
        BadPage(
            testDescription: "a web page", bytes: "<!DOCTYPE html><html><body>점검중</body></html>", status: 65,
            says: "is a web page, probably a maintenance notice; try again later"),
        BadPage(
            testDescription: "another service", bytes: #"{"SeoulPublicLibraryInfo":{"list_total_count":0,"row":[]}}"#,
            status: 65, says: "SeoulPublicLibraryInfo"),
        BadPage(
            testDescription: "half a page", bytes: #"{"TbSlibBookstoreInfo":{"list_to"#, status: 65,
            says: "ends in the middle of its JSON"),
    ]

    /// The first sentence is the damage, whatever a command would say of an empty catalog.
    @Test(arguments: ["good_runs = -9223372036854775808", "good_runs = -1", "good_runs = 0"])
    func aDamagedNumberOfRunsIsNotACatalogWithoutRuns(change: String) throws {
        let place = try Workplace.sample.get().copy()
        let script = "sqlite3 catalog.sqlite 'PRAGMA ignore_check_constraints = 1; UPDATE feed SET \(change)'"
        try #require(try place.shell(script).status == 0)
        for line in ["list", "near 37.5,127", "search 책", "bbox 126,37,128,38"] {
            let run = try place.geocli(line)
            #expect(run.status == 65 && run.output.isEmpty, "\(line): \(run.errorText)")
            #expect(Self.isOneErrorLine(run.errorText), "\(line): \(run.errorText)")
        }
    }

    /// A district without an outline is missing, in a file and at a service.
    @Test func aDistrictWithoutAnOutlineIsMissing() throws {
        let place = try Workplace.sample.get().copy()
        let service = try RunningService(place, ["--no-ground"])
        for more in [" --no-ground", " --server \(service.address)"] {
            #expect(try place.geocli("inside 마포구\(more)").status == 66)
            #expect(try place.geocli("inside nowhere-at-all\(more)").status == 64)
        }
    }

    /// A core file would hold the key, which is in the environment and in the memory.
    @Test(arguments: [
        "geocli changes --follow", "geoserve --db catalog.sqlite --listen 127.0.0.1:0", "geoworker project",
    ])
    func noCoreFileIsWritten(line: String) throws {
        let place = try Workplace.sample.get().copy()
        try place.write(
            """
            import os, resource, shlex, signal, subprocess, sys, time
            resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            words = shlex.split(sys.argv[1])
            child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            waits = 0
            while waits < 5:
                state = open(f"/proc/{child.pid}/status").read().split("State:\\t")[1][0]
                waits = waits + 1 if state == "S" else 0
                time.sleep(0.1)
            # The runtime of a debug build handles SIGSEGV itself.
            os.kill(child.pid, signal.SIGXCPU)
            status = os.waitpid(child.pid, 0)[1]
            print(os.WTERMSIG(status), os.WCOREDUMP(status))
            """, to: "crash.py")
        let run = try place.shell(
            "python3 crash.py '\(line)'", environment: ["SEOUL_OPENAPI_KEY": "4b6f6e6579416e6448657863"])
        #expect(run.text == "24 False\n", "\(run.text) \(run.errorText)")
    }

    @Test(arguments: badPages)
    func aBadPageLeavesTheCatalogAndSaysWhy(_ page: BadPage) throws {
        let place = try Workplace.sample.get().copy()
        let before = try place.succeed("list").output
        let run = try place.geocli("ingest -", input: Data(page.bytes.utf8))
        #expect(run.status == page.status)
        #expect(run.output.isEmpty)
        #expect(Self.isOneErrorLine(run.errorText), "\(run.errorText)")
        #expect(run.errorText.contains(page.says), "\(run.errorText)")
        #expect(try place.succeed("list").output == before)
    }

    @Test func aPartOfTheRowsIsNoSnapshot() throws {
        let place = try Workplace.sample.get().copy()
        let rows = (1...3).map { FeedPage.Row(id: "\($0)", name: "shop \($0)", longitude: "126.9\($0)") }
        let run = try place.geocli("ingest -", input: try FeedPage(rows: rows, total: 606).bytes())
        #expect(run.status == 65)
        #expect(
            run.errorText == """
                geocli: refused: the source has only 3 of the 606 rows that the service states; fetch all pages again; \
                the catalog is unchanged; to see what would go: geocli ingest - --dry-run\n
                """)
    }

    @Test func aFileThatIsNotThereIsSaidSo() throws {
        let place = try Workplace.sample.get()
        for line in ["ingest none.json", "near --from none.csv", "cluster --zoom 3 --from none.csv"] {
            let run = try place.geocli(line)
            #expect(run.status == 66)
            #expect(
                run.errorText
                    == "geocli: cannot read none.csv: No such file or directory; check the path and its permissions\n"
                    .replacing("none.csv", with: line.hasPrefix("ingest") ? "none.json" : "none.csv"))
        }
    }

    @Test func anotherProgramsFileIsRefusedAndLeftAsItIs() throws {
        let place = try Workplace()
        let database = Data("SQLite format 3\0".utf8) + Data(count: 4080)
        for content in [Data("a text\n".utf8), database, Data(count: 5000)] {
            try content.write(to: place.file("other.db"))
            for line in ["list --db other.db", "status --db other.db", "ingest --sample --db other.db"] {
                let run = try place.geocli(line)
                #expect(run.status == 65, "\(line)")
                #expect(Self.isOneErrorLine(run.errorText) && run.errorText.contains("is not a geocli catalog"))
                #expect(try Data(contentsOf: place.file("other.db")) == content)
            }
        }
    }

    @Test func emptyIsAnErrorOnlyWhenAsked() throws {
        let place = try Workplace.sample.get()
        for line in [
            "list --match nix", "near 0,0 --within 1m", "bbox 0,0,1,1", "search nix", "cluster --zoom 3 --match nix",
            "export --match nix",
        ] {
            let plain = try place.succeed(line)
            let run = try place.geocli("\(line) --fail-empty")
            #expect(run.status == 1, "\(line)")
            #expect(run.output == plain.output)
            #expect(run.errorText.isEmpty)
        }
        #expect(try place.geocli("list --limit 1 --fail-empty").status == 0)
    }

    @Test func anOldCatalogFailsMaxAge() throws {
        let place = try Workplace.sample.get().copy()
        try place.succeed("feeds cadence seoul-bookstores daily -q")
        func status(_ hours: Int, _ words: String) throws -> ProgramRun {
            try place.geocli(
                "status \(words)", environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + hours * 3600)])
        }
        #expect(try status(36, "--max-age 36h -q").status == 0)
        let late = try status(37, "--max-age 36h -q")
        #expect(late.status == 65)
        #expect(late.output.isEmpty)
        #expect(late.errorText == "geocli: the last good run is 37 h old, more than 36h; run 'geocli ingest'\n")
        #expect(try status(37, "--max-age 36h --format json").text.contains("\"age_seconds\":133200,"))
        #expect(try status(24 * 7, "--max-age 7d").status == 0)
        #expect(try status(24 * 7 + 1, "--max-age 7d").status == 65)
    }

    @Test func aCatalogWithoutAGoodRunFailsMaxAgeInWordsThatMakeSense() throws {
        let place = try Self.refused()
        let run = try place.geocli("status --max-age 36h -q")
        #expect(run.status == 65)
        #expect(Self.isOneErrorLine(run.errorText))
        #expect(!run.errorText.contains("never old"), "\(run.errorText)")
    }

    @Test func theCommandThatARefusalNamesShowsItsRows() throws {
        let place = try Self.refused()
        let rows = try place.geocli("ingest page.json").errorText
        let named = try #require(rows.firstMatch(of: /'geocli (runs[^']*)'/))
        let shown = try place.succeed("\(named.1) --format tsv --fields reason").text
        #expect(shown == "reason\nno-id\nno-name\n", "geocli \(named.1)")
    }

    /// A catalog whose only run was refused, for two of its three rows.
    private static func refused() throws -> Workplace {
        let place = try Workplace()
        let rows = [("1", "shop"), ("", "no id"), ("2", " ")].map { FeedPage.Row(id: $0.0, name: $0.1) }
        try FeedPage(rows: rows).bytes().write(to: place.file("page.json"))
        #expect(try place.geocli("ingest page.json").status == 65)
        return place
    }

    @Test func aWriteThatFailsIsSaid() throws {
        let place = try Workplace.sample.get()
        for line in [
            "list", "list -o /dev/full", "list --format json -o /dev/full", "export", "export -o /dev/full", "status",
            "runs last", "near 37,127", "--help", "list --help", "--version",
        ] {
            let run = try place.shell("geocli \(line)\(line.contains("/dev/full") ? "" : " > /dev/full")")
            #expect(run.status == 74, "geocli \(line)")
            #expect(run.errorText.isEmpty || Self.isOneErrorLine(run.errorText), "\(run.errorText)")
        }
    }

    @Test func aClosedOutputIsNotSuccess() throws {
        let place = try Workplace.sample.get()
        for line in [
            "list", "list --format table", "near 37,127", "status", "export", "--help",
            "ingest --dry-run --sample --db x.sqlite --format json",
        ] {
            #expect(try place.shell("geocli \(line) >&-").status != 0, "geocli \(line) >&-")
        }
        #expect(try place.shell("geocli list --limit 1 2>&- <&-").status == 0)
    }

    @Test func aReaderThatHasSeenEnoughIsNoError() throws {
        let place = try Workplace.sample.get()
        for format in ["ndjson", "json", "csv", "table", "geojson"] {
            let run = try place.shell("{ geocli list --format \(format); echo \"exit $?\" >&2; } | head -1")
            #expect(run.errorText == "exit 0\n", "\(format)")
            #expect(run.text.split(separator: "\n").count == 1)
        }
    }

    @Test func wrongWordsAfterAnIngestWriteNothing() throws {
        let place = try Workplace()
        let run = try place.geocli("ingest --sample --format csv")
        #expect(run.status == 64)
        #expect(try place.names.isEmpty, "exit 64 says that nothing was done")
    }

    @Test func helpOfAnUnknownCommandIsWrongUsage() throws {
        let run = try Workplace.sample.get().geocli("help nope")
        #expect(run.status == 64)
        #expect(Self.isOneErrorLine(run.errorText))
    }

    @Test(arguments: ["--anchor 2,0", "--anchor -1,0", "--icon 0x0", "--icon -5x5"])
    func aWrongMarkerNamesItsOption(_ option: String) throws {
        let run = try Workplace.sample.get().geocli("cluster --zoom 3 \(option)")
        #expect(run.status == 64)
        #expect(Self.isOneErrorLine(run.errorText))
        #expect(run.errorText.contains(option.prefix(6)), "\(run.errorText)")
    }

    /// One line, `geocli: …`.
    static func isOneErrorLine(_ text: String) -> Bool {
        text.hasPrefix("geocli: ") && text.hasSuffix("\n") && text.filter { $0 == "\n" }.count == 1
            && !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }
    }
}
