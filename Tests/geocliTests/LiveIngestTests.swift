import Foundation
import SampleFeed
import TestSupport
import Testing

/// A live service as a nightly job meets it. Tests/Faults/network_faults.py has more faults.
@Suite struct LiveIngestTests {
    private static let key = "4b6f72656120536563726574"
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func ingest(
        _ server: FeedServer, _ words: [String] = [], key: String? = key, environment: [String: String] = [:]
    ) throws -> ProgramRun {
        var environment = environment
        environment["SEOUL_OPENAPI_KEY"] = key
        return try place.geocli(["ingest", server.address] + words, environment: environment)
    }

    private func content() throws -> String { try place.geocli(["list", "--include-closed"]).text }

    private func lastRun() throws -> [String: Any] {
        let text = try place.geocli(["runs", "--format", "json", "--limit", "1"]).output
        return try #require((try JSONSerialization.jsonObject(with: text) as? [[String: Any]])?.first)
    }

    @Test func allPagesOfAServiceAreFetchedAndKept() throws {
        let server = try FeedServer(rows: 2300)
        let run = try ingest(server, ["--format", "json"])
        #expect(run.status == 0)
        let report = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
        #expect(report?["outcome"] as? String == "published" && report?["total"] as? Int == 2300)
        #expect(
            try server.requests == [
                "json/TbSlibBookstoreInfo/1/1000", "json/TbSlibBookstoreInfo/1001/2000",
                "json/TbSlibBookstoreInfo/2001/3000",
            ])
        #expect(try lastRun()["source"] as? String == "\(server.address)/{KEY}/json/TbSlibBookstoreInfo")
        let before = try content()
        // The same bytes change nothing, whether they are fetched again or replayed.
        #expect(try ingest(server).errorText.contains("run 2: unchanged, bookstores 2300\n"))
        let replay = try place.geocli(["ingest", "--replay", "1"])
        #expect(replay.status == 0 && replay.errorText.contains("run 3: unchanged, bookstores 2300\n"))
        #expect(try content() == before)
        #expect(try place.geocli(["verify"]).status == 0)
    }

    @Test func aReplayedRunComesBack() throws {
        let server = try FeedServer(rows: 700)
        #expect(try ingest(server).status == 0)
        let first = try place.geocli(["list", "--fields", "ref,name,address"]).text
        let other = Data(SampleFeed.bundled.page(0))
        #expect(try place.geocli(["ingest", "-", "--accept", "a test"], input: other).status == 0)
        let replay = try place.geocli(["ingest", "--replay", "1", "--accept", "back to the real feed"])
        #expect(replay.status == 0)
        #expect(try place.geocli(["list", "--fields", "ref,name,address"]).text == first)
    }

    @Test func pagesAreKeptForSoManyRuns() throws {
        let server = try FeedServer(rows: 50)
        for _ in 1...3 { #expect(try ingest(server, ["--keep-pages", "2"]).status == 0) }
        #expect(try place.geocli(["ingest", "--replay", "1"]).status == 66)
        #expect(try place.geocli(["ingest", "--replay", "2", "--keep-pages", "2"]).status == 0)
        #expect(try ingest(server, ["--keep-pages", "0"]).status == 0)
        #expect(try place.geocli(["ingest", "--replay", "4"]).status == 66)
        #expect(try place.geocli(["verify"]).status == 0)
    }

    @Test func aRunGoesOnWhereTheNetworkWasLost() throws {
        let whole = try FeedServer(rows: 2300)
        #expect(try ingest(whole).status == 0)
        let before = try content()
        let broken = try FeedServer(rows: 2300, ["--fault", "reset-in-body", "--page", "3"])
        let lost = try ingest(broken, ["--idle-timeout", "1s"])
        #expect(lost.status == 69)
        #expect(lost.errorText.hasSuffix("2 pages are kept; to continue, add --resume to the same command\n"))
        #expect(try content() == before)
        #expect(try lastRun()["failure"] as? String == "network")
        #expect(
            try place.geocli(["status"]).text.contains(
                #""next_step":"try again: geocli ingest \#(broken.address) --resume""#))
        // Three retries of one request, then the resumed run, which requests only the missing pages.
        let count = try broken.requests.count
        #expect(count == 6)
        #expect(try ingest(broken, ["--resume", "--idle-timeout", "1s"]).status == 69)
        // Before the missing pages it requests the last known row, to check that the feed has not moved.
        #expect(
            try Set(broken.requests.dropFirst(count)) == [
                "json/TbSlibBookstoreInfo/2000/2000", "json/TbSlibBookstoreInfo/2001/3000",
            ])
    }

    @Test func aRunGoesOnAfterARefusedKey() throws {
        let server = try FeedServer(rows: 1500, ["--key", Self.key])
        let refused = try ingest(server, key: "another-key-entirely")
        #expect(refused.status == 77)
        #expect(
            refused.errorText
                == "geocli: \(server.address)/{KEY}/json/TbSlibBookstoreInfo/1/1000/: INFO-100 인증키가 유효하지 않습니다.; check the key (SEOUL_OPENAPI_KEY or ~/.config/geocli/config), or get a new one for free at https://data.seoul.go.kr\n"
        )
        #expect(try server.requests.count == 1)
        #expect(try lastRun()["failure"] as? String == "key")
        #expect(try ingest(server, ["--resume"]).status == 0)
    }

    /// HTTP status 401 or 403 refuses the key that the request had, and so does another one if the service says so, even
    /// 200 with a web page; the message has the service's reason.
    @Test(arguments: [
        ("200-html-key", "200 (인증키 ***는 유효하지 않습니다.)"),
        ("400-key", "400 (API key *** not valid. Please pass a valid API key.)"),
        ("401-json", "401 (the key *** is not valid)"), ("401-xml", "401 (KEY_IS_NOT_KNOWN)"),
        ("403-problem", "403 (not approved)"), ("403-html", "403 (시스템 점검 안내)"),
        ("403-empty", "403 (the service refuses the key)"),
    ])
    func aStatusThatRefusesTheKeyIsTheKeys(fault: String, message: String) throws {
        let server = try FeedServer(rows: 5, ["--fault", fault])
        let refused = try ingest(server)
        #expect(refused.status == 77)
        let text = refused.errorText.replacing(/\*+/, with: "***")
        #expect(
            text.hasSuffix(
                "/1/1000/: HTTP status \(message); check the key, and that it may use this service, on the portal that issued it\n"
            ), "\(text)")
        #expect(!refused.errorText.contains(Self.key))
        #expect(try server.requests.count == 1)
        #expect(try lastRun()["failure"] as? String == "key")
        #expect(try place.geocli(["runs", "1"], environment: [:]).status == 0)
    }

    /// Without a key, the same status says something about the address; 407 is about a proxy.
    @Test(arguments: [
        ("401-json", false, "HTTP status 401 (the key"),
        ("403-empty", false, "HTTP status 403 (the service refuses the request); check the address"),
        ("407", true, "HTTP status 407 (a proxy asks for a password)"),
        ("404", true, "HTTP status 404; check the address and the key"),
        ("400-other", true, "HTTP status 400; check the address and the key"),
        ("400-key", false, "HTTP status 400; check the address and the key"),
    ])
    func otherRefusalsAreTheNetworks(fault: String, hasKey: Bool, message: String) throws {
        let server = try FeedServer(rows: 5, ["--fault", fault])
        let declaration = """
            id = "keyless-shops"
            title = { ko = "지어낸 곳", en = "Made up" }
            noun = { ko = "가게", en = "shop" }
            publisher = "made up for tests"
            license = "none"
            kind = "shop"
            [pages]
            format = "json"
            encoding = "UTF-8"
            rows = "items"
            total_counts = "none"
            [fields]
            id = "id"
            name = "name"
            [point]
            x = "lon"
            y = "lat"
            crs = "EPSG:4326"
            area = [126.0, 37.0, 127.5, 38.0]
            [service]
            url = "/shops"
            """
        try Data(declaration.utf8).write(to: place.file("keyless-shops.toml"))
        let run = try ingest(server, hasKey ? [] : ["--feed", place.file("keyless-shops.toml").path])
        #expect(run.status == 69, "\(run.errorText)")
        #expect(run.errorText.contains(message), "\(run.errorText)")
        #expect(try lastRun()["failure"] as? String == "network")
    }

    @Test func theKeyMayStandInAFileOfItsOwner() throws {
        let server = try FeedServer(rows: 5, ["--key", Self.key])
        let folder = place.file("config/geocli")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("config")
        try Data("# the portal's\nseoul_openapi_key = \(Self.key)\n".utf8).write(to: file)
        let environment = ["XDG_CONFIG_HOME": place.file("config").path]
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(try ingest(server, ["-q"], key: nil, environment: environment).errorText == "")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        let warned = try ingest(server, ["-q"], key: nil, environment: environment)
        #expect(warned.status == 0)
        #expect(warned.errorText.hasPrefix("geocli: warning: other users can read the key in "))
        // A key in the environment takes precedence over the key in the file.
        #expect(try ingest(server, key: "another-key", environment: environment).status == 77)
        try Data("key: \(Self.key)\n".utf8).write(to: file)
        let wrong = try ingest(server, key: nil, environment: environment)
        #expect(wrong.status == 64 && wrong.errorText.contains("config, line 1: write 'name = value'"))
        #expect(!wrong.errorText.contains(Self.key))
    }

    @Test func withoutAKeyNothingIsAskedAndNoCatalogIsMade() throws {
        let server = try FeedServer(rows: 5)
        let run = try ingest(server, key: nil)
        #expect(run.status == 77 && run.errorText.hasPrefix("geocli: the service needs a key; "))
        #expect(try place.names == [])
        #expect(try server.requests == [])
    }

    @Test func aDryRunLeavesNoTrace() throws {
        let server = try FeedServer(rows: 5)
        #expect(try ingest(server, ["--dry-run"]).errorText.contains("dry run: bookstores 5 (added 5"))
        #expect(try place.names == [])
        #expect(try ingest(server).status == 0)
        let before = try place.geocli(["runs"]).text
        #expect(try ingest(server, ["--dry-run"], key: "wrong key").status == 77)
        #expect(try ingest(server, ["--dry-run"]).status == 0)
        #expect(try place.geocli(["runs"]).text == before)
    }

    /// The message of a guard names the command that accepts the same pages, and the command works with a reason.
    @Test func theCommandThatOverridesAGuardRunsWithAReason() throws {
        #expect(try ingest(FeedServer(rows: 100), ["--db", "other place.sqlite"]).status == 0)
        let refused = try ingest(FeedServer(rows: 60), ["--db", "other place.sqlite"])
        #expect(refused.status == 65)
        let command = #"geocli ingest --replay 2 --accept "why" --db 'other place.sqlite'"#
        #expect(refused.errorText.hasSuffix("; the catalog is unchanged; if the feed is correct: \(command)\n"))
        let status = try place.geocli(["status", "--db", "other place.sqlite", "--format", "table"]).text
        #expect(status.contains("if it is correct: \(command)\n"))
        #expect(try place.shell(command).status == 64)
        let run = try place.shell(command.replacing("\"why\"", with: "'the city closed them'"))
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.errorText.contains("run 3: bookstores 60 (added 0, changed 0, removed 40"))
    }

    /// If much would go, the message has the command that says what, and none that does it.
    @Test(arguments: [20, 0]) func aGraveRefusalOffersOnlyADryRun(rows: Int) throws {
        #expect(try ingest(FeedServer(rows: 100)).status == 0)
        let refused = try ingest(FeedServer(rows: rows))
        #expect(refused.status == 65 && !refused.errorText.contains("--accept"))
        let command = "geocli ingest --replay 2 --dry-run"
        #expect(refused.errorText.hasSuffix("; to see what would go: \(command)\n"), "\(refused.errorText)")
        let status = try place.geocli(["status", "--format", "table"]).text
        #expect(status.contains("check the feed; to see what would go: \(command)\n") && !status.contains("--accept"))
        let dry = try place.shell(command)
        #expect(dry.status == 65 && dry.errorText.contains("dry run: bookstores \(rows) (added 0, changed 0, removed "))
        #expect(
            dry.errorText.contains(
                rows == 0
                    ? "if all 100 places are really gone, run it with --accept and a reason that begins with 'empty:'"
                    : "if the feed is correct, run it with --accept and your reason\n"), "\(dry.errorText)")
        let accepted = try place.geocli(["ingest", "--replay", "2", "--accept", "the city closed them"])
        #expect(accepted.status == (rows == 0 ? 65 : 0))
        #expect(accepted.errorText.contains("reason that begins with 'empty:'") == (rows == 0))
        let empty = try place.geocli(["ingest", "--replay", "2", "--accept", "empty: the city closed the list"])
        #expect(empty.status == 0, "\(empty.errorText)")
    }

    @Test func aRunThatIsSetBackSaysSo() throws {
        #expect(try ingest(FeedServer(rows: 50)).status == 0)
        #expect(try ingest(FeedServer(rows: 51)).status == 0)
        let back = try place.geocli(["ingest", "--replay", "1", "-q"])
        #expect(
            back.errorText == "geocli: warning: the catalog is back at run 1; the newer run 2 is no longer in effect\n")
        #expect(back.status == 0)
    }

    @Test func aDamagedKeptPageIsMendedByTheNextRun() throws {
        let server = try FeedServer(rows: 50)
        #expect(try ingest(server).status == 0)
        let damage = "UPDATE raw_page SET packed = x'00'"
        let sqlite = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["sqlite3", place.file(Workplace.catalogName).path, damage])
        #expect(sqlite.status == 0)
        let found = try place.geocli(["verify", "-q", "--format", "ndjson"])
        #expect(found.status == 65 && found.text.hasPrefix(#"{"check":"kept-pages","ok":false,"#))
        #expect(found.errorText.hasPrefix("geocli: a kept page is damaged ("))
        #expect(try place.geocli(["ingest", "--replay", "1"]).status == 65)
        #expect(try ingest(server).status == 0)
        let repaired = try place.geocli(["verify", "-q"])
        #expect(repaired.status == 0 && repaired.text.isEmpty)
    }

    @Test func aPipeInPlaceOfTheConfigurationIsRefused() throws {
        let folder = place.file("config/geocli")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(mkfifo(folder.appendingPathComponent("config").path, 0o600) == 0)
        let run = try ingest(FeedServer(rows: 5), key: nil, environment: ["XDG_CONFIG_HOME": place.file("config").path])
        #expect(run.status == 64 && run.errorText.contains("config is not a regular file; replace it"))
    }

    @Test func ofTwoFeedsTheOlderOneTellsTheAge() throws {
        let server = try FeedServer(rows: 5)
        let day = ["SOURCE_DATE_EPOCH": String(Workplace.moment - 3 * 86400)]
        #expect(try ingest(server, environment: day).status == 0)
        #expect(try ingest(server, ["--feed", "places"]).status == 0)
        let old = try place.geocli(["status", "-q", "--max-age", "36h"])
        #expect(old.status == 65)
        // The command names the address that this run used, because it is not that of the feed.
        let late =
            "geocli: the last good run of seoul-bookstores is 3 days old, more than 36h; run 'geocli ingest http://"
        #expect(old.errorText.hasPrefix(late) && old.errorText.filter { $0 == "\n" }.count == 1, "\(old.errorText)")
        // A replayed run is as old as its pages. Data with a future date is not fresh.
        #expect(try place.geocli(["ingest", "--replay", "1"]).status == 0)
        #expect(try place.geocli(["status", "-q", "--max-age", "36h"]).status == 65)
        let before = ["SOURCE_DATE_EPOCH": String(Workplace.moment - 30 * 86400)]
        let future = try place.geocli(["status", "-q", "--max-age", "36h"], environment: before)
        #expect(future.status == 65 && future.errorText.contains("run of places has a date in the future"))
    }
}
