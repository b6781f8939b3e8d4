internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// Checks the whole catalog: the file, its references, the index against the table, and the sums of the history.
    ///
    /// - Complexity: O(n log n), n rows of all tables; reads every page of the file.
    public func verify() throws -> [CatalogCheck] {
        try read { db in
            let version = try Schema.userVersion(db)
            let isOfPlaces = version < Schema.withLandmarks ? "true" : "f.role = 'places'"
            let checks = try Self.checks(hasTraits: version >= Schema.withTraits, isOfPlaces: isOfPlaces).map { check in
                CatalogCheck(name: check.name, findings: try db.texts(check.sql + " LIMIT 10"))
            }
            try PastFunctions.register(on: db, folding: try Schema.foldingRules(db))
            let triggers = try SchemaCheck(db, version: try Schema.userVersion(db)).triggers
            return checks + [
                CatalogCheck(name: "search-index", findings: try SearchIndex.findings(db)),
                CatalogCheck(name: "outlines", findings: Array(try OutlineTable.findings(db).prefix(10))),
                CatalogCheck(name: "ground", findings: Array(try BaseTable.findings(db).prefix(10))),
                CatalogCheck(name: "landmarks", findings: Array(try LandmarkTable.findings(db).prefix(10))),
                CatalogCheck(name: "kept-pages", findings: try Self.damagedPages(db)),
                CatalogCheck(
                    name: "triggers", findings: triggers.prefix(10).map { "the trigger \($0) is not geocli's" }),
            ]
        }
    }

    /// Returns pages that differ from the original or that no run refers to; at most ten.
    private static func damagedPages(_ db: Database) throws -> [String] {
        var findings: [String] = []
        let statement = try Statement(
            db, "SELECT sha256, size, packed, EXISTS (SELECT 1 FROM page p WHERE p.sha256 = r.sha256) FROM raw_page r")
        while try statement.step(), findings.count < 10 {
            let hash = statement.text(0) ?? ""
            if statement.integer(3) == 0 { findings.append("no run refers to page \(hash)") }
            if PageArchive.unpacked(statement.bytes(2), size: statement.integer(1), sha256: hash) == nil {
                findings.append("page \(hash) is not what came")
            }
        }
        return findings
    }

    /// Returns the named checks; each statement returns one row per contradiction.
    ///
    /// - Parameter isOfPlaces: the condition for a feed `f` of places.
    private static func checks(hasTraits: Bool, isOfPlaces: String) -> [(name: String, sql: String)] {
        [
            (
                "file",
                "SELECT * FROM (SELECT integrity_check FROM pragma_integrity_check) WHERE integrity_check <> 'ok'"
            ),
            (
                "references",
                "SELECT format('%s row %d refers to no %s', \"table\", rowid, parent) FROM pragma_foreign_key_check"
            ),
            ("constraints", constraints),
            ("index", index),
            ("index-matches-table", indexMatchesTable(hasTraits: hasTraits)),
        ] + historyChecks(isOfPlaces)
    }

    /// For a node without bytes, SQLite's own check reports "out of memory", so such nodes are searched for first.
    private static let index = """
        WITH broken AS (
            SELECT nodeno FROM bookstore_rtree_node WHERE typeof(data) <> 'blob' OR length(data) = 0)
        SELECT format('node %s of the index has no content', nodeno) FROM broken
        UNION ALL
        SELECT found FROM (
            SELECT CASE WHEN EXISTS (SELECT 1 FROM broken) THEN 'ok' ELSE rtreecheck('bookstore_rtree') END AS found)
        WHERE found <> 'ok'
        """

    /// The checks of the history's sums.
    private static func historyChecks(_ isOfPlaces: String) -> [(name: String, sql: String)] {
        [
            (
                "run-numbers",
                """
                SELECT format('%s has %d good runs but %d are numbered up to %d', f.id, f.good_runs, count(r.id),
                    coalesce(max(r.good_run), 0))
                FROM feed f LEFT JOIN run r ON r.feed = f.key AND r.good_run IS NOT NULL GROUP BY f.key
                HAVING f.good_runs <> count(r.id) OR f.good_runs <> coalesce(max(r.good_run), 0)
                    OR f.last_good_run IS NOT max(r.id)
                """
            ),
            (
                "listed-total",
                """
                SELECT format('%s lists %d bookstores where run %d held %d', id, listed, run, total) FROM (
                    SELECT f.id, r.id AS run, r.total, (
                        SELECT count(*) FROM bookstore b WHERE b.feed = f.key AND b.missing_run IS NULL) AS listed
                    FROM feed f JOIN run r ON r.id = f.last_good_run WHERE \(isOfPlaces))
                WHERE listed <> total
                """
            ),
            (
                "run-totals",
                """
                SELECT format('run %d holds %d, the run before, its additions and removals make %d', id, total, expected)
                FROM (SELECT id, outcome, total, lag(total, 1, 0) OVER (PARTITION BY feed ORDER BY good_run)
                        + added + returned - removed AS expected FROM run WHERE good_run IS NOT NULL)
                WHERE total <> expected
                """
            ),
            ("run-changes", runChanges(isOfPlaces)),
            (
                "run-rejects",
                """
                SELECT format('run %d set %d rows aside and lists %d without a point; %d are kept', id, rejected,
                    without_point, noted)
                FROM (SELECT r.*, (SELECT count(*) FROM reject x WHERE x.run = r.id) AS noted FROM run r
                    WHERE outcome = 'published')
                WHERE noted <> rejected + without_point
                """
            ),
            (
                "history",
                """
                SELECT format('bookstore %d is missing since run %d but was last seen in run %d', b.id, missing_run, last_run)
                FROM bookstore b WHERE last_run >= missing_run OR first_run > last_run
                UNION ALL
                SELECT format('bookstore %d is %s, its history says %s', id,
                    coalesce('missing since run ' || missing_run, 'listed'), coalesce('since run ' || missed, 'it is not'))
                FROM (SELECT b.id, b.missing_run, (
                        SELECT CASE c.what WHEN 'missing' THEN c.run END FROM change c
                        WHERE c.bookstore = b.id AND c.what IN ('missing', 'returned') ORDER BY c.run DESC LIMIT 1) AS missed
                    FROM bookstore b)
                WHERE missing_run IS NOT missed
                UNION ALL
                SELECT format('bookstore %d came in run %d, one with a lower id in run %d', id, first_run, before)
                FROM (\(IDOrder.breaks)) WHERE \(IDOrder.holds)
                """
            ),
        ]
    }

    private static let reasons = RejectionReason.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    /// The CHECKs of the schema again: SQLite's own check skips rows that were written while the CHECKs were off.
    private static let constraints = """
        SELECT format('bookstore %d breaks a constraint of its table', id) FROM bookstore
        WHERE kind GLOB '*[^a-z0-9-]*' OR length(kind) NOT BETWEEN 1 AND 32 OR '' IN (feed_id, name, district, address, phone_raw, website_raw)
            OR phone NOT GLOB '+82[0-9]*'
            OR CASE WHEN sns IS NULL THEN false WHEN json_valid(sns) THEN json_type(sns) <> 'array' ELSE true END
            OR NOT (website LIKE 'http://_%' OR website LIKE 'https://_%')
            OR latitude NOT BETWEEN -90 AND 90 OR longitude NOT BETWEEN -180 AND 180
            OR (latitude IS NULL) <> (longitude IS NULL) OR (last_run IS NULL) <> (missing_run IS NULL)
        UNION ALL
        SELECT format('run %d breaks a constraint of its table', id) FROM run
        WHERE received <> accepted + rejected + duplicates OR without_point > accepted OR length(sha256) <> 64
            OR outcome NOT IN ('published', 'unchanged', 'refused') OR (good_run IS NULL) <> (outcome = 'refused')
            OR failure NOT IN ('network', 'key', 'page') OR failure IS NOT NULL AND outcome <> 'refused'
            OR min(received, accepted, rejected, duplicates, without_point, added, changed, removed, returned, total) < 0
            OR date NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
            OR started_at NOT GLOB '????-??-??T??:??:??Z'
        UNION ALL
        SELECT format('feed %d breaks a constraint of its table', key) FROM feed WHERE id = '' OR good_runs < 0
        UNION ALL
        SELECT format('page %d of run %d breaks a constraint of its table', number, run) FROM page
        WHERE number < 1 OR fetched_at NOT GLOB '????-??-??T??:??:??Z'
        UNION ALL
        SELECT format('rejected row %d of run %d breaks a constraint of its table', number, run) FROM reject
        WHERE row < 1 OR kept NOT IN (0, 1) OR reason NOT IN (\(reasons))
        UNION ALL
        SELECT format('change of bookstore %d in run %d holds no point', bookstore, run) FROM change
        WHERE field = 'point' AND (old NOT GLOB '[-0-9]*,[-0-9]*' OR new NOT GLOB '[-0-9]*,[-0-9]*')
        UNION ALL
        SELECT format('change of bookstore %d in run %d breaks a constraint of its table', bookstore, run) FROM change
        WHERE what NOT IN ('changed', 'missing', 'returned') OR (field = '') <> (what <> 'changed')
        """

    private static func indexMatchesTable(hasTraits: Bool) -> String {
        let traits = """
            UNION ALL
            SELECT format('the index says another kind, district or absence of bookstore %d', id)
            FROM (SELECT id, \(PointTraits.sql) AS traits FROM bookstore b) b JOIN bookstore_rtree r USING (id)
            WHERE (r.traits_low = b.traits AND r.traits_high = b.traits + \(PointTraits.breadth)) IS NOT TRUE
            """
        return """
            SELECT format('bookstore %d is not in the index where it should be', id)
            FROM bookstore b WHERE latitude IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM bookstore_rtree r WHERE r.id = b.id
                AND r.west = floor(b.longitude * 1e7) AND r.east = ceil(b.longitude * 1e7)
                AND r.south = floor(b.latitude * 1e7) AND r.north = ceil(b.latitude * 1e7))
            UNION ALL
            SELECT format('the index holds %d, which has no point', r.id) FROM bookstore_rtree r
            WHERE NOT EXISTS (SELECT 1 FROM bookstore b WHERE b.id = r.id AND b.latitude IS NOT NULL)
            \(hasTraits ? traits : "")
            """
    }

    private static func runChanges(_ isOfPlaces: String) -> String {
        """
        SELECT format('run %d counts %d added, %d changed, %d removed, %d returned; the history has %d, %d, %d, %d',
            id, added, changed, removed, returned, was_added, was_changed, was_removed, was_returned)
        FROM (SELECT r.*,
            (SELECT count(*) FROM bookstore b WHERE b.first_run = r.id) AS was_added,
            (SELECT count(DISTINCT bookstore) FROM change c WHERE c.run = r.id AND what = 'changed') AS was_changed,
            (SELECT count(*) FROM change c WHERE c.run = r.id AND what = 'missing') AS was_removed,
            (SELECT count(*) FROM change c WHERE c.run = r.id AND what = 'returned') AS was_returned
            FROM run r JOIN feed f ON f.key = r.feed WHERE good_run IS NOT NULL AND \(isOfPlaces))
        WHERE added <> was_added OR changed <> was_changed OR removed <> was_removed OR returned <> was_returned
        """
    }
}
