import Foundation
import GeocliGeo
import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// The declarations that come with the program, and the examples of docs/feeds.md, list what an independent reading of
/// their pages lists: the made-up pages of Tests/Feeds, and the portals' own where they are.
@Suite struct KnownDeclarationsTests {
    private static let root = TestSupport.packageRoot

    /// The declarations in docs/feeds.md, by id.
    static func examples() throws -> [String: String] {
        let text = try String(contentsOf: root.appendingPathComponent("docs/feeds.md"), encoding: .utf8)
        var found: [String: String] = [:]
        for block in text.matches(of: /(?s)```toml\n(.*?)```/).map({ String($0.1) }) {
            let id = try #require(block.firstMatch(of: /(?m)^id = "([a-z-]+)"$/)).1
            found[String(id)] = block
        }
        return found
    }

    static func feed(_ id: String) throws -> Feed {
        if let example = try examples()[id] { return try FeedDeclaration.feed(Array(example.utf8), name: id) }
        return try #require(Feed.named(id), "\(id)")
    }

    /// Returns the lines of Tests/Oracles/declared_rows.py.
    private static func expected(_ id: String, _ pages: [URL]) throws -> [String] {
        let script = root.appendingPathComponent("Tests/Oracles/declared_rows.py").path
        let run = try TestSupport.run(
            TestSupport.python, ["-B", script, id] + pages.map(\.path),
            environment: ["PYTHONIOENCODING": "utf-8"])
        try #require(run.status == 0, "\(run.errorText)")
        return run.text.split(separator: "\n").map(String.init)
    }

    /// Expects that the pages give the places of the oracle, with their points within 0.3 m.
    private func compare(_ id: String, _ feed: Feed, _ pages: [URL], wrapped: Bool = false) throws {
        let expected = try Self.expected(id, pages)
        let bench = try IngestBench()
        let bytes = try pages.map { Array(try Data(contentsOf: $0)) }
        let report = try bench.ingest(bytes, of: feed, IngestBench.accepting())
        #expect(report.run.counts.rejected == 0 || id == "juso-entrances", "\(id) \(report.run.counts.reasons)")
        func line(_ id: String, _ name: String, _ coordinate: Coordinate?) -> String {
            let point = coordinate.map { String(format: "%.7f\t%.7f", $0.longitude, $0.latitude) }
            return "\(id)\t\(name)\t\(point ?? "-\t-")"
        }
        let places = try bench.entries().map(\.place).map { line($0.feedID, $0.name, $0.coordinate) }
        let landmarks = try bench.landmarks().map { line($0.feedID, $0.name, $0.coordinate) }
        #expect(feed.role == .places ? landmarks.isEmpty : places.isEmpty, "\(id)")
        let found = (places + landmarks).sorted()
        #expect(found.count == expected.count && !expected.isEmpty, "\(id): \(found.count) of \(expected.count)")
        for (mine, other) in zip(found, expected.sorted()) {
            let (mine, other) = (mine.split(separator: "\t"), other.split(separator: "\t"))
            try #require(mine.count == 4 && other.count == 4, "\(id): \(mine)")
            #expect(mine[0] == other[0] && mine[1] == other[1], "\(id): \(mine) \(other)")
            guard let x = Double(mine[2]), let y = Double(mine[3]), let u = Double(other[2]), let v = Double(other[3])
            else {
                #expect(mine[2] == other[2], "\(id): \(mine) \(other)")
                continue
            }
            // 0.3 m in degrees, on the axis where a degree is the longest.
            #expect(abs(x - u) < 2.7e-6 && abs(y - v) < 2.7e-6, "\(id): \(mine) \(other)")
        }
    }

    private static func pages(_ id: String) throws -> [URL] {
        let folder = root.appendingPathComponent("Tests/Feeds/\(id)")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    @Test func eachReadsItsMadeUpPages() throws {
        let ids = Feed.builtInIDs + (try Self.examples().keys.sorted())
        // The two of the bookstore feed's form have tests of their own.
        for id in ids where !["seoul-bookstores", "places"].contains(id) {
            let feed = try Self.feed(id)
            let pages = try Self.pages(id)
            try compare(id, feed, pages)
            let saved = try SavedPages.at(pages.map(\.path))
            let faults = try FeedCheck.findings(in: saved, of: feed, outlines: []).filter { $0.level == .fault }.map(
                \.words.en)
            // One of three or four made-up points is wrong on purpose, more than the fifth that a feed may have.
            #expect(faults.allSatisfy { $0.contains("outside the area") }, "\(id): \(faults)")
        }
        #expect(try Self.examples().count == 5)
    }

    @Test(
        .enabled(if: PortalFiles.folder != nil),
        arguments: [
            ("seoul-libraries", ["../feed/derived_SeoulPublicLibraryInfo_215.json"]),
            ("seoul-libraries", ["../feed/live_SeoulPublicLibraryInfo_1_5.json"]),
            ("seoul-culture", ["derived_culturalSpaceInfo_1_20.json"]),
            ("seoul-stations", ["derived_subwayStationMaster_786.json"]),
            ("seoul-stations", ["subwayStationMaster_2026_15rows.json"]),
            ("kcisa-indie-bookstores", ["derived_kcisa_cntc_resrce_154.csv"]),
            ("kcisa-used-bookstores", ["derived_kcisa_API_CNV_page1.json"]),
            ("localdata-animal-hospitals", ["localdata_020301_vets_2024_193rows.cp949.csv"]),
            ("localdata-animal-hospitals", ["constructed_localdata_new_names_36.cp949.csv"]),
            ("localdata-animal-hospitals", ["seoul_hospitals_permits_2025-05_893rows.cp949.csv"]),
            ("seoul-toilets", ["derived_mgisToiletPoi_1_10.json"]),
            (
                "seoul-bikes",
                [
                    "live_bikeList_1_5.json", "constructed_bikeList_6_10.json", "constructed_bikeList_11_15.json",
                    "constructed_bikeList_16_20_none.json",
                ]
            ), ("semas-bookstores", ["constructed_semas_G21301_14.csv"]),
            (
                "std-libraries",
                [
                    "derived_tn_pubr_public_lbrry_api_page1.json", "derived_tn_pubr_public_lbrry_api_page2.json",
                    "constructed_tn_pubr_public_lbrry_api_page3_past_end.json",
                ]
            ),
            ("juso-entrances", ["juso_locsum_entrc_3rows.cp949.txt"]),
        ])
    func eachReadsThePortalsPages(id: String, names: [String]) throws {
        let folder = try #require(PortalFiles.folder)
        try compare(id, try Self.feed(id), names.map { folder.appendingPathComponent($0) })
    }
}
