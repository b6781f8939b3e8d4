import Foundation
import TestSupport
import Testing

/// Kinds that only a declaration names, in every way to an answer. All rows are made up.
@Suite struct KindsTests {
    /// Five places: two libraries, a café, a shop of used books, and one whose code has no meaning.
    private static let declaration = """
        id = "mapo-reading"
        title = { ko = "마포에서 책 읽는 곳", en = "Where to read in Mapo" }
        noun = { ko = "책 읽는 곳", en = "reading place" }
        publisher = "nobody, made up for tests"
        license = "none"
        [pages]
        format = "csv"
        encoding = "UTF-8"
        delimiter = ","
        header = true
        [fields]
        id = "no"
        name = "name"
        kind = "code"
        [point]
        x = "lon"
        y = "lat"
        crs = "EPSG:4326"
        area = [126.7, 37.4, 127.2, 37.8]
        [kinds]
        L = "library"
        C = "cafe"
        U = "used"
        [kind_titles]
        library = { ko = "도서관", en = "library" }
        """

    private static let rows = """
        no,name,code,lon,lat
        1,첫째 도서관,L,126.90,37.55
        2,둘째 도서관,L,126.91,37.55
        3,찻집,C,126.92,37.55
        4,헌책방,U,126.93,37.55
        5,아무 곳,X,126.94,37.55

        """

    private static func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(declaration, to: "reading.toml")
        try place.write(rows, to: "rows.csv")
        let run = try place.geocli("ingest -q --feed reading.toml rows.csv")
        try #require(run.status == 0, "\(run.errorText)")
        return place
    }

    private static func ids(_ run: ProgramRun) -> [String] {
        run.text.split(separator: "\n").dropFirst().map(String.init)
    }

    private static func json(_ run: ProgramRun) throws -> Any { try JSONSerialization.jsonObject(with: run.output) }

    @Test(arguments: [
        ("library", ["1", "2"]), ("도서관", ["1", "2"]), ("cafe", ["3"]), ("library,cafe", ["1", "2", "3"]),
        ("used", ["4"]), ("헌책", ["4"]), ("중고", ["4"]), ("중고책,Library", ["1", "2", "4"]), ("other", ["5"]),
        ("cafe,other", ["3", "5"]), ("new", []),
    ])
    func everyWayToAnAnswerFilters(kind: String, wanted: [String]) throws {
        let place = try Self.place()
        for line in ["list", "near 37.55,126.90 -k 9", "bbox 126.8,37.5,127,37.6", "export"] {
            let run = try place.geocli("\(line) --kind \(kind) --fields id --format csv")
            #expect(Self.ids(run).sorted() == wanted, "\(line): \(run.errorText)")
        }
        let found = try place.geocli("search 도서관 --kind \(kind) --fields id --format csv")
        #expect(Self.ids(found).sorted() == wanted.filter { ["1", "2"].contains($0) })
        let json = try Self.json(place.geocli("cluster --zoom 3 --kind \(kind) --format json"))
        #expect((json as? [[String: Any]])?.compactMap { $0["point_count"] as? Int }.reduce(0, +) == wanted.count)
    }

    @Test(arguments: [["Public Library", "public_library"], ["public_library", "Public Library"]])
    func aWordOfAColumnFindsItsKindWhicheverSpellingCameFirst(_ words: [String]) throws {
        let place = try Workplace()
        let long = String(repeating: "도서관", count: 10)
        let rows = (words + ["Book  Cafe", long]).enumerated().map {
            "\($0.offset),n\($0.offset),37.5,127,\($0.element)\n"
        }
        try place.write("no,title,y,x,sort\n" + rows.joined(), to: "own.csv")
        try place.succeed("ingest own.csv --feed mine --id no --name title --lat y --lon x --kind sort -q")
        for (word, count) in [("Public Library", 2), ("PUBLIC-library", 2), ("Book Cafe", 1), (long, 1)] {
            let found = try place.succeed("list --kind '\(word)' --format ndjson").text
            #expect(found.split(separator: "\n").count == count, "\(word)")
        }
        #expect(try place.geocli("list --kind nothing").status == 64)
    }

    /// The word means used books only where no feed has a kind of that name.
    @Test func aKindOfAFeedComesBeforeAnotherWordForAUsualKind() throws {
        let place = try Workplace()
        try place.write("no,title,y,x,sort\n1,a,37.5,127,중고\n2,b,37.5,127,cafe\n", to: "own.csv")
        try place.succeed("ingest own.csv --feed mine --id no --name title --lat y --lon x --kind sort -q")
        for (word, ids) in [("중고", ["1"]), ("중고책", []), ("헌책", [])] {
            #expect(try Self.ids(place.succeed("list --kind \(word) --fields id --format csv")) == ids, "\(word)")
        }
    }

    @Test func anUnknownKindIsRefusedWithTheNearest() throws {
        let place = try Self.place()
        let run = try place.geocli("list --kind libary")
        #expect(run.status == 64 && run.errorText.contains("new, used, other, cafe, library; did you mean library?"))
        let korean = try place.geocli("list --kind 도서과 --lang ko")
        #expect(
            korean.errorText
                == "geocli: --kind \"도서과\": new(새책), used(헌책), other(기타), cafe, library(도서관) 가운데 하나를 쓰세요. 혹시 도서관인가요?\n")
        let feed = try place.geocli("list --feed mapo-readin")
        #expect(feed.status == 64 && feed.errorText.contains("did you mean mapo-reading?"))
    }

    @Test func kindsAreCounted() throws {
        let place = try Self.place()
        let status = try #require(try Self.json(place.geocli("status --format json")) as? [String: Any])
        #expect(status["kinds"] as? [String: Int] == ["new": 0, "used": 1, "other": 1])
        #expect(status["kind_counts"] as? [String: Int] == ["used": 1, "other": 1, "cafe": 1, "library": 2])
        let cluster = try #require(try Self.json(place.geocli("cluster --zoom 0 --format json")) as? [[String: Any]])
            .first
        #expect(cluster?["kind_counts"] as? [String: Int] == ["used": 1, "other": 1, "cafe": 1, "library": 2])
        #expect(cluster?["new_count"] as? Int == 0 && cluster?["used_count"] as? Int == 1)
        #expect(cluster?["other_count"] as? Int == 4)
        let sheet = try place.geocli("status --format table")
        #expect(sheet.text.contains("reading places") && sheet.text.contains("  library"))
        #expect(try place.geocli("status --lang ko --format table").text.contains("  도서관"))
        #expect(try place.geocli("verify").status == 0)
        let metrics = try place.geocli("status --format prometheus").text
        #expect(metrics.contains("geocli_places{kind=\"library\",state=\"listed\"} 2"))
    }

    /// A table shows the kinds that there are, by their titles; data keeps its keys (`kindsAreCounted`).
    @Test func theTableOfClustersShowsTheKinds() throws {
        let place = try Self.place()
        let lines = try place.succeed("cluster --zoom 0 --format table --lang ko").text.split(separator: "\n")
        #expect(lines[0].contains("종류별") && !lines[0].contains("새책") && !lines[0].contains("헌책"))
        #expect(lines[2].contains("헌책 1, 기타 1, cafe 1, 도서관 2"), "\(lines[2])")
        let picked = try place.succeed("cluster --zoom 0 --format table --fields id,used_count,kind_counts").text
        #expect(picked.contains("used books 1, other 1, cafe 1, library 2"))
        let csv = try place.succeed("cluster --zoom 0 --format csv --fields kind_counts").text
        #expect(csv.contains("library\"\":2"), "\(csv)")
        let books = try Workplace.sample.get().succeed("cluster --zoom 8 --format table").text
        #expect(books.hasPrefix(" id ") && books.contains("  new  used  other  "))
    }

    @Test func picturesAndFilesNameThem() throws {
        let place = try Self.place()
        for line in ["plot -o p.svg", "map -o m.html", "export -o e.kml", "export -o e.gpkg"] {
            #expect(try place.geocli("\(line) -q").status == 0, "\(line)")
        }
        func text(_ name: String) throws -> String { try String(contentsOf: place.file(name), encoding: .utf8) }
        #expect(try text("p.svg").contains("Library  2") && text("p.svg").contains("5 reading places"))
        #expect(try text("m.html").contains("5 reading places (1 used, 1 other, 1 cafe, 2 library)"))
        #expect(try text("e.kml").contains("<Style id=\"library\">") && text("e.kml").contains("도서관 (library)"))
        #expect(
            try text("m.html").contains("<title>마포에서 책 읽는 곳</title>")
                || text("m.html").contains("<title>Where to read in Mapo</title>"))
        #expect(
            try text("m.html").contains(
                "\"noun\":{\"ko\":\"책 읽는 곳\",\"en\":\"reading place\",\"many\":\"reading places\"}"))
        let styles = try place.shell("sqlite3 e.gpkg 'SELECT styleQML FROM layer_styles LIMIT 1'").text
        #expect(styles.contains("도서관 (library)"))
    }

    @Test func twoFeedsAreTwoFilters() throws {
        let place = try Self.place()
        let rows = (1...3).map { FeedPage.Row(id: "\($0)", name: "서점 \($0)") }
        try FeedPage(rows: rows).bytes().write(to: place.file("page.json"))
        #expect(try place.geocli("ingest -q page.json").status == 0)
        #expect(Self.ids(try place.geocli("list --feed mapo-reading --fields ref --format csv")).count == 5)
        #expect(
            Self.ids(try place.geocli("list --feed seoul-bookstores --fields ref --format csv"))
                == ["seoul-bookstores/1", "seoul-bookstores/2", "seoul-bookstores/3"])
        #expect(Self.ids(try place.geocli("list --feed seoul-bookstores,mapo-reading --format csv")).count == 8)
        // Feeds that call their places differently have places.
        #expect(try place.geocli("status --format table").text.contains("places"))
    }

    @Test func aChangedDeclarationIsSaidAndReadsTheSameBytesAnew() throws {
        let place = try Self.place()
        #expect(try place.geocli("ingest --feed reading.toml rows.csv").errorText.contains("unchanged"))
        try place.write(Self.declaration.replacing("C = \"cafe\"", with: "C = \"library\""), to: "reading.toml")
        let run = try place.geocli("ingest --feed reading.toml rows.csv")
        #expect(run.status == 0 && run.errorText.contains("reading.toml has changed since the last good run"))
        #expect(Self.ids(try place.geocli("list --kind library --fields id --format csv")) == ["1", "2", "3"])
        let again = try place.geocli("ingest --feed reading.toml rows.csv")
        #expect(again.errorText.contains("unchanged") && !again.errorText.contains("has changed"))
    }

    @Test func titlesMustBeOfKindsThatAreNamed() throws {
        let place = try Workplace()
        try place.write(Self.declaration.replacing("library = {", with: "libary = {"), to: "reading.toml")
        try place.write(Self.rows, to: "rows.csv")
        let run = try place.geocli("ingest --feed reading.toml rows.csv")
        #expect(run.status == 65 && run.errorText.contains("kind_titles.libary"))
    }
}
