import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliGeo

/// Point in polygon, compared with Tests/Oracles/polygon_cases.py, which decides with whole numbers and also with GEOS.
@Suite struct PolygonOracleTests {
    private struct Case: Decodable {
        let kind: String
        let rings: [[[Double]]]
        let points: [[Double]]
        let inside: [Bool]
        let edge: [Bool]
    }

    private static func cases(seed: Int, count: Int) throws -> [Case] {
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Oracles/polygon_cases.py").path
        // GDAL's bindings belong to the system's Python.
        let run = try TestSupport.run(
            TestSupport.python, ["-B", script, "\(seed)", "\(count)"], environment: [:])
        #expect(run.status == 0, "\(run.errorText.suffix(2000))")
        return try run.text.split(separator: "\n").map { try JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
    }

    private static func area(_ rings: [[[Double]]]) throws -> MultiPolygon {
        let text = #"{"type":"Polygon","coordinates":\#(rings)}"#
        return try MultiPolygon(Geometry(json: JSONValue(parsing: Array(text.utf8), name: "case")).polygons)
    }

    @Test(arguments: [1, 2, 3])
    func everyAnswerIsTheOracles(seed: Int) throws {
        let cases = try Self.cases(seed: seed, count: 1000)
        #expect(cases.count == 1000)
        var (onEdges, inside) = (0, 0)
        for (number, item) in cases.enumerated() {
            let area = try Self.area(item.rings)
            let boxes = area.boxes
            for (index, point) in item.points.enumerated() {
                let place = place(point[0], point[1])
                let isInside = area.contains(place)
                #expect(
                    isInside == item.inside[index],
                    "seed \(seed), polygon \(number) (\(item.kind)), point \(index): \(point)")
                #expect(!isInside || boxes.contains { $0.contains(place) }, "\(seed) \(number) \(point) is in no box")
                onEdges += item.edge[index] ? 1 : 0
                inside += isInside ? 1 : 0
            }
        }
        // The random positions are a test only if some are on edges.
        #expect(onEdges > 3000 && inside > onEdges + 3000)
    }
}
