import Foundation
import GeocliGeo
import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Mistakes that a person makes with a declaration or its pages: each is refused, or found by a check, in words that
/// say where to look; and none publishes a point that is not where its place is.
@Suite struct PlantedMistakesTests {
    /// A feed, its right pages, and what a mistake changes.
    private struct Feeding {
        var text: String
        var pages: [[UInt8]]

        func replacing(_ line: String, _ other: String) -> Feeding {
            precondition(text.contains(line), line)
            return Feeding(text: text.replacing(line, with: other), pages: pages)
        }

        func with(_ pages: [[UInt8]]) -> Feeding { Feeding(text: text, pages: pages) }
    }

    private static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: TestSupport.packageRoot.appendingPathComponent("Tests/Feeds/\(name)")))
    }

    private static func feeding(_ id: String, _ files: String...) throws -> Feeding {
        let own = Feed.declaration(of: id).map { String(decoding: $0, as: UTF8.self) }
        let text = try own ?? #require(KnownDeclarationsTests.examples()[id])
        // Ids of geocli's own declarations are taken.
        return Feeding(text: text, pages: try files.map { try file("\(id)/\($0)") })
    }

    private static func vets() throws -> Feeding { try feeding("localdata-animal-hospitals", "new.csv") }
    private static func libraries() throws -> Feeding { try feeding("seoul-libraries", "page1.json", "page2.json") }
    private static func bikes() throws -> Feeding {
        try feeding("seoul-bikes", "page1.json", "page2.json", "page3.json", "page4.json")
    }
    private static func indie() throws -> Feeding { try feeding("kcisa-indie-bookstores", "all.csv") }
    private static func shops() throws -> Feeding { try feeding("semas-bookstores", "seoul.csv") }
    private static func entrances() throws -> Feeding { try feeding("juso-entrances", "entrc_seoul.csv") }

    /// Enough rows, so that a share of wrong ones shows: a page of degrees as whole numbers.
    private static func scaled() -> Feeding {
        let rows = (1...9).map { #"{"NO":\#($0),"NAME":"지어낸 곳","LON":"126\#($0)012345","LAT":"375\#($0)12345"}"# }
        let page =
            #"{"response":{"header":{"resultCode":"00"},"body":{"totalCount":9,"items":{"item":[\#(rows.joined(separator: ","))]}}}}"#
        let text = DeclarationTests.with("crs = \"EPSG:4326\"", "crs = \"EPSG:4326\"\nscale = 1e-7")
            .replacing("area = [126.7, 37.4, 127.2, 37.8]", with: "area = [126, 37, 128, 38]")
        return Feeding(text: text, pages: [Array(page.utf8)])
    }

    /// The file of animal hospitals with names of coordinates that tell nothing.
    private static func renamed(_ page: [UInt8]) throws -> [UInt8] {
        func bytes(_ letter: Character) -> [UInt8] {
            // "좌표정보" in CP949.
            [0xC1, 0xC2, 0xC7, 0xA5, 0xC1, 0xA4, 0xBA, 0xB8] + Array("(\(letter))".utf8)
        }
        return page.replacing(bytes("X"), with: Array("easting".utf8)).replacing(
            bytes("Y"), with: Array("northing".utf8))
    }

    // MARK: What comes of it

    private struct Outcome {
        /// What was said: by the reader of declarations, by the check, by the run.
        var words: [String] = []
        var isPublished = false
        var points: [String: Coordinate] = [:]
    }

    private static func outcome(_ feeding: Feeding) throws -> Outcome {
        var outcome = Outcome()
        func say(_ error: any Error) throws {
            let explained = try #require(error as? any ExplainedError, "\(error)")
            outcome.words.append(explained.words.en)
        }
        let feed: Feed
        do { feed = try FeedDeclaration.feed(Array(feeding.text.utf8), name: "x.toml") } catch {
            try say(error)
            return outcome
        }
        var hasFault = false
        do {
            let pages = feeding.pages.map { bytes in
                SavedPages.Page(name: "page") { ByteSource(name: "page", bytes: bytes) }
            }
            let found = try FeedCheck.findings(in: SavedPages(name: "pages", pages: pages), of: feed, outlines: [])
            outcome.words += found.filter { $0.level != .ok }.map(\.words.en)
            hasFault = found.contains { $0.level == .fault }
        } catch {
            try say(error)
            hasFault = true
        }
        let bench = try IngestBench()
        do {
            let report = try bench.ingest(feeding.pages, of: feed)
            if let refusal = report.refusal { outcome.words.append(refusal.en) } else { outcome.isPublished = true }
        } catch { try say(error) }
        #expect(hasFault || outcome.isPublished, "the check accepts what an ingest refuses: \(outcome.words)")
        guard outcome.isPublished else { return outcome }
        for place in try bench.entries().map(\.place) { outcome.points[place.feedID] = place.coordinate }
        return outcome
    }

    /// Expects that a mistake is told with `word`, and that what is published is right.
    private func expect(
        _ name: String, _ right: Feeding, _ wrong: Feeding, says word: String, publishes: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let truth = try Self.outcome(right)
        #expect(truth.isPublished, "\(name): the right feed: \(truth.words)", sourceLocation: sourceLocation)
        let found = try Self.outcome(wrong)
        #expect(found.words.contains { $0.contains(word) }, "\(name): \(found.words)", sourceLocation: sourceLocation)
        #expect(found.isPublished == publishes, "\(name): \(found.words)", sourceLocation: sourceLocation)
        for (id, point) in found.points {
            let isThere = truth.points.values.contains {
                abs($0.longitude - point.longitude) < 1e-5 && abs($0.latitude - point.latitude) < 1e-5
            }
            #expect(isThere, "\(name): \(id) at \(point)", sourceLocation: sourceLocation)
        }
    }

    // MARK: Points

    @Test func systemsAndAxes() throws {
        let vets = try Self.vets()
        for crs in ["EPSG:2097", "EPSG:5181", "EPSG:5186", "EPSG:5179", "KATEC", "EPSG:4326"] {
            try expect(
                crs, vets, vets.replacing("\"EPSG:5174\"", "\"\(crs)\""), says: "are in EPSG:5174")
        }
        try expect(
            "swapped names", vets,
            vets.replacing("x = [\"좌표정보(X)\", \"좌표정보(x)\"]", "x = \"좌표정보(Y)\"").replacing(
                "y = [\"좌표정보(Y)\", \"좌표정보(y)\"]", "y = \"좌표정보(X)\""), says: "declared as the wrong axis")
        let renamed = vets.replacing("좌표정보(X)", "easting").replacing("좌표정보(Y)", "northing").with([
            try Self.renamed(vets.pages[0])
        ])
        try expect(
            "swapped metres under other names", renamed,
            renamed.replacing("[\"easting\", \"좌표정보(x)\"]", "\"northing\"").replacing(
                "[\"northing\", \"좌표정보(y)\"]", "\"easting\""), says: "far outside the province")
        let libraries = try Self.libraries()
        try expect(
            "latitude for longitude", libraries,
            libraries.replacing("x = \"YDNTS\"", "x = \"XCNTS\"").replacing("\ny = \"XCNTS\"", "\ny = \"YDNTS\""),
            says: "if x and y were swapped", publishes: true)
        try expect(
            "degrees as metres", libraries, libraries.replacing("\"EPSG:4326\"", "\"EPSG:5174\""),
            says: "are not valid in this coordinate system", publishes: true)
        let indie = try Self.indie()
        try expect("order", indie, indie.replacing("\"y x\"", "\"x y\""), says: "swapped", publishes: true)
        try expect(
            "no null texts", indie, indie.replacing("null = [\"정보없음\", \"-\"]\n", ""), says: "are not numbers",
            publishes: true)
    }

    @Test func scalesAndAreas() throws {
        let right = Self.scaled()
        try expect(
            "no scale", right, right.replacing("\nscale = 1e-7", ""), says: "not valid in this coordinate system")
        try expect(
            "scale upside down", right, right.replacing("1e-7", "1e7"), says: "not valid in this coordinate system")
        try expect("another scale", right, right.replacing("1e-7", "1e-6"), says: "not valid in this coordinate system")
        let libraries = try Self.libraries()
        let area = "[126.73, 37.40, 127.20, 37.72]"
        try expect(
            "area turned", libraries, libraries.replacing(area, "[37.40, 126.73, 37.72, 127.20]"), says: "west, south")
        try expect(
            "no area", libraries, libraries.replacing("area = \(area)", ""), says: "point.area: this key is missing")
        try expect(
            "area of Busan", libraries, libraries.replacing(area, "[128.7, 35.0, 129.3, 35.4]"),
            says: "outside the area",
            publishes: true)
    }

    // MARK: Codes and fields

    @Test func codesAndFields() throws {
        let vets = try Self.vets()
        let status = "open = [\"01\", \"02\"]\nclosed = [\"03\", \"04\"]"
        try expect(
            "codes without zeros", vets, vets.replacing(status, "open = [\"1\", \"2\"]\nclosed = [\"3\", \"4\"]"),
            says: "neither open nor closed")
        try expect(
            "codes as numbers", vets, vets.replacing(status, "open = [1, 2]\nclosed = [3, 4]"), says: "text in quotes")
        try expect("codes unquoted", vets, vets.replacing(status, "open = [01, 02]\nclosed = [03]"), says: "\"01\"")
        try expect(
            "an id of the office", vets, vets.replacing("id = \"관리번호\"", "id = \"개방자치단체코드\""),
            says: "the id of an earlier row"
        )
        try expect(
            "a column of another file", vets, vets.replacing("\"사업장명\"", "\"상호명\""),
            says: "no column 상호명; its first line has 개방자치단체코드")
        let shops = try Self.shops()
        try expect("a filter's value", shops, shops.replacing("G21301", "G21031"), says: "check [filter]")
        try expect("a filter's column", shops, shops.replacing("\"상권업종소분류코드\" =", "\"업종코드\" ="), says: "no column 업종코드")
        let libraries = try Self.libraries()
        try expect(
            "a key misspelled", libraries, libraries.replacing("address =", "adress ="), says: "did you mean address?")
        try expect(
            "a key in the wrong table", libraries,
            libraries.replacing("x = \"YDNTS\"", "encoding = \"UTF-8\"\nx = \"YDNTS\""),
            says: "point.encoding: unknown key")
        try expect(
            "a name misspelled", libraries, libraries.replacing("\"LBRRY_NAME\"", "\"LIBRARY_NAME\""),
            says: "LIBRARY_NAME")
        try expect("a key in the URL", libraries, libraries.replacing("{KEY}", "{KEYS}"), says: "{KEYS} is not one of")
        let culture = try Self.feeding("seoul-culture", "page1.json")
        try expect(
            "a code misspelled", culture, culture.replacing("\"공연장\" =", "\"공연 장\" ="), says: "\"공연장\"", publishes: true
        )
    }

    // MARK: Pages

    @Test func totalsAndPaths() throws {
        let bikes = try Self.bikes()
        try expect(
            "a page's total as the feed's", bikes, bikes.replacing("\"page\"", "\"feed\""),
            says: "total_counts = \"page\"")
        let libraries = try Self.libraries()
        let counts = "total_counts = \"feed\""
        try expect(
            "the feed's total as a page's", libraries, libraries.replacing(counts, "total_counts = \"page\""),
            says: "total_counts = \"feed\"")
        try expect(
            "no total, and a page missing", libraries,
            libraries.replacing(
                "total = \"SeoulPublicLibraryInfo.list_total_count\"\n\(counts)", "total_counts = \"none\""
            )
            .with([libraries.pages[0]]), says: "would not notice missing pages", publishes: true)
        try expect("a page missing", libraries, libraries.with([libraries.pages[0]]), says: "3 of the 5 rows")
        try expect(
            "a page twice", libraries, libraries.with([libraries.pages[0], libraries.pages[0]]), says: "3 of the 5 rows"
        )
        try expect(
            "rows elsewhere", libraries,
            libraries.replacing("\"SeoulPublicLibraryInfo.row\"", "\"SeoulPublicLibraryInfo.rows\""),
            says: "has no SeoulPublicLibraryInfo.rows")
        try expect(
            "a code elsewhere", libraries,
            libraries.replacing("\"RESULT.CODE\", \"SeoulPublicLibraryInfo.RESULT.CODE\"", "\"RESULT.KODE\""),
            says: "RESULT.KODE")
        let other = try Self.feeding("seoul-culture", "page1.json")
        try expect(
            "a page of another service", libraries, libraries.with(other.pages), says: "it has culturalSpaceInfo")
        let half = Array(libraries.pages[1].prefix(libraries.pages[1].count - 100))
        try expect(
            "the last page cut off", libraries, libraries.with([libraries.pages[0], half]), says: "ends in the middle")
    }

    @Test func files() throws {
        let (vets, shops, entrances) = (try Self.vets(), try Self.shops(), try Self.entrances())
        try expect("UTF-8 for CP949", vets, vets.replacing("\"CP949\"", "\"UTF-8\""), says: "UTF-8")
        try expect("CP949 for UTF-8", shops, shops.replacing("\"UTF-8\"", "\"CP949\""), says: "CP949")
        try expect("the delimiter", entrances, entrances.replacing("\"|\"", "\",\""), says: "correct delimiter")
        try expect(
            "no header", vets, vets.replacing("header = true", "header = false\ncolumns = 13"),
            says: "number of a column")
        try expect(
            "a header", entrances,
            Feeding(
                text: entrances.text.replacing("header = false\ncolumns = 18", with: "header = true").replacing(
                    "[1, 7, 9, 10, 11, 2]", with: "[\"1\", \"7\"]"
                ).replacing("name = 8", with: "name = \"8\"").replacing("x = 17", with: "x = \"17\"").replacing(
                    "y = 18", with: "y = \"18\""), pages: entrances.pages),
            says: "no column 1; its first line has 11000")
        try expect(
            "a column less", entrances, entrances.replacing("columns = 18", "columns = 17"),
            says: "y: write the number of a column")
        let text = String(decoding: shops.pages[0], as: UTF8.self)
        let twice = text.replacing("\"위도\"", with: "\"위도\",\"위도\"").replacing(",37.5", with: ",0,37.5")
        try expect("a column twice", shops, shops.with([Array(twice.utf8)]), says: "위도 twice")
        let cut = Array(shops.pages[0].prefix(shops.pages[0].count - 30))
        try expect("a file cut off", shops, shops.with([cut]), says: "if the file is cut off, fetch it again")
        try expect(
            "no rows", shops, shops.with([Array(text.prefix { $0 != "\r\n" }.utf8)]), says: "column names but no rows")
        let page = Array("<!DOCTYPE html><html><body>점검</body></html>".utf8)
        try expect("a web page", shops, shops.with([page]), says: "web page")
        try expect("a web page in CP949", vets, vets.with([page]), says: "web page")
        try expect("gzip", shops, shops.with([[0x1F, 0x8B, 8, 0, 0, 0, 0, 0]]), says: "gunzip")
        try expect(
            "an archive called .csv", vets, vets.with([Array("PK\u{3}\u{4}\u{14}\0\u{6}\0".utf8)]),
            says: "a ZIP archive; unpack it: unzip")
        try expect("an old workbook", vets, vets.with([[0xD0, 0xCF, 0x11, 0xE0, 0xA1]]), says: ".xls")
        try expect(
            "UTF-16", shops, shops.with([[0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }]),
            says: "UTF-16")
        try expect("JSON for a file", shops, shops.with([Array("{\"a\":1}".utf8)]), says: "holds JSON")
    }

    /// What looks like a mistake and is none: marks, line ends, blanks around names, quoted line ends.
    @Test func harmlessDirt() throws {
        let shops = try Self.shops()
        let truth = try Self.outcome(shops).points
        let text = String(decoding: shops.pages[0], as: UTF8.self)
        let variants = [
            text.replacing("\u{FEFF}", with: ""), text.replacing("\r\n", with: "\n"),
            text.replacing("\"상호명\"", with: "\" 상호명 \""), text + "\r\n\r\n",
            text.replacing("\"지어낸서점\"", with: "\"지어낸\r\n서점\""),
        ]
        #expect(truth.count == 2)
        for variant in variants { #expect(try Self.outcome(shops.with([Array(variant.utf8)])).points == truth) }
        let toml = "\u{FEFF}" + shops.text.replacing("\n", with: "\r\n")
        #expect(try Self.outcome(Feeding(text: toml, pages: shops.pages)).points == truth)
    }
}
