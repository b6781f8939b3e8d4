internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Puts corrected values into `place` and takes them out again. No other code does this.
///
/// A corrected row holds the corrected values, so listings, indexes, exports and pushes need no second lookup. The
/// feed's values are in `upstream`. A run takes the corrections off the rows that it may change
/// (`removeCorrections`), compares these rows with the feed, and puts the corrections on again at its end
/// (`applyCorrections`). Until then, only the rows change. The indexes are updated at the end, and only for rows whose
/// values differ from those before the run (`HeldRows`). In a conflict, answers have the feed's value.
struct Overlay {
    private let db: Database
    private let held: HeldRows

    /// Creates an instance at the start of a transaction that may change corrected rows.
    init(_ db: Database) throws {
        self.db = db
        held = HeldRows(db: db)
        try held.begin()
    }

    private init(continuing db: Database) {
        self.db = db
        held = HeldRows(db: db)
    }

    // MARK: Taking off

    /// Puts the feed's values back into the corrected rows of `feed`, except into rows that the run found unchanged.
    func removeCorrections(of feed: Int64, except known: KnownRows?) throws {
        guard try isNeeded else { return }
        var ids: [Int64] = []
        try db.forEachRow("SELECT u.id FROM upstream u JOIN place b ON b.id = u.id WHERE b.feed = \(feed)") {
            let id = $0.integer(0)
            if known?.contains(id) != true { ids.append(id) }
        }
        let insert = try Statement(db, "INSERT OR IGNORE INTO temp.lifted VALUES (?)")
        for id in ids {
            insert.bind(1, id)
            try insert.run()
        }
        try removeNoted()
    }

    /// Puts the feed's values back into all corrected rows, then runs `body`, which removes the sample and builds both
    /// indexes again. At the end, deletes the corrections of the rows that `body` removed.
    static func withoutCorrections<Result>(_ db: Database, around body: () throws -> Result) throws -> Result {
        let overlay = Overlay(continuing: db)
        guard try overlay.isNeeded else { return try body() }
        try db.execute("INSERT OR IGNORE INTO temp.lifted SELECT id FROM upstream")
        try overlay.removeNoted()
        let result = try body()
        try overlay.held.forget()
        let gone = "correction IN (SELECT number FROM correction WHERE place NOT IN (SELECT id FROM place))"
        try db.execute(
            """
            DELETE FROM issue_event WHERE \(gone);
            DELETE FROM correction WHERE place NOT IN (SELECT id FROM place);
            DELETE FROM temp.lifted WHERE id NOT IN (SELECT id FROM place);
            """)
        return result
    }

    private func removeNoted() throws {
        let ids = "SELECT id FROM temp.lifted WHERE id IN (SELECT id FROM upstream)"
        try held.note(ids, isOverlaid: true)
        let columns = FeedValues.columns.map { "\($0) = u.\($0)" }.joined(separator: ", ")
        try db.execute(
            """
            UPDATE place SET \(columns), corrected = NULL FROM upstream u
            WHERE place.id = u.id AND u.id IN (SELECT id FROM temp.lifted);
            DELETE FROM upstream WHERE id IN (SELECT id FROM temp.lifted);
            """)
    }

    private var isNeeded: Bool {
        get throws { try db.flag("SELECT EXISTS (SELECT 1 FROM correction)") }
    }

    // MARK: Putting on

    /// Puts the corrections on again as they were. Call it if the run is refused.
    func restoreCorrections() throws {
        guard try isNeeded else { return }
        try write()
    }

    /// After a good run, decides the state of each correction in force, and puts on the corrections that apply.
    /// - Returns: for each state, the number of corrections that changed to it.
    func applyCorrections(run: Int64) throws -> [StoredCorrection.State: Int] {
        guard try isNeeded else { return [:] }
        let settled = try settle(run: run)
        try removeNoted()
        try write()
        return settled
    }

    /// Lets the corrections apply again that a run of `feed` from `first` on retired, unless the value was corrected
    /// again since. For `run`, which takes these runs back; `applyCorrections` then decides the states.
    /// - Returns: the number of these corrections.
    func reapply(retiredFrom first: Int64, feed: Int64, by run: Int64, at moment: String) throws -> Int {
        guard try isNeeded else { return 0 }
        var retired: [(number: Int64, place: Int64)] = []
        try db.forEachRow(
            """
            SELECT c.number, c.place FROM correction c JOIN place b ON b.id = c.place
            WHERE b.feed = ? AND c.state = 'retired' AND (
                SELECT e.run FROM issue_event e WHERE e.correction = c.number AND e.what = 'retired'
                ORDER BY e.id DESC LIMIT 1) >= ?
            AND NOT EXISTS (
                SELECT 1 FROM correction o WHERE o.place = c.place AND o.field = c.field AND o.number > c.number)
            ORDER BY c.number
            """, [.integer(feed), .integer(first)]
        ) { retired.append(($0.integer(0), $0.integer(1))) }
        for correction in retired {
            try db.execute("UPDATE correction SET state = 'applied' WHERE number = ?", [correction.number])
            try db.execute(
                "INSERT INTO issue_event (correction, what, run, happened_at) VALUES (?, 'applied', ?, ?)",
                [correction.number, run, moment])
            try db.execute("INSERT OR IGNORE INTO temp.lifted VALUES (?)", [correction.place])
        }
        return retired.count
    }

    /// Applies the corrections of these rows again after an edit, and updates both indexes and the links.
    func write(again ids: Set<Int64>, buildsSearchIndex: Bool = true) throws {
        let insert = try Statement(db, "INSERT OR IGNORE INTO temp.lifted VALUES (?)")
        for id in ids {
            insert.bind(1, id)
            try insert.run()
        }
        try removeNoted()
        try write()
        try updateIndexes(buildsSearchIndex: buildsSearchIndex)
        try LinkTable(db: db).updateOverlaid(run: try db.integer("SELECT max(id) FROM run") ?? 0)
    }

    /// Updates both indexes after a run that changed only corrections.
    func updateIndexes(buildsSearchIndex: Bool = true) throws {
        guard try held.count > 0 else { return }
        try PointIndex.updateOverlaid(db)
        if buildsSearchIndex { try SearchIndex(db).updateHeld() }
    }

    private struct Current {
        let number: Int64
        let place: Int64
        let state: StoredCorrection.State
        let upstream: String?
    }

    /// Decides the state of each correction that is applied or in conflict from the feed's present value. A state that
    /// changes becomes an event of `run`, and the place is noted in `temp.lifted`, so that its corrections are put on
    /// again.
    /// - Returns: for each state, the number of corrections that changed to it.
    private func settle(run: Int64) throws -> [StoredCorrection.State: Int] {
        var decided: [Current] = []
        try db.forEachRow(
            """
            SELECT c.number, c.place, c.field, c.value, c.seen, c.state, \(FeedValues.ofCorrection),
                \(FeedValues.isFilled)
            FROM correction c CROSS JOIN place b ON b.id = c.place LEFT JOIN upstream u ON u.id = b.id
            WHERE c.state IN ('applied', 'conflict') ORDER BY c.number
            """
        ) { row in
            let upstream = row.text(6)
            let state = Self.state(
                row.text(2) ?? "", value: row.text(3), seen: row.text(4), upstream: upstream,
                isFilled: row.integer(7) != 0)
            guard state.rawValue != row.text(5) else { return }
            decided.append(
                Current(number: row.integer(0), place: row.integer(1), state: state, upstream: upstream))
        }
        for correction in decided {
            try db.execute(
                "UPDATE correction SET state = ? WHERE number = ?", [correction.state.rawValue, correction.number])
            try db.execute(
                """
                INSERT INTO issue_event (correction, what, run, happened_at, text)
                SELECT ?, ?, id, started_at, nullif(?, '') FROM run WHERE id = ?
                """, [correction.number, correction.state.rawValue, correction.upstream, run])
            try db.execute("INSERT OR IGNORE INTO temp.lifted VALUES (?)", [correction.place])
        }
        return Dictionary(decided.map { ($0.state, 1) }, uniquingKeysWith: +)
    }

    /// Returns the state of a correction of a field that now has the value `upstream` in the feed: retired if this is
    /// the corrected `value`, in conflict if it is neither that nor the value `seen` when the correction was made, and
    /// otherwise applied. Differences that are not a change (`CatalogChange`) do not count.
    /// - Parameter isFilled: whether `upstream` is a point that was filled from an address. If so, the feed has no
    ///   point. Therefore a filled point does not contradict a correction of a blank point, and does not restore a
    ///   point that a person removed.
    static func state(
        _ field: String, value: String?, seen: String?, upstream: String?, isFilled: Bool = false
    ) -> StoredCorrection.State {
        // This correction declares the shop closed. It is retired when the source itself says so.
        if field == CorrectionField.closed.rawValue { return upstream == nil ? .applied : .retired }
        if !CatalogChange.isOther(value, than: upstream, in: field) { return .retired }
        if isFilled, seen == nil || value == nil { return .applied }
        return CatalogChange.isOther(seen, than: upstream, in: field) ? .conflict : .applied
    }

    private func write() throws {
        var places: [Int64: [(field: CorrectionField, value: String?)]] = [:]
        try db.forEachRow(
            """
            SELECT c.place, c.field, c.value FROM temp.lifted l CROSS JOIN correction c ON c.place = l.id
            WHERE c.state = 'applied'
            """
        ) { row in
            guard let field = row.text(1).flatMap(CorrectionField.init) else { return }
            places[row.integer(0), default: []].append((field, row.text(2)))
        }
        guard !places.isEmpty else { return }
        try PastFunctions.register(on: db)
        for (id, values) in places.sorted(by: { $0.key < $1.key }) { try write(id, values) }
    }

    private func write(_ id: Int64, _ values: [(field: CorrectionField, value: String?)]) throws {
        try held.note(String(id), isOverlaid: true)
        let columns = FeedValues.columns.joined(separator: ", ")
        try db.execute("INSERT INTO upstream (id, \(columns)) SELECT id, \(columns) FROM place WHERE id = ?", [id])
        let sets = CorrectedColumns.assignments(values)
        try db.execute(
            "UPDATE place SET \((sets.sql + ["corrected = ?"]).joined(separator: ", ")) WHERE id = ?",
            sets.values + [CorrectedColumns.keys(values.map(\.field)), id])
        try db.execute(
            """
            UPDATE place SET folded = \(PastFunctions.folded)(name, address, district, phone_raw) WHERE id = ?
            """, [id])
    }
}

/// The contradictions between the corrections, the rows that they change, and the feed's values in `upstream`.
enum CorrectionFindings {
    /// The SQL for the places, with the feed's values in `last_run` and `missing_run`.
    static let fed = """
        (SELECT b.id, b.feed, b.first_run, \(FeedValues.column("last_run")) AS last_run,
            \(FeedValues.column("missing_run")) AS missing_run FROM \(FeedValues.joined))
        """

    /// Returns the contradictions, at most ten of each kind.
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

    private static let differences = CorrectionField.allCases.map { field in
        let columns = CorrectedColumns.columns(of: field).map { "b.\($0) IS NOT u.\($0)" }
        return "WHEN '\(field.rawValue)' THEN \(columns.joined(separator: " OR "))"
    }.joined(separator: " ")

    private static let texts = CorrectionField.allCases.filter { $0 != .point && $0 != .closed }.map(\.rawValue)

    private static func wrongStates(_ db: Database) throws -> [Words] {
        var findings: [Words] = []
        try db.forEachRow(
            """
            SELECT c.number, c.place, c.field, c.value, c.seen, c.state, \(FeedValues.ofCorrection),
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
