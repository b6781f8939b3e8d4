internal import GeocliDatabase
internal import GeocliPlaces

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

    /// Deletes the feed's rows from all tables but the indexes of points and of pieces.
    func deleteRows() throws -> RemovedFeed {
        let removed = try counts()
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
