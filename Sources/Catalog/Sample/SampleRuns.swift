internal import GeocliDatabase
internal import GeocliPlaces

/// The runs of the sample in a catalog.
///
/// The sample has a feed of its own. Earlier versions published the sample under the id of a real feed. Such runs are
/// recognized by their source.
struct SampleRuns {
    let db: Database
    /// The feed of the next run.
    let feed: String

    /// The SQL condition for a run `r` of a feed `f` that must be removed before the next run. A run of the sample
    /// itself removes only what earlier versions published under another feed.
    static let condition = """
        (f.id = '\(SampleNames.feed)' OR r.source = '\(SampleNames.source)') AND f.id <> ?
        """

    /// The value for the question mark in `condition`: the feed whose runs stay; empty if no feed's runs stay.
    var stays: SQLValue { .text(feed == SampleNames.feed ? feed : "") }

    /// Whether the catalog has good runs of the sample that must be removed before the next run.
    ///
    /// - Edges: false if every ingest of the sample was refused. Refused runs leave only their lines in the history.
    func areThere() throws -> Bool {
        guard try Schema.userVersion(db) > 0 else { return false }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM run r JOIN feed f ON f.key = r.feed
            WHERE r.good_run IS NOT NULL AND \(Self.condition))
            """
        return try db.flag(sql, [stays])
    }

    /// Throws if the sample would be added to real bookstores. Call this after everything that the next run replaces
    /// was removed.
    ///
    /// - Throws: `CatalogError(.occupied)`.
    func requireRoom() throws {
        guard feed == SampleNames.feed,
            let other = try db.text(
                "SELECT id FROM feed WHERE id <> ? AND good_runs > 0 AND role = 'places' ORDER BY key LIMIT 1",
                [.text(feed)])
        else { return }
        throw CatalogError.occupied(by: other)
    }
}
