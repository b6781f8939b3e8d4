import GeocliGeo
import GeocliSearch
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct ListingTests {
    private let bench: CatalogBench

    init() throws {
        bench = try CatalogBench()
        try bench.publish(Self.shops + [Shop("gone", name: "옛 책방")])
        try bench.publish(Self.shops, Night(day: 1))
    }

    private static let shops: [Shop] = {
        var shops = (1...6).map { Shop(String($0), name: "책방 \($0)") }
        shops[0].contact.phone = "+8223251984"
        shops[0].contact.phoneRaw = "02-325-1984"
        shops[0].contact.address = "마포구 동교로 194"
        shops[1].kind = .used
        shops[1].contact.phone = "+8216443227"
        shops[1].contact.website = "http://example.com"
        shops[2].kind = .other
        shops[2].district = "종로구"
        shops[2].contact.sns = ["@a"]
        shops[3].district = nil
        shops[3].contact.website = "https://example.org"
        shops[3].contact.sns = ["@b"]
        shops[4].district = "중구"
        shops[4].name = "Yes24 중고매장(강서NC점)"
        shops[5].name = "ㅊㅂ \n줄\t바꿈"
        return shops
    }()

    private func ids(limit: Int? = nil, _ change: (inout PlaceFilter) -> Void = { _ in }) throws -> [String] {
        var filter = PlaceFilter()
        change(&filter)
        var listed: [String] = []
        let catalog = try Catalog(path: bench.path)
        try catalog.forEachEntry(filter, limit: limit) { listed.append($0.place.feedID) }
        return listed
    }

    @Test func withoutAFilterAllListedOnesCome() throws {
        #expect(try ids() == ["1", "2", "3", "4", "5", "6"])
        #expect(try ids { $0.includesClosed = true } == ["1", "2", "3", "4", "5", "6", "gone"])
    }

    @Test func kindsWiden() throws {
        #expect(try ids { $0.kinds = [.used] } == ["2"])
        #expect(try ids { $0.kinds = [.used, .other] } == ["2", "3"])
        #expect(try ids { $0.kinds = [.new, .used, .other] } == ["1", "2", "3", "4", "5", "6"])
    }

    @Test func districtsWiden() throws {
        #expect(try ids { $0.districts = ["종로구"] } == ["3"])
        #expect(try ids { $0.districts = ["종로구", "중구"] } == ["3", "5"])
        #expect(try ids { $0.districts = ["어디구"] } == [])
        #expect(try ids { $0.districts = ["' OR 1=1 --"] } == [])
    }

    @Test func contactsNarrow() throws {
        #expect(try ids { $0.contacts = [.phone] } == ["1", "2"])
        #expect(try ids { $0.contacts = [.website] } == ["2", "4"])
        #expect(try ids { $0.contacts = [.sns] } == ["3", "4"])
        #expect(try ids { $0.contacts = [.phone, .website] } == ["2"])
        #expect(try ids { $0.contacts = [.phone, .website, .sns] } == [])
    }

    @Test func differentFiltersNarrow() throws {
        #expect(
            try ids {
                $0.kinds = [.new]; $0.districts = ["마포구"]; $0.contacts = [.phone]
            } == ["1"])
        #expect(
            try ids {
                $0.kinds = [.used]; $0.districts = ["종로구"]
            } == [])
        #expect(
            try ids {
                $0.kinds = [.new]; $0.text = SearchText("책방4").map(SearchReading.init)
            } == ["4"])
    }

    @Test(
        arguments: [
            ("책방", ["1", "2", "3", "4"]), ("책방1", ["1"]), ("책 방 1", ["1"]), ("동교로", ["1"]), ("마포구동교로", ["1"]),
            ("325-1984", ["1"]), ("3251984", ["1"]), ("02 325 1984", ["1"]), ("(02)325-1984", ["1"]), ("YES24", ["5"]),
            ("yes24중고", ["5"]), ("nc점", ["5"]), ("Ｙｅｓ２４", ["5"]), ("줄바꿈", ["6"]), ("없는 말", []), ("%", []), ("_", []),
            ("'", []), ("책방1마포구", []), ("책방1 마포구", ["1"]), ("194", ["1"]), ("1984", ["1"]),
        ])
    func textIsLookedForInNameAddressAndPhone(text: String, found: [String]) throws {
        #expect(try ids { $0.text = SearchText(text).map(SearchReading.init) } == found, "\(text)")
    }

    /// A few matches are read by their ids; for many, every place is checked. Both give the same answer.
    @Test(arguments: ["책방", "책방1", "마포", "ㅊㅂ", "없는 말", "325", "4"])
    func fewAndManyMatchesAreListedAlike(text: String) throws {
        let bench = try CatalogBench()
        try bench.publish(
            Self.shops.enumerated().map { number, shop in
                var shop = shop
                shop.coordinate = number == 3 ? nil : at(126.9 + Double(number) / 100, 37.5)
                return shop
            })
        var filter = PlaceFilter()
        filter.text = SearchText(text).map(SearchReading.init)
        func listed(few: Int, holdsSnapshot: Bool) throws -> [[Int64]] {
            let catalog = try Catalog(path: bench.path)
            catalog.fewMatches = few
            if holdsSnapshot { try catalog.holdSnapshot() }
            var ids: [[Int64]] = [[], [], []]
            // It runs twice, because the second answer may come from a cache.
            for _ in 0..<2 {
                try catalog.forEachEntry(filter) { ids[0].append($0.id) }
                try catalog.forEachEntry(in: .world, filter) { ids[1].append($0.id) }
                try catalog.forEachCandidate(near: at(126.9, 37.5), withinMeters: 1e9, filter) { id, _ in
                    ids[2].append(id)
                    return 1e9
                }
            }
            return ids.map { $0.sorted() }
        }
        let asked = try listed(few: -1, holdsSnapshot: false)
        #expect(try listed(few: 2000, holdsSnapshot: false) == asked)
        #expect(try listed(few: 2000, holdsSnapshot: true) == asked)
        #expect(try listed(few: 1, holdsSnapshot: true) == asked)
    }

    @Test func theLimitIsKept() throws {
        #expect(try ids(limit: 0) == [])
        #expect(try ids(limit: 2) == ["1", "2"])
        #expect(try ids(limit: 100).count == 6)
        #expect(try ids(limit: 1) { $0.kinds = [.other] } == ["3"])
    }

    @Test func oneIsFoundByIDAndByReference() throws {
        let catalog = try Catalog(path: bench.path)
        let entry = try catalog.entry(ref: "seoul-bookstores/1")
        #expect(entry.id == 1 && entry.ref == "seoul-bookstores/1")
        #expect(try catalog.entry(id: 1) == entry)
        #expect(entry.place == Self.shops[0].place)
        #expect(try catalog.entry(id: 7).missingRuns == 1)
    }

    @Test(arguments: [
        "2283", "", "/", "seoul-bookstores/", "places/1", "seoul-bookstores/1/2", "seoul-bookstores/ 1",
        "SEOUL-BOOKSTORES/1",
    ])
    func aReferenceThatIsNotThereIsNamed(ref: String) throws {
        let path = bench.path
        let catalog = try Catalog(path: path)
        let error = #expect(throws: CatalogError.self) { try catalog.entry(ref: ref) }
        #expect(error?.code == .notFound)
        #expect(
            error?.words.en == "\(path) has no place \(ref); list all with 'geocli list --fields id,ref,name'")
    }

    @Test(arguments: [0, -1, 8, Int64.max, Int64.min])
    func anIDThatIsNotThereIsNamed(id: Int64) throws {
        let path = bench.path
        let catalog = try Catalog(path: path)
        let error = #expect(throws: CatalogError.self) { try catalog.entry(id: id) }
        #expect(error?.code == .notFound)
        #expect(
            error?.words.en == "\(path) has no place \(id); list all with 'geocli list --fields id,ref,name'")
        #expect(error?.words.ko == "\(path)에 장소 \(id)이 없습니다. 'geocli list --fields id,ref,name'으로 확인하세요")
    }

    @Test func entriesComeInTheOrderOfTheIDsAskedFor() throws {
        var found: [Int64] = []
        try Catalog(path: bench.path).forEachEntry(ids: [5, 99, 1, 5, 7]) { found.append($0.id) }
        #expect(found == [5, 1, 5, 7])
    }

    @Test func districtsAreThoseStated() throws {
        #expect(try Catalog(path: bench.path).districts() == ["마포구", "종로구", "중구"])
    }

    @Test func anErrorOfTheCallerStopsTheListing() throws {
        struct Stop: Error {}
        let catalog = try Catalog(path: bench.path)
        var count = 0
        #expect(throws: Stop.self) {
            try catalog.forEachEntry(PlaceFilter()) { _ in
                count += 1
                throw Stop()
            }
        }
        #expect(count == 1)
        #expect(try catalog.status().total == 6)
    }

    @Test func namesOfAllSortsReadBackEqual() throws {
        let names = [
            "a\u{0}b", "\u{202E}abc", "e\u{301}", "é", "<b>&amp;</b>", "'; DROP TABLE place; --", "😀", "\u{FEFF}x",
            "줄\n바꿈",
        ]
        let bench = try CatalogBench()
        try bench.publish(names.enumerated().map { Shop(String($0), name: $1) })
        let listed = try bench.entries().map(\.place.name)
        #expect(listed.map { Array($0.utf8) } == names.map { Array($0.utf8) })
    }

    /// Ids may have gaps of any size.
    @Test func rangesOfIDsSkipGaps() throws {
        let bench = try CatalogBench()
        try bench.publish((1...9).map { Shop(String($0)) })
        try bench.execute("PRAGMA foreign_keys = OFF; UPDATE place SET id = id * 100000000 WHERE id > 4")
        let catalog = try Catalog(path: bench.path)
        let far = (5...9).map { Int64($0) * 100_000_000 }
        let ranges = try catalog.idRanges(size: 3)
        #expect(ranges == [1...3, 4...6] + far.map { $0...$0 + 2 })
        #expect(try catalog.idRanges(size: .max) == [1...Int64.max])
        var rest = ranges.makeIterator()
        var ids: [Int64] = []
        try catalog.forEachRow(PlaceFilter(), nextRange: { rest.next() }, body: { ids.append($0.id) })
        #expect(ids == [1, 2, 3, 4] + far)
        try bench.execute("PRAGMA foreign_keys = OFF; UPDATE place SET id = -id WHERE id > 4")
        #expect(try catalog.idRanges(size: 1000).first?.lowerBound == -900_000_000)
    }
}
