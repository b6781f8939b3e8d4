internal import GeocliDatabase
internal import GeocliPlaces

/// What the former good runs of a feed tell about a run: whether it is the same as the last one, and the numbers that
/// guards compare.
extension SnapshotDifference {
    /// Whether the bytes, the declaration, the addresses and the program version are the same as in the last good run.
    /// If the run has no addresses, the addresses count as the same, so that missing addresses change nothing.
    func isSameAsLastGoodRun(_ run: RunDescription, feed: Int64) throws -> Bool {
        let sql = """
            SELECT r.sha256 = ?1 AND r.tool_version = ?2 AND r.declaration IS ?3 AND (?4 IS NULL OR r.addresses IS ?4)
            FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.key = ?5
            """
        return try db.flag(
            sql,
            [
                .text(run.sha256), .text(run.toolVersion), run.declaration.sqlValue, run.addresses.sqlValue,
                .integer(feed),
            ])
    }

    func hasNewDeclaration(_ run: RunDescription, feed: Int64) throws -> Bool {
        let sql = "SELECT r.declaration IS NOT ? FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.key = ?"
        return try db.flag(sql, [run.declaration.sqlValue, .integer(feed)])
    }

    func countsUnchanged(_ staged: RunCounts, feed: Int64) throws -> RunCounts {
        var counts = staged
        counts.formerTotal = try listedCount(feed)
        try addFormerRun(feed, to: &counts)
        let sql =
            "SELECT r.points_filled, r.points_unmatched, r.without_point FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.key = ?"
        try db.forEachRow(sql, [.integer(feed)]) { row in
            counts.pointsFilled = try row.count(0)
            counts.pointsUnmatched = try row.count(1)
            // The bytes and the addresses are those of the last good run, so the same rows are without a point.
            let filled = counts.withoutPoint - (try row.count(2))
            counts.withoutPoint -= filled
            counts.reasons[.coordinateMissing] = counts.reasons[.coordinateMissing].map { $0 - filled }.flatMap {
                $0 > 0 ? $0 : nil
            }
        }
        return counts
    }

    /// Adds the last good run's number of duplicates, and the history of the feed's good runs, to `counts`.
    func addFormerRun(_ feed: Int64, to counts: inout RunCounts) throws {
        let sql = "SELECT r.duplicates FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.key = ?"
        try db.forEachRow(sql, [.integer(feed)]) { row in
            counts.formerDuplicates = try row.count(0)
        }
        counts.history = try history(of: feed)
    }

    private func history(of feed: Int64) throws -> RunHistory {
        let rows = try Statement(
            db,
            """
            SELECT id, date, total, added, removed, returned, accepted_because IS NOT NULL FROM run
            WHERE feed = ? AND good_run IS NOT NULL AND undoes IS NULL AND taken_back IS NULL
            ORDER BY good_run DESC
            """)
        rows.bind(1, feed)
        var entries: [RunHistory.Entry] = []
        while !RunHistory.isLongEnough(entries), try rows.step() {
            let (total, removed) = (try rows.count(2), try rows.count(4))
            entries.append(
                RunHistory.Entry(
                    run: try rows.runNumber(0), date: try rows.date(1), total: total,
                    formerTotal: try total - rows.count(3) + removed - rows.count(5), removed: removed,
                    isAccepted: rows.integer(6) != 0))
        }
        return RunHistory(entries.reversed())
    }

    /// Counts the places that the last good run of a feed had, including those that a person declared closed.
    private func listedCount(_ feed: Int64) throws -> Int {
        try db.count(
            """
            SELECT (SELECT count(*) FROM place WHERE feed = ?1 AND missing_run IS NULL) + (
                SELECT count(*) FROM upstream u JOIN place b ON b.id = u.id
                WHERE b.feed = ?1 AND u.missing_run IS NULL AND b.missing_run IS NOT NULL)
            """, [.integer(feed)])
    }
}
