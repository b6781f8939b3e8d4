import Foundation
import TestSupport
import Testing

/// Points in the coordinate systems of Korea's feeds, through declarations and the program.
@Suite struct DeclaredPointsTests {
    private struct Control {
        let crs: String
        let x: String
        let y: String
        let longitude: Double
        let latitude: Double
    }

    private static func declaration(_ id: String, _ crs: String) -> String {
        """
        id = "\(id)"
        title = { ko = "시험", en = "Control points" }
        noun = { ko = "곳", en = "place" }
        publisher = "-"
        license = "-"
        kind = "new"
        [pages]
        format = "csv"
        encoding = "UTF-8"
        delimiter = ","
        header = true
        [fields]
        id = "id"
        name = "id"
        [point]
        x = "east"
        y = "north"
        crs = "\(crs)"
        area = [124, 32.5, 132, 39]
        """
    }

    /// Ingests the points by one declaration for each system and expects each within 0.3 m (KATEC 6 m).
    private func expect(_ points: [Control], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let place = try Workplace()
        for (number, crs) in Set(points.map(\.crs)).sorted().enumerated() {
            let own = points.filter { $0.crs == crs }
            try place.write(Self.declaration("control-\(number)", crs), to: "c.toml")
            let rows = own.enumerated().map { "\($0.offset),\($0.element.x),\($0.element.y)" }
            try place.write("id,east,north\n" + rows.joined(separator: "\n") + "\n", to: "points.csv")
            let check = try place.geocli("feeds check c.toml points.csv --fields level --format csv")
            #expect(check.status == 0 && !check.text.contains("fault"), "\(crs)", sourceLocation: sourceLocation)
            try place.succeed("ingest --feed c.toml points.csv", sourceLocation: sourceLocation)
            let listed = try place.geocli("list --fields ref,longitude,latitude --format csv").text.split(
                separator: "\n")
            for (index, point) in own.enumerated() {
                let line = listed.first { $0.hasPrefix("control-\(number)/\(index),") }
                let cells = try #require(line, "\(crs) \(point.x)").split(separator: ",")
                let (x, y) = (try #require(Double(cells[1])), try #require(Double(cells[2])))
                // Metres of a degree around Korea.
                let east = (x - point.longitude) * 111_320 * cos(point.latitude * .pi / 180)
                let north = (y - point.latitude) * 110_950
                let metres = (east * east + north * north).squareRoot()
                #expect(
                    metres <= (crs == "KATEC" ? 6 : 0.3), "\(crs) \(point.x), \(point.y): \(metres) m",
                    sourceLocation: sourceLocation)
            }
        }
    }

    private static func rows(_ url: URL) throws -> [[String]] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test func fourTownsInEverySystem() throws {
        let file = TestSupport.packageRoot.appendingPathComponent("Tests/Feeds/control_points.tsv")
        let points = try Self.rows(file).map {
            Control(
                crs: $0[0], x: $0[1], y: $0[2], longitude: try #require(Double($0[3])),
                latitude: try #require(Double($0[4])))
        }
        #expect(points.count == 28)
        try expect(points)
    }

    private static let shared: URL? = {
        let folder = TestSupport.packageRoot.deletingLastPathComponent().appendingPathComponent("shared")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    @Test(.enabled(if: shared != nil)) func publishedPointsAndThoseOfPortals() throws {
        let folder = try #require(Self.shared)
        var points: [Control] = []
        for cells in try Self.rows(folder.appendingPathComponent("feed/crs_control_points.tsv"))
        where cells[0] != "zero-trap" {
            let crs = cells[1].hasPrefix("KATEC") ? "KATEC" : cells[1]
            points.append(
                Control(
                    crs: crs, x: cells[2], y: cells[3], longitude: try #require(Double(cells[4])),
                    latitude: try #require(Double(cells[5]))))
        }
        for cells in try Self.rows(folder.appendingPathComponent("feeds2/control_points_feeds2.tsv"))
        where cells.last?.contains("10^7") == false {
            points.append(
                Control(
                    crs: cells[5] == "WGS84" ? "EPSG:4326" : cells[5], x: cells[3], y: cells[4],
                    longitude: try #require(Double(cells[7])), latitude: try #require(Double(cells[6]))))
        }
        #expect(points.count > 40)
        try expect(points)
    }
}
