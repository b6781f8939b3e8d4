import Foundation
import TestSupport
import Testing

/// The sample as a new user sees it, and its complete removal by the first real run.
@Suite struct SampleTests {
    private let place: Workplace
    /// A separate home folder, so that readers have marks.
    private let environment: [String: String]

    init() throws {
        place = try Workplace()
        environment = ["XDG_STATE_HOME": place.file("state").path]
        try FileManager.default.createDirectory(at: place.file("state"), withIntermediateDirectories: true)
    }

    private func geocli(_ line: String) throws -> ProgramRun { try place.geocli(line, environment: environment) }

    /// A real snapshot in which half of the ids are those of the sample.
    private static func real(_ ids: some Sequence<Int>) throws -> Data {
        try FeedPage(rows: ids.map { FeedPage.Row(id: String($0), name: "진짜 \($0)", longitude: "126.9\($0 % 90)") })
            .bytes()
    }

    /// The lines of the tour in README.md that query the catalog.
    private static func tour() throws -> [String] {
        let readme = try String(
            contentsOf: TestSupport.packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
        let section = try #require(readme.split(separator: "## A tour").last)
        let block = try #require(section.split(separator: "```").dropFirst().first)
        return block.split(separator: "\n").map(String.init).filter { $0.hasPrefix("geocli") }
    }

    @Test func everyLineOfTheTourAnswers() throws {
        let lines = try Self.tour()
        #expect(lines.count > 10)
        for line in lines where !line.contains("--interactive") {
            // The clock of the tests decides the days of the catalog.
            let line = line.replacing("$(TZ=Asia/Seoul date +%F)", with: "2026-09-21")
            let run = try place.shell(line, environment: environment)
            #expect(run.status == 0, "\(line): \(run.errorText)")
            let isSilent = ["ingest", " -o ", "status", "mine mark"].contains(where: line.contains)
            #expect(isSilent || run.text.split(separator: "\n").count > 1, "\(line) answers nothing")
        }
        #expect(try geocli("inside mapo").text.contains("\"district\":\"마포구\""))
        #expect(try geocli("list --limit 1").text.contains("\"ref\":\"sample/"))
    }

    /// The pages are those of the night before, so only a comparison of the values finds the damage.
    @Test func aThoroughRunHealsADamagedPlaceAndSaysSo() throws {
        _ = try place.succeed("ingest --sample -q")
        let before = try place.succeed("list --format csv").text
        for damage in ["latitude = latitude + 0.01", "phone = '+82299999999'"] {
            #expect(
                try place.shell("sqlite3 catalog.sqlite \"UPDATE place SET \(damage) WHERE id = 7\"").status == 0)
            let found = try geocli("verify -q")
            #expect(found.status == 65)
            #expect(
                found.errorText
                    == "geocli: some values are not those that geocli wrote (among the places 0 to 255, a value is not the one that geocli wrote, or a row is missing); bring back the feed's values with 'geocli ingest --thorough', or restore the catalog from a backup\n"
            )
            let healed = try geocli("ingest --sample --thorough -q")
            #expect(healed.status == 0)
            #expect(
                healed.errorText.contains(
                    "1 place had values that geocli did not write; it has the feed's values again"))
            let again = try geocli("verify -q")
            #expect(again.status == 0 && again.text == "")
            #expect(try place.succeed("list --format csv").text == before)
        }
        // A feed does not have the history.
        #expect(try place.shell("sqlite3 catalog.sqlite \"UPDATE run SET reason = 'x'\"").status == 0)
        let healed = try geocli("ingest --sample --thorough -q")
        #expect(healed.status == 0 && healed.errorText.contains("this feed can't bring back"))
        #expect(try geocli("verify -q").status == 65)
    }

    @Test func theNightAfterTheTourDeletesTheSampleAndSaysSoOnce() throws {
        for line in try Self.tour() where !line.contains("--interactive") {
            _ = try place.shell(line, environment: environment)
        }
        try Self.real(1500...1800).write(to: place.file("real.json"))
        let dry = try geocli("ingest real.json --dry-run -q --format json")
        #expect(dry.status == 0 && dry.text.contains("\"sample_removed\":601"))
        #expect(
            dry.errorText
                == "geocli: the sample would be deleted (made-up bookstores: 601), because this feed is real\n")
        #expect(try geocli("list").text.contains("sample/"))
        let first = try geocli("ingest real.json -q --format json")
        #expect(first.status == 0 && first.text.contains("\"added\":301,\"changed\":0,\"removed\":0"), "\(first.text)")
        #expect(
            first.errorText
                == "geocli: the sample was deleted (made-up bookstores: 601); the catalog now holds only the real feed\n"
        )
        let again = try geocli("ingest real.json -q --format json")
        #expect(again.errorText.isEmpty && again.text.contains("\"sample_removed\":0"))
        // The reader of the tour sees the real bookstores as new, and no message that the catalog is another one.
        let read = try geocli("changes --reader bot --mark-read")
        #expect(read.errorText.hasPrefix("reader bot: 301 unread changes from 2 runs\n"), "\(read.errorText)")
        #expect(try geocli("verify").status == 0)
        #expect(try geocli("runs --fields source").text == "{\"source\":\"real.json\"}\n{\"source\":\"real.json\"}\n")
        #expect(try geocli("layers districts --no-ground").text.isEmpty)
    }

    /// After the takeover, every listing equals, byte for byte, that of a catalog that never had the sample.
    @Test func everyListingIsAsWithoutTheSample() throws {
        let fresh = try Workplace()
        try Self.real(1500...1800).write(to: fresh.file("real.json"))
        try Self.real(1500...1800).write(to: place.file("real.json"))
        #expect(try geocli("ingest --sample").status == 0)
        for one in [place, fresh] {
            try one.succeed("ingest real.json")
            try one.succeed("ingest real.json --thorough")
        }
        for line in [
            "list --include-closed", "near 37.57,126.98 -k 400", "near 37.57,126.98 --within 3km", "bbox 126,37,128,38",
            "search 진짜", "search 15", "search ㅈㅉ", "cluster --zoom 12 --members", "changes --since 0", "runs last",
            "runs", "show 1 --format json", "show seoul-bookstores/1777", "export", "export --format csv",
            "list --as-of 2026-09-21", "layers districts", "verify", "list --district 종로",
        ] {
            let (taken, never) = (try place.geocli(line), try fresh.geocli(line))
            #expect(taken.output == never.output && taken.status == never.status, "\(line)")
        }
    }

    @Test func theSampleIsRefusedWhereRealBookstoresAre() throws {
        try place.succeed("ingest -", input: try Self.real(1...9))
        let before = try geocli("runs").output
        for line in ["ingest --sample", "ingest --sample --accept tested", "ingest --sample --dry-run"] {
            let run = try geocli(line)
            #expect(run.status == 64, "\(line)")
            #expect(
                run.errorText
                    == "geocli: the catalog holds real places of seoul-bookstores; put the made-up sample into a separate catalog: geocli ingest --sample --db sample.sqlite\n"
            )
        }
        #expect(try geocli("runs").output == before)
        #expect(try geocli("ingest --sample --db sample.sqlite").status == 0)
        #expect(try geocli("ingest --sample --feed places").status == 64)
        #expect(try geocli("ingest - --feed sample").status == 64)
    }

    /// Whichever of the two runs first, the sample is removed in the end.
    @Test(arguments: 0..<6) func bothAtTheSameTimeEndWithTheRealFeed(trial: Int) throws {
        try Self.real(1500...1800).write(to: place.file("real.json"))
        if trial % 2 == 1 { try place.succeed("ingest --sample -q") }
        let run = try place.shell(
            "geocli ingest --sample -q & geocli ingest real.json -q; echo $? >real.status; wait $!; echo $? >sample.status"
        )
        #expect(run.status == 0)
        let sample = try String(contentsOf: place.file("sample.status"), encoding: .utf8)
        #expect(try String(contentsOf: place.file("real.status"), encoding: .utf8) == "0\n", "\(run.errorText)")
        #expect(["0\n", "64\n"].contains(sample), "\(run.errorText)")
        let listed = try geocli("list --include-closed --fields ref").text.split(separator: "\n")
        #expect(listed.count == 301 && listed.allSatisfy { $0.contains("seoul-bookstores/") })
        #expect(try geocli("verify").status == 0)
    }

    @Test func aFileNamedLikeTheSampleIsNotTheSample() throws {
        let name = "sample (made-up bookstores)"
        try Self.real(1...9).write(to: place.file(name))
        try place.succeed(["ingest", name])
        #expect(try geocli("runs --fields source").text == "{\"source\":\"./\(name)\"}\n")
        let second = try place.geocli("ingest -", input: try Self.real(1...10))
        #expect(second.status == 0 && !second.errorText.contains("sample"), "\(second.errorText)")
    }

    @Test func statusLeadsFromTheSampleToTheRealFeed() throws {
        try place.succeed("ingest --sample")
        #expect(
            try geocli("status").text.contains(
                "\"next_step\":\"these bookstores are made up; for the real ones, run: geocli ingest (free key: https://data.seoul.go.kr)\""
            ))
        let empty = try place.geocli("ingest -", input: try FeedPage(rows: []).bytes())
        #expect(
            empty.errorText
                == "geocli: refused: the source has no rows; fetch it again; the catalog still holds the made-up sample; to see what would go: geocli ingest - --dry-run\n"
        )
        // No row was rejected, so the message names no command for rejects.
        #expect(try geocli("status").text.contains("\"next_step\":\"check the feed; to see what would go: "))
    }

    @Test func theSampleIsNoSuccessOfTheNightlyJob() throws {
        try place.succeed("ingest --sample")
        let run = try geocli("status -q --max-age 36h")
        #expect(run.status == 65)
        #expect(
            run.errorText
                == "geocli: the catalog holds only the sample; run 'geocli ingest' for the real bookstores\n")
        let metrics = try geocli("status --format prometheus --max-age 36h")
        #expect(metrics.status == 65 && metrics.text.contains("\ngeocli_fresh 0\n"))
        #expect(try geocli("status").status == 0)
        #expect(try place.geocli("ingest -", input: try Self.real(5001...5010)).status == 0)
        #expect(try geocli("status -q --max-age 36h").status == 0)
    }
}
