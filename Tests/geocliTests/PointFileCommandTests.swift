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

    // MARK: Multipoints

    private static let multipoints = [
        #"{"type":"MultiPoint","coordinates":[[126.98,37.56]]}"#,
        #"{"type":"MultiPoint","coordinates":[[126.98,37.56,12]]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[126.98,37.56]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[126,37],[127,38]]},{"type":"Point","coordinates":[126.98,37.56]}]}"#,
    ]

    @Test(arguments: multipoints) func aMultipointOfOnePositionIsAPoint(_ geometry: String) throws {
        let place = try Workplace.sample.get()
        for line in ["near --from - -k 3", "cluster --from - --zoom 5"] {
            let wanted = try place.succeed(line, input: Self.collection([Self.features[1]])).output
            #expect(try place.succeed(line, input: Self.collection([Self.feature(1, geometry)])).output == wanted)
        }
        let own = try Workplace()
        let feature = Self.feature(1, geometry).replacing("{}", with: #"{"name":"가"}"#)
        try own.write(String(decoding: Self.collection([feature]), as: UTF8.self), to: "p.geojson")
        try own.succeed("ingest p.geojson --feed my-places")
        #expect(
            try own.succeed("list --fields longitude,latitude").text == "{\"longitude\":126.98,\"latitude\":37.56}\n")
        try own.succeed("mine import p.geojson --all")
        #expect(try own.succeed("mine marks --fields name").text.contains("가"))
    }

    @Test func aMultipointOfTwoPositionsIsNotAPoint() throws {
        let geometry = #"{"type":"MultiPoint","coordinates":[[126.98,37.56],[127,37.5]]}"#
        for line in ["near --from -", "cluster --from - --zoom 5"] {
            let run = try Workplace.sample.get().geocli(line, input: Self.collection([Self.feature(1, geometry)]))
            #expect(run.status == 65 && run.output.isEmpty)
            #expect(
                run.errorText
                    == "geocli: feature 1 of standard input is a MultiPoint with 2 positions, not one point; split it: ogr2ogr -explodecollections NEW.geojson OLD.geojson\n"
            )
        }
    }

    @Test func aCollectionOfTwoPointsIsNotAPoint() throws {
        let point = #"{"type":"Point","coordinates":[126.98,37.56]}"#
        let geometry = #"{"type":"GeometryCollection","geometries":[\#(point),\#(point)]}"#
        let run = try Workplace.sample.get().geocli(
            "near --from -", input: Self.collection([Self.feature(1, geometry)]))
        #expect(run.status == 65)
        #expect(
            run.errorText.contains("feature 1 of standard input is a GeometryCollection with 2 positions"),
            "\(run.errorText)")
    }

    // MARK: Stated systems and other kinds of files

    /// The commands that read GeoJSON.
    private static let readers = [
        "near --from F -k 1", "cluster --from F --zoom 5", "inside F", "layers import F --role park --license x",
        "layers import F --role districts --license x --name-key name", "mine import F --all",
        "ingest F --feed my-places --id id",
    ]

    private static let shape =
        #"{"type":"Feature","id":"1","geometry":G,"properties":{"name":"마포구","id":"1"}}"#
    private static let area =
        #"{"type":"Polygon","coordinates":[[[126.97,37.56],[126.98,37.56],[126.98,37.57],[126.97,37.56]]]}"#

    /// The system is noticed before a row is written or stored, wherever the file states it, in a file and in a pipe.
    @Test(arguments: readers) func anotherSystemIsRefusedBeforeAnythingIsAnswered(_ line: String) throws {
        let place = try Workplace()
        try place.succeed("ingest --sample")
        let needsPoint = ["near", "cluster"].contains { line.hasPrefix($0) }
        let shape = Self.shape.replacing(
            "G", with: needsPoint ? #"{"type":"Point","coordinates":[126.98,37.56]}"# : Self.area)
        let many = Array(repeating: shape, count: line.hasPrefix("near") ? 30_000 : 2).joined(separator: ",\n")
        let system = #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4162"}}"#
        for text in [
            "{\(system),\"type\":\"FeatureCollection\",\"features\":[\(many)]}",
            "{\"type\":\"FeatureCollection\",\"features\":[\(many)],\(system)}",
            "{\"type\":\"FeatureCollection\",\"features\":[\(shape.replacing("\"Feature\"", with: "\"Feature\",\(system)"))]}",
        ] {
            try place.write(text, to: "f.geojson")
            for (word, input) in [("f.geojson", Data()), ("-", Data(text.utf8))] {
                let run = try place.geocli(line.replacing(" F", with: " \(word)"), input: input)
                #expect(run.status == 65 && run.output.isEmpty, "\(run.status) \(run.text.prefix(200))")
                let name = word == "-" ? "standard input" : word
                #expect(
                    run.errorText.contains(
                        "\(name) is in the coordinate system urn:ogc:def:crs:EPSG::4162; convert it: ogr2ogr -t_srs EPSG:4326 NEW.geojson OLD.geojson"
                    ), "\(run.errorText)")
            }
        }
    }

    /// A page to sign in is no fault of JSON, XML, columns or the encoding.
    @Test(arguments: readers + ["feeds new --from F", "ingest F --id id --name name --lat lat --lon lon --feed shops"])
    func aWebPageIsCalledByItsName(_ line: String) throws {
        let place = try Workplace()
        try place.succeed("ingest --sample")
        let page = Data("\r\n<!DOCTYPE html>\n<html><head><meta charset=euc-kr><title>Sign in</title></html>".utf8)
        for name in ["p.csv", "p.geojson", "p.kml"] {
            try page.write(to: place.file(name))
            let run = try place.geocli(line.replacing(" F", with: " ./\(name)"))
            #expect(run.status == 65)
            #expect(run.errorText.contains("./\(name) is a web page (HTML)"), "\(line): \(run.errorText)")
        }
    }

    @Test(arguments: readers + ["feeds new --from F", "feeds check seoul-bookstores F"])
    func aBinaryFileIsCalledByItsName(_ line: String) throws {
        let place = try Workplace()
        try place.succeed("ingest --sample")
        for (name, bytes, says) in [
            (
                "p.parquet", Data("PAR1".utf8) + Data([21, 4, 0xFF]),
                "is a Parquet file; convert it: ogr2ogr -f GeoJSON"
            ),
            ("p.kmz", Data("PK\u{3}\u{4}".utf8) + Data(count: 30), "is a KMZ file (zipped KML); unpack it: unzip FILE"),
            ("p.gz", Data([0x1F, 0x8B, 8, 0]), "is compressed with gzip; unpack it: gunzip FILE"),
            (
                "p.csv", Data("version https://git-lfs.github.com/spec/v1\noid sha256:1f\nsize 77\n".utf8),
                "is a Git LFS pointer, not the data; fetch the data: git lfs pull"
            ),
            (
                "p.gpkg", Data("SQLite format 3\0".utf8) + Data(count: 52) + Data("GPKG".utf8),
                "is a GeoPackage; convert"
            ),
        ] {
            try bytes.write(to: place.file(name))
            let run = try place.geocli(line.replacing(" F", with: " ./\(name)"))
            #expect((run.errorText + run.text).contains("./\(name) \(says)"), "\(run.errorText) \(run.text)")
            #expect(run.status == 65)
        }
    }
}
