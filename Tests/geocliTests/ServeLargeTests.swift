import Foundation
import SampleFeed
import TestSupport
import Testing

/// A catalog and a service with more places than one answer may have.
@Suite struct ServeLargeTests {
    private static let place = Result {
        let place = try Workplace()
        let count = 50_200
        let page = SampleFeed(seed: 11, count: count, dirt: .none).answer(rows: 0..<count)
        try place.succeed(["ingest", "-", "-q"], input: Data(page))
        return place
    }

    /// Each of these is refused before all places are in memory.
    @Test(
        arguments: [
            ("/map", nil, "50000 places"), ("/cluster?zoom=12", nil, "use mode=stable, or add a filter: district"),
            ("/cluster?zoom=12&mode=stable&icon=20x20", nil, "for one request; add a filter: district"),
            ("/cluster?zoom=22&mode=stable&limit=50000", nil, "16 MB"),
            ("/cluster?all-zooms&kind=new,used,other", nil, "add a filter: district, feed, has, match"),
            ("/search?text=%EC%B1%85", "text", "10000 places match"),
            ("/near?where=37.55,126.95&within=100km", "within", "10000 places are within this distance"),
            ("/list", nil, "16 MB"),
        ] as [(String, String?, String)])
    func anAnswerWithTooManyPlacesIsRefused(_ target: String, _ parameter: String?, _ detail: String) throws {
        let service = try RunningService(try Self.place.get())
        let answer = try service.get(target)
        #expect(answer.status == 400, "\(answer.status)")
        let problem = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
        #expect((problem["detail"] as? String)?.contains(detail) == true, "\(answer.text)")
        if let parameter { #expect(problem["parameter"] as? String == parameter) }
    }

    /// Places beyond the number that one answer may sort are refused before their names are in memory.
    @Test func sortedAnswersHaveALimit() throws {
        let place = try Workplace()
        let count = 100_400
        let page = SampleFeed(seed: 12, count: count, dirt: .none).answer(rows: 0..<count)
        try place.succeed(["ingest", "-", "-q"], input: Data(page))
        let service = try RunningService(place)
        for target in ["/list?sort=name&fields=id", "/bbox?bbox=120,30,130,40&sort=district&reverse&fields=id"] {
            let answer = try service.get(target)
            #expect(
                answer.status == 400 && answer.text.contains("sort: more than 100000 places match"), "\(answer.text)")
            let first = try service.get(target + "&limit=3&format=csv")
            #expect(first.status == 200 && first.body.split(separator: 0x0A).count == 4)
        }
        #expect(try service.get("/list?fields=id&format=csv").body.split(separator: 0x0A).count == count + 1)
    }

    /// Several threads encode the rows of a large catalog. With --limit, one thread writes them.
    @Test(
        arguments: [
            "list --format json", "list --format csv --kind used", "list --format ndjson --links",
            "export --format geojson", "export --format geojsonseq --rs", "export --format csv --crs EPSG:5186",
            "export --format tsv --district 마포구",
        ])
    func severalThreadsWriteTheSameBytes(_ words: String) throws {
        let place = try Self.place.get()
        let many = try place.succeed(words)
        let one = try place.succeed(words + " --limit 9999999")
        #expect(many.output == one.output && many.errorText == one.errorText)
        #expect(many.output.count > 100_000)
    }

    /// Stable answers about all places have no limit of 50,000, and are those of the command.
    @Test func stableMarkersAreThoseOfTheCommand() throws {
        let place = try Self.place.get()
        let service = try RunningService(place)
        for (target, words) in [
            ("zoom=11&mode=stable", ["--zoom", "11", "--mode", "stable"]),
            ("zoom=0&mode=stable&format=geojson", ["--zoom", "0", "--mode", "stable", "--format", "geojson"]),
            (
                "zoom=15.5&mode=stable&members&bbox=126.9,37.5,126.95,37.55&attribution=nearest&format=csv",
                [
                    "--zoom", "15.5", "--mode", "stable", "--members", "--bbox", "126.9,37.5,126.95,37.55",
                    "--attribution", "nearest", "--format", "csv",
                ]
            ),
            (
                "zoom=12&mode=stable&tile-size=256&max-zoom=13&limit=70",
                ["--zoom", "12", "--mode", "stable", "--tile-size", "256", "--max-zoom", "13", "--limit", "70"]
            ),
            ("all-zooms&limit=2000", ["--all-zooms", "--limit", "2000"]),
            (
                "all-zooms&bbox=127,37.5,127.02,37.52&max-zoom=9&format=ndjson",
                ["--all-zooms", "--bbox", "127,37.5,127.02,37.52", "--max-zoom", "9", "--format", "ndjson"]
            ),
        ] {
            let format = words.contains("--format") ? [] : ["--format", "json"]
            let expected = try place.succeed(["cluster"] + words + format).output
            let answer = try service.get("/cluster?" + target)
            #expect(answer.status == 200 && answer.body == expected, "\(target): \(answer.text.prefix(300))")
        }
    }

    @Test func readersThatCatchUpDoNotDelayLiveOnes() throws {
        let place = try Self.place.get()
        try place.oracle("check_turns.py", [TestSupport.geoserve.path, place.file(Workplace.catalogName).path])
    }

    @Test func theLargestPageHasAllItsFeatures() throws {
        let service = try RunningService(try Self.place.get())
        let answer = try service.get("/collections/places/items?limit=10000")
        let page = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
        #expect(page["numberReturned"] as? Int == 10_000 && (page["features"] as? [Any])?.count == 10_000)
        #expect(try service.get("/collections/places/items?limit=10000", ["--compressed"]).body == answer.body)
        #expect(
            try service.get("/near?where=37.55,126.95&k=10000&format=csv").body.split(separator: 0x0A).count == 10_001)
    }
}
