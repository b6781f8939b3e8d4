internal import GeocliDatabase
internal import GeocliGeo
package import GeocliPlaces
package import GeocliText

extension Catalog {
    /// Returns the corrections of a place that are applied or in conflict with the feed.
    package func correctionsInForce(ofPlace id: Int64) throws -> [StoredCorrection] {
        var filter = CorrectionFilter()
        (filter.place, filter.states) = (id, [.applied, .conflict])
        var found: [StoredCorrection] = []
        try forEachCorrection(filter) { found.append($0) }
        return found
    }

    /// Calls `body` with the corrections that `filter` admits, ordered by number, at most `limit` times.
    ///
    /// - Parameter onDamage: gets the problem of each damaged correction; the correction itself is left out. If
    ///   `onDamage` is nil, the first problem is thrown.
    package func forEachCorrection(
        _ filter: CorrectionFilter, limit: Int? = nil, onDamage: ((Words) -> Void)? = nil,
        body: (StoredCorrection) throws -> Void
    ) throws {
        try requireNoDay()
        let places = try filter.places.map { try narrowed($0).condition }
        try read { db in
            let states = filter.states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
            // One sum of four optional lists took the compiler ten seconds.
            var conditions = ["true"]
            if !states.isEmpty { conditions.append("c.state IN (\(states))") }
            if let place = filter.place { conditions.append("c.place = \(place)") }
            if let number = filter.number { conditions.append("c.number = \(number)") }
            if let places { conditions.append("c.place IN (SELECT b.id FROM place b WHERE \(places.sql))") }
            try db.forEachRow(
                """
                SELECT c.number, c.place, feed.id || '/' || b.feed_id, b.name, c.field, c.seen, c.value,
                    \(FeedValues.ofCorrection), c.state, c.because, c.source, c.author, c.date
                FROM correction c CROSS JOIN place b ON b.id = c.place JOIN feed ON feed.key = b.feed
                LEFT JOIN upstream u ON u.id = b.id
                WHERE \(conditions.joined(separator: " AND ")) ORDER BY c.number LIMIT ?
                """, (places?.values ?? []) + [.integer(Int64(limit ?? -1))]
            ) { row in
                if let correction = try CatalogDamage.skipping(onDamage, { try Self.correction(row) }) {
                    try body(correction)
                }
            }
        }
    }

    /// Returns the correction with this number.
    /// - Throws: `CatalogError(.notFound)` if no correction has this number.
    package func correction(_ number: Int64) throws -> StoredCorrection {
        var filter = CorrectionFilter()
        filter.number = number
        var found: StoredCorrection?
        try forEachCorrection(filter) { found = $0 }
        guard let found else { throw CatalogError.noCorrection(number) }
        return found
    }

    /// Returns the events of a correction, earliest first.
    package func events(of correction: StoredCorrection) throws -> [CorrectionEvent] {
        try read { db in
            var events: [CorrectionEvent] = []
            try db.forEachRow(
                """
                SELECT what, run, author, happened_at, text, evidence FROM issue_event WHERE correction = ? ORDER BY id
                """, [.integer(correction.number)]
            ) { row in
                events.append(
                    try CatalogDamage.ofDecisions(about: Self.subject(correction.number)) {
                        try Self.event(row, of: correction)
                    })
            }
            return events
        }
    }

    private static func event(_ row: Statement, of correction: StoredCorrection) throws -> CorrectionEvent {
        let (what, moment) = (try row.required(0, "issue_event.what"), try row.moment(3))
        guard let author = row.text(2) else {
            return CorrectionEvent(
                what: what, run: try row.runNumber(1), author: nil, moment: moment, importedBy: nil, doneAt: nil,
                text: nil, upstream: shown(row.text(4), correction.field))
        }
        let here = EditNote(author: author, time: moment, text: row.text(4))
        let note = CorrectionAct.note(here, evidence: row.text(5))
        // An imported file says who made the correction, but not when.
        let doer = what == "added" ? correction.author : note.author
        let isImported = note != here || doer != author
        return CorrectionEvent(
            what: what, run: nil, author: doer, moment: moment, importedBy: isImported ? author : nil,
            doneAt: note == here ? nil : note.time, text: note.text, upstream: nil)
    }

    private static func shown(_ text: String?, _ field: CorrectionField) -> String? {
        guard field == .point else { return text }
        return text.map { PointText.point($0).map(PointText.text) ?? $0 }
    }

    static func subject(_ number: Int64) -> Words { Words(en: "correction \(number)", ko: "정정 \(number)번") }

    private static func correction(_ row: Statement) throws -> StoredCorrection {
        try CatalogDamage.ofDecisions(about: subject(row.integer(0))) { try checked(row) }
    }

    private static func checked(_ row: Statement) throws -> StoredCorrection {
        guard let field = row.text(4).flatMap(CorrectionField.init),
            let state = row.text(8).flatMap(StoredCorrection.State.init)
        else {
            throw CatalogDamage.row(
                Words(
                    en: "correction \(row.integer(0)) has no field or no state",
                    ko: "정정 \(row.integer(0))번에 필드나 상태가 없습니다"))
        }
        func value(_ column: Int32) -> String? { shown(row.text(column), field) }
        return StoredCorrection(
            number: row.integer(0), place: try row.placeID(1), ref: row.text(2) ?? "", name: row.text(3) ?? "",
            field: field, seen: value(5), value: value(6), upstream: value(7), state: state,
            because: row.text(9) ?? "", source: row.text(10) ?? "", author: row.text(11) ?? "",
            day: try row.date(12))
    }
}

extension CatalogError {
    static func noCorrection(_ number: Int64) -> CatalogError {
        CatalogError(
            .notFound, en: "the catalog has no correction \(number); list all with 'geocli corrections list'",
            ko: "정정 \(number)번이 없습니다. 'geocli corrections list'\(.by) 확인하세요")
    }
}

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

    /// - Parameter elsewhere: who did the act in another catalog, when and why; nil for an act in this catalog. In both
    ///   cases the event gets the time of `note`, so an import does not change what this catalog says about past days.
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

    static func seen(_ field: CorrectionField, of place: Int64, _ db: Database) throws -> String? {
        let sql = """
            SELECT \(FeedValues.ofCorrection) FROM \(FeedValues.joined), (SELECT ? AS field) c WHERE b.id = ?
            """
        return try db.text(sql, [.text(field.rawValue), .integer(place)])
    }

    /// Whether `field` is the point, and the place's point was filled from its address.
    static func isFilled(_ field: CorrectionField, _ place: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT \(FeedValues.isFilled) FROM \(FeedValues.joined), (SELECT ? AS field) c WHERE b.id = ?"
        return try db.flag(sql, [.text(field.rawValue), .integer(place)])
    }
}

/// Further facts about a person's act on a correction, kept as JSON in `issue_event.evidence`.
struct CorrectionAct {
    /// The last run before the act. It shows whether a run has judged the correction since the act. Times can't show
    /// that, because a clock can step back.
    let lastRun: Int64
    /// Who did the act in another catalog, and when; nil for an act in this catalog.
    let elsewhere: EditNote?

    /// The SQL for the last run before the act of event `e`; null if it is damaged.
    static let lastRun = "iif(json_valid(e.evidence), json_extract(e.evidence, '$.run'), NULL)"

    var json: String {
        var members: [JSONValue.Member] = [.init("run", .number(String(lastRun)))]
        if let elsewhere {
            members += [
                .init("author", .string(elsewhere.author)), .init("at", .string(elsewhere.time.timestamp)),
            ]
        }
        return JSONValue.object(members).text
    }

    /// Returns who did an act, and when: in the other catalog if the evidence names one, otherwise `here`.
    static func note(_ here: EditNote, evidence: String?) -> EditNote {
        // If the JSON is damaged, only the author and the time in the other catalog are lost.
        guard let evidence, let value = try? JSONValue(parsing: Array(evidence.utf8), name: "evidence"),
            let author = value["author"]?.stringValue, let at = value["at"]?.stringValue,
            let time = SeoulTime(timestamp: at)
        else { return here }
        return EditNote(author: author, time: time, text: here.text)
    }
}
