import GeocliGeo
import GeocliPlaces
import GeocliText
import Testing

@testable import GeocliQuery

/// Files of a ground.
@Suite struct BaseFileTests {
    private static func read(_ text: String) throws -> BaseFile {
        try BaseFile(ByteSource(name: "f.geojson", bytes: Array(text.utf8)))
    }

    private static func error(_ text: String) -> PolygonFileError? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error as? PolygonFileError
        }
    }

    private static let line = #"{"type":"LineString","coordinates":[[126.9,37.5],[127,37.6]]}"#
    private static let square = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#

    @Test func linesAndAreasOfAllKindsAreTakenAndPointsCounted() throws {
        let file = try Self.read(
            """
            {"type":"FeatureCollection","title":"t","licence":"l","features":[
            {"type":"Feature","properties":{"name":" 한강 ","name:en":"Hangang"},"geometry":\(Self.line)},
            {"type":"Feature","properties":{"name":7},"geometry":{"type":"GeometryCollection","geometries":[
              {"type":"Point","coordinates":[1,1]},\(Self.square),
              {"type":"MultiLineString","coordinates":[[[0,0],[1,1]],[[2,2],[3,3]]]},
              {"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[[1,1],[2,2]]}]}]}},
            {"type":"Feature","properties":null,"geometry":null},
            {"type":"Feature","properties":{"name":""},"geometry":{"type":"MultiPolygon","coordinates":[
              [[[0,0],[0,1],[1,1],[1,0],[0,0]],[[0.2,0.2],[0.2,0.4],[0.4,0.4],[0.2,0.2]]],
              [[[5,5],[6,5],[6,6],[5,5]]]]}},
            {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[9,9],[9,9.000001]]}},
            {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}]}
            """)
        #expect(file.features.map(\.name) == ["한강", nil, nil])
        #expect(file.features.map(\.englishName) == ["Hangang", nil, nil])
        #expect(file.features.map { $0.shape.lines.count } == [1, 2, 0])
        #expect(file.features.map { $0.shape.areas.map(\.count) } == [[], [1], [2, 1]])
        #expect([file.pointCount, file.tooSmallCount] == [3, 1])
        #expect([file.title, file.license] == ["t", "l"])
        #expect(file.sha256.count == 64)
    }

    @Test func aBareGeometryAndFeaturesInARowAreFilesToo() throws {
        #expect(try Self.read(Self.line).features.count == 1)
        let row = #"{"type":"Feature","properties":{},"geometry":"# + Self.square + "}\n"
        #expect(try Self.read(row + row).features.count == 2)
    }

    @Test(arguments: [
        ("{\"type\":\"Point\",\"coordinates\":[1,2]}", PolygonFileError.What.nothingToDraw),
        ("{\"type\":\"FeatureCollection\",\"features\":[]}", .nothingToDraw), ("", .nothingToDraw),
        ("{\"type\":\"LineString\",\"coordinates\":[]}", .nothingToDraw),
        ("{\"type\":\"LineString\",\"coordinates\":[[1,2]]}", .nothingToDraw),
    ])
    func aFileWithNothingToDrawIsRefused(_ text: String, _ what: PolygonFileError.What) {
        #expect(Self.error(text)?.what == what)
    }

    @Test(arguments: [
        #"{"type":"LineString","coordinates":[[1,2],[3]]}"#, #"{"type":"LineString","coordinates":[[1,2],["3",4]]}"#,
        #"{"type":"LineString","coordinates":[[1,2],[3,95]]}"#, #"{"type":"LineString","coordinates":7}"#,
        #"{"type":"LineString","coordinates":[[1000000,2],[3,4]]}"#, #"{"type":"Line","coordinates":[]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#, #"{"type":"Polygon","coordinates":[[0,0]]}"#,
        #"{"type":"Topology"}"#, "{}", #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":5}]}"#,
    ])
    func whatIsNoGeoJSONNamesItsFeature(_ text: String) throws {
        let error = try #require(Self.error(text), "\(text)")
        guard case .feature(1, _) = error.what else {
            Issue.record("\(error)")
            return
        }
        #expect(error.words.en.hasPrefix("feature 1 of f.geojson: "))
    }

    @Test func aDeepNestIsNoCrash() {
        let deep = String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: 5000)
        #expect(throws: (any Error).self) { _ = try Self.read(deep) }
        #expect(throws: (any Error).self) { _ = try Self.read(deep + String(repeating: "]}", count: 5000)) }
    }
}
