import GeocliText
import TestSupport
import Testing

@testable import GeocliGeo

@Suite struct FeatureWriterTests {
    private func text(_ writer: FeatureWriter) -> String { String(decoding: writer.json.bytes, as: UTF8.self) }

    @Test func anEmptyCollectionIsWhole() throws {
        var writer = FeatureWriter(.collection)
        writer.begin()
        writer.end()
        #expect(text(writer) == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
        let value = try JSONValue(parsing: writer.json.bytes, name: "test")
        #expect(value["type"] == .string("FeatureCollection") && value["features"] == .array([]))
    }

    @Test func anEmptySequenceIsNothing() {
        var writer = FeatureWriter(.sequence)
        writer.begin(members: [.init("sources", .null)])
        writer.end()
        #expect(writer.json.bytes == [])
    }

    @Test func aCollectionIsWrittenToTheByte() {
        var writer = FeatureWriter(.collection)
        writer.begin(members: [.init("sources", .array([.string("책방")]))])
        writer.feature(id: .number("1"), at: .point(place(126.92360004, 37.5))) { json in
            json.name("name")
            json.string("a\"b")
            json.name("phone")
            json.null()
        }
        writer.feature(
            id: nil, at: .point(place(-180, -90)),
            members: { json in
                json.name("tippecanoe")
                json.value(.object([.init("minzoom", .number("4"))]))
            }, properties: { _ in })
        writer.end()
        #expect(
            text(writer) == """
                {"type":"FeatureCollection","sources":["책방"],"features":[
                {"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[126.9236,37.5]},"properties":{"name":"a\\"b","phone":null}},
                {"type":"Feature","tippecanoe":{"minzoom":4},"geometry":{"type":"Point","coordinates":[-180,-90]},"properties":{}}
                ]}

                """)
    }

    @Test func aSequenceIsOneFeatureALine() {
        var writer = FeatureWriter(.sequence)
        writer.begin()
        for id in 1...2 { writer.feature(id: .string("\(id)"), at: .point(place(0, 0))) { _ in } }
        writer.end()
        func line(_ id: Int) -> String {
            "{\"type\":\"Feature\",\"id\":\"\(id)\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[0,0]},\"properties\":{}}\n"
        }
        #expect(text(writer) == line(1) + line(2))
    }

    @Test func coordinatesHaveSevenDecimalsAtMost() {
        var writer = FeatureWriter(.sequence)
        writer.feature(id: nil, at: .point(place(126.123456789, -37.99999999))) { _ in }
        #expect(text(writer).contains("[126.1234568,-38]"))
        #expect(FeatureWriter.maximumDecimals == 7)
    }

    @Test(arguments: [FeatureWriter.Form.collection, .sequence])
    func whatWasWrittenReadsBackEqual(_ form: FeatureWriter.Form) throws {
        let names = [
            "책방", "a\"b\\c", "line\nend\r\n", "\u{202E}evil\u{1B}[31m", "", "\u{0}", "😀", "e\u{301}", "</script>",
            "\u{2028}",
        ]
        for seed in UInt64(1)...100 {
            var random = SeededGenerator(seed: seed)
            var writer = FeatureWriter(form)
            var bytes: [UInt8] = []
            writer.begin(members: [.init("sources", .string("x"))])
            var expected: [Feature] = []
            for id in 0..<Int.random(in: 0...5, using: &random) {
                let eastward = Int.random(in: -1_800_000_000...1_800_000_000, using: &random)
                let northward = Int.random(in: -900_000_000...900_000_000, using: &random)
                let coordinate = place(Double(eastward) / 1e7, Double(northward) / 1e7)
                let name = names.randomElement(using: &random) ?? ""
                let number = JSONValue.number(String(id))
                writer.feature(id: number, at: .point(coordinate)) { json in
                    json.name("이름")
                    json.string(name)
                    json.name(name)
                    json.bool(true)
                }
                // Like a caller that empties the buffer between Features.
                bytes += writer.json.bytes
                writer.json.bytes = []
                expected.append(
                    Feature(
                        id: number, geometry: .point(coordinate),
                        properties: [.init("이름", .string(name)), .init(name, .bool(true))]))
            }
            writer.end()
            bytes += writer.json.bytes
            #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A }, "seed \(seed)")
            if form == .collection { #expect(throws: Never.self) { try JSONValue(parsing: bytes, name: "test") } }
            var reader = FeatureReader(ByteSource(name: "test", bytes: bytes))
            var read: [Feature] = []
            while let feature = try reader.next() { read.append(feature) }
            #expect(read == expected, "seed \(seed)")
        }
    }
}
