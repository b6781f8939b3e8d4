import Foundation
import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Rows that are not well-formed are set aside, and the rows around them are read as if they were not there.
@Suite struct BrokenRowsTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    private static let count = 12

    /// A way to write the rows, with `@` in the middle of a row's name.
    enum Form: String, CaseIterable { case csv, cp949, ownCSV, json, xml, geojson }

    /// What stands in place of `@`, and why the row is set aside.
    private static func faults(_ form: Form) -> [(bytes: [UInt8], reason: RejectionReason)] {
        let wrong: [([UInt8], RejectionReason)] = [([0xFF], .badEncoding)]
        return switch form {
        case .csv, .ownCSV:
            wrong + [([0xC3], .badEncoding), ([0xED, 0xA0, 0x80], .badEncoding), (Array(",".utf8), .notARow)]
        case .cp949: wrong + [([0xB1], .badEncoding), (Array(",,".utf8), .notARow)]
        case .json, .geojson:
            wrong + [([0xE1, 0x80], .badEncoding)]
                + ["\"", "\\x", "\\u12G4", "\n", "\u{B}", "\" \""].map { (Array($0.utf8), .malformed) }
        case .xml:
            wrong + [([0xE1, 0x80], .badEncoding)]
                + ["& ", "&nbsp;", "&#11;", "\u{B}", "<", "<책방>", "</ADRES>"].map {
                    (Array($0.utf8), .malformed)
                }
        }
    }

    private func feed(_ form: Form) throws -> Feed {
        switch form {
        case .json, .xml: return .seoulBookstores
        case .csv, .cp949:
            return Feed(
                id: "csv", title: Words(en: "c", ko: "c"), publisher: "-", license: "-", envelope: .csv,
                encoding: form == .csv ? .utf8 : .cp949,
                fields: [.id: "id", .name: "name", .x: "lon", .y: "lat"],
                area: BoundingBox(checkedWest: 126, south: 37, east: 128, north: 38))
        case .ownCSV, .geojson:
            var columns = FileColumns()
            (columns.id, columns.name) = (form == .geojson ? "no" : "id", "name")
            if form == .ownCSV { (columns.latitude, columns.longitude) = ("lat", "lon") }
            return try columns.feed(id: "own")
        }
    }

    /// A page whose row number `broken` has `fault` in its name.
    private func page(_ form: Form, broken: Int?, _ fault: [UInt8] = []) -> [UInt8] {
        func name(_ number: Int) -> String { number == broken ? "책\u{1}방 \(number)" : "책방 \(number)" }
        let numbers = 1...Self.count
        var bytes: [UInt8]
        switch form {
        case .csv, .cp949, .ownCSV:
            let rows = numbers.map { "\($0),\(name($0)),37.5,127.\($0)" }
            bytes = Array((["id,name,lat,lon"] + rows + [""]).joined(separator: "\n").utf8)
            if form == .cp949 {
                // 책 and 방 in CP949.
                let text = String(decoding: bytes, as: UTF8.self)
                bytes = text.unicodeScalars.flatMap { scalar -> [UInt8] in
                    scalar == "책" ? [0xC3, 0xA5] : scalar == "방" ? [0xB9, 0xE6] : [UInt8(scalar.value)]
                }
            }
        case .json, .xml:
            let rows = numbers.map { RowText("\($0)", name: name($0) == "책방 \($0)" ? "책방 \($0)" : "책@방 \($0)") }
            bytes = (form == .json ? PageText.json(rows) : PageText.xml(rows)).map { $0 == UInt8(ascii: "@") ? 1 : $0 }
        case .geojson:
            let rows = numbers.map {
                "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[127.\($0),37.5]},\"properties\":{\"no\":\($0),\"name\":\"\(name($0))\"}}"
            }
            bytes = Array("{\"type\":\"FeatureCollection\",\"features\":[\(rows.joined(separator: ","))]}".utf8)
        }
        guard let place = bytes.firstIndex(of: 1) else { return bytes }
        bytes.replaceSubrange(place...place, with: fault)
        return bytes
    }

    @Test(arguments: Form.allCases)
    func oneBrokenRowLeavesTheOthersAsTheyAre(form: Form) throws {
        let feed = try feed(form)
        try bench.ingest([page(form, broken: nil)], of: feed)
        let whole = try bench.entries().map(\.place)
        #expect(whole.count == Self.count)
        for (fault, reason) in Self.faults(form) {
            for broken in [1, 7, Self.count] {
                let bytes = page(form, broken: broken, fault)
                let bench = try IngestBench()
                let report = try bench.ingest([bytes], of: feed)
                let about: Comment = "\(form) \(fault) in row \(broken)"
                #expect(report.refusal == nil && report.run.counts.rejected == 1, about)
                #expect(report.run.counts.received == Self.count && report.run.counts.accepted == Self.count - 1, about)
                #expect(try bench.entries().map(\.place) == whole.filter { $0.feedID != "\(broken)" }, about)
                let rejects = try bench.rejects()
                #expect(rejects.map(\.reason) == [reason] && rejects.map(\.origin.row) == [broken], about)
                if reason == .badEncoding {
                    let marks = fault.count == 1 ? bytes.firstIndex(of: fault[0]) : nil
                    if form != .cp949, let marks, fault == [0xFF] { #expect(rejects[0].origin.byte == marks, about) }
                    #expect(rejects[0].value?.hasPrefix("0x") == (form == .cp949 ? nil : true), about)
                }
                if form != .json, form != .geojson, form != .xml {
                    #expect(rejects[0].origin.line == broken + 1, about)
                }
                #expect(rejects[0].raw.contains("\(broken)"), about)
            }
        }
    }

    /// The input of a public complaint: a column of fixed width that cuts the last character in half.
    @Test func aByteOfACutCharacterIsNamed() throws {
        var bytes = page(.cp949, broken: nil)
        let line = Array("\n4,".utf8) + [0xC3, 0xA5, 0xB9, 0xE6]
        let start = try #require(bytes.firstRange(of: line))
        bytes.remove(at: start.upperBound - 1)
        #expect(try bench.ingest([bytes], of: feed(.cp949)).run.counts.accepted == Self.count - 1)
        let reject = try #require(try bench.rejects().first)
        #expect(reject.origin.line == 5 && reject.origin.byte == start.upperBound - 2 && reject.value == nil)
        #expect(reject.raw == "4,책\u{FFFD} 4,37.5,127.4")
    }

    @Test(arguments: [Form.csv, .ownCSV, .json, .xml, .geojson])
    func aPageInAnotherEncodingIsRefusedWithAdvice(form: Form) throws {
        // Hangul in CP949 in place of UTF-8.
        let text = page(form, broken: nil)
        var bytes: [UInt8] = []
        var rest = text[...]
        while let first = rest.first {
            if rest.starts(with: Array("책".utf8)) {
                bytes += [0xC3, 0xA5]
            } else if rest.starts(with: Array("방".utf8)) {
                bytes += [0xB9, 0xE6]
            } else if first < 0x80 {
                bytes.append(first)
            }
            rest = rest.dropFirst()
        }
        let thrown = #expect(throws: (any Error).self) { try bench.ingest([bytes], of: feed(form)) }
        let error = thrown as? any ExplainedError
        #expect(error?.words.en.contains("CP949") == true && error?.words.en.contains("byte") == true)
        #expect(try bench.entries().isEmpty)
    }

    @Test func utf8IsNotCP949() throws {
        let error = #expect(throws: TextEncodingError.self) {
            try bench.ingest([page(.csv, broken: nil)], of: feed(.cp949))
        }
        #expect(error?.isUTF8 == true)
        var columns = FileColumns()
        (columns.id, columns.name, columns.latitude, columns.longitude) = ("id", "name", "lat", "lon")
        columns.encoding = "CP949"
        let own = try columns.feed(id: "own")
        let other = #expect(throws: PlainError.self) { try bench.ingest([page(.csv, broken: nil)], of: own) }
        #expect(other?.words.en == "page 1 is not CP949 but UTF-8; leave out --encoding")
    }

    @Test(arguments: [Form.json, .xml, .geojson])
    func halfAPageWithABrokenRowIsNeverPublished(form: Form) throws {
        let feed = try feed(form)
        let bytes = page(form, broken: 2, [0xFF])
        for length in stride(from: 1, to: bytes.count - 1, by: bytes.count / 40) {
            #expect(throws: (any Error).self, "the first \(length) bytes") {
                try bench.ingest([Array(bytes.prefix(length))], of: feed)
            }
        }
        #expect(try bench.entries().isEmpty)
    }

    private static func line(_ number: Int) -> String {
        #"{"type":"Feature","id":\#(number),"properties":{"no":\#(number),"name":"책방 \#(number)"},"geometry":{"type":"Point","coordinates":[127.\#(number),37.5]}}"#
    }

    /// Features in lines: a broken line is rejected like a broken Feature of a collection.
    @Test(arguments: [
        ("]}}", ""), ("}}", "}"), ("\"책방", "책방"), ("[127", "[NaN"), ("\"geometry\":{", "\"geometry\":"), ("}}", "}}}"),
        ("\"책방", "\"\"책방"),
    ])
    func aBrokenLineLeavesTheOthersAsTheyAre(_ part: String, _ fault: String) throws {
        for broken in [1, 4, 8] {
            let lines = (1...8).map { $0 == broken ? Self.line($0).replacing(part, with: fault) : Self.line($0) }
            let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
            let bench = try IngestBench()
            let report = try bench.ingest([bytes], of: feed(.geojson))
            let about: Comment = "\(fault) in line \(broken)"
            #expect(report.refusal == nil && report.run.counts.rejected == 1, about)
            #expect(try bench.entries().count == (fault == "}}}" ? 8 : 7), about)
            let rejects = try bench.rejects()
            #expect(rejects.map(\.origin.line) == [broken] && rejects.map(\.reason) == [.malformed], about)
        }
    }

    @Test func aCutLastLineIsACutFile() throws {
        let lines = (1...8).map(Self.line).joined(separator: "\n")
        #expect(throws: JSONError.self) { try bench.ingest([Array(lines.utf8.dropLast(20))], of: feed(.geojson)) }
        #expect(try bench.entries().isEmpty)
    }

    /// Two files that were joined; the second one begins with a byte order mark.
    @Test(arguments: ["", "\u{FEFF}"]) func theNamesOfColumnsAgainAreNoRow(mark: String) throws {
        let text = String(decoding: page(.csv, broken: nil), as: UTF8.self)
        let names = text.prefix { $0 != "\n" }
        let row = "5,책방 5"
        for form in [Form.csv, .ownCSV] {
            let bench = try IngestBench()
            let joined = text.replacing(row, with: mark + names + "\n" + row)
            let report = try bench.ingest([Array(joined.utf8)], of: feed(form))
            #expect(
                report.refusal == nil && report.run.counts.accepted == Self.count && report.run.counts.rejected == 1)
            let rejects = try bench.rejects()
            #expect(rejects.map(\.origin.line) == [6] && rejects.map(\.reason) == [.notARow])
        }
    }

    /// Windows-1252 as CP949: Ávila would be 햢ila.
    @Test func aWesternTextIsNotCP949() throws {
        let names: [[UInt8]] = [[0xC1] + Array("vila".utf8), [0xC5] + Array("lesund".utf8), Array("Lima".utf8)]
        let rows = names.enumerated().map {
            Array("\($0.offset),".utf8) + $0.element + Array(",37.5,127.\($0.offset)\n".utf8)
        }
        let error = #expect(throws: TextEncodingError.self) {
            try bench.ingest([Array("id,name,lat,lon\n".utf8) + rows.joined()], of: feed(.cp949))
        }
        #expect(error?.words.en.contains("iconv -f WINDOWS-1252 -t UTF-8") == true)
        #expect(error?.words.ko.contains("iconv -f WINDOWS-1252 -t UTF-8") == true)
    }

    @Test func coordinatesInQuotesAreNamed() throws {
        let lines = (1...5).map { Self.line($0).replacing("[127.\($0),37.5]", with: "[\"127.\($0)\",\"37.5\"]") }
        let report = try bench.ingest([Array(lines.joined(separator: "\n").utf8)], of: feed(.geojson))
        #expect(report.refusal?.en.contains("without quotes") == true)
    }

    @Test func aFileThatEndsInTheMiddleOfACharacterIsCutOff() throws {
        for end in [[0xEC], [0xEC, 0xB1]] as [[UInt8]] {
            let bytes = Array(page(.csv, broken: nil).dropLast(8)) + end
            #expect(throws: IngestError.self) { try bench.ingest([bytes], of: feed(.csv)) }
            let last = page(.csv, broken: nil).dropLast() + end
            #expect(throws: IngestError.self) { try bench.ingest([Array(last)], of: feed(.csv)) }
        }
        #expect(throws: CSVError.self) {
            try bench.ingest([Array(page(.csv, broken: nil)) + Array("13,\"책방".utf8)], of: feed(.csv))
        }
    }

    /// Each name is the one of a row with a stray quote, and how many rows are set aside.
    @Test(arguments: ["\"책방 3", "\"책\"방 3", "\"책방 3\" 옆", "책방 3\"", "\"12\" 바이닐", "\"\"책방\"\""])
    func aStrayQuoteTakesItsOwnRowOnly(name: String) throws {
        let isSound = name == "책방 3\""
        let text = String(decoding: page(.csv, broken: nil), as: UTF8.self)
        let report = try bench.ingest([Array(text.replacing("책방 3,", with: name + ",").utf8)], of: feed(.csv))
        #expect(report.run.counts.received == 12 && report.run.counts.rejected == (isSound ? 0 : 1))
        #expect(try bench.rejects().map(\.origin.line) == (isSound ? [] : [4]))
        #expect(
            try bench.entries().map(\.place.feedID).sorted()
                == (1...12).filter { isSound || $0 != 3 }.map(String.init).sorted())
    }

    /// The next quote is in another row and closes a field there, so the record seems to be sound.
    @Test func aStrayQuoteSwallowsNoRows() throws {
        for (third, ninth) in [("\"책방 3", "책방 9\""), ("\"책방 3", "\"책방 9\"")] {
            let bench = try IngestBench()
            let text = String(decoding: page(.csv, broken: nil), as: UTF8.self).replacing("책방 3", with: third)
                .replacing("책방 9", with: ninth)
            #expect(try bench.ingest([Array(text.utf8)], of: feed(.csv)).run.counts.rejected == 1)
            #expect(try bench.entries().count == 11 && bench.rejects().map(\.origin.line) == [4])
        }
    }

    /// Quoted fields of several lines are no fault, whatever the lines look like.
    @Test func severalLinesInAFieldStay() throws {
        let memos = ["첫 줄\n둘째 줄", "책, 음반\n커피, 빵, 문구, 굿즈, 꽃", "\n\n", "1\n2\n3", "a,b,c,d,e\r\nf,g,h,i,j"]
        let rows = memos.enumerated().map { "\($0.offset),책방,37.5,127.1,\"\($0.element)\"" }
        let bytes = Array((["id,name,lat,lon,memo"] + rows).joined(separator: "\n").utf8)
        let report = try bench.ingest([bytes], of: feed(.csv))
        #expect(report.run.counts.accepted == memos.count && report.run.counts.rejected == 0)
    }

    @Test func moreThanAFifthIsRefusedWithTheFirstPlace() throws {
        var bytes = page(.csv, broken: nil)
        for number in [3, 5, 8] {
            let place = try #require(bytes.firstRange(of: Array("책방 \(number),".utf8)))
            bytes[place.lowerBound] = 0xFF
        }
        let first = try #require(bytes.firstIndex(of: 0xFF))
        let report = try bench.ingest([bytes], of: feed(.csv))
        #expect(
            report.refusal?.en
                == "3 of 12 rows are unusable (more than 20 %); the first broken one is row 3 of page 1, at byte \(first); correct it, declare the other encoding (UTF-8 or CP949), or convert it (Western European text: iconv -f WINDOWS-1252 -t UTF-8); see 'geocli runs 1'"
        )
        #expect(try bench.entries().isEmpty && bench.rejects(run: 1).count == 3)
    }

    /// The last page of a service may have a single row.
    @Test func aPageOfOneBrokenRowEndsNoNight() throws {
        let good = PageText.json((1...9).map { RowText("\($0)") }, total: 10)
        let bad = PageText.json([RowText("10", name: "@")], total: 10).map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }
        #expect(try bench.ingest([good, bad]).run.counts.accepted == 9)
        #expect(try bench.rejects().map(\.origin.page) == ["page 2"])
    }
}

/// HTML in the values of a feed.
@Suite struct HTMLValuesTests {
    private func place(_ name: String, _ fields: [FeedField: String] = [:]) throws -> (Place, FeedRules) {
        let rules = FeedRules(feed: .seoulBookstores)
        let values = fields.map { (field: $0.key, text: $0.value) } + [(.id, "1"), (.name, name)]
        let verdict = try FeedRecord.with(row: [], values: values) { try rules.verdict($0) }
        guard case .place(let place, _) = verdict else { throw PlainError(.data, en: "rejected", ko: "") }
        return (place, rules)
    }

    @Test(arguments: [
        ("B&amp;B 책방", "B&B 책방"), ("<b>책</b>방", "책방"), ("책방&#39;s", "책방's"), ("책방&#x27;s", "책방's"),
        ("&lt;책방&gt;", "<책방>"), ("&quot;책&quot;", "\"책\""), ("책방&nbsp;온", "책방 온"), ("책방<br>온", "책방 온"),
        ("책방 <BR/> 온", "책방  온"), ("B&amp;amp;B", "B&B"), ("&lt;b&gt;책&lt;/b&gt;방", "책방"), ("Caf&eacute;", "Café"),
        ("책방&middot;온", "책방·온"), ("Joe&#146;s", "Joe’s"), ("<p>책방</p><p>온</p>", "책방 온"),
        ("<a href=\"http://a.kr\">책방</a>", "책방"), ("1 &lt; 2", "1 < 2"), ("책방&#x1F4DA;", "책방📚"),
    ])
    func whatIsCompleteBecomesText(_ html: String, _ text: String) throws {
        let (place, rules) = try place(html, [.address: html])
        #expect(place.name == text && place.address == text && rules.htmlCount == 2)
    }

    @Test(arguments: [
        "AT&T", "A&B", "R&D", "1 < 2", "<책방이음>", "<BOOK>", "a&copy=1", "&amp 책방", "&;", "&#;", "&#x;", "&#11;", "&#0;",
        "&#xD800;", "<b>책방", "책방</b>", "<p 책방>", "a < b > c", "<3", "&nosuch;", "책방 & 온;", "<>", "<b", "&&&", "<책>&<방>",
    ])
    func whatIsNotStays(_ text: String) throws {
        let (place, rules) = try place(text)
        #expect(place.name == text && rules.htmlCount == 0)
    }

    @Test func addressesOfPagesAreThoseThatTheReferencesMean() throws {
        let (place, _) = try place(
            "책방",
            [
                .website: "http://a.kr/?x=1&amp;y=2", .sns: "<a href='https://instagram.com/a?b=1&amp;c=2'>인스타</a>",
                .phone: "02-123&#45;4567",
            ])
        #expect(place.website == "http://a.kr/?x=1&y=2" && place.websiteRaw == "http://a.kr/?x=1&amp;y=2")
        #expect(place.sns?.first?.contains("b=1&c=2") == true && place.phone == "+8221234567")
        #expect(try self.place("책방", [.website: "http://a.kr/?a=1&copy=2"]).0.website == "http://a.kr/?a=1&copy=2")
    }

    @Test func theRunSaysWhatWasChanged() throws {
        let bench = try IngestBench()
        let rows = [
            RowText("1", name: "B&amp;B 책방"), RowText("2", name: "<책방이음>"), RowText("3").at("\"127\"", "\"37.6\""),
        ]
        let report = try bench.ingest([PageText.json(rows)])
        let warning = try #require(report.warnings.first { $0.code == "html" })
        #expect(warning.words.en == "1 value had HTML and is listed as text, such as \"B&amp;B 책방\" as \"B&B 책방\"")
        #expect(try bench.entries().map(\.place.name) == ["B&B 책방", "<책방이음>", "책방"])
        // XML is decoded by its reader; a text that was escaped twice is left.
        let other = try IngestBench()
        try other.ingest([PageText.xml(rows)])
        #expect(try other.entries().map(\.place) == bench.entries().map(\.place))
    }
}
