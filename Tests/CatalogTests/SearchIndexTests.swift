import Foundation
import GRDB
import GeocliGeo
import GeocliSearch
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The updated index of pieces, compared with a rebuilt one.
@Suite struct SearchIndexTests {
    /// Every list, by piece.
    private func lists(_ path: String) throws -> [UInt64: [UInt64]] {
        let queue = try DatabaseQueue(path: path)
        return try queue.read { db in
            var lists: [UInt64: [UInt64]] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT piece, first, documents FROM posting ORDER BY piece, first") {
                let code: Data = row[2]
                let first: Int64 = row[1]
                let piece: Int64 = row[0]
                let block = code.withUnsafeBytes { PostingNumbers($0, first: UInt64(first)) }
                lists[UInt64(piece), default: []] += try #require(block).numbers
            }
            return lists
        }
    }

    private func expectAsMadeAnew(_ bench: CatalogBench, _ comment: String) throws {
        let kept = try lists(bench.path)
        try CatalogWriter(path: bench.path).rebuildSearchIndex()
        let rebuilt = try lists(bench.path)
        #expect(kept == rebuilt, "\(comment)")
        #expect(rebuilt.values.allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<) })
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    private func shops(_ count: Int) -> [Shop] {
        (1...count).map { number in
            var shop = Shop(String(number), name: "책방 \(number % 17)호 \(number)", at: at(127, 37.5))
            shop.contact.address = "마포구 동교로 \(number)"
            shop.contact.phoneRaw = "02-325-\(1000 + number)"
            shop.kind = number % 5 == 0 ? .used : .new
            return shop
        }
    }

    @Test(arguments: [61, 62, 63] as [UInt64])
    func smallNightsKeepItAsIfItWereMadeAnew(seed: UInt64) throws {
        let bench = try CatalogBench()
        var random = SeededGenerator(seed: seed)
        var shops = shops(400)
        try bench.publish(shops)
        for night in 1...6 {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<shops.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: shops[place].name = "새 이름 \(night)"
                case 1: shops[place].kind = .other
                case 2: shops[place].contact.phoneRaw = nil
                case 3: shops.append(Shop("\(night)-\(place)", name: "새로 연 곳 \(night)"))
                default: shops.remove(at: place)
                }
            }
            try bench.publish(shops, Night(day: night))
        }
        try expectAsMadeAnew(bench, "seed \(seed)")
    }

    @Test func largeNightsMakeItAnew() throws {
        let bench = try CatalogBench()
        try bench.publish(shops(60))
        try bench.publish(
            shops(90).map { shop in
                var shop = shop
                shop.name += "점"
                return shop
            }, Night(day: 1))
        try expectAsMadeAnew(bench, "a large night")
    }

    /// A small night does not write a list that its changes do not affect, even if the list is wrong. A large night
    /// repairs it.
    @Test func aSmallNightWritesOnlyWhatChanged() throws {
        let bench = try CatalogBench()
        var shops = shops(400)
        try bench.publish(shops)
        try bench.execute("DELETE FROM posting WHERE piece >> 42 = 4")
        shops[7].name = "글방 8호 8"
        try bench.publish(shops, Night(day: 1))
        #expect(try bench.rows("SELECT count(*) FROM posting WHERE piece >> 42 = 4") == ["count(*):0"])
        for place in shops.indices { shops[place].name += "!" }
        try bench.publish(shops, Night(day: 2))
        try expectAsMadeAnew(bench, "a large night")
    }

    @Test func anUnchangedNightAndARefusedOneWriteNothing() throws {
        let bench = try CatalogBench()
        try bench.publish(shops(20), Night(bytes: "same"))
        try bench.execute("DELETE FROM posting")
        try bench.publish(shops(20), Night(day: 1, bytes: "same"))
        try bench.publish([], Night(day: 2, refusal: "a test"))
        #expect(try bench.rows("SELECT count(*) FROM posting") == ["count(*):0"])
    }

    @Test(arguments: [
        ("DELETE FROM posting WHERE piece >> 42 = 1", "place 1 is not where it should be in the search index"),
        ("UPDATE posting SET documents = x'80' WHERE piece >> 42 = 5", "in the search index can't be read"),
        ("UPDATE posting SET documents = x'00' WHERE piece >> 42 = 5", "in the search index can't be read"),
        ("INSERT INTO posting VALUES (1, 1, x'')", "the search index has a text that no place has"),
        (
            "UPDATE bookstore SET folded = 'x' WHERE id = 2",
            "the search text of place 2 does not match its name"
        ),
    ])
    func whatContradictsTheBookstoresIsFound(sql: String, finding: String) throws {
        let bench = try CatalogBench()
        try bench.publish(shops(3))
        try bench.execute(sql)
        let checks = try Catalog(path: bench.path).verify().filter { !$0.findings.isEmpty }
        #expect(checks.map(\.name) == ["search-index"])
        #expect(checks.flatMap(\.findings).first?.en.contains(finding) ?? false, "\(checks)")
    }

    /// A damaged index does not stop an ingest, because it can be rebuilt from the bookstores.
    @Test func aNightThatMeetsADamagedBlockMakesTheIndexAnew() throws {
        let bench = try CatalogBench()
        var shops = shops(400)
        try bench.publish(shops)
        try bench.execute("UPDATE posting SET documents = x'80'")
        shops[7].name = "다른 이름"
        try bench.publish(shops, Night(day: 1))
        try expectAsMadeAnew(bench, "a damaged block")
    }

    /// Bytes that are not a block end the search with an error, so that no match is silently missing.
    @Test func aDamagedBlockIsAnError() throws {
        let bench = try CatalogBench()
        try bench.publish(shops(3))
        try bench.execute("UPDATE posting SET documents = x'80'")
        let reading = SearchReading(try #require(SearchText("책방")))
        let error = #expect(throws: CatalogError.self) {
            try Catalog(path: bench.path).search(PlaceFilter()) { _ = try $0.isAny(reading) }
        }
        #expect(error?.code == .corrupt)
        #expect(
            error?.words.en
                == "the search index of \(bench.path) is damaged, but the places are not; the next 'geocli ingest' that changes places rebuilds the index"
        )
    }
}
