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

    /// Pauses a feed since a day, `YYYY-MM-DD` in Asia/Seoul, or ends its pause if the day is nil. A feed that is paused
    /// already keeps its day.
    /// - Throws: `CatalogError(.notFound)` if the catalog does not have the feed.
    package func pause(_ feed: String, since day: String?) throws {
        try set("paused_on", day, of: feed, as: day == nil ? "?1" : "coalesce(paused_on, ?1)")
    }

    private func set(_ column: String, _ value: String?, of feed: String, as sql: String = "?1") throws {
        try changeTables { db in
            try db.execute("UPDATE feed SET \(column) = \(sql) WHERE id = ?2", [value, feed] as [any SQLBindable])
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

extension CatalogError {
    static func noFeed(_ feed: String) -> CatalogError {
        let name = DisplayText.shown(feed)
        return CatalogError(
            .notFound, en: "the catalog has no feed \(name); 'geocli feeds' lists all feeds",
            ko: "카탈로그에 \(name) 피드가 없습니다. 'geocli feeds'로 확인하세요")
    }
}
