internal import GeocliDatabase
internal import GeocliPlaces

/// The runs of the sample in a catalog.
///
/// The sample has a feed of its own. Earlier versions published the sample under the id of a real feed. A run of the
/// sample under such an id is recognized by its source.
struct SampleRuns {
    let db: Database
    /// The feed of the next run.
    let feed: String

    /// The SQL condition that is true if a run `r` of a feed `f` must be removed before the next run. If the next run
    /// is of the sample itself, only runs that earlier versions published under another feed are removed.
    static let condition = """
        (f.id = '\(SampleNames.feed)' OR r.source = '\(SampleNames.source)') AND f.id <> ?
        """

    /// The value for the question mark in `condition`: the feed whose runs stay; empty if no feed's runs stay.
    var stays: SQLValue { .text(feed == SampleNames.feed ? feed : "") }

    /// Whether the catalog has good runs of the sample that must be removed before the next run.
    ///
    /// - Edges: false if every ingest of the sample was refused. A refused run leaves nothing but its line in the
    ///   history.
    func areThere() throws -> Bool {
        guard try Schema.userVersion(db) > 0 else { return false }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM run r JOIN feed f ON f.key = r.feed
            WHERE r.good_run IS NOT NULL AND \(Self.condition))
            """
        return try db.flag(sql, [stays])
    }

    /// Throws if the sample would be added to real bookstores. Before you call this, remove the runs that the next run
    /// replaces.
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
