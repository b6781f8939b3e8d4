import Foundation
import TestSupport
import Testing

/// `geocli layers`, as a person runs it.
@Suite struct LayerTests {
    private static let river = """
        {"type":"FeatureCollection","title":"a sketch","license":"CC0","features":[
        {"type":"Feature","properties":{"name":"강"},"geometry":{"type":"LineString","coordinates":[[126.8,37.5],[127.1,37.55]]}},
        {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[127,37.5]}}]}
        """

    private func place(_ text: String = river) throws -> Workplace {
        let place = try Workplace.sample.get().copy()
        try place.write(text, to: "river.geojson")
        return place
    }

    @Test func aLayerIsImportedListedReplacedAndRemoved() throws {
        let place = try place()
        #expect(
            try place.succeed("layers import river.geojson --role water").errorText
                == "Water: 1 feature with 2 positions imported\npoints left out: 1; a base map has only lines and areas\n"
        )
        let list = try place.succeed("layers list --no-ground --format csv --fields role,title,license,features").text
        #expect(list == "role,title,license,features\nwater,a sketch,CC0,1\n")
        let hash = try place.shell("sha256sum river.geojson").text.prefix(64)
        #expect(try place.succeed("layers --no-ground --format csv --fields sha256").text == "sha256\n\(hash)\n")
        try place.succeed("layers import river.geojson --role water --title other --license ODbL -q")
        try place.succeed("layers import river.geojson --role RAIL -q")
        #expect(
            try place.succeed("layers --no-ground --format csv --fields role,title,license").text
                == "role,title,license\nwater,other,ODbL\nrail,a sketch,CC0\n")
        #expect(try place.succeed("verify -q").text == "")
        #expect(
            try place.succeed("layers remove water park").errorText == "layers removed: water (features: 1)\n")
        #expect(try place.succeed("layers remove water").errorText == "the catalog has no such layer: water\n")
        try place.succeed("layers remove all -q")
        #expect(try place.succeed("layers --no-ground --format json").text == "[]\n")
        #expect(try place.succeed("layers --no-ground").errorText.hasPrefix("the catalog has no layers; "))
    }

    @Test func standardInputAndABareGeometryAreTaken() throws {
        let place = try place()
        let line = #"{"type":"LineString","coordinates":[[126.8,37.5],[127.1,37.55]]}"#
        let run = try place.shell("echo '\(line)' | geocli layers import - --role road --license CC0")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(
            try place.succeed("layers --format csv --fields role,title").text.contains("road,standard input\n"))
    }

    @Test(arguments: [
        (
            "layers import river.geojson --role lake", 64,
            "--role \"lake\": choose one of land, park, water, road, rail, districts"
        ),
        ("layers import river.geojson --role water --name-key x", 64, "--name-key only works with --role districts"),
        ("layers import river.geojson", 64, "--role"), ("layers remove lake", 64, "ROLE \"lake\": choose one of"),
        ("layers remove", 64, "ROLE"), ("layers import none.geojson --role water", 66, "none.geojson"),
        (
            "layers import points.geojson --role water --license x", 65,
            "points.geojson contains neither a line nor a polygon"
        ),
        ("layers import plain.geojson --role water", 64, "plain.geojson states no license; give the terms of use"),
        ("layers import broken.geojson --role water --license x", 65, "feature 1 of broken.geojson: "),
        ("layers import cut.geojson --role water --license x", 65, "cut.geojson"),
        ("layers import river.geojson --role water --db none.sqlite", 66, "no catalog at none.sqlite"),
        ("layers list --format geojson", 64, "geojson"), ("layers list -o catalog.sqlite", 64, "catalog.sqlite"),
    ])
    func whatCannotBeDoneIsSaidAndChangesNothing(line: String, status: Int32, words: String) throws {
        let place = try place()
        try place.write(#"{"type":"Point","coordinates":[127,37]}"#, to: "points.geojson")
        try place.write(#"{"type":"LineString","coordinates":[[127,37],[127.1,37]]}"#, to: "plain.geojson")
        try place.write(#"{"type":"LineString","coordinates":[[127,37],[127.1,137]]}"#, to: "broken.geojson")
        try place.write(String(Self.river.prefix(150)), to: "cut.geojson")
        let before = try place.succeed("layers --format json").text
        let run = try place.geocli(line)
        #expect(run.status == status, "\(line): \(run.errorText)")
        #expect(run.errorText.contains(words), "\(line): \(run.errorText)")
        #expect(try place.succeed("layers --format json").text == before)
    }

    /// Any layer of a base map replaces the river, and outlines replace the districts.
    @Test func theProgramsGroundIsListedUntilALayerReplacesIt() throws {
        let place = try place()
        let roles = "layers --format csv --fields role,license"
        let districts = "districts,\"no restriction on use (이용허락범위: 제한 없음), attribution\"\n"
        #expect(try place.succeed(roles).text == "role,license\nwater,MIT\n\(districts)")
        #expect(try place.succeed("\(roles) --no-ground").text == "role,license\n")
        try place.succeed("layers import river.geojson --role rail -q")
        #expect(try place.succeed(roles).text == "role,license\nrail,CC0\n\(districts)")
        try place.succeed("layers import river.geojson --role water -q")
        #expect(try place.succeed(roles).text == "role,license\nwater,CC0\nrail,CC0\n\(districts)")
        #expect(try place.succeed("verify -q").text == "")
        try place.succeed("layers remove all -q")
        #expect(try place.succeed(roles).text == "role,license\nwater,MIT\n\(districts)")
        #expect(try place.succeed("layers remove all").errorText.hasPrefix("the catalog has no layers; "))
        // Outside of Korea there is none.
        let far = try Workplace.ingested([FeedPage(rows: [FeedPage.Row(id: "1", name: "a", latitude: "-33")])])
        #expect(try far.succeed(roles).text == "role,license\n")
    }

    @Test func aLargeGroundIsMadeSimplerForThePageAndThatIsSaid() throws {
        let place = try place()
        let lines = (0..<400).map { line in
            let points = (0..<100).map { point in
                "[\(126.8 + Double(point) * 0.003),\(37.4 + Double(line) * 0.0008 + Double((point * 7 + line) % 5) * 0.0002)]"
            }
            return "[" + points.joined(separator: ",") + "]"
        }
        try place.write(
            #"{"type":"MultiLineString","coordinates":["# + lines.joined(separator: ",") + "]}", to: "roads.geojson")
        try place.succeed("layers import roads.geojson --role road --license CC0 -q")
        let small = try place.succeed("map -o small.html --db catalog.sqlite")
        #expect(
            small.errorText.hasPrefix("the base map is simplified to within half a pixel at zoom 1"),
            "\(small.errorText)")
        let page = try String(contentsOf: place.file("small.html"), encoding: .utf8)
        let start = try #require(page.firstRange(of: ",\"base\":["))
        let end = try #require(page[start.upperBound...].firstRange(of: ",\"districtNames\""))
        let size = page[start.upperBound..<end.lowerBound].utf8.count
        #expect(size < 150_000 && size > 50_000)
        #expect(try place.succeed("map -o small.html -q").errorText == "")
        #expect(try place.succeed("map -o small.html --lang ko").errorText.contains("더 단순화했습니다"))
    }
}
