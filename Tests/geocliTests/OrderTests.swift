import Foundation
import TestSupport
import Testing

/// `--sort` and `--reverse`, compared with Python's sort of the same rows (Tests/Oracles/check_order.py).
@Suite struct OrderTests {
    private static let keys = ["name", "kind", "district", "first_seen"]

    /// Names of many scripts, several times each; two runs, so that there are two days.
    private static let scripts = Result {
        let names = [
            "1984", "abc", "ABC", "책방", "책 방", "책방 ", "ㄱ서점", "漢字書店", "Ünder", "★별", "가", "나", "Zebra", "2호점",
            "10호점", "(주)책", "-", "서점", "서점", "서점", "éa", "ea", "Я", "本", "가나다", "가 나다",
        ]
        let rows = (0..<130).map { index in
            FeedPage.Row(
                id: "\(1000 - index)", name: names[index * 7 % names.count],
                latitude: index % 9 == 0 ? "x" : "\(37 + Double(index % 5) / 10)", longitude: "127",
                kind: ["0001", "0002", "0009"][index % 3],
                district: index % 4 == 0 ? "" : ["중구", "Gu", "강남구"][index % 3],
                address: "")
        }
        return try Workplace.ingested([FeedPage(rows: Array(rows.prefix(60))), FeedPage(rows: rows)])
    }

    /// Listings, each with the keys by which it can be sorted; `limits` apply before or after the sort.
    private static let listings: [(line: String, keys: [String], isRanked: Bool)] = [
        ("list", keys, false), ("bbox 126,36,128,39", keys, false), ("inside area.geojson", keys, false),
        ("near 37.4,127 -k 40", keys + ["distance"], true), ("near 37.4,127 --within 20km", keys + ["distance"], true),
        ("search 책", keys, true), ("search 서점 --near 37.41,127", keys + ["distance"], true),
        ("list --kind used", keys, false), ("list --as-of 2026-09-21", keys, false),
    ]

    @Test func everyListingIsInTheOrderOfPythonsSort() throws {
        for place in [try Workplace.sample.get().copy(), try Self.scripts.get().copy()] {
            try place.write(
                #"{"type":"Polygon","coordinates":[[[126,36],[128,36],[128,38.5],[126,38.5],[126,36]]]}"#,
                to: "area.geojson")
            var manifest: [String] = []
            for (number, listing) in Self.listings.enumerated() {
                try place.succeed("\(listing.line) --format ndjson -o whole\(number).ndjson")
                for key in listing.keys {
                    for direction in ["up", "down"] {
                        let words = "\(listing.line) --sort \(key)\(direction == "down" ? " --reverse" : "")"
                        let name = "\(number)\(key)\(direction).ndjson"
                        try place.succeed("\(words) -o \(name)")
                        manifest.append("\(key) \(direction) - whole\(number).ndjson \(name)")
                        guard !listing.isRanked else { continue }
                        try place.succeed("\(words) --limit 7 -o some\(name)")
                        manifest.append("\(key) \(direction) 7 whole\(number).ndjson some\(name)")
                    }
                }
            }
            try place.write(manifest.joined(separator: "\n") + "\n", to: "manifest")
            try place.oracle("check_order.py", ["manifest"])
        }
    }

    @Test func aLimitOfNearestOrBestOnesChoosesBeforeTheSort() throws {
        let place = try Workplace.sample.get()
        for line in ["near 37.5663,126.9779 -k 5", "search 책 --limit 5"] {
            let own = try place.succeed("\(line) --fields id").text.split(separator: "\n")
            let sorted = try place.succeed("\(line) --fields id --sort name").text.split(separator: "\n")
            #expect(Set(own) == Set(sorted) && own != sorted, "\(line)")
        }
    }

    @Test func koreanNamesComeBeforeLatinOnesAndAfterDigits() throws {
        let names = try Self.scripts.get().succeed("list --sort name --fields name --format tsv --limit 999").text
        func place(_ name: String) throws -> String.Index { try #require(names.range(of: "\n\(name)\n")).lowerBound }
        let order = try ["-", "★별", "10호점", "1984", "2호점", "ㄱ서점", "가", "가 나다", "가나다", "나", "책 방", "책방", "本", "漢字書店"]
            .map(place)
        #expect(order == order.sorted())
        #expect(try place("漢字書店") < place("ea") && place("ea") < place("Zebra") && place("Zebra") < place("Я"))
    }

    @Test func whatMakesNoSenseIsRefused() throws {
        let place = try Workplace.sample.get()
        for (line, words) in [
            ("list --sort distance", "these rows have no distance; use 'geocli near WHERE'"),
            ("bbox 126,37,128,38 --sort distance", "no distance"), ("inside mapo --sort distance", "no distance"),
            ("search 책 --sort distance", "add --near LAT,LON"), ("list --reverse", "--reverse only works with --sort"),
            ("list --sort phone", "--sort"), ("near 37.5,127 --reverse", "--reverse only works with --sort"),
            ("near --from - --sort name", "keep the order of the points"),
            ("cluster --zoom 3 --sort name", "--sort"), ("runs --sort name", "--sort"),
        ] {
            let run = try place.geocli(line)
            #expect(run.status == 64 && run.errorText.contains(words), "\(line): \(run.errorText)")
        }
    }

    @Test func theDocumentOfEachFormatIsSorted() throws {
        let place = try Self.scripts.get()
        let ids = try place.succeed("list --sort district --reverse --fields id --format tsv").text.split(
            separator: "\n")
        let rows = try place.succeed("list --sort district --reverse --format geojsonseq").text.split(separator: "\n")
        let found = rows.compactMap { $0.firstMatch(of: /"id":(\d+)/)?.1 }
        let located = Set(found)
        #expect(found == ids.dropFirst().filter(located.contains), "the same order, without those that have no point")
    }

    #if PostGIS
    @Test(.postGIS) func aServersOrderIsTheSame() throws {
        for (place, schema) in [(try Self.scripts.get(), "order"), (try Workplace.sample.get(), "order_sample")] {
            let desk = try ServerDesk(try place.copy(), schema: schema)
            for key in Self.keys {
                for line in ["list", "list --limit 9", "bbox 126,36,128,39 --limit 20", "near 37.4,127 -k 20"] {
                    for reverse in ["", " --reverse"] {
                        #expect(try desk.expectSame("\(line) --sort \(key)\(reverse)").status == 0)
                    }
                }
            }
            #expect(try desk.expectSame("near 37.4,127 --sort distance --reverse").status == 0)
            #expect(try desk.expectSame("list --sort distance").status == 64)
        }
    }
    #endif
}
