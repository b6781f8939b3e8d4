import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Landmarks in the catalog: apart from places, replaced as a whole or not at all.
@Suite struct LandmarkTests {
    private let bench: CatalogBench

    init() throws {
        bench = try CatalogBench()
        try bench.publish([Shop("1", name: "가", at: at(127, 37.5)), Shop("2", name: "나")])
    }

    private static let stations = Night(feed: "stations", role: .landmarks)

    private func station(_ id: String, _ name: String, _ line: String? = "2호선", at point: Coordinate? = nil) -> Shop {
        var shop = Shop(id, name: name, at: point ?? at(127, 37.5))
        shop.kind = .station
        shop.district = line
        return shop
    }

    private func names(_ key: String) throws -> [String] {
        try Catalog(path: bench.path).landmarks(key: key, limit: 10).map { "\($0.feedID) \($0.name)" }
    }

    private func findings() throws -> [String] {
        try Catalog(path: bench.path).verify().flatMap { $0.findings.map(\.en) }
    }

    @Test func landmarksAreNoPlaces() throws {
        let before = try bench.rows("SELECT * FROM place") + bench.rows("SELECT * FROM posting")
        let report = try bench.publish([station("0239", "홍대입구"), station("2523", "양평")], Self.stations)
        #expect(report.counts.added == 2 && report.counts.total == 2 && report.counts.formerTotal == 0)
        #expect(try bench.rows("SELECT * FROM place") + bench.rows("SELECT * FROM posting") == before)
        let catalog = try Catalog(path: bench.path)
        let status = try catalog.status()
        #expect(status.total == 2 && status.landmarks == 2 && status.kinds == [.new: 2])
        #expect(status.lastGoodRuns.map(\.feed) == ["seoul-bookstores", "stations"])
        #expect(status.lastPlaceRuns.map(\.feed) == ["seoul-bookstores"])
        #expect(try catalog.lastGoodRuns().map(\.feed) == ["seoul-bookstores"])
        #expect(try catalog.lastLandmarkRuns().map(\.feed) == ["stations"])
        #expect(try catalog.placeWords().noun.en == "place")
        #expect(try bench.rows("SELECT count(*) AS n FROM change") == ["n:0"])
        #expect(try names("홍대입구역") == ["0239 홍대입구"] && names("홍대") == [])
        #expect(try catalog.landmarks(keyPrefix: "홍대", limit: 10).map(\.feedID) == ["0239"])
        #expect(try findings() == [])
    }

    /// A night with the same bytes writes its run and nothing else; so does one with other bytes and the same values.
    @Test func anUnchangedNightWritesOnlyItsRun() throws {
        let rows = [station("1", "가"), station("2", "나(다)")]
        try bench.publish(rows, Night(feed: "stations", role: .landmarks, bytes: "a"))
        func content() throws -> [String] {
            try bench.rows("SELECT * FROM landmark") + bench.rows("SELECT * FROM landmark_key")
        }
        let before = try content()
        let same = try bench.publish(rows, Night(feed: "stations", role: .landmarks, bytes: "a"))
        #expect(same.outcome == .unchanged && same.counts.total == 2)
        let other = try bench.publish(rows.reversed(), Night(feed: "stations", role: .landmarks, bytes: "b"))
        #expect(other.outcome == .published && other.counts.changed == 0 && other.counts.added == 0)
        #expect(try content() == before && findings() == [])
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func randomNightsAgreeWithAModel(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var model: [String: String] = [:]
        for day in 1...25 {
            var next = model
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let id = String(Int.random(in: 1...12, using: &generator))
                next[id] = Bool.random(using: &generator) ? nil : "역 \(Int.random(in: 1...6, using: &generator))"
            }
            guard !next.isEmpty else { continue }
            var night = Self.stations
            night.day = day
            night.refusal = Int.random(in: 0...3, using: &generator) == 0 ? "odd" : nil
            night.isDryRun = Int.random(in: 0...5, using: &generator) == 0
            let report = try bench.publish(next.map { station($0.key, $0.value) }.shuffled(using: &generator), night)
            let added = next.keys.filter { model[$0] == nil }.count
            let removed = model.keys.filter { next[$0] == nil }.count
            let changed = next.keys.filter { id in model[id] != nil && model[id] != next[id] }.count
            #expect(
                report.counts.added == added && report.counts.removed == removed && report.counts.changed == changed)
            if night.refusal == nil, !night.isDryRun { model = next }
            let stored = try Catalog(path: bench.path).landmarks()
            #expect(Dictionary(uniqueKeysWithValues: stored.map { ($0.feedID, $0.name) }) == model, "seed \(seed)")
            #expect(try findings() == [], "seed \(seed), day \(day)")
        }
    }

    /// An error in the middle of a publication rolls all of it back, as a kill does.
    @Test func aRunThatBreaksOffChangesNothing() throws {
        try bench.publish([station("1", "가")], Self.stations)
        // The key that the next landmark needs is taken, so the last statement of the publication fails.
        try bench.execute("PRAGMA foreign_keys = OFF; INSERT INTO landmark_key VALUES ('나', 2)")
        let before = try bench.rows("SELECT * FROM landmark") + bench.rows("SELECT * FROM run")
        let error = #expect(throws: CatalogError.self) {
            try bench.publish([station("1", "다"), station("2", "나")], Self.stations)
        }
        #expect(error?.code == .corrupt)
        #expect(try bench.rows("SELECT * FROM landmark") + bench.rows("SELECT * FROM run") == before)
        try bench.execute("DELETE FROM landmark_key WHERE landmark = 2")
        #expect(try findings() == [])
    }

    /// A first catalog may hold landmarks alone; places come later.
    @Test func aCatalogMayBeginWithLandmarks() throws {
        let bench = try CatalogBench()
        try bench.publish([station("1", "가")], Self.stations)
        let catalog = try Catalog(path: bench.path)
        #expect(try !catalog.hasGoodRun() && catalog.landmarkCount() == 1 && catalog.status().total == 0)
        try bench.publish([Shop("1", at: at(127, 37.5))])
        #expect(try Catalog(path: bench.path).hasGoodRun() && bench.entries().count == 1)
        #expect(try Catalog(path: bench.path).verify().allSatisfy { $0.findings.isEmpty })
    }

    @Test func aFeedKeepsItsRole() throws {
        try bench.publish([station("1", "가")], Self.stations)
        for night in [Night(feed: "stations"), Night(feed: "seoul-bookstores", role: .landmarks)] {
            let error = #expect(throws: CatalogError.self) { try bench.publish([station("1", "가")], night) }
            #expect(error?.code == .occupied && error?.words.en.contains("another feed id") ?? false)
        }
        #expect(try bench.entries().count == 2 && Catalog(path: bench.path).landmarkCount() == 1)
        // A refused first run decides nothing.
        try bench.publish([station("1", "가")], Night(feed: "mine", role: .landmarks, refusal: "odd"))
        try bench.publish([Shop("1")], Night(feed: "mine"))
        #expect(try findings() == [])
    }

    @Test func thePastShowsTheLandmarksOfNow() throws {
        try bench.publish([station("1", "가")], Night(day: 3, feed: "stations", role: .landmarks))
        let past = try Catalog(path: bench.path, asOf: "2026-09-02")
        #expect(try past.landmarks(key: "가", limit: 3).count == 1 && past.status().lastPlaceRuns.count == 1)
    }

    @Test(
        arguments: [
            "DELETE FROM landmark_key WHERE key = '가역'", "UPDATE landmark SET name = '다'",
            "INSERT INTO landmark_key VALUES ('서울', 1)", "DELETE FROM landmark; DELETE FROM landmark_key",
            "UPDATE feed SET role = 'places' WHERE id = 'stations'",
            "UPDATE place SET feed = (SELECT key FROM feed WHERE id = 'stations') WHERE id = 1",
            "PRAGMA ignore_check_constraints = ON; UPDATE landmark SET line = ''",
            "PRAGMA ignore_check_constraints = ON; UPDATE landmark SET longitude = NULL",
        ])
    func damageIsFound(sql: String) throws {
        try bench.publish([station("1", "가")], Self.stations)
        try bench.execute("PRAGMA foreign_keys = OFF; " + sql)
        let found = try Catalog(path: bench.path).verify().first { $0.name == "landmarks" }
        #expect(found?.findings.isEmpty == false, "\(sql)")
    }

    /// Names that a feed could hold to do harm: each is stored, verified, and found by its id.
    @Test func hostileNames() throws {
        let names = [
            "역", "()", "(이수)", "\u{202E}역지사지", "가\u{0}나", "\u{1B}[31m역", "\"'); DROP TABLE landmark; --",
            String(repeating: "역", count: 3400), String(repeating: "(", count: 300), "1984", "a\nb", "()역", "-k", "🚉",
            "e\u{301}역", "역역", "\u{FEFF}서울역", "가(나)다(라)", "가(나",
        ]
        let shops = names.enumerated().map { station("h\($0.offset)", $0.element) }
        try bench.publish(shops, Self.stations)
        #expect(try findings() == [])
        let catalog = try Catalog(path: bench.path)
        for (number, name) in names.enumerated() {
            let found = try catalog.landmarks(feedID: "h\(number)")
            #expect(found.count == 1 && found[0].name == name)
        }
        #expect(try self.names("역") == ["h0 역"] || self.names("역").contains("h0 역"))
        #expect(try self.names("서울") == ["h16 \u{FEFF}서울역"])
        #expect(
            try bench.rows("SELECT count(*) AS n FROM landmark_key WHERE length(CAST(key AS BLOB)) > 200") == ["n:0"])
    }
}
