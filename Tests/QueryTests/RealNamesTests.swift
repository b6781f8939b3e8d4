internal import Foundation
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

/// Texts that people may type for real bookstores, made from the names in the ways that people shorten and misspell
/// them.
@Suite(.enabled(if: TestSupport.hasSharedFeed)) struct RealNamesTests {
    private let fixture: CatalogFixture
    private let names: [String]

    init() throws {
        let folder = try #require(TestSupport.sharedFeed)
        func rows(_ file: String) throws -> [[String]] {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            return text.split(separator: "\n").dropFirst().map { $0.components(separatedBy: "\t") }
        }
        struct Store: Decodable { let name: String }
        let stores = try JSONDecoder().decode(
            [Store].self, from: Data(contentsOf: folder.appendingPathComponent("seoul_indie_bookstores_26.json")))
        let collected = try rows("seoul_bookstores_by_district_handcollected.tsv")
        var shops = collected.map { ($0[1], $0[0]) }
        shops += try rows("seoul_bookstores_portal_web_10rows.tsv").map { ($0[1], "") }
        shops += stores.map { ($0.name, "") }
        names = shops.map(\.0)
        fixture = try CatalogFixture(
            shops.enumerated().map { number, shop in
                Shop(id: number + 1, name: shop.0, district: shop.1, latitude: "37.5", longitude: "127")
            })
        #expect(names.count > 150)
    }

    /// The percentage of names that are among the first three answers for their misspelled form, and the missed names.
    private func share(_ spoil: (String) -> String?) throws -> (percent: Double, missed: [String]) {
        var asked = 0
        var missed: [String] = []
        for name in names {
            guard let text = spoil(Folding.folded(name)), let query = SearchQuery(text, PlaceFilter()) else {
                continue
            }
            asked += 1
            var found: [String] = []
            let reading = try query.forEachHit(in: fixture.catalog, limit: 3) { found.append($0.entry.place.name) }
            if !found.contains(name) { missed.append("\(name) by \(text)") }
            // The first three answers are those of the scan.
            let scanned = try fixture.catalog.scan(reading, PlaceFilter()).prefix(3).map(\.id)
            var ids: [Int64] = []
            try query.forEachHit(in: fixture.catalog, limit: 3) { ids.append($0.entry.id) }
            #expect(ids == Array(scanned), "\(text)")
        }
        #expect(asked > 90)
        return (100 - 100 * Double(missed.count) / Double(max(1, asked)), missed)
    }

    private func expectMost(_ what: String, _ spoil: (String) -> String?) throws {
        let share = try share(spoil)
        #expect(share.percent >= 95, "\(what): \(share.missed)")
    }

    /// The syllables of a name that has at least `count` of them and consists only of syllables and blanks; nil for any
    /// other name.
    private func syllables(_ name: String, atLeast count: Int) -> [Hangul.Syllable]? {
        let syllables = name.unicodeScalars.filter { $0 != " " }.map(Hangul.Syllable.init)
        return syllables.count >= count && syllables.allSatisfy { $0 != nil } ? syllables.compactMap { $0 } : nil
    }

    private func text(_ syllables: [Hangul.Syllable]) -> String { syllables.map { String($0.scalar) }.joined() }

    @Test func wholeNamesAndNamesWithoutBlanks() throws {
        try expectMost("whole") { $0 }
        try expectMost("without blanks") { $0.filter { $0 != " " } }
        try expectMost("decomposed") { $0.decomposedStringWithCanonicalMapping }
        try expectMost("capitals") { $0.uppercased() }
    }

    @Test func initialConsonants() throws {
        try expectMost("initials") { name in
            syllables(name, atLeast: 4).map { $0.map { String(Hangul.initials[$0.initial]) }.joined() }
        }
        try expectMost("mixed") { name in
            syllables(name, atLeast: 4).map { all in
                all.enumerated().map { String($0 % 2 == 0 ? $1.scalar : Hangul.initials[$1.initial]) }.joined()
            }
        }
    }

    @Test func oneWrongLetter() throws {
        try expectMost("another vowel") { name in
            syllables(name, atLeast: 4).map { all in
                var all = all
                all[1].vowel = (all[1].vowel + 1) % 21
                return text(all)
            }
        }
        try expectMost("a final left out") { name in
            syllables(name, atLeast: 4).map { all in
                var all = all
                if let place = all.firstIndex(where: { $0.final > 0 }) { all[place].final = 0 }
                return text(all)
            }
        }
    }

    @Test func unfinishedAndOnTheOtherKeyboard() throws {
        try expectMost("unfinished") { name in
            syllables(name, atLeast: 4).map { all in
                var all = all
                all[all.count - 1].final = 0
                return text(all)
            }
        }
        try expectMost("other keyboard") { name in syllables(name, atLeast: 3).map { TextDraws.keys(text($0)) } }
    }

    @Test func withAGenericWord() throws {
        try expectMost("with 서점") { $0 + " 서점" }
    }
}
