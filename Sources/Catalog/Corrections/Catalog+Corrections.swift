internal import GeocliDatabase
public import GeocliPlaces
public import GeocliText

extension Catalog {
    /// Returns the corrections of a place that are applied or in conflict with the feed.
    public func correctionsInForce(ofPlace id: Int64) throws -> [StoredCorrection] {
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
    public func forEachCorrection(
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
                    \(FeedValues.ofCorrection()), c.state, c.because, c.source, c.author, c.date
                FROM correction c CROSS JOIN place b ON b.id = c.place JOIN feed ON feed.key = b.feed
                LEFT JOIN upstream u ON u.id = b.id
                WHERE \(conditions.joined(separator: " AND ")) ORDER BY c.number LIMIT ?
                """, (places?.values ?? []) + [.integer(Int64(limit ?? -1))]
            ) { row in
                if let correction = try CatalogDamage.sparing(onDamage, { try Self.correction(row) }) {
                    try body(correction)
                }
            }
        }
    }

    /// Returns the correction with this number.
    ///
    /// - Throws: `CatalogError(.notFound)` if no correction has this number.
    public func correction(_ number: Int64) throws -> StoredCorrection {
        var filter = CorrectionFilter()
        filter.number = number
        var found: StoredCorrection?
        try forEachCorrection(filter) { found = $0 }
        guard let found else { throw CatalogWriter.unknown(number) }
        return found
    }

    /// Returns the events of a correction, earliest first.
    public func events(of correction: StoredCorrection) throws -> [CorrectionEvent] {
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

    /// Returns a value as listings show it.
    private static func shown(_ text: String?, _ field: CorrectionField) -> String? {
        guard field == .point else { return text }
        return text.map { PointText.point($0).map(PointText.text) ?? $0 }
    }

    /// Returns the words that name a correction in a message about damage.
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
