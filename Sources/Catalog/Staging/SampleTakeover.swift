internal import GeocliDatabase
internal import GeocliPlaces

/// Removes the sample from a catalog, in the transaction of the first real run.
///
/// The sample has a feed of its own, and `requireRoom` keeps it out of a catalog with real places. So the removal
/// deletes every row of that feed. It comes before the run is compared with the catalog, so the run's counts and guards
/// don't include the sample. If a guard then refuses the run, the whole sample is put back.
final class SampleTakeover {
    private let db: Database
    private let feed: String
    private var isBegun = false
    private var removed: RemovedFeed?
    private var leavesSample = false

    init(_ db: Database, feed: String) { (self.db, self.feed) = (db, feed) }

    /// Whether the catalog has good runs of the sample that the run must remove.
    /// - Edges: false if every ingest of the sample was refused. A refused run leaves nothing but its line in the
    ///   history.
    var isDue: Bool {
        get throws {
            guard feed != SampleNames.feed, try Schema.hasTables(db) else { return false }
            return try db.flag(
                "SELECT EXISTS (SELECT 1 FROM feed WHERE id = ? AND good_runs > 0)", [.text(SampleNames.feed)])
        }
    }

    /// Removes the sample if there is one.
    /// - Throws: `CatalogError(.occupied)` if the run is of the sample and the catalog has real bookstores.
    /// - Precondition: called inside a transaction, with foreign keys off.
    /// - Complexity: O(n log n), n places of the sample.
    func begin(buildsSearchIndex: Bool) throws {
        if try isDue, let key = try db.integer("SELECT key FROM feed WHERE id = ?", [.text(SampleNames.feed)]) {
            try db.begin(savepoint: "takeover")
            isBegun = true
            removed = try Overlay.withoutCorrections(db) { try remove(key, buildsSearchIndex: buildsSearchIndex) }
        }
        try requireRoom()
    }

    private func remove(_ key: Int64, buildsSearchIndex: Bool) throws -> RemovedFeed {
        let removed = try FeedRemoval(db, feed: SampleNames.feed, key: key).deleteRows()
        try PointIndex.rebuild(db)
        if buildsSearchIndex { try SearchIndex(db).rebuild() }
        return removed
    }

    private func requireRoom() throws {
        guard feed == SampleNames.feed,
            let other = try db.text(
                "SELECT id FROM feed WHERE id <> ? AND good_runs > 0 AND role = 'places' ORDER BY key LIMIT 1",
                [.text(feed)])
        else { return }
        throw CatalogError.occupied(by: other)
    }

    /// Puts the sample back. Call it if the run is refused.
    func restore() throws {
        guard isBegun else { return }
        try db.undo(savepoint: "takeover")
        (isBegun, removed) = (false, nil)
        leavesSample = true
    }

    func noted(in report: RunReport) -> RunReport {
        var report = report
        report.removedSample = removed
        report.leavesSample = leavesSample
        return report
    }
}
