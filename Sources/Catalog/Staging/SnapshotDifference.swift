internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The difference between the staged snapshot and the catalog. SQL first counts the changes; `apply` then makes them.
final class SnapshotDifference {
    let db: Database
    /// Whether the catalog is new. If so, the staged rows are already the rows of its places.
    let isNewCatalog: Bool

    init(_ db: Database, isNewCatalog: Bool = false) {
        self.db = db
        self.isNewCatalog = isNewCatalog
    }

    /// Returns the key of a feed, and adds the feed if this is its first run. After its first good run, a feed keeps
    /// its role.
    /// - Throws: `CatalogError(.occupied)` if the catalog has rows of the other role under this id.
    func feedKey(_ id: String, _ role: FeedRole) throws -> Int64 {
        try db.execute(
            """
            INSERT INTO feed (id, role) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET role = excluded.role WHERE role <> excluded.role AND good_runs = 0
            """, [id, role.rawValue])
        let stored = try db.text("SELECT role FROM feed WHERE id = ?", [.text(id)])
        guard let stored = stored.flatMap(FeedRole.init(rawValue:)) else {
            throw CatalogDamage.row(
                Words(en: "the feed \(id) has no role", ko: "\(id) 피드가 장소인지 기준점인지 알 수 없습니다"))
        }
        guard stored == role else { throw CatalogError.otherRole(of: id, isLandmarks: role == .landmarks) }
        return try db.integer("SELECT key FROM feed WHERE id = ?", [.text(id)]) ?? 0
    }

    /// Returns the numbers that the catalog will probably give to a feed's rows. Call it at the start of reading.
    func expectation(feed: String) throws -> StagedRows.Expectation {
        guard try Schema.hasTables(db) else { return StagedRows.Expectation(feed: 1, run: 1) }
        let key = try db.integer(
            "SELECT coalesce((SELECT key FROM feed WHERE id = ?), (SELECT coalesce(max(key), 0) + 1 FROM feed))",
            [.text(feed)])
        // New numbers follow the last number. If a damaged catalog has no room for new numbers, its last number is
        // ignored.
        let last = try lastID()
        return StagedRows.Expectation(feed: key ?? 0, run: try nextRun(), lastID: 0..<1 << 40 ~= last ? last : 0)
    }

    /// Returns the staged counts, plus the differences between the snapshot and the catalog. Also fills `staged_new`,
    /// `staged_change` and `staged_missing`.
    /// - Parameter isCounted: whether `known` has counted the listed places, and these have not changed since then.
    func counts(
        _ staged: RunCounts, of rows: StagedRows, feed: Int64, known: KnownRows?, isCounted: Bool
    ) throws -> RunCounts {
        var counts = staged
        try addFormerRun(feed, to: &counts)
        let changed = try compare(feed, of: rows)
        counts.added = changed.new
        counts.changed = changed.content
        counts.returned = changed.returned
        let counted = rows.counted()
        var spread = counted.spread
        let listed = try isCounted ? tallyOpen(known, &spread) : tallyListed(feed, known, &spread)
        counts.formerTotal = listed.count
        let now = listed.all.changed(without: listed.open, with: counted.tally)
        now.report(after: listed.all, to: &counts)
        if now.isOverfull, listed.count > 0 { counts.districts = try DistrictShifts(db).losses(feed, known: known) }
        counts.hasOnePointOnly = spread.isOnePointOnly
        counts.removed = counts.formerTotal + counts.added + counts.returned - counts.accepted
        return counts
    }

    /// Fills `staged_new` and `staged_change`. Returns the numbers of new, changed and returned places.
    private func compare(_ feed: Int64, of rows: StagedRows) throws -> (new: Int, content: Int, returned: Int) {
        guard try lastID() > 0 else { return (rows.count, 0, 0) }
        let joined = "staged s CROSS JOIN place b ON b.feed = \(feed) AND b.feed_id = s.feed_id"
        let content = Self.fields.map(\.isChanged).joined(separator: " OR ")
        let silent = Self.fields.map { "((\($0.differs)) AND NOT \($0.isChanged))" }.joined(separator: " OR ")
        // A later version may fold texts differently. That is not a change to the place, but the new texts must be
        // stored. The same is true of a new fingerprint if a row has the same values in a different form.
        try db.execute(
            """
            INSERT INTO staged_new SELECT id FROM staged s WHERE NOT EXISTS (
                SELECT 1 FROM place b WHERE b.feed = \(feed) AND b.feed_id = s.feed_id);
            INSERT INTO staged_change SELECT b.id, s.id, \(content), \(silent), b.missing_run IS NOT NULL,
                b.folded IS NOT s.folded
            FROM \(joined)
            WHERE \(ChangeFunctions.differs(Staging.compared + ["folded", "fingerprint"], "b", "s"))
                OR b.missing_run IS NOT NULL
            """)
        return (
            try newCount(),
            try db.count("SELECT coalesce(sum(content), 0) FROM staged_change"),
            try db.count("SELECT coalesce(sum(returned), 0) FROM staged_change")
        )
    }

    /// Returns how the points of known places moved. Returns nil if so few rows changed that most points did not move,
    /// and for a new declaration, which may read the same points in another way.
    ///
    /// - Parameters:
    ///   - counts: the counts of the run.
    ///   - knownCount: the number of places that were found in a known row. The feed gives a point in each such row.
    func moves(_ counts: RunCounts, _ run: RunDescription, feed: Int64, knownCount: Int) throws -> PointMoves? {
        let former = counts.filled.first { $0.name == "point" }?.former ?? 0
        guard counts.changed >= PointMoves.fewest, counts.changed * Self.changedPart >= former,
            try !hasNewDeclaration(run, feed: feed)
        else { return nil }
        // A point that was filled from an address moves with the addresses.
        let (table, condition) =
            run.role == .landmarks
            ? ("landmark", "true")
            : ("place", "b.missing_run IS NULL AND coalesce(b.point_source, s.point_source) IS NULL")
        let rows = try Statement(
            db,
            """
            SELECT b.longitude, b.latitude, s.longitude, s.latitude
            FROM staged s CROSS JOIN \(table) b ON b.feed = ? AND b.feed_id = s.feed_id
            WHERE b.latitude IS NOT NULL AND s.latitude IS NOT NULL AND \(condition)
            """)
        rows.bind(1, feed)
        var moves = PointMoves(unmovedCount: knownCount)
        while try rows.step() {
            // A damaged point is none that can be compared.
            guard let former = try? Coordinate(longitude: rows.real(0), latitude: rows.real(1)),
                let now = try? Coordinate(longitude: rows.real(2), latitude: rows.real(3))
            else { continue }
            moves.add(from: former, to: now)
        }
        return moves
    }

    /// The points are compared if at least one place in this many has a change.
    private static let changedPart = 4

    /// The number of staged rows whose places are not in the catalog. Call this after `counts`.
    func newCount() throws -> Int { try db.count("SELECT count(*) FROM staged_new") }

    /// The number of listed places, their tally, and the tally of those that were not found in a known row.
    private typealias Listed = (count: Int, all: SnapshotTally, open: SnapshotTally)

    /// Counts all listed places. Fills `staged_missing` with those that are neither known nor staged.
    private func tallyListed(_ feed: Int64, _ known: KnownRows?, _ spread: inout PointSpread) throws -> Listed {
        var listed: Listed = (0, SnapshotTally(), SnapshotTally())
        guard !isNewCatalog else { return listed }
        let rows = try Statement(db, "\(Self.listed) NOT INDEXED WHERE feed = ? AND missing_run IS NULL")
        rows.bind(1, feed)
        let missing = try Statement(db, Self.insertMissing)
        while try rows.step() {
            listed.count += 1
            listed.all.add(rows, from: 4)
            if let known, known.contains(rows.integer(0)) {
                spread.add(rows, latitude: 3, longitude: 2)
            } else {
                try addOpen(rows, to: &listed.open, missing)
            }
        }
        listed.all.finish()
        listed.open.finish()
        return listed
    }

    /// Does the same as `tallyListed`, but reads only the places that `known` has not found. `known` has counted all.
    private func tallyOpen(_ known: KnownRows?, _ spread: inout PointSpread) throws -> Listed {
        guard let known else { return (0, SnapshotTally(), SnapshotTally()) }
        var open = SnapshotTally()
        let row = try Statement(db, "\(Self.listed) WHERE id = ?")
        let missing = try Statement(db, Self.insertMissing)
        try known.forEachOpen { id in
            row.bind(1, id)
            defer { row.reset() }
            if try row.step() { try addOpen(row, to: &open, missing) }
        }
        open.finish()
        spread.add(known.spread)
        return (known.listedCount, known.tally, open)
    }

    private static let listed = "SELECT id, feed_id, longitude, latitude, \(SnapshotTally.columns) FROM place"

    private static let insertMissing = """
        INSERT INTO staged_missing SELECT ? WHERE NOT EXISTS (
            SELECT 1 FROM staged WHERE feed = (SELECT min(feed) FROM staged) AND feed_id = ?)
        """

    private func addOpen(_ row: Statement, to open: inout SnapshotTally, _ missing: Statement) throws {
        open.add(row, from: 4)
        missing.bind(1, row.integer(0))
        missing.bind(2, 1, of: row)
        try missing.run()
    }

    /// Returns the highest number that a place has or had.
    func lastID() throws -> Int64 {
        guard !isNewCatalog else { return 0 }
        return try db.integer(
            """
            SELECT max(coalesce((SELECT max(id) FROM place), 0),
                coalesce((SELECT max(last_place) FROM removed_feed), 0))
            """) ?? 0
    }

    /// - Throws: `CatalogDamage` if the run numbers are used up.
    func nextRun() throws -> Int64 {
        let next = try (db.integer("SELECT \(GoodRun.lastNumber)") ?? 0).addingReportingOverflow(1)
        guard !next.overflow, CatalogNumbers.runs.contains(next.partialValue) else {
            throw CatalogDamage.row(
                Words(en: "the run numbers are used up", ko: "실행 번호를 모두 써서 새 번호를 붙일 수 없습니다"))
        }
        return next.partialValue
    }

    /// - Throws: `CatalogDamage` if no numbers are left for another run of the feed or for new places.
    func requireRoom(feed: Int64) throws {
        _ = try nextRun()
        let feeds = try Statement(db, "SELECT good_runs, id FROM feed WHERE key = ?")
        feeds.bind(1, feed)
        if try feeds.step() {
            let runs = try feeds.count(0)
            guard Int64(runs) < CatalogNumbers.runs.upperBound else {
                throw CatalogDamage.row(
                    Words(
                        en: "the feed \(feeds.text(1) ?? "") has \(runs) good runs",
                        ko: "\(feeds.text(1) ?? "") 피드의 성공한 실행 수가 \(runs)입니다"))
            }
        }
        let last = try Statement(db, "SELECT max(id) FROM place")
        if try last.step(), !last.isNull(0) { _ = try last.placeID(0) }
    }

    /// Stores the run and its rejected rows. Returns the run's report.
    func record(
        _ run: RunDescription, feed: Int64, _ outcome: RunOutcome, _ sentence: String?, _ reason: Reason?,
        _ counts: RunCounts, failure: RunFailure? = nil
    ) throws -> RunReport {
        try db.execute(
            """
            INSERT INTO run (id, feed, good_run, started_at, date, source, sha256, tool_version, outcome, reason,
                accepted_because, received, accepted, rejected, duplicates, without_point, added, changed, removed,
                returned, total, failure, reason_code, reason_values,
                declaration, addresses, points_filled, points_unmatched, filtered, closed, repeats, undoes, restores, night)
            VALUES (\(GoodRun.lastNumber) + 1, ?, CASE WHEN ? THEN (SELECT good_runs + 1 FROM feed WHERE key = ?) END,
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                CASE WHEN ? THEN coalesce(
                    (SELECT night FROM run WHERE feed = ? AND good_run IS NOT NULL AND id < ?
                        ORDER BY good_run DESC LIMIT 1), 0) + ? END)
            """,
            [
                feed, outcome != .refused, feed, run.startedAt.timestamp, run.startedAt.date, run.source, run.sha256,
                run.toolVersion, outcome.rawValue, sentence, run.acceptedBecause, counts.received, counts.accepted,
                counts.rejected, counts.duplicates, counts.withoutPoint, counts.added, counts.changed, counts.removed,
                counts.returned, counts.total, failure?.rawValue, reason?.code, reason?.json,
                run.declaration, run.addresses, counts.pointsFilled, counts.pointsUnmatched,
                counts.filtered, counts.closed, run.repeats, run.undoes, run.restores,
                outcome != .refused, feed, run.undoes ?? .max, Int64(run.undoes == nil ? 1 : 0),
            ])
        let id = db.lastInsertedRowID
        if run.undoes != nil { try TakenBack.mark(db, feed: feed) }
        if outcome != .unchanged { try recordRejects(run: id, all: outcome == .published) }
        return RunReport(
            runID: id, description: run, outcome: outcome, reason: sentence, reasonData: reason, counts: counts)
    }

    /// Stores all rejected rows of a published run, but only the first thousand of a refused one, which show the
    /// problem.
    private func recordRejects(run: Int64, all: Bool) throws {
        try db.execute(
            """
            INSERT INTO reject (run, number, page, row, line, byte, reason, kept, feed_id, value, raw, no_match)
            SELECT ?, row_number() OVER (ORDER BY page_number, row), page, row, line, byte, reason, kept, feed_id,
                value, raw, no_match
            FROM (
                SELECT *, NULL AS no_match FROM staged_reject UNION ALL
                SELECT p.page_number, p.page, p.row, p.reason, 1, s.feed_id, p.value, p.raw, NULL, NULL, p.no_match
                FROM staged_problem p CROSS JOIN staged s USING (id))
            ORDER BY page_number, row LIMIT ?
            """, [run, all ? -1 : 1000])
    }

    /// - Parameter words: the words that the declaration uses for its places; nil to keep the words of the last good
    ///   run.
    func markGood(run: Int64, feed: Int64, _ words: FeedWords?) throws {
        try db.execute(
            "UPDATE feed SET good_runs = good_runs + 1, last_good_run = ?, words = coalesce(?, words) WHERE key = ?",
            [run, words?.json, feed])
    }

    /// Stores the path of the declaration file after a run that was not good, because the next command that geocli
    /// proposes names it. The words for places stay those of the last good run, like the places.
    func noteDeclaration(feed: Int64, _ words: FeedWords?) throws {
        guard let words else { return }
        let former = try db.text("SELECT words FROM feed WHERE key = ?", [.integer(feed)])
        var kept = former.flatMap(FeedWords.init(json:)) ?? words
        kept.declaration = words.declaration
        guard kept.json != former else { return }
        try db.execute("UPDATE feed SET words = ? WHERE key = ?", [kept.json, feed])
    }
}

/// The places of each district, now and in the last good run, for a feed with too many districts to count in memory.
struct DistrictShifts {
    private let db: Database

    /// The maximum number of reported districts, those that lost the greatest shares, and of characters in a name.
    private static let most = (districts: 1000, characters: 200)

    init(_ db: Database) { self.db = db }

    /// Returns the districts of `feed` that lost enough places to be checked by a guard, ordered by name.
    /// - Complexity: O(n log n), n places, in a temporary table.
    func losses(_ feed: Int64, known: KnownRows?) throws -> [RunCounts.Shift] {
        try db.execute(
            """
            DROP TABLE IF EXISTS temp.district_shift;
            CREATE TEMP TABLE district_shift (
                name TEXT PRIMARY KEY, former INTEGER NOT NULL, now INTEGER NOT NULL) WITHOUT ROWID;
            INSERT INTO district_shift SELECT district, count(*), 0 FROM place
                WHERE feed = \(feed) AND missing_run IS NULL AND district IS NOT NULL GROUP BY district;
            UPDATE district_shift SET now = s.count
                FROM (SELECT district, count(*) AS count FROM staged GROUP BY district) s WHERE name = s.district;
            """)
        if let known { try addFound(feed, known) }
        let lost = """
            SELECT substr(name, 1, \(Self.most.characters)), former, now FROM district_shift
            WHERE former - now >= \(RunCounts.minimumLost)
            ORDER BY (former - now) * 1.0 / former DESC, name LIMIT \(Self.most.districts)
            """
        var shifts: [RunCounts.Shift] = []
        try db.forEachRow("SELECT * FROM (\(lost)) ORDER BY 1") { row in
            shifts.append(RunCounts.Shift(name: row.text(0) ?? "", former: try row.count(1), now: try row.count(2)))
        }
        try db.execute("DROP TABLE temp.district_shift")
        return shifts
    }

    /// These places are not staged. So this counts all listed places, and subtracts those that were not found.
    private func addFound(_ feed: Int64, _ known: KnownRows) throws {
        try db.execute("UPDATE district_shift SET now = now + former")
        let rows = try Statement(
            db, "SELECT id, district FROM place NOT INDEXED WHERE feed = \(feed) AND missing_run IS NULL")
        let remove = try Statement(db, "UPDATE district_shift SET now = now - 1 WHERE name = ?")
        while try rows.step() {
            guard !known.contains(rows.integer(0)), !rows.isNull(1) else { continue }
            remove.bind(1, 1, of: rows)
            try remove.run()
        }
    }
}
