internal import GeocliPlaces

/// The views of a catalog that other programs read: the interface of the file. All other tables may change with every
/// version. A column has the name and the value of the key that the command's JSON has, and a comment with its meaning
/// in the text that SQLite keeps; the page `sql.md` and the metadata for Datasette say nothing else.
///
/// SQLite parses the text of every view when it opens a catalog, also for a query that reads none, so the comments are
/// short. A view on one table has its other values as subqueries in columns: SQLite merges such a view into the query
/// around it (`WHERE id = ?` searches by key), and computes only the columns that the query uses.
///
/// DuckDB parses and runs the text itself, and gives the columns their types only if it knows each word of it: it knows no
/// CROSS JOIN with ON, no JOIN without, no iif, and no max of two numbers; an empty group has no JSON array there.
package struct PublicView: Sendable {
    package let name: String
    /// The text that `sqlite_schema` has. One line ends each column, and the comment is on this line.
    let sql: String

    fileprivate init(_ sql: String) {
        self.sql = sql
        name = String(sql.split(separator: " ")[2])
    }

    /// What a row is.
    package var about: String { comments.first?.about ?? "" }

    package var columns: [ViewColumn] { Array(comments.dropFirst()) }

    /// The comments of the view and of its columns, each with the word before it.
    private var comments: [ViewColumn] {
        sql.split(separator: "\n").compactMap { line in
            guard let mark = line.firstRange(of: " -- ") else { return nil }
            let words = line[..<mark.lowerBound].split { " .,".contains($0) }
            return ViewColumn(name: words.last.map(String.init) ?? "", about: String(line[mark.upperBound...]))
        }
    }
}

package struct ViewColumn: Sendable, Equatable {
    package let name: String
    /// The meaning and the unit of its values.
    package let about: String
}

extension PublicView {
    /// The version of the interface, which the view `about` has. A view or column that goes or means something else
    /// gives it a new number; a new one does not.
    package static let version = 1

    /// All views, in the order of the page about them.
    package static let all = [
        places, placesAll, changes, runs, rejects, issues, links, stations, districts, about,
    ]

    private static let ref = "f.id || '/' || b.feed_id AS ref"

    /// The columns of a place before its history. `feed` is the SQL for the id of its feed.
    private static func description(_ feed: String, _ place: String = "b.") -> String {
        """
        \(place)id, -- permanent number in this catalog
        \(feed) || '/' || \(place)feed_id AS ref, -- the feed and the id in it
        \(place)name, -- name
        \(place)kind, -- new, used, other, or a word of the feed's declaration
        \(place)district, -- district, or null
        \(place)address, -- address, or null
        \(place)phone, -- first phone number in E.164 form, or null
        \(place)phone_raw, -- phone numbers as given, or null
        \(place)website, -- first http(s) address, or null
        \(place)sns, -- JSON array of social pages and accounts, or null
        \(place)latitude, -- degrees north on WGS 84; null without a point
        \(place)longitude, -- degrees east on WGS 84; null without a point
        (SELECT date FROM run WHERE id = b.first_run) AS first_seen, -- day of the first run that had it
        """
    }

    private static func source(_ feed: String, _ place: String = "b.") -> String {
        """
        CASE WHEN \(place)latitude IS NOT NULL THEN coalesce(\(place)point_source, 'feed') END AS point_source, -- feed, correction, or the addresses that gave the point
        \(place)corrected, -- JSON array of the keys that a person corrected, or null
        \(feed) AS feed, -- id of the feed
        \(place)website_raw -- web addresses as given, or null
        """
    }

    /// The id of a place's feed. A join would keep SQLite from merging the view into a LEFT JOIN.
    private static let feed = "(SELECT id FROM feed WHERE key = b.feed)"

    private static let places = PublicView(
        """
        CREATE VIEW places AS -- The listed places: those that their feed has.
        SELECT
        \(description(feed, ""))
        (SELECT coalesce(v.date, g.date) FROM feed f JOIN run g ON g.id = f.last_good_run
        LEFT JOIN run v ON v.id = g.restores WHERE f.key = b.feed) AS last_seen, -- day of the last good run that had it
        0 AS missing_runs, -- 0: the last good run had it
        NULL AS removed_on, -- null: the feed has it
        NULL AS closed_on, -- null: it is not known to be closed
        \(source(feed, ""))
        FROM place b WHERE missing_run IS NULL
        """)

    /// A place that a person declared closed has the history of its feed in `upstream`.
    private static let placesAll = PublicView(
        """
        CREATE VIEW places_all AS -- All places, also those that are no longer in their feed.
        SELECT
        \(description("f.id"))
        coalesce(v.date, seen.date) AS last_seen, -- day of the last good run that had it
        CASE WHEN missing.id IS NULL THEN 0 WHEN good.night > \(TakenBack.night(of: "missing"))
        THEN good.night - \(TakenBack.night(of: "missing")) + 1 ELSE 1 END AS missing_runs, -- good runs in a row without it
        missing.date AS removed_on, -- day since which its feed lacks it, or null
        coalesce((SELECT c.value FROM correction c WHERE c.place = b.id AND c.field = 'closed' AND c.state = 'applied'
        AND b.corrected IS NOT NULL),
        \(StatedClosing.date(of: "b.id", missingSince: "missing.id"))) AS closed_on, -- closing day that a person or the source states, or null
        \(source("f.id"))
        FROM place b JOIN feed f ON f.key = b.feed JOIN run good ON good.id = f.last_good_run
        LEFT JOIN upstream u ON u.id = b.id
        LEFT JOIN run last ON last.id = CASE WHEN u.id IS NULL THEN b.last_run ELSE u.last_run END
        LEFT JOIN run missing ON missing.id = CASE WHEN u.id IS NULL THEN b.missing_run ELSE u.missing_run END
        JOIN run seen ON seen.id = coalesce(last.id, good.id)
        LEFT JOIN run v ON v.id = seen.restores
        """)

    /// CROSS JOIN keeps the order of the tables: SQLite knows nothing about their sizes.
    private static let changes = PublicView(
        """
        CREATE VIEW changes AS -- What each good run changed.
        SELECT
        run AS run_id, -- number of the run
        date, -- its day
        f.id AS feed, -- id of the feed
        CASE WHEN what = 'missing' THEN 'removed'
        WHEN field = 'point' AND old IS NOT NULL AND new IS NOT NULL THEN 'moved' ELSE what END AS what, -- added, changed, moved, removed, closed, returned
        b.id, -- number of the place
        \(ref), -- the feed and the id in it
        name, -- name now
        kind, -- kind now
        district, -- district now, or null
        nullif(field, '') AS field, -- key of the changed value; point: both coordinates
        \(text("old")) AS old, -- text before, or null; a point is latitude,longitude with 15 digits
        \(text("new")) AS new, -- text after, or null
        latitude, -- degrees north now, or null
        longitude -- degrees east now, or null
        FROM change c CROSS JOIN place b CROSS JOIN run r CROSS JOIN feed f
        WHERE b.id = c.place AND r.id = c.run AND f.key = b.feed AND what <> 'since'
        UNION ALL
        SELECT first_run, date, f.id, 'added', b.id, \(ref), name, kind, district, NULL, NULL, NULL, latitude,
        longitude FROM place b CROSS JOIN run r CROSS JOIN feed f WHERE r.id = b.first_run AND f.key = b.feed
        """)

    /// Points are stored with 17 digits, such as 37.554099999999998; JSON has the shortest digits, which are fewer.
    private static func text(_ value: String) -> String {
        """
        CASE WHEN field = 'point' AND \(value) IS NOT NULL THEN printf('%.15g,%.15g', CAST(substr(\(value), 1, instr(\(value), ',') - 1) AS DOUBLE),
        CAST(substr(\(value), instr(\(value), ',') + 1) AS DOUBLE)) ELSE \(value) END
        """
    }

    private static let runs = PublicView(
        """
        CREATE VIEW runs AS -- Every run, also refused ones.
        SELECT
        r.id AS run_id, -- number
        f.id AS feed, -- id of the feed
        started_at, -- start in UTC
        date, -- day of the start
        outcome, -- published, unchanged or refused
        reason, -- why it was refused or what it took back, or null
        reason_code, -- stable name of the reason, or null
        reason_values, -- JSON object of the values in the reason, or null
        undoes, -- run that it took back with all later ones, or null
        failure, -- network, key or page if the source was not read to its end
        accepted_because, -- reason given with --accept, or null
        source, -- where the pages came from
        sha256, -- SHA-256 of the received bytes
        tool_version, -- version of geocli
        received, -- rows: accepted + rejected + duplicates
        accepted, -- rows that are places
        rejected, -- rejected rows
        duplicates, -- rows that repeat another
        filtered, -- rows left out by the declaration
        closed, -- rows left out as closed
        without_point, -- accepted rows without a point
        added, -- places that no earlier run had
        changed, -- places with a changed value
        removed, -- places that the good run before had
        returned, -- places that came back
        total, -- places that it had
        coalesce(failure || '-failed', outcome) AS ending -- outcome, or what failed
        FROM run r JOIN feed f ON f.key = r.feed
        """)

    private static let rejects = PublicView(
        """
        CREATE VIEW rejects AS -- Rows that a run rejected, or kept without their point.
        SELECT
        run AS run_id, -- number of the run
        (SELECT f.id FROM run r JOIN feed f ON f.key = r.feed WHERE r.id = reject.run) AS feed, -- id of the feed
        page, -- page with the row
        row, -- row in the page, from 1
        line, -- line of the fault, from 1, or null
        byte, -- offset of the fault, from 0, or null
        reason, -- code of the reason
        kept, -- 1: listed without a point; 0: not listed
        feed_id, -- id in the feed, or null
        value, -- wrong value, or null
        no_match, -- why its address gave no point, or null
        raw -- whole row
        FROM reject
        """)

    private static let issues = PublicView(
        """
        CREATE VIEW issues AS -- Contradictions in the data.
        SELECT
        number, -- permanent number
        rule, -- rule that found it; null: a person reported it
        CASE \(severities) END AS severity, -- error, warning or hint; null: a person reported it
        state, -- open, accepted, fixed, reopened or closed
        title AS given_title, -- title that a person gave, or null
        (SELECT json_group_array(ref) FROM (SELECT \(ref) FROM issue_place p CROSS JOIN place b CROSS JOIN feed f
        WHERE b.id = p.place AND f.key = b.feed AND p.issue = i.number ORDER BY p.place)) AS refs, -- JSON array of the refs of its places
        nullif(field, '') AS field, -- key of the wrong value, or null
        coalesce((SELECT json_group_array(label) FROM (SELECT label FROM issue_label WHERE issue = i.number ORDER BY label)), '[]') AS labels, -- JSON array of labels
        opened_run, -- last run when it was opened
        changed_run, -- last run when its state changed
        latitude, -- degrees north of the first place, or null
        longitude, -- degrees east of the first place, or null
        name, -- name of the first place
        district, -- district of the first place, or null
        shared, -- value that several places share, or null
        evidence, -- JSON object of the judged values
        o.id -- number of the first place
        FROM issue i LEFT JOIN place o ON o.id = (SELECT min(place) FROM issue_place WHERE issue = i.number)
        """)

    private static let severities = IssueRule.Severity.allCases.map { severity in
        let rules = IssueRule.allCases.filter { $0.severity == severity }.map { "'\($0.rawValue)'" }
        return "WHEN rule IN (\(rules.joined(separator: ","))) THEN '\(severity.rawValue)'"
    }.joined(separator: " ")

    /// A pair that a person rejected is no link, so it is not here.
    private static let links = PublicView(
        """
        CREATE VIEW links AS -- Pairs of places of different feeds that are the same shop.
        SELECT
        l.low AS id, -- number of one place
        \(ref), -- its feed and the id in it
        b.name, -- its name
        l.high AS other_id, -- number of the other place
        g.id || '/' || o.feed_id AS other_ref, -- its feed and the id in it
        o.name AS other_name, -- its name
        l.rule, -- surest rule that holds, or null
        coalesce(verdict, 'found') AS state, -- found, or accepted by a person
        l.evidence, -- JSON object of the values that agree, and the distance
        run AS run_id, -- last run that linked them by this evidence
        date AS decided_on -- day on which a person decided, or null
        FROM link l CROSS JOIN place b CROSS JOIN place o CROSS JOIN feed f CROSS JOIN feed g
        LEFT JOIN link_decision d ON d.low = l.low AND d.high = l.high AND d.evidence = l.evidence
        WHERE b.id = l.low AND o.id = l.high AND f.key = b.feed AND g.key = o.feed
        """)

    private static let stations = PublicView(
        """
        CREATE VIEW stations AS -- Landmarks to search from, such as stations.
        SELECT
        b.id, -- number among landmarks, not that of a place
        \(ref), -- the feed and the id in it
        name, -- name
        kind, -- what it is, such as station
        line, -- line of a station, or null
        latitude, -- degrees north on WGS 84; null without a point
        longitude -- degrees east on WGS 84; null without a point
        FROM landmark b JOIN feed f ON f.key = b.feed
        """)

    private static let districts = PublicView(
        """
        CREATE VIEW districts AS -- Imported outlines of districts.
        SELECT
        name, -- as places have it
        area, -- JSON: coordinates of a GeoJSON MultiPolygon, degrees on WGS 84, longitude first
        title AS source, -- title of the source
        license -- terms of use
        FROM district_outline CROSS JOIN outline_source
        """)

    private static let about = PublicView(
        """
        CREATE VIEW about AS -- Facts about these views.
        SELECT
        column1 AS name, -- name of the fact
        column2 AS value -- its value
        FROM (VALUES ('views', '\(version)'), ('crs', 'EPSG:4326'), ('distances', 'meters'), ('days', 'Asia/Seoul'),
        ('writing', 'only by geocli'))
        """)
}
