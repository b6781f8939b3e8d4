internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// A good run, and its number among the good runs of its feed.
struct GoodRun {
    let stamp: RunStamp
    let feedKey: Int64
    let number: Int64

    /// Returns the good runs for which an SQL condition about `run r` is true, ordered by id.
    static func all(_ db: Database, _ condition: String, _ values: [SQLValue] = []) throws -> [GoodRun] {
        let sql = """
            SELECT r.id, f.id, r.date, r.started_at, r.sha256, r.feed, r.good_run FROM run r
            JOIN feed f ON f.key = r.feed WHERE r.good_run IS NOT NULL AND \(condition) ORDER BY r.id
            """
        var runs: [GoodRun] = []
        try db.forEachRow(sql, values) { row in
            let stamp = RunStamp(
                id: try row.runNumber(0), feed: try row.required(1, "feed.id"), date: try row.date(2),
                startedAt: try row.moment(3).timestamp, sha256: try row.required(4, "run.sha256"))
            runs.append(GoodRun(stamp: stamp, feedKey: row.integer(5), number: try row.runNumber(6)))
        }
        return runs
    }

    /// Returns the first good run after the run with this number.
    static func next(_ db: Database, after run: Int64) throws -> GoodRun? {
        try all(db, "r.id = (SELECT min(id) FROM run WHERE id > ? AND good_run IS NOT NULL)", [.integer(run)]).first
    }

    /// Whether this catalog has the run of a mark. A mark without a check value is accepted if its run is not after the
    /// catalog's last run.
    static func holds(_ db: Database, _ mark: ChangeMark) throws -> Bool {
        guard let check = mark.check else {
            return try mark.run <= db.integer("SELECT coalesce(max(id), 0) FROM run") ?? 0
        }
        return try all(db, "r.id = ?", [.integer(mark.run)]).first?.stamp.check == check
    }
}
