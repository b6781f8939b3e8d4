internal import GeocliDatabase
internal import GeocliPlaces

/// The catalog at the end of a day: temporary tables and views that stand before `feed`, `run`, `bookstore` and
/// `listing`, so that what reads these reads the past.
///
/// A bookstore is undone: the value of a column is the old one of the first change behind the last good run of its feed
/// on that day or before, if there is any. A reader may make temporary tables beside a file that it can't write.
/// - Complexity: O(n + c log c), n bookstores, c changes behind that run; SQLite keeps what grows with c in a nameless
///   file.
/// - Source: SQLite, "Database Object Name Resolution": a name means the temporary object where there is one.
final class Past {
    /// The day in Asia/Seoul, `YYYY-MM-DD`.
    let day: String
    /// What the connection saw when the tables were made.
    private var seen: Int64?

    init(day: String) { self.day = day }

    /// Makes the tables, in the transaction that reads them: an ingest may have come since the last one.
    func prepare(_ db: Database) throws {
        let version = try db.integer("PRAGMA data_version")
        guard seen != version else { return }
        seen = nil
        try PastFunctions.register(on: db, folding: try Schema.foldingRules(db))
        try db.execute(Self.tables)
        try db.execute(Self.fillFeeds, [day])
        try db.execute(Self.fillUndone)
        try db.execute(try views(db))
        seen = version
    }

    /// Makes the tables anew next time.
    func forget() { seen = nil }

    // MARK: Tables

    /// What a later run may have changed.
    private static let undone = Staging.content + ["folded", "last_run", "missing_run"]

    private static let tables = """
        DROP VIEW IF EXISTS temp.listing; DROP VIEW IF EXISTS temp.bookstore; DROP VIEW IF EXISTS temp.run;
        DROP TABLE IF EXISTS temp.feed; DROP TABLE IF EXISTS temp.undo; DROP TABLE IF EXISTS temp.gone;
        DROP TABLE IF EXISTS temp.undone;
        CREATE TEMP TABLE feed (key INTEGER PRIMARY KEY, id TEXT, good_runs INTEGER, last_good_run INTEGER);
        -- The first change behind the day, for each value; of missing and returned ones the field is empty.
        CREATE TEMP TABLE undo (
            bookstore INTEGER, field TEXT, what TEXT, old TEXT, run INTEGER, PRIMARY KEY (bookstore, field)
        ) WITHOUT ROWID;
        -- Those that were missing then and are not now.
        CREATE TEMP TABLE gone (bookstore INTEGER PRIMARY KEY, missing_run INTEGER, last_run INTEGER);
        -- The bookstores that a later run changed, as they were.
        CREATE TEMP TABLE undone (id INTEGER PRIMARY KEY, \(undone.joined(separator: ", ")));
        """

    /// Each feed as its last good run of the day or before left it.
    private static let fillFeeds = """
        INSERT INTO temp.feed SELECT f.key, f.id, coalesce(r.good_run, 0), r.id
        FROM main.feed f LEFT JOIN main.run r ON r.id = (
            SELECT max(id) FROM main.run WHERE feed = f.key AND good_run IS NOT NULL AND date <= ?)
        """

    private static let fillUndone = """
        INSERT INTO temp.undo (bookstore, field, what, old, run)
        SELECT c.bookstore, c.field, c.what, c.old, min(c.run)
        FROM main.change c CROSS JOIN main.run r ON r.id = c.run CROSS JOIN temp.feed f ON f.key = r.feed
        WHERE c.run > (SELECT min(last_good_run) FROM temp.feed) AND c.run > f.last_good_run GROUP BY 1, 2;

        INSERT INTO temp.gone (bookstore, missing_run, last_run)
        SELECT m.bookstore, m.run, before.id FROM (
            SELECT c.bookstore, max(c.run) AS run
            FROM main.change c CROSS JOIN temp.undo u ON u.bookstore = c.bookstore AND u.field = ''
            WHERE c.what = 'missing' AND u.what = 'returned' AND c.run < u.run
                AND EXISTS (SELECT 1 FROM temp.undo WHERE what = 'returned')
            GROUP BY c.bookstore) m
        JOIN main.run miss ON miss.id = m.run
        JOIN main.run before ON before.feed = miss.feed AND before.good_run = miss.good_run - 1;

        INSERT INTO temp.undone
        SELECT id, \(Staging.content.joined(separator: ", ")), \(PastFunctions.folded)(name, address, district, phone_raw),
            CASE presence WHEN 'missing' THEN NULL WHEN 'returned' THEN g.last_run ELSE listed_until END,
            CASE presence WHEN 'missing' THEN NULL WHEN 'returned' THEN g.missing_run ELSE missing_since END
        FROM (
            SELECT b.id, \(Staging.content.map { "\(former($0)) AS \($0)" }.joined(separator: ", ")),
                b.last_run AS listed_until, b.missing_run AS missing_since,
                max(CASE u.field WHEN '' THEN u.what END) AS presence
            FROM temp.undo u CROSS JOIN main.bookstore b ON b.id = u.bookstore GROUP BY u.bookstore
        ) LEFT JOIN temp.gone g ON g.bookstore = id;
        """

    /// The value that a column had, among all that a bookstore's changes undo.
    private static func former(_ column: String) -> String {
        let function = ["latitude": PastFunctions.latitude, "longitude": PastFunctions.longitude][column]
        let field = function == nil ? column : PointText.field
        let old = "max(CASE u.field WHEN '\(field)' THEN u.old END)"
        return "iif(max(u.field = '\(field)'), \(function ?? "")(\(old)), b.\(column))"
    }

    // MARK: Views

    /// `run`, `bookstore` and `listing` of the past; `listing` says again what it says of the present.
    private func views(_ db: Database) throws -> String {
        let last = try db.integer("SELECT max(id) FROM main.run WHERE date <= ?", [.text(day)]) ?? 0
        let columns = try db.texts("SELECT name FROM pragma_table_info('bookstore', 'main')")
        let values = columns.map { column in
            Self.undone.contains(column) ? "iif(u.id IS NULL, b.\(column), u.\(column)) AS \(column)" : "b.\(column)"
        }
        let listing = try db.text("SELECT sql FROM main.sqlite_schema WHERE name = 'listing'") ?? ""
        let select = listing.firstRange(of: "SELECT").map { listing[$0.lowerBound...] } ?? ""
        return """
            CREATE TEMP VIEW run AS SELECT * FROM main.run WHERE id <= \(last);
            CREATE TEMP VIEW bookstore AS SELECT \(values.joined(separator: ", "))
            FROM main.bookstore b JOIN temp.feed f ON f.key = b.feed LEFT JOIN temp.undone u ON u.id = b.id
            WHERE b.first_run <= f.last_good_run;
            CREATE TEMP VIEW listing AS \(select);
            """
    }
}
