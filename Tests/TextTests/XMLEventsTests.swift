import Testing

@testable import GeocliText

@Suite struct XMLEventsTests {
    private func events(_ source: ByteSource, first: [UInt8] = []) throws -> [String] {
        var seen: [String] = []
        let xml = XMLEvents()
        xml.onStart = { seen.append("<\($0)") }
        xml.onEnd = { seen.append(">\($0):\($1)") }
        try xml.parse(source, first: first)
        return seen
    }

    private func events(_ text: String) throws -> [String] {
        try events(ByteSource(name: "test", bytes: Array(text.utf8)))
    }

    private static let page = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- a page --><feed><row><NAME>책방 &amp; <![CDATA[<서점>]]>&#x1F600;&lt;&#50;</NAME><EMPTY/></row>
        <row a="1">x<b>y</b>z</row></feed>

        """
    private static let pageEvents = [
        "<feed", "<row", "<NAME", ">NAME:책방 & <서점>😀<2", "<EMPTY", ">EMPTY:", ">row:", "<row", "<b", ">b:y", ">row:xz",
        ">feed:\n",
    ]

    @Test func elementsArriveWithTheTextDirectlyInsideThem() throws {
        #expect(try events(Self.page) == Self.pageEvents)
        #expect(try events("<a/>") == ["<a", ">a:"])
        #expect(try events("\u{FEFF}<a>b</a>") == ["<a", ">a:b"])
    }

    @Test func everySplitGivesTheSame() throws {
        let bytes = Array(Self.page.utf8)
        for index in 0...bytes.count {
            #expect(try events(.split(bytes, at: index)) == Self.pageEvents, "split at \(index)")
            let rest = ByteSource(name: "test", bytes: Array(bytes[index...]))
            #expect(try events(rest, first: Array(bytes[..<index])) == Self.pageEvents, "taken before: \(index)")
        }
        for size in 1...40 { #expect(try events(.pieces(bytes, of: size)) == Self.pageEvents, "pieces of \(size)") }
    }

    @Test func documentsCutAtAnyByteAreRefused() {
        let bytes = Array(Self.page.utf8.dropLast(2))
        for count in 0..<bytes.count {
            #expect(throws: XMLError.self, "cut at \(count)") {
                _ = try events(ByteSource(name: "test", bytes: Array(bytes[..<count])))
            }
        }
    }

    @Test(arguments: [
        "", "x", "<a>", "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a b></a>", "<a b=\"1\" b=\"2\"/>", "<a>&nosuch;</a>",
        "<a>&</a>",
        "<a><</a>", "<a>]]></a>", "<a>\u{0}</a>", "<a>\u{1}</a>", "<a>&#0;</a>", "<a/>x", "x<a/>", "<1a/>", "{\"a\":1}",
        " <?xml version=\"1.0\"?><a/>", "<!DOCTYPE a",
        "<a><![CDATA[x]]</a>",
    ])
    func whatIsNotWellFormedIsRefused(_ text: String) {
        #expect(throws: XMLError.self) { _ = try events(text) }
    }

    private static let faults = [
        "&", "& ", "&nbsp;", "&#11;", "\u{B}", "\u{1}", "<", "< ", "<책방>", "</b>", "<b>", "]]>", "&#xD800;",
    ]

    /// A broken row is passed over, and the rows and values around it are read as if it were not there.
    @Test(arguments: faults)
    func aBrokenRowIsPassedOver(fault: String) throws {
        func page(_ second: String) -> [UInt8] {
            let rows = ["가", second, "다"].map { "<r a='1'><n>\($0)</n><m>1</m>\n</r>" }.joined(separator: "\n")
            return Array("<?xml version='1.0'?>\n<p><t>3</t><l>\(rows)</l><u>4</u></p>".utf8)
        }
        let bytes = page("x\(fault)y").map { $0 == 1 ? 0xFF : $0 }
        func read(_ bytes: [UInt8], of size: Int) throws -> (ends: [String], broken: [[UInt8]], places: [Int?]) {
            var (ends, broken, places): ([String], [[UInt8]], [Int?]) = ([], [], [])
            let xml = XMLEvents()
            xml.rows = ["p", "l", "r"]
            xml.onBroken = {
                broken.append($1)
                places.append($0.offset)
                ends.append("r ")
            }
            xml.onEnd = { name, text in
                if name != "n", name != "m" || xml.path.count == 4 {
                    ends.append("\(name) \(text.filter { $0 != "\n" })")
                }
            }
            try xml.parse(.pieces(bytes, of: size))
            return (ends, broken, places)
        }
        let whole = try read(page("나"), of: 1000).ends
        for size in [1, 2, 7, 50, 1000] {
            let found = try read(bytes, of: size)
            #expect(
                found.broken.count == 1 && found.broken[0].starts(with: Array("<r".utf8)),
                "\(fault) in pieces of \(size)")
            #expect(found.ends.filter { $0 == "r " } == ["r ", "r ", "r "] && found.ends.suffix(3) == whole.suffix(3))
            #expect(found.ends.first == "t 3")
            // The fault is in the row, and at its place unless it shows later.
            let place = try #require(found.places[0])
            #expect(place > 60 && place <= bytes.count)
        }
    }

    @Test func aPageCutOffInARowIsRefusedAlsoWithABrokenRow() {
        let bytes = Array("<p><r><n>a & b</n></r><r><n>c</n></r></p>".utf8)
        for count in 0..<bytes.count {
            let xml = XMLEvents()
            xml.rows = ["p", "r"]
            xml.onBroken = { _, _ in }
            #expect(throws: XMLError.self, "cut at \(count)") {
                try xml.parse(.pieces(Array(bytes[..<count]), of: 5))
            }
        }
    }

    @Test func badUTF8IsRefused() {
        for bad in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3, 0xA5, 0xB9, 0xE6]] as [[UInt8]] {
            let bytes = Array("<a>".utf8) + bad + Array("</a>".utf8)
            #expect(throws: XMLError.self) { _ = try events(ByteSource(name: "test", bytes: bytes)) }
        }
    }

    @Test(arguments: ["<!DOCTYPE a [<!ENTITY b \"책방\">]><a>&b;&b;</a>", "<!DOCTYPE a><a>x</a>"])
    func aDocumentTypeIsRefused(text: String) {
        #expect(throws: XMLError(name: "test", line: 1, reason: "a document type is declared")) { _ = try events(text) }
    }

    @Test func entityBombsAreRefused() {
        var text = "<!DOCTYPE a [<!ENTITY l0 \"lollollollollollollollol\">"
        for level in 1...12 {
            text += "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
        }
        #expect(throws: XMLError.self) { _ = try events(text + "]><a>&l12;</a>") }
    }

    @Test func filesNamedByADocumentAreNotRead() throws {
        let text = "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>x&b;y</a>"
        #expect(throws: XMLError.self) { _ = try events(text) }
    }

    @Test func nestingToTheLimitIsReadAndOneMoreIsRefused() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try events(nested(JSONSyntax.maximumDepth)).count == 2 * JSONSyntax.maximumDepth)
        #expect(throws: XMLError(name: "test", line: 0, reason: "nested too deeply")) {
            _ = try events(nested(JSONSyntax.maximumDepth + 1))
        }
        #expect(throws: XMLError.self) { _ = try events(nested(100_000)) }
    }

    /// Without a limit, expat would scan the part from its start for each new piece.
    @Test(arguments: ["<a>", "<!--", "<?x ", "<a b=\"", "<", "<a><![CDATA["])
    func aPartWithoutAnEndIsRefused(start: String) {
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 256 << 10)
        var pieces = 0
        let source = ByteSource(name: "test") {
            pieces += 1
            return pieces == 1 ? Array(start.utf8) : piece
        }
        #expect(throws: XMLError.tooLong("test")) { try XMLEvents().parse(source) }
        #expect(pieces < 24)
    }

    /// A label does not change the bytes; the feed's encoding is declared.
    @Test(arguments: ["ISO-8859-1", "EUC-KR", "no-such", "utf-8"])
    func aPageIsUTF8WhateverItSays(label: String) throws {
        let bytes = Array("<?xml version=\"1.0\" encoding=\"\(label)\"?><a>책방</a>".utf8)
        #expect(try events(ByteSource(name: "test", bytes: bytes)).contains { "\($0)".contains("책방") })
    }

    @Test func whatACallbackThrowsEndsTheReading() {
        struct Enough: Error {}
        for stopsAtStart in [true, false] {
            var count = 0
            let xml = XMLEvents()
            if stopsAtStart {
                xml.onStart = { _ in
                    count += 1
                    throw Enough()
                }
            } else {
                xml.onEnd = { _, _ in
                    count += 1
                    throw Enough()
                }
            }
            #expect(throws: Enough.self) {
                try xml.parse(ByteSource(name: "test", bytes: Array("<a><b>x</b><b>y</b></a>".utf8)))
            }
            #expect(count == 1)
        }
    }

    @Test func errorsNameTheSourceTheLineAndTheReason() {
        let error = #expect(throws: XMLError.self) { _ = try events("<a>\n<b>\n</a>") }
        #expect(error == XMLError(name: "test", line: 3, reason: "mismatched tag"))
        #expect(
            error?.description
                == "test is not well-formed XML at line 3, byte 10 (mismatched tag); correct that position")
        #expect(error?.words.ko == "test: 3행(10바이트)부터 올바른 XML이 아닙니다(mismatched tag). 그 위치를 고치세요")
        let cut = #expect(throws: XMLError.self) { _ = try events("<a>책<b>") }
        #expect(
            cut?.description
                == "test ends in the middle of its XML, at line 1, byte 9 (no element found); fetch it again")
        let ampersand = #expect(throws: XMLError.self) { _ = try events("<a>책 & 방</a>") }
        #expect(ampersand?.offset == 7 && ampersand?.isCutOff == false)
    }
}
