internal import GRDB

/// What the staged snapshot changes in the catalog, counted first and then done, by SQLite itself.
final class SnapshotDifference {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// The key of a feed, which is entered at its first run.
    func feedKey(_ id: String) throws -> Int64 {
        try db.execute(sql: "INSERT INTO feed (id) VALUES (?) ON CONFLICT DO NOTHING", arguments: [id])
        return try Int64.fetchOne(db, sql: "SELECT key FROM feed WHERE id = ?", arguments: [id]) ?? 0
    }

    /// Whether the same bytes came as in the last good run, read by the same program.
    func isSameAsLastGoodRun(_ run: RunDescription, feed: Int64) throws -> Bool {
        let sql = """
            SELECT r.sha256 = ? AND r.tool_version = ? FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.key = ?
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [run.sha256, run.toolVersion, feed]) ?? false
    }

    func countsUnchanged(_ staged: RunCounts, feed: Int64) throws -> RunCounts {
        var counts = staged
        counts.formerTotal = try count("bookstore WHERE feed = ? AND missing_run IS NULL", feed)
        counts.formerDuplicates =
            try Int.fetchOne(
                db, sql: "SELECT r.duplicates FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.key = ?",
                arguments: [feed]) ?? 0
        counts.formerSource = try String.fetchOne(
            db, sql: "SELECT r.source FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.key = ?",
            arguments: [feed])
        return counts
    }

    /// The staged counts, and how the snapshot differs from the catalog. Fills `staged_change` on the way.
    func counts(_ staged: RunCounts, feed: Int64) throws -> RunCounts {
        var counts = try countsUnchanged(staged, feed: feed)
        let joined = "staged s JOIN bookstore b ON b.feed = ? AND b.feed_id = s.feed_id"
        counts.added = try count("staged s WHERE s.feed_id NOT IN (SELECT feed_id FROM bookstore WHERE feed = ?)", feed)
        counts.returned = try count("\(joined) WHERE b.missing_run IS NOT NULL", feed)
        counts.removed = counts.formerTotal + counts.added + counts.returned - counts.accepted
        let differs = Staging.content.map { "b.\($0) IS NOT s.\($0)" }.joined(separator: " OR ")
        counts.changed = try count("\(joined) WHERE \(differs)", feed)
        counts.filled = try filled(feed)
        counts.kinds = try groups("kind", feed)
        counts.districts = try groups("district", feed)
        // A later version may fold text in another way; that is no change of the bookstore, but must be stored.
        try db.execute(
            sql: """
                INSERT INTO staged_change
                SELECT b.id, s.position FROM \(joined) WHERE \(differs) OR b.folded IS NOT s.folded
                """, arguments: [feed])
        return counts
    }

    /// The number that `record` will give.
    func nextRun() throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) + 1 FROM run") ?? 1
    }

    /// Writes the run down.
    func record(
        _ run: RunDescription, feed: Int64, _ outcome: RunOutcome, _ reason: String?, _ counts: RunCounts,
        failure: RunFailure? = nil
    ) throws -> RunReport {
        try db.execute(
            sql: """
                INSERT INTO run (feed, good_run, started_at, date, source, sha256, tool_version, outcome, reason,
                    accepted_because, received, accepted, rejected, duplicates, without_point, added, changed, removed,
                    returned, total, failure)
                VALUES (?, CASE WHEN ? THEN (SELECT good_runs + 1 FROM feed WHERE key = ?) END,
                    ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                feed, outcome != .refused, feed, run.startedAt.timestamp, run.startedAt.date, run.source, run.sha256,
                run.toolVersion, outcome.rawValue, reason, run.acceptedBecause, counts.received, counts.accepted,
                counts.rejected, counts.duplicates, counts.withoutPoint, counts.added, counts.changed, counts.removed,
                counts.returned, counts.total, failure?.rawValue,
            ])
        let id = db.lastInsertedRowID
        if outcome != .unchanged { try recordRejects(run: id, all: outcome == .published) }
        return RunReport(runID: id, description: run, outcome: outcome, reason: reason, counts: counts)
    }

    /// Rows set aside are kept with a run that is published; of a refused one the first thousand tell what was wrong.
    private func recordRejects(run: Int64, all: Bool) throws {
        try db.execute(
            sql: """
                INSERT INTO reject (run, number, page, row, reason, kept, feed_id, value, raw)
                SELECT ?, row_number() OVER (ORDER BY page_number, row), page, row, reason, kept, feed_id, value, raw
                FROM (
                    SELECT * FROM staged_reject UNION ALL
                    SELECT page_number, page, row, problem, 1, feed_id, value, raw FROM staged
                    WHERE problem IS NOT NULL)
                ORDER BY page_number, row LIMIT ?
                """, arguments: [run, all ? -1 : 1000])
    }

    func markGood(run: Int64, feed: Int64) throws {
        try db.execute(
            sql: "UPDATE feed SET good_runs = good_runs + 1, last_good_run = ? WHERE key = ?", arguments: [run, feed])
    }

    /// Makes the catalog hold the staged snapshot.
    func apply(run: Int64, feed: Int64) throws {
        try markMissing(run: run, feed: feed)
        try markReturned(run: run, feed: feed)
        let index = SearchIndex(db)
        try index.prepare(
            added: try count("staged s WHERE s.feed_id NOT IN (SELECT feed_id FROM bookstore WHERE feed = ?)", feed))
        try applyChanges(run: run)
        let last = try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) FROM bookstore") ?? 0
        try addNew(run: run, feed: feed, behind: last)
        try index.update(behind: last)
    }

    private func markMissing(run: Int64, feed: Int64) throws {
        let gone = "feed = ? AND missing_run IS NULL AND feed_id NOT IN (SELECT feed_id FROM staged)"
        try db.execute(
            sql: "INSERT INTO change (run, bookstore, what) SELECT ?, id, 'missing' FROM bookstore WHERE \(gone)",
            arguments: [run, feed])
        try db.execute(
            sql: """
                UPDATE bookstore SET missing_run = ?, last_run = (SELECT last_good_run FROM feed WHERE key = ?)
                WHERE \(gone)
                """, arguments: [run, feed, feed])
    }

    private func markReturned(run: Int64, feed: Int64) throws {
        let back = "feed = ? AND missing_run IS NOT NULL AND feed_id IN (SELECT feed_id FROM staged)"
        try db.execute(
            sql: "INSERT INTO change (run, bookstore, what) SELECT ?, id, 'returned' FROM bookstore WHERE \(back)",
            arguments: [run, feed])
        try db.execute(
            sql: "UPDATE bookstore SET missing_run = NULL, last_run = NULL WHERE \(back)", arguments: [feed])
    }

    private func applyChanges(run: Int64) throws {
        let source = "FROM staged_change c JOIN staged s USING (position) JOIN bookstore b ON b.id = c.bookstore"
        for field in Staging.content.dropLast(2) {
            try db.execute(
                sql: """
                    INSERT INTO change SELECT ?, b.id, 'changed', '\(field)', b.\(field), s.\(field) \(source)
                    WHERE b.\(field) IS NOT s.\(field)
                    """, arguments: [run])
        }
        try db.execute(
            sql: """
                INSERT INTO change SELECT ?, b.id, 'changed', 'point', \(Self.point("b")), \(Self.point("s")) \(source)
                WHERE b.latitude IS NOT s.latitude OR b.longitude IS NOT s.longitude
                """, arguments: [run])
        let columns = (Staging.content + ["folded"]).map { "\($0) = s.\($0)" }.joined(separator: ", ")
        try db.execute(
            sql: """
                UPDATE bookstore SET \(columns) FROM staged_change c JOIN staged s USING (position)
                WHERE bookstore.id = c.bookstore;
                DELETE FROM bookstore_rtree WHERE id IN (
                    SELECT bookstore FROM staged_change JOIN staged USING (position) WHERE latitude IS NULL);
                INSERT OR REPLACE INTO bookstore_rtree SELECT id, \(Self.cell) FROM bookstore
                WHERE id IN (SELECT bookstore FROM staged_change) AND latitude IS NOT NULL;
                """)
    }

    private func addNew(run: Int64, feed: Int64, behind last: Int64) throws {
        let columns = (["feed_id"] + Staging.content + ["folded"]).joined(separator: ", ")
        try db.execute(
            sql: """
                INSERT INTO bookstore (feed, first_run, \(columns)) SELECT ?, ?, \(columns) FROM staged
                WHERE feed_id NOT IN (SELECT feed_id FROM bookstore WHERE feed = ?)
                ORDER BY CASE WHEN long_number < 0 THEN 0 WHEN number IS NOT NULL THEN 1 WHEN long_number > 0 THEN 2
                    ELSE 3 END, number, long_number, CASE WHEN long_number < 0 THEN feed_id END DESC, feed_id
                """, arguments: [feed, run, feed])
        try db.execute(
            sql: """
                INSERT INTO bookstore_rtree SELECT id, \(Self.cell) FROM bookstore
                WHERE id > ? AND latitude IS NOT NULL
                """, arguments: [last])
    }

    /// A point as an R*Tree's box: the same rounding as `IndexCell`.
    private static let cell = """
        floor(longitude * 1e7), ceil(longitude * 1e7), floor(latitude * 1e7), ceil(latitude * 1e7)
        """

    /// A point as text that reads back equal.
    private static func point(_ table: String) -> String {
        "CASE WHEN \(table).latitude IS NOT NULL THEN format('%!.17g,%!.17g', \(table).latitude, \(table).longitude) END"
    }

    /// The columns whose filling is watched, by the names that people know them by.
    private static let watched = [
        "district": "district", "address": "address", "phone": "phone", "phone_raw": "phone_raw",
        "website": "website", "website_raw": "website_raw", "sns": "sns", "point": "latitude",
    ]

    /// How many bookstores have a value, listed and staged.
    private func filled(_ feed: Int64) throws -> [RunCounts.Shift] {
        let fields = Self.watched.sorted { $0.key < $1.key }
        let counts = fields.map { "count(\($0.value))" }.joined(separator: ", ")
        let former = try Row.fetchOne(
            db, sql: "SELECT \(counts) FROM bookstore WHERE feed = ? AND missing_run IS NULL", arguments: [feed])
        let now = try Row.fetchOne(db, sql: "SELECT \(counts) FROM staged")
        guard let former, let now else { return [] }
        return fields.indices.map { RunCounts.Shift(name: fields[$0].key, former: former[$0], now: now[$0]) }
    }

    /// How many bookstores there are of each value of `column`, listed and staged.
    private func groups(_ column: String, _ feed: Int64) throws -> [RunCounts.Shift] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT name, sum(former), sum(now) FROM (
                    SELECT \(column) AS name, count(*) AS former, 0 AS now FROM bookstore
                    WHERE feed = ? AND missing_run IS NULL GROUP BY 1
                    UNION ALL SELECT \(column), 0, count(*) FROM staged GROUP BY 1)
                WHERE name IS NOT NULL GROUP BY name ORDER BY name
                """, arguments: [feed]
        ).map { RunCounts.Shift(name: $0[0], former: $0[1], now: $0[2]) }
    }

    private func count(_ from: String, _ feed: Int64) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(from)", arguments: [feed]) ?? 0
    }
}
