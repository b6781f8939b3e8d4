import GeocliGeo
import GeocliSearch
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Catalogs whose texts were folded by the older rules, which keep dots and enclosed words apart (schema 6 and older).
@Suite struct FoldingRulesTests {
    private static let names = ["㈜한빛서점", "(주)한빛문고", "서점ㆍ점", "서점·점", "서점・점", "서점 점", "㊑책방", "책방"]

    private let bench: CatalogBench

    init() throws {
        bench = try CatalogBench()
        try bench.publish(Self.shops(Self.names))
    }

    private static func shops(_ names: [String]) -> [Shop] {
        names.enumerated().map { Shop("\($0.offset + 1)", name: $0.element, at: at(127, 37.5)) }
    }

    /// The numbers of the shops that a text finds: by the index, and by a check of each shop.
    private func found(_ text: String, asOf day: String? = nil) throws -> [Int64] {
        let catalog = try Catalog(path: bench.path, asOf: day)
        let reading = SearchReading(try #require(SearchText(text, by: try catalog.foldingRules())))
        var filter = PlaceFilter()
        let scanned = try catalog.scan(reading, filter)
        if day == nil {
            var indexed: [SearchMatch] = []
            try catalog.search(filter) { search in
                try search.forEachMatch(reading, in: reading.everything) { match in
                    indexed.append(match)
                    return true
                }
            }
            #expect(indexed.sorted() == scanned, "\(text)")
        }
        filter.text = reading
        var listed: [Int64] = []
        try catalog.forEachEntry(filter) { listed.append($0.id) }
        #expect(listed == scanned.map(\.id).sorted(), "\(text)")
        return listed
    }

    /// The former results, recorded with a catalog and a program of that time.
    private static let formerAnswers: [(text: String, ids: [Int64])] = [
        ("(주)한빛", [2]), ("㈜한빛", [1, 2]), ("한빛", [1, 2]), ("주한빛", [2]), ("서점점", [4, 5, 6]), ("서점ㆍ점", [3]),
        ("서점·점", [4, 5, 6]), ("서점・점", [4, 5, 6]), ("ㆍ", [3]), ("·", [4]), ("株", []), ("㊑", [7]), ("책방", [7, 8]),
    ]

    private static let answers: [(text: String, ids: [Int64])] = [
        ("(주)한빛", [1, 2]), ("㈜한빛", [1, 2]), ("（주）한빛", [1, 2]), ("주한빛", [1, 2]), ("서점점", [3, 4, 5, 6]),
        ("서점ㆍ점", [3, 4, 5, 6]), ("서점•점", [3, 4, 5, 6]), ("서점\u{119E}점", [3, 4, 5, 6]), ("ㆍ", [3, 4, 5]),
        ("·", [3, 4, 5]), ("株", [7]), ("책방", [7, 8]),
    ]

    @Test func dotsAndEnclosedWordsAreOne() throws {
        for (text, ids) in Self.answers { #expect(try found(text) == ids, "\(text)") }
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    @Test(arguments: [3, 4, 5, 6])
    func anOlderCatalogAnswersAsItDid(version: Int) throws {
        try bench.downgrade(to: version)
        #expect(
            try bench.rows("SELECT folded FROM bookstore WHERE id = 1 OR id = 3") == [
                "folded:㈜한빛서점\n한빛서점\n\n마포구\n\n", "folded:서점ㆍ점\n\n\n마포구\n\n",
            ])
        for (text, ids) in Self.formerAnswers { #expect(try found(text) == ids, "\(text)") }
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
        #expect(try bench.rows("PRAGMA user_version") == ["user_version:\(version)"])
    }

    @Test func aQuietNightFoldsAgain() throws {
        try bench.downgrade(to: 6)
        // Every row is recognized by its fingerprint, and none is staged.
        let report = try bench.publish(Self.shops(Self.names), Night(day: 1))
        #expect(report.counts.changed == 0 && report.counts.added == 0)
        for (text, ids) in Self.answers { #expect(try found(text) == ids, "\(text)") }
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
        #expect(try bench.rows("SELECT count(*) FROM change") == ["count(*):0"])
    }

    @Test(arguments: [true, false])
    func aNightThatIsRefusedOrOnlyTriedFoldsAllOrNothing(isDryRun: Bool) throws {
        try bench.downgrade(to: 6)
        var night = Night(day: 1, refusal: "a test")
        night.isDryRun = isDryRun
        try bench.publish(Self.shops(["다른 이름"]), night)
        for (text, ids) in isDryRun ? Self.formerAnswers : Self.answers { #expect(try found(text) == ids, "\(text)") }
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    @Test func aChangedNightFoldsWhatItBringsAndWhatItLeaves() throws {
        try bench.downgrade(to: 6)
        var names = Self.names
        names[7] = "책방ㆍ둘"
        try bench.publish(Self.shops(names), Night(day: 1))
        #expect(try found("책방둘") == [8])
        #expect(try found("(주)한빛") == [1, 2])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    /// For the day before, the values that a later run changed are folded again by the rules of the catalog.
    @Test(arguments: [6, 7])
    func thePastIsFoldedAsThePresentIs(version: Int) throws {
        var names = Self.names
        names[0] = "새 이름"
        names[2] = "다른 이름"
        try bench.publish(Self.shops(names), Night(day: 1))
        if version < Schema.version { try bench.downgrade(to: version) }
        let day = "2026-09-02"
        for (text, ids) in version >= 7 ? Self.answers : Self.formerAnswers {
            #expect(try found(text, asOf: day) == ids, "\(text)")
        }
        #expect(try found("한빛", asOf: nil) == [2])
    }

    /// An ingest migrates the catalog while it is open.
    @Test func anOpenCatalogIsAskedByTheRulesOfTheMoment() throws {
        try bench.downgrade(to: 6)
        let catalog = try Catalog(path: bench.path)
        #expect(try catalog.foldingRules() == .separate)
        try bench.publish(Self.shops(Self.names), Night(day: 1))
        #expect(try catalog.foldingRules() == .united)
    }

    @Test func onlyWhatFoldsToSomethingElseIsWritten() throws {
        let plain = try CatalogBench()
        try plain.publish(Self.shops(["책방", "서점 점", "Café"]))
        try plain.downgrade(to: 6)
        // Deletes a list, which only a rebuild of the index would write again.
        try plain.execute("DELETE FROM posting WHERE piece = (SELECT min(piece) FROM posting)")
        let before = try plain.rows("SELECT piece, first, hex(documents) FROM posting ORDER BY 1, 2")
        try plain.publish(Self.shops(["책방", "서점 점", "Café"]), Night(day: 1))
        #expect(try plain.rows("SELECT piece, first, hex(documents) FROM posting ORDER BY 1, 2") == before)
        #expect(try plain.rows("PRAGMA user_version") == ["user_version:\(Schema.version)"])
    }

    @Test func aDistrictWithADotIsFoundInTheIndexOfEitherAge() throws {
        let bench = try CatalogBench()
        var shop = Shop("1", name: "책방 하나")
        shop.district = "중ㆍ구"
        try bench.publish([shop, Shop("2", name: "책방 둘")])
        for version in [8, 7, 6] {
            if version < 8 { try bench.downgrade(to: version) }
            let catalog = try Catalog(path: bench.path)
            var filter = PlaceFilter()
            filter.districts = ["중ㆍ구"]
            let reading = SearchReading(try #require(SearchText("책방", by: try catalog.foldingRules())))
            var ids: [Int64] = []
            try catalog.search(filter) { search in
                try search.forEachMatch(reading, in: reading.everything) {
                    ids.append($0.id); return true
                }
            }
            #expect(ids == [1], "schema \(version)")
        }
    }
}
