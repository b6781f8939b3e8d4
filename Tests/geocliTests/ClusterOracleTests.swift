import Foundation
import TestSupport
import Testing

/// `cluster --members` against Tests/Oracles/check_collision.py, both modes, zooms 0 to 22.
@Suite struct ClusterOracleTests {
    @Test(arguments: ["faithful", "stable"]) func theSampleIsPlacedRight(_ mode: String) throws {
        try check(mode, words: "", beside: try Workplace.sample.get())
    }

    @Test(arguments: ["faithful", "stable"]) func otherSizesAndTilesArePlacedRight(_ mode: String) throws {
        let words = "--icon 22x35 --anchor 0.25,0.5 --padding 2 --tile-size 256"
        try check(mode, words: words, zooms: [0, 9, 11, 13], beside: try Workplace.sample.get())
    }

    @Test func theNearestHiderIsNamedWhenAsked() throws {
        try check(
            "faithful", words: "--attribution nearest", zooms: [4, 10, 12], beside: try Workplace.sample.get())
    }

    @Test(arguments: ["faithful", "stable"]) func markersOfManySizesFromAFileArePlacedRight(_ mode: String) throws {
        let place = try Workplace()
        let markers = Self.markers(seed: 20_260_923, count: 160)
        try place.write(markers.csv, to: "markers.csv")
        try check(mode, words: "--from markers.csv", input: markers.ndjson, beside: place)
    }

    @Test func aGeoJSONFileOfMarkersGivesTheSame() throws {
        let place = try Workplace()
        let markers = Self.markers(seed: 5, count: 60)
        try place.write(markers.csv, to: "markers.csv")
        try place.write(markers.geojson, to: "markers.geojson")
        let csv = try place.succeed("cluster --zoom 3 --members --from markers.csv")
        #expect(try place.succeed("cluster --zoom 3 --members --from markers.geojson").output == csv.output)
        #expect(csv.text.contains("\"visible\":false"))
    }

    @Test func minzoomIsTheFirstZoomAtWhichAMarkerIsShown() throws {
        let place = try Workplace.sample.get()
        var first: [String: Int] = [:]
        for zoom in 0...22 {
            for id in try ids(place, "cluster --zoom \(zoom) --mode stable") where first[id] == nil { first[id] = zoom }
        }
        let listed = try place.succeed("cluster --all-zooms --format tsv --fields id,minzoom,colocated").text
        let rows = listed.split(separator: "\n").dropFirst().map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.count == 596)
        for row in rows {
            #expect(Int(row[1]) == first[row[0]] ?? 22, "id \(row[0])")
            #expect((row[2] == "true") == (first[row[0]] == nil), "id \(row[0])")
        }
    }

    @Test func aBoxLimitsWhatIsPrintedNotWhatTakesPart() throws {
        let place = try Workplace.sample.get()
        let box = "126.95,37.5,127.05,37.6"
        let inside = try ids(place, "bbox \(box)")
        let all = try place.succeed("cluster --zoom 10 --fields id,point_count --format tsv").text.split(
            separator: "\n")
        let shown = try place.succeed("cluster --zoom 10 --bbox \(box) --fields id,point_count --format tsv").text
            .split(separator: "\n")
        #expect(shown.dropFirst() == all.dropFirst().filter { inside.contains(String($0.prefix { $0 != "\t" })) }[...])
    }

    private func ids(_ place: Workplace, _ line: String) throws -> [String] {
        try place.succeed("\(line) --fields id --format tsv").text.split(separator: "\n").dropFirst().map(String.init)
    }

    /// The input of the checker.
    private static let fields = "id,latitude,longitude,visible,hidden_by,point_count"

    /// Runs all zooms and gives them to the oracle at once.
    private func check(
        _ mode: String, words: String, zooms: [Int] = Array(0...22), input: String? = nil, beside place: Workplace
    ) throws {
        let target = try Workplace()
        if let input { try target.write(input, to: "input.ndjson") }
        // The checker knows the options of the pass by the same names.
        let passed = words.components(separatedBy: "--from").first ?? ""
        var runs = ""
        for zoom in zooms {
            let rows = try place.succeed(
                "cluster --zoom \(zoom) --mode \(mode) --members --fields \(Self.fields) \(words)")
            try rows.output.write(to: target.file("rows\(zoom)"))
            runs += "rows\(zoom) \(input == nil ? "" : "input.ndjson") --zoom \(zoom) --mode \(mode) \(passed)\n"
        }
        try target.write(runs, to: "runs")
        try target.oracle("check_cluster_runs.py", ["runs"])
    }

    /// Markers of many sizes, ranks and flags, some on one point, some at ±180 and near the poles.
    private static func markers(seed: UInt64, count: Int) -> (csv: String, ndjson: String, geojson: String) {
        var random = SeededGenerator(seed: seed)
        var csv =
            "id,longitude,latitude,width,height,anchor_x,anchor_y,global_z_index,z_index,priority,force,hides,min_zoom,max_zoom\n"
        var lines: [String] = []
        var features: [String] = []
        for id in 1...count {
            func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
            let place = pick([(127.0, 37.5), (179.9, 10.0), (-179.9, 10.0), (0.0, 89.0), (0.0, -89.5), (-70.0, -33.0)])
            let spread = pick([0, 0.001, 0.5, 4.0])
            let longitude = max(-180, min(180, place.0 + Double.random(in: -1...1, using: &random) * spread))
            let latitude = max(-90, min(90, place.1 + Double.random(in: -1...1, using: &random) * spread))
            let values: [(String, String)] = [
                ("width", pick(["22", "40", "17.5", "100"])), ("height", pick(["35", "53", "8.25"])),
                ("anchor_x", pick(["0", "0.5", "1", "0.3"])), ("anchor_y", pick(["0", "0.5", "1"])),
                ("global_z_index", pick(["200000", "200000", "-5"])), ("z_index", pick(["0", "1", "-1"])),
                ("priority", pick(["0", "2.5"])), ("force", pick(["false", "false", "false", "true"])),
                ("hides", pick(["true", "true", "true", "false"])), ("min_zoom", pick(["0", "0", "0", "6"])),
                ("max_zoom", pick(["22", "22", "22", "13"])),
            ]
            csv += "\(id),\(longitude),\(latitude)," + values.map(\.1).joined(separator: ",") + "\n"
            let members = values.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
            lines.append("{\"id\":\(id),\"longitude\":\(longitude),\"latitude\":\(latitude),\(members)}")
            features.append(
                "{\"type\":\"Feature\",\"id\":\(id),\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]},"
                    + "\"properties\":{\(members)}}")
        }
        let geojson = "{\"type\":\"FeatureCollection\",\"features\":[" + features.joined(separator: ",\n") + "]}"
        return (csv, lines.joined(separator: "\n") + "\n", geojson)
    }
}
