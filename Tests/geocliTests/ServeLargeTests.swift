import Foundation
import SampleFeed
import TestSupport
import Testing

/// A service with more places than one answer may have.
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
            ("/map", nil, "50000 places"), ("/cluster?zoom=12&mode=stable", nil, "50000 places"),
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
