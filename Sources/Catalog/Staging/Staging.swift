/// The temporary tables for staged rows, and the SQL for them.
enum Staging {
    static let texts = [
        "name", "kind", "district", "address", "phone", "phone_raw", "website", "website_raw", "sns",
    ]

    /// The columns that describe a place. Two rows with the same id contradict each other if one has a change
    /// (`ChangeFunctions`) of the other.
    static let content = texts + ChangeFunctions.point

    /// The columns that are compared with the catalog.
    static let compared = content + ["point_source"]

    /// `staged` has the same columns as `place`, so that SQLite can copy the records of a first snapshot unchanged.
    static let schema = Schema.temporaryPlaces("staged") + others

    /// The table in which the places of a new catalog are staged.
    static let place = "main.place"

    /// The tables for a catalog that no other process can see yet. Rows are staged in the table where they will stay.
    static let schemaInPlace = "CREATE TEMP VIEW staged AS SELECT * FROM main.place;" + others

    /// Moves staged places from `place` to a temporary table, so that they can be inserted in a different order.
    static let moveOut = """
        DROP VIEW temp.staged;
        \(Schema.temporaryPlaces("staged"))
        INSERT INTO temp.staged SELECT * FROM main.place;
        DELETE FROM main.place;
        """

    private static let others = """
        -- Places with an invalid point, with the original row.
        CREATE TEMP TABLE staged_problem (
            id INTEGER PRIMARY KEY, page_number INTEGER NOT NULL, page TEXT NOT NULL, row INTEGER NOT NULL,
            reason TEXT NOT NULL, value TEXT, raw TEXT NOT NULL, no_match TEXT
        );
        -- Rows of ids that came before; `settle` adds the first row of each.
        CREATE TEMP TABLE staged_repeat (
            feed_id TEXT NOT NULL, \(content.joined(separator: ", ")), problem TEXT, value TEXT,
            page_number INTEGER NOT NULL, page TEXT NOT NULL, row INTEGER NOT NULL, raw TEXT NOT NULL
        );
        CREATE TEMP TABLE staged_reject (
            page_number INTEGER NOT NULL, page TEXT NOT NULL, row INTEGER NOT NULL, reason TEXT NOT NULL,
            kept INTEGER NOT NULL, feed_id TEXT, value TEXT, raw TEXT NOT NULL, line INTEGER, byte INTEGER
        );
        CREATE TEMP TABLE staged_clash (feed_id TEXT PRIMARY KEY) WITHOUT ROWID;
        -- Known places whose row has changed: in content, by their return, or in their folded fields. silent: a value
        -- has other bytes, but that is no change.
        CREATE TEMP TABLE staged_change (
            place INTEGER PRIMARY KEY, staged INTEGER NOT NULL, content INTEGER NOT NULL,
            silent INTEGER NOT NULL, returned INTEGER NOT NULL, folded INTEGER NOT NULL
        );
        -- Staged rows whose places are not in the catalog, unless the catalog has no places at all.
        CREATE TEMP TABLE staged_new (staged INTEGER PRIMARY KEY);
        CREATE TEMP TABLE staged_missing (place INTEGER PRIMARY KEY);
        -- The ids of rows that are left out because the source says that their places are closed.
        CREATE TEMP TABLE staged_closed (feed_id TEXT NOT NULL);
        CREATE TEMP TABLE staged_page (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL, fetched_at TEXT NOT NULL, sha256 TEXT NOT NULL,
            size INTEGER NOT NULL, packed BLOB NOT NULL
        );
        \(StagedRawRows.schema)
        """

    /// The SQL for the places whose values the present run changes without a change in the history.
    static let silent = "SELECT place FROM temp.staged_change WHERE silent"

    private static let tables = [
        "staged_missing", "staged_closed", "staged_change", "staged_new", "staged_clash", "staged_reject",
        "staged_repeat",
        "staged_problem", "staged", "staged_page", "staged_raw", "staged_raw_page",
    ]

    static let drop = tables.map { "DROP TABLE IF EXISTS temp.\($0);" }.joined(separator: "\n")

    /// - Parameter table: the table in which places are staged.
    static func empty(_ table: String) -> String {
        tables.map { "DELETE FROM \($0 == "staged" ? table : $0);" }.joined(separator: "\n")
    }

    static func insertPlace(into table: String) -> String {
        """
        INSERT INTO \(table) (feed, first_run, id, \(StagedRecord.columns.joined(separator: ", ")))
        VALUES (\(Array(repeating: "?", count: StagedRecord.columns.count + 3).joined(separator: ", ")))
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
        INSERT INTO staged_reject (page_number, page, row, reason, kept, feed_id, value, raw, line, byte)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// The SQL for the first rows of all repeated ids. SQLite reads the whole list of ids before it returns a row.
    static let firstOfRepeats = """
        SELECT s.id, s.feed_id, \(content.map { "s.\($0)" }.joined(separator: ", ")), p.reason, p.value
        FROM staged s LEFT JOIN staged_problem p ON p.id = s.id WHERE s.feed_id IN (SELECT feed_id FROM staged_repeat)
        """

    /// The SQL condition that is true if a value of the row `r` is a change of that of the staged row `s`.
    static let contradicts =
        (texts.map { ChangeFunctions.isChanged("s.\($0)", "r.\($0)") } + [
            ChangeFunctions.isMoved("s", "r") { "s.\($0)" }
        ])
        .joined(separator: " OR ")

    /// Keeps the first of the rows that share an id if the others have no change of it; rejects all of them otherwise.
    static func settle(_ table: String) -> String {
        """
        INSERT OR IGNORE INTO staged_clash SELECT r.feed_id FROM staged_repeat r
            CROSS JOIN staged s ON s.feed = (SELECT min(feed) FROM staged) AND s.feed_id = r.feed_id
            LEFT JOIN staged_problem p ON p.id = s.id
            WHERE r.problem IS NOT p.reason OR r.value IS NOT p.value OR \(contradicts);
        INSERT INTO staged_reject (page_number, page, row, reason, kept, feed_id, value, raw)
            SELECT page_number, page, row, 'id-clash', 0, feed_id, feed_id, raw FROM staged_repeat
            WHERE feed_id IN (SELECT feed_id FROM staged_clash);
        DELETE FROM staged_problem WHERE id IN (
            SELECT id FROM staged WHERE feed_id IN (SELECT feed_id FROM staged_clash));
        DELETE FROM \(table) WHERE feed_id IN (SELECT feed_id FROM staged_clash);
        """
    }

    /// The SQL for the ids that came several times: each id, how many rows have it, and on how many pages they are.
    static let repeatedIDs = """
        SELECT feed_id, count(*), count(DISTINCT page_number) FROM staged_repeat GROUP BY feed_id
        UNION ALL SELECT feed_id, count(*), count(DISTINCT page_number) FROM staged_reject WHERE feed_id IS NOT NULL
            GROUP BY raw HAVING count(*) > 1
        """
}
