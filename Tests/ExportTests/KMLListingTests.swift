import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliExport

@Suite struct KMLListingTests {
    @Test func textBecomesXMLThatAParserReadsBack() throws {
        for name in hostileNames + ["]]>", "<![CDATA[", "&amp;", "a\u{FFFE}b\u{FFFF}c", "\u{FFFD}ok\u{F8FF}", "é책"] {
            var bytes = Array("<name>".utf8)
            XMLText.append(name, to: &bytes)
            bytes += Array("</name>".utf8)
            let allowed = name.unicodeScalars.filter {
                ![0xFFFE, 0xFFFF].contains($0.value) && ($0.value >= 0x20 || ["\t", "\n", "\r"].contains($0))
            }
            #expect(try text(bytes) == String(String.UnicodeScalarView(allowed)), "\(name.debugDescription)")
        }
    }

    @Test func nothingThatCouldControlATerminalStandsAsItIs() throws {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), DisplayText.isUnsafe(scalar) else { continue }
            let document = try written([SampleRow(name: "a\(scalar)b", note: "\(scalar)", links: ["\(scalar)"])])
            #expect(!document.unicodeScalars.contains { $0 != "\n" && DisplayText.isUnsafe($0) }, "U+\(value)")
            // The name of a Placemark, which is on a line of its own, has no unsafe character either, not even a line
            // end.
            #expect(
                document.contains(value < 0x20 && ![9, 10, 13].contains(value) ? "<name>ab<" : "<name>a&#\(value);b<"))
        }
    }

    @Test func aDescriptionIsHTMLThatShowsTheText() throws {
        #expect(XMLText.html("<b>&\"") == "&lt;b&gt;&amp;&quot;")
        let document = try written([SampleRow(name: "<script>alert(1)</script>")])
        #expect(document.contains("<name>&lt;script&gt;alert(1)&lt;/script&gt;</name>"))
        #expect(!document.contains("<script>"))
    }

    @Test func pointsAreLongitudeFirstWithSevenDecimals() throws {
        #expect(try written([SampleRow()]).contains("<coordinates>126.9236,37.5563</coordinates>"))
    }

    @Test func rowsWithoutAPointAreLeftOutAndCounted() throws {
        let (document, count) = try layers([[SampleRow(coordinate: nil), SampleRow(id: 2)]])
        #expect(document.ranges(of: "<Placemark>").count == 1 && count[0].rows == 2 && count[0].withoutPoint == 1)
    }

    @Test func eachLayerIsAFolderWithASchemaOfItsOwn() throws {
        let (document, counts) = try layers([[SampleRow()], []])
        #expect(counts.map(\.rows) == [1, 0])
        #expect(document.ranges(of: "<Schema ").count == 2 && document.ranges(of: "<Folder>").count == 2)
        #expect(document.contains("<SimpleField type=\"int\" name=\"number\"></SimpleField>"))
        let parts = ["<Style ", "<ExtendedData>\n<Data ", "<Schema ", "<Folder>"].map {
            document.range(of: $0)?.lowerBound ?? document.endIndex
        }
        #expect(parts == parts.sorted(), "KML 2.2's schema wants this order")
        #expect(document.hasSuffix("</Folder>\n</Document>\n</kml>\n"))
    }

    private static let source = SourceStatement(
        feed: "f", title: "t", publisher: "p <x>", license: "l", dataDate: "2026-09-21",
        runStartedAt: "2026-09-21T00:00:00Z", sha256: "0")

    private func written(_ rows: [SampleRow]) throws -> String { try layers([rows]).document }

    /// A document of layers in a temporary file.
    private func layers(_ layers: [[SampleRow]]) throws -> (document: String, counts: [MapDocument.Count]) {
        let path = try TestSupport.temporaryFolder().appendingPathComponent("a.kml").path
        let names = layers.indices.map { "layer\($0)" }
        var schema = ListingSchema<SampleRow>.sample
        schema = ListingSchema(
            columns: schema.columns + [Column("number", en: "n", ko: "n", type: .integer) { .integer($0.id) }],
            tableKeys: [], feature: schema.feature)
        let shapes = try names.map { try schema.shape(named: $0, keys: nil) }
        let document = try MapDocument(
            at: try OutputDestination(path, sparing: []), options(.kml) { $0.sources = [Self.source] }, layers: shapes)
        let counts = try zip(names, layers).map { name, rows in
            try document.add(schema, named: name) { writer in
                for row in rows { try writer.write(row) }
            }
        }
        try document.commit()
        return (try String(contentsOfFile: path, encoding: .utf8), counts)
    }

    /// The text of the only element.
    private func text(_ bytes: [UInt8]) throws -> String {
        var found = ""
        let events = XMLEvents()
        events.onEnd = { found = $1 }
        try events.parse(ByteSource(name: "test", bytes: bytes))
        return found
    }
}
