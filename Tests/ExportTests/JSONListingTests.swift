import GeocliGeo
import GeocliText
import Testing

@testable import GeocliExport

@Suite struct JSONListingTests {
    @Test func anEmptyListIsAValidDocument() throws {
        #expect(try sampleText([], options(.json)) == "[]\n")
        #expect(try sampleText([], options(.ndjson)) == "")
        #expect(try sampleText([], options(.json) { $0.isSingle = true }) == "")
    }

    private static let line =
        "{\"id\":1,\"name\":\"책방\",\"note\":null,\"phone\":null,\"links\":null,\"latitude\":37.5563,"
        + "\"longitude\":126.92360004,\"distance_m\":null}"

    @Test func oneRowIsWrittenToTheByte() throws {
        #expect(try sampleText([SampleRow()], options(.json)) == "[\n\(Self.line)\n]\n")
        #expect(try sampleText([SampleRow()], options(.ndjson)) == Self.line + "\n")
        #expect(try sampleText([SampleRow()], options(.json) { $0.isSingle = true }) == Self.line + "\n")
    }

    @Test func manyRowsAreOneDocumentOrOneALine() throws {
        let rows = (1...3).map { SampleRow(id: $0, name: "서점 \($0)") }
        let elements = try #require(parsed(try sampleText(rows, options(.json))).arrayValue)
        #expect(elements.map { $0["id"]?.scalarText } == ["1", "2", "3"])
        let lines = try sampleText(rows, options(.ndjson)).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4 && lines.last == "")
        #expect(try lines.dropLast().map { try parsed(String($0)) } == elements)
    }

    @Test func fieldsChooseAndOrderTheKeys() throws {
        let text = try sampleText([SampleRow()], options(.ndjson) { $0.fields = ["phone", "id"] })
        #expect(text == "{\"phone\":null,\"id\":1}\n")
    }

    @Test func hostileNamesReadBackEqualAndNeverBreakALine() throws {
        let rows = hostileNames.map { SampleRow(name: $0, links: [$0, "x"]) }
        let lines = try sampleText(rows, options(.ndjson)).split(separator: "\n", omittingEmptySubsequences: true)
        #expect(lines.count == rows.count)
        for (line, name) in zip(lines, hostileNames) {
            #expect(!line.unicodeScalars.contains(where: DisplayText.isUnsafe))
            let value = try parsed(String(line))
            #expect(Array(value["name"]?.stringValue?.utf8 ?? "-".utf8) == Array(name.utf8))
            #expect(value["links"]?.arrayValue?.count == 2)
        }
        #expect(try parsed(sampleText(rows, options(.json))).arrayValue?.count == rows.count)
    }

    @Test func coordinatesReadBackEqualAndDistancesHaveThreeDecimals() throws {
        let row = SampleRow(
            coordinate: Coordinate(uncheckedLongitude: 126.92360000000001, latitude: -0.1), meters: 1234.5675)
        let value = try parsed(try sampleText([row], options(.ndjson)))
        #expect(value["longitude"] == .number("126.92360000000001"))
        #expect(value["latitude"]?.doubleValue == -0.1)
        #expect(value["distance_m"] == .number("1234.568") || value["distance_m"] == .number("1234.567"))
        #expect(try parsed(sampleText([SampleRow(meters: 5)], options(.ndjson)))["distance_m"] == .number("5.000"))
    }

    @Test func everyKindOfValueHasItsJSON() {
        let cases: [(OutputValue, String, String)] = [
            (.null, "null", ""), (.bool(true), "true", "true"), (.bool(false), "false", "false"),
            (.integer(-7), "-7", "-7"),
            (.number(1.5), "1.5", "1.5"), (.degrees(37.12345678), "37.12345678", "37.12345678"),
            (.meters(2), "2.000", "2.000"),
            (.text("a"), "\"a\"", "a"), (.code("b"), "\"b\"", "b"), (.list(["a", "b"]), "[\"a\",\"b\"]", "a b"),
            (.list([]), "[]", ""),
            (.box([1, 2.5, 3, 4]), "[1,2.5,3,4]", "[1,2.5,3,4]"),
            (.json(.object([.init("x", .number("1.0"))])), "{\"x\":1.0}", "{\"x\":1.0}"),
            (.json(.string("s")), "\"s\"", "s"), (.json(.null), "null", ""),
        ]
        for (value, json, cell) in cases {
            var writer = JSONWriter()
            value.write(to: &writer, forMaps: false)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
            #expect(value.cell == cell)
        }
        var writer = JSONWriter()
        OutputValue.box([126.123456789]).write(to: &writer, forMaps: true)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "[126.1234568]")
    }

    @Test func nothingIsNull() {
        #expect(OutputValue.text(nil) == .null && OutputValue.code(nil) == .null && OutputValue.integer(nil) == .null)
        #expect(OutputValue.integer(5 as Int?) == .integer(5))
    }
}
