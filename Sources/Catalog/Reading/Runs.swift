internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Whether any feed of places has had a good run. Before the first good run, no place can be found.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a feed whose number of good runs contradicts its last good run.
    public func hasGoodRun() throws -> Bool {
        try read { db in
            // If the catalog has places, one query is enough.
            let sql = """
                SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM feed WHERE good_runs > 0) THEN 0
                WHEN EXISTS (SELECT 1 FROM place) THEN 1 END
                """
            if let found = try db.integer(sql) {
                // A damaged number of runs must not look like a catalog before its first run.
                if found == 0 { try Self.checkGoodRuns(db) }
                return found == 1
            }
            return try Self.allLastGoodRuns(db).contains { !$0.isOfLandmarks }
        }
    }

    /// Calls `body` with each page of the feed's last good run, in order. Does not call `body` if the catalog does not
    /// keep pages.
    ///
    /// - Parameter body: returns false to stop the calls.
    /// - Throws: `CatalogError(.corrupt)` for a damaged page.
    package func forEachKeptPage(ofFeed feed: String, body: (KeptPage, [UInt8]) throws -> Bool) throws {
        guard let run = try lastGoodRuns().first(where: { $0.feed == feed }), run.hasPages else { return }
        try read { db in
            let archive = PageArchive(db)
            for page in try archive.pages(ofRun: run.id, feed: feed) {
                guard try body(page, archive.bytes(of: page)) else { return }
            }
        }
    }

    private static func checkGoodRuns(_ db: Database) throws {
        let feeds = try Statement(db, "SELECT good_runs, last_good_run FROM feed")
        while try feeds.step() {
            guard try feeds.count(0) == 0 && feeds.isNull(1) else {
                throw CatalogDamage.row(
                    Words(en: "a feed has a last good run, but no good run", ko: "성공한 실행이 없는 피드에 마지막 성공 실행이 있습니다"))
            }
        }
    }

    /// Returns the ids of all feeds that have had a run, sorted.
    public func feedIDs() throws -> [String] {
        try read { try $0.texts("SELECT id FROM feed ORDER BY id") }
    }

    /// Returns the numbers of the feeds; the keys are the feeds' ids. The first feed of the catalog has the lowest
    /// number.
    public func feedKeys() throws -> [String: Int64] {
        try read { db in
            var keys: [String: Int64] = [:]
            try db.forEachRow("SELECT id, key FROM main.feed") { keys[try $0.required(0, "feed.id")] = $0.integer(1) }
            return keys
        }
    }

    /// Returns the SQL condition that is true if a column of feed numbers contains one of these feeds. An empty set
    /// means all feeds; the condition is then an empty text. An unknown feed matches no rows.
    static func condition(_ column: String, _ feeds: Set<String>, _ db: Database) throws -> String {
        guard !feeds.isEmpty else { return "" }
        let keys = try feeds.sorted().compactMap { try db.integer("SELECT key FROM feed WHERE id = ?", [.text($0)]) }
        return " AND \(column) IN (\(keys.map(String.init).joined(separator: ", ")))"
    }

    /// Calls `body` with the runs, newest first, at most `limit` times.
    ///
    /// - Parameter feeds: the ids of the feeds to include; none for all.
    public func forEachRun(
        of feeds: Set<String> = [], limit: Int? = nil, body: (StoredRun) throws -> Void
    ) throws {
        try read { db in
            try db.forEachRow(
                """
                SELECT \(Self.runColumns) FROM run r JOIN feed f ON f.key = r.feed
                WHERE TRUE\(try Self.condition("r.feed", feeds, db)) ORDER BY r.id DESC LIMIT ?
                """, [.integer(Int64(limit ?? -1))]
            ) { try body(try Self.run($0)) }
        }
    }

    /// Returns the last run of each feed, whatever its outcome, ordered by feed.
    public func lastRuns() throws -> [StoredRun] {
        try read { db in
            var runs: [StoredRun] = []
            try db.forEachRow(
                """
                SELECT \(Self.runColumns) FROM run r JOIN feed f ON f.key = r.feed
                WHERE r.id = (SELECT max(id) FROM run WHERE feed = f.key) ORDER BY f.id
                """
            ) { runs.append(try Self.run($0)) }
            return runs
        }
    }

    /// Returns the day of the first good run, `YYYY-MM-DD` in Asia/Seoul; nil if there is none. A catalog that is
    /// read as of a day gives the same result.
    public func firstDay() throws -> String? {
        try read { try $0.text("SELECT min(date) FROM main.run WHERE good_run IS NOT NULL") }
    }

    /// Returns the day of the first good run of a feed; nil if there is none.
    public func firstDay(ofFeed feed: String) throws -> String? {
        try read { db in
            try db.text(
                """
                SELECT min(r.date) FROM main.run r JOIN main.feed f ON f.key = r.feed
                WHERE f.id = ? AND r.good_run IS NOT NULL
                """, [.text(feed)])
        }
    }

    private static let runColumns = """
        r.id, r.good_run, r.started_at, r.date, r.outcome, f.id, r.source, r.sha256, r.tool_version, r.accepted_because, \
        r.reason, r.failure, r.received, r.accepted, r.rejected, r.duplicates, r.without_point, r.added, r.changed, \
        r.removed, r.returned, r.total, r.reason_code, r.reason_values, r.undoes, r.filtered, r.closed
        """

    private static func run(_ row: Statement) throws -> StoredRun {
        let id = try row.runNumber(0)
        guard let outcome = row.text(4).flatMap(RunOutcome.init(rawValue:)) else {
            throw CatalogDamage.row(
                Words(en: "run \(id) has no outcome", ko: "실행 #\(id)에 결과가 없습니다"))
        }
        var counts = RunCounts()
        counts.received = try row.count(12)
        counts.accepted = try row.count(13)
        counts.rejected = try row.count(14)
        counts.duplicates = try row.count(15)
        counts.withoutPoint = try row.count(16)
        counts.added = try row.count(17)
        counts.changed = try row.count(18)
        counts.removed = try row.count(19)
        counts.returned = try row.count(20)
        counts.total = try row.count(21)
        counts.filtered = try row.count(25)
        counts.closed = try row.count(26)
        var description = RunDescription(
            feed: try row.required(5, "feed.id"), source: try row.required(6, "run.source"),
            sha256: try row.required(7, "run.sha256"), startedAt: try row.moment(2),
            toolVersion: try row.required(8, "run.tool_version"), acceptedBecause: row.text(9))
        description.undoes = try row.isNull(24) ? nil : row.runNumber(24)
        return StoredRun(
            id: id, goodRun: row.isNull(1) ? nil : Int(try row.runNumber(1)), outcome: outcome, date: try row.date(3),
            description: description, reason: row.text(10),
            reasonData: Reason(code: row.text(22), json: row.text(23)),
            failure: row.text(11).flatMap(RunFailure.init(rawValue:)), counts: counts)
    }

    /// Calls `body` with the rows that a run rejected or listed without a point, in the order in which the feed sent
    /// them.
    ///
    /// - Parameters:
    ///   - run: the run's number; nil for the last published run of each feed.
    ///   - feeds: the ids of the feeds to include; none for all.
    /// - Throws: `CatalogError(.notFound)` for an unknown run.
    public func forEachReject(
        run: Int64?, of feeds: Set<String> = [], limit: Int? = nil, body: (StoredReject) throws -> Void
    ) throws {
        try read { db in
            if let run, try db.integer("SELECT 1 FROM run WHERE id = ?", [.integer(run)]) == nil {
                throw CatalogError(
                    .notFound, en: "\(path) has no run \(run); 'geocli status' shows the last run",
                    ko: "\(path)에 실행 #\(run)\(.subject) 없습니다. 'geocli status'로 마지막 실행을 확인하세요")
            }
            let ofFeeds = try Self.condition("feed", feeds, db)
            let last = "SELECT max(id) FROM run WHERE outcome = 'published'\(ofFeeds) GROUP BY feed"
            let one = run.map { "SELECT id FROM run WHERE id = \($0)\(ofFeeds)" }
            let statement = try Statement(
                db,
                """
                SELECT run, number, page, row, reason, kept, feed_id, value, raw, no_match, line, byte
                FROM reject
                WHERE run IN (\(one ?? last)) ORDER BY run, number LIMIT ?
                """)
            statement.bind(1, Int64(limit ?? -1))
            while try statement.step() { try body(try Self.reject(statement)) }
        }
    }

    private static func reject(_ row: Statement) throws -> StoredReject {
        guard let reason = row.text(4).flatMap(RejectionReason.init(rawValue:)) else {
            throw CatalogDamage.row(
                Words(
                    en: "a rejected row of run \(row.integer(0)) has no reason",
                    ko: "실행 #\(row.integer(0))에서 제외된 행에 이유가 없습니다"))
        }
        let origin = RowOrigin(
            pageNumber: 0, page: row.text(2) ?? "", row: try row.count(3),
            line: try row.isNull(10) ? nil : row.count(10),
            byte: try row.isNull(11) ? nil : row.count(11))
        let record = RejectedRecord(
            origin: origin, reason: reason, isKept: row.integer(5) == 1, feedID: row.text(6), value: row.text(7),
            raw: row.text(8) ?? "")
        return StoredReject(runID: try row.runNumber(0), record: record, noMatch: row.text(9))
    }
}
