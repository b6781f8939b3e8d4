#if PostGIS
import Foundation
import TestSupport
import Testing

/// A server finds exactly the nearest places.
@Suite(.postGIS) struct ServerNearestTests {
    private static let count = 50_000

    /// 50,000 places in clusters of all sizes, on both sides of ±180° and around both poles. One point has more places
    /// than one part of an answer holds. Also the positions of queries, a third of which are positions of places.
    private static let world = Result {
        var random = SeededGenerator(seed: 7)
        func normal(_ scale: Double) -> Double {
            scale * (0..<6).reduce(0) { sum, _ in sum + .random(in: -1...1, using: &random) }
        }
        var centers: [(Double, Double)] = [
            (0, 180), (51.5, -180), (-17, 179.99), (66, -179.999), (90, 0), (-90, 0), (89.99, 45), (-89.999, -135),
            (0, 0), (0.01, 90),
        ]
        while centers.count < 150 {
            centers.append((.random(in: -80...80, using: &random), .random(in: -180...180, using: &random)))
        }
        var points: [(Double, Double)] = (0..<5000).map { _ in (35.1796, 129.0756) }
        while points.count < count {
            if points.count % 100 == 99, let twin = points.randomElement(using: &random) {
                points.append(twin)
                continue
            }
            let center = centers.randomElement(using: &random)!
            let scale = [0.0001, 0.01, 0.1, 2].randomElement(using: &random)!
            points.append(wrapped(center.0 + normal(scale), center.1 + normal(scale)))
        }
        let rows = points.enumerated().map { index, point in
            FeedPage.Row(
                id: String(index + 1), name: index % 3 == 0 ? "책방 \(index)" : "shop \(index)", latitude: "\(point.0)",
                longitude: "\(point.1)", kind: index % 40 == 0 ? "0001" : "0002",
                district: index % 1000 == 0 ? "마포구" : "", address: "", phone: index % 2 == 0 ? "+82-2-123-4567" : "")
        }
        var origins = (0..<500).map { _ in points.randomElement(using: &random)! }
        origins += (0..<500).map { _ in
            let center = centers.randomElement(using: &random)!
            return wrapped(center.0 + normal(0.5), center.1 + normal(0.5))
        }
        origins += (0..<500).map { _ in
            (.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
        }
        origins += [(90, 0), (-90, 0), (0, 180), (0, -180), (35.1796, 129.0756)]
        let file = "latitude,longitude\n" + origins.map { "\($0.0),\($0.1)\n" }.joined()
        let place = try ServerDesk(try Workplace.ingested([FeedPage(rows: rows)]), schema: "nearest")
        return (place, Data(file.utf8), origins)
    }

    private static func wrapped(_ latitude: Double, _ longitude: Double) -> (Double, Double) {
        (max(-90, min(90, latitude)), longitude - 360 * (longitude / 360).rounded())
    }

    /// The file's answers come from an index in memory that is independent of PostGIS and is tested with a plain loop.
    @Test(arguments: ["-k 5", "-k 1 --kind new", "-k 3 --district mapo", "-k 10 --within 20km --has phone"])
    func theServersNearestAreThoseOfTheIndexInMemory(_ options: String) throws {
        let (place, all, _) = try Self.world.get()
        // Fewer queries for the other options, because a search for a rare kind visits many places.
        let lines = all.split(separator: 0x0A)
        let few = lines.enumerated().filter { $0.offset % 8 == 0 || $0.offset > 1495 }.map(\.element)
        let origins = Data((options == "-k 5" ? lines : few).joined(separator: [0x0A]))
        let run = try place.expectSame(
            "near --from - \(options) --format csv --fields query,rank,id,distance_m", input: origins)
        #expect(run.text.split(separator: "\n").count > (options == "-k 5" ? 7500 : 150))
    }

    /// Here the order on a sphere differs from that on the ellipsoid; otherwise the test above would prove nothing.
    @Test func aSphereWouldBeWrong() throws {
        let (place, _, origins) = try Self.world.get()
        var wrong = 0
        for (latitude, longitude) in origins[500..<800] {
            let point = "ST_SetSRID(ST_MakePoint(\(longitude), \(latitude)), 4326)::geography"
            let sql = """
                SELECT string_agg(id::text, ' ' ORDER BY d, id) FROM (SELECT id, place <-> \(point) AS d FROM nearest.place
                WHERE missing_runs = 0 AND closed_on IS NULL ORDER BY 2, 1 LIMIT 5) AS s
                """
            let ids = try place.server.psql(sql).split(separator: " ").map(String.init)
            let exact = try place.ask("near \(latitude),\(longitude) -k 5 --fields id --format tsv").text
            if exact.split(separator: "\n").dropFirst().map(String.init) != ids { wrong += 1 }
            if wrong > 0 { break }
        }
        #expect(wrong > 0)
    }

    @Test(arguments: [
        "near 35.1796,129.0756 -k 10", "near 35.1796,129.0756 -k 4999", "near 35.1796,129.0756 -k 5001",
        "near 35.1796,129.0756 --within 0m", "near 35.1796,129.0756 --within 1km --kind new", "near 35,129 -k 6000",
        "near 0,180 -k 100 --match 책방", "near 90,0 -k 7 --match '책방 3'", "near -90,12 --within 50km --match shop",
        "near 0,-180 --within 300km", "bbox 179,-10,-179,10", "bbox -180,89,180,90",
        "bbox 129.0756,35.1796,129.0756,35.1796",
        "list --match 책방", "list --match 책방 --limit 2500", "list --district mapo", "bbox -180,-90,180,90 --kind new",
    ])
    func longAnswersAreTheSame(_ line: String) throws {
        let run = try Self.world.get().0.expectSame("\(line) --format ndjson")
        #expect(run.text.utf8.count > 100)
    }
}
#endif
