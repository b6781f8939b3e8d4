import Foundation
import TestSupport
import Testing

/// The service's channel: every change reaches every reader once, whatever ends in between.
@Suite struct ServeEventsTests {
    static let geoserve = TestSupport.geocli.deletingLastPathComponent().appendingPathComponent("geoserve")

    /// A tenth of the nights that the script runs when it is run whole (100 nights, 200 readers, slow).
    @Test(arguments: [1, 2])
    func everyReaderGetsEveryChangeOnce(seed: Int) throws {
        let place = try Workplace()
        let folder = place.file("nights")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let run = try place.oracle(
            "check_events.py",
            [TestSupport.geocli.path, Self.geoserve.path, folder.path, "\(seed)", "10", "20"])
        #expect(run.text.contains(" 0 lost, 0 doubled, 0 differences"))
    }

    @Test func changesHaveTheBytesOfTheCommand() throws {
        let place = try ChangesTests.story.get().copy()
        let script = """
            "$SERVE" --db catalog.sqlite --listen 127.0.0.1:0 2>log & pid=$!
            for i in $(seq 200); do grep -q listening log && break; sleep 0.05; done
            url=$(grep -o 'http://[0-9.:]*' log | head -n 1)
            for query in 'since=0&format=csv' 'since=1&format=json&what=moved,removed' 'format=ndjson' \
                'since=2026-09-23&format=geojson' 'since=0&limit=0'; do
                curl -s "$url/changes?$query"
            done
            curl -sI "$url/changes?since=2&limit=0" | tr -d '\\r' | grep X-Total-Count
            curl -sI --max-time 5 "$url/events?since=0" | tr -d '\\r' | grep -i -e ^HTTP -e ^content-type -e no-store
            curl -s -o /dev/null -w '%{http_code}\\n' "$url/changes?since=2.1.77"
            curl -s -o /dev/null -w '%{http_code}\\n' --max-time 5 "$url/events?since=soon"
            curl -s -o /dev/null -w '%{http_code}\\n' --max-time 5 -H 'Last-Event-ID: x' "$url/events"
            curl -s --max-time 1 -H 'Last-Event-ID: 2.1.77' "$url/events" | grep -c '^event: resync'
            kill $pid
            """
        let run = try place.shell(script, environment: ["SERVE": Self.geoserve.path])
        var expected = try [
            "--since 0 --format csv", "--since 1 --format json --what moved,removed", "--format ndjson",
            "--since 2026-09-23 --format geojson", "--since 0 --limit 0 --format json",
        ].map { try place.succeed("changes \($0)").text }.joined()
        expected += """
            X-Total-Count: 2
            HTTP/1.0 200 OK
            Content-Type: text/event-stream
            Cache-Control: no-store
            410
            400
            400
            1

            """
        #expect(run.text == expected, "\(run.errorText)")
    }
}
