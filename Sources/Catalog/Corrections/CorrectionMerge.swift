internal import GeocliDatabase
internal import GeocliPlaces

/// Merges the corrections of a file into a catalog.
///
/// Two records may be equal, for example if a correction was withdrawn and made again on the same day. Equal records
/// are distinguished by counting them in the order of their numbers. So a second import of a file changes nothing.
final class CorrectionMerge {
    private let db: Database
    private let pending: PendingTable
    /// The number of records with each identity that were read from this file so far.
    private var repeats: [String: Int] = [:]
    /// The values of the waiting records that are in force; nil until they are read.
    private var waiting: [String: String?]?
    /// The places whose corrections must be applied again.
    private(set) var places: Set<Int64> = []

    init(_ db: Database) {
        self.db = db
        pending = PendingTable(db: db)
    }

    /// Merges one record of a file. The number is its number in this catalog; nil if the catalog does not have it.
    func take(_ record: CorrectionRecord, by note: EditNote) throws -> (ExchangeOutcome, Int64?) {
        let count = repeats[record.identity, default: 0]
        repeats[record.identity] = count + 1
        let identity = "\(record.identity) \(count + 1)"
        guard let place = try pending.place(record.ref) else { return try wait(record, identity, note) }
        let value = try CorrectionTable.stored(record.value, db)
        if let same = try same(record, place, value, after: count) { return try take(record, over: same, note) }
        return try add(record, place, value, note)
    }

    /// Applies the waiting corrections of places that the catalog has now. A run calls this after all of its steps that
    /// compare or count rows.
    static func settle(_ db: Database, buildsSearchIndex: Bool) throws -> [StoredCorrection.State: Int] {
        let merge = CorrectionMerge(db)
        guard try !merge.pending.isEmpty else { return [:] }
        let counts = try merge.settle()
        guard !merge.places.isEmpty else { return counts }
        try Overlay(db).write(again: merge.places, buildsSearchIndex: buildsSearchIndex)
        return counts
    }

    /// Moves the waiting records of places that the catalog has now into the table of corrections.
    /// - Returns: for each state, the number of moved records that got it. Counts only records that were in force in
    ///   their file and that no other correction in the catalog contradicts or repeats.
    private func settle() throws -> [StoredCorrection.State: Int] {
        var counts: [StoredCorrection.State: Int] = [:]
        for row in try pending.rows("correction") {
            guard case .correction(let record) = row.record, let place = try pending.place(record.ref) else { continue }
            try pending.remove(row.identity)
            let (outcome, number) = try add(record, place, try CorrectionTable.stored(record.value, db), row.note)
            guard outcome == .added || outcome == .retired, let number,
                let state = try db.text("SELECT state FROM correction WHERE number = ?", [.integer(number)])
                    .flatMap(StoredCorrection.State.init)
            else { continue }
            counts[state, default: 0] += 1
        }
        return counts
    }

    private func wait(
        _ record: CorrectionRecord, _ identity: String, _ note: EditNote
    ) throws -> (ExchangeOutcome, Int64?) {
        let value = "\(record.value.field.rawValue) \(record.ref)"
        if case .correction(let former)? = try pending.record(identity) {
            guard former.state.isInForce, record.state == .withdrawn else { return (.pending, nil) }
            try pending.keep(.correction(record), as: identity, by: note)
            waiting?[value] = nil
            return (.withdrawn, nil)
        }
        if record.state.isInForce {
            if let other = try inForce()[value] {
                let isOther = CatalogChange.isOther(other, than: record.value.text, in: record.value.field.rawValue)
                return (isOther ? .conflict : .same, nil)
            }
            waiting?[value] = .some(record.value.text)
        }
        try pending.keep(.correction(record), as: identity, by: note)
        return (.pending, nil)
    }

    /// Returns the values of the waiting records that are in force, by field and place.
    private func inForce() throws -> [String: String?] {
        if let waiting { return waiting }
        var values: [String: String?] = [:]
        for row in try pending.rows("correction") {
            guard case .correction(let other) = row.record, other.state.isInForce else { continue }
            values["\(other.value.field.rawValue) \(other.ref)"] = .some(other.value.text)
        }
        waiting = values
        return values
    }

    /// Returns the number of the correction in the catalog that equals this record; nil if there is none.
    private func same(_ record: CorrectionRecord, _ place: Int64, _ value: String?, after count: Int) throws -> Int64? {
        try db.integer(
            """
            SELECT number FROM correction WHERE place = ? AND field = ? AND value IS ? AND date = ? AND author = ?
            ORDER BY number LIMIT 1 OFFSET ?
            """,
            [
                .integer(place), .text(record.value.field.rawValue), value.sqlValue, .text(record.day),
                .text(record.author), .integer(Int64(count)),
            ])
    }

    private func take(
        _ record: CorrectionRecord, over number: Int64, _ note: EditNote
    ) throws -> (ExchangeOutcome, Int64?) {
        let inForce = "SELECT place FROM correction WHERE number = ? AND state IN ('applied', 'conflict')"
        guard record.state == .withdrawn, let place = try db.integer(inForce, [.integer(number)]) else {
            return (.same, number)
        }
        try db.execute("UPDATE correction SET state = 'withdrawn' WHERE number = ?", [number])
        try CorrectionTable.record("withdrawn", of: number, note, elsewhere: record.withdrawal, db)
        places.insert(place)
        return (.withdrawn, number)
    }

    private func add(
        _ record: CorrectionRecord, _ place: Int64, _ value: String?, _ note: EditNote
    ) throws -> (ExchangeOutcome, Int64?) {
        let field = record.value.field
        let seen = try CorrectionTable.stored(CorrectedValue(unchecked: field, record.seen), db)
        guard record.state.isInForce else {
            let number = try insert(record, place, value, seen, record.state)
            try CorrectionTable.record("added", of: number, note, db)
            let end = record.state == .withdrawn ? record.withdrawal : nil
            try CorrectionTable.record(record.state.rawValue, of: number, note, elsewhere: end, db)
            return (.ended, number)
        }
        let current =
            "SELECT number FROM correction WHERE place = ? AND field = ? AND state IN ('applied', 'conflict')"
        if let other = try db.integer(current, [.integer(place), .text(field.rawValue)]) {
            let has = try db.text("SELECT value FROM correction WHERE number = ?", [.integer(other)])
            return (CatalogChange.isOther(has, than: value, in: field.rawValue) ? .conflict : .same, other)
        }
        let upstream = try CorrectionTable.seen(field, of: place, db)
        let state = Overlay.state(
            field.rawValue, value: value, seen: seen, upstream: upstream,
            isFilled: try CorrectionTable.isFilled(field, place, db))
        let number = try insert(record, place, value, seen, state)
        try CorrectionTable.record("added", of: number, note, db)
        if state != .applied { try CorrectionTable.record(state.rawValue, of: number, note, db) }
        guard state != .retired else { return (.retired, number) }
        places.insert(place)
        return (.added, number)
    }

    /// Inserts a correction. It keeps the number that it has in the file if that number is free.
    private func insert(
        _ record: CorrectionRecord, _ place: Int64, _ value: String?, _ seen: String?, _ state: StoredCorrection.State
    ) throws -> Int64 {
        let isFree = try db.integer("SELECT 1 FROM correction WHERE number = ?", [.integer(record.number)]) == nil
        let run = try db.integer("SELECT max(id) FROM run WHERE date <= ?", [.text(record.day)])
        let first = try db.integer("SELECT first_run FROM place WHERE id = ?", [.integer(place)])
        let number = try isFree ? record.number : CorrectionTable.nextCorrection(db)
        try db.execute(
            """
            INSERT INTO correction (number, place, field, value, seen, state, because, source, author, date, run)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                number, place, record.value.field.rawValue, value, seen, state.rawValue, record.because, record.source,
                record.author, record.day, run ?? first,
            ] as [any SQLBindable])
        return number
    }
}
