internal import GeocliGeo

/// The temporary tables that rows wait in, and what is done there.
enum Staging {
    /// The columns that say what a bookstore is; two rows of one id that differ in any contradict each other.
    static let content = [
        "name", "kind", "district", "address", "phone", "phone_raw", "website", "website_raw", "sns", "latitude",
        "longitude",
    ]

    /// `staged` has the very columns of `bookstore`, so that SQLite can copy a first snapshot as it lies.
    static let schema = Schema.temporaryBookstores("staged") + others

    /// In a catalog that nobody can see yet, rows are staged where they will stay.
    static let schemaInPlace = "CREATE TEMP VIEW staged AS SELECT * FROM main.bookstore;" + others

    /// Takes bookstores that were staged in their place out of it, so that they can be put in again in another order.
    static let moveOut = """
        DROP VIEW temp.staged;
        \(Schema.temporaryBookstores("staged"))
        INSERT INTO temp.staged SELECT * FROM main.bookstore;
        DELETE FROM main.bookstore;
        """

    private static let others = """
        -- Bookstores whose point is no good, with the row as it came.
        CREATE TEMP TABLE staged_problem (
            id INTEGER PRIMARY KEY, page_number INTEGER NOT NULL, page TEXT NOT NULL, row INTEGER NOT NULL,
            reason TEXT NOT NULL, value TEXT, raw TEXT NOT NULL
        );
        -- Rows of ids that came before; with `settle` also the first of each.
        CREATE TEMP TABLE staged_repeat (
            feed_id TEXT NOT NULL, \(content.joined(separator: ", ")), problem TEXT, value TEXT,
            page_number INTEGER NOT NULL, page TEXT NOT NULL, row INTEGER NOT NULL, raw TEXT NOT NULL
        );
        CREATE TEMP TABLE staged_reject (
            page_number INTEGER NOT NULL, page TEXT NOT NULL, row INTEGER NOT NULL, reason TEXT NOT NULL,
            kept INTEGER NOT NULL, feed_id TEXT, value TEXT, raw TEXT NOT NULL
        );
        CREATE TEMP TABLE staged_clash (feed_id TEXT PRIMARY KEY) WITHOUT ROWID;
        -- Known bookstores in whose row something has changed: what they are, whether they are back, how they fold.
        CREATE TEMP TABLE staged_change (
            bookstore INTEGER PRIMARY KEY, staged INTEGER NOT NULL, content INTEGER NOT NULL,
            returned INTEGER NOT NULL, folded INTEGER NOT NULL
        );
        CREATE TEMP TABLE staged_missing (bookstore INTEGER PRIMARY KEY);
        CREATE TEMP TABLE staged_page (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL, fetched_at TEXT NOT NULL, sha256 TEXT NOT NULL,
            size INTEGER NOT NULL, packed BLOB NOT NULL
        );
        \(StagedRawRows.schema)
        \(RespelledIDs.schema)
        """

    private static let tables = [
        "staged_missing", "staged_change", "staged_clash", "staged_reject", "staged_repeat", "staged_problem", "staged",
        "staged_page", "staged_raw", "staged_raw_page", "staged_respelled",
    ]

    static let drop = tables.map { "DROP TABLE IF EXISTS temp.\($0);" }.joined(separator: "\n")

    /// - Parameter table: where bookstores are staged.
    static func empty(_ table: String) -> String {
        tables.map { "DELETE FROM \($0 == "staged" ? table : $0);" }.joined(separator: "\n")
    }

    static func insertBookstore(into table: String) -> String {
        """
        INSERT INTO \(table) (id, feed, feed_id, \(content.joined(separator: ", ")), folded, first_run, fingerprint)
        VALUES (\(Array(repeating: "?", count: content.count + 6).joined(separator: ", ")))
        ON CONFLICT (feed, feed_id) DO NOTHING
        """
    }

    static let insertRepeat = """
        INSERT INTO staged_repeat (feed_id, \(content.joined(separator: ", ")), problem, value, page_number, page, row,
            raw)
        VALUES (\(Array(repeating: "?", count: content.count + 7).joined(separator: ", ")))
        """

    static let insertProblem = """
        INSERT INTO staged_problem (id, page_number, page, row, reason, value, raw) VALUES (?, ?, ?, ?, ?, ?, ?)
        """

    static let insertReject = """
        INSERT INTO staged_reject (page_number, page, row, reason, kept, feed_id, value, raw)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// The first of the rows that share an id; the list of ids is read before the first row is given.
    static let firstOfRepeats = """
        SELECT s.id, s.feed_id, \(content.map { "s.\($0)" }.joined(separator: ", ")), p.reason, p.value
        FROM staged s LEFT JOIN staged_problem p ON p.id = s.id WHERE s.feed_id IN (SELECT feed_id FROM staged_repeat)
        """

    /// Where several rows are equal one is kept; where rows of one id differ, none.
    static func settle(_ table: String) -> String {
        """
        INSERT INTO staged_clash SELECT feed_id FROM (
            SELECT DISTINCT feed_id, \(content.joined(separator: ", ")), problem, value FROM staged_repeat)
            GROUP BY feed_id HAVING count(*) > 1;
        INSERT INTO staged_reject (page_number, page, row, reason, kept, feed_id, value, raw)
            SELECT page_number, page, row, 'id-clash', 0, feed_id, feed_id, raw FROM staged_repeat
            WHERE feed_id IN (SELECT feed_id FROM staged_clash);
        DELETE FROM staged_problem WHERE id IN (
            SELECT id FROM staged WHERE feed_id IN (SELECT feed_id FROM staged_clash));
        DELETE FROM \(table) WHERE feed_id IN (SELECT feed_id FROM staged_clash);
        """
    }

    static let countAcrossPages = """
        SELECT coalesce(sum(pages - 1), 0) FROM (
            SELECT count(DISTINCT page_number) AS pages FROM staged_repeat GROUP BY feed_id
            UNION ALL SELECT count(DISTINCT page_number) FROM staged_reject WHERE feed_id IS NOT NULL
                GROUP BY raw HAVING count(*) > 1)
        """
}
