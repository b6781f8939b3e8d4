internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

extension CatalogWriter {
    public struct MadeCorrection: Sendable, Equatable {
        public let number: Int64
        public let field: CorrectionField
        /// The number of the earlier correction that the new one replaces; nil if there was none.
        public let replaced: Int64?
    }

    /// Corrects values of one place, and updates everything that depends on them, in one transaction.
    ///
    /// - Parameters:
    ///   - values: the right values, at most one for each field.
    ///   - note: the person who corrects them, the time, and the reason as text.
    ///   - source: the address of the page that proves the values.
    /// - Throws: `CatalogError`: `.uneditable` if the feed already has the value, or if a person declares a place
    ///   closed but the feed has already closed it; `.notFound`; `.busy` while an ingest publishes. If it throws,
    ///   nothing is changed.
    package func correct(
        _ place: Int64, _ values: [CorrectedValue], source: String, by note: EditNote
    ) throws -> [MadeCorrection] {
        try changeTables { db in
            let overlay = try Overlay(db)
            let run = try db.integer("SELECT max(id) FROM run") ?? 0
            let made = try values.map { try Self.add($0, to: place, source, note, run: run, db) }
            try overlay.write(again: [place])
            return made
        }
    }

    /// Withdraws corrections, and updates everything that depends on them, in one transaction.
    ///
    /// - Throws: `CatalogError`: `.notFound` for an unknown number; `.uneditable` for a correction that is no longer in
    ///   force; `.busy` while an ingest publishes. If it throws, nothing is changed.
    package func withdrawCorrections(_ numbers: [Int64], by note: EditNote) throws {
        try changeTables { db in
            let overlay = try Overlay(db)
            var places: Set<Int64> = []
            for number in numbers {
                guard
                    let place = try db.integer("SELECT place FROM correction WHERE number = ?", [.integer(number)])
                else { throw CatalogError.noCorrection(number) }
                let isInForce = "SELECT state IN ('applied', 'conflict') FROM correction WHERE number = ?"
                guard try db.flag(isInForce, [.integer(number)]) else {
                    throw CatalogError(
                        .uneditable,
                        en: "correction \(number) no longer applies; see 'geocli corrections show \(number)'",
                        ko: "정정 \(number)번은 이미 반영되었거나 철회되었습니다. 'geocli corrections show \(number)'\(.by) 확인하세요")
                }
                try Self.withdraw(number, note, db)
                places.insert(place)
            }
            try overlay.write(again: places)
        }
    }

    private static func add(
        _ value: CorrectedValue, to place: Int64, _ source: String, _ note: EditNote, run: Int64, _ db: Database
    ) throws -> MadeCorrection {
        let stored = try CorrectionTable.stored(value, db)
        let former = try db.integer(
            "SELECT number FROM correction WHERE place = ? AND field = ? AND state IN ('applied', 'conflict')",
            [.integer(place), .text(value.field.rawValue)])
        var seen = try CorrectionTable.seen(value.field, of: place, db)
        guard !isTaken(value.field, stored, by: seen) else {
            throw CatalogError(
                .uneditable,
                en:
                    "the feed already has this \(value.field.rawValue), so there is nothing to correct\(former.map { "; 'geocli corrections withdraw \($0)' withdraws the correction" } ?? "")",
                ko:
                    "피드의 \(value.field.rawValue) 값이 이미 정정하려는 값과 같아 정정할 필요가 없습니다\(former.map { ". 'geocli corrections withdraw \($0)'\(.by) 정정을 철회할 수 있습니다" } ?? "")"
            )
        }
        // The feed itself has no point: this one was filled from an address.
        if stored != nil, try CorrectionTable.isFilled(value.field, place, db) { seen = nil }
        if let former { try withdraw(former, note, db) }
        let number = try CorrectionTable.nextCorrection(db)
        try db.execute(
            """
            INSERT INTO correction (number, place, field, value, seen, state, because, source, author, date, run)
            VALUES (?, ?, ?, ?, ?, 'applied', ?, ?, ?, ?, ?)
            """,
            [
                number, place, value.field.rawValue, stored, seen, note.text ?? "", source, note.author, note.time.date,
                run,
            ])
        try CorrectionTable.record("added", of: number, note, db)
        return MadeCorrection(number: number, field: value.field, replaced: former)
    }

    private static func isTaken(_ field: CorrectionField, _ value: String?, by seen: String?) -> Bool {
        field == .closed ? seen != nil : !CatalogChange.isOther(value, than: seen, in: field.rawValue)
    }

    private static func withdraw(_ number: Int64, _ note: EditNote, _ db: Database) throws {
        try db.execute("UPDATE correction SET state = 'withdrawn' WHERE number = ?", [number])
        try CorrectionTable.record("withdrawn", of: number, note, db)
    }
}

extension CatalogWriter {
    /// Merges the records of a file into this catalog, in one transaction. The catalog's own data stays: an imported
    /// correction with a different value is in conflict. If the catalog lacks the place or the issue of a record, the
    /// record waits until a run brings that place or issue.
    ///
    /// If the catalog has a correction with the same place, field, value, day and author, even a withdrawn one, the
    /// correction of the file is not added. So a second import of a file changes nothing.
    /// - Returns: for each record, its outcome and its number in this catalog; the number is nil if the catalog does
    ///   not have the record.
    /// - Throws: `CatalogError`; `.busy` while an ingest publishes. If it throws, nothing is changed.
    @discardableResult
    package func importRecords(
        _ records: [ExchangeRecord], by note: EditNote
    ) throws -> [(outcome: ExchangeOutcome, number: Int64?)] {
        try changeTables { db in
            let overlay = try Overlay(db)
            let corrections = CorrectionMerge(db)
            let issues = try IssueMerge(db)
            let results = try records.map { record in
                switch record {
                case .correction(let record): try corrections.take(record, by: note)
                case .issue(let record): try issues.take(record, by: note)
                }
            }
            if !corrections.places.isEmpty { try overlay.write(again: corrections.places) }
            return results
        }
    }
}
