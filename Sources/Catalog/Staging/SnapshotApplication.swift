internal import GeocliDatabase
internal import GeocliPlaces

extension SnapshotDifference {
    /// Replaces the catalog's content with the staged snapshot.
    ///
    /// The statements that change many places end with OR ROLLBACK: an error ends the run's transaction in any
    /// case, so SQLite need not keep a copy of each page to be able to undo only the statement.
    ///
    /// - Parameter overlay: the corrections, which have been taken off the rows that this run may change.
    /// - Parameter undoes: whether the run takes back others (`Past.prepare` has filled `temp.undone`).
    /// - Returns: what `updateIndexes` needs, and for each state, the number of corrections that changed to it.
    func apply(
        run: Int64, feed: Int64, staged rows: StagedRows, overlay: Overlay, undoes: Bool = false,
        buildsSearchIndex: Bool = true
    ) throws -> Applied {
        try markMissing(run: run, feed: feed)
        if undoes { try markMissingAsBefore(run: run, feed: feed) }
        try markReturned(run: run)
        try markClosed(run: run, feed: feed)
        let index = buildsSearchIndex ? SearchIndex(db) : nil
        let last = try lastID()
        let added = try last == 0 ? rows.count : newCount()
        try index?.prepare(added: added)
        try applyChanges(run: run)
        let expected = StagedRows.Expectation(feed: feed, run: run, lastID: 0)
        let liesInOrder = last == 0 && rows.isInOrder && rows.expectation == expected
        if isNewCatalog, !liesInOrder { try db.execute(Staging.moveOut) }
        if liesInOrder, isNewCatalog {
            // There is nothing to do, because each place was staged in its final row.
        } else if liesInOrder {
            // SQLite copies whole records between tables with the same definition, without decoding them.
            try db.execute("INSERT INTO main.place SELECT * FROM temp.staged")
        } else if added > 0 {
            try addNew(run: run, feed: feed, after: last, isInOrder: rows.isInOrder)
        }
        let settled = try overlay.applyCorrections(run: run)
        return Applied(
            run: run, last: last, gathered: liesInOrder ? rows.gathered : nil, index: index, settled: settled)
    }

    struct Applied {
        fileprivate let run: Int64
        /// The highest id before the run.
        fileprivate let last: Int64
        let gathered: StagedRows.Gathered?
        /// The index of pieces; nil if it is not updated.
        fileprivate let index: SearchIndex?
        let settled: [StoredCorrection.State: Int]
    }

    func updateIndexes(_ applied: Applied) throws {
        try PointIndex.update(db, run: applied.run, after: applied.last, from: applied.gathered?.places)
        try PointIndex.updateOverlaid(db)
        try applied.index?.update(after: applied.last)
    }

    private func markMissing(run: Int64, feed: Int64) throws {
        try db.execute(
            "INSERT INTO change (run, place, what) SELECT ?, place, 'missing' FROM staged_missing",
            [run])
        try db.execute(
            """
            UPDATE OR ROLLBACK place SET missing_run = ?, last_run = (SELECT last_good_run FROM feed WHERE key = ?)
            WHERE id IN (SELECT place FROM staged_missing)
            """, [run, feed])
    }

    /// Gives places that are missing again the run in which they went missing then.
    private func markMissingAsBefore(run: Int64, feed: Int64) throws {
        try db.execute(
            """
            INSERT INTO change (run, place, what, since)
            SELECT ?1, b.id, 'since', b.missing_run FROM temp.undone u CROSS JOIN place b ON b.id = u.id
            WHERE b.feed = ?2 AND b.missing_run NOT IN (?1, u.missing_run)
            """, [run, feed])
        try db.execute(
            """
            UPDATE OR ROLLBACK place SET missing_run = u.missing_run, last_run = u.last_run
            FROM temp.undone u WHERE place.id = u.id AND place.feed = ? AND place.missing_run IS NOT NULL
                AND u.missing_run IS NOT NULL
            """, [feed])
    }

    private func markReturned(run: Int64) throws {
        let back = "SELECT place FROM staged_change WHERE returned"
        try db.execute(
            "INSERT INTO change (run, place, what, since) SELECT ?, id, 'returned', missing_run FROM place WHERE id IN (\(back))",
            [run])
        try db.execute("UPDATE OR ROLLBACK place SET missing_run = NULL, last_run = NULL WHERE id IN (\(back))")
    }

    /// Notes the missing places of which a row of this run says for the first time that they are closed.
    private func markClosed(run: Int64, feed: Int64) throws {
        let missing = FeedValues.column("missing_run")
        try db.execute(
            """
            INSERT OR IGNORE INTO change (run, place, what)
            SELECT ?1, b.id, 'closed' FROM staged_closed s CROSS JOIN \(FeedValues.joined)
            WHERE b.feed = ?2 AND b.feed_id = s.feed_id AND \(missing) IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM change c JOIN run r ON r.id = c.run
                WHERE c.place = b.id AND c.what = 'closed' AND c.run >= \(missing)
                    AND r.taken_back IS NULL)
            """, [run, feed])
    }

    private func applyChanges(run: Int64) throws {
        try db.execute(Self.recordChanges, [run])
        try noteReportedPoints(run: run)
        let columns = (Staging.compared + ["folded", "fingerprint"]).map { "\($0) = s.\($0)" }
        // The plus makes SQLite go through the changed rows, not through all rows of the catalog.
        try db.execute(
            """
            UPDATE OR ROLLBACK place SET \(columns.joined(separator: ", "))
            FROM staged_change c JOIN staged s ON s.id = c.staged WHERE place.id = +c.place
            """)
    }

    /// Keeps the reported points of places that moved by less than a change; forgets those whose point has changed.
    private func noteReportedPoints(run: Int64) throws {
        try db.execute(
            """
            DELETE FROM reported_point WHERE place IN (
                SELECT place FROM change WHERE run = ? AND what = 'changed' AND field = '\(PointText.field)')
            """, [run])
        try db.execute(
            """
            INSERT INTO reported_point (place, latitude, longitude, run)
            SELECT b.id, b.latitude, b.longitude, ?1
            FROM staged_change c CROSS JOIN staged s ON s.id = c.staged CROSS JOIN place b ON b.id = c.place
            WHERE c.silent AND (\(Self.point.differs)) AND NOT EXISTS (
                SELECT 1 FROM change x WHERE x.run = ?1 AND x.place = b.id AND x.what = 'changed'
                    AND x.field = '\(PointText.field)')
            ON CONFLICT (place) DO UPDATE SET run = excluded.run
            """, [run])
    }

    private func addNew(run: Int64, feed: Int64, after last: Int64, isInOrder: Bool) throws {
        let columns = ["feed_id"] + Staging.compared + ["folded", "fingerprint"]
        if !isInOrder { try FeedIDOrder.register(on: db) }
        let new = last == 0 ? "staged s" : "staged_new n CROSS JOIN staged s ON s.id = n.staged"
        // With this subquery, SQLite sorts only row ids, not whole rows. Without the LIMIT, SQLite could ignore the
        // ORDER BY of the subquery.
        let places = """
            SELECT s.id AS place FROM \(new)
            ORDER BY \(isInOrder ? "s.id" : "\(FeedIDOrder.function)(s.feed_id)") LIMIT -1
            """
        // SQLite gives the next numbers itself, unless a removed feed had higher ones.
        let isNext = try (db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0) == last
        try db.execute(
            """
            INSERT INTO place (id, feed, first_run, \(columns.joined(separator: ", ")))
            SELECT \(isNext ? "NULL" : "\(last) + row_number() OVER ()"), ?1, ?2,
                \(columns.map { "s.\($0)" }.joined(separator: ", "))
            FROM (\(places)) CROSS JOIN staged s ON s.id = place
            """, [feed, run])
    }

    /// Records the changes of all fields. Reads each row once: a statement for each field would read the rows of a
    /// large catalog from disk again. The rows come in the order of the table's key.
    private static let recordChanges = {
        func choice(_ value: (Field) -> String) -> String {
            "CASE f.column1 " + fields.map { "WHEN '\($0.name)' THEN \(value($0))" }.joined(separator: " ") + " END"
        }
        return """
            INSERT OR ROLLBACK INTO change (run, place, what, field, old, new)
            SELECT ?, b.id, 'changed', f.column1, \(choice(\.old)), \(choice(\.new))
            FROM staged_change c CROSS JOIN staged s ON s.id = c.staged CROSS JOIN place b ON b.id = c.place
            CROSS JOIN (VALUES \(fields.map { "('\($0.name)')" }.sorted().joined(separator: ", "))) f
            WHERE c.content AND \(choice(\.isChanged))
            """
    }()

    /// A value of a place in the history, and its SQL for the place `b` and the staged row `s`.
    struct Field: Sendable {
        let name: String
        /// The text of the former value, and of the new one.
        let old: String
        let new: String
        /// The condition that is true if the values differ in any way.
        let differs: String
        /// The condition that is 1 if the difference is a change.
        let isChanged: String
    }

    static let fields =
        Staging.texts.map {
            Field(
                name: $0, old: "b.\($0)", new: "s.\($0)", differs: ChangeFunctions.differs([$0], "b", "s"),
                isChanged: ChangeFunctions.isChanged("b.\($0)", "s.\($0)"))
        } + [
            point,
            Field(
                name: "point_source", old: pointSource("b"), new: pointSource("s"),
                differs: "b.point_source IS NOT s.point_source", isChanged: "b.point_source IS NOT s.point_source"),
        ]

    /// The point. A place may have moved before by less than a change, so the change begins at the reported point.
    private static let point = Field(
        name: PointText.field, old: FeedValues.point(reported("latitude"), reported("longitude")),
        new: FeedValues.point("s.latitude", "s.longitude"),
        differs: ChangeFunctions.differs(ChangeFunctions.point, "b", "s"),
        isChanged: ChangeFunctions.isMoved("b", "s", from: reported))

    private static func reported(_ column: String) -> String {
        "coalesce((SELECT p.\(column) FROM reported_point p WHERE p.place = b.id), b.\(column))"
    }

    /// Returns the SQL for the source of a point as listings show it; its value is null if the row has no point.
    private static func pointSource(_ table: String) -> String {
        "CASE WHEN \(table).latitude IS NOT NULL THEN coalesce(\(table).point_source, '\(CatalogEntry.ownPoint)') END"
    }
}
