import Foundation
import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import TestSupport
import Testing

@testable import GeocliIngest

/// Real lists of places that are not pages, converted to the feed's field names.
@Suite(.enabled(if: TestSupport.hasSharedFeed)) struct RealListsTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    private func check(_ rows: [RowText], pageSize: Int = 1000) throws -> Ingester.Report {
        let pages = stride(from: 0, to: rows.count, by: pageSize).map {
            PageText.json(Array(rows[$0..<min($0 + pageSize, rows.count)]), total: rows.count)
        }
        let report = try bench.ingest(pages)
        let counts = report.run.counts
        #expect(report.refusal == nil)
        #expect(counts.received == rows.count)
        #expect(counts.received == counts.accepted + counts.rejected + counts.duplicates)
        let listed = try bench.entries()
        let rejects = try bench.rejects()
        #expect(listed.count == counts.accepted && counts.total == counts.accepted)
        #expect(rejects.filter { !$0.isKept }.count == counts.rejected)
        #expect(rejects.filter(\.isKept).count == counts.withoutPoint)
        #expect(listed.filter { $0.coordinate == nil }.count == counts.withoutPoint)
        // Every row is kept: listed under its id, or rejected unchanged.
        let ids = Set(listed.map(\.place.feedID))
        let raw = Set(rejects.map(\.raw))
        for row in rows {
            #expect(ids.contains(row.fields[0].json.trimmingCharacters(in: ["\""])) || raw.contains(row.json))
        }
        return report
    }

    @Test func allIndependentBookstoresAreListed() throws {
        struct Store: Decodable {
            let name, address, url: String
            let lat, lon: Double
        }
        let stores = try JSONDecoder().decode([Store].self, from: Data(try shared("seoul_indie_bookstores_26.json")))
        let rows = stores.enumerated().map { number, store in
            RowText(String(number + 1), name: store.name).at("\(store.lon)", "\(store.lat)").without("CODE_VALUE")
                .with("ADRES", RowText.quoted(store.address)).with("HMPG_URL", RowText.quoted(store.url))
        }
        let report = try check(rows)
        #expect(report.run.counts.accepted == 26 && report.run.counts.withoutPoint == 0)
        for (entry, store) in zip(try bench.entries(), stores) {
            #expect(entry.place.name == store.name && entry.place.website == store.url)
            #expect(entry.coordinate?.latitude == store.lat && entry.coordinate?.longitude == store.lon)
            let named = store.address.split(separator: " ").dropFirst().first.map(String.init)
            #expect(entry.place.district == named, "\(store.address)")
        }
    }

    @Test func allHandCollectedBookstoresAreListed() throws {
        let table = try sharedTable("seoul_bookstores_by_district_handcollected.tsv")
        let rows = table.enumerated().map { number, row in
            RowText("\(number + 1).0", name: row[1]).at(RowText.quoted(row[4]), RowText.quoted(row[3]))
                .with("CODE_VALUE", RowText.quoted(row[0])).with("TEL_NO", RowText.quoted(row[2]))
                .with("ADRES", "\"\"").with("STORE_TYPE", "\"0001\"").with("STORE_SEQ_NO", "\(number + 1)")
        }
        let report = try check(rows)
        #expect(report.run.counts.accepted == 126 && report.run.counts.withoutPoint == 0 && report.warnings == [])
        let entries = try bench.entries()
        #expect(Set(entries.map(\.place.district)).count == 25)
        // The feed has two rows for one shop: two districts, the same point.
        #expect(entries.filter { $0.place.name == "교보문고 강남점" }.map(\.place.district) == ["강남구", "서초구"])
        #expect(entries.first { $0.place.phoneRaw == "02--977-9313" }?.place.phone == "+8229779313")
        #expect(entries.first { $0.place.phoneRaw == "097-4001-8004" }?.place.phone == nil)
    }

    @Test func theTenOfTheWebPageAreListedWithoutPoints() throws {
        let table = try sharedTable("seoul_bookstores_portal_web_10rows.tsv")
        let rows = table.enumerated().map { number, row in
            RowText(String(number + 1), name: row[1]).at("\"\"", "\"\"").without("CODE_VALUE")
                .with("STORE_TYPE", row[0] == "헌책방" ? "\"0001\"" : "\"0002\"").with("TEL_NO", RowText.quoted(row[2]))
                .with("ADRES", RowText.quoted(row[3])).with("HMPG_URL", RowText.quoted(row[4])).with(
                    "SNS", RowText.quoted(row[5]))
        }
        let report = try check(rows)
        #expect(report.run.counts.accepted == 10 && report.run.counts.withoutPoint == 10)
        let entries = try bench.entries()
        #expect(entries.map(\.place.name) == table.map { $0[1] })
        #expect(entries.filter { $0.place.kind == .used }.count == table.filter { $0[0] == "헌책방" }.count)
        #expect(entries[0].place.district == "마포구" && entries[0].place.address == table[0][3])
    }

    @Test func ofAllCulturalSpacesOneLacksItsPoint() throws {
        let table = try sharedTable("seoul_cultural_spaces_1036.tsv")
        #expect(table.count == 1036)
        let rows = table.map { row in
            RowText(row[0], name: row[2]).at(RowText.quoted(row[6]), RowText.quoted(row[5]))
                .with("ADRES", RowText.quoted(row[3])).with("CODE_VALUE", RowText.quoted(row[4]))
                .with("TEL_NO", RowText.quoted(row[7])).with("HMPG_URL", RowText.quoted(row[8]))
                .with("STORE_TYPE", RowText.quoted(row[1]))
        }
        let report = try check(rows)
        #expect(report.run.counts.accepted == 1036 && report.run.counts.withoutPoint == 1)
        #expect(report.run.counts.reasons == [.coordinateUnreadable: 1])
        #expect(report.warnings.map(\.code) == ["unknown-kind"] && report.warnings.map(\.count) == [1036])
        let reject = try #require(try bench.rejects().first)
        #expect(reject.feedID == "1004" && reject.isKept && reject.reason == .coordinateUnreadable)
        #expect(reject.value == "37.5718961547884~2, 126.987230558854")
        let kept = try Catalog(path: bench.path).entry(ref: "seoul-bookstores/1004")
        #expect(kept.coordinate == nil && kept.missingRuns == 0 && kept.id == 1004)
        // A point is stored as the nearest double of its text, and shared points are normal.
        let entries = try bench.entries()
        for row in table where row[0] != "1004" {
            let entry = entries[(Int(row[0]) ?? 0) - 1]
            #expect(
                entry.coordinate?.latitude == Double(row[5].trimmingCharacters(in: [" "]))
                    && entry.coordinate?.longitude == Double(row[6]))
        }
        #expect(
            entries.allSatisfy {
                $0.place.phone?.wholeMatch(of: /\+82[0-9]{8,11}/) != nil || $0.place.phone == nil
            })
    }
}
