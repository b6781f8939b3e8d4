internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Reads and writes the rows of single corrections and of their history.
enum CorrectionTable {
    /// Returns the number for the next correction. It is higher than the number of every correction, including those
    /// that wait in `pending`.
    static func nextCorrection(_ db: Database) throws -> Int64 {
        let last = try db.integer(
            """
            SELECT max(coalesce((SELECT max(number) FROM correction), 0),
                coalesce((SELECT max(number) FROM pending WHERE sort = 'correction'), 0))
            """)
        return try CatalogDamage.number(after: last ?? 0)
    }

    /// Records what a person did to a correction.
    ///
    /// - Parameter elsewhere: who did the act in another catalog, when and why; nil for an act in this catalog. In both
    ///   cases the event gets the time of `note`, so an import does not change what this catalog says about past
    ///   days.
    static func record(
        _ what: String, of number: Int64, _ note: EditNote, elsewhere: EditNote? = nil, _ db: Database
    ) throws {
        let act = CorrectionAct(lastRun: try db.integer("SELECT max(id) FROM run") ?? 0, elsewhere: elsewhere)
        try db.execute(
            "INSERT INTO issue_event (correction, what, author, happened_at, text, evidence) VALUES (?, ?, ?, ?, ?, ?)",
            [number, what, note.author, note.time.timestamp, (elsewhere ?? note).text, act.json] as [any SQLBindable])
    }

    /// Returns a value as text, in the form in which the history stores it.
    static func stored(_ value: CorrectedValue, _ db: Database) throws -> String? {
        guard value.field == .point, let point = value.text.flatMap(PointText.point) else { return value.text }
        return try db.text("SELECT format('%!.17g,%!.17g', ?, ?)", [.real(point.latitude), .real(point.longitude)])
    }

    /// Returns the feed's value of a field of a place.
    static func seen(_ field: CorrectionField, of place: Int64, _ db: Database) throws -> String? {
        let sql = """
            SELECT \(FeedValues.ofCorrection()) FROM \(FeedValues.joined), (SELECT ? AS field) c WHERE b.id = ?
            """
        return try db.text(sql, [.text(field.rawValue), .integer(place)])
    }

    /// Whether `field` is the point, and the place's point was filled from its address.
    static func isFilled(_ field: CorrectionField, _ place: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT \(FeedValues.isFilled) FROM \(FeedValues.joined), (SELECT ? AS field) c WHERE b.id = ?"
        return try db.flag(sql, [.text(field.rawValue), .integer(place)])
    }
}
