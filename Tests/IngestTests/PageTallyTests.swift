import Testing

@testable import GeocliIngest

/// The counts of a reading's pages, and when the pages fit together.
@Suite struct PageTallyTests {
    private func tally(totals: Set<Int>, repeats: Int = 0, isStable: Bool = false) -> PageTally {
        var tally = PageTally()
        tally.totals = totals
        tally.repeatsAcrossPages = repeats
        tally.isStable = isStable
        return tally
    }

    @Test func oneTotalReachedWithoutRepeatsIsWhole() {
        #expect(tally(totals: [10]).isWhole(received: 10))
        #expect(tally(totals: []).isWhole(received: 10))
        #expect(!tally(totals: [10]).isWhole(received: 9))
        #expect(!tally(totals: [10, 11]).isWhole(received: 11))
        #expect(!tally(totals: [10], repeats: 1).isWhole(received: 10))
    }

    @Test func rowsOnTwoPagesCountOnceUnlessTheFeedHoldsStill() {
        #expect(tally(totals: [1000], repeats: 2).countOnce(received: 1000) == 998)
        #expect(tally(totals: [1000], repeats: 2, isStable: true).countOnce(received: 1000) == 1000)
        // A service that sends one page in place of another also repeats the same bytes.
        #expect(tally(totals: [2000], repeats: 1000, isStable: true).countOnce(received: 2000) == 1000)
    }
}
