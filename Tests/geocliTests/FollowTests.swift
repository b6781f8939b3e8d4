import Foundation
import TestSupport
import Testing

/// `changes --follow`: each change once, through restarts of either side.
@Suite struct FollowTests {
    private let place: Workplace

    init() throws { place = try ChangesTests.story.get().copy() }

    private var environment: [String: String] { ["XDG_STATE_HOME": place.file("state").path] }

    /// Runs a follower until it has had time for what the catalog has.
    private func follow(_ words: String) throws -> ProgramRun {
        try place.shell("geocli changes --follow \(words) & sleep 2; kill $!; wait $!", environment: environment)
    }

    @Test func followersMissAndRepeatNothing() throws {
        let place = try Workplace()
        let folder = place.file("nights")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try place.oracle(
            "check_follow.py",
            [TestSupport.geocli.path, ServeEventsTests.geoserve.path, folder.path, "1", "10"])
    }

    @Test func aFollowerPrintsWhatIsThereAndEndsWithSuccess() throws {
        let run = try follow("--since 1")
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
        #expect(run.output == (try place.succeed("changes --since 1").output))
        let csv = try follow("--since 1 --format csv --fields run_id,what,ref")
        #expect(csv.output == (try place.succeed("changes --since 1 --format csv --fields run_id,what,ref").output))
        #expect(try follow("").text.isEmpty, "without a start it begins now")
    }

    @Test func aReaderGoesOnAndSharesItsMark() throws {
        let all = try place.succeed("changes --since 0").output
        #expect(try follow("--reader bot").output == all)
        #expect(try follow("--reader bot").output.isEmpty)
        #expect(try place.succeed("changes --reader bot", environment: environment).output.isEmpty)
    }

    @Test func linesForPeople() throws {
        let run = try follow("--since 1 --format table --what moved,removed,added --lang ko")
        #expect(
            run.text == """
                2026-09-22  이전: =나 (#1, 종로구), 4924 m
                2026-09-22  피드에 없음: 둘 (#2, 종로구)
                2026-09-23  신규: 넷 (#4, 종로구)

                """)
    }

    @Test func aCommandGetsTheRowAndTheMarkMovesOnlyAfterSuccess() throws {
        try place.write(
            """
            row=$(cat)
            test -e again || { touch again; exit 3; }
            echo "$GEOCLI_CHANGE_EVENT|$GEOCLI_CHANGE_WHAT|$GEOCLI_CHANGE_NAME|$GEOCLI_CHANGE_OLD" >>seen
            echo "$row" >>rows

            """, to: "take.sh")
        let words = "--reader bot --what changed,removed --exec 'sh take.sh'"
        let script = "geocli changes --follow \(words) & sleep 4; kill $!; wait $!"
        let run = try place.shell(script, environment: environment)
        #expect(run.status == 0 && run.text.isEmpty)
        #expect(
            run.errorText.hasPrefix("geocli: warning: the command ended with exit code 3 for change 2.1."),
            "\(run.errorText)")
        #expect(run.errorText.hasSuffix("; running it again in 1 s\n"))
        let rows = try String(contentsOf: place.file("rows"), encoding: .utf8)
        #expect(rows == (try place.succeed("changes --since 0 --what changed,removed").text))
        let seen = try String(contentsOf: place.file("seen"), encoding: .utf8).split(separator: "\n")
        #expect(seen.count == 4 && seen.first?.hasSuffix("|changed|=나|가") == true, "\(seen)")
        #expect(try place.succeed("changes --reader bot", environment: environment).text.isEmpty)
    }

    @Test func aCommandThatFailsKeepsItsChange() throws {
        let run = try follow("--reader bot --exec 'exit 1'")
        #expect(run.status == 0 && run.errorText.contains("the command ended with exit code 1 for change 1.1."))
        let all = try place.succeed("changes --since 0").text
        #expect(try place.succeed("changes --reader bot", environment: environment).text == all && !all.isEmpty)
    }

    /// The command, and whatever it started, ends with geocli.
    @Test(
        arguments: ["TERM", "INT", "HUP", "KILL"],
        [
            "echo $$ >child; sleep 600", "echo $$ >child; exec sleep 600", "sleep 600 & echo $! >child; wait",
            "trap '' TERM INT HUP; echo $$ >child; while :; do sleep 600; done",
        ])
    func theCommandEndsWithGeocli(signal: String, command: String) throws {
        try place.write(command, to: "take.sh")
        let run = try place.shell(
            """
            env --default-signal=INT geocli changes --follow --reader bot --exec 'sh take.sh' &
            for i in $(seq 600); do test -s child && break; sleep 0.1; done
            kill -\(signal) $!; wait $!; echo $?
            for i in $(seq 300); do
                grep -qs '^State:[[:space:]]*[^ZX]' /proc/$(cat child)/status || { echo gone; exit; }
                sleep 0.1
            done
            kill -KILL $(cat child); echo left
            """, environment: environment)
        #expect(run.text == (signal == "KILL" ? "137\ngone\n" : "0\ngone\n"), "\(run.text) \(run.errorText)")
        // The change that was not finished comes again.
        let unread = try place.succeed("changes --reader bot", environment: environment).text
        #expect(unread == (try place.succeed("changes --since 0").text))
    }

    @Test func aListGoesOnAfterAnEvent() throws {
        let all = try place.succeed("changes --since 2").text
        #expect(try place.succeed("changes --since 2.5").text == all)
        #expect(try place.succeed("changes --since 2.4").text.hasSuffix(all))
        let run = try place.geocli("changes --since 2.5.77")
        #expect(run.status == 66)
        #expect(run.errorText.contains("has no change 2.5.77, because the catalog was created again"))
    }

    @Test(arguments: [
        ("--exec true", "--exec needs --follow"),
        ("--follow --limit 3", "--limit can't be used here: --follow never ends; leave out --limit"),
        ("--follow -o x.csv", "-o can't be used here: --follow never ends; leave out -o"),
        (
            "--follow --reader a --mark-read",
            "--mark-read can't be used here: --follow already marks changes as read; leave out --mark-read"
        ),
        ("--follow --reader a --since 1", "--reader and --since both choose where to begin; give only one"),
        ("--server http://127.0.0.1:1 --reader a", "with --server, --reader needs --follow"),
        ("--server http://127.0.0.1:1 --mark-read", "--mark-read needs --reader NAME"),
        (
            "--server http://127.0.0.1:1 --mine",
            "--mine can't be used here: the service does not have your records; leave out --mine"
        ),
    ])
    func optionsThatContradictEachOther(words: String, message: String) throws {
        let run = try place.geocli("changes \(words)")
        #expect(run.status == 64 && run.errorText == "geocli: \(message)\n")
    }

    @Test func aDocumentHasNoEndToFollow() throws {
        let run = try place.geocli("changes --follow --format json")
        #expect(run.status == 64 && run.errorText.contains("choose one of table, ndjson, csv, tsv, geojsonseq"))
    }
}
