import GeocliGeo
import GeocliText
import Testing

@testable import GeocliExport

@Suite struct GeoJSONListingTests {
    private static let feature =
        "{\"type\":\"Feature\",\"id\":1,\"geometry\":{\"type\":\"Point\",\"coordinates\":[126.9236,37.5563]},"
        + "\"properties\":{\"id\":1,\"name\":\"책방\",\"note\":null,\"phone\":null,\"links\":null,\"distance_m\":null}}"

    @Test func anEmptyListIsAValidDocument() throws {
        #expect(try sampleText([], options(.geojson)) == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
        #expect(try sampleText([], options(.geojsonseq)) == "")
    }

    @Test func oneRowIsWrittenToTheByte() throws {
        #expect(
            try sampleText([SampleRow()], options(.geojson))
                == "{\"type\":\"FeatureCollection\",\"features\":[\n\(Self.feature)\n]}\n")
        #expect(try sampleText([SampleRow()], options(.geojsonseq)) == Self.feature + "\n")
    }

    @Test func rowsWithoutAPointAreLeftOutAndCounted() throws {
        let rows = [
            SampleRow(id: 1), SampleRow(id: 2, coordinate: nil), SampleRow(id: 3), SampleRow(id: 4, coordinate: nil),
        ]
        for format in [ListingFormat.geojson, .geojsonseq] {
            let (text, withoutPoint) = try listed(rows, .sample, options(format))
            #expect(withoutPoint == 2)
            #expect(try features(text).map(\.id) == [.number("1"), .number("3")])
        }
        for format in [ListingFormat.json, .ndjson, .csv, .tsv, .table] {
            #expect(try listed(rows, .sample, options(format)).withoutPoint == 0)
        }
        #expect(
            try sampleText([SampleRow(coordinate: nil)], options(.geojson))
                == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
    }

    private func features(_ text: String) throws -> [Feature] {
        var reader = FeatureReader(ByteSource(name: "test", bytes: Array(text.utf8)))
        var features: [Feature] = []
        while let feature = try reader.next() { features.append(feature) }
        return features
    }

    @Test func hostileNamesReadBackEqual() throws {
        let rows = hostileNames.enumerated().map { SampleRow(id: Int64($0), name: $1) }
        for format in [ListingFormat.geojson, .geojsonseq] {
            let text = try sampleText(rows, options(format))
            #expect(!text.unicodeScalars.contains { $0 != "\n" && DisplayText.isUnsafe($0) })
            let read = try features(text)
            #expect(read.map { $0["name"]?.stringValue.map { Array($0.utf8) } } == hostileNames.map { Array($0.utf8) })
        }
        #expect(try sampleText(rows, options(.geojsonseq)).split(separator: "\n").count == rows.count)
        let whole = try parsed(try sampleText(rows, options(.geojson)))
        #expect(whole["features"]?.arrayValue?.count == rows.count)
    }

    @Test func fieldsChooseThePropertiesAndThePlaceStays() throws {
        let text = try sampleText([SampleRow()], options(.geojsonseq) { $0.fields = ["longitude", "name", "id"] })
        #expect(
            text
                == "{\"type\":\"Feature\",\"id\":1,\"geometry\":{\"type\":\"Point\",\"coordinates\":[126.9236,37.5563]},"
                + "\"properties\":{\"name\":\"책방\",\"id\":1}}\n")
    }

    @Test func provenanceIsAMemberOfTheCollectionOnly() throws {
        let change: (inout ListingOptions) -> Void = { $0.provenance = [.init("sources", .array([.string("a")]))] }
        let text = try sampleText([], options(.geojson, change))
        #expect(text == "{\"type\":\"FeatureCollection\",\"sources\":[\"a\"],\"features\":[\n]}\n")
        #expect(try sampleText([], options(.geojsonseq, change)) == "")
        #expect(
            try sampleText([], options(.json, change)) == "[\n]\n" || sampleText([], options(.json, change)) == "[]\n")
    }

    @Test func theLowestZoomIsWhereTippecanoeLooks() throws {
        let text = try sampleText([SampleRow(minZoom: 12)], options(.geojsonseq))
        #expect(try parsed(text)["tippecanoe"] == .object([.init("minzoom", .number("12"))]))
        #expect(try parsed(text)["properties"]?["tippecanoe"] == nil)
    }

    @Test func manyRowsStreamInPieces() throws {
        var sizes: [Int] = []
        var bytes: [UInt8] = []
        let sink = ByteSink {
            sizes.append($0.count)
            bytes += $0
        }
        let writer = try ListingWriter(.sample, options(.geojson), into: sink)
        for id in 1...3000 { try writer.write(SampleRow(id: Int64(id))) }
        try writer.finish()
        try sink.flush()
        #expect(writer.rowCount == 3000 && sizes.count > 5)
        // A piece is 64 KiB and at most one row more.
        #expect(sizes.dropLast().allSatisfy { $0 >= 64 << 10 && $0 < (64 << 10) + 1000 })
        #expect(
            try features(String(decoding: bytes, as: UTF8.self)).map(\.id) == (1...3000).map { .number(String($0)) })
    }

    @Test func aRecordSeparatorBeginsEachFeatureOfASequenceThatWantsIt() throws {
        let rows = [SampleRow(), SampleRow(id: 2, coordinate: nil), SampleRow(id: 3)]
        let plain = try sampleText(rows, options(.geojsonseq))
        let marked = try sampleText(rows, options(.geojsonseq) { $0.hasRecordSeparators = true })
        #expect(marked == plain.split(separator: "\n").map { "\u{1E}\($0)\n" }.joined())
    }
}
