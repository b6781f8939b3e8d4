internal import GeocliDatabase
package import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Checks the whole catalog: the file, its references, its indexes, its history, and all other tables.
    ///
    /// - Complexity: O(n log n), n rows of all tables; reads every page of the file.
    package func verify() throws -> [CatalogCheck] {
        try read { db in
            try PastFunctions.register(on: db)
            try ChangeFunctions.register(on: db)
            var checks = try Self.checks.map { check in
                CatalogCheck(name: check.name, findings: try db.texts(check.sql + " LIMIT 10").map(Finding.sentence))
            }
            let triggers = try SchemaCheck(db, version: try Schema.version(of: db)).triggers
            let seals = try Seals.findings(db)
            checks.append(CatalogCheck(name: Seals.values, findings: seals[Seals.values] ?? []))
            checks += [
                CatalogCheck(name: "point-index", findings: try PointPages.findings(db)),
                CatalogCheck(name: "search-index", findings: try SearchIndex.findings(db)),
                CatalogCheck(name: "outlines", findings: Array(try OutlineTable.findings(db).prefix(10))),
                CatalogCheck(name: "ground", findings: Array(try BaseTable.findings(db).prefix(10))),
                CatalogCheck(name: "landmarks", findings: Array(try LandmarkTable.findings(db).prefix(10))),
                CatalogCheck(name: "links", findings: try LinkTable.findings(db)),
                CatalogCheck(name: "corrections", findings: try CorrectionFindings.all(db)),
                CatalogCheck(name: "issues", findings: try IssueScan.findings(db)),
                CatalogCheck(name: "kept-pages", findings: try Self.damagedPages(db)),
                CatalogCheck(
                    name: "triggers", findings: triggers.prefix(10).map { Finding.words("trigger", ("name", $0)) }),
                CatalogCheck(
                    name: "views",
                    findings: try SchemaCheck.strangeViews(db).map { Finding.words("view", ("name", $0)) }),
            ]
            return checks.map { check in
                // A check that has found the damage already says more about it than a seal does.
                guard check.findings.isEmpty, let wrong = seals[check.name] else { return check }
                return CatalogCheck(name: check.name, findings: wrong)
            }
        }
    }

    /// Returns findings about kept pages that differ from the original or that no run refers to; about ten at most.
    private static func damagedPages(_ db: Database) throws -> [Words] {
        var findings: [Words] = []
        let statement = try Statement(
            db, "SELECT sha256, size, packed, EXISTS (SELECT 1 FROM page p WHERE p.sha256 = r.sha256) FROM raw_page r")
        while try statement.step(), findings.count < 10 {
            let hash = statement.text(0) ?? ""
            if statement.integer(3) == 0 { findings.append(Finding.words("page-unused", ("page", hash))) }
            if PageArchive.unpacked(statement.bytes(2), size: statement.integer(1), sha256: hash) == nil {
                findings.append(Finding.words("page-damaged", ("page", hash)))
            }
        }
        return findings
    }

    /// The names and statements of the SQL checks. Each statement returns one row per contradiction.
    private static var checks: [(name: String, sql: String)] {
        [
            (
                "file",
                "SELECT * FROM (SELECT integrity_check FROM pragma_integrity_check) WHERE integrity_check <> 'ok'"
            ),
            (
                "references",
                // For a table WITHOUT ROWID, the check returns no row number.
                """
                SELECT DISTINCT CASE
                    WHEN rowid IS NULL THEN \(Finding.sql("reference-of-table", ("table", "\"table\""), ("parent", "parent")))
                    ELSE \(Finding.sql("reference", ("table", "\"table\""), ("row", "rowid"), ("parent", "parent"))) END
                FROM pragma_foreign_key_check
                """
            ),
            ("constraints", constraints),
        ] + historyChecks(CorrectionFindings.fed)
    }

    /// - Parameter fed: the SQL for the table of places with the history that the feed itself gives, without
    ///   corrections.
    static func historyChecks(_ fed: String) -> [(name: String, sql: String)] {
        [
            (
                "run-numbers",
                """
                SELECT \(Finding.sql("run-numbers", ("feed", "f.id"), ("runs", "f.good_runs"), ("count", "count(r.id)"), ("last", "coalesce(max(r.good_run), 0)")))
                FROM feed f LEFT JOIN run r ON r.feed = f.key AND r.good_run IS NOT NULL GROUP BY f.key
                HAVING f.good_runs <> count(r.id) OR f.good_runs <> coalesce(max(r.good_run), 0)
                    OR f.last_good_run IS NOT max(r.id)
                """
            ),
            ("listed-total", listedTotal(fed)),
            (
                "run-totals",
                """
                SELECT \(Finding.sql("run-total", ("run", "id"), ("total", "total"), ("expected", "expected")))
                FROM (SELECT id, outcome, total, lag(total, 1, 0) OVER (PARTITION BY feed ORDER BY good_run)
                        + added + returned - removed AS expected FROM run WHERE good_run IS NOT NULL)
                WHERE total <> expected
                """
            ),
            ("run-changes", runChanges),
            (
                "run-rejects",
                """
                SELECT \(Finding.sql("run-rejects", ("run", "id"), ("rejected", "rejected"), ("without", "without_point"), ("noted", "noted")))
                FROM (SELECT r.*, (SELECT count(*) FROM reject x WHERE x.run = r.id) AS noted FROM run r
                    WHERE outcome = 'published')
                WHERE noted <> rejected + without_point
                """
            ),
            ("history", missingRuns(fed)),
        ]
    }

    private static func listedTotal(_ fed: String) -> String {
        """
        SELECT \(Finding.sql("listed-total", ("feed", "id"), ("listed", "listed"), ("run", "run"), ("total", "total"))) FROM (
            SELECT f.id, r.id AS run, r.total, (
                SELECT count(*) FROM \(fed) b WHERE b.feed = f.key AND b.missing_run IS NULL) AS listed
            FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.role = 'places')
        WHERE listed <> total
        """
    }

    private static func missingRuns(_ fed: String) -> String {
        """
        SELECT \(Finding.sql("seen-after-missing", ("id", "b.id"), ("missing", "missing_run"), ("last", "last_run")))
        FROM \(fed) b WHERE last_run >= missing_run OR first_run > last_run
        UNION ALL
        SELECT CASE
            WHEN missing_run IS NULL THEN \(Finding.sql("history-missing", ("id", "id"), ("missed", "missed")))
            WHEN missed IS NULL THEN \(Finding.sql("history-listed", ("id", "id"), ("missing", "missing_run")))
            ELSE \(Finding.sql("history", ("id", "id"), ("missing", "missing_run"), ("missed", "missed"))) END
        FROM (\(lastSeen(fed)))
        WHERE missing_run IS NOT missed
        UNION ALL
        SELECT \(Finding.sql("id-order", ("id", "id"), ("run", "first_run"), ("before", "before")))
        FROM (SELECT id, first_run, lag(first_run) OVER (ORDER BY id) AS before FROM place)
        WHERE before > first_run
        """
    }

    /// Returns the SQL for a table of all places, each with the run in which it was last found missing. The run is null
    /// if the place returned after that, or was never missing. An undo and the runs that it takes back do not count:
    /// places are as before them. Only those that came in one of these runs are missing since the undo at the latest.
    /// The SQL reads the changes once: `change` has no index by place, so a lookup for each place would read all
    /// changes.
    private static func lastSeen(_ fed: String) -> String {
        """
        SELECT b.id, b.missing_run, iif(c.place IS NOT NULL, c.missed,
            iif(b.missing_run <= f.taken_back, b.missing_run, f.taken_back)) AS missed
        FROM \(fed) b LEFT JOIN (
            SELECT place, CASE what WHEN 'missing' THEN max(run) END AS missed
            FROM change WHERE what IN ('missing', 'returned')
                AND run IN (SELECT id FROM run WHERE undoes IS NULL AND taken_back IS NULL)
            GROUP BY place) c ON c.place = b.id
        LEFT JOIN run f ON f.id = b.first_run AND f.taken_back IS NOT NULL
        """
    }

    private static let reasons = RejectionReason.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    /// The CHECKs of the schema as queries. SQLite's own check skips rows that were written while the CHECKs were off.
    private static let constraints = """
        SELECT \(Finding.sql("constraint", ("table", "'place'"), ("id", "id"))) FROM place
        WHERE kind GLOB '*[^a-z0-9-]*' OR length(kind) NOT BETWEEN 1 AND 32 OR '' IN (feed_id, name, district, address, phone_raw, website_raw)
            OR phone NOT GLOB '+[1-9][0-9]*'
            OR CASE WHEN sns IS NULL THEN false WHEN json_valid(sns) THEN json_type(sns) <> 'array' ELSE true END
            OR NOT (website LIKE 'http://_%' OR website LIKE 'https://_%')
            OR latitude NOT BETWEEN -90 AND 90 OR longitude NOT BETWEEN -180 AND 180
            OR (latitude IS NULL) <> (longitude IS NULL) OR (last_run IS NULL) <> (missing_run IS NULL)
        UNION ALL
        SELECT \(Finding.sql("constraint", ("table", "'run'"), ("id", "id"))) FROM run
        WHERE received <> accepted + rejected + duplicates OR without_point > accepted OR length(sha256) <> 64
            OR outcome NOT IN ('published', 'unchanged', 'refused') OR (good_run IS NULL) <> (outcome = 'refused')
            OR (night IS NULL) <> (good_run IS NULL) OR undoes >= id OR undoes IS NOT NULL AND outcome <> 'published'
            OR (restores IS NULL) <> (undoes IS NULL) OR restores >= id
            OR id IN (SELECT r.id FROM run r LEFT JOIN (\(TakenBack.marks())) m ON m.run = r.id WHERE r.taken_back IS NOT m.undo)
            OR failure NOT IN ('network', 'key', 'page') OR failure IS NOT NULL AND outcome <> 'refused'
            OR min(received, accepted, rejected, duplicates, without_point, added, changed, removed, returned, total, filtered, closed) < 0
            OR date NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
            OR started_at NOT GLOB '????-??-??T??:??:??Z'
        UNION ALL
        SELECT \(Finding.sql("constraint", ("table", "'feed'"), ("id", "key"))) FROM feed WHERE id = '' OR good_runs < 0
        UNION ALL
        SELECT \(Finding.sql("run-constraint", ("table", "'page'"), ("id", "number"), ("run", "run"))) FROM page
        WHERE number < 1 OR fetched_at NOT GLOB '????-??-??T??:??:??Z'
        UNION ALL
        SELECT \(Finding.sql("run-constraint", ("table", "'reject'"), ("id", "number"), ("run", "run"))) FROM reject
        WHERE row < 1 OR kept NOT IN (0, 1) OR reason NOT IN (\(reasons))
        UNION ALL
        SELECT \(Finding.sql("change-point", ("id", "place"), ("run", "run"))) FROM change
        WHERE field = 'point' AND (old NOT GLOB '[-0-9]*,[-0-9]*' OR new NOT GLOB '[-0-9]*,[-0-9]*')
        UNION ALL
        SELECT \(Finding.sql("reported-point", ("id", "p.place"))) FROM reported_point p
        LEFT JOIN (\(FeedValues.joined)) ON b.id = p.place
        WHERE \(ChangeFunctions.moved(["p.latitude", "p.longitude"], ChangeFunctions.point.map(FeedValues.column)))
        UNION ALL
        SELECT \(Finding.sql("run-constraint", ("table", "'change'"), ("id", "place"), ("run", "run"))) FROM change
        WHERE what NOT IN ('changed', 'missing', 'closed', 'returned', 'since') OR (field = '') <> (what <> 'changed')
            OR (since IS NULL) <> (what NOT IN ('returned', 'since'))
        """

    private static let runChanges = """
        SELECT \(Finding.sql("run-changes", ("run", "id"), ("added", "added"), ("changed", "changed"), ("removed", "removed"), ("returned", "returned"), ("was_added", "was_added"), ("was_changed", "was_changed"), ("was_removed", "was_removed"), ("was_returned", "was_returned")))
        FROM (SELECT r.*,
            (SELECT count(*) FROM place b WHERE b.first_run = r.id) AS was_added,
            (SELECT count(DISTINCT place) FROM change c WHERE c.run = r.id AND what = 'changed') AS was_changed,
            (SELECT count(*) FROM change c WHERE c.run = r.id AND what = 'missing') AS was_removed,
            (SELECT count(*) FROM change c WHERE c.run = r.id AND what = 'returned') AS was_returned
            FROM run r JOIN feed f ON f.key = r.feed WHERE good_run IS NOT NULL AND f.role = 'places')
        WHERE added <> was_added OR changed <> was_changed OR removed <> was_removed OR returned <> was_returned
        """
}
