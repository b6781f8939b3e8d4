import Foundation
import SampleFeed
import TestSupport
import Testing

/// The filters work in the same way in every listing: more kinds or districts widen the result; more values of `--has`,
/// and different filters together, narrow it.
@Suite struct FilterTests {
    /// A listing command, and the words with which it lists everything.
    static let listings = [
        "list", "near 37.5663,126.9779 -k 9999", "bbox -180,-90,180,90", "export --format csv", "search 책",
        "cluster --zoom 22 --members", "changes",
    ]

    @Test(arguments: listings)
    func filtersMeanTheSameEverywhere(_ listing: String) throws {
        let all = try ids(listing)
        func kind(_ name: String) throws -> Set<String> { try ids("\(listing) --kind \(name)") }
        #expect(try kind("new").union(kind("used")).union(kind("other")) == all)
        #expect(try kind("new").isDisjoint(with: kind("used")))
        #expect(try ids("\(listing) --kind new --kind used") == kind("new").union(kind("used")))
        #expect(try kind("new,used") == kind("new").union(kind("used")))
        let mapo = try ids("\(listing) --district mapo")
        let jongno = try ids("\(listing) --district 종로")
        #expect(try ids("\(listing) --district mapo --district 종로구") == mapo.union(jongno))
        let phone = try ids("\(listing) --has phone")
        let website = try ids("\(listing) --has website")
        #expect(!phone.isEmpty && !website.isEmpty && phone != all)
        #expect(try ids("\(listing) --has phone --has website") == phone.intersection(website))
        #expect(
            try ids("\(listing) --district mapo --has phone --kind used")
                == mapo.intersection(phone).intersection(kind("used")))
    }

    @Test func hasMeansThatTheKeyIsNotNull() throws {
        let place = try Workplace.sample.get()
        for key in ["phone", "website", "sns"] {
            let rows = try place.succeed("list --fields id,\(key)").text.split(separator: "\n")
            let filled = rows.filter { !$0.hasSuffix("\"\(key)\":null}") }
            #expect(
                try place.succeed("list --has \(key) --fields id,\(key)").text == filled.joined(separator: "\n") + "\n")
        }
    }

    @Test func matchIsSearchWithoutItsOrder() throws {
        for text in ["책방", "고래", "02-000", "Books", "마침표"] {
            let found = try ids("search '\(text)'")
            #expect(!found.isEmpty, "\(text)")
            #expect(try ids("list --match '\(text)'") == found)
            let order = try Self.small.get().succeed("list --match '\(text)' --fields id --format tsv").text
            let numbers = order.split(separator: "\n").dropFirst().compactMap { Int($0) }
            #expect(numbers == numbers.sorted())
        }
    }

    @Test func aPhoneIsFoundAsGivenAndAsListed() throws {
        let listed = try place().succeed("list --has phone --limit 1 --format tsv --fields id,phone_raw,phone").text
        let cells = try #require(listed.split(separator: "\n").last).split(separator: "\t")
        for phone in cells.dropFirst() {
            let found = try place().succeed("search \(phone) --format tsv --fields id").text
            #expect(found == "id\n\(cells[0])\n", "search \(phone)")
        }
    }

    @Test func limitTakesTheFirstRows() throws {
        for listing in ["list", "bbox -180,-90,180,90", "search 책", "cluster --zoom 14", "runs last", "changes"] {
            let all = try place().succeed("\(listing)").text
            let some = try place().succeed("\(listing) --limit 4").text
            #expect(all.hasPrefix(some) && some.split(separator: "\n").count == 4, "\(listing)")
            #expect(try place().succeed("\(listing) --limit 99999999999999999999").text == all)
        }
    }

    @Test func aMissingPlaceIsShownOnlyWithIncludeClosed() throws {
        let all = (1...10).map { FeedPage.Row(id: "\($0)", name: "shop \($0)") }
        let fewer = FeedPage(rows: Array(all.dropLast()))
        for night in 1...3 {
            let pages =
                [FeedPage(rows: all)]
                + (1...night).map { number in
                    var page = fewer
                    page.rows[0].name = "shop 1, night \(number)"
                    return page
                }
            let place = try Workplace.ingested(pages, feed: "seoul-bookstores", maximumLoss: 20)
            #expect(try place.succeed("list").text.split(separator: "\n").count == 9)
            let shown = try place.succeed(
                "list --include-closed --format csv --fields id,last_seen,missing_runs,removed_on,closed_on")
            let lines = shown.text.split(separator: "\n")
            #expect(lines.count == 11)
            #expect(lines.last == "10,2026-09-21,\(night),2026-09-22,")
            #expect(lines.dropFirst().first == "1,2026-09-\(21 + night),0,,")
            #expect(try place.succeed("near 37.57,126.98 -k 99").text.split(separator: "\n").count == 9)
            #expect(
                try place.succeed("near 37.57,126.98 -k 99 --include-closed").text.split(separator: "\n").count == 10)
        }
    }

    @Test func idsFollowTheFeedIdsNotTheOrderOfRows() throws {
        let ids = ["b", "10", "a", "9", "가", "-3", "2"]
        let page = FeedPage(rows: ids.map { FeedPage.Row(id: $0, name: "shop \($0)") })
        let place = try Workplace.ingested([page])
        let listed = try place.succeed("list --fields ref --format tsv").text.split(separator: "\n").dropFirst()
        #expect(listed == ["places/-3", "places/2", "places/9", "places/10", "places/a", "places/b", "places/가"])
    }

    private func place() throws -> Workplace { try Workplace.sample.get() }

    /// A catalog with fewer places than the sample and as many flaws per row; filters work the same for any number.
    private static let small = Result {
        let place = try Workplace()
        try place.succeed(["ingest", "-", "-q"], input: Data(SampleFeed(seed: 11, count: 150).page(0)))
        return place
    }

    private func ids(_ line: String) throws -> Set<String> {
        let format = line.contains("--format") ? "" : " --format csv"
        let text = try Self.small.get().succeed("\(line)\(format) --fields id").text
        return Set(text.split(separator: "\n").dropFirst().map(String.init))
    }
}
