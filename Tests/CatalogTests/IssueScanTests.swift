import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable import GeocliPlaces

/// Issues in a catalog. Random nights are in `Tests/Oracles/issue_nights.py`.
@Suite struct IssueScanTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    private func shop(_ id: String, _ name: String = "책방 온", _ change: (inout Shop) -> Void = { _ in }) -> Shop {
        var shop = Shop(id, name: name, at: at(126.95 + 0.01 * Double(Int(id) ?? 0), 37.55))
        shop.district = nil
        change(&shop)
        return shop
    }

    private func issues() throws -> [String] {
        try bench.rows("SELECT number || ' ' || identity || ': ' || state AS i FROM issue ORDER BY number").map {
            String($0.dropFirst(2))
        }
    }

    private func events() throws -> [String] {
        try bench.rows(
            "SELECT issue || ' ' || what || ' ' || run || ' ' || coalesce(text, '') AS e FROM issue_event ORDER BY id"
        )
        .map { String($0.dropFirst(2)) }
    }

    @Test func anIssueKeepsItsNumberThroughItsStates() throws {
        let bad = shop("1", "테스트")
        let report = try bench.publish([bad, shop("2", "서점")])
        #expect(report.issues?.new == 1 && report.issues?.open == 1)
        try bench.publish([shop("2", "서점"), bad], Night(day: 1))
        #expect(try issues() == ["1 name-placeholder 1 name: open"] && events() == ["1 opened 1 "])
        let fixed = try bench.publish([shop("1", "책방"), shop("2", "서점")], Night(day: 2))
        #expect(fixed.issues?.fixed == 1 && fixed.issues?.open == 0)
        #expect(try issues() == ["1 name-placeholder 1 name: fixed"])
        try bench.publish([shop("1", "테스트 2"), shop("2", "서점")], Night(day: 3, refusal: "a test"))
        #expect(try issues() == ["1 name-placeholder 1 name: fixed"], "a refused run changes no state")
        try bench.publish([shop("1", "테스트 2"), shop("2", "서점")], Night(day: 4))
        try bench.publish([shop("2", "서점")], Night(day: 5))
        #expect(
            try events() == [
                "1 opened 1 ", "1 fixed 3 absent", "1 reopened 5 found-again", "1 fixed 6 unlisted",
            ])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    @Test func anAcceptanceHoldsAsLongAsItsValues() throws {
        try bench.publish([shop("1", "테스트"), shop("2", "서점")])
        try bench.execute("UPDATE issue SET state = 'accepted', accepted_evidence = evidence")
        try bench.publish([shop("1", "테스트") { $0.kind = .used }, shop("2", "서점")], Night(day: 1))
        #expect(try issues() == ["1 name-placeholder 1 name: accepted"])
        try bench.publish([shop("1", "테스트 2") { $0.kind = .used }, shop("2", "서점")], Night(day: 2))
        #expect(try issues() == ["1 name-placeholder 1 name: reopened"])
        #expect(try events().last == #"1 reopened 3 values-changed {"name":"테스트"}"#)
    }

    @Test func aNightWithoutChangesWritesNothing() throws {
        try bench.publish((1...30).map { shop("\($0)", $0 % 3 == 0 ? "테스트" : "서점 \($0)") })
        let tables = ["issue", "issue_place", "issue_event", "issue_rule"]
        func content() throws -> [String] { try tables.flatMap { try bench.rows("SELECT * FROM \($0) ORDER BY 1, 2") } }
        let before = try content()
        try bench.publish((1...30).reversed().map { shop("\($0)", $0 % 3 == 0 ? "테스트" : "서점 \($0)") }, Night(day: 1))
        try bench.publish(
            (1...30).map { shop("\($0)", $0 % 3 == 0 ? "테스트" : "서점 \($0)") }, Night(day: 2, bytes: "night 2"))
        try bench.publish(
            (1...30).map { shop("\($0)", $0 % 3 == 0 ? "테스트" : "서점 \($0)") },
            Night(day: 3, comparesAll: true, findsAllAgain: true))
        try CatalogWriter(path: bench.path).scanIssues()
        #expect(try content() == before)
    }

    @Test func aNewVersionOfARuleChangesNoState() throws {
        try bench.publish([shop("1", "테스트"), shop("2", "미정"), shop("3", "임시"), shop("4", "서점")])
        try bench.execute(
            """
            UPDATE issue SET state = 'accepted', accepted_evidence = '{"old":1}', evidence = '{"old":1}' WHERE number = 1;
            UPDATE issue SET state = 'fixed' WHERE number = 2;
            INSERT INTO issue SELECT 9, rule, 'name-placeholder 4 name', field, 'open', NULL, NULL, evidence, NULL, 1, 1
                FROM issue WHERE number = 3;
            DELETE FROM issue_event WHERE issue = 3; DELETE FROM issue_place WHERE issue = 3;
            DELETE FROM issue WHERE number = 3;
            UPDATE issue_rule SET version = 9;
            """)
        try bench.publish([shop("1", "테스트"), shop("2", "미정"), shop("3", "임시"), shop("4", "서점")], Night(day: 1))
        #expect(
            try issues() == [
                "1 name-placeholder 1 name: accepted", "2 name-placeholder 2 name: fixed",
                "9 name-placeholder 4 name: open", "10 name-placeholder 3 name: open",
            ])
        #expect(try bench.rows("SELECT max(version) AS v FROM issue_rule") == ["v:1"])
        // Asked again by the same version, all states follow the rows.
        try CatalogWriter(path: bench.path).scanIssues()
        #expect(try issues()[1...2] == ["2 name-placeholder 2 name: reopened", "9 name-placeholder 4 name: fixed"])
    }

    /// The rules that compare rows judge all rows together. A rule that does so only because of another rule changes no
    /// state of unchanged rows.
    @Test func aNewVersionOfOneRuleChangesNoStateOfAnother() throws {
        let shops = (1...5).map { id in shop("\(id)", "서점 \(id)") { $0.contact.phone = "+8221200001" } }
        try bench.publish(shops)
        let found = try issues()
        #expect(found.count == 5 && found.allSatisfy { $0.hasSuffix("open") })
        try bench.execute(
            """
            UPDATE issue SET state = 'fixed' WHERE number = 2;
            UPDATE issue_rule SET version = 9 WHERE rule = 'repeated';
            """)
        try bench.publish(shops + [shop("6", "서점 6")], Night(day: 1))
        #expect(try issues().filter { $0.hasSuffix("fixed") } == [found[1].replacing("open", with: "fixed")])
        #expect(try bench.rows("SELECT max(version) AS v FROM issue_rule") == ["v:1"])
    }

    /// Only another program could write such a phone.
    @Test func aSharedPhoneWithANULIsKeptWhole() throws {
        let findings = WaitingFindings()
        let text = findings.reserveText()
        try findings.add(.phoneShared, 7, text: text, isAffected: false)
        try findings.store(text, shared: "+8221\u{0}x", evidence: "{}")
        try findings.forEach { finding, _ in
            #expect(finding.shared == "+8221\u{0}x" && finding.evidence == "{}" && finding.key.places == [7])
        }
    }

    @Test func everyRuleFindsItsRowsInACatalog() throws {
        var shops = (1...5).map { id in shop("\(id)", "서점 \(id)") { $0.contact.phone = "+8221200001" } }
        shops += (6...8).map { id in
            shop("\(id)", "서점 \(id)") {
                $0.coordinate = at(126.5, 37.5)
                $0.contact.address = "서울 중구 길동로 \(id)"
            }
        }
        shops += [shop("9"), shop("10") { $0.coordinate = at(127.04, 37.5501) }, shop("11", "미정")]
        shops.append(shop("12", "없는 곳") { $0.coordinate = nil })
        shops.append(
            shop("13", "다른 구") {
                $0.district = "마포구"; $0.coordinate = at(127.2, 37.55); $0.contact.address = "서울 중구 을지로 1"
            })
        shops.append(
            shop("14", "전화") {
                $0.kind = .other
                $0.contact.phoneRaw = "000-000"; $0.contact.websiteRaw = "blog"
            })
        try bench.importSquare()
        try bench.publish(shops, Night())
        let found = try issues().map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        #expect(
            Set(found)
                == Set(
                    (1...5).map { "phone-shared \($0) phone: open" } + (6...8).map { "point-shared \($0) point: open" }
                        + [
                            "repeated 9 10: open", "name-placeholder 11 name: open", "point-missing 12 point: open",
                            "district-address 13 address: open", "phone-unusable 14 phone: open",
                            "website-unusable 14 website: open",
                        ]))
        // A point inside of the box of the outlines, but in no district that is stated.
        shops[12].coordinate = at(126.95, 37.55)
        shops[12].district = "중구"
        shops[3].contact.phone = "+8221200002"
        shops[6].coordinate = at(126.6, 37.5)
        try bench.publish(shops, Night(day: 1))
        #expect(
            try issues().filter { $0.hasSuffix("open") }.map { $0.split(separator: " ")[1] }.sorted() == [
                "district-point", "moved", "moved", "name-placeholder", "phone-unusable",
                "point-missing", "repeated",
                "website-unusable",
            ], "the groups are too small now")
        let before = try issues()
        try CatalogWriter(path: bench.path).scanIssues()
        #expect(try issues() == before, "a scan finds what the nights found")
    }

    @Test func anEventPassesAfterTenGoodRuns() throws {
        func night(_ day: Int, _ longitude: Double) throws {
            try bench.publish(
                [shop("1", "서점") { $0.coordinate = at(longitude, 37.55) }, shop("2", "책방 \(day)")], Night(day: day))
        }
        try night(0, 126.9)
        for day in 1...10 { try night(day, 126.91) }
        #expect(try issues() == ["1 moved 1 point run2: open"])
        try night(11, 126.91)
        #expect(try issues() == ["1 moved 1 point run2: fixed"] && events().last == "1 fixed 12 expired")
    }

    /// While a person declares a place closed, its values are not judged. When they no longer do, the place is listed
    /// again, without a change in the run.
    @Test(arguments: [false, true]) func aValueThatFlippedWhileItsPlaceWasClosedIsFound(isScan: Bool) throws {
        func night(_ day: Int, _ name: String) throws {
            try bench.publish([shop("1", name), shop("2", "책방")], Night(day: day, bytes: name))
        }
        let note = EditNote(author: "minji", time: SeoulTime(unixSeconds: 1_788_300_000), text: "a test")
        try night(0, "서점")
        _ = try CatalogWriter(path: bench.path).correct(
            1, [CorrectedValue(unchecked: .closed, "2026-09-02")], source: "https://example.com", by: note)
        for (day, name) in [(1, "새 서점"), (2, "서점")] { try night(day, name) }
        #expect(try issues() == [])
        try CatalogWriter(path: bench.path).withdrawCorrections([1], by: note)
        if isScan { try CatalogWriter(path: bench.path).scanIssues() } else { try night(3, "서점") }
        #expect(try issues() == ["1 flipping 1 name: open"])
    }

    @Test func theIssuesOfTheSampleGoWithIt() throws {
        let sample = Night(feed: SampleNames.feed, source: SampleNames.source)
        try bench.publish([shop("1", "테스트"), shop("2", "미정")], sample)
        #expect(try issues().count == 2)
        let before = try issues()
        try bench.publish([shop("a", "임시")], Night(day: 1, refusal: "a test"))
        #expect(try issues() == before, "a refused run leaves the sample")
        try bench.publish([shop("a", "임시"), shop("b", "서점")], Night(day: 2))
        #expect(try issues().map { $0.suffix(23) } == ["name-placeholder 1 name: open".suffix(23)])
        #expect(try bench.rows("SELECT count(*) AS n FROM issue_event") == ["n:1"] && bench.faults() == [])
    }

    @Test(arguments: [
        ("DELETE FROM issue_event", "issue 1 has no history"),
        ("UPDATE issue SET evidence = '{x}'", "issue 1 has an impossible state or impossible values"),
        ("UPDATE issue SET opened_run = 2", "issue 1 changed before it was opened"),
        ("UPDATE issue_place SET place = 2", "the identity of issue 1 does not match its rule, places and field"),
    ])
    func verifyFindsBrokenIssues(_ damage: String, _ sentence: String) throws {
        try bench.publish([shop("1", "테스트"), shop("2", "서점")])
        try bench.publish([shop("1", "테스트"), shop("2", "서점")], Night(day: 1))
        try bench.execute(damage)
        let found = try Catalog(path: bench.path).verify().filter { !$0.findings.isEmpty }
        #expect(found.map(\.name) == ["issues"] && found[0].findings.map(\.en) == [sentence])
    }

    /// Rows that many others are alike to: a night finds what a scan of everything finds, also when their number passes
    /// the limit of rows that are compared pair by pair.
    @Test(arguments: [70, 200]) func aNightFindsWhatAScanFindsAmongManyLikeRows(most: Int) throws {
        func crowd(_ count: Int, _ change: (inout [Shop]) -> Void = { _ in }) -> [Shop] {
            var shops = (1...count).map { number in
                shop("\(number)", "작은 서점") {
                    $0.contact.phone = "+8221234567"
                    // Some are pairs by their points, too.
                    $0.coordinate = at(126.9 + 0.01 * Double(number / 2), 37.5)
                }
            }
            shops += (300...500).map { shop("\($0)", "서점 \($0)") }
            change(&shops)
            return shops
        }
        func state() throws -> [String] {
            try bench.rows(
                "SELECT identity, state, evidence FROM issue WHERE state <> 'fixed' ORDER BY identity")
                + bench.rows("SELECT key FROM issue_crowd ORDER BY key")
        }
        let nights: [[Shop]] = [
            crowd(60), crowd(63), crowd(64), crowd(65), crowd(most), crowd(most) { $0[0].name = "다른 서점" },
            crowd(66) { $0[1].contact.phone = nil }, crowd(64), crowd(65) { $0[2].name = "또 다른 서점" }, crowd(40),
            crowd(most), crowd(66) { $0.removeFirst(3) },
        ]
        var crowds = 0
        for (day, shops) in nights.enumerated() {
            try bench.publish(shops, Night(day: day, bytes: "\(day)"))
            let found = try state()
            crowds += found.count { $0.hasPrefix("key:") }
            let events = try bench.rows("SELECT count(*) FROM issue_event")
            try CatalogWriter(path: bench.path).scanIssues()
            #expect(try state() == found, "night \(day)")
            #expect(try bench.rows("SELECT count(*) FROM issue_event") == events, "night \(day)")
        }
        #expect(crowds > 0)
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    /// Shops of which many share phones, points or names, and many have something wrong.
    private func wrongShops() -> [Shop] {
        var shops = (1...200).map { id in
            shop(String(id), "작은 서점 \(id % 40)") {
                $0.contact.phone = "+82232500\(id % 30)"
                $0.coordinate = at(126.9 + 0.01 * Double(id % 40), 37.5)
                if id % 9 == 0 { $0.name = "테스트" }
                if id % 11 == 0 { $0.contact.phoneRaw = "없음" }
                if id % 13 == 0 { ($0.contact.phone, $0.contact.phoneRaw) = (nil, "없음") }
                if id % 17 == 0 { ($0.district, $0.contact.address) = ("중구", "서울특별시 종로구 세종대로 \(id)") }
                if id % 19 == 0 { ($0.district, $0.contact.address) = ("중구", "서울특별시 중구 세종대로 \(id % 3)") }
            }
        }
        shops[3].coordinate = nil
        return shops
    }

    /// The thread that judges the rows of a new catalog finds what the run itself would find.
    @Test func anotherThreadFindsTheSameInANewCatalog() throws {
        try bench.publish(wrongShops())
        let db = try Database(path: bench.path)
        try db.execute("BEGIN IMMEDIATE")
        let first = try #require(try FirstGather(db))
        let singles = try #require(try first.singles())
        let found = try #require(first.gather())
        var all: [IssueRow] = []
        let rows = try IssueRows(db)
        let keys = try GatheredKeys(db) {
            all.append(try rows.row($0))
            return false
        }
        let gather = try FullGather(keys, rows) { _ in false }
        #expect(singles.rest.isEmpty && singles.findings == all.flatMap(IssueJudge.findings))
        #expect(singles.findings.count > 20)
        #expect(found.crowds == gather.crowds)
        var (findings, there): ([IssueFinding], [IssueFinding]) = ([], [])
        try gather.findings.forEach { finding, _ in findings.append(finding) }
        try found.findings.forEach { finding, _ in there.append(finding) }
        #expect(there == findings)
        #expect(findings == Self.expected(all) && findings.count > 300)
    }

    /// The first run gathers keys and suspects while it stages the rows, if they come in the order of their ids.
    /// Otherwise, and after it has filled in points, it reads the rows again.
    @Test(arguments: [false, true]) func theFirstRunFindsTheSameInAnyOrder(fillsPoints: Bool) throws {
        let ordered = wrongShops()
        let other = try CatalogBench()
        if fillsPoints {
            let finder = FilledPointTests.Addresses(at(127.1, 37.6), "juso 2606")
            (bench.pointFinder, other.pointFinder) = (finder, finder)
        }
        var random = SeededGenerator(seed: 11)
        try bench.publish(ordered)
        try other.publish(ordered.shuffled(using: &random))
        let content = "SELECT number, identity, state, evidence FROM issue ORDER BY number"
        let found = try bench.rows(content)
        #expect(try found == other.rows(content) && found.count > 300)
        for bench in [bench, other] {
            try CatalogWriter(path: bench.path).scanIssues()
            #expect(try bench.rows(content) == found)
        }
    }

    /// The findings in a few rows, each row compared with each other row.
    private static func expected(_ rows: [IssueRow]) -> [IssueFinding] {
        let phones = Dictionary(grouping: rows) { $0.place.phone }.filter { $0.key != nil }.values
        let points = Dictionary(grouping: rows) { $0.place.coordinate }.filter { $0.key != nil }.values
        let groups = [phones.flatMap(IssueJudge.sharedPhone), points.flatMap(IssueJudge.sharedPoint)]
        let pairs = rows.indices.flatMap { low in
            rows[(low + 1)...].compactMap { high in
                rows[low].linkRow.flatMap { one in high.linkRow.flatMap { IssueJudge.repeated(one, $0) } }
            }
        }
        return groups.flatMap { $0.sorted { $0.key.places[0] < $1.key.places[0] } } + pairs
    }

    /// A row that has the key of a group but another value, as when two hashes are equal, is judged by itself.
    @Test func rowsOfOneKeyWithOtherValuesAreGroupsOfTheirOwn() throws {
        func row(_ id: Int64, _ feed: Int64, _ phone: String?) -> IssueRow {
            var contact = Place.Contact()
            contact.phone = phone
            let place = Place(
                uncheckedFeedID: String(id), name: "작은 서점 \(id)", kind: .new, district: nil, contact: contact,
                coordinate: nil)
            return IssueRow(id: id, feed: feed, place: place)
        }
        let rows = (1...24).map { id in
            row(id, id % 3 == 0 ? 2 : 1, id == 4 ? nil : id % 2 == 0 ? "+8221200001" : "+8221200002")
        }
        let findings = WaitingFindings()
        var judge = GroupJudge(.phone, isAffected: true, findings)
        for row in rows { try judge.add(row) }
        try judge.end()
        var found: [IssueFinding] = []
        try findings.forEach { finding, isAffected in
            #expect(isAffected)
            found.append(finding)
        }
        // Of feed 2, each phone has only four rows.
        let groups = Dictionary(grouping: rows.filter { $0.feed == 1 && $0.place.phone != nil }) { $0.place.phone }
        let expected = groups.values.flatMap(IssueJudge.sharedPhone).sorted { $0.key.places[0] < $1.key.places[0] }
        #expect(found == expected && found.count == 15)
    }

    @Test func aCatalogInMemoryIsReadByOneThread() throws {
        let db = try Database()
        try db.execute("BEGIN")
        #expect(try FirstGather(db) == nil)
    }

    /// Commands that write read the rows by the same reader as queries: an infinite number once ended them by a signal.
    @Test(arguments: ["longitude = 9e999", "latitude = -9e999", "longitude = 1e300", "name = ''"])
    func aDamagedRowIsDamageForCommandsThatWrite(damage: String) throws {
        let shops = (1...40).map { Shop(String($0), at: at(126.98, 37.56)) }
        try bench.publish(shops)
        try bench.execute("PRAGMA ignore_check_constraints = ON; UPDATE place SET \(damage) WHERE id = 2")
        let scan = #expect(throws: CatalogError.self) { try CatalogWriter(path: bench.path).scanIssues() }
        #expect(scan?.code == .corrupt)
        // Row 1 shares its point with the damaged row.
        let night = #expect(throws: CatalogError.self) {
            try bench.publish([Shop("1", name: "다른 책방", at: at(126.98, 37.56))] + shops.dropFirst(), Night(day: 1))
        }
        #expect(night?.code == .corrupt)
    }
}
