import Foundation
import TestSupport
import Testing

/// `--links`, checked by Tests/Oracles/check_links.py.
@Suite struct LinkCommandTests {
    /// Names that try to break out of a link, one of 10,000 bytes among them.
    private static let hostile = Result {
        let names =
            HostileText.names + [
                "a,37.1,127.2", "../../b/c", "a?b=c&d=e#f", "100%", "%2F%00", "'\"<>`", "줄\n바꿈", "\u{202E}거꾸로\u{2066}",
                "😀👨‍👩‍👧", String(repeating: "긴", count: 3334), "+1+", ";,;", "\\\\host\\share", "가\u{301}",
            ]
        return try Workplace.ingested([
            FeedPage(
                rows: names.enumerated().map { index, name in
                    FeedPage.Row(
                        id: "\(index + 1)", name: name, latitude: index == 3 ? "x" : "\(-80.123456789 + Double(index))",
                        longitude: "\(-179.987654321 + Double(index))")
                })
        ])
    }

    @Test func everyListingsLinksOpenThePointUnderItsName() throws {
        let target = try Workplace()
        for (prefix, place, lines) in [
            (
                "sample", try Workplace.sample.get(),
                [
                    "list", "near 37.5663,126.9779 -k 700", "bbox 126,37,128,38", "search 책",
                    "cluster --zoom 12 --members",
                    "cluster --all-zooms", "near --from points.csv -k 5",
                ]
            ), ("hostile", try Self.hostile.get(), ["list", "near 0,0 -k 999", "cluster --zoom 20"]),
        ] {
            let work = try place.copy()
            try work.write("latitude,longitude\n37.5,127\n37.6,126.9\n", to: "points.csv")
            var files: [String] = []
            for (number, line) in lines.enumerated() {
                let run = try work.succeed("\(line) --links --format ndjson")
                let file = target.file("\(prefix)\(number).ndjson")
                try run.output.write(to: file)
                files.append(file.path)
            }
            try target.oracle("check_links.py", files)
        }
    }

    @Test func listingsThatHaveNoPlacesHaveNoLinks() throws {
        let place = try Workplace.sample.get()
        for line in ["runs --links", "runs last --links", "verify --links", "status --links"] {
            #expect(try place.geocli(line).status == 64, "\(line)")
        }
    }

    @Test func aTerminalGetsNoControlFromALink() throws {
        let place = try Self.hostile.get()
        for (format, separator) in [("table", nil), ("csv", nil), ("tsv", "\t" as Unicode.Scalar)] {
            let text = try place.succeed("list --links --fields id --format \(format)").text
            #expect(HostileText.isPrintable(text, allowing: separator), "\(format)")
        }
    }

    @Test func aTableOfLinksCutsNone() throws {
        let place = try Workplace.sample.get()
        let links = try place.succeed("near 37.5663,126.9779 -k 3 --format tsv --fields link_kakao").text
        let table = try place.succeed("near 37.5663,126.9779 -k 3 --links --format table").text
        for link in links.split(separator: "\n").dropFirst() { #expect(table.contains("  \(link)\n")) }
        #expect(table.components(separatedBy: "\n\n").count == 3, "an empty line between two rows")
        #expect(try place.succeed("list --match none-is-called-so --links --format table").text.isEmpty)
    }

    #if PostGIS
    @Test(.postGIS) func aServersLinksAreTheSame() throws {
        let desk = try ServerDesk(try Self.hostile.get().copy(), schema: "links")
        for line in [
            "list --links", "near 0,0 -k 99 --links --format csv", "bbox -180,-90,180,90 --links --format geojson",
            "list --fields id,link_kakao", "near 0,0 --links --fields name",
        ] { #expect(try desk.expectSame(line).status == 0) }
    }
    #endif
}
