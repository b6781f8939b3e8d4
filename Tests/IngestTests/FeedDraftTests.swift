import Foundation
import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// `feeds new --from`: what a page tells is filled in, and what only a person knows is refused until it is stated.
@Suite struct FeedDraftTests {
    private static let folder = TestSupport.packageRoot.appendingPathComponent("Tests/Feeds")

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private static func draft(_ bytes: [UInt8], name: String = "page") throws -> String {
        func text(_ language: Language) throws -> String {
            String(
                decoding: try FeedDraft.text(from: ByteSource(name: name, bytes: bytes), in: language), as: UTF8.self)
        }
        let (text, korean) = (try text(.english), try text(.korean))
        #expect(withoutRemarks(korean) == withoutRemarks(text), "the keys and values do not depend on the language")
        #expect(!korean.contains("GUESS") && korean.contains("좌표계"))
        return text
    }

    /// Returns the lines of keys and values without their remarks.
    private static func withoutRemarks(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.prefix(upTo: $0.firstRange(of: "  #")?.lowerBound ?? $0.endIndex)
        }
    }

    /// Names and values from a page may turn the direction of text or be invisible. The file shows them as escapes.
    @Test func noCharacterThatHidesIsWrittenRaw() throws {
        let hidden: [Unicode.Scalar] = [
            "\u{202E}", "\u{2066}", "\u{200E}", "\u{061C}", "\u{85}", "\u{9B}", "\u{1B}", "\u{2028}", "\u{200B}",
            "\u{FEFF}",
            "\u{E0041}", "\u{7F}",
        ]
        for scalar in hidden {
            let name = "NA\(String(scalar))ME"
            #expect(
                !DeclarationText.quoted(name).unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
            let rows = (0..<5).map { #"{"\#(name)":"\#(String(scalar))책방 \#($0)","X":"127.0\#($0)","Y":"37.5\#($0)"}"# }
            guard scalar.value >= 0x20 else { continue }
            let text = try Self.draft(Array("[\(rows.joined(separator: ","))]".utf8))
            #expect(!text.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16)): \(text)")
        }
        #expect(DeclarationText.quoted("책방 é 👨‍👩‍👧 ❤️") == "\"책방 é 👨‍👩‍👧 ❤️\"")
    }

    @Test func theStartersDifferOnlyInTheirRemarks() {
        let starters = [Language.english, .korean].map {
            String(decoding: FeedDeclaration.starter(in: $0), as: UTF8.self)
        }
        func values(_ text: String) -> [Substring] {
            Self.withoutRemarks(text).filter { !$0.hasPrefix("publisher") && !$0.hasPrefix("license") }
        }
        #expect(values(starters[0]) == values(starters[1]))
        #expect(
            starters[0].matches(of: /(?m)^# \[\w+\]/).map(\.0) == starters[1].matches(of: /(?m)^# \[\w+\]/).map(\.0))
    }

    /// What a person states, key by key, as lines in order.
    private static let stated = [
        ("id", "id = \"drafted-feed\""), ("title", "title = { ko = \"초안\", en = \"Drafted\" }"),
        ("noun", "noun = { ko = \"곳\", en = \"place\" }"), ("publisher", "publisher = \"-\""),
        ("license", "license = \"-\""), ("kind", "kind = \"new\""),
    ]

    /// Returns the draft with what a person states, but for one key.
    private static func filled(_ text: String, crs: String, without missing: String = "", total: String = "feed")
        -> String
    {
        var isInTable = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            if line.hasPrefix("[") { isInTable = true }
            let key = line.prefix { $0 != " " }
            guard key != missing else { return String(line) }
            if !isInTable, let (_, own) = stated.first(where: { $0.0 == key }) { return own }
            switch key {
            case "crs": return "crs = \"\(crs)\""
            case "area": return "area = [124.5, 32.9, 132.0, 38.7]"
            case "total_counts" where line.contains("\"\""): return "total_counts = \"\(total)\""
            default: return String(line)
            }
        }.joined(separator: "\n")
    }

    @Test(arguments: [
        // The counts of places and of points, by hand from make_pages.py; closed places are left out.
        ("seoul-libraries/page2.json", "EPSG:4326", 2, 1, "LBRRY_SEQ_NO", "YDNTS"),
        ("seoul-culture/page1.json", "EPSG:4326", 7, 7, "NUM", "Y_COORD"),
        ("seoul-stations/page1.json", "EPSG:4326", 4, 4, "BLDN_ID", "LOT"),
        ("seoul-bikes/page1.json", "EPSG:4326", 5, 5, "stationId", "stationLongitude"),
        ("seoul-toilets/page1.json", "EPSG:4326", 4, 3, "OBJECTID", "COORD_X"),
        ("kcisa-used-bookstores/page1.json", "EPSG:4326", 3, 2, "ESNTL_ID", "FCLTY_LO"),
        ("kcisa-indie-bookstores/all.csv", "EPSG:4326", 8, 4, "TITLE", "COORDINATES"),
        ("semas-bookstores/seoul.csv", "EPSG:4326", 4, 4, "상가업소번호", "경도"),
        ("std-libraries/page1.json", "EPSG:4326", 3, 2, "lbrryNm", "longitude"),
        ("localdata-animal-hospitals/old.csv", "EPSG:5174", 5, 4, "관리번호", "좌표정보(x)"),
        ("localdata-animal-hospitals/new.csv", "EPSG:5174", 5, 4, "관리번호", "좌표정보(X)"),
    ])
    func aFilledDraftReadsItsPage(name: String, crs: String, places: Int, points: Int, id: String, x: String) throws {
        let page = try Self.bytes(name)
        let text = Self.filled(try Self.draft(page), crs: crs, total: name.contains("bikes") ? "page" : "feed")
        let feed = try FeedDeclaration.feed(Array(text.utf8), name: "draft.toml")
        #expect(feed.fields[.id]?.hasPrefix(id) == true && feed.fields[.x] == x, "\(feed.fields)")
        let bench = try IngestBench()
        let report = try bench.ingest([page], of: feed, IngestBench.accepting())
        #expect(report.run.counts.accepted == places, "\(report.run.counts)")
        #expect(report.run.counts.accepted - report.run.counts.withoutPoint == points, "\(report.run.counts.reasons)")
    }

    @Test(arguments: ["id", "title", "noun", "publisher", "license", "kind", "crs", "area"])
    func whatAPersonMustStateIsRefusedUntilThen(key: String) throws {
        let draft = try Self.draft(try Self.bytes("seoul-culture/page1.json"))
        let error = #expect(throws: DeclarationError.self) {
            try FeedDeclaration.feed(Array(Self.filled(draft, crs: "EPSG:4326", without: key).utf8), name: "x")
        }
        #expect(error?.path.contains(key) == true, "\(error?.words.en ?? "")")
        // A system is never proposed: only a person can know it.
        #expect(!draft.contains("crs = \"E") && draft.contains("crs = \"\"") && draft.contains("area = []"))
    }

    @Test func aFileWithoutNamesHasNumbers() throws {
        let draft = try Self.draft(try Self.bytes("juso-entrances/entrc_seoul.csv"))
        for line in ["delimiter = \"|\"", "header = false", "columns = 18", "x = 17", "y = 18", "encoding = \"CP949\""]
        {
            #expect(draft.contains("\n\(line)"), "\(line)")
        }
    }

    /// The answer of an Overpass server: a way has its point in `center`, and both kinds have their name in `tags`.
    @Test func overpassHasTwoPlacesForAPoint() throws {
        let page = """
            {"version":0.6,"osm3s":{"timestamp_osm_base":"2026-01-01T00:00:00Z"},"elements":[
            {"type":"node","id":11,"lat":37.51,"lon":126.91,"user":"a","uid":1,"tags":{"name":"하나","amenity":"cafe"}},
            {"type":"way","id":22,"center":{"lat":37.52,"lon":126.92},"nodes":[1,2],"user":"b","tags":{"name":"둘"}},
            {"type":"relation","id":33,"center":{"lat":37.53,"lon":126.93},"user":"c","tags":{"name":"셋"}}]}
            """
        let draft = try Self.draft(Array(page.utf8))
        for line in [
            "rows = \"elements\"", "id = \"id\"", "name = \"tags.name\"", #"x = ["lon", "center.lon"]"#,
            #"y = ["lat", "center.lat"]"#,
        ] {
            #expect(draft.contains("\n\(line)"), "\(line)\n\(draft)")
        }
    }

    /// Esri's rows have their columns in `attributes`, and `fields` describes these columns.
    @Test func esriHasItsColumnsInside() throws {
        let fields = ["FID", "OBJECTID", "NM", "TEL"].map {
            #"{"name":"\#($0)","type":"t","alias":"\#($0)","length":9}"#
        }
        let rows = (1...3).map {
            #"{"attributes":{"OBJECTID":\#($0),"NM":"책방 \#($0)","TEL":"02-300-000\#($0)"},"geometry":{"x":95380\#($0).5,"y":195201\#($0).5}}"#
        }
        let page =
            #"{"objectIdFieldName":"OBJECTID","spatialReference":{"wkid":102080,"latestWkid":5179},"fields":[\#(fields.joined(separator: ","))],"features":[\#(rows.joined(separator: ","))]}"#
        let draft = try Self.draft(Array(page.utf8))
        for line in [
            "rows = \"features\"", "id = \"attributes.OBJECTID\"", "name = \"attributes.NM\"",
            "phone = \"attributes.TEL\"", "x = \"geometry.x\"", "y = \"geometry.y\"", "crs = \"EPSG:5179\"",
        ] {
            #expect(draft.contains("\n\(line)"), "\(line)\n\(draft)")
        }
        #expect(draft.contains("counts the rows") && draft.contains("# url = \"https://HOST/arcgis/rest/"))
    }

    private static func expect(
        _ lines: [String], in page: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let draft = try Self.draft(Array(page.utf8))
        for line in lines { #expect(draft.contains("\n\(line)"), "\(line)\n\(draft)", sourceLocation: sourceLocation) }
    }

    /// Google states its result as a word, and its message only in an error.
    @Test func aStatusIsTheResult() throws {
        let rows = (1...3).map {
            #"{"place_id":"p\#($0)","name":"카페 \#($0)","geometry":{"location":{"lat":37.5\#($0),"lng":126.9\#($0)}}}"#
        }.joined(separator: ",")
        try Self.expect(
            [
                "rows = \"results\"", "result = \"status\"", "message = \"error_message\"", "good = [\"OK\"]",
                "empty = [\"ZERO_RESULTS\"]",
            ], in: #"{"html_attributions":[],"results":[\#(rows)],"status":"OK"}"#)
        try Self.expect(
            ["result = \"status\"", "good = [\"success\"]"], in: #"{"status":"success","data":[\#(rows)]}"#)
        // In a list, a status is one of a row.
        let list = try Self.draft(
            Array(#"[{"id":"a","name":"b","status":"OK"},{"id":"c","name":"d","status":"OK"}]"#.utf8))
        #expect(!list.contains("result ="))
    }

    @Test func sparqlHasItsValuesInside() throws {
        let rows = (1...3).map {
            #"{"item":{"type":"uri","value":"http://x/Q\#($0)"},"coord":{"type":"literal","value":"Point(-0.1\#($0) 51.5)"},"itemLabel":{"type":"literal","value":"책방 \#($0)"}}"#
        }.joined(separator: ",")
        try Self.expect(
            [
                "rows = \"results.bindings\"", "id = \"item.value\"", "name = \"itemLabel.value\"",
                "text = \"coord.value\"", "order = \"x y\"",
            ],
            in: #"{"head":{"vars":["item","coord","itemLabel"]},"results":{"bindings":[\#(rows)]}}"#)
    }

    /// Shards are not rows. An estimate is named, but a page with fewer rows is probably only a part.
    @Test func aTotalCountsRows() throws {
        let rows = (1...3).map { #"{"_id":"p\#($0)","_source":{"name":"카페 \#($0)"}}"# }.joined(separator: ",")
        func page(_ relation: String) -> String {
            #"{"took":74,"_shards":{"total":5},"hits":{"total":{"value":9,"relation":"\#(relation)"},"hits":[\#(rows)]}}"#
        }
        let lines = ["rows = \"hits.hits\"", "id = \"_id\"", "name = \"_source.name\""]
        try Self.expect(lines + ["total_counts = \"feed\"", "total = \"hits.total.value\""], in: page("eq"))
        let inexact = "total_counts = \"feed\"  # the page says that its total"
        try Self.expect(lines + [inexact, "total = \"hits.total.value\""], in: page("gte"))
        func records(_ isEstimate: Bool) -> String {
            #"{"result":{"records":[\#(rows)],"total":7,"total_was_estimated":\#(isEstimate)}}"#
        }
        try Self.expect([inexact, "total = \"result.total\""], in: records(true))
        try Self.expect(["total_counts = \"feed\"", "total = \"result.total\""], in: records(false))
    }

    @Test func aRowNumberIsNamed() throws {
        let rows = (1...3).map { #"{"id":\#($0),"name":"카페 \#($0)","street":"길"}"# }
        let draft = try Self.draft(Array("[\(rows.joined(separator: ","))]".utf8))
        #expect(draft.contains("because id may only count the rows: 1, 2, 3 … Use id if a place keeps its number."))
    }

    @Test func xmlAndScaledDegrees() throws {
        let rows = (1...3).map {
            "<item><no>A\($0)</no><title>책방 \($0)</title><mapx>126\($0)237080</mapx><mapy>375567\($0)00</mapy></item>"
        }
        let page = "<rss><channel><total>3</total>\(rows.joined())</channel></rss>"
        let draft = try Self.draft(Array(page.utf8))
        for line in [
            "format = \"xml\"", "rows = \"rss.channel.item\"", "scale = 1e-7", "x = \"mapx\"", "name = \"title\"",
        ] {
            #expect(draft.contains("\n\(line)"), "\(line)\n\(draft)")
        }
    }

    /// The rows of a WFS in GML have their points in elements of elements (openlayers/openlayers#14620).
    @Test func rowsOfXMLAreTheOuterElements() throws {
        let shops = (1...3).map {
            "<wfs:member><t:shop gml:id=\"shop.\($0)\"><t:name>책방 \($0)</t:name><t:geom><gml:Point srsName=\"urn:ogc:def:crs:EPSG::4326\"><gml:pos>37.5\($0) 126.9\($0)</gml:pos></gml:Point></t:geom><t:tag k=\"a\" v=\"1\"/><t:tag k=\"b\" v=\"2\"/></t:shop></wfs:member>"
        }
        let page = "<wfs:FeatureCollection numberMatched=\"9\">\(shops.joined())</wfs:FeatureCollection>"
        let draft = try Self.draft(Array(page.utf8))
        for line in [
            "rows = \"wfs:FeatureCollection.wfs:member.t:shop\"", "total = \"wfs:FeatureCollection.numberMatched\"",
            "id = \"gml:id\"", "name = \"t:name\"", "text = \"t:geom.gml:Point.gml:pos\"", "order = \"y x\"",
        ] {
            #expect(draft.contains(line), "\(line): \(draft)")
        }
        #expect(!draft.contains("t:tag"))
    }

    @Test func xmlMayHaveItsValuesInAttributes() throws {
        let rows = (1...3).map {
            "<row id=\"A\($0)\" name=\"책방 \($0)\" addr=\"길 \($0)\" lat=\"37.5\($0)\" lon=\"126.9\($0)\"/>"
        }
        let page = "<response totalCount=\"9\"><rows>\(rows.joined())</rows></response>"
        let draft = try Self.draft(Array(page.utf8))
        for line in [
            "rows = \"response.rows.row\"", "total = \"response.totalCount\"", "id = \"id\"", "name = \"name\"",
            "address = \"addr\"", "x = \"lon\"", "y = \"lat\"",
        ] {
            #expect(draft.contains("\n\(line)"), "\(line)\n\(draft)")
        }
    }

    /// The `links` of an OGC API have more columns than the only Feature, but they are not its rows.
    @Test func theRowsOfACollectionAreItsFeatures() throws {
        let links = (1...3).map { #"{"href":"https://a.example/\#($0)","rel":"self","type":"a/b","title":"t"}"# }
        func page(_ features: String) -> [UInt8] {
            Array(
                #"{"type":"FeatureCollection","links":[\#(links.joined(separator: ","))],"numberMatched":9,"numberReturned":1,"features":[\#(features)]}"#
                    .utf8)
        }
        let draft = try Self.draft(
            page(
                #"{"type":"Feature","id":"1","geometry":{"type":"Point","coordinates":[126.9,37.5]},"properties":{"name":"가"}}"#
            ))
        for line in ["format = \"geojson\"", "rows = \"features\"", "total = \"numberMatched\"", "name = \"name\""] {
            #expect(draft.contains("\n\(line)"), "\(line)\n\(draft)")
        }
        #expect(try Self.refusal(page("")).contains("no list of rows"))
    }

    private static func refusal(_ bytes: [UInt8]) throws -> String {
        do {
            return "accepted: " + (try draft(bytes))
        } catch let error as any ExplainedError {
            return error.words.en
        }
    }

    @Test(arguments: [
        ("", "empty"), (" \n\n", "empty"), ("<html><body>점검 중", "web page"), ("{\"a\":", "JSON"), ("<a><b>", "XML"),
        ("{}", "no list of rows"), ("[]", "no list of rows"), ("a\nb\nc\n", "neither JSON nor XML"),
        ("id,name,lon,lat\n", "no list of rows"), ("%PDF-1.7", "PDF"), ("PK\u{3}\u{4}xx", "ZIP"),
        (#"{"type":"FeatureCollection","features":[]}"#, "GeoJSON"),
        (#"{"type":"Topology","objects":{"a":{"type":"GeometryCollection","geometries":[]}},"arcs":[]}"#, "TopoJSON"),
        (#"callback({"rows":[]})"#, "(JSONP)"),
        (
            #"{"results":[],"status":"REQUEST_DENIED","error_message":"The provided API key is invalid."}"#,
            "REQUEST_DENIED The provided API key is invalid; the page has this answer instead of rows"
        ),
        (#"{"error":{"code":498,"message":"Invalid token.","details":["Invalid token."]}}"#, "498 Invalid token"),
        (
            #"{"elements":[{"id":1,"lat":37.5,"lon":126.9},{"id":2,"lat":37.5,"lon":126.9}],"remark":"runtime error: Query timed out"}"#,
            "has only a part of the rows: runtime error"
        ),
        (#"{"RESULT":{"CODE":"INFO-100","MESSAGE":"인증키가 유효하지 않습니다."}}"#, "INFO-100"),
        (
            "<OpenAPI_ServiceResponse><cmmMsgHeader><returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>",
            "30"
        ),
    ])
    func whatIsNoPageIsExplained(text: String, word: String) throws {
        let said = try Self.refusal(Array(text.utf8))
        #expect(said.contains(word), "\(said)")
    }

    @Test func hostileBytesAreRefusedSoon() throws {
        #expect(try Self.refusal([0x1F, 0x8B, 8, 0]).contains("gunzip"))
        #expect(try Self.refusal([0xFF, 0xFE, 0x41, 0]).contains("UTF-16"))
        #expect(try Self.refusal([0x41, 0xFF, 0xFF, 0x0A]).contains("not text in UTF-8 or CP949"))
        // A few broken bytes don't hide the encoding.
        let korean: [UInt8] = [0xC3, 0xA5, 0xB9, 0xE6]
        for (name, encoding) in [(Array("책방".utf8), TextEncoding.utf8), (korean, .cp949)] {
            var bytes = Array("id,name,lat,lon\n".utf8)
            for number in 1...9 {
                bytes += Array("\(number),".utf8) + name
                if number == 4 { bytes.append(0xFF) }
                bytes += Array(",37.5,127\n".utf8)
            }
            let page = try DraftPage.read(ByteSource(name: "p.csv", bytes: bytes))
            #expect(page.encoding == encoding)
        }
        #expect(try Self.refusal([UInt8](repeating: 0, count: 20 << 20)).contains("16 MiB"))
        #expect(try Self.refusal(Array(String(repeating: "[", count: 200_000).utf8)).contains("deep"))
        let large = "[" + String(repeating: #"{"a":1,"b":2},"#, count: 1_500_000) + "{}]"
        #expect(try Self.refusal(Array(large.utf8)).contains("16 MiB"))
        // Of a long table, the beginning is enough.
        let table = "번호,이름\n" + String(repeating: "1234567,가나다라마바사\n", count: 600_000)
        #expect(try Self.draft(Array(table.utf8)).contains("(the first 16 MiB)"))
    }

    /// Ávila and Ålesund in Windows-1252 are also valid CP949.
    @Test func anEncodingThatMayBeAnotherIsAGuess() throws {
        let rows: [[UInt8]] = [[0xC1] + Array("vila,40.6,-4.7\n".utf8), [0xC5] + Array("lesund,62.4,6.1\n".utf8)]
        let western = try Self.draft(Array("name,lat,lon\n".utf8) + rows[0])
        #expect(western.contains("encoding = \"CP949\"  # GUESS: ") && western.contains("WINDOWS-1252"))
        // Two such words are no accident.
        #expect(try Self.refusal(Array("name,lat,lon\n".utf8) + rows.joined()).contains("WINDOWS-1252"))
        let korean: [UInt8] = [0xC3, 0xA5, 0xB9, 0xE6]
        let known = try Self.draft(Array("name,lat,lon\n".utf8) + korean + Array(",37.5,127\n".utf8))
        #expect(known.contains("encoding = \"CP949\"  # all bytes"))
    }

    /// The first bytes of a long table may end at a line end inside of quotes: what comes before is read.
    @Test func aTableThatIsCutInsideOfQuotesIsReadUpToThere() throws {
        let rows = (1...40).map { "\($0),이름 \($0),\"첫 줄\n둘째 줄\n셋째 줄\",126.9,37.5\n" }
        let table = Array(("관리번호,이름,설명,경도,위도\n" + rows.joined()).utf8)
        var counts: Set<Int> = []
        for limit in 400..<600 {
            var position = 0
            let bytes = ByteSource(name: "long.csv") {
                defer { position += 1 }
                return position < table.count ? [table[position]] : []
            }
            let page = try DraftPage.read(bytes, limit: limit)
            #expect(page.isCut && page.form == .csv(delimiter: UInt8(ascii: ","), hasHeader: true))
            // As many rows as end before the limit.
            var end = "관리번호,이름,설명,경도,위도\n".utf8.count
            let whole = rows.count { row in
                end += row.utf8.count
                return end <= limit + 1
            }
            #expect(abs(page.table.rowCount - whole) <= 1 && page.table.columns[0].filledCount == page.table.rowCount)
            #expect(page.table.columns.last?.greatest == 37.5, "half a row was taken for a row")
            counts.insert(page.table.rowCount)
        }
        #expect(counts.count > 2)
        // A whole file with an open quote is broken.
        #expect(try Self.refusal(table + Array("41,\"열림\n".utf8)).contains("never closed"))
    }

    @Test func aBrokenFirstRecordIsExplained() throws {
        #expect(try Self.refusal(Array("\"관리번호,이름\n1,가\n".utf8)).contains("line 1, byte 0 is never closed"))
        #expect(try Self.refusal(Array("\"관리번호\"x,이름\n1,가\n".utf8)).contains("text follows a closing quote"))
        // With another delimiter it can be read.
        #expect(try Self.draft(Array("\"a,b\";이름\n1;가\n".utf8)).contains("delimiter = \";\""))
    }

    /// The time of a page grows with its objects, not with the number of paths to them.
    @Test func manyPathsTakeAboutTheTimeOfOne() throws {
        func time(_ member: (Int) -> String, _ open: String, _ close: String) throws -> Duration {
            let row = (0..<400).map { member($0) + "{\"a\":\($0),\"b\":2}" }.joined(separator: ",")
            let rows = (0..<30).map { "{\"id\":\($0),\"name\":\"n\",\(open)\(row)\(close)}" }
            let bytes = Array("{\"row\":[\(rows.joined(separator: ","))]}".utf8)
            // Of three times, the shortest: other programs use the processors, too.
            return try (0..<3).map { _ in
                try ContinuousClock().measure {
                    let page = try DraftPage.read(ByteSource(name: "p", bytes: bytes))
                    #expect([30, 12_000].contains(page.table.rowCount))
                }
            }.min() ?? .zero
        }
        let one = try time({ _ in "" }, "\"k\":[", "]")
        let many = try time({ "\"k\($0)\":" }, "", "")
        #expect(many < one * 4, "\(many) for 400 paths, \(one) for one")
    }

    /// Names and values of a page can't become lines of a declaration.
    @Test func hostileNamesStayText() throws {
        let names = ["a\nid = \"evil\"", "b\"]\n[kinds]", "c\\", "위도\u{202E}", "d\u{7}", "e#"]
        let row = names.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
        let page = "관리번호,name,경도,위도,\(row)\n1,\"x\n[point]\",126.9,37.5,1,2,3,4,5,6\n2,y,126.91,37.51,1,2,3,4,5,6\n"
        let draft = Self.filled(try Self.draft(Array(page.utf8)), crs: "EPSG:4326")
        let feed = try FeedDeclaration.feed(Array(draft.utf8), name: "x")
        #expect(feed.id == "drafted-feed" && feed.fields[.name] == "name")
        let json =
            #"{"a.b\"\n[x]":{"row":[{"id\n=":"1","na\\me":"가","lon":126.9,"lat":37.5},{"id\n=":"2","na\\me":"나","lon":126.9,"lat":37.5}]}}"#
        let other = Self.filled(try Self.draft(Array(json.utf8), name: "p\nid = \"x\".json"), crs: "EPSG:4326")
        let error = #expect(throws: DeclarationError.self) {
            try FeedDeclaration.feed(Array(other.utf8), name: "x")
        }
        #expect(error?.path.isEmpty == false, "a mistake of syntax: \(error?.words.en ?? "")")
    }
}
