import Foundation
import TestSupport
import Testing

/// `export --crs` against published and independently computed pairs, which are not part of the project.
@Suite(.enabled(if: TestSupport.hasSharedFeed, "the shared feed is not here")) struct ExportPlaneTests {
    private struct Point {
        let crs: String
        let x: Double
        let y: Double
        let longitude: String
        let latitude: String
        let toleranceMeters: Double
    }

    @Test func eastingAndNorthingAreThoseOfTheControlPoints() throws {
        let points = try controlPoints()
        #expect(points.count >= 10)
        let rows = points.enumerated().map { index, point in
            FeedPage.Row(
                id: "\(index + 1)", name: "point \(index + 1)", latitude: point.latitude, longitude: point.longitude)
        }
        let place = try Workplace.ingested([FeedPage(rows: rows)])
        for crs in Set(points.map(\.crs)).sorted() {
            let table = try place.succeed("export --format csv --crs \(crs) --fields id,x,y").text
            try place.succeed("export --crs \(crs) -o plane.gpkg -q")
            let blobs = try place.shell("sqlite3 plane.gpkg 'SELECT hex(geom) FROM places ORDER BY fid'").text
                .split(separator: "\n")
            for (line, blob) in zip(table.split(separator: "\n").dropFirst(), blobs) {
                let cells = line.split(separator: ",").compactMap { Double($0) }
                let point = points[Int(cells[0]) - 1]
                guard point.crs == crs else { continue }
                let exact = [double(blob, at: 13), double(blob, at: 21)]
                for found in [Array(cells[1...2]), exact] {
                    let meters = hypot(found[0] - point.x, found[1] - point.y)
                    #expect(meters <= point.toleranceMeters, "\(crs) \(line): \(point)")
                }
            }
        }
    }

    /// The little-endian double at an offset of a blob in hexadecimal digits.
    private func double(_ blob: Substring, at offset: Int) -> Double {
        let digits = Array(blob)
        let bits = (0..<8).reversed().reduce(UInt64(0)) { bits, index in
            let place = 2 * (offset + index)
            return bits << 8 | (UInt64(String(digits[place...(place + 1)]), radix: 16) ?? 0)
        }
        return Double(bitPattern: bits)
    }

    private func controlPoints() throws -> [Point] {
        let file = try #require(TestSupport.sharedFeed).appendingPathComponent("crs_control_points.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Point(
                crs: cells[1].hasPrefix("KATEC") ? "KATEC" : cells[1], x: try #require(Double(cells[2])),
                y: try #require(Double(cells[3])), longitude: cells[4], latitude: cells[5],
                toleranceMeters: try #require(Double(cells[6])))
        }
    }
}
