import Foundation
import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The expected content of the catalog, kept in plain dictionaries.
private struct Model {
    struct Known {
        var id: Int64
        var shop: Shop
        var firstSeen: String
        var lastSeen: String
        var misses = 0
        var firstMiss: String?
    }

    var known: [String: Known] = [:]
    var counts = RunCounts()

    mutating func publish(_ snapshot: [String: Shop], date: String) {
        counts = RunCounts()
        counts.formerTotal = known.values.filter { $0.misses == 0 }.count
        for (id, var entry) in known {
            if let shop = snapshot[id] {
                if entry.misses > 0 { counts.returned += 1 }
                if Self.isChanged(entry.shop, shop) { counts.changed += 1 }
                (entry.shop, entry.misses, entry.firstMiss, entry.lastSeen) = (shop, 0, nil, date)
            } else {
                if entry.misses == 0 { counts.removed += 1 }
                entry.misses += 1
                entry.firstMiss = entry.firstMiss ?? date
            }
            known[id] = entry
        }
        var next = Int64(known.count)
        for (id, shop) in snapshot.sorted(by: { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }) where known[id] == nil {
            next += 1
            counts.added += 1
            known[id] = Known(id: next, shop: shop, firstSeen: date, lastSeen: date)
        }
        counts.total = snapshot.count
    }

    /// Whether a value differs. The points of these tests are either far apart or less than a millimeter.
    private static func isChanged(_ old: Shop, _ new: Shop) -> Bool {
        var new = new
        if let here = old.coordinate, let there = new.coordinate, abs(here.latitude - there.latitude) < 1e-8,
            abs(here.longitude - there.longitude) < 1e-8
        {
            new.coordinate = old.coordinate
        }
        return old.place != new.place
    }

    var entries: [CatalogEntry] {
        known.values.sorted { $0.id < $1.id }.map {
            var entry = CatalogEntry(
                id: $0.id, feed: "seoul-bookstores", place: $0.shop.place, firstSeen: $0.firstSeen,
                lastSeen: $0.lastSeen, missingRuns: $0.misses, removedOn: $0.firstMiss, closedOn: nil)
            entry.pointSource = entry.coordinate == nil ? nil : "feed"
            return entry
        }
    }
}

@Suite struct ModelTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func thirtyNightsGiveWhatAPlainModelHolds(seed: UInt64) throws {
        let bench = try CatalogBench()
        var random = SeededGenerator(seed: seed)
        var model = Model()
        var snapshot: [String: Shop] = [:]
        var lastGoodBytes = ""
        for night in 0..<30 {
            let dice = Int.random(in: 0..<10, using: &random)
            let before = snapshot
            if dice > 1 { change(&snapshot, using: &random) }
            let rows = snapshot.values.shuffled(using: &random)
            var run = Night(day: night)
            run.bytes = dice == 1 && night > 0 ? lastGoodBytes : "night \(night)"
            if dice == 2 { run.refusal = "refused" }
            if dice == 3 { run.isDryRun = true }
            let content = night > 0 ? try bench.content() : []
            let report = try bench.publish(rows, run)
            var expected = model
            expected.publish(snapshot, date: SeoulTime(unixSeconds: 1_788_285_600 + Int64(night) * 86400).date)
            compare(report.counts, expected.counts, "seed \(seed), night \(night)")
            if dice == 2 || dice == 3 {
                snapshot = before
                if night > 0 { #expect(try bench.content() == content, "seed \(seed), night \(night)") }
                if dice == 3 && night == 0 { continue }
            } else {
                model = expected
                lastGoodBytes = run.bytes ?? ""
            }
            #expect(try bench.entries() == model.entries, "seed \(seed), night \(night)")
            #expect(try bench.indexMismatches() == [], "seed \(seed), night \(night)")
            #expect(try bench.faults() == [], "seed \(seed), night \(night)")
        }
        #expect(model.known.count > 20 && model.known.values.contains { $0.misses > 2 }, "the history tests too little")
    }

    private func compare(_ counts: RunCounts, _ expected: RunCounts, _ comment: Comment) {
        #expect(counts.added == expected.added, comment)
        #expect(counts.changed == expected.changed, comment)
        #expect(counts.removed == expected.removed, comment)
        #expect(counts.returned == expected.returned, comment)
        #expect(counts.total == expected.total, comment)
        #expect(counts.formerTotal == expected.formerTotal, comment)
        #expect(counts.total == counts.formerTotal + counts.added + counts.returned - counts.removed, comment)
        #expect(counts.received == counts.accepted + counts.rejected + counts.duplicates, comment)
    }

    /// Places come, go, return, move, lose or gain a point, and change their texts.
    private func change(_ snapshot: inout [String: Shop], using random: inout SeededGenerator) {
        for id in snapshot.keys.sorted() {
            guard var shop = snapshot[id] else { continue }
            switch Int.random(in: 0..<20, using: &random) {
            case 0...2: snapshot[id] = nil
            case 3: shop.coordinate = nil
            case 4...5: shop.coordinate = point(&random)
            case 6: shop.name = "이름 \(Int.random(in: 0..<5, using: &random))"
            case 7: shop.contact.sns = Bool.random(using: &random) ? ["a", "b"] : nil
            case 8: shop.kind = Kind.some.randomElement(using: &random) ?? .new
            default: continue
            }
            if snapshot[id] != nil { snapshot[id] = shop }
        }
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            let id = String(Int.random(in: 0..<60, using: &random))
            if snapshot[id] == nil {
                snapshot[id] = Shop(id, at: Int.random(in: 0..<5, using: &random) == 0 ? nil : point(&random))
            }
        }
    }

    /// A position; sometimes one at a limit of the coordinates.
    private func point(_ random: inout SeededGenerator) -> Coordinate {
        let edges = [at(180, 90), at(-180, -90), at(0, 0), at(126.9, 37.5), at(-0.0, 1e-9), at(1e-300, -1e-300)]
        if Int.random(in: 0..<4, using: &random) == 0, let edge = edges.randomElement(using: &random) { return edge }
        return at(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random))
    }
}
