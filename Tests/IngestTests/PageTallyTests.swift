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
        let moved = tally(totals: [1000], repeats: 2)
        #expect(!moved.fits(1000, received: 1000) && moved.fits(998, received: 1000))
        let still = tally(totals: [1000], repeats: 2, isStable: true)
        #expect(still.fits(1000, received: 1000) && still.fits(998, received: 1000))
        #expect(!still.fits(999, received: 1000) && !still.fits(1001, received: 1000))
        // A single row may be twice in a small feed, too.
        #expect(tally(totals: [27], repeats: 1, isStable: true).fits(27, received: 27))
        #expect(!tally(totals: [27], repeats: 2, isStable: true).fits(27, received: 27))
    }

    /// A service that sends one page in place of another does so again.
    @Test func aPageInPlaceOfAnotherIsNoRowOfTheFeed() {
        #expect(!tally(totals: [2000], repeats: 1000, isStable: true).fits(2000, received: 2000))
        var small = tally(totals: [2000], repeats: 10, isStable: true)
        #expect(small.fits(2000, received: 2000))
        small.hasPageTwice = true
        #expect(!small.fits(2000, received: 2000))
    }

    @Test func knownRepeatsExplainNothingElse() {
        #expect(tally(totals: [1000], repeats: 2).asStable(received: 1000)?.isStable == true)
        #expect(tally(totals: [], repeats: 2).asStable(received: 1000)?.isStable == true)
        #expect(tally(totals: [1000], repeats: 2).asStable(received: 999) == nil)
        #expect(tally(totals: [1000, 1001], repeats: 2).asStable(received: 1001) == nil)
    }
}
