import GeocliGeo
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct DuplicateTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    @Test func oneOfIdenticalRowsStays() throws {
        let counts = try bench.publish([Shop("1"), Shop("2"), Shop("1"), Shop("1")]).counts
        #expect(counts.received == 4 && counts.accepted == 2 && counts.duplicates == 2 && counts.rejected == 0)
        #expect(try bench.entries().map(\.place.feedID) == ["1", "2"])
    }

    @Test(arguments: [["A", "B"], ["A", "A", "B"], ["A", "B", "A"], ["A", "B", "C"], ["B", "A", "A", "B"]])
    func ofClashingRowsAllAreSetAside(names: [String]) throws {
        let counts = try bench.publish([Shop("2")] + names.map { Shop("1", name: $0) }).counts
        #expect(counts.received == names.count + 1 && counts.accepted == 1)
        #expect(counts.rejected == names.count && counts.duplicates == 0)
        #expect(counts.reasons[.idClash] == names.count)
        #expect(try bench.entries().map(\.place.feedID) == ["2"])
        var rejects: [StoredReject] = []
        try Catalog(path: bench.path).forEachReject(run: nil) { rejects.append($0) }
        let clashes = rejects.filter { $0.record.reason == .idClash }
        #expect(clashes.map(\.record.raw) == names.map { "{\"id\":\"1\",\"name\":\"\($0)\"}" })
        #expect(clashes.allSatisfy { $0.record.feedID == "1" && !$0.record.isKept })
        #expect(clashes.map(\.record.origin.row) == Array(2...names.count + 1))
    }

    @Test func rowsThatDifferInOneFieldOnlyClash() throws {
        var rows = Array(repeating: Shop("0", at: at(127, 37.5)), count: 9)
        rows[1].kind = .used
        rows[2].district = nil
        rows[3].contact.address = "주소"
        rows[4].contact.phoneRaw = "없음"
        rows[5].contact.websiteRaw = "없음"
        rows[6].contact.sns = ["@a"]
        rows[7].coordinate = at(127.0, 37.5 + 1e-7)
        rows[8].coordinate = nil
        for (number, other) in rows.enumerated().dropFirst() {
            var pair = [rows[0], other]
            for index in pair.indices { pair[index].id = String(number) }
            let counts = try bench.publish(pair).counts
            #expect(counts.rejected == 2 && counts.accepted == 0, "row \(number)")
        }
    }

    @Test func aKnownPlaceWhoseRowsClashIsMissed() throws {
        try bench.publish([Shop("1"), Shop("2")])
        let counts = try bench.publish([Shop("1", name: "A"), Shop("1", name: "B"), Shop("2")]).counts
        #expect(counts.removed == 1 && counts.total == 1)
        #expect(try bench.entries().map(\.missingRuns) == [1, 0])
    }

    @Test func idsOnSeveralPagesAreCounted() throws {
        var shops = ["1", "2", "3", "2", "3", "4", "3", "3"].map { Shop($0) }
        for (index, page) in [1, 1, 1, 2, 2, 2, 3, 3].enumerated() { shops[index].page = page }
        let repeats = try CatalogWriter(temporary: ()).ingest { session in
            for (index, shop) in shops.enumerated() {
                let origin = RowOrigin(pageNumber: shop.page, page: "p", row: index + 1)
                try session.stage(shop.place, from: origin, problem: nil, value: nil, raw: "{}")
            }
            #expect(session.receivedCount == 8)
            return try session.settleDuplicates()
        }
        // Id 2 repeats on one further page, id 3 on two further pages. The second 3 on page 3 is not a repeat across
        // pages.
        #expect(repeats == 3)
    }

    @Test func theFirstOfEqualRowsGivesTheRawTextOfAKeptOne() throws {
        let counts = try bench.publish([Shop("1"), Shop("1")]).counts
        #expect(counts.withoutPoint == 1 && counts.reasons == [.coordinateMissing: 1])
        #expect(
            try bench.rows("SELECT row, reason, kept, feed_id, raw FROM reject") == [
                #"row:1 reason:coordinate-missing kept:1 feed_id:1 raw:{"id":"1","name":"책방"}"#
            ])
    }

    @Test func onePointForAllIsSeenAndForOneAloneIsNot() throws {
        let place = at(126.9, 37.5)
        #expect(try bench.publish([Shop("1", at: place), Shop("2", at: place), Shop("3")]).counts.hasOnePointOnly)
        #expect(try !bench.publish([Shop("1", at: place), Shop("2"), Shop("3")]).counts.hasOnePointOnly)
        #expect(
            try !bench.publish([Shop("1", at: place), Shop("2", at: at(126.9, 37.6)), Shop("3")]).counts.hasOnePointOnly
        )
        #expect(try !bench.publish([Shop("1"), Shop("2"), Shop("3")]).counts.hasOnePointOnly)
    }
}
