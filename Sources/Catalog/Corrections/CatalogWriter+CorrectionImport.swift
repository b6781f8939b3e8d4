internal import GeocliDatabase
public import GeocliPlaces

extension CatalogWriter {
    /// Adds the corrections of a file that this catalog lacks, in one transaction. No correction of the catalog changes.
    ///
    /// A record is the same as a correction of the catalog if place, field, value, day and author are equal, also if that
    /// one was withdrawn here. So a second import of a file changes nothing.
    /// - Parameter note: who imports them and when.
    /// - Returns: for each record what became of it, and the number that it has here; nil if it is not here.
    /// - Throws: `CatalogError`, `.busy` while an ingest publishes. Nothing has been changed then.
    public func importCorrections(
        _ records: [CorrectionRecord], by note: EditNote
    ) throws -> [(outcome: CorrectionRecord.Outcome, number: Int64?)] {
        try changeTables { db in
            let overlay = try Overlay(db)
            var places: Set<Int64> = []
            let results = try records.map { try Self.take($0, note, &places, db) }
            if !places.isEmpty { try overlay.write(again: places) }
            return results
        }
    }

    private static func take(
        _ record: CorrectionRecord, _ note: EditNote, _ places: inout Set<Int64>, _ db: Database
    ) throws -> (CorrectionRecord.Outcome, Int64?) {
        let parts = record.ref.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let find = "SELECT id FROM bookstore WHERE feed = (SELECT key FROM feed WHERE id = ?) AND feed_id = ?"
        guard parts.count == 2, let place = try db.integer(find, parts.map(SQLValue.text)) else {
            return (.unknown, nil)
        }
        let field = record.value.field
        let value = try stored(record.value, db)
        let seen = try stored(CorrectedValue(unchecked: field, record.seen), db)
        let key: [SQLValue] = [.integer(place), .text(field.rawValue)]
        let same = try db.integer(
            """
            SELECT number FROM correction
            WHERE bookstore = ? AND field = ? AND value IS ? AND date = ? AND author = ? ORDER BY number DESC LIMIT 1
            """, key + [value.sqlValue, .text(record.day), .text(record.author)])
        if let same { return (.same, same) }
        guard record.state.isInForce else { return (.ended, nil) }
        let current =
            "SELECT number FROM correction WHERE bookstore = ? AND field = ? AND state IN ('applied', 'conflict')"
        if let other = try db.integer(current, key) {
            let has = try db.text("SELECT value FROM correction WHERE number = ?", [.integer(other)])
            return (Overlay.isSame(has, value) ? .same : .conflict, other)
        }
        let upstream = try Self.seen(field, of: place, db)
        let state = Overlay.state(field.rawValue, value: value, seen: seen, upstream: upstream)
        guard state != .retired else { return (.retired, nil) }
        let number = try insert(record, place, value, seen, state, db)
        try self.record("added", of: number, note, db)
        if state == .conflict { try self.record("conflict", of: number, note, db) }
        places.insert(place)
        return (.added, number)
    }

    /// Inserts the row, with its own number if that is free.
    private static func insert(
        _ record: CorrectionRecord, _ place: Int64, _ value: String?, _ seen: String?, _ state: StoredCorrection.State,
        _ db: Database
    ) throws -> Int64 {
        // A number near the limit of files would leave the next correction none.
        let isFree =
            try record.number < 1 << 31
            && db.integer("SELECT 1 FROM correction WHERE number = ?", [.integer(record.number)]) == nil
        let run = try db.integer("SELECT max(id) FROM run WHERE date <= ?", [.text(record.day)])
        let first = try db.integer("SELECT first_run FROM bookstore WHERE id = ?", [.integer(place)])
        try db.execute(
            """
            INSERT INTO correction (number, bookstore, field, value, seen, state, because, source, author, date, run)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                isFree ? record.number : nil, place, record.value.field.rawValue, value, seen, state.rawValue,
                record.because, record.source, record.author, record.day, run ?? first,
            ] as [any SQLBindable])
        return db.lastInsertedRowID
    }
}
