import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The index of points in pages: damage, healing, and what `verify` finds. `PointIndexTests` compares its answers with a
/// loop, `PageSearchTests` those of the pages alone.
@Suite struct PointPagesTests {
    private func bench(_ count: Int, seed: UInt64) throws -> (CatalogBench, [Shop]) {
        let bench = try CatalogBench()
        let shops = PointRows.points(count, seed: seed).enumerated().map { Shop(String($0.offset + 1), at: $0.element) }
        try bench.publish(shops)
        return (bench, shops)
    }

    private func findings(_ bench: CatalogBench) throws -> [String] {
        try Catalog(path: bench.path).verify().flatMap(\.findings).map(\.en)
    }

    @Test(arguments: [
        "DELETE FROM point_page WHERE number = 1", "DELETE FROM point_page WHERE number > 1",
        "UPDATE point_page SET data = zeroblob(17) WHERE number > 1",
        "UPDATE point_page SET data = substr(data, 1, 400)",
        // A level that is too high, more children than fit, and numbers of children that do not exist.
        "UPDATE point_page SET data = CAST(x'0900' || substr(data, 3) AS BLOB)",
        "UPDATE point_page SET data = CAST(substr(data, 1, 2) || x'FFFF' || substr(data, 5) AS BLOB)",
        "UPDATE point_page SET data = CAST(substr(data, 1, 8) || x'FFFF000000000000' || substr(data, 17) AS BLOB) WHERE number = 1",
        // The root is its own child.
        "UPDATE point_page SET data = CAST(substr(data, 1, 8) || x'0100000000000000' || substr(data, 17) AS BLOB) WHERE number = 1",
    ])
    func damagedPagesAreSaidToBeDamaged(sql: String) throws {
        let (bench, _) = try bench(2800, seed: 14)
        try bench.execute(sql)
        let catalog = try Catalog(path: bench.path)
        let near = #expect(throws: CatalogError.self) {
            _ = try catalog.nearest(to: at(0, 0), count: 5000, withinMeters: .infinity, PlaceFilter())
        }
        #expect(near?.code == .corrupt)
        let box = #expect(throws: CatalogError.self) { try catalog.count(in: .world, PlaceFilter()) }
        #expect(box?.code == .corrupt)
        #expect(throws: CatalogError.self) {
            try catalog.forEachCandidate(near: at(0, 0), withinMeters: .infinity, PlaceFilter()) { _, _ in .infinity }
        }
        #expect(try !findings(bench).isEmpty)
    }

    @Test func aNightThatMeetsDamagedPagesMakesThemAgain() throws {
        for sql in [
            "UPDATE point_page SET data = zeroblob(17) WHERE number = 2", "DELETE FROM point_page",
            "UPDATE point_page SET data = zeroblob(16)",
        ] {
            var (bench, shops) = try bench(600, seed: 13)
            try bench.execute(sql)
            shops[0].kind = .other
            try bench.publish(shops.filter { (Int($0.id) ?? 0) % 200 != 0 }, Night(day: 2))
            if sql.contains("zeroblob(16)") {
                // Pages that are whole but lack places are found by verify, and made again on request.
                #expect(try !findings(bench).isEmpty)
                try CatalogWriter(path: bench.path).rebuildPointIndex()
            }
            #expect(try findings(bench) == [], "\(sql)")
        }
    }

    /// With constraints off, a catalog may hold coordinates that the index can't. The rebuild reports damage and does not
    /// crash.
    @Test func aPlaceBeyondTheWorldIsDamage() throws {
        let db = try PointRows(PointRows.points(10, seed: 1)).db
        try db.execute("PRAGMA ignore_check_constraints = ON; UPDATE place SET longitude = 1e300 WHERE id = 3")
        #expect(throws: CatalogDamage.self) { try db.transaction(.immediate) { try PointIndex.rebuild($0) } }
    }

    @Test func verifyFindsWhatThePagesAndTheRowsDoNotShare() throws {
        let cases: [(sql: String, finding: String)] = [
            (
                "UPDATE point_page SET data = zeroblob(16)",
                "place 1 is not where it should be in the index of points"
            ),
            (
                "INSERT INTO point_page VALUES (99, zeroblob(16))",
                "the index of points has pages that no search can reach"
            ),
        ]
        for (sql, finding) in cases {
            let (bench, _) = try bench(60, seed: 3)
            #expect(try findings(bench) == [])
            try bench.execute(sql)
            #expect(try findings(bench).contains(finding), "\(sql)")
        }
    }

    /// A page with one wrong byte is found, or the byte had no meaning.
    @Test func verifyFindsOneWrongByte() throws {
        let (bench, _) = try bench(600, seed: 4)
        var random = SeededGenerator(seed: 4)
        var found = 0
        for _ in 0..<60 {
            try bench.execute("CREATE TABLE kept AS SELECT * FROM point_page")
            let (page, place) = (Int.random(in: 1...5, using: &random), Int.random(in: 1...3000, using: &random))
            try bench.execute(
                """
                UPDATE point_page SET data = CAST(substr(data, 1, \(place - 1)) || x'5A' || substr(data, \(place + 1)) AS BLOB)
                WHERE number = \(page) AND length(data) > \(place)
                """)
            if try !findings(bench).isEmpty { found += 1 }
            try bench.execute(
                "DELETE FROM point_page; INSERT INTO point_page SELECT * FROM kept; DROP TABLE kept")
        }
        #expect(try found > 40 && findings(bench) == [])
    }

    /// A search among places at equal distances walks through all pages twice. It may read each page once in each walk.
    @Test func twoWalksMayReadAllPages() throws {
        let bench = try CatalogBench()
        try bench.publish((1...2000).map { Shop(String($0), at: at(127, 37.5)) })
        let reader = try PageReader(try Database(path: bench.path, .reading), uncheckedPages: 3)
        var search = PageSearch()
        for origin in [at(127, 37.5), at(126.9, 37.4), at(-3, 40)] {
            try search.nearest(to: origin, in: reader, count: 10)
            #expect(search.neighbors.map(\.index) == Array(1...10))
        }
    }

    /// So many places in one building do not fit where their neighbors are.
    @Test func aCrowdOfNewPlacesInOnePlaceIsTakenIn() throws {
        var (bench, shops) = try bench(20_000, seed: 6)
        for number in 0..<300 { shops.append(Shop("new\(number)", at: at(127, 37.5))) }
        try bench.publish(shops, Night(day: 2))
        #expect(try findings(bench) == [])
        let found = try Catalog(path: bench.path).nearest(
            to: at(127, 37.5), count: 300, withinMeters: 0.001, PlaceFilter())
        #expect(found?.count ?? 0 >= 300)
    }

    /// A service that keeps pages in memory answers from a new run as soon as there is one.
    @Test func keptPagesAreThoseOfTheSnapshot() throws {
        var (bench, shops) = try bench(9000, seed: 16)
        let service = try Catalog(path: bench.path)
        let origins = PointRows.points(60, seed: 17)
        for night in 1...2 {
            try service.inSnapshot {
                // A walk reads pages that an earlier walk has replaced in memory, and others that are still there.
                for origin in origins + origins.reversed() {
                    let other = try Catalog(path: bench.path)
                    for (count, limit) in [(10, Double.infinity), (200, 50_000)] {
                        let found = try service.nearest(to: origin, count: count, withinMeters: limit, PlaceFilter())
                        let wanted = try other.nearest(to: origin, count: count, withinMeters: limit, PlaceFilter())
                        #expect(found == wanted && found != nil)
                    }
                }
            }
            for index in shops.indices where index % 4 == night % 4 {
                shops[index] = Shop(shops[index].id, at: PointRows.points(1, seed: UInt64(index + night))[0])
            }
            try bench.publish(shops, Night(day: night))
        }
    }
}
