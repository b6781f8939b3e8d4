internal import GeocliDatabase
internal import GeocliPlaces

/// Removes the sample from a catalog, in the transaction of the run that replaces it.
///
/// The sample is removed before the run is compared with the catalog, so the run's counts and guards don't include it.
/// If a guard then refuses the run, the whole sample is put back.
final class SampleTakeover {
    private let db: Database
    private let sample: SampleRuns
    private var isBegun = false
    private var removed: RemovedSample?
    private var leavesSample = false

    /// - Parameter feed: the feed of the run.
    init(_ db: Database, feed: String) {
        self.db = db
        sample = SampleRuns(db: db, feed: feed)
    }

    /// Whether the catalog has bookstores of the sample that must be removed.
    var isDue: Bool { get throws { try sample.areThere() } }

    /// Removes the sample if there is one.
    ///
    /// - Parameter coming: the key of the run's feed.
    /// - Throws: `CatalogError(.occupied)` if the run is of the sample and the catalog has real bookstores.
    func begin(coming: Int64, buildsSearchIndex: Bool) throws {
        if try isDue {
            try db.begin(savepoint: "takeover")
            isBegun = true
            removed = try SampleRemoval(db, sample).run(coming: coming, buildsSearchIndex: buildsSearchIndex)
        }
        try sample.requireRoom()
    }

    /// Puts the sample back. Call it if the run is refused.
    func giveBack() throws {
        guard isBegun else { return }
        try db.undo(savepoint: "takeover")
        (isBegun, removed) = (false, nil)
        leavesSample = sample.feed != SampleNames.feed
    }

    /// Returns a copy of the report that also says what happened to the sample.
    func noted(in report: RunReport) -> RunReport {
        var report = report
        report.removedSample = sample.feed == SampleNames.feed ? nil : removed
        report.leavesSample = leavesSample
        return report
    }
}
