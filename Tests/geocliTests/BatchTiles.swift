import Foundation
import TestSupport
import Testing

/// The tiles of a collide plan, made from the description in docs/scale.md: squares of 256 pt with a halo of one
/// marker.
struct BatchTiles {
    /// For each id its x and y on the plane.
    let points: [[Int64]]
    let zoom: Int

    private static let world: Int64 = 1 << 40

    /// The hider of each marker, itself if it is visible, by rounds of `sort | geoworker collide`.
    func hiders() throws -> [Int] {
        var hiders: [Int: Int] = [:]
        var rounds = 0
        while hiders.count < points.count {
            let before = hiders.count
            for (id, hider) in try round(hiders) { hiders[id] = hider }
            try #require(hiders.count > before)
            rounds += 1
        }
        #expect(zoom < 4 || rounds > 1, "borders matter")
        let visible = hiders.filter { $0.key == $0.value }
        for (id, hider) in try round(visible) {
            #expect(hider != id)
            hiders[id] = hider
        }
        return points.indices.map { hiders[$0] ?? -1 }
    }

    private func round(_ known: [Int: Int]) throws -> [(Int, Int)] {
        // 2^40 units are 512 · 2^zoom pt.
        let point = Int64(1) << Int64(31 - zoom)
        let side = min(256 * point, Self.world)
        var lines: [String] = []
        for (id, place) in points.enumerated() where known[id] == nil || known[id] == id {
            let isVisible = known[id] == id ? 1 : 0
            let own = tile(place[0], place[1], side)
            var tiles: Set<Int64> = []
            for x in stride(from: place[0] - 40 * point, through: place[0] + 40 * point, by: 40 * Int(point)) {
                for y in stride(from: place[1] - 53 * point, through: place[1] + 53 * point, by: 53 * Int(point)) {
                    tiles.insert(tile(x, y, side))
                }
            }
            for tile in tiles {
                lines.append("\(tile)\t\(tile == own ? 1 : 0)\t\(isVisible)\t\(id)\t\(place[0])\t\(place[1])\n")
            }
        }
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/bin/bash"),
            [
                "-o", "pipefail", "-c", "sort -t '\t' -k1,1n | $0 collide --zoom \(zoom)",
                TestSupport.geoworker.path,
            ], environment: ["LC_ALL": "C"], input: Data(lines.joined().utf8))
        try #require(run.status == 0, "\(run.errorText)")
        let rows = run.text.split(separator: "\n").map { $0.split(separator: "\t").compactMap { Int($0) } }
        #expect(rows.last == [1, lines.count, rows.count - 1])
        return rows.dropLast().map { ($0[1], $0[2]) }
    }

    private func tile(_ x: Int64, _ y: Int64, _ side: Int64) -> Int64 {
        let column = (x + Self.world) % Self.world / side
        return (max(0, min(y, Self.world - 1)) / side) << 32 | column
    }
}
