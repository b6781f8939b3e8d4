/// What the pages of a run said of themselves, and which fields their rows had.
struct PageTally {
    /// The totals that the pages stated.
    var totals: Set<Int> = []
    /// Ids that came on more than one page.
    var repeatsAcrossPages = 0
    /// Whether a second reading brought the same bytes, so that nothing had moved.
    var isStable = false
    /// What the service says of a page without rows.
    var emptyCode: String?
    /// Rows that are objects.
    private(set) var recordCount = 0
    /// A bit for each field that a row had.
    private var seen: UInt32 = 0

    mutating func count(_ record: FeedRecord) {
        recordCount += 1
        seen |= record.presence
    }

    /// Whether all pages fit together: one total, no row twice, none missing.
    func isWhole(received: Int) -> Bool {
        totals.count <= 1 && repeatsAcrossPages == 0 && totals.allSatisfy { $0 == received }
    }

    /// How many of the rows count against the total that the service states.
    ///
    /// Rows that say again what another page said count once: the service moved a row to the next page while it was read,
    /// and another may have slipped through. Where a second reading brought the same bytes nothing moved, and a few rows
    /// are in the feed twice; more than a few mean a service that gives one page in place of another.
    func countOnce(received: Int) -> Int {
        let isTwiceInTheFeed = isStable && repeatsAcrossPages * 100 <= received
        return isTwiceInTheFeed ? received : received - repeatsAcrossPages
    }

    /// The feed's names of those fields without which no row can be placed, and which none of the rows had.
    func absentFields(of feed: Feed) -> [String] {
        FeedField.required.filter { seen >> UInt32($0.rawValue) & 1 == 0 }.compactMap { feed.fields[$0] }
    }
}
