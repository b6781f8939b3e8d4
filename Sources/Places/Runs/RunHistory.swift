/// The good runs of a feed before a run, and what they tell about it. A feed that loses a few places in each run passes
/// every comparison with the run before, so a run is also compared with the best of the last runs.
package struct RunHistory: Sendable, Equatable {
    /// A good run.
    package struct Entry: Sendable, Equatable {
        package let run: Int64
        /// The day in Asia/Seoul, `YYYY-MM-DD`.
        package let date: String
        package let total: Int
        package let formerTotal: Int
        package let removed: Int
        /// Whether a person accepted the run although a guard refused it. So its total is right, and the runs before it
        /// are no measure.
        package let isAccepted: Bool

        package init(run: Int64, date: String, total: Int, formerTotal: Int, removed: Int, isAccepted: Bool = false) {
            self.run = run
            self.date = date
            self.total = total
            self.formerTotal = formerTotal
            self.removed = removed
            self.isAccepted = isAccepted
        }
    }

    /// How far back the best run is searched for, from the last good run: a feed that is read rarely has few runs in
    /// these days, so at least `fewestRuns`. The days do not end at the run that is judged. Otherwise a refused leak
    /// would be published some nights later, when the best run is older than that.
    private static let days: Int64 = 30
    private static let fewestRuns = 10
    /// The number of good runs from which the usual swing is computed.
    private static let swingRuns = 30
    /// The swing of a feed with fewer than `fewestRuns` good runs, in percent. Real counts vary by up to 9 %.
    private static let assumedSwing = 9.0
    /// A smaller loss in one run is usual for every feed, in percent.
    private static let usualLoss = 5.0
    /// The smallest loss that a guard checks, in places. A smaller loss does not indicate an error in the feed.
    package static let minimumLost = 5

    /// The run with the most places; the latest of several. Nil before the first good run.
    package private(set) var best: Entry?
    /// How much the total usually varies from run to run, in percent of the larger total.
    package private(set) var usualSwingPercent = Self.assumedSwing

    package init() {}

    /// - Parameter entries: the good runs of one feed, the earliest first; those after the first one that
    ///   `isLongEnough` accepts suffice.
    package init(_ entries: [Entry]) {
        guard let last = entries.last else { return }
        let since = Self.firstDay(before: last.date)
        let accepted = entries.lastIndex(where: \.isAccepted) ?? 0
        for (index, entry) in entries.enumerated().dropFirst(accepted)
        where entry.date >= since || index >= entries.count - Self.fewestRuns {
            if entry.total >= best?.total ?? 0 { best = entry }
        }
        usualSwingPercent = Self.swing(of: entries.suffix(Self.swingRuns))
    }

    /// Whether `entries`, the latest first, reach back as far as `init` looks.
    package static func isLongEnough(_ entries: [Entry]) -> Bool {
        guard let first = entries.first, let last = entries.last, entries.count >= swingRuns else { return false }
        return last.date < firstDay(before: first.date)
    }

    /// Returns the best run if `total` is more than `percent` below its total; nil otherwise.
    package func leak(to total: Int, moreThan percent: Double) -> Entry? {
        guard let best, best.total - total >= Self.minimumLost,
            Self.share(best.total - total, of: best.total) > percent
        else { return nil }
        return best
    }

    /// Returns whether the loss of `removed` of `known` places in one run is larger than usual for this feed.
    package func isUnusual(_ removed: Int, of known: Int) -> Bool {
        Self.isUnusual(removed, of: known, swing: usualSwingPercent)
    }

    private static func isUnusual(_ removed: Int, of known: Int, swing: Double) -> Bool {
        removed >= minimumLost && share(removed, of: known) > max(usualLoss, 2 * swing)
    }

    /// Returns the largest difference of two totals between which no run was unusual. So neither a leak that was
    /// noticed nor a jump to another level counts as a swing.
    private static func swing(of entries: ArraySlice<Entry>) -> Double {
        var largest = 0.0
        var (low, high) = (0, 0)
        for (count, entry) in entries.enumerated() {
            let known = count < fewestRuns ? assumedSwing : largest
            let isOther =
                count == 0 || entry.isAccepted || isUnusual(entry.removed, of: entry.formerTotal, swing: known)
                || isUnusual(entry.total - entry.formerTotal, of: entry.total, swing: known)
            (low, high) = isOther ? (entry.total, entry.total) : (min(low, entry.total), max(high, entry.total))
            largest = max(largest, share(high - low, of: high))
        }
        return entries.count < fewestRuns ? assumedSwing : largest
    }

    private static func share(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 0 : 100 * Double(part) / Double(whole)
    }

    /// Returns the first day of the days that end with `date`; an empty text, which is before every day, if `date` is
    /// not a day.
    private static func firstDay(before date: String) -> String {
        guard let end = SeoulTime(timestamp: date + "T00:00:00Z") else { return "" }
        return SeoulTime(unixSeconds: end.unixSeconds - days * 86400).date
    }
}
