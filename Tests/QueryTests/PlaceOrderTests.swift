import GeocliPlaces
import TestSupport
import Testing

@testable import GeocliQuery

@Suite struct PlaceOrderTests {
    private func entry(_ id: Int64, _ name: String, district: String? = nil) throws -> CatalogEntry {
        CatalogEntry(
            id: id, feed: "f",
            place: try Place(
                feedID: "\(id)", name: name, kind: .other, district: district, contact: Place.Contact(), coordinate: nil
            ),
            firstSeen: "2026-01-01", lastSeen: "2026-01-01", missingRuns: 0, removedOn: nil,
            closedOn: nil)
    }

    /// Rows with few different values, so that many are equal, compared with a plain sort of all rows.
    @Test(arguments: [0, 1, 2, 7, 50, 999, 1000, 5000])
    func aLimitKeepsWhatAPlainSortPutsFirst(_ limit: Int) throws {
        for seed in UInt64(1)...4 {
            var random = SeededGenerator(seed: seed)
            let entries = try (0..<1000).map { number in
                try entry(Int64(number), "x", district: random.next() % 5 == 0 ? nil : "\(random.next() % 40)")
            }.shuffled(using: &random)
            for isReversed in [false, true] {
                let order = PlaceOrder(by: .district, isReversed: isReversed)
                let found = try order.ids(limit: limit) { body in for entry in entries { try body(entry) } }
                let wanted = entries.sorted { left, right in
                    guard let one = left.place.district, let other = right.place.district else {
                        let (isLast, isOtherLast) = (left.place.district == nil, right.place.district == nil)
                        return isLast == isOtherLast ? left.id < right.id : isOtherLast
                    }
                    if one == other { return left.id < right.id }
                    return isReversed ? one > other : one < other
                }
                #expect(found == wanted.prefix(limit).map(\.id), "seed \(seed)")
            }
        }
    }

    @Test func namesThatPeopleTakeForOneAreEqual() {
        for (left, right) in [
            ("ABC", "abc"), ("책 방", "책  방"), ("ＡＢＣ", "abc"), ("(주)책", "㈜책"), ("가", "\u{1100}\u{1161}"),
        ] {
            #expect(NameOrder.key(left) == NameOrder.key(right), "\(left) \(right)")
        }
    }

    @Test func anEmptyListingHasAnOrder() throws {
        for key in PlaceOrder.Key.allCases {
            #expect(try PlaceOrder(by: key).ids(limit: nil) { (_: (CatalogEntry) throws -> Void) in }.isEmpty)
        }
    }
}
