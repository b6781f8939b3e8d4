import GeocliText
import Testing

@testable import GeocliGeo

@Suite struct FeatureReaderTests {
    /// The ids of all Features, "-" for none.
    private func ids(_ text: String, pieces size: Int = .max) throws -> [String] {
        var rest = Array(text.utf8)[...]
        var reader = FeatureReader(
            ByteSource(name: "test") {
                defer { rest = rest.dropFirst(size) }
                return Array(rest.prefix(size))
            })
        var ids: [String] = []
        while let feature = try reader.next() {
            ids.append(feature.id?.scalarText ?? "-")
            #expect(reader.count == ids.count)
        }
        #expect(try reader.next() == nil)
        return ids
    }

    private func feature(_ id: Int) -> String {
        "{\"type\":\"Feature\",\"id\":\(id),\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{\"a\":[{}]}}"
    }

    private func collection(_ ids: [Int]) -> String {
        "{\"type\":\"FeatureCollection\",\"bbox\":[1,2,3,4],\"features\":[\(ids.map(feature).joined(separator: ",\n"))],\"x\":{\"y\":[]}}\n"
    }

    @Test func aCollectionGivesItsFeatures() throws {
        #expect(try ids(collection([1, 2, 3])) == ["1", "2", "3"])
        #expect(try ids("\u{FEFF} " + collection([1])) == ["1"])
        #expect(try ids(collection([])) == [])
    }

    @Test func everyPieceSizeGivesTheSame() throws {
        let text = collection([1, 2]) + feature(3) + "\n\u{1E}" + feature(4) + "\n"
        for size in 1...text.utf8.count {
            #expect(try ids(text, pieces: size) == ["1", "2", "3", "4"], "pieces of \(size)")
        }
    }

    @Test func membersMayStandInAnyOrder() throws {
        #expect(try ids("{\"features\":[\(feature(1))],\"type\":\"FeatureCollection\"}") == ["1"])
        #expect(try ids("{\"features\":[],\"type\":\"FeatureCollection\"}") == [])
        #expect(try ids("{\"properties\":{},\"geometry\":null,\"id\":\"a\",\"type\":\"Feature\"}") == ["a"])
    }

    @Test func sequencesGiveAllTheirFeatures() throws {
        #expect(try ids(feature(1) + "\n" + feature(2) + "\n") == ["1", "2"])
        #expect(try ids(feature(1) + "\r\n\r\n" + feature(2)) == ["1", "2"])
        #expect(try ids("\u{1E}" + feature(1) + "\n\u{1E}" + feature(2) + "\n") == ["1", "2"])
        #expect(try ids(feature(1) + feature(2)) == ["1", "2"])
        #expect(try ids(collection([1, 2]) + collection([]) + collection([3])) == ["1", "2", "3"])
    }

    @Test func oneFeatureOrOneGeometryIsEnough() throws {
        #expect(try ids(feature(9)) == ["9"])
        #expect(try ids("{\"type\":\"Point\",\"coordinates\":[1,2]}") == ["-"])
        #expect(
            try ids("{\"type\":\"GeometryCollection\",\"geometries\":[]}\n{\"coordinates\":[],\"type\":\"MultiPoint\"}")
                == ["-", "-"])
    }

    @Test func nothingGivesNothing() throws {
        #expect(try ids("") == [])
        #expect(try ids(" \n\u{1E}\n") == [])
    }

    @Test func propertiesArriveAsTheyWereWritten() throws {
        var reader = FeatureReader(
            ByteSource(
                name: "test", bytes: Array("{\"type\":\"Feature\",\"properties\":{\"이름\":\"책\\n방\",\"n\":1.50}}".utf8)))
        let feature = try reader.next()
        #expect(feature?["이름"] == .string("책\n방"))
        #expect(feature?["n"] == .number("1.50"))
    }

    @Test func documentsCutAtAnyByteAreRefused() {
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\(feature(1)),\(feature(2))]}"
        let bytes = Array(text.utf8)
        for count in 1..<bytes.count {
            #expect(throws: JSONError.self, "cut at \(count)") {
                try ids(String(decoding: bytes[..<count], as: UTF8.self))
            }
        }
    }

    @Test func featuresBeforeTheBreakAreGiven() throws {
        var reader = FeatureReader(ByteSource(name: "test", bytes: Array("{\"features\":[\(feature(1)),".utf8)))
        #expect(try reader.next()?.id == .number("1"))
        #expect(throws: JSONError.self) { try reader.next() }
        #expect(reader.count == 1)
    }

    @Test(arguments: [
        "[]", "1", "\"x\"", "null", "nonsense", "[{\"type\":\"Feature\"}]", "{\"type\":\"Feature\"} x",
        "{\"type\":\"Feature\"},{}",
    ])
    func whatIsNoObjectIsRefused(_ text: String) {
        #expect(throws: JSONError.self) { try ids(text) }
    }

    @Test(arguments: [
        "{}", "{\"type\":\"Topology\",\"objects\":{}}", "{\"features\":[]}",
        "{\"type\":\"FeatureCollection\",\"features\":[1]}",
        "{\"type\":\"FeatureCollection\",\"features\":[{}]}", "{\"type\":\"FeatureCollection\",\"features\":[null]}",
        "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Point\",\"coordinates\":[37,126]}]}",
    ])
    func whatIsNoGeoJSONIsRefused(_ text: String) {
        #expect(throws: GeoError.self) { try ids(text) }
    }

    @Test func featuresThatAreNoArrayAreRefused() {
        for features in ["{}", "null", "1"] {
            #expect(throws: (any Error).self) { try ids("{\"type\":\"FeatureCollection\",\"features\":\(features)}") }
        }
    }

    @Test func hugeNestingIsRefused() {
        let deep = String(repeating: "[", count: 100_000)
        for text in [
            "{\"type\":\"Point\",\"coordinates\":\(deep)", "{\"features\":[\(deep)",
            "{\"features\":[{\"properties\":\(deep)",
        ] {
            let error = #expect(throws: JSONError.self) { try ids(text) }
            #expect(error?.code == .depth)
        }
        let nested = String(repeating: "{\"type\":\"GeometryCollection\",\"geometries\":[", count: 100_000)
        #expect(throws: JSONError.self) { try ids(nested) }
    }

    @Test func nestingWithinTheLimitIsRead() throws {
        let depth = 100
        let text =
            String(repeating: "{\"type\":\"GeometryCollection\",\"geometries\":[", count: depth)
            + String(repeating: "]}", count: depth)
        #expect(try ids(text) == ["-"])
    }
}
