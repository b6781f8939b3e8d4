internal import GeocliGeo
internal import GeocliText
internal import Testing

@testable internal import GeocliQuery

@Suite struct PolygonFileTests {
    private static func square(_ x: Int, _ y: Int = 0) -> String {
        "[[[\(x),\(y)],[\(x + 1),\(y)],[\(x + 1),\(y + 1)],[\(x),\(y + 1)],[\(x),\(y)]]]"
    }

    private static func feature(_ geometry: String) -> String { "{\"type\":\"Feature\",\"geometry\":\(geometry)}" }

    private static func polygon(_ x: Int) -> String { "{\"type\":\"Polygon\",\"coordinates\":\(square(x))}" }

    private func file(_ features: [String], atOnce: Int = 1 << 20) -> PolygonFile {
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
        var file = PolygonFile(ByteSource(name: "areas", bytes: Array(text.utf8)))
        file.positionsAtOnce = atOnce
        return file
    }

    private func failure(_ features: [String], atOnce: Int) -> String? {
        var file = file(features, atOnce: atOnce)
        do {
            while try file.nextTogether() != nil {}
            return nil
        } catch {
            return (error as? PolygonFileError)?.words.en ?? "\(error)"
        }
    }

    /// Features read together are the same as Features read one by one.
    @Test(arguments: [1, 5, 6, 11, 100, 1 << 20])
    func featuresTogetherAreThoseOneByOne(atOnce: Int) throws {
        let features = [
            Self.polygon(0), Self.feature("null"), Self.feature(Self.polygon(2)),
            "{\"type\":\"Point\",\"coordinates\":[1,2]}",
            "{\"type\":\"MultiPolygon\",\"coordinates\":[\(Self.square(4)),\(Self.square(6))]}",
            Self.feature("{\"type\":\"Polygon\",\"coordinates\":[]}"), Self.polygon(8), Self.polygon(10),
        ]
        var one = file(features)
        var wanted: [Polygon] = []
        var numbers: [Int] = []
        while let area = try one.next() {
            wanted += area.area.polygons
            numbers.append(area.number)
        }
        #expect(numbers == [1, 3, 5, 7, 8])
        var together = file(features, atOnce: atOnce)
        var found: [Polygon] = []
        while let area = try together.nextTogether() { found += area.polygons }
        #expect(found == wanted)
        #expect(wanted.map { $0.exterior[0].longitude } == [0, 2, 4, 6, 8, 10])
        #expect(try together.nextTogether() == nil)
    }

    @Test(arguments: [1, 1 << 20])
    func whatIsNoAreaIsNamed(atOnce: Int) {
        let round = "{\"type\":\"Polygon\",\"coordinates\":[[[0,80],[120,80],[-120,80],[0,80]]]}"
        let open = "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1]]]}"
        #expect(
            failure([Self.polygon(0), Self.polygon(2), round], atOnce: atOnce)?.hasPrefix(
                "feature 3 of areas: a ring goes around a pole") == true)
        #expect(
            failure([Self.polygon(0), open, round], atOnce: atOnce)?.hasPrefix(
                "feature 2 of areas: not valid GeoJSON: a ring is not closed") == true)
        let nothing = "areas contains no polygon; give GeoJSON with a Polygon or MultiPolygon"
        #expect(
            failure([Self.feature("null"), "{\"type\":\"MultiPolygon\",\"coordinates\":[]}"], atOnce: atOnce) == nothing
        )
    }
}
