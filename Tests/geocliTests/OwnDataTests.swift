import Foundation
import TestSupport
import Testing

/// A person's own CSV and GeoJSON files; all places are made up.
@Suite struct OwnDataTests {
    private static let columns = "--id no --name title --lat y --lon x --feed my-places"
    private static let rows = "1,가,37.5,126.9\n2,나,37.6,127.0\n3,다,37.7,127.1\n"
    private static let table = "no,title,y,x\n" + rows

    private static func place(_ text: String = table, _ name: String = "p.csv") throws -> Workplace {
        let place = try Workplace()
        try place.write(text, to: name)
        return place
    }

    private static func point(_ id: String, _ x: String, _ y: String, name: String = "가") -> String {
        #"{"type":"Feature","id":\#(id),"geometry":{"type":"Point","coordinates":[\#(x),\#(y)]},"properties":{"name":"\#(name)"}}"#
    }

    @Test func geocliReadsWhatPythonReads() throws {
        try Workplace().oracle("check_own.py", [TestSupport.geocli.path, "30"])
    }

    /// GDAL reads the table, writes GeoJSON, and geocli reads both as the same places.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr")))
    func theSamePlacesThroughGDAL() throws {
        let place = try Self.place(
            "no;title;y;x;addr\n1;\"가;\"\"나\"\"\";37.5;126.9;길 1\n2;다;37.123456789;127;\n3;라;;;\n")
        #expect(
            try place.shell(
                "ogr2ogr -f GeoJSON -lco COORDINATE_PRECISION=12 p.geojson p.csv -oo X_POSSIBLE_NAMES=x -oo Y_POSSIBLE_NAMES=y -oo SEPARATOR=SEMICOLON"
            ).status == 0)
        let fields = "list --fields id,name,address,latitude,longitude --format csv"
        try place.succeed("ingest p.csv \(Self.columns) --address addr -q")
        let table = try place.succeed(fields).text
        try place.succeed(
            "ingest p.geojson --id no --name title --address addr --feed my-places -q",
            environment: ["GEOCLI_DB": "g.db"])
        #expect(try place.succeed("\(fields) --db g.db").text == table)
        #expect(table.contains("1,\"가;\"\"나\"\"\",길 1,37.5,126.9\n") && table.contains("3,라,,,\n"))
    }

    @Test func theNextNightUpdates() throws {
        let place = try Self.place()
        #expect(try place.succeed("ingest p.csv \(Self.columns)").errorText.contains("added 3"))
        #expect(try place.succeed("ingest p.csv \(Self.columns)").errorText.contains("unchanged"))
        try place.write(Self.table.replacing("나,37.6", with: "나라,37.6") + "4,라,37.7,127.2\n", to: "p.csv")
        #expect(try place.succeed("ingest p.csv \(Self.columns)").errorText.contains("added 1, changed 1"))
        let changes = try place.succeed("changes --since 2 --fields what,ref,new --format csv").text
        #expect(changes.contains("added,my-places/4,") && changes.contains("my-places/2"))
        // Other columns are said, and the same bytes are read again.
        let run = try place.geocli("ingest p.csv --id no --name x --lat y --lon x --feed my-places --accept tested")
        #expect(
            run.errorText.contains("warning: the columns changed since run 3: now --id no --name x"), "\(run.errorText)"
        )
        #expect(run.errorText.contains("changed 4"))
        // The run tells how it was read, and can't be replayed.
        #expect(try place.succeed("status --format table").text.contains("(p.csv --id no --name x --lat y --lon x)"))
        let replay = try place.geocli("ingest --replay 1 --feed my-places")
        #expect(
            replay.status == 64
                && replay.errorText.contains("geocli ingest p.csv --id no --name x --lat y --lon x --feed my-places"))
        // Half of the places gone: refused as from any feed.
        try place.write("no,title,y,x\n1,가,37.5,126.9\n", to: "p.csv")
        let lost = try place.geocli("ingest p.csv \(Self.columns)")
        #expect(
            lost.status == 65 && lost.errorText.contains("3 of 4 known places are missing"), "\(lost.errorText)")
        #expect(lost.errorText.contains("geocli ingest p.csv --id no --name title --lat y --lon x --dry-run"))
        #expect(try place.succeed("list").text.split(separator: "\n").count == 4)
    }

    /// A wrong command line, what is said, and the exit code.
    struct Wrong: CustomTestStringConvertible, Sendable {
        let line: String
        let says: String
        let status: Int32
        var testDescription: String { line }

        init(_ line: String, _ says: String, _ status: Int32 = 64) {
            self.line = line
            self.says = says
            self.status = status
        }
    }

    static let mistakes: [Wrong] = [
        Wrong(
            "p.csv --id no --name title --lat x --lon y --feed my-places", "swap the columns: --lat y --lon x", 65),
        Wrong("p.csv --id no --name title --lat 경도 --lon y --feed my-places", "경도 is a name for longitudes"),
        Wrong("p.csv --id no --name title --lat y --lon LAT --feed my-places", "LAT is a name for latitudes"),
        Wrong(
            "p.csv --id no --name titel --lat y --lon x --feed my-places",
            "no column titel (--name); did you mean title?", 65),
        Wrong("p.csv --id no --name nothing --lat y --lon x --feed my-places", "it has no, title, y, x", 65),
        Wrong("p.csv \(columns) --address adress", "no column adress (--address)", 65),
        Wrong("p.csv \(columns) --kind 도서관", "no column 도서관 (--kind)", 65),
        Wrong("p.csv \(columns) --kind titl", "did you mean title?", 65),
        Wrong("p.csv --id no --name title --lat y --feed my-places", "--lon: missing"),
        Wrong("p.csv --id no --name title --lat y --lon x", "--feed is missing"),
        Wrong(
            "p.csv --id no --name title --lat y --lon x --feed places",
            "already belongs to a feed that comes with geocli"),
        Wrong(
            "p.csv --id no --name title --lat y --lon x --feed sample",
            "already belongs to a feed that comes with geocli"),
        Wrong("p.csv --id no --name title --lat y --lon x --feed data", "--feed: data is too general"),
        Wrong("p.csv --id no --name title --lat y --lon x --feed My", "--feed: write lower-case letters"),
        Wrong("p.csv --id no --name title --lat y --lon x --feed ./x.toml", "the declaration already names the fields"),
        Wrong("p.csv --id '' --name title --lat y --lon x --feed my-places", "--id: is empty"),
        Wrong("p.csv \(columns) --encoding latin1", "--encoding: write UTF-8 or CP949"),
        Wrong("p.csv \(columns) --encoding CP949", "is not CP949", 65),
        Wrong("p.csv \(columns) --area 124,33,132", "--area"),
        Wrong("p.csv \(columns) --area 0,0,10,10", "3 of 3 points are outside --area", 65),
        Wrong("p.csv \(columns) --sample", "can't be combined with --sample"),
        Wrong("p.csv \(columns) --replay 1", "can't be combined with --replay"),
        Wrong("\(columns)", "SOURCE is missing"),
        Wrong("http://127.0.0.1:1/p.csv \(columns)", "--id is for files"),
        Wrong("none.csv \(columns)", "cannot read none.csv", 66),
        Wrong(". --id a --name b --lat c --lon d --feed my-places", "no column a", 65),
        Wrong("p.csv --feed my-shops", "for a file of your own, name its columns"),
        Wrong("p.shp --feed my-shops", "p.shp is a shapefile; convert it: ogr2ogr", 65),
        Wrong("none.csv --feed my-shops", "cannot read none.csv", 66),
        Wrong("http://127.0.0.1:1/p.csv --feed my-shops", "for a file of your own, name its columns"),
        Wrong("p.csv --feed seoul-bookstorse", "did you mean seoul-bookstores?"),
        Wrong("p.geojson --feed seoul-bookstore", "did you mean seoul-bookstores?"),
    ]

    @Test(arguments: mistakes)
    func aMistakeIsExplainedAndLeavesNothing(_ wrong: Wrong) throws {
        let place = try Self.place()
        try place.write(Self.point("1", "126.9", "37.5"), to: "p.geojson")
        try place.write("\0\0\u{27}\n" + String(repeating: "\0", count: 96), to: "p.shp")
        let run = try place.geocli("ingest \(wrong.line)")
        #expect(run.status == wrong.status && run.errorText.contains(wrong.says), "\(run.status) \(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 1 && run.text.isEmpty)
        #expect(try place.geocli("list").text.isEmpty)
        let korean = try place.geocli("ingest \(wrong.line) --lang ko")
        #expect(korean.status == wrong.status && korean.errorText.contains { "가"..."힣" ~= $0 }, "\(korean.errorText)")
    }

    private static let cp949 = Data("no,title,y,x\n1,".utf8) + Data([0xB0, 0xA1]) + Data(",37.5,126.9\n".utf8)

    static let tables: [(Data, String)] = [
        (Data([0x1F, 0x8B, 8, 0]), "gunzip"), (Data("PK\u{3}\u{4}".utf8), "ZIP archive"),
        (Data("%PDF-1.7".utf8), "PDF"), (Data([0xFF, 0xFE, 0x31, 0]), "UTF-16"),
        (Data("SQLite format 3\0".utf8), "SQLite database"),
        (Data(), "is empty"), (Data("<!doctype html><html>".utf8), "web page"), (Data("[1]".utf8), "leave out --lat"),
        (Data("no,title,y,x\n1,\"open,37.5,126.9\n2,b,37,127\n".utf8), "at byte 13; correct it"),
        (cp949, "--encoding CP949"),
        (Data("no,title,title,y,x\n1,a,b,37,127\n".utf8), "has the column title twice"),
        (Data("no|title|y|x\n1|a|37|127\n".utf8), "no column no"),
        (Data("no,title,y,x\n1,a,451579.8,197986.7\n".utf8), "in meters, add their coordinate system: --crs EPSG:5174"),
        (Data("no,title,y,x\n1,a,north,east\n".utf8), "is not a number"),
        (Data("no,title,y,x\n".utf8), "has no rows"),
    ]

    @Test(arguments: tables)
    func whatIsNoTableIsRefused(_ bytes: Data, _ says: String) throws {
        let place = try Workplace()
        try bytes.write(to: place.file("p.csv"))
        for (source, input) in [("p.csv", Data()), ("-", bytes)] {
            let run = try place.geocli("ingest \(source) \(Self.columns)", input: input)
            #expect(run.status == 65 && run.errorText.contains(says), "\(source): \(run.errorText)")
        }
        #expect(try place.geocli("list").text.isEmpty)
    }

    @Test func hostileTextIsKeptAndHarmless() throws {
        let place = try Self.place(
            "no,title,y,x\r\n1,a\0b,37.5,126.9\r2,\u{1B}[31m\u{202E}c,37.6,127\n\n3,"
                + String(repeating: "긴", count: 500_000)
                + ",37.7,127.1\n4,=1+1,0,0")
        let run = try place.succeed("ingest p.csv \(Self.columns)")
        #expect(run.errorText.contains("places 4 (added 4") && run.errorText.contains("without a point 1"))
        let table = try place.succeed("list --format table").text
        #expect(!table.contains("\u{1B}") && !table.contains("\u{202E}") && !table.contains("\0"))
        // The catalog, or the file that is read, is never written over.
        for line in ["catalog.sqlite \(Self.columns)", "p.csv \(Self.columns) --format json >>p.csv"] {
            let run = try place.shell("geocli ingest \(line)")
            #expect(run.status == 64, "\(run.errorText)")
        }
        #expect(try place.geocli("ingest /dev/zero \(Self.columns)").status == 65)
        #expect(try place.geocli("ingest /dev/null \(Self.columns)").status == 65)
        #expect(try place.succeed("list").text.split(separator: "\n").count == 4)
    }

    @Test func delimiterAndKindOfAllAreSaid() throws {
        let place = try Self.place(Self.table.replacing(",", with: ";"))
        let run = try place.succeed("ingest p.csv \(Self.columns) --kind used")
        #expect(
            run.errorText.hasPrefix(
                "p.csv was read with semicolons, not commas, between the columns\nthe kind of all places is used\n"))
        #expect(try place.succeed("list --kind used").text.split(separator: "\n").count == 3)
        #expect(try place.succeed("ingest p.csv \(Self.columns) --kind used -q").errorText.isEmpty)
    }

    // MARK: Rows and columns of spreadsheets

    /// Columns by number: the first line is a row, unless it has words where the point should be.
    @Test func columnsMayBeNumbered() throws {
        let numbers = "--id 1 --name 2 --lat 4 --lon 3 --feed my-places"
        let rows = "7,서가,126.92,37.55\n8,다락,126.93,37.56\n9,헛간,,\n"
        for (text, says) in [
            (rows, "the first line (7, 서가, 126.92, 37.55) was read as a row"),
            (
                "번호,이름,경도,위도\n" + rows,
                "the first line (번호, 이름, 경도, 위도) was read as the names of the columns, not as a row"
            ),
            (rows.replacing(",", with: "\t"), "was read as a row"),
        ] {
            let place = try Self.place(text)
            let run = try place.succeed("ingest p.csv \(numbers)")
            #expect(run.errorText.contains(says) && run.errorText.contains("places 3"), "\(run.errorText)")
            #expect(
                try place.succeed("list --fields id,name,latitude --format csv").text
                    == "id,name,latitude\n1,서가,37.55\n2,다락,37.56\n3,헛간,\n")
        }
        // Numbers that are names are names.
        let place = try Self.place("4,3,2,1\n7,126.92,서가,37.55\n")
        try place.succeed("ingest p.csv --id 4 --name 2 --lat 1 --lon 3 --feed my-places")
        #expect(try place.succeed("list --fields name,latitude --format csv").text == "name,latitude\n서가,37.55\n")
    }

    @Test func aTableWithoutNamesIsExplained() throws {
        let place = try Self.place("7,서가,126.92,37.55\n8,다락,126.93,37.56\n")
        for columns in [Self.columns, "--id 1 --name 2 --lat 9 --lon 3 --feed my-places"] {
            let run = try place.geocli("ingest p.csv \(columns)")
            #expect(run.status == 65)
            #expect(
                run.errorText.contains(
                    "its first line has values, not names (7, 서가, 126.92, 37.55); add a line of names, or give all columns by their numbers, such as --id 1"
                ), "\(run.errorText)")
        }
    }

    /// Spreadsheets pad rows with empty fields. A row with a value too many is rejected with its number of fields.
    @Test func emptyFieldsAfterTheLastColumnAreLeftOut() throws {
        let good = (1...8).map { "\($0),가\($0),37.5\($0),126.9\n" }.joined()
        let place = try Self.place(
            "no,title,y,x\n" + good + "11,나,37.6,126.9,,\n12,다, 2층,37.7,126.9\n13,라,37.8,126.9, \n")
        let run = try place.succeed("ingest p.csv \(Self.columns)")
        #expect(run.errorText.contains("places 10") && run.errorText.contains("rejected 1"), "\(run.errorText)")
        #expect(
            try place.succeed("runs last --fields line,reason,value --format csv").text
                == "line,reason,value\n11,not-a-row,\"5 fields, 4 columns\"\n")
        // One row is enough.
        let other = try Self.place("no,title,y,x\n1,가,37.5,126.9,\n")
        #expect(try other.succeed("ingest p.csv \(Self.columns)").errorText.contains("places 1"))
    }

    /// The refusal says what is wrong with the first row. No command accepts a table of which no row can be read.
    @Test func aLineOfNamesThatIsTooShortIsNamed() throws {
        let place = try Self.place("no,title,y,x\n" + (1...12).map { "\($0),가,37.5,126.9,02\n" }.joined())
        for option in ["", " --dry-run"] {
            let run = try place.geocli("ingest p.csv \(Self.columns)\(option)")
            #expect(run.status == 65)
            #expect(
                run.errorText.contains(
                    "12 of 12 rows are unusable (more than 20 %); the first such line, line 2 of p.csv, has 5 fields, but there are 4 columns; correct the line of column names, or the rows"
                ) && run.errorText.contains("; the catalog is unchanged\n"), "\(run.errorText)")
        }
    }

    /// Spreadsheets enclose only some values of text with TABs; other programs enclose none.
    @Test func quotesInTextWithTabsAreReadInPairs() throws {
        let place = try Self.place(
            "no\ttitle\ty\tx\n1\t\"가, 나\"\t37.5\t126.9\n2\t\"\"\"다\"\" 책방\"\t37.6\t126.9\n3\t\"라\" 책방\t37.7\t126.9\n4\t5\"\t37.8\t126.9\n"
        )
        try place.succeed("ingest p.csv \(Self.columns)")
        #expect(
            try place.succeed("list --fields name").text
                == #"{"name":"가, 나"}"# + "\n" + #"{"name":"\"다\" 책방"}"# + "\n" + #"{"name":"\"라\" 책방"}"# + "\n"
                + #"{"name":"5\""}"# + "\n")
    }

    // MARK: Kinds

    private static let kinds = """
        no,title,y,x,type
        1,가,37.50,126.9,도서관
        2,나,37.51,126.9,Public Library
        3,다,37.52,126.9, public_library
        4,라,37.53,126.9,used
        5,마,37.54,126.9,
        6,바,37.55,126.9,漢字
        7,사,37.56,126.9,새책
        8,아,37.57,126.9,도서관

        """

    @Test func wordsOfTheColumnAreKinds() throws {
        let place = try Self.place(Self.kinds)
        let run = try place.succeed("ingest p.csv \(Self.columns) --kind type")
        #expect(!run.errorText.contains("warning") && run.errorText.contains("places 8"), "\(run.errorText)")
        func ids(_ kind: String) throws -> [String] {
            try place.succeed(["list", "--fields", "id", "--format", "csv", "--kind", kind]).text.split(separator: "\n")
                .dropFirst().map(String.init)
        }
        for (kind, wanted) in [
            ("도서관", ["1", "8"]), ("doseogwan", ["1", "8"]), ("Public Library", ["2", "3"]),
            ("public-library", ["2", "3"]),
            ("used", ["4"]), ("other", ["5"]), ("漢字", ["6"]), ("new", ["7"]), ("새책", ["7"]),
        ] {
            #expect(try ids(kind) == wanted, "\(kind)")
        }
        let status = try place.succeed("status").text
        #expect(status.contains(#""kinds":{"new":1,"used":1,"other":1}"#), "\(status)")
        #expect(
            status.contains(#""kind_counts":{"new":1,"used":1,"other":1,"doseogwan":2,"#)
                && status.contains(#""public-library":2"#), "\(status)")
        let sheet = try place.succeed("status --format table").text
        #expect(sheet.contains("  도서관 ") && sheet.contains("  Public Library ") && sheet.contains("  漢字 "))
        #expect(try place.succeed("list --format table --limit 1").text.contains("도서관"))
        #expect(try place.succeed("verify").status == 0)
        // The next night the same words are the same kinds, in whatever order they come.
        let rows = Self.kinds.split(separator: "\n")
        let turned = ([rows[0]] + rows.dropFirst().reversed()).joined(separator: "\n") + "\n"
        try place.write(turned, to: "p.csv")
        let again = try place.succeed("ingest p.csv \(Self.columns) --kind type").errorText
        #expect(again.contains("added 0, changed 0, removed 0"), "\(again)")
        // A row that has not changed still names its kind.
        try place.write(turned + "9,자,37.58,126.9,카페\n", to: "p.csv")
        try place.succeed("ingest -q p.csv \(Self.columns) --kind type")
        #expect(try ids("카페") == ["9"] && ids("도서관") == ["1", "8"])
    }

    @Test func aColumnOfManyWordsIsNoColumnOfKinds() throws {
        func table(_ count: Int) -> String {
            "no,title,y,x,type\n" + (0..<count).map { "\($0),가,37.5,126.9,word \($0)\n" }.joined()
        }
        let place = try Self.place(table(65))
        let run = try place.geocli("ingest p.csv \(Self.columns) --kind type")
        #expect(run.status == 65, "\(run.errorText)")
        #expect(
            run.errorText
                == "geocli: my-places has more than 64 different kinds in the column type (--kind); choose a column with fewer kinds, or leave out --kind\n"
        )
        // A first run with a wrong column leaves nothing behind.
        #expect(try !place.names.contains("catalog.sqlite"))
        try place.write(table(64), to: "p.csv")
        try place.succeed("ingest -q p.csv \(Self.columns) --kind type")
        #expect(try place.succeed("list --kind 'word 63' --fields id").text == "{\"id\":64}\n")
        // Later, the catalog stays as it is, and the run is recorded.
        try place.write(table(65), to: "p.csv")
        #expect(try place.geocli("ingest p.csv \(Self.columns) --kind type").status == 65)
        #expect(try place.succeed("list").text.split(separator: "\n").count == 64)
        let refused = try place.succeed("runs --limit 1 --fields outcome,reason").text
        #expect(refused.contains("refused") && refused.contains("more than 64 different kinds"), "\(refused)")
    }

    @Test func wordsOfAPropertyAreKinds() throws {
        let features = (1...3).map {
            Self.point("\"\($0)\"", "126.9", "37.\($0)").replacing("\"name\"", with: "\"sort\":\"카페\",\"name\"")
        }
        let place = try Self.place(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#, "p.geojson")
        try place.succeed("ingest -q p.geojson --kind sort --feed my-places")
        #expect(try place.succeed("list --kind 카페").text.split(separator: "\n").count == 3)
    }

    // MARK: GeoJSON

    @Test func geometriesOtherThanPointsHaveNoPlace() throws {
        let line =
            #"{"type":"Feature","id":3,"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{"name":"다"}}"#
        let none = #"{"type":"Feature","id":4,"geometry":null,"properties":{"name":"라"}}"#
        let text = [Self.point("1", "126.9", "37.5"), Self.point("2", "127", "37.6"), line, none].joined(separator: ",")
        let place = try Self.place("{\"type\":\"FeatureCollection\",\"features\":[\(text)]}", "p.geojson")
        let run = try place.succeed("ingest p.geojson --feed my-places")
        #expect(
            run.errorText.contains("warning: 1 of 4 Features is not a point; it is listed without a point")
                && run.errorText.contains("without a point 2"))
        #expect(
            try place.succeed("list --fields ref,name,longitude --format csv").text
                == "ref,name,longitude\nmy-places/1,가,126.9\nmy-places/2,가,127\nmy-places/3,다,\nmy-places/4,라,\n")
        #expect(!(try place.succeed("runs last --format ndjson").text.contains("[[1,2]")))
    }

    private static let collection = #"{"type":"FeatureCollection","features":["# + point("1", "126", "37")
    private static let misnamed = point("1", "126", "37").replacing("\"name\"", with: "\"nam\"")

    static let features: [(String, String)] = [
        (point("1", "37.5", "126.9"), "has latitude and longitude swapped; GeoJSON has longitude first"),
        (point("1", "\"126.9\"", "\"37.5\""), "is not a number"),
        (collection + #"],"crs":{"type":"name","properties":{"name":"EPSG:5186"}}}"#, "coordinate system EPSG:5186"),
        (
            #"{"type":"Feature","geometry":null,"properties":{"name":"a","code":1}}"#,
            "--id PROPERTY (the file has name, code)"
        ),
        (misnamed, "no column name (--name); did you mean nam?"),
        (#"{"type":"Point","coordinates":[1,2]}"#, "not GeoJSON with Features"),
        (#"{"type":"Topology"}"#, "TopoJSON"), (#"{"type":"FeatureCollection"}"#, "without a \"features\" list"),
        (collection, "ends in the middle"),
        (#"{"status":"OK","result":{"areas":"# + collection + "]}}}", "inside of result.areas; take it out: jq"),
        (#"{"type":"FeatureCollection","features":["# + collection + "]}]}", "a FeatureCollection is in the place of"),
        (
            #"{"features":[{"attributes":{"name":"a"},"geometry":{"x":126,"y":37}}]}"#,
            "is Esri (ArcGIS) JSON, not GeoJSON"
        ),
        ("[]", "has no rows"), ("no,title\n", "is not GeoJSON"),
    ]

    @Test(arguments: features)
    func whatIsNoFeatureIsRefused(_ text: String, _ says: String) throws {
        let place = try Self.place(text, "p.geojson")
        let run = try place.geocli("ingest p.geojson --feed my-places")
        #expect(run.status == 65 && run.errorText.contains(says), "\(run.status) \(run.errorText)")
        // Many GeoJSON files are called .json.
        try place.write(text, to: "p.json")
        #expect(try place.geocli("ingest p.json --feed my-places").errorText.contains(says))
        #expect(try place.geocli("list").text.isEmpty)
    }

    /// Words that programs write for a missing value are none (pelias/openaddresses#102, openaddresses#5837). Those of
    /// people stay.
    @Test func wordsOfProgramsForNothingAreNoValue() throws {
        let words = ["NULL", "<Null>", "null", "(null)", "undefined", "NaN", "\\N"]
        let rows = (words + ["None", "NULL로 1", "-"]).enumerated().map {
            "\($0 + 1),책방 \($0),37.\($0 + 1),126.9,\($1),\($1)"
        }
        let place = try Self.place("no,title,y,x,a,t\n" + rows.joined(separator: "\n") + "\n")
        try place.succeed("ingest p.csv \(Self.columns) --address a --phone t")
        let listed = try place.succeed("list --fields address,phone_raw --format tsv").text
        let kept = "None\tNone\nNULL로 1\tNULL로 1\n-\t-\n"
        #expect(listed == "address\tphone_raw\n" + words.map { _ in "\t\n" }.joined() + kept)
    }

    /// Two columns with letters, minutes and seconds are one position; a word that is no angle is named.
    @Test func anglesInColumnsArePoints() throws {
        let place = try Self.place("no,title,y,x\n1,가,\"23°32'09.567\"\"S\",\"149°23'18\"\"E\"\n2,나,33.86S,151.2E\n")
        try place.succeed("ingest p.csv \(Self.columns)")
        #expect(
            try place.succeed("list --fields latitude,longitude --format csv").text
                == "latitude,longitude\n-23.535990833333333,149.38833333333332\n-33.86,151.2\n")
        let other = try Self.place("no,title,y,x\n1,가,north,149.3E\n2,나,33.86S,east\n")
        let run = try other.geocli("ingest p.csv \(Self.columns)")
        #expect(
            run.status == 65
                && run.errorText.contains(
                    "2 of 2 points are not numbers; check y, x: write degrees such as 37.5563"),
            "\(run.errorText)")
    }

    /// A position in Waterloo, latitude first, with properties that say so (uwaterloo/OpenData#207).
    private static func building(_ x: String, _ y: String, _ properties: String) -> String {
        #"{"type":"Feature","id":\#(x.count + y.count + properties.count),"geometry":{"type":"Point","coordinates":[\#(x),\#(y)]},"properties":{"name":"EV3",\#(properties)}}"#
    }

    @Test func propertiesTellThatTheLatitudeComesFirst() throws {
        let said = #""latitude":43.468159,"longitude":"-80.543376""#
        let swapped = Self.building("43.468159", "-80.543376", said)
        let place = try Self.place(#"{"type":"FeatureCollection","features":[\#(swapped)]}"#, "p.geojson")
        let run = try place.geocli("ingest p.geojson --feed my-places")
        #expect(
            run.status == 65
                && run.errorText.contains(
                    "has the latitude first in 1 of 1 positions, such as [43.468159, -80.543376], as its properties")
                && run.errorText.contains("jq '.features[].geometry.coordinates |= reverse'"), "\(run.errorText)")
        // A right position, one that properties of something else contradict, and one at which both orders are right.
        for feature in [
            Self.building("-80.543376", "43.468159", said), Self.building("43.4", "-80.5", #""lat":37.5,"lon":126.9"#),
            Self.building("10.00001", "10.00002", #""lat":10.00001,"lng":10.00002"#),
            Self.building("43.4", "-80.5", #""latitude":null,"longitude":"""#),
        ] {
            try place.write(#"{"type":"FeatureCollection","features":[\#(feature)]}"#, to: "p.geojson")
            try place.succeed("ingest p.geojson --feed my-places --accept tested")
        }
    }

    static let parts: [(String, String)] = [
        (#""numberMatched":26,"numberReturned":1"#, "the source has only 1 of the 26 rows that the service states"),
        (#""totalFeatures":2,"numberMatched":"unknown""#, "only 1 of the 2 rows"),
        (
            #""exceededTransferLimit":true"#,
            "more rows than these 1 (exceededTransferLimit); fetch the other pages, too"
        ),
        (
            #""properties":{"exceededTransferLimit":true}"#,
            "(exceededTransferLimit); fetch the other pages, too (resultOffset)"
        ),
        // Servers of OGC API Features need not state a total.
        (
            #""numberReturned":1,"links":[{"rel":"self","href":"a"},{"rel":"next","href":"b?cursor=c"}]"#,
            "(next); fetch the"
        ),
        (#""next":"https://h.org/shops/?page=2","previous":null"#, "more rows than these 1 (next)"),
        (#""count":26,"next":"https://h.org/shops/?page=2""#, "only 1 of the 26 rows"),
        // The last page alone.
        (#""count":9,"next":null,"previous":"https://h.org/shops/""#, "only 1 of the 9 rows"),
    ]

    /// The members may be before or after the Features.
    @Test(arguments: parts) func aPartOfTheFeaturesIsRefused(_ members: String, _ says: String) throws {
        for text in [Self.collection + "],\(members)}", "{\(members),\(Self.collection.dropFirst())]}"] {
            let place = try Self.place(text, "p.geojson")
            let run = try place.geocli("ingest p.geojson --feed my-places")
            #expect(run.status == 65 && run.errorText.contains(says), "\(run.status) \(run.errorText)")
            #expect(try place.geocli("list").text.isEmpty)
        }
    }

    @Test func allOfTheFeaturesAreNoPart() throws {
        let members = #""numberMatched":1,"totalFeatures":1,"exceededTransferLimit":false"#
        let place = try Self.place(Self.collection + "],\(members)}", "p.geojson")
        try place.succeed("ingest p.geojson --feed my-places")
    }

    @Test(arguments: [
        #""links":[{"rel":"self","href":"a"},{"rel":"prev","href":"b"}]"#, #""next":null,"count":1"#, #""count":26"#,
        #""numberMatched":1,"links":[{"rel":"next","href":"b"}]"#, #""next":"Monday""#,
    ])
    func theLastPageIsNoPart(_ members: String) throws {
        let place = try Self.place(Self.collection + "],\(members)}", "p.geojson")
        try place.succeed("ingest p.geojson --feed my-places")
    }

    /// Only the last page of a service has no next one.
    @Test func allPagesTogetherAreNoPart() throws {
        let next = #""links":[{"rel":"next","href":"b"}]"#
        let place = try Self.place(Self.collection + "],\(next)}", "p.geojson")
        try place.write(Self.collection.replacing("\"id\":1", with: "\"id\":2") + "]}", to: "q.geojson")
        try place.succeed("ingest p.geojson q.geojson --feed my-places")
    }

    /// GeoJSON can be declared, too.
    /// Properties inside of others, as in Overture's places: a path names them, and a literal name comes first.
    @Test func aPropertyMayBeInsideOfAnother() throws {
        let features = [
            #"{"id":"1","names":{"primary":"가 책방"},"phones":["02-300-0001"],"addresses":[{"freeform":"없는길 1"}]}"#,
            #"{"id":"2","names.primary":"나 책방","names":{"primary":"다"}}"#,
        ].map {
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[126.92,37.55]},"properties":\#($0)}"#
        }
        let place = try Self.place(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#, "p.geojson")
        try place.succeed(
            "ingest -q p.geojson --id id --name names.primary --phone phones.0 --address addresses.freeform --feed my-places"
        )
        #expect(
            try place.succeed("list --format csv --fields name,address,phone_raw").text
                == "name,address,phone_raw\n가 책방,없는길 1,02-300-0001\n나 책방,,\n")
        let wrong = try place.geocli("ingest p.geojson --id id --name names.primry --feed other-places")
        #expect(wrong.status == 65 && wrong.errorText.contains("did you mean names.primary?"), "\(wrong.errorText)")
        // A column of a table may have a dot in its name.
        try place.write("no,names.primary,y,x\n1,라 책방,37.55,126.92\n", to: "t.csv")
        try place.succeed("ingest -q t.csv --id no --name names.primary --lat y --lon x --feed table-places")
        #expect(try place.succeed("list --feed table-places --format csv --fields name").text == "name\n라 책방\n")
    }

    @Test func aDeclarationOfGeoJSON() throws {
        let place = try Self.place(Self.point("7", "126.9", "37.5"), "p.geojson")
        let text = """
            id = "mapo-trees"
            title = { ko = "나무", en = "trees" }
            noun = { ko = "나무", en = "tree" }
            publisher = "nobody"
            license = "none"
            kind = "other"
            [pages]
            format = "geojson"
            encoding = "UTF-8"
            [fields]
            name = "name"
            [point]
            crs = "EPSG:4326"
            area = [126.7, 37.4, 127.2, 37.8]

            """
        try place.write(text, to: "d.toml")
        try place.succeed("ingest p.geojson --feed d.toml -q")
        #expect(
            try place.succeed("list --fields ref,longitude --format csv").text == "ref,longitude\nmapo-trees/7,126.9\n")
        let check = try place.geocli("feeds check d.toml p.geojson --format csv")
        #expect(check.status == 0, "\(check.text)")
        try place.write(text.replacing("crs = \"EPSG:4326\"", with: "crs = \"EPSG:5179\""), to: "e.toml")
        #expect(
            try place.geocli("ingest p.geojson --feed e.toml").errorText.contains(
                "write EPSG:4326, the coordinate system of GeoJSON"))
        try place.write(text.replacing("[point]\n", with: "[point]\nx = \"a\"\n"), to: "f.toml")
        #expect(try place.geocli("ingest p.geojson --feed f.toml").errorText.contains("point.x: leave this key out"))
    }
}
