internal import GeocliDatabase
package import GeocliPlaces
internal import GeocliText

extension CatalogWriter {
    /// Removes a feed with all that hangs on it: places or landmarks, runs, history, kept pages, issues, corrections, and
    /// links with people's decisions on them. All of this is one transaction. The numbers of its runs and places are not
    /// given again.
    ///
    /// - Parameter isDryRun: whether only to count what would go.
    /// - Throws: `CatalogError(.notFound)` if the catalog does not have the feed.
    /// - Complexity: O(n log n), n rows of the catalog: both indexes, the links and the issues are found again.
    package func remove(feed: String, at moment: SeoulTime, isDryRun: Bool = false) throws -> RemovedFeed {
        try ingest { session in try session.remove(feed, at: moment, isDryRun: isDryRun) }
    }

    /// Sets how often a feed is expected; nil for what its declaration says or its runs show.
    /// - Throws: `CatalogError(.notFound)` if the catalog does not have the feed.
    package func setCadence(_ cadence: Cadence?, of feed: String) throws {
        try set("cadence", cadence?.rawValue, of: feed)
    }

    /// Pauses a feed since a day, `YYYY-MM-DD` in Asia/Seoul, or ends its pause if the day is nil.
    /// - Throws: `CatalogError(.notFound)` if the catalog does not have the feed.
    package func pause(_ feed: String, since day: String?) throws { try set("paused_on", day, of: feed) }

    private func set(_ column: String, _ value: String?, of feed: String) throws {
        try changeTables { db in
            try db.execute("UPDATE feed SET \(column) = ? WHERE id = ?", [value, feed] as [any SQLBindable])
            guard db.changedRows == 1 else { throw CatalogError.noFeed(feed) }
        }
    }
}

extension IngestSession {
    func remove(_ feed: String, at moment: SeoulTime, isDryRun: Bool) throws -> RemovedFeed {
        try beginPublishing()
        guard let key = try db.integer("SELECT key FROM feed WHERE id = ?", [.text(feed)]) else {
            throw CatalogError.noFeed(feed)
        }
        let removal = FeedRemoval(db, feed: feed, key: key)
        guard !isDryRun else {
            let removed = try removal.counts()
            try db.execute("ROLLBACK")
            return removed
        }
        try db.execute(
            "INSERT INTO removed_feed (feed, removed_at, last_run, last_place) VALUES (?, ?, ?, ?)",
            [feed, moment.timestamp, try changes.nextRun() - 1, try changes.lastID()])
        try removal.handReferencesOver()
        let removed = try removal.deleteRows()
        if removed.places > 0 {
            try PointIndex.rebuild(db)
            if buildsSearchIndex { try SearchIndex(db).rebuild() }
            let links = LinkTable(db: db)
            try links.update(
                run: try db.integer("SELECT coalesce(max(id), 0) FROM run") ?? 0, after: links.lastID(), all: true)
            _ = try IssueScan(db: db).scan(moment: moment.timestamp)
        }
        try commit(publishes: true)
        return removed
    }
}

/// Removes the rows of a feed from all tables. Call it inside a transaction, with foreign keys off.
struct FeedRemoval {
    private let db: Database
    private let feed: String
    private let key: Int64
    /// SQL for the ids of the feed's places, and of its runs.
    private let places: String
    private let runs: String

    init(_ db: Database, feed: String, key: Int64) {
        (self.db, self.feed, self.key) = (db, feed, key)
        places = "(SELECT id FROM place WHERE feed = \(key))"
        runs = "(SELECT id FROM run WHERE feed = \(key))"
    }

    /// Returns what `deleteRows` would remove.
    func counts() throws -> RemovedFeed {
        func count(_ rows: String) throws -> Int { try db.count("SELECT count(*) FROM \(rows)") }
        var removed = RemovedFeed(feed: feed)
        removed.places = try count("place WHERE feed = \(key)")
        removed.landmarks = try count("landmark WHERE feed = \(key)")
        removed.runs = try count("run WHERE feed = \(key)")
        removed.links = try count("link WHERE \(isPair)")
        removed.decisions = try count("link_decision WHERE \(isPair)")
        removed.corrections = try count("correction WHERE place IN \(places)")
        removed.issues = try db.count("SELECT count(DISTINCT issue) FROM issue_place WHERE place IN \(places)")
        removed.goodRuns = try GoodRun.all(db, "r.feed = ?", [.integer(key)]).map(\.stamp)
        return removed
    }

    /// Deletes the feed's rows from all tables but the indexes of points and of pieces; with those of the sample, also
    /// its outlines and its base map.
    func deleteRows() throws -> RemovedFeed {
        var removed = try counts()
        try IssueScan.remove(db, feed: key)
        for table in ["link", "link_decision"] { try db.execute("DELETE FROM \(table) WHERE \(isPair)") }
        let corrections = "(SELECT number FROM correction WHERE place IN \(places))"
        let landmarks = "(SELECT id FROM landmark WHERE feed = \(key))"
        try db.execute(
            """
            DELETE FROM link_key WHERE feed = \(key);
            DELETE FROM issue_event WHERE correction IN \(corrections);
            DELETE FROM correction WHERE place IN \(places);
            DELETE FROM upstream WHERE id IN \(places);
            DELETE FROM landmark_key WHERE landmark IN \(landmarks);
            DELETE FROM landmark WHERE feed = \(key);
            DELETE FROM place WHERE feed = \(key);
            """)
        for table in ["change", "reported_point", "page", "reject"] {
            try db.execute("DELETE FROM \(table) WHERE run IN \(runs)")
        }
        try db.execute(
            """
            DELETE FROM run WHERE feed = \(key);
            DELETE FROM feed WHERE key = \(key);
            DELETE FROM raw_page WHERE sha256 NOT IN (SELECT sha256 FROM page);
            """)
        guard feed == SampleNames.feed else { return removed }
        removed.outlines = try OutlineTable.removeSample(db)
        try BaseTable.removeSample(db)
        return removed
    }

    /// Gives the rows of other feeds that name a run of this feed the run before it; without one, the first run.
    ///
    /// A correction names the last run before it, and an issue of two feeds' rows the run that found it: both may be
    /// another feed's.
    func handReferencesOver() throws {
        let named = [
            ("link", "run"), ("correction", "run"), ("issue", "opened_run"), ("issue", "changed_run"),
            ("issue_event", "run"),
        ]
        for (table, column) in named {
            try db.execute(
                """
                UPDATE \(table) SET \(column) = coalesce(
                    (SELECT max(r.id) FROM run r WHERE r.feed <> \(key) AND r.id < \(table).\(column)),
                    (SELECT min(r.id) FROM run r WHERE r.feed <> \(key)), \(column))
                WHERE \(column) IN \(runs)
                """)
        }
    }

    private var isPair: String { "(low IN \(places) OR high IN \(places))" }
}

extension CatalogError {
    static func noFeed(_ feed: String) -> CatalogError {
        let name = DisplayText.shown(feed)
        return CatalogError(
            .notFound, en: "the catalog has no feed \(name); 'geocli feeds' lists all feeds",
            ko: "카탈로그에 \(name) 피드가 없습니다. 'geocli feeds'로 확인하세요")
    }
}
