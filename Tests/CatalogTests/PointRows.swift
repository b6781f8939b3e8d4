import GeocliGeo
import TestSupport

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// A catalog in memory; tests insert any number of places by SQL.
struct PointRows {
    let db: Database

    init(_ points: [Coordinate] = []) throws {
        db = try Database()
        try db.transaction(.immediate) { db in
            try Schema.prepare(db)
            try db.execute(
                """
                INSERT INTO feed (key, id) VALUES (1, 'f');
                INSERT INTO run VALUES (1, 1, 1, '2026-09-01T18:00:00Z', '2026-09-02', 's', '\(CatalogBench.hash("x"))',
                    '1', 'published', NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL,
                    NULL, 0, 0, 0, 0, NULL, NULL, NULL, NULL, 1);
                UPDATE feed SET good_runs = 1, last_good_run = 1;
                """)
        }
        try add(points)
    }

    /// Adds places at these points after the existing ones, to the table only.
    func add(_ points: [Coordinate?]) throws {
        try db.transaction(.immediate) { db in
            var id = try db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0
            let insert = try Statement(
                db,
                """
                INSERT INTO place (id, feed, feed_id, name, kind, district, latitude, longitude, folded, first_run)
                VALUES (?1, 1, ?1, 'n', ?4, ?5, ?2, ?3, 'n', 1)
                """)
            for point in points {
                id += 1
                let kind = id % 100 == 0 ? "other" : id % 5 == 0 ? "used" : "new"
                let district = id % 7 == 0 ? nil : "\((point?.longitude ?? 0) < 0 ? "West" : "East") \(id % 3)"
                insert.bind(1, id)
                insert.bind(2, point?.latitude)
                insert.bind(3, point?.longitude)
                insert.bind(4, kind)
                insert.bind(5, district)
                try insert.run()
            }
        }
    }

    /// Half of the points are in a few towns, the others anywhere; some are at the edges of the world or share a
    /// position.
    static func points(_ count: Int, seed: UInt64) -> [Coordinate] {
        var random = SeededGenerator(seed: seed)
        let edges = [
            at(180, 90), at(-180, -90), at(180, 0), at(-180, 0), at(0, 90), at(0, -90), at(0, 0), at(126.9, 37.5),
        ]
        var points: [Coordinate] = []
        for number in 0..<count {
            if number % 20 == 19, let twin = points.randomElement(using: &random) {
                points.append(twin)
            } else if number % 50 == 7 {
                points.append(edges.randomElement(using: &random)!)
            } else if number % 2 == 0 {
                let town = [at(127, 37.5), at(-70, -33), at(179.9, -17)].randomElement(using: &random)!
                points.append(
                    at(
                        town.longitude + .random(in: -0.1...0.1, using: &random),
                        town.latitude + .random(in: -0.1...0.1, using: &random)))
            } else {
                points.append(at(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random)))
            }
        }
        return points
    }
}
