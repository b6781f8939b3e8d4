import Foundation
import TestSupport
import Testing

/// Files of points, as a person gives them to `near --from` and `cluster --from`.
@Suite struct PointFileCommandTests {
    private static func feature(_ id: Int, _ geometry: String) -> String {
        #"{"type":"Feature","id":\#(id),"geometry":\#(geometry),"properties":{}}"#
    }

    private static let features = [
        feature(0, "null"), feature(1, #"{"type":"Point","coordinates":[126.98,37.56]}"#),
        feature(2, #"{"type":"Point","coordinates":[]}"#), feature(3, #"{"type":"Point","coordinates":[127,37.5]}"#),
    ]

    private static func collection(_ features: [String]) -> Data {
        Data("{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}".utf8)
    }

    /// Few and many points are handled in different ways, with the same numbers as result.
    @Test(arguments: [1, 40])
    func answersCarryThePlaceOfTheirFeature(copies: Int) throws {
        let place = try Workplace.sample.get()
        let file = Self.collection((0..<copies).flatMap { _ in Self.features })
        let run = try place.succeed("near --from - -k 1 --format tsv --fields query", input: file)
        let wanted = (0..<copies).flatMap { [4 * $0 + 1, 4 * $0 + 3] }
        #expect(run.text == "query\n" + wanted.map { "\($0)\n" }.joined())
        #expect(run.errorText == "\(2 * copies) rows have no position and were skipped\n")
        let quiet = try place.succeed("near --from - -k 1 -q", input: file)
        #expect(quiet.errorText.isEmpty)
        let korean = try place.succeed("near --from - -k 1 --lang ko", input: Self.collection([Self.features[0]]))
        #expect(korean.text.isEmpty && korean.errorText == "위치가 없는 행 1개는 건너뛰었습니다\n")
    }

    @Test func markersWithoutAGeometryAreCounted() throws {
        let place = try Workplace.sample.get()
        let run = try place.succeed(
            "cluster --from - --zoom 20 --format tsv --fields id",
            input: Self.collection(Array(Self.features.prefix(2))))
        #expect(run.text == "id\n1\n")
        #expect(run.errorText == "1 row has no position and was skipped\n")
    }

    @Test(arguments: ["near --from -", "cluster --from - --zoom 5"])
    func aColumnTwiceIsRefused(line: String) throws {
        let run = try Workplace.sample.get().geocli(
            line, input: Data("id,latitude,longitude, Latitude\n1,37.5,127,1\n".utf8))
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(
            run.errorText
                == "geocli: standard input has column latitude twice; remove or rename one\n")
    }
}
