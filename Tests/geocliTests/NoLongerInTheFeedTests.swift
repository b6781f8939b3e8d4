import Foundation
import TestSupport
import Testing

/// A place that a feed no longer has is closed only if a person or the source says so.
@Suite struct NoLongerInTheFeedTests {
    private static let declaration = """
        id = "made-up"
        title = { ko = "지어낸 곳", en = "Made up" }
        noun = { ko = "공원", en = "park" }
        publisher = "nobody, made up for tests"
        license = "none"
        kind = "park"
        [pages]
        format = "csv"
        delimiter = ","
        header = true
        encoding = "UTF-8"
        [fields]
        id = "id"
        name = "name"
        [point]
        x = "lon"
        y = "lat"
        crs = "EPSG:4326"
        area = [124.0, 33.0, 132.0, 39.0]
        [status]
        field = "state"
        open = ["01"]
        closed = ["03"]
        """

    private let place: Workplace

    /// Six nights from 2026-09-21 on: 1 stays, 2 is lost without a word, and a row says on the third night that 3 is
    /// closed. The source never says so of 4, which it loses on the fourth night.
    init() throws {
        place = try Workplace()
        try place.write(Self.declaration, to: "f.toml")
        let nights = [[1, 2, 3, 4], [1, 3, 4], [1, -3, 4], [1, -3], [1], [1]]
        for (day, night) in nights.enumerated() { try ingest(night, day: day) }
    }

    /// Ingests these places; a negative number is the row of a closed place.
    private func ingest(_ numbers: [Int], day: Int) throws {
        let rows = numbers.map { "\(abs($0)),이름 \(abs($0)),127.0\(abs($0)),37.5\(abs($0)),\($0 > 0 ? "01" : "03")\n" }
        try place.write("id,name,lon,lat,state\n" + rows.joined(), to: "r.csv")
        try place.succeed(
            "ingest --feed f.toml r.csv -q --max-loss 100",
            environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + day * 86_400)])
    }

    @Test func theKeysSayBothApart() throws {
        let line = "list --include-closed --fields ref,missing_runs,removed_on,closed_on --format csv"
        #expect(
            try place.succeed(line).text == """
                ref,missing_runs,removed_on,closed_on
                made-up/1,0,,
                made-up/2,5,2026-09-22,
                made-up/3,4,2026-09-23,2026-09-23
                made-up/4,3,2026-09-24,

                """)
        #expect(try place.succeed("list --fields ref --format csv").text == "ref\nmade-up/1\n")
        #expect(
            try place.succeed("changes --since 1 --fields date,what,ref --format csv").text == """
                date,what,ref
                2026-09-22,removed,made-up/2
                2026-09-23,removed,made-up/3
                2026-09-23,closed,made-up/3
                2026-09-24,removed,made-up/4

                """)
        #expect(try place.geocli("verify -q").status == 0)
        // A place that returns is open.
        try ingest([1, 3], day: 6)
        #expect(try place.succeed("show made-up/3 --fields removed_on,closed_on --format csv").text.hasSuffix("\n,\n"))
        let then = "\(line) --as-of 2026-09-26"
        #expect(try place.succeed(then).text.contains("made-up/3,4,2026-09-23,2026-09-23\n"))
        #expect(try place.geocli("verify -q").status == 0)
    }

    /// Every answer that shows a place which the feed only lost, in both languages.
    @Test(arguments: ["en", "ko"])
    func aPlaceThatAFeedLostIsNeverCalledClosed(language: String) throws {
        try place.succeed("mine mark made-up/2 -q")
        try place.succeed("issues new made-up/2 Odd -q")
        let day = language == "ko" ? "2026-09-22부터 피드에 없음" : "no longer in the feed since 2026-09-22"
        let issue =
            try place.succeed("issues list --sort number --fields number --format csv").text
            .split(separator: "\n").last ?? ""
        for line in ["mine marks --fields name,state --format table", "issues show \(issue) --format table"] {
            let text = try place.succeed("\(line) --lang \(language)").text
            #expect(text.contains(day), "\(line): \(text)")
            #expect(!text.contains("폐점") && !text.lowercased().contains("closed"), "\(line): \(text)")
        }
        // Headers name the column of closing dates, so only values count here.
        let only = "--include-closed --match '이름 2' --lang \(language)"
        for line in ["list \(only) --format json", "export \(only) --format kml", "show made-up/2 --format json"] {
            let text = try place.succeed(line).text
                .replacing("\"closed_on\":null", with: "").replacing("name=\"closed_on\"", with: "")
            #expect(text.contains("2026-09-22"), "\(line): \(text)")
            #expect(!text.contains("폐점") && !text.lowercased().contains("closed"), "\(line): \(text)")
        }
        let plot = try place.succeed("plot --include-closed --lang \(language)").text
        #expect(!plot.contains("폐점") && !plot.lowercased().contains("closed"))
        let page = try place.mapPage("--lang \(language)")
        let places = try #require(page.data["places"] as? [String: Any])
        let (removed, closed) = (places["removed"] as? [Int] ?? [], places["closed"] as? [Int] ?? [])
        let days = try #require(page.data["days"] as? [String])
        #expect(page.ids == [1, 2, 3, 4])
        #expect(stride(from: 0, to: removed.count, by: 2).map { removed[$0] } == [1, 2, 3])
        #expect(
            closed.count == 2 && closed[0] == 2 && days[closed[1]] == "2026-09-23" && days[removed[1]] == "2026-09-22")
    }

    @Test func aPersonClosesAPlaceWhetherTheFeedHasItOrNot() throws {
        let why = "--because seen --source https://example.org -q"
        try place.succeed("corrections add made-up/1 closed=2026-09-20 \(why)")
        try place.succeed("corrections add made-up/2 closed=2026-09-19 \(why)")
        #expect(try place.geocli("corrections add made-up/3 closed=2026-09-20 \(why)").status == 64)
        let line = "list --include-closed --fields ref,missing_runs,removed_on,closed_on --format csv"
        let rows = try place.succeed(line).text
        #expect(rows.contains("made-up/1,0,,2026-09-20\nmade-up/2,5,2026-09-22,2026-09-19\n"), "\(rows)")
        #expect(try place.succeed("list --fields ref --format csv").text == "ref\n")
        // A person's word stays while the feed only lacks the place; the source's own word retires it.
        try ingest([-1, 4], day: 6)
        #expect(try place.succeed("corrections list --fields state --format csv").text == "state\nretired\napplied\n")
        #expect(try place.succeed(line).text.contains("made-up/1,1,2026-09-27,2026-09-27\n"))
        #expect(try place.geocli("verify -q").status == 0)
    }
}
