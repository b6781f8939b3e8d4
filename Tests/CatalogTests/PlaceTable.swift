import GRDB
import Geo
import TestSupport

@testable import Catalog

/// A catalog in memory whose bookstores are put in by SQL, as many as a test needs.
struct PlaceTable {
    let queue: DatabaseQueue

    init(_ points: [Coordinate] = []) throws {
        queue = try DatabaseQueue()
        try queue.write { db in
            try Schema.migrate(db)
            try db.execute(
                sql: """
                    INSERT INTO feed (key, id) VALUES (1, 'f');
                    INSERT INTO run VALUES (1, 1, 1, '2026-09-01T18:00:00Z', '2026-09-02', 's', '\(CatalogBench.hash("x"))',
                        '1', 'published', NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL);
                    UPDATE feed SET good_runs = 1, last_good_run = 1;
                    """)
        }
        try add(points)
    }

    /// Puts bookstores at these points behind those here, into the table alone.
    func add(_ points: [Coordinate?]) throws {
        try queue.write { db in
            var id = try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) FROM bookstore") ?? 0
            let insert = try db.makeStatement(
                sql: """
                    INSERT INTO bookstore (id, feed, feed_id, name, kind, district, latitude, longitude, folded, first_run)
                    VALUES (?1, 1, ?1, 'n', ?4, ?5, ?2, ?3, 'n', 1)
                    """)
            for point in points {
                id += 1
                let kind = id % 100 == 0 ? "other" : id % 5 == 0 ? "used" : "new"
                let district = id % 7 == 0 ? nil : "\((point?.longitude ?? 0) < 0 ? "West" : "East") \(id % 3)"
                try insert.execute(arguments: [id, point?.latitude, point?.longitude, kind, district])
            }
        }
    }

    func pack() throws { try queue.write { try RTreePacker.rebuild($0) } }

    /// What SQLite finds wrong with the index; `["ok"]` if nothing.
    func check() throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: "SELECT rtreecheck('bookstore_rtree')") }
    }

    func ids(_ sql: String, _ values: [Int64] = []) throws -> [Int64] {
        try queue.read { try Int64.fetchAll($0, sql: sql, arguments: StatementArguments(values)) }
    }

    /// Half of the points in a few towns, the rest anywhere, some at the edges of the world or where another one is.
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
