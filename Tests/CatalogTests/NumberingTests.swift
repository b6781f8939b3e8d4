import Foundation
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct NumberingTests {
    /// Ids in the order in which they must be numbered: integers by value, then text by UTF-8 bytes.
    private static let inOrder = [
        "-9223372036854775808", "-12", "-1", "0", "1", "2", "9", "10", "100", "2283", "9223372036854775806",
        "9223372036854775807", "9223372036854775808", "10000000000000000000", "99999999999999999999",
        "100000000000000000000", "-0", "-012", "0012", "1.5", "12a", "1e3", "A", "B", "a", "b", "z", "é", "가", "힣", "😀",
    ]

    @Test(arguments: 0..<20)
    func newOnesAreNumberedInOrderOfTheirFeedIDs(seed: UInt64) throws {
        let bench = try CatalogBench()
        var random = SeededGenerator(seed: seed)
        try bench.publish(Self.inOrder.shuffled(using: &random).map { Shop($0) })
        let entries = try bench.entries()
        #expect(entries.map(\.place.feedID) == Self.inOrder, "seed \(seed)")
        #expect(entries.map(\.id) == Array(1...Int64(Self.inOrder.count)))
    }

    @Test func aHugeNegativeIntegerComesBeforeAllOthers() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("-5"), Shop("a"), Shop("-9223372036854775809"), Shop("-100000000000000000000")])
        #expect(
            try bench.entries().map(\.place.feedID)
                == ["-100000000000000000000", "-9223372036854775809", "-5", "a"])
    }

    @Test func laterOnesFollowWhateverTheirFeedID() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("50"), Shop("40")])
        try bench.publish([Shop("50"), Shop("40"), Shop("7"), Shop("x"), Shop("45")])
        #expect(try bench.entries().map(\.place.feedID) == ["40", "50", "7", "45", "x"])
        #expect(try bench.entries().map(\.id) == [1, 2, 3, 4, 5])
    }

    @Test func aNumberIsNeverGivenTwice() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1"), Shop("2"), Shop("3")])
        try bench.publish([Shop("1")])
        try bench.publish([Shop("1"), Shop("4")])
        #expect(try bench.entries().map(\.place.feedID) == ["1", "2", "3", "4"])
        #expect(try bench.entries().map(\.id) == [1, 2, 3, 4])
    }

    @Test(arguments: 0..<5)
    func shuffledRowsGiveTheSameCatalog(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shops = (0..<200).map { number -> Shop in
            let point =
                number % 7 == 0
                ? nil : at(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random))
            return Shop(String(number * 37 % 1009), name: "책방 \(number)", at: point)
        }
        let plain = try CatalogBench()
        try plain.publish(shops, Night(bytes: "x"))
        let mixed = try CatalogBench()
        try mixed.publish(shops.shuffled(using: &random), Night(bytes: "x"))
        #expect(
            try plain.rows("SELECT * FROM place ORDER BY id") == mixed.rows("SELECT * FROM place ORDER BY id"))
        #expect(
            try plain.indexedPoints() == mixed.indexedPoints(), "seed \(seed)")
    }

    @Test func twoRunsOfOneInputGiveTheSameTables() throws {
        let shops = (0..<50).map { Shop(String($0), at: at(Double($0), 1)) } + [Shop("x")]
        let (left, right) = (try CatalogBench(), try CatalogBench())
        for bench in [left, right] {
            try bench.publish(shops, Night(bytes: "a"))
            try bench.publish(Array(shops.dropFirst(5)), Night(day: 1, bytes: "b"))
        }
        #expect(try left.content() == right.content())
        for table in ["run", "feed", "reject"] {
            #expect(try left.rows("SELECT * FROM \(table)") == right.rows("SELECT * FROM \(table)"))
        }
    }
}
