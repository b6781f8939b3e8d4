internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// The records of imported files whose place or issue is not in the catalog yet.
struct PendingTable {
    /// A waiting record.
    struct Row {
        let identity: String
        let record: TravelRecord
        /// Who imported the record, and when.
        let note: EditNote
    }

    let db: Database

    /// Whether no record waits.
    var isEmpty: Bool { get throws { try !db.flag("SELECT EXISTS (SELECT 1 FROM pending)") } }

    /// Returns the waiting records in the order of their numbers, corrections first.
    ///
    /// - Parameters:
    ///   - sort: `correction` or `issue`; nil for both.
    ///   - onDamage: gets the problem of each damaged record; the record itself is left out. If `onDamage` is nil, the
    ///     first problem is thrown.
    func rows(_ sort: String? = nil, onDamage: ((Words) -> Void)? = nil) throws -> [Row] {
        var rows: [Row] = []
        try db.forEachRow(
            """
            SELECT identity, record, author, imported_at FROM pending WHERE sort = coalesce(?, sort)
            ORDER BY sort, number, identity
            """, [sort.map(SQLValue.text) ?? .null]
        ) { row in
            let identity = row.text(0) ?? ""
            let read = try CatalogDamage.sparing(onDamage) {
                try CatalogDamage.ofDecisions(about: Self.subject(identity)) {
                    Row(
                        identity: identity, record: try Self.record(row.text(1) ?? "", identity),
                        note: EditNote(author: try row.required(2, "pending.author"), time: try row.moment(3)))
                }
            }
            if let read { rows.append(read) }
        }
        return rows
    }

    /// Returns the record with this identity.
    func record(_ identity: String) throws -> TravelRecord? {
        try db.text("SELECT record FROM pending WHERE identity = ?", [.text(identity)]).map {
            try Self.record($0, identity)
        }
    }

    private static func record(_ json: String, _ identity: String) throws -> TravelRecord {
        guard let value = try? JSONValue(parsing: Array(json.utf8), name: "pending"),
            let record = try? TravelRecord(value)
        else {
            throw CatalogDamage.decisions(
                Words(
                    en: "the pending record \(identity) can't be read", ko: "대기 중인 기록을 읽을 수 없습니다: \(identity)"))
        }
        return record
    }

    private static func subject(_ identity: String) -> Words {
        Words(en: "the pending record \(identity)", ko: "대기 중인 기록 \(identity)")
    }

    /// Stores a record. Replaces a waiting record with the same identity.
    func keep(_ record: TravelRecord, as identity: String, by note: EditNote) throws {
        let sort = if case .issue = record { "issue" } else { "correction" }
        try db.execute(
            """
            INSERT INTO pending VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (identity) DO UPDATE SET record = excluded.record, author = excluded.author,
                imported_at = excluded.imported_at
            """,
            [identity, sort, record.number, record.json, note.author, note.time.timestamp])
    }

    /// Removes a waiting record. Call it when the catalog has the record's correction or issue.
    func remove(_ identity: String) throws {
        try db.execute("DELETE FROM pending WHERE identity = ?", [identity])
    }

    /// Returns the numbers that are reserved for waiting records of this sort.
    func numbers(_ sort: String) throws -> Set<Int64> {
        var numbers: Set<Int64> = []
        try db.forEachRow("SELECT number FROM pending WHERE sort = ?", [.text(sort)]) { numbers.insert($0.integer(0)) }
        return numbers
    }

    /// Returns the id of the place with a reference; nil if the catalog has no such place.
    func place(_ ref: String) throws -> Int64? {
        guard let place = PlaceRef(ref) else { return nil }
        return try db.integer(
            "SELECT id FROM place WHERE feed = (SELECT key FROM feed WHERE id = ?) AND feed_id = ?",
            [.text(place.feed), .text(place.feedID)])
    }

    /// Returns the ids of the places with these references; nil if any of the places is missing.
    func places(_ refs: [String]) throws -> [Int64]? {
        let places = try refs.map(place)
        return places.contains(nil) ? nil : places.compactMap { $0 }
    }
}
