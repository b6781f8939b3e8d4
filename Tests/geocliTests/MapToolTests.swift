import Foundation
import TestSupport
import Testing

/// geocli's files, read by GDAL. On CI these must run; elsewhere only where ogr2ogr is installed (gdal-bin).
@Suite(.enabled(if: MapTools.canRun, "ogr2ogr is not installed")) struct MapToolTests {
    @Test(arguments: [
        ("list --format geojson", "rows.geojson"), ("list --format geojsonseq", "rows.geojsonl"),
        ("export", "rows.geojson"),
        ("export --format geojsonseq", "rows.geojsonl"), ("bbox 126.9,37.5,127,37.6 --format geojson", "rows.geojson"),
        ("near 37.5663,126.9779 -k 50 --format geojson", "rows.geojson"),
        ("cluster --zoom 11 --format geojson", "rows.geojson"),
        ("cluster --all-zooms --format geojsonseq", "rows.geojsonl"),
    ])
    func gdalCountsTheSameRowsInTheSameExtent(line: String, name: String) throws {
        let place = try Workplace()
        try Workplace.sample.get().succeed(line).output.write(to: place.file(name))
        try compare(place, name, with: points(try Workplace.sample.get(), line))
    }

    @Test func gdalAgreesOnTheWholeWorld() throws {
        let place = try Workplace()
        try Workplace.world.get().succeed("list --format geojson").output.write(to: place.file("rows.geojson"))
        try compare(place, "rows.geojson", with: points(try Workplace.world.get(), "list"))
    }

    @Test func gdalReadsReferencesAndPointsBack() throws {
        let place = try Workplace()
        let sample = try Workplace.sample.get()
        try sample.succeed("list --format geojson").output.write(to: place.file("rows.geojson"))
        let run = try place.shell(
            "ogr2ogr -f CSV /vsistdout/ rows.geojson -lco GEOMETRY=AS_XY -lco SEPARATOR=TAB -select ref,name"
        )
        try #require(run.status == 0, "\(run.errorText)")
        let wanted = try points(sample, "list")
        let lines = run.text.split(separator: "\n").dropFirst()
        #expect(lines.count == wanted.count)
        for (line, point) in zip(lines, wanted) {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(cells.count == 4)
            #expect(
                abs((Double(cells[0]) ?? .nan) - point.longitude) < 1e-7
                    && abs((Double(cells[1]) ?? .nan) - point.latitude) < 1e-7)
            #expect(cells[2].trimmingCharacters(in: ["\""]) == point.ref)
        }
    }

    private struct Point {
        let id: String
        let ref: String
        let latitude: Double
        let longitude: Double
    }

    /// The rows with a point, from the CSV of the same command.
    private func points(_ place: Workplace, _ line: String) throws -> [Point] {
        let plain = line.components(separatedBy: " --format").first ?? line
        let text = try place.succeed("\(plain) --format csv --fields id,ref,latitude,longitude").text
        return text.split(separator: "\n").dropFirst().compactMap { row in
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard let latitude = Double(cells[2]), let longitude = Double(cells[3]) else { return nil }
            return Point(id: cells[0], ref: cells[1], latitude: latitude, longitude: longitude)
        }
    }

    private func compare(_ place: Workplace, _ name: String, with points: [Point]) throws {
        let run = try place.shell("ogrinfo -ro -al -so \(name)")
        try #require(run.status == 0, "\(run.errorText)")
        #expect(!run.errorText.contains("ERROR") && !run.errorText.contains("Warning"), "\(run.errorText)")
        let count = try #require(run.text.firstMatch(of: /Feature Count: ([0-9]+)/))
        #expect(Int(count.1) == points.count)
        #expect(run.text.contains("Geometry: Point"))
        let extent = try #require(
            run.text.firstMatch(of: /Extent: \((-?[0-9.]+), (-?[0-9.]+)\) - \((-?[0-9.]+), (-?[0-9.]+)\)/))
        let found = [extent.1, extent.2, extent.3, extent.4].map { Double($0) ?? .nan }
        let wanted = [
            points.map(\.longitude).min(), points.map(\.latitude).min(), points.map(\.longitude).max(),
            points.map(\.latitude).max(),
        ].map { $0 ?? .nan }
        // ogrinfo prints 6 decimals.
        for (edge, value) in zip(found, wanted) { #expect(abs(edge - value) < 1e-6, "\(found), \(wanted)") }
    }
}

enum MapTools {
    /// Whether ogr2ogr is installed, or must be.
    static var canRun: Bool {
        let environment = ProcessInfo.processInfo.environment
        if environment["CI"] == "true" { return true }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/ogr2ogr") }
    }
}
