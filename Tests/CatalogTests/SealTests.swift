import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// `verify` finds each value that something else than geocli changed, and a thorough run heals what the feed has.
@Suite struct SealTests {
    /// A catalog with rows in every table that has seals, except those for records that wait and for crowds.
    private func rich() throws -> CatalogBench {
        let bench = try CatalogBench()
        try bench.publish(Self.shops)
        var night = Night(day: 1)
        night.rejects = [
            RejectedRecord(
                origin: RowOrigin(pageNumber: 1, page: "page 1", row: 9), reason: .noName, feedID: "9", value: nil,
                raw: "{}")
        ]
        try bench.publish(Self.shops.map { $0.id == "2" ? Shop("2", name: "다른 이름", at: $0.coordinate) : $0 }, night)
        try bench.publish(Self.shops, Night(day: 2))
        try bench.publish(Self.others, Night(day: 2, feed: "others"))
        try bench.publish([Self.station], Night(day: 2, feed: "stations", role: .landmarks))
        try bench.importSquare()
        let writer = try CatalogWriter(path: bench.path)
        try writer.replaceBase(with: Self.layer(.water))
        try writer.replaceBase(with: Self.layer(.park))
        let note = EditNote(author: "a", time: SeoulTime(unixSeconds: 1_789_000_000), text: "x")
        _ = try writer.correct(3, [CorrectedValue(unchecked: .kind, "used")], source: "https://a.example", by: note)
        _ = try writer.scanIssues(at: note.time)
        try writer.decide(1, 9, .rejected, on: "2026-09-10")
        _ = try bench.keepPage("a page", run: 3)
        return bench
    }

    private static let shops = (1...8).map { number in
        var shop = Shop(String(number), name: "책방 \(number)", at: number == 8 ? nil : at(126.98, 37.56))
        shop.contact.phone = "+82212345\(number)"
        shop.contact.phoneRaw = "02-12345-\(number)"
        shop.contact.address = "먹물로 \(number)"
        shop.contact.sns = ["https://a.example"]
        return shop
    }
    private static let others = (1...3).map { number in
        var shop = Shop("o\(number)", name: "책방 \(number)", at: at(126.98, 37.56))
        shop.contact.phone = "+82212345\(number)"
        return shop
    }
    private static let station: Shop = {
        var shop = Shop("0239", name: "홍대입구", at: at(126.92, 37.55))
        shop.kind = .station
        shop.district = "2호선"
        return shop
    }()

    private static func layer(_ role: BaseRole) -> BaseLayer {
        let source = OutlineSource(
            title: "t", license: "CC0", sha256: String(repeating: "a", count: 64), importedOn: "2026-09-10")
        var line = DrawnShape()
        line.add(
            line: GridLine(
                [GridPoint(x: 12_600_000, y: 3_750_000), GridPoint(x: 12_600_009, y: 3_750_000)], isRing: false))
        return BaseLayer(role: role, source: source, features: [BaseFeature(name: "강", shape: line)])
    }

    private func findings(_ bench: CatalogBench) throws -> [String] {
        try Catalog(path: bench.path).verify().flatMap { check in check.findings.map { "\(check.name): \($0.en)" } }
    }

    // MARK: What verify finds

    @Test func aValueChangedInAnyColumnIsFound() throws {
        let bench = try rich()
        #expect(try findings(bench) == [])
        var changed = 0
        for table in Seals.names {
            let db = try GeocliDatabase.Database(path: bench.path)
            try db.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
            for column in try db.texts("SELECT name FROM pragma_table_info('\(table)')") {
                // A small change of a value of each type.
                let other = """
                    CASE typeof(\(column)) WHEN 'integer' THEN \(column) + 1000 WHEN 'real' THEN \(column) + 1e-12
                    WHEN 'text' THEN \(column) || ' ' WHEN 'blob' THEN zeroblob(16) END
                    """
                try db.execute("BEGIN IMMEDIATE")
                defer { try? db.execute("ROLLBACK") }
                #expect(try Seals.differences(of: [table], db).isEmpty)
                try db.execute(
                    "UPDATE \(table) SET \(column) = \(other) WHERE \(column) = (SELECT max(\(column)) FROM \(table))")
                guard db.changedRows > 0 else { continue }
                changed += 1
                #expect(try !Seals.differences(of: [table], db).isEmpty, "\(table).\(column)")
            }
        }
        #expect(changed > 100, "\(changed)")
    }

    @Test(arguments: [
        (
            "UPDATE place SET website = 'https://x.example' WHERE id = 2",
            "values: among the places 0 to 255, a value is not the one that geocli wrote, or a row is missing"
        ),
        (
            "UPDATE change SET old = 'x' WHERE field = 'name'",
            "values: the table change has a value that is not the one that geocli wrote"
        ),
        (
            "UPDATE issue SET evidence = '{}'",
            "issues: the table issue has a value that is not the one that geocli wrote"
        ),
        (
            "DELETE FROM issue_label; DELETE FROM link_decision",
            "values: the table link_decision lacks 1 row that geocli wrote"
        ),
        (
            "INSERT INTO link_decision SELECT 2, 10, verdict, rule, evidence, date FROM link_decision",
            "values: the table link_decision has 1 row that geocli did not write"
        ),
        (
            "UPDATE landmark SET latitude = 37.5501",
            "landmarks: the table landmark has a value that is not the one that geocli wrote"
        ),
        (
            "UPDATE base_feature SET name = '바다'",
            "ground: the table base_feature has a value that is not the one that geocli wrote"
        ),
        (
            "UPDATE outline_source SET title = 'x'",
            "outlines: the table outline_source has a value that is not the one that geocli wrote"
        ),
        (
            "UPDATE correction SET because = 'y'",
            "corrections: the table correction has a value that is not the one that geocli wrote"
        ),
        ("DELETE FROM seal WHERE name = 'run'", "values: the table run has 5 rows that geocli did not write"),
    ])
    func aFindingSaysWhere(sql: String, finding: String) throws {
        let bench = try rich()
        try bench.execute(sql)
        let found = try findings(bench)
        #expect(found.contains(finding), "\(found)")
    }

    /// A whole number in a column of real numbers may be stored as an integer.
    @Test func aHashDoesNotDependOnHowSQLiteStoresANumber() {
        func hash(_ add: (inout RowHash) -> Void) -> UInt64 {
            var hash = RowHash()
            add(&hash)
            return hash.value
        }
        #expect(hash { $0.add(1, 37.0) } == hash { $0.add(1, 37 as Int64) })
        #expect(hash { $0.add(1, 37.5) } != hash { $0.add(1, 37 as Int64) })
        #expect(hash { $0.add(1, -0.0) } != hash { $0.add(1, 0.0) })
        #expect(hash { $0.add(1, 37.0) } != hash { $0.add(2, 37.0) })
    }

    // MARK: What keeps the seals

    @Test func whatIsUndoneLeavesTheSealsAsTheyWere() throws {
        let bench = try rich()
        var night = Night(day: 3)
        let renamed = Self.shops.map { Shop($0.id, name: $0.name + "!", at: $0.coordinate) }
        night.refusal = "a test"
        try bench.publish(renamed, night)
        #expect(try findings(bench) == [])
        night = Night(day: 4)
        night.isDryRun = true
        try bench.publish(renamed, night)
        #expect(try findings(bench) == [])
        // The refused run puts the sample back, which its transaction had removed.
        let sampled = try CatalogBench()
        try sampled.publish(Self.shops, Night(feed: SampleNames.feed, source: SampleNames.source))
        night = Night(day: 1)
        night.refusal = "a test"
        try sampled.publish(renamed, night)
        #expect(try findings(sampled) == [])
        try sampled.publish(renamed, Night(day: 2))
        #expect(try findings(sampled) == [])
        // An error in the middle of a transaction.
        let writer = try CatalogWriter(path: bench.path)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try writer.changeTables { db in
                try db.execute("UPDATE place SET name = name || 'x'")
                throw Stop()
            }
        }
        try writer.remove([.districts])
        #expect(try findings(bench) == [])
    }

    /// Tables whose rows are all written again are sound again.
    @Test func anImportReplacesDamage() throws {
        let bench = try rich()
        try bench.execute(
            "UPDATE base_feature SET name = '바다' WHERE role = 'water'; UPDATE outline_source SET title = 'x'")
        #expect(try findings(bench).count == 2)
        try bench.importSquare()
        try CatalogWriter(path: bench.path).replaceBase(with: Self.layer(.water))
        #expect(try findings(bench) == [])
    }

    /// No run and no act may make damage look right.
    @Test func nothingCertifiesDamage() throws {
        let bench = try rich()
        try bench.execute("UPDATE place SET first_run = 2, website = 'https://x.example' WHERE id = 2")
        try bench.publish(
            Self.shops.map { $0.id == "2" ? Shop("2", name: "셋째 이름", at: $0.coordinate) : $0 }, Night(day: 3))
        var night = Night(day: 4, comparesAll: true, findsAllAgain: true)
        night.bytes = "the same"
        for _ in 1...2 {
            let report = try bench.publish(Self.shops, night)
            #expect(report.staysDamaged)
            #expect(try findings(bench).contains { $0.hasPrefix("values: among the places 0 to 255") })
        }
    }

    // MARK: What a thorough run heals

    private static let thorough: Night = {
        var night = Night(day: 2, comparesAll: true, findsAllAgain: true)
        night.bytes = "the same"
        return night
    }()

    private func content(_ bench: CatalogBench) throws -> [String] {
        try bench.rows("SELECT * FROM place ORDER BY id") + bench.rows("SELECT * FROM upstream ORDER BY id")
            + bench.rows("SELECT * FROM change ORDER BY run, place, what, field")
            + bench.rows("SELECT * FROM correction")
    }

    /// A place with a correction, too; also if the night has the same bytes as the last one. A value that no place can
    /// have, such as an empty name, is refused instead (65).
    @Test(arguments: [
        "name = 'x'", "kind = 'other'", "district = NULL", "address = 'x'", "phone = '+8229999999'",
        "phone_raw = 'x'", "website = 'https://x.example'", "website_raw = 'x'", "sns = NULL", "latitude = 37.57",
        "folded = 'x'", "feed_id = 'x'", "fingerprint = zeroblob(16)", "fingerprint = NULL",
        "point_source = 'juso 2606'", "name = 'x', latitude = NULL, longitude = NULL, folded = ''",
    ])
    func whatTheFeedHasIsHealed(damage: String) throws {
        for id in [2, 3, 8] {
            // A corrected place is known by its id and its fingerprint. Place 8 has no fingerprint and no point.
            let isOfRow = ["fingerprint", "feed_id", "point_source"].contains { damage.hasPrefix($0) }
            if id != 2, isOfRow { continue }
            for isUnchanged in [false, true] {
                let bench = try rich()
                if isUnchanged { try bench.publish(Self.shops, Night(day: 2, bytes: "the same")) }
                let before = try content(bench)
                try bench.execute(
                    "PRAGMA ignore_check_constraints = ON; UPDATE place SET \(damage) WHERE id = \(id)")
                guard try content(bench) != before else { continue }
                #expect(try findings(bench) != [])
                let report = try bench.publish(Self.shops, Self.thorough)
                #expect(report.outcome == (isUnchanged ? .unchanged : .published))
                #expect(report.healedCount == 1 && !report.staysDamaged, "\(damage) of \(id)")
                #expect(try content(bench) == before, "\(damage) of \(id)")
                #expect(try findings(bench) == [], "\(damage) of \(id)")
            }
        }
    }

    @Test func theFeedsValuesBelowACorrectionAreHealed() throws {
        let bench = try rich()
        let before = try content(bench)
        try bench.execute(
            "UPDATE upstream SET kind = 'other', phone = NULL; UPDATE place SET phone = NULL WHERE id = 4")
        let report = try bench.publish(Self.shops, Self.thorough)
        #expect(report.healedCount == 2 && !report.staysDamaged)
        #expect(try content(bench) == before)
        #expect(try findings(bench) == [])
    }

    /// A feed that has really changed is not mistaken for damage.
    @Test func realChangesAreChangesBesideDamage() throws {
        let bench = try rich()
        try bench.execute("UPDATE place SET phone = NULL, folded = 'x' WHERE id IN (2, 5)")
        let moved = Self.shops.map { $0.id == "7" ? Shop("7", name: "옮긴 책방", at: at(126.99, 37.57)) : $0 }
        let report = try bench.publish(moved, Self.thorough)
        #expect(report.healedCount == 2 && !report.staysDamaged && report.counts.changed == 1)
        #expect(
            try bench.rows("SELECT DISTINCT place FROM change WHERE run = \(report.runID ?? 0)") == ["place:7"])
        #expect(try findings(bench) == [])
    }

    /// Indexes of damaged places would hide the damage, so they stay as they are.
    @Test func indexesAreNotMadeFromDamagedPlaces() throws {
        let bench = try rich()
        // The feed of the run does not have this place.
        try bench.execute("UPDATE place SET latitude = 37.57 WHERE id = 9")
        let before = try findings(bench)
        #expect(before.contains("point-index: place 9 is not where it should be in the index of points"))
        let report = try bench.publish(Self.shops, Self.thorough)
        #expect(report.healedCount == 0 && report.staysDamaged)
        #expect(try findings(bench) == before)
        var others = Self.thorough
        others.feed = "others"
        #expect(try bench.publish(Self.others, others).healedCount == 1)
        #expect(try findings(bench) == [])
    }

    @Test func landmarksAreHealed() throws {
        let bench = try rich()
        try bench.execute("UPDATE landmark SET longitude = 127, name = '홍대입구 ' WHERE id = 1")
        var night = Self.thorough
        (night.feed, night.role) = ("stations", .landmarks)
        let report = try bench.publish([Self.station], night)
        #expect(report.healedCount == 1 && !report.staysDamaged)
        #expect(try findings(bench) == [])
        #expect(try Catalog(path: bench.path).landmarks(key: "홍대입구", limit: 2).map(\.name) == ["홍대입구"])
    }
}
