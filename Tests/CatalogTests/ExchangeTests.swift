import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Corrections and decisions that one catalog exports and another one imports, without the program.
@Suite struct ExchangeTests {
    private let author = IssueAuthor("minji", at: SeoulTime(unixSeconds: 1_788_300_000))

    private func note(_ seconds: Int64 = 0, _ text: String? = "a person looked") -> EditNote {
        EditNote(author: "minji", time: SeoulTime(unixSeconds: 1_788_300_000 + seconds), text: text)
    }

    /// 30 rows with one phone, a test, two rows of one shop, and a shop that moved.
    private func shops(moved: Bool = false) -> [Shop] {
        var shops = (1...30).map { number in
            var shop = Shop("\(number)", name: "책방 \(number)", at: at(126.9 + 0.01 * Double(number), 37.5))
            shop.contact.phone = "+8221234567"
            shop.district = nil
            return shop
        }
        shops.append(Shop("31", name: "테스트", at: at(126.5, 37.6)))
        shops.append(Shop("32", name: "온 서점", at: at(126.4, 37.6)))
        shops.append(Shop("33", name: "온 서점", at: at(126.4, 37.6)))
        shops.append(Shop("34", name: "달 서점", at: at(moved ? 126.31 : 126.3, 37.6)))
        return shops
    }

    private func ingest(_ bench: CatalogBench, reversed: Bool = false) throws {
        let order = reversed ? Array(shops().reversed()) : shops()
        try bench.publish(order, Night(bytes: "first"))
        let later = reversed ? Array(shops(moved: true).reversed()) : shops(moved: true)
        try bench.publish(later, Night(day: 1, bytes: "second"))
    }

    private func number(_ bench: CatalogBench, _ rule: String, _ ref: String) throws -> Int64 {
        let found = try bench.rows(
            """
            SELECT i.number AS n FROM issue i JOIN issue_place p ON p.issue = i.number
            JOIN place b ON b.id = p.place WHERE i.rule = '\(rule)' AND b.feed_id = '\(ref)'
            """)
        return try #require(found.first.flatMap { Int64($0.dropFirst(2)) })
    }

    private func place(_ bench: CatalogBench, _ ref: String) throws -> Int64 {
        let found = try bench.rows("SELECT id AS i FROM place WHERE feed_id = '\(ref)'")
        return try #require(found.first.flatMap { Int64($0.dropFirst(2)) })
    }

    /// A catalog in which people have decided.
    private func decided() throws -> CatalogBench {
        let bench = try CatalogBench()
        try ingest(bench)
        let writer = try CatalogWriter(path: bench.path)
        for (rule, ref) in [
            ("phone-shared", "7"), ("name-placeholder", "31"), ("repeated", "32"), ("moved", "34"),
        ] {
            try writer.perform(.accept(because: "우리가 확인함"), on: [number(bench, rule, ref)], by: author)
        }
        try writer.perform(.label(["전화", "b"]), on: [number(bench, "phone-shared", "8")], by: author)
        let own = try writer.reportIssue(
            about: place(bench, "5"), "간판이 다름", text: "두 줄\n설명", labels: ["사진"], by: author)
        try writer.perform(.comment("사진 있음"), on: [own], by: author)
        try writer.perform(.close(because: nil), on: [own], by: author)
        _ = try writer.correct(
            place(bench, "1"),
            [CorrectedValue(unchecked: .name, "바른 책방"), CorrectedValue(unchecked: .point, "37.51,126.99")],
            source: "https://example.com", by: note())
        _ = try writer.correct(
            place(bench, "2"), [CorrectedValue(unchecked: .phone, nil)], source: "https://example.com", by: note())
        try writer.withdrawCorrections([3], by: note(60, "아니었음"))
        return bench
    }

    /// A number at the end of its range, which only damage can bring, is damage for a command that gives a new one.
    @Test func aLastNumberIsDamage() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1")])
        try bench.execute(
            "INSERT INTO pending VALUES ('x', 'correction', 9223372036854775807, '{}', 'x', '2026-09-02T00:00:00Z')")
        let writer = try CatalogWriter(path: bench.path)
        let error = #expect(throws: CatalogError.self) {
            _ = try writer.correct(
                1, [CorrectedValue(unchecked: .name, "다른 책방")], source: "https://example.com", by: note())
        }
        #expect(error?.code == .corrupt)
    }

    private func lines(_ bench: CatalogBench) throws -> [String] {
        try Catalog(path: bench.path).exchangeRecords().map(\.json)
    }

    private func requireWhole(_ bench: CatalogBench, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for check in try Catalog(path: bench.path).verify() {
            #expect(check.findings.isEmpty, "\(check.name): \(check.findings)", sourceLocation: sourceLocation)
        }
    }

    @Test func aRecordReadsBackAsItWasWritten() throws {
        let bench = try decided()
        let records = try Catalog(path: bench.path).exchangeRecords()
        #expect(records.count == 9)
        for record in records {
            let value = try JSONValue(parsing: Array(record.json.utf8), name: "record")
            #expect(try ExchangeRecord(value) == record)
        }
        #expect(records.sorted(by: ExchangeRecord.comesBefore) == records)
        let identities = records.map { record in
            switch record {
            case .correction(let record): record.identity
            case .issue(let record): record.identity
            }
        }
        #expect(Set(identities).count == records.count)
    }

    /// A catalog made anew has everything, with its numbers, whether the file comes before or after the places, and
    /// whatever numbers the places have.
    @Test(arguments: [false, true], [false, true])
    func aCatalogMadeAnewHasTheDecisions(isFirst: Bool, isReversed: Bool) throws {
        let old = try decided()
        let records = try Catalog(path: old.path).exchangeRecords()
        let new = try CatalogBench()
        if !isFirst { try ingest(new, reversed: isReversed) }
        let outcomes = try CatalogWriter(path: new.path).importRecords(records, by: note(500)).map(\.outcome)
        if isFirst {
            #expect(outcomes.allSatisfy { $0 == .pending })
            #expect(try lines(new) == lines(old))
            try ingest(new, reversed: isReversed)
            #expect(try lines(new) == lines(old))
        } else {
            #expect(!outcomes.contains(.pending) && !outcomes.contains(.conflict) && !outcomes.contains(.reopened))
        }
        // Findings that the catalog had before have other numbers.
        let unnumbered = try [old, new].map { bench in
            try lines(bench).map { $0.replacing(/^\{"issue":\d+/, with: "") }
        }
        #expect(unnumbered[0] == unnumbered[1])
        #expect(try new.rows("SELECT count(*) AS n FROM pending") == ["n:0"])
        #expect(try new.rows("SELECT name AS n FROM place WHERE feed_id = '1'") == ["n:바른 책방"])
        #expect(
            try Set(CatalogWriter(path: new.path).importRecords(records, by: note(900)).map(\.outcome)) == [.same])
        #expect(try lines(new).count == lines(old).count)
        try requireWhole(new)
        try requireWhole(old)
    }

    /// What a run finds afterwards keeps away from the numbers that wait, and an edit, too.
    @Test func numbersThatWaitAreNotTaken() throws {
        let old = try decided()
        let records = try Catalog(path: old.path).exchangeRecords()
        let new = try CatalogBench()
        try CatalogWriter(path: new.path).importRecords(records, by: note())
        try new.publish([Shop("90", name: "테스트", at: at(126.5, 37.5))], Night(feed: "another"))
        let writer = try CatalogWriter(path: new.path)
        let id = try place(new, "90")
        let own = try writer.reportIssue(about: id, "x", text: nil, labels: [], by: author)
        let made = try writer.correct(
            id, [CorrectedValue(unchecked: .name, "책방")], source: "https://example.com", by: note())
        let taken = Set(records.filter { if case .issue = $0 { true } else { false } }.map(\.number))
        #expect(!taken.contains(own) && made[0].number == 4)
        try ingest(new)
        #expect(try Catalog(path: new.path).exchangeRecords().filter { $0.refs[0] != "another/90" } == records)
        try requireWhole(new)
    }

    @Test func twoPeopleWhoDecidedOtherwiseAreInConflict() throws {
        let (one, two) = (try decided(), try CatalogBench())
        try ingest(two)
        let file = try Catalog(path: one.path).exchangeRecords()
        let issue = try number(two, "name-placeholder", "31")
        let later = IssueAuthor("하늘", at: SeoulTime(unixSeconds: 1_788_400_000))
        try CatalogWriter(path: two.path).perform(.accept(because: "x"), on: [issue], by: later)
        try CatalogWriter(path: two.path).perform(.reopen(because: "틀렸음"), on: [issue], by: later)
        let writer = try CatalogWriter(path: two.path)
        _ = try writer.correct(
            place(two, "1"), [CorrectedValue(unchecked: .name, "다른 책방")], source: "https://example.com", by: note(7))
        let before = try two.rows("SELECT * FROM issue_event WHERE issue = \(issue)")
        for _ in 1...2 {
            let results = try writer.importRecords(file, by: note(900))
            let conflicts = zip(file, results).filter { $0.1.outcome == .conflict }.map(\.0.refs)
            #expect(conflicts == [["seoul-bookstores/1"], ["seoul-bookstores/31"]])
            #expect(try two.rows("SELECT * FROM issue_event WHERE issue = \(issue)") == before)
        }
        #expect(try two.rows("SELECT state AS s FROM issue WHERE number = \(issue)") == ["s:reopened"])
        #expect(try two.rows("SELECT name AS n FROM place WHERE feed_id = '1'") == ["n:다른 책방"])
        // The first of them takes over what the other has decided since.
        try CatalogWriter(path: two.path).perform(.comment("y"), on: [issue], by: later)
        let back = try CatalogWriter(path: one.path).importRecords(
            try Catalog(path: two.path).exchangeRecords(), by: note(901))
        #expect(back.contains { $0.outcome == .conflict })
        try requireWhole(two)
    }

    @Test func anAcceptanceOfOtherValuesIsReopened() throws {
        let (old, new) = (try decided(), try CatalogBench())
        // One of 30 places with the phone is missing here.
        try new.publish(Array(shops().dropFirst(3)), Night(bytes: "other"))
        let file = try Catalog(path: old.path).exchangeRecords()
        let results = try CatalogWriter(path: new.path).importRecords(file, by: note(900))
        let reopened = zip(file, results).filter { $0.1.outcome == .reopened }.map(\.0.refs)
        #expect(reopened == [["seoul-bookstores/7"]])
        let issue = try number(new, "phone-shared", "7")
        #expect(try new.rows("SELECT state AS s FROM issue WHERE number = \(issue)") == ["s:reopened"])
        try requireWhole(new)
    }

    /// What people decided can't be ingested again, so one damaged record must not take the others with it.
    @Test(arguments: [
        ("UPDATE issue SET evidence = '{bad' WHERE number = N", "the evidence of issue N is not JSON"),
        ("UPDATE issue SET state = 'odd' WHERE number = N", "issue N has no state"),
        ("UPDATE issue_event SET happened_at = 'x' WHERE issue = N", "issue N: a run or page has the time \"x\""),
        ("UPDATE correction SET state = 'odd' WHERE number = 1", "correction 1 has no field or no state"),
        (
            "UPDATE issue_event SET happened_at = 'x' WHERE correction = 3 AND what = 'withdrawn'",
            "correction 3: a run or page has the time \"x\""
        ),
    ])
    func aDamagedRecordIsNamedAndTheOthersAreWritten(_ damage: String, _ sentence: String) throws {
        let bench = try decided()
        let before = try lines(bench)
        let issue = String(try number(bench, "phone-shared", "8"))
        let sentence = sentence.replacing("issue N", with: "issue \(issue)")
        try bench.execute(
            "PRAGMA ignore_check_constraints = ON; \(damage.replacing("= N", with: "= \(issue)"))")
        var found: [String] = []
        let after = try Catalog(path: bench.path).exchangeRecords { found.append($0.en) }.map(\.json)
        #expect(found == [sentence])
        #expect(after.count == before.count - 1 && Set(after).isSubset(of: before))
        let error = #expect(throws: CatalogError.self) { try Catalog(path: bench.path).exchangeRecords() }
        #expect(error?.code == .corrupt)
        #expect(
            error?.words.en
                == "the issues or corrections in \(bench.path) are damaged (\(sentence)), but the places are not; restore the catalog from a backup, or save the undamaged issues and corrections with 'geocli corrections export'"
        )
    }

    /// A label is added, removed and added again by a script, within a second.
    @Test(arguments: [false, true]) func actsOfOneSecondKeepTheirOrder(hasTheFirst: Bool) throws {
        let (one, two) = (try CatalogBench(), try CatalogBench())
        try ingest(one)
        try ingest(two)
        let issue = try number(one, "phone-shared", "8")
        let (writer, other) = (try CatalogWriter(path: one.path), try CatalogWriter(path: two.path))
        try writer.perform(.label(["전화"]), on: [issue], by: author)
        if hasTheFirst { try other.importRecords(Catalog(path: one.path).exchangeRecords(), by: note(900)) }
        try writer.perform(.unlabel(["전화"]), on: [issue], by: author)
        try writer.perform(.label(["전화"]), on: [issue], by: author)
        let file = try Catalog(path: one.path).exchangeRecords()
        try other.importRecords(file, by: note(901))
        #expect(try two.rows("SELECT label FROM issue_label") == ["label:전화"])
        #expect(try lines(two) == lines(one))
        #expect(try Set(other.importRecords(file, by: note(902)).map(\.outcome)) == [.same])
        // A catalog without places keeps the order, too.
        let empty = try CatalogBench()
        try CatalogWriter(path: empty.path).importRecords(file, by: note(903))
        try ingest(empty)
        #expect(try empty.rows("SELECT label FROM issue_label") == ["label:전화"] && lines(empty) == lines(one))
    }

    @Test func aWithdrawalIsImported() throws {
        let (one, two) = (try decided(), try CatalogBench())
        try ingest(two)
        let writer = try CatalogWriter(path: two.path)
        _ = try writer.importRecords(try Catalog(path: one.path).exchangeRecords(), by: note(900))
        try CatalogWriter(path: one.path).withdrawCorrections([1], by: note(1000, "다시 보니 맞음"))
        let results = try writer.importRecords(try Catalog(path: one.path).exchangeRecords(), by: note(1100))
        #expect(results.count { $0.outcome == .withdrawn } == 1)
        #expect(try two.rows("SELECT name AS n FROM place WHERE feed_id = '1'") == ["n:책방 1"])
        #expect(try lines(two).contains { $0.contains("다시 보니 맞음") })
        try requireWhole(two)
    }

    /// A correction made, withdrawn and made again on one day is two records, and stays two.
    @Test func equalCorrectionsOfOneDayAreCounted() throws {
        let (one, two) = (try CatalogBench(), try CatalogBench())
        try ingest(one)
        let writer = try CatalogWriter(path: one.path)
        for _ in 1...2 {
            _ = try writer.correct(
                place(one, "3"), [CorrectedValue(unchecked: .name, "새 이름")], source: "https://example.com", by: note())
            let last = try one.rows("SELECT max(number) AS n FROM correction")[0].dropFirst(2)
            if last == "1" { try writer.withdrawCorrections([1], by: note(1, nil)) }
        }
        let file = try Catalog(path: one.path).exchangeRecords()
        #expect(file.count == 2)
        try CatalogWriter(path: two.path).importRecords(file, by: note(5))
        #expect(try lines(two) == lines(one))
        try ingest(two)
        #expect(try lines(two) == lines(one))
        #expect(
            try Set(CatalogWriter(path: two.path).importRecords(file, by: note(6)).map(\.outcome)) == [.same])
    }
}
