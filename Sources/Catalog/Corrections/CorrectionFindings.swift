internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// The contradictions between the corrections, the rows that they change, and the feed's values in `upstream`.
enum CorrectionFindings {
    /// The SQL for the places. `last_run` and `missing_run` have the feed's values, not those that a correction
    /// set.
    static let fed = """
        (SELECT b.id, b.feed, b.first_run, \(FeedValues.column("last_run")) AS last_run,
            \(FeedValues.column("missing_run")) AS missing_run FROM \(FeedValues.joined))
        """

    /// Returns the contradictions, at most ten of each kind.
    ///
    /// - Complexity: O(n), n places.
    static func all(_ db: Database) throws -> [Words] {
        try (statements.flatMap { try db.texts($0 + " LIMIT 10") }).map(Finding.sentence) + wrongStates(db)
    }

    private static let statements = [
        """
        SELECT \(Finding.sql("no-upstream", ("id", "b.id"))) FROM place b
        WHERE b.corrected IS NOT NULL AND NOT EXISTS (SELECT 1 FROM upstream u WHERE u.id = b.id)
        """,
        """
        SELECT \(Finding.sql("stray-upstream", ("id", "u.id"))) FROM upstream u
        WHERE NOT EXISTS (SELECT 1 FROM place b WHERE b.id = u.id AND b.corrected IS NOT NULL)
        """,
        // Compares the keys in the `corrected` column with the fields of the applied corrections.
        """
        SELECT \(Finding.sql("corrected-keys", ("id", "id"))) FROM (
            SELECT b.id, (SELECT group_concat(value, ',') FROM (SELECT value FROM json_each(b.corrected) ORDER BY 1)) AS held,
                (SELECT group_concat(field, ',') FROM (
                    SELECT field FROM correction c WHERE c.place = b.id AND c.state = 'applied' ORDER BY 1)) AS wanted
            FROM place b
            WHERE b.corrected IS NOT NULL OR b.id IN (SELECT place FROM correction WHERE state = 'applied'))
        WHERE held IS NOT wanted
        """,
        """
        SELECT \(Finding.sql("not-corrected", ("id", "b.id"), ("number", "c.number")))
        FROM correction c JOIN place b ON b.id = c.place
        WHERE c.state = 'applied' AND CASE c.field
            \(texts.map { "WHEN '\($0)' THEN b.\($0) IS NOT c.value" }.joined(separator: " "))
            WHEN 'point' THEN \(FeedValues.point("b.latitude", "b.longitude")) IS NOT c.value
            ELSE b.missing_run IS NOT b.first_run OR b.last_run IS NOT b.first_run END
        """,
        // Values that are not corrected must be the same in both rows.
        """
        SELECT \(Finding.sql("upstream-column", ("id", "b.id"), ("field", "f.field")))
        FROM upstream u JOIN place b ON b.id = u.id
        CROSS JOIN (\(CorrectionField.allCases.map { "SELECT '\($0.rawValue)' AS field" }.joined(separator: " UNION ALL "))) f
        WHERE NOT EXISTS (SELECT 1 FROM json_each(b.corrected) k WHERE k.value = f.field)
            AND CASE f.field \(differences) END
        """,
        """
        SELECT \(Finding.sql("upstream-folded", ("id", "u.id"))) FROM upstream u
        WHERE u.folded IS NOT \(PastFunctions.folded)(u.name, u.address, u.district, u.phone_raw)
        """,
        // A closing date must be valid, and must not be after the day on which a person reported the closing.
        """
        SELECT \(Finding.sql("closed-date", ("id", "c.place"), ("number", "c.number"))) FROM correction c
        WHERE c.field = 'closed' AND (c.value IS NULL OR date(c.value) IS NOT c.value OR c.value > c.date)
        """,
        """
        SELECT \(Finding.sql("correction-event", ("id", "c.place"), ("number", "c.number"), ("state", "c.state")))
        FROM correction c WHERE c.state IS NOT (
            SELECT iif(e.what = 'added', 'applied', e.what) FROM issue_event e
            WHERE e.correction = c.number AND e.what IN ('added', 'applied', 'retired', 'conflict', 'withdrawn')
            ORDER BY e.id DESC LIMIT 1)
        """,
        """
        SELECT \(Finding.sql("pending-record", ("record", "identity"))) FROM pending
        WHERE json_extract(record, '$.' || sort) IS NOT number
        """,
    ]

    /// For each field, the SQL condition that is true if its columns in `place` and `upstream` differ.
    private static let differences = CorrectionField.allCases.map { field in
        let columns = CorrectedColumns.columns(of: field).map { "b.\($0) IS NOT u.\($0)" }
        return "WHEN '\(field.rawValue)' THEN \(columns.joined(separator: " OR "))"
    }.joined(separator: " ")

    private static let texts = CorrectionField.allCases.filter { $0 != .point && $0 != .closed }.map(\.rawValue)

    private static func wrongStates(_ db: Database) throws -> [Words] {
        var findings: [Words] = []
        try db.forEachRow(
            """
            SELECT c.number, c.place, c.field, c.value, c.seen, c.state, \(FeedValues.ofCorrection()),
                \(FeedValues.isFilled)
            FROM correction c CROSS JOIN place b ON b.id = c.place LEFT JOIN upstream u ON u.id = b.id
            WHERE c.state IN ('applied', 'conflict') ORDER BY c.number
            """
        ) { row in
            let state = Overlay.state(
                row.text(2) ?? "", value: row.text(3), seen: row.text(4), upstream: row.text(6),
                isFilled: row.integer(7) != 0)
            guard state.rawValue != row.text(5), findings.count < 10 else { return }
            findings.append(
                Finding.words(
                    "correction-state", ("number", "\(row.integer(0))"), ("id", "\(row.integer(1))"),
                    ("state", row.text(5) ?? "")))
        }
        return findings
    }
}
