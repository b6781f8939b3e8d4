internal import GeocliDatabase

/// Which runs an undo has taken back, in SQL.
enum TakenBack {
    /// Returns the SELECT for the runs that were taken back, each with the undo that did it: columns `run` and `undo`.
    ///
    /// An undo takes back the runs from `undoes` up to itself, other undos among them: what these had taken back counts
    /// again. So the last undo of a feed counts, and before the runs that it takes back, the last one there.
    /// - Parameter undos: the rows of `run` to look for undos in, as a table or a SELECT in parentheses.
    static func marks(by undos: String = "main.run") -> String {
        """
        WITH RECURSIVE
            undos AS MATERIALIZED (SELECT id, feed, undoes FROM \(undos) WHERE undoes IS NOT NULL),
            counting (feed, undo, first) AS (
                SELECT feed, max(id), undoes FROM undos GROUP BY feed
                UNION ALL
                SELECT u.feed, u.id, u.undoes FROM counting c JOIN undos u ON u.id = (
                    SELECT max(id) FROM undos WHERE feed = c.feed AND id < c.first))
        SELECT r.id AS run, c.undo FROM counting c
        CROSS JOIN main.run r ON r.id >= c.first AND r.id < c.undo AND r.feed = c.feed
        """
    }

    /// Sets `run.taken_back` again, after an undo has been recorded.
    static func mark(_ db: Database, feed: Int64) throws {
        try db.execute("UPDATE run SET taken_back = NULL WHERE feed = ? AND taken_back IS NOT NULL", [feed])
        try db.execute(
            "UPDATE run SET taken_back = m.undo FROM (\(marks())) m WHERE run.id = m.run AND run.feed = ?", [feed])
    }

    /// Returns the SQL for the number by which the misses since a run are counted, a row of `run` with this alias. A place
    /// that was missing since a run that was taken back counts as missing since the undo.
    static func night(of run: String) -> String {
        "coalesce((SELECT night FROM run back WHERE back.id = \(run).taken_back), \(run).night)"
    }
}
