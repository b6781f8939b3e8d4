internal import GeocliDatabase
internal import GeocliPlaces

/// The catalog as it was at the end of a day. Temporary tables and views hide `feed`, `run` and `place`, so
/// queries that use these names read the past.
///
/// The changes of later runs are undone. Later runs of a feed are those after its last good run on or before that day.
/// Each column that they changed gets back the value that it had before the first of these changes. A reader can create
/// temporary tables even if it can't write the file.
/// - Complexity: O(n + c log c), n places, c changes of later runs; SQLite keeps data that grows with c in a
///   nameless file.
/// - Source: SQLite, "Database Object Name Resolution": a name means the temporary object if there is one.
final class Past {
    /// The day in Asia/Seoul, `YYYY-MM-DD`; nil for the present, with the feed's values instead of the corrected ones.
    let day: String?
    /// Whether rows have the values of the corrections that were in force at the end of the day.
    private let isCorrected: Bool
    /// The data version of the connection when the tables were created.
    private var seen: Int64?

    init(day: String?, isCorrected: Bool) {
        self.day = day
        self.isCorrected = isCorrected
    }

    /// Creates the tables, unless they exist and no ingest has changed the catalog since they were created. Call this
    /// in the transaction that reads the tables.
    func prepare(_ db: Database) throws {
        let seenNow = try db.integer("PRAGMA data_version")
        guard seen != seenNow else { return }
        seen = nil
        guard let day else {
            try db.execute(try uncorrectedViews(db))
            seen = seenNow
            return
        }
        try PastFunctions.register(on: db)
        try db.execute(Self.tables)
        try db.execute(Self.fillFeeds, [day])
        try db.execute(Self.fillUndone)
        try PastCorrections(db: db, day: day, columns: Self.undone).apply(isCorrected: isCorrected)
        try db.execute(try views(db, day))
        seen = seenNow
    }

    /// Makes the next `prepare` create the tables again.
    func forget() { seen = nil }

    /// Fills `temp.undone` with the places of a feed that changed after `run`, each with its values after that run, and
    /// `temp.undo` with the changes. For a transaction that then publishes these values.
    static func prepare(_ db: Database, feed: Int64, after run: Int64) throws {
        try PastFunctions.register(on: db)
        try db.execute(tables)
        try db.execute("INSERT INTO temp.feed (key, last_good_run) VALUES (?, ?)", [feed, run])
        try db.execute(fillUndone)
        // From now on, `feed` means the catalog's own table again.
        try db.execute("DROP TABLE temp.feed")
    }

    // MARK: Tables

    /// The columns that a later run may have changed.
    static let undone = Staging.compared + ["folded", "last_run", "missing_run"]

    private static let feedRows = """
        (SELECT b.id, \((undone).map { "\(FeedValues.column($0)) AS \($0)" }.joined(separator: ", "))
        FROM main.place b LEFT JOIN main.upstream u ON u.id = b.id)
        """

    private static let tables = """
        DROP VIEW IF EXISTS temp.place; DROP VIEW IF EXISTS temp.run;
        DROP TABLE IF EXISTS temp.correction; DROP TABLE IF EXISTS temp.upstream;
        DROP TABLE IF EXISTS temp.feed; DROP TABLE IF EXISTS temp.undo; DROP TABLE IF EXISTS temp.gone;
        DROP TABLE IF EXISTS temp.undone; DROP TABLE IF EXISTS temp.taken;
        CREATE TEMP TABLE feed (key INTEGER PRIMARY KEY, id TEXT, good_runs INTEGER, last_good_run INTEGER, words TEXT,
            role TEXT, cadence TEXT, paused_on TEXT);
        -- The runs that had been taken back then, and the undo that had done it.
        CREATE TEMP TABLE taken (run INTEGER PRIMARY KEY, undo INTEGER);
        -- The first change of each value after the day; for a place that went missing or returned, the field is empty.
        CREATE TEMP TABLE undo (
            place INTEGER, field TEXT, what TEXT, old TEXT, run INTEGER, PRIMARY KEY (place, field)
        ) WITHOUT ROWID;
        -- The places that were missing then, and are not missing now or are so since another run.
        CREATE TEMP TABLE gone (place INTEGER PRIMARY KEY, missing_run INTEGER, last_run INTEGER);
        -- The places that a later run changed, with their values of that day.
        CREATE TEMP TABLE undone (id INTEGER PRIMARY KEY, \(undone.joined(separator: ", ")), corrected TEXT);
        """

    /// Adds the feeds as they were after their last good run on that day or earlier. The words of the last good run are
    /// used for every day.
    private static let fillFeeds = """
        INSERT INTO temp.feed SELECT f.key, f.id, coalesce(r.good_run, 0), r.id, f.words, f.role, f.cadence, f.paused_on
        FROM main.feed f LEFT JOIN main.run r ON r.id = (
            SELECT max(id) FROM main.run WHERE feed = f.key AND good_run IS NOT NULL AND date <= ?)
        """

    /// Fills the tables of what is undone from the feeds in `temp.feed`, each with its last good run.
    ///
    /// In `temp.undo`, `what` and `old` are those of the first change: beside a single `min()`, SQLite takes bare
    /// columns from the row that has the minimum.
    /// - Source: SQLite, "SELECT", "Bare columns in an aggregate query".
    private static let fillUndone = """
        INSERT INTO temp.taken \(TakenBack.marks(by: "(SELECT r.* FROM main.run r JOIN temp.feed f ON f.key = r.feed AND r.id <= f.last_good_run)"));

        INSERT INTO temp.undo (place, field, what, old, run)
        SELECT c.place, c.field, c.what, c.old, min(c.run)
        FROM main.change c CROSS JOIN main.run r ON r.id = c.run CROSS JOIN temp.feed f ON f.key = r.feed
        WHERE c.run > (SELECT min(last_good_run) FROM temp.feed) AND c.run > f.last_good_run AND c.what <> 'closed'
        GROUP BY 1, 2;

        -- A place that has moved since by less than a change was at the reported point, or as near to it.
        INSERT OR IGNORE INTO temp.undo (place, field, what, old, run)
        SELECT p.place, '\(PointText.field)', 'changed', \(FeedValues.point("p.latitude", "p.longitude")), p.run
        FROM main.reported_point p CROSS JOIN main.run r ON r.id = p.run CROSS JOIN temp.feed f ON f.key = r.feed
        WHERE p.run > f.last_good_run;

        INSERT INTO temp.gone (place, missing_run, last_run)
        SELECT c.place, c.since, before.id
        FROM temp.undo u CROSS JOIN main.change c ON c.run = u.run AND c.place = u.place AND c.what = u.what
        CROSS JOIN main.run miss ON miss.id = c.since
        JOIN main.run before ON before.feed = miss.feed AND before.good_run = miss.good_run - 1
        WHERE u.field = '' AND c.since IS NOT NULL;

        INSERT INTO temp.undone (id, \(undone.joined(separator: ", ")))
        SELECT id, \(Staging.compared.joined(separator: ", ")), \(PastFunctions.folded)(name, address, district, phone_raw),
            iif(presence = 'missing', NULL, coalesce(g.last_run, listed_until)),
            iif(presence = 'missing', NULL, coalesce(g.missing_run, missing_since))
        FROM (
            SELECT b.id, \(Staging.content.map { "\(former($0)) AS \($0)" }.joined(separator: ", ")), \(former("point_source")) AS point_source,
                b.last_run AS listed_until, b.missing_run AS missing_since,
                max(CASE u.field WHEN '' THEN u.what END) AS presence
            FROM temp.undo u CROSS JOIN \(feedRows) b ON b.id = u.place GROUP BY u.place
        ) LEFT JOIN temp.gone g ON g.place = id;
        """

    /// Returns the SQL that takes the former value of a column from all undone changes of a place.
    private static func former(_ column: String) -> String {
        let function = ["latitude": PastFunctions.latitude, "longitude": PastFunctions.longitude][column]
        let field = function == nil ? column : PointText.field
        let old = "max(CASE u.field WHEN '\(field)' THEN u.old END)"
        return "iif(max(u.field = '\(field)'), \(function ?? "")(\(old)), b.\(column))"
    }

    // MARK: Views

    /// Returns the SQL that creates the views `run` and `place` of the day.
    private func views(_ db: Database, _ day: String) throws -> String {
        let last = try db.integer("SELECT max(id) FROM main.run WHERE date <= ?", [.text(day)]) ?? 0
        let columns = try db.texts("SELECT name FROM pragma_table_info('place', 'main')")
        let values = columns.map { column in
            (Self.undone + ["corrected"]).contains(column)
                ? "iif(u.id IS NULL, b.\(column), u.\(column)) AS \(column)" : "b.\(column)"
        }
        let runs = try db.texts("SELECT name FROM pragma_table_info('run', 'main')")
            .map { $0 == "taken_back" ? "t.undo AS taken_back" : "r.\($0)" }
        return """
            CREATE TEMP VIEW run AS SELECT \(runs.joined(separator: ", "))
            FROM main.run r LEFT JOIN temp.taken t ON t.run = r.id WHERE r.id <= \(last);
            CREATE TEMP VIEW place AS SELECT \(values.joined(separator: ", "))
            FROM main.place b JOIN temp.feed f ON f.key = b.feed LEFT JOIN temp.undone u ON u.id = b.id
            WHERE b.first_run <= f.last_good_run;
            """
    }

    /// Returns the SQL that creates views of the present with the feed's values.
    private func uncorrectedViews(_ db: Database) throws -> String {
        let columns = try db.texts("SELECT name FROM pragma_table_info('place', 'main')")
        let values = columns.map { column in
            if column == "corrected" { return "NULL AS corrected" }
            return FeedValues.columns.contains(column) ? "\(FeedValues.column(column)) AS \(column)" : "b.\(column)"
        }
        return """
            DROP VIEW IF EXISTS temp.place;
            CREATE TEMP VIEW place AS SELECT \(values.joined(separator: ", "))
            FROM main.place b LEFT JOIN main.upstream u ON u.id = b.id;
            """
    }
}

/// Corrects the rows of a past day with the corrections that were in force at the end of that day.
///
/// A correction was in force if its last event on that day or earlier says that it was added or applied.
struct PastCorrections {
    let db: Database
    let day: String
    /// The columns of `temp.undone` after the id.
    let columns: [String]

    /// Removes the present corrections from the rows in `temp.undone`, and applies those that were in force at the end
    /// of that day.
    func apply(isCorrected: Bool) throws {
        guard try db.flag("SELECT EXISTS (SELECT 1 FROM main.correction)") else { return }
        try db.execute(Self.tables)
        if isCorrected { try db.execute(Self.current, [day]) }
        let columns = columns.joined(separator: ", ")
        try db.execute(
            """
            INSERT OR IGNORE INTO temp.undone (id, \(columns)) SELECT id, \(columns) FROM main.upstream;
            INSERT OR IGNORE INTO temp.undone (id, \(columns))
                SELECT id, \(columns) FROM main.place WHERE id IN (SELECT place FROM temp.correction);
            INSERT INTO temp.upstream SELECT id, last_run, missing_run FROM temp.undone
                WHERE id IN (SELECT place FROM temp.correction);
            """)
        var places: [Int64: [(field: CorrectionField, value: String?)]] = [:]
        try db.forEachRow("SELECT place, field, value FROM temp.correction") { row in
            guard let field = row.text(1).flatMap(CorrectionField.init) else { return }
            places[row.integer(0), default: []].append((field, row.text(2)))
        }
        for (id, values) in places { try write(id, values) }
    }

    private static let tables = """
        CREATE TEMP TABLE correction (place INTEGER, field TEXT, value TEXT, state TEXT, UNIQUE (place, field));
        CREATE TEMP TABLE upstream (id INTEGER PRIMARY KEY, last_run INTEGER, missing_run INTEGER);
        """

    private static let current = """
        INSERT OR REPLACE INTO temp.correction SELECT c.place, c.field, c.value, 'applied' FROM main.correction c
        WHERE (
            SELECT e.what FROM main.issue_event e WHERE e.correction = c.number
                AND e.what IN ('added', 'applied', 'retired', 'conflict', 'withdrawn')
                AND date(e.happened_at, '+9 hours') <= ? ORDER BY e.id DESC LIMIT 1) IN ('added', 'applied')
        ORDER BY c.number
        """

    private func write(_ id: Int64, _ values: [(field: CorrectionField, value: String?)]) throws {
        let sets = CorrectedColumns.assignments(values.filter { $0.field != .closed })
        var sql = sets.sql + ["corrected = ?"]
        if values.contains(where: { $0.field == .closed }) {
            let first = "(SELECT first_run FROM main.place b WHERE b.id = undone.id)"
            sql += ["last_run = \(first)", "missing_run = \(first)"]
        }
        try db.execute(
            "UPDATE temp.undone SET \(sql.joined(separator: ", ")) WHERE id = ?",
            sets.values + [CorrectedColumns.keys(values.map(\.field)), id])
        try db.execute(
            """
            UPDATE temp.undone SET folded = \(PastFunctions.folded)(name, address, district, phone_raw) WHERE id = ?
            """, [id])
    }
}
