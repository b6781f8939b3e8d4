import Foundation
import SampleFeed
import TestSupport
import Testing

/// The promises of docs/CLI.md for every listing, checked by Tests/Oracles/check_listings.py in all formats.
@Suite struct ListingContractTests {
    /// A listing command, its keys, and its input.
    struct Listing: CustomTestStringConvertible, Sendable {
        let line: String
        let keys: String
        var input = ""
        /// Whether json is one object.
        var isOne = false
        /// Whether a row can have a position on a map.
        var hasPlaces = true

        var testDescription: String { "geocli \(line)" }
    }

    static let formats = plainFormats + mapFormats
    private static let plainFormats = ["json", "ndjson", "csv", "tsv"]
    private static let mapFormats = ["geojson", "geojsonseq"]

    static let place =
        "id ref name kind district address phone phone_raw website sns latitude longitude "
        + "first_seen last_seen missing_runs removed_on closed_on point_source corrected"
    private static let found = " match score"
    private static let counts =
        "cluster cluster_id point_count point_count_abbreviated new_count used_count other_count "
        + "expansion_zoom bbox"
    private static let links = " link_naver link_kakao link_google link_apple link_osm"
    private static let linksOfOne =
        "link_geo link_naver_app link_naver link_kakao_app link_kakao link_google link_apple link_osm"
    private static let reject = "run_id page row line byte reason kept feed_id value no_match raw"
    private static let change =
        "run_id date feed what id ref name kind district field old new distance_m latitude longitude"
    private static let run =
        "run_id feed started_at date outcome reason reason_code reason_values undoes failure accepted_because source sha256 tool_version "
        + "received accepted rejected duplicates filtered closed without_point added changed removed returned total ending"
    private static let district = "name romanized places inside bbox"
    private static let misplaced = "id ref name district point_district latitude longitude"
    private static let issue =
        "number rule severity state title refs field labels opened_run changed_run latitude longitude name district "
        + "shared evidence text"
    private static let issueSheet = " accepted_evidence places group history raw"
    private static let triangle =
        #"{"type":"Polygon","coordinates":[[[126.8,37.5],[127.1,37.5],[126.9,37.6],[126.8,37.5]]]}"#
    private static let points = "latitude,longitude\n37.5663,126.9779\n-33.8,151.2\n90,0\n0,180\n"
    private static let markers = "id,latitude,longitude\n1,37.5,127\n2,37.5,127\n3,-80,-179.9999999999\n4,0.1,0.3\n"

    private static let full: [Listing] = [
        Listing(line: "list", keys: place),
        Listing(line: "sql 'SELECT * FROM places ORDER BY id'", keys: place + " feed website_raw"),
        Listing(line: "near 37.5663,126.9779 -k 40", keys: place + " distance_m"),
        Listing(line: "near 37.5663,126.9779 --within 1.2km", keys: place + " distance_m"),
        Listing(line: "near --from - -k 3", keys: place + " distance_m query rank", input: points),
        Listing(line: "bbox 126.95,37.55,127,37.6", keys: place),
        Listing(line: "search 책방", keys: place + found),
        Listing(line: "show 1", keys: place + " website_raw same_as corrections", isOne: true),
        Listing(
            line: "show seoul-bookstores/1005 --links",
            keys: place + " website_raw same_as corrections " + linksOfOne,
            isOne: true),
        Listing(line: "cluster --zoom 11", keys: place + " " + counts),
        Listing(line: "cluster --zoom 10.5 --members", keys: place + " visible hidden_by " + counts),
        Listing(line: "cluster --all-zooms", keys: place + " minzoom colocated"),
        Listing(
            line: "cluster --from - --zoom 3 --members", keys: "id latitude longitude visible hidden_by " + counts,
            input: markers),
        Listing(line: "cluster --from - --all-zooms", keys: "id latitude longitude minzoom colocated", input: markers),
        Listing(line: "list --as-of 2026-09-21 --limit 40", keys: place),
        Listing(line: "runs last", keys: reject, hasPlaces: false),
        Listing(line: "runs", keys: run, hasPlaces: false),
        Listing(line: "changes", keys: change),
        Listing(line: "inside -", keys: place, input: triangle),
        Listing(line: "verify", keys: "check ok findings", hasPlaces: false),
        Listing(line: "list --fields longitude,name,id,latitude", keys: "longitude name id latitude"),
        Listing(
            line: "issues stats", keys: "by value open accepted fixed reopened closed", hasPlaces: false),
    ]

    private static let issues: [Listing] = [
        Listing(line: "issues list", keys: issue), Listing(line: "issues list --sort severity", keys: issue),
        Listing(line: "issues list --near 37.5663,126.9779", keys: issue + " distance_m"),
        Listing(line: "issues show 1", keys: issue + issueSheet, isOne: true),
        Listing(line: "issues list --label none-is-called-so", keys: issue),
    ]

    private static let linked: [Listing] = [
        Listing(line: "list --links", keys: place + links),
        Listing(line: "near 37.5663,126.9779 -k 40 --links", keys: place + " distance_m" + links),
        Listing(line: "near --from - -k 3 --links", keys: place + " distance_m query rank" + links, input: points),
        Listing(line: "bbox 126.95,37.55,127,37.6 --links", keys: place + links),
        Listing(line: "search 책방 --links --near 37.5,127", keys: place + found + " distance_m" + links),
        Listing(line: "inside - --links", keys: place + links, input: triangle),
        Listing(line: "cluster --zoom 11 --links", keys: place + " " + counts + links),
        Listing(line: "cluster --all-zooms --links", keys: place + " minzoom colocated" + links),
        Listing(
            line: "cluster --from - --zoom 3 --links", keys: "id latitude longitude " + counts + links, input: markers),
        Listing(line: "list --fields latitude,link_kakao,id,longitude", keys: "latitude link_kakao id longitude"),
        Listing(
            line: "list --fields link_osm,id,latitude,longitude --links --limit 9",
            keys: "link_osm id latitude longitude link_naver link_kakao link_google link_apple"),
    ]

    private static let empty: [Listing] = [
        Listing(line: "list --match nix", keys: place),
        Listing(line: "list --limit 0", keys: place),
        Listing(line: "near 0,0 --within 1m", keys: place + " distance_m"),
        Listing(line: "near --from -", keys: place + " distance_m query rank", input: "latitude,longitude\n"),
        Listing(line: "near --from - --within 1m", keys: place + " distance_m query rank", input: points),
        Listing(line: "bbox -10,35,5,44", keys: place),
        Listing(line: "inside - --match nix", keys: place, input: triangle),
        Listing(line: "layers districts --no-ground", keys: district),
        Listing(line: "layers check", keys: misplaced),
        Listing(line: "search nix", keys: place + found),
        Listing(line: "cluster --zoom 3 --match nix", keys: place + " " + counts),
        Listing(
            line: "cluster --zoom 3 --members --bbox -10,35,5,44", keys: place + " visible hidden_by " + counts),
        Listing(line: "cluster --all-zooms --match nix", keys: place + " minzoom colocated"),
        Listing(
            line: "cluster --from - --zoom 3", keys: "id latitude longitude " + counts, input: "id,latitude,longitude\n"
        ),
        Listing(line: "list --as-of 2026-09-20", keys: place),
        Listing(line: "runs last --limit 0", keys: reject, hasPlaces: false),
        Listing(line: "changes --since 1", keys: change),
    ]

    @Test func allFormatsHoldTheSameAndTheKeysArePromised() throws {
        try check(Self.full, beside: try Workplace.sample.get())
    }

    @Test func issuesKeepThePromises() throws {
        let place = try Workplace.sample.get().copy()
        for number in 1...5 { try place.succeed("issues new \(number) '=1+1 문제 \(number)' --label a,b -q") }
        try check(Self.issues, beside: place)
    }

    @Test func linksStandAtTheEndOfEveryListing() throws {
        try check(Self.linked, beside: try Workplace.sample.get())
    }

    @Test func anEmptyResultIsAnEmptyValidDocument() throws {
        try check(Self.empty, beside: try Workplace.sample.get())
    }

    @Test func placesAtTheEdgesOfTheWorldAreWrittenRight() throws {
        let whole = [
            Listing(line: "list", keys: Self.place),
            Listing(line: "cluster --zoom 2", keys: Self.place + " " + Self.counts),
        ]
        try check(whole, beside: try Workplace.world.get())
    }

    @Test(arguments: [
        "list", "near 37.5663,126.9779 -k 99", "cluster --zoom 11 --members", "export", "status", "runs last",
        "search 책",
    ])
    func theSameCommandTwiceGivesTheSameBytes(_ line: String) throws {
        let first = try Workplace.sample.get().succeed(line)
        let second = try Self.again.get().succeed(
            line, environment: ["LC_ALL": "ko_KR.UTF-8", "TZ": "America/New_York"])
        #expect(first.output == second.output, "also from another ingest, in another language and time zone")
    }

    @Test func coordinatesReadBackEqualToTheFeeds() throws {
        let random = FeedPage.world(seed: 7, count: 300)
        let texts = [
            "0.1", "1e-7", "123.456789012345678", "-0.30000000000000004", "179.99999999999997", "-0", "5E-1", "00.5",
        ]
        let odd = texts.enumerated().map { FeedPage.Row(id: "odd\($0)", name: "odd", latitude: "1", longitude: $1) }
        let place = try Workplace.ingested([FeedPage(rows: random.rows + odd)])
        let listed = try place.succeed("list --format csv --fields ref,latitude,longitude").text
        var cells: [String: [Substring]] = [:]
        for line in listed.split(separator: "\n") {
            let row = line.split(separator: ",")
            cells[String(row[0])] = Array(row.dropFirst())
        }
        for row in random.rows + odd {
            let found = try #require(cells["places/\(row.id)"])
            try #require(found.count == 2, "\(row.id) \(row.latitude), \(row.longitude)")
            #expect(Double(found[0]) == Double(row.latitude) && Double(found[1]) == Double(row.longitude), "\(row.id)")
        }
    }

    @Test func rowsWithoutAPointAreLeftOutOfMapsAndCounted() throws {
        let place = try Workplace.sample.get()
        for line in ["list --format geojson", "list --format geojsonseq", "export"] {
            let run = try place.succeed(line)
            #expect(run.text.components(separatedBy: "\"type\":\"Feature\"").count - 1 == 596)
            #expect(run.errorText.hasPrefix("5 of 601 rows have no point"), "\(run.errorText)")
        }
        #expect(
            try place.succeed("list").text.components(separatedBy: "\"latitude\":null,\"longitude\":null").count - 1
                == 5)
    }

    @Test func anExportTellsWhereItsDataComesFromButNotWhenItWasWritten() throws {
        let place = try Workplace.sample.get()
        let first = try place.succeed("export")
        for member in [
            "\"sources\":[{\"feed\":\"seoul-bookstores\"", "\"license\":", "\"source\":",
            "\"data_date\":\"2026-09-21\"", "\"sha256\":\"",
        ] {
            #expect(first.text.contains(member), "\(member)")
        }
        let later = try place.succeed("export", environment: ["SOURCE_DATE_EPOCH": "1900000000"])
        #expect(first.output == later.output)
    }

    /// The sample, ingested a second time.
    private static let again = Result {
        let place = try Workplace()
        let page = Data(SampleFeed.bundled.page(0))
        try place.succeed("ingest - -q", environment: ["LC_ALL": "C.utf8"], input: page)
        return place
    }

    /// Writes every listing in every format and has the oracle compare them.
    private func check(_ listings: [Listing], beside place: Workplace) throws {
        let target = try Workplace()
        var folders: [String] = []
        for listing in listings {
            let folder = target.file(listing.line.filter { $0.isLetter || $0.isNumber || $0 == " " })
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            folders.append(folder.path)
            let marks = (listing.hasPlaces ? "" : " no place") + (listing.isOne ? " one row" : "")
            try Data((listing.keys + marks).utf8).write(to: folder.appendingPathComponent("keys"))
            for format in Self.mapFormats where !listing.hasPlaces {
                #expect(try place.geocli("\(listing.line) --format \(format)").status == 64)
            }
            for format in listing.hasPlaces ? Self.formats : Self.plainFormats {
                let run = try place.succeed("\(listing.line) --format \(format)", input: Data(listing.input.utf8))
                try run.output.write(to: folder.appendingPathComponent("rows.\(format)"))
            }
        }
        try target.oracle("check_listings.py", folders)
    }
}
