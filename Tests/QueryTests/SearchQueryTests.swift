internal import Catalog
internal import Foundation
internal import Ingest
internal import SampleFeed
internal import TestSupport
internal import Testing

@testable internal import Query

@Suite struct SearchQueryTests {
    private func found(_ fixture: CatalogFixture, _ text: String) throws -> [CatalogEntry] {
        guard let match = TextMatch(text) else { return [] }
        var entries: [CatalogEntry] = []
        try SearchQuery(match, BookstoreFilter()).forEachMatch(in: fixture.catalog) { entries.append($0) }
        return entries
    }

    /// Folding by Foundation: composed, lower case, no white space.
    private func folded(_ text: String) -> String {
        text.precomposedStringWithCanonicalMapping.lowercased().filter { !$0.isWhitespace }
    }

    /// The scan: what holds the text in name, address or phone, or the digits of the phone.
    private func scan(_ fixture: CatalogFixture, _ text: String) throws -> Set<Int64> {
        let wanted = folded(text)
        return Set(
            try fixture.all().filter { entry in
                let phone = entry.bookstore.phoneRaw ?? ""
                let digits = phone.filter { $0.isASCII && $0.isNumber }
                return [entry.bookstore.name, entry.bookstore.address ?? "", phone, digits]
                    .contains { folded($0).contains(wanted) }
            }.map(\.id))
    }

    @Test(arguments: [21, 22] as [UInt64])
    func searchEqualsTheScan(seed: UInt64) throws {
        let feed = SampleFeed(seed: seed, count: 800, extent: .seoul)
        let fixture = try CatalogFixture(
            pages: (0..<feed.pageCount()).map { feed.page($0) }, feed: .seoulBookstores)
        let all = try fixture.all()
        var random = SeededGenerator(seed: seed)
        for round in 0..<150 {
            let bookstore = all[Int.random(in: 0..<all.count, using: &random)].bookstore
            let texts = [bookstore.name, bookstore.address ?? bookstore.name].filter { !$0.isEmpty }
            let text = Array(texts[Int.random(in: 0..<texts.count, using: &random)])
            let start = Int.random(in: 0..<text.count, using: &random)
            let length = Int.random(in: 1...4, using: &random)
            let query = String(text[start..<min(start + length, text.count)])
            guard TextMatch(query) != nil else { continue }
            let ids = try found(fixture, query).map(\.id)
            #expect(Set(ids) == (try scan(fixture, query)), "seed \(seed), round \(round), \"\(query)\"")
            #expect(Set(ids).count == ids.count)
        }
    }

    @Test func theBestMatchComesFirst() throws {
        let names = ["우리 책방", "책방", "책방 이음", "책방이음 서촌점", "헌책방", "서점"]
        var shops = names.enumerated().map { Shop(id: $0 + 1, name: $1, latitude: "37.5", longitude: "127") }
        shops.append(Shop(id: 7, name: "달빛", address: "마포구 책방길 3", latitude: "37.5", longitude: "127"))
        let fixture = try CatalogFixture(shops)
        #expect(
            try found(fixture, "책방").map(\.bookstore.name)
                == ["책방", "책방 이음", "책방이음 서촌점", "헌책방", "우리 책방", "달빛"])
    }

    @Test(arguments: ["책 방", " 책방 ", "책방", "책방".decomposedStringWithCanonicalMapping, "책\u{3000}방"])
    func spacingAndUnicodeFormMakeNoDifference(query: String) throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, name: "마음 책 방", latitude: "37.5", longitude: "127"),
            Shop(id: 2, name: "책방".decomposedStringWithCanonicalMapping, latitude: "37.5", longitude: "127"),
            Shop(id: 3, name: "서점", latitude: "37.5", longitude: "127"),
        ])
        #expect(try found(fixture, query).map(\.id) == [2, 1])
    }

    @Test(arguments: ["yes24", "YES24", "Ｙｅｓ２４"])
    func caseAndWidthMakeNoDifference(query: String) throws {
        let fixture = try CatalogFixture([Shop(id: 1, name: "Yes24 중고매장", latitude: "37.5", longitude: "127")])
        #expect(try found(fixture, query).map(\.id) == [1])
    }

    @Test(arguments: ["325-1984", "3251984", "02-325-1984", "02 325 1984", "023251984"])
    func phoneNumbersMatchWithOrWithoutHyphens(query: String) throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, phone: "02-325-1984", latitude: "37.5", longitude: "127"),
            Shop(id: 2, phone: "02-325-1985", latitude: "37.5", longitude: "127"),
        ])
        #expect(try found(fixture, query).map(\.id) == [1])
    }

    @Test(arguments: ["%", "_", "\"", "'", "*", "AND", "NEAR(", "-x", "a\0b", "\\", "책방'; DROP TABLE bookstore; --"])
    func noTextIsSyntax(query: String) throws {
        let fixture = try CatalogFixture([Shop(id: 1, name: "책방 이음", latitude: "37.5", longitude: "127")])
        #expect(try found(fixture, query).isEmpty)
        #expect(try fixture.all().count == 1)
    }

    @Test func aMatchNeverSpansTwoFields() throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, name: "책방", address: "이음길 1", latitude: "37.5", longitude: "127")
        ])
        #expect(try found(fixture, "책방이음").isEmpty)
    }

    @Test func blanksAloneAreNoText() {
        #expect(TextMatch(" \t\u{3000}") == nil)
        #expect(TextMatch("") == nil)
    }

    @Test func theLimitKeepsTheBest() throws {
        let fixture = try CatalogFixture(
            (1...9).map { Shop(id: $0, name: "책방 \($0)", latitude: "37.5", longitude: "127") })
        var ids: [Int64] = []
        let query = SearchQuery(try #require(TextMatch("책방")), BookstoreFilter())
        try query.forEachMatch(in: fixture.catalog, limit: 3) { ids.append($0.id) }
        #expect(ids == [1, 2, 3])
    }
}
