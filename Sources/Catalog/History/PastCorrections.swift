internal import GeocliDatabase
internal import GeocliPlaces

/// Corrects the rows of a past day with the corrections that were in force at the end of that day.
///
/// A correction was in force if its last event on that day or earlier says that it was added or applied.
struct PastCorrections {
    private let db: Database
    private let day: String
    /// The columns of `temp.undone` after the id.
    private let columns: [String]

    init(_ db: Database, day: String, columns: [String]) {
        self.db = db
        self.day = day
        self.columns = columns
    }

    /// Removes the present corrections from the rows in `temp.undone`, and applies those that were in force at the end
    /// of that day.
    ///
    /// - Parameter isCorrected: whether rows get the corrected values.
    func lay(isCorrected: Bool) throws {
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
