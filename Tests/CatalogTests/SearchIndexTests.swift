import Foundation
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
        let file = try OtherProgram(path, writes: false)
        var lists: [UInt64: [UInt64]] = [:]
        func forEachBlock(_ blocks: String, _ body: (UInt64, [UInt64]) -> Void) throws {
            for row in try file.rows("SELECT piece, first, documents FROM \(blocks) ORDER BY piece, first") {
                let first = try UInt64(#require(row[1].integer))
                let block = try #require(row[2].blob).withUnsafeBytes { PostingNumbers($0, first: first) }
                body(try UInt64(#require(row[0].integer)), try #require(block).numbers)
            }
        }
        try forEachBlock("posting") { lists[$0, default: []] += $1 }
        #expect(lists.values.allSatisfy { zip($0, $0.dropFirst()).allSatisfy(<) })
        try forEachBlock("posting_change WHERE excess = 1") { piece, numbers in
            #expect(Set(numbers).isSubset(of: lists[piece] ?? []))
            lists[piece]?.removeAll { numbers.contains($0) }
        }
        try forEachBlock("posting_change WHERE excess = 0") { piece, numbers in
            #expect(Set(numbers).isDisjoint(with: lists[piece] ?? []))
            lists[piece, default: []] += numbers
        }
        return lists.mapValues { $0.sorted() }.filter { !$0.value.isEmpty }
    }

    private func expectAsMadeAnew(_ bench: CatalogBench, _ comment: String) throws {
        let kept = try lists(bench.path)
        try CatalogWriter(path: bench.path).rebuildSearchIndex()
        let rebuilt = try lists(bench.path)
        #expect(kept == rebuilt, "\(comment)")
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

    /// Changes wait apart from the lists for some nights, and are then made in the lists. At any time, the lists that a
    /// search and a push read are those of a rebuilt index.
    @Test func changesWaitApartUntilTheyAreMany() throws {
        let bench = try CatalogBench()
        var shops = shops(2000)
        try bench.publish(shops)
        let first = try lists(bench.path)
        func count(_ table: String) throws -> [String] { try bench.rows("SELECT count(*) AS n FROM \(table)") }
        var waited = 0
        for night in 1...12 {
            let place = night * 131 % shops.count
            shops[place].name = night == 6 ? "책방 \((place + 1) % 17)호 \(place + 1)" : "새 이름 \(night)"
            if night % 3 == 0 { shops.remove(at: night) }
            if night % 4 == 0 { shops.append(Shop("x\(night)", name: "책방 \(night)호", at: at(127, 37.6))) }
            try bench.publish(shops, Night(day: night))
            if try count("posting_change") != ["n:0"] { waited += 1 }
            let kept = try lists(bench.path)
            #expect(try read(bench.path, kept) == kept, "night \(night)")
            #expect(try pushed(bench.path) == kept, "night \(night)")
            #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
        }
        #expect((3...11).contains(waited), "\(waited)")
        let last = try lists(bench.path)
        #expect(last != first)
        try expectAsMadeAnew(bench, "twelve nights")
        #expect(try count("posting_change") == ["n:0"])
    }

    /// Many changes are stored batch by batch, with the same result as all at once.
    @Test(arguments: [1, 3, 40]) func changesAreStoredInBatches(length: Int) throws {
        let bench = try CatalogBench()
        try bench.publish(shops(2000))
        let db = try GeocliDatabase.Database(path: bench.path)
        try db.execute("BEGIN IMMEDIATE")
        try HeldRows(db: db).begin()
        try HeldRows(db: db).note("SELECT id FROM place WHERE id % 60 = 0", isOverlaid: false)
        try db.execute("UPDATE place SET folded = replace(folded, '책방', '서점') WHERE id % 60 = 0")
        try SearchIndex(db, batchLength: length).updateHeld()
        try db.execute("COMMIT")
        #expect(try bench.rows("SELECT count(*) AS n FROM posting_change") != ["n:0"])
        let updated = try lists(bench.path)
        try db.execute("BEGIN IMMEDIATE")
        try SearchIndex(db).rebuild()
        try db.execute("COMMIT")
        #expect(try lists(bench.path) == updated)
    }

    /// A number that no document has ends in a rebuild, and not in an endless loop.
    @Test func theGreatestNumberAmongTheChangesEndsInARebuild() throws {
        let bench = try CatalogBench()
        var shops = shops(200)
        try bench.publish(shops)
        try bench.execute("INSERT INTO posting_change SELECT DISTINCT piece, 0, -1, x'' FROM posting")
        shops[7].name = "다른 이름"
        try bench.publish(shops, Night(day: 1))
        #expect(try bench.rows("SELECT count(*) AS n FROM posting_change WHERE first = -1") == ["n:0"])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    /// The lists of these pieces as a search reads them, from several starts.
    private func read(_ path: String, _ pieces: [UInt64: [UInt64]]) throws -> [UInt64: [UInt64]] {
        let table = try PostingTable(GeocliDatabase.Database(path: path))
        var lists: [UInt64: [UInt64]] = [:]
        for (piece, wanted) in pieces {
            for start in [0, wanted[wanted.count / 2], wanted[wanted.count - 1]] {
                var list: [UInt64] = []
                var next = start
                var former: PostingNumbers?
                while let block = try table.block(of: piece, reaching: next, after: former) {
                    list += block.numbers.filter { $0 >= next }
                    next = (list.last ?? 0) + 1
                    former = block
                }
                if start == 0 { lists[piece] = list }
                #expect(list == wanted.filter { $0 >= start }, "piece \(piece) from \(start)")
            }
            // With steps of any length, the former block makes no difference.
            for step in [1, 2, 7, 40, 300] {
                var former: PostingNumbers?
                for document in stride(from: 0, to: wanted.count, by: step).map({ wanted[$0] - 1 }) + [.max >> 1]
                where former.map({ $0.last < document }) ?? true {
                    let block = try table.block(of: piece, reaching: document, after: former)
                    let alone = try table.block(of: piece, reaching: document, after: nil)
                    #expect(block?.numbers == alone?.numbers, "piece \(piece), document \(document)")
                    former = block
                }
            }
        }
        return lists
    }

    /// The lists that a push writes.
    private func pushed(_ path: String) throws -> [UInt64: [UInt64]] {
        var lists: [UInt64: [UInt64]] = [:]
        try Catalog(path: path).forEachPosting { piece, first, code in
            lists[UInt64(piece), default: []] += try #require(PostingNumbers(code, first: UInt64(first))).numbers
        }
        return lists
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
            "UPDATE place SET folded = 'x' WHERE id = 2",
            "the search text of place 2 does not match its name"
        ),
    ])
    func whatContradictsThePlacesIsFound(sql: String, finding: String) throws {
        let bench = try CatalogBench()
        try bench.publish(shops(3))
        try bench.execute(sql)
        // The seals find the change of a place, too.
        let checks = try Catalog(path: bench.path).verify().filter { !$0.findings.isEmpty && $0.name != "values" }
        #expect(checks.map(\.name) == ["search-index"])
        #expect(checks.flatMap(\.findings).first?.en.contains(finding) ?? false, "\(checks)")
    }

    /// A damaged index does not stop an ingest. A thorough ingest rebuilds it from the places, even if nothing has
    /// changed.
    @Test(arguments: [false, true]) func aThoroughNightRebuildsADamagedIndex(changes: Bool) throws {
        let bench = try CatalogBench()
        var shops = shops(400)
        try bench.publish(shops)
        try bench.execute("UPDATE posting SET documents = x'80'")
        shops[7].name = "다른 이름"
        try bench.publish(shops, Night(day: 1))
        if changes { shops[8].name = "또 다른 이름" }
        try bench.publish(shops, Night(day: changes ? 2 : 1, comparesAll: true, findsAllAgain: true))
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
                == "the search index of \(bench.path) is damaged, but its places are not; rebuild the index with 'geocli ingest --thorough'"
        )
    }
}
