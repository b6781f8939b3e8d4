import Foundation
import TestSupport
import Testing

/// A draft of a portal's page reads the portal, with nothing but its blanks filled in. The pages, and the answers after
/// the last row and for a bad key, are those of Tests/Faults/portals.py.
@Suite struct PortalTests {
    struct Portal: Sendable, CustomTestStringConvertible {
        let name: String
        /// Lines that the draft must have.
        var lines: [String] = []
        /// The number of rows that are closed.
        var closed = 0
        var crs = "EPSG:4326"
        var testDescription: String { name }
    }

    static let portals = [
        Portal(
            name: "seoul-json",
            lines: [
                #"total = "toilet.list_total_count""#,
                #"result = ["toilet.RESULT.CODE", "RESULT.CODE", "CODE"]"#,
                #"message = ["toilet.RESULT.MESSAGE", "RESULT.MESSAGE", "MESSAGE"]"#, #"empty = ["INFO-200"]"#,
                #"name = "NM""#, #"address = ["ADDR_NEW", "ADDR_OLD"]"#,
            ]),
        Portal(name: "seoul-xml", lines: [#"result = ["toilet.RESULT.CODE", "RESULT.CODE", "CODE"]"#]),
        Portal(
            name: "gyeonggi-json",
            lines: [
                #"rows = "BookStore.row""#, #"total = "BookStore.head.list_total_count""#,
                #"result = ["BookStore.head.RESULT.CODE", "RESULT.CODE"]"#, #"name = "BIZPLC_NM""#,
                #"x = "REFINE_WGS84_LOGT""#,
            ]),
        Portal(name: "gyeonggi-xml", lines: [#"total = "BookStore.head.list_total_count""#]),
        Portal(
            name: "data-go-kr-json", lines: [#"rows = "response.body.items""#, #"total = "response.body.totalCount""#]),
        Portal(name: "data-go-kr-xml", lines: [#"rows = "response.body.items.item""#]),
        Portal(name: "localdata-json", lines: [#"x = "CRD_INFO_X""#, "[status]"], closed: 1, crs: "EPSG:5174"),
        Portal(name: "kcisa-json", lines: [#"good = ["0000"]"#, #"# key = "KCISA_KEY""#]),
        Portal(name: "odcloud", lines: [#"rows = "data""#, #"total_counts = "feed""#, #"total = "matchCount""#]),
        Portal(
            name: "kakao",
            lines: [
                #"rows = "documents""#, #"name = "place_name""#, #"address = ["road_address_name", "address_name"]"#,
                #"total = "meta.total_count""#, #"x = "x""#, #"y = "y""#,
                ##"# headers = ["Authorization: KakaoAK {KEY}"]"##,
            ]),
        Portal(
            name: "naver",
            lines: [
                #"total = "total""#, #"name = "title""#, "scale = 1e-7", #"x = "mapx""#, #"phone = "telephone""#,
                ##"# headers = ["X-Naver-Client-Id: ID", "X-Naver-Client-Secret: {KEY}"]"##,
            ]),
        Portal(
            name: "vworld",
            lines: [
                #"format = "geojson""#, #"rows = "response.result.featureCollection.features""#,
                #"total = "response.record.total""#, #"result = ["response.error.code", "response.status"]"#,
                #"empty = ["NOT_FOUND"]"#, #"name = "bld_nm""#,
            ]),
        Portal(name: "django", lines: [#"rows = "results""#, #"total = "count""#, #"total_counts = "feed""#]),
        Portal(
            name: "spring",
            lines: [
                #"rows = "content""#, #"total = "totalElements""#, #"name = "title""#, #"x = "location.lng""#,
                #"y = "location.lat""#,
            ]),
        Portal(
            name: "ckan",
            lines: [
                #"rows = "result.records""#, #"total = "result.total""#, #"total_counts = "feed""#, #"id = "_id""#,
                #"name = "Facility Name""#, #"address = "Street""#, #"x = "Longitude""#,
            ]),
        Portal(name: "ogc", lines: [#"rows = "features""#, #"total = "numberMatched""#, #"total_counts = "feed""#]),
    ]

    private static func page(_ portal: Portal, rows: Int, size: Int = 5) throws -> String {
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Faults/portals.py").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["python3", script, portal.name, "--rows", String(rows), "--page", String(size)])
        return run.text
    }

    /// Returns the draft with its blanks filled in and its service in use. A service that may need no key gets one in the
    /// address.
    private static func filled(_ draft: String, _ portal: Portal) -> String {
        let blanks = [
            "id = \"\"": "id = \"drafted-feed\"", "title = ": "title = { ko = \"초안\", en = \"Drafted\" }",
            "noun = ": "noun = { ko = \"책방\", en = \"bookstore\" }", "publisher = ": "publisher = \"-\"",
            "license = ": "license = \"-\"", "kind = \"\"": "kind = \"new\"", "crs = \"\"": "crs = \"\(portal.crs)\"",
            "area = []": "area = [124.5, 32.9, 132.0, 38.7]", "total_counts = \"\"": "total_counts = \"feed\"",
            "# [service]": "[service]", "# rows_per_page": "rows_per_page = 5", "# key = ": "key = \"GEOCLI_KEY_TEST\"",
        ]
        var lines: [String] = []
        let hasKey = draft.contains("\n# key = ")
        for line in draft.split(separator: "\n").map(String.init) {
            if let (_, text) = blanks.first(where: { line.hasPrefix($0.key) }) {
                lines.append(text)
            } else if line.hasPrefix("# headers = ") {
                lines.append(String(line.dropFirst(2)))
            } else if line.hasPrefix("# url = ") {
                lines.append(hasKey ? String(line.dropFirst(2)) : line.dropFirst(2).dropLast() + "&token={KEY}\"")
                if !hasKey { lines.append("key = \"GEOCLI_KEY_TEST\"") }
            } else {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// If all rows have come, the answer to one more request is the end, unless it is about the key.
    @Test(arguments: [(400, true), (404, true), (410, true), (403, false)])
    func afterAllRowsAnErrorIsTheEnd(status: Int, isEnd: Bool) throws {
        let place = try Workplace()
        let portal = try #require(Self.portals.first { $0.name == "spring" })
        try place.write(try Self.page(portal, rows: 3), to: "page")
        try place.write(Self.filled(try place.succeed("feeds new --from page").text, portal), to: "f.toml")
        let server = try PagingServer(portal: portal.name, rows: 3, ["--end", String(status)])
        let run = try place.geocli("ingest --feed ./f.toml \(server.address)", environment: ["GEOCLI_KEY_TEST": "good"])
        #expect((run.status == 0) == isEnd, "\(run.errorText)")
        // Rows that the total does not announce are an error, as before.
        let text = try String(contentsOf: place.file("f.toml"), encoding: .utf8)
        try place.write(text.replacing("totalElements", with: "numberOfElements"), to: "g.toml")
        let more = try PagingServer(portal: portal.name, rows: 12)
        let wrong = try place.geocli("ingest --feed ./g.toml \(more.address)", environment: ["GEOCLI_KEY_TEST": "good"])
        #expect(wrong.status == 65 && wrong.errorText.contains("total_counts = \"page\""), "\(wrong.errorText)")
    }

    /// Feeds of one page, of a full page, and of several pages.
    @Test(arguments: portals, [3, 5, 12])
    func aDraftReadsItsPortalNightAfterNight(portal: Portal, rows: Int) throws {
        let place = try Workplace()
        try place.write(try Self.page(portal, rows: rows), to: "page")
        let draft = try place.succeed("feeds new --from page").text
        for line in portal.lines { #expect(draft.contains("\n\(line)"), "\(line)\n\(draft)") }
        #expect(!draft.contains("no total"), "\(draft)")
        try place.write(Self.filled(draft, portal), to: "f.toml")
        // The whole feed on one page, and a part of it.
        try place.write(try Self.page(portal, rows: rows, size: 100), to: "all")
        let check = try place.geocli("feeds check ./f.toml all --format csv --fields check,level,text")
        #expect(check.status == 0, "\(check.text)\(check.errorText)")
        let server = try PagingServer(portal: portal.name, rows: rows)
        func ingest(_ key: String, _ server: PagingServer) throws -> ProgramRun {
            // Without an id, a place with a new name is a new place.
            let line = "ingest --feed ./f.toml \(server.address) --max-loss 100"
            return try place.geocli(line, environment: ["GEOCLI_KEY_TEST": key])
        }
        for night in 1...2 {
            let run = try ingest("good", server)
            #expect(run.status == 0, "night \(night): \(run.errorText)")
        }
        let listed = try place.succeed("list --format csv --fields name,address,latitude,longitude").text
        let lines = listed.split(separator: "\n")
        #expect(lines.count == rows - portal.closed + 1, "\(listed)")
        #expect(lines.dropFirst().allSatisfy { $0.contains("책방") && $0.contains("없는길") && $0.contains(",37.") })
        // A new name is an event of the next night.
        let renamed = try ingest("good", try PagingServer(portal: portal.name, rows: rows, ["--renamed"]))
        #expect(renamed.status == 0, "\(renamed.errorText)")
        let after = try place.succeed("list --format csv --fields name").text
        #expect(after.contains("새 이름의"))
        let key = "bad-0123456789abcdef"
        let refused = try ingest(key, server)
        #expect(refused.status == 77 && !refused.errorText.contains(key), "\(refused.errorText)")
        #expect(try place.succeed("runs --json").text.contains(key) == false)
        #expect(try place.succeed("list --format csv --fields name").text == after)
    }
}
