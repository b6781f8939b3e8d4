internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Returns all corrections, all decisions of people about issues, and the records that wait for their place or
    /// issue. They are in the order of a file. A catalog with an older schema has none.
    public func travelRecords() throws -> [TravelRecord] {
        var records: [TravelRecord] = []
        try forEachCorrection(CorrectionFilter()) { correction in
            records.append(
                .correction(CorrectionRecord(correction, withdrawal: try withdrawal(of: correction))))
        }
        try read { db in
            guard try Self.hasIssueTables(db) else { return }
            records += try IssueDecisions(db).all().map(TravelRecord.issue)
            records += try PendingTable(db).rows().map(\.record)
        }
        return records.sorted(by: TravelRecord.comesBefore)
    }

    /// Returns the number of imported records that wait for their place or their issue.
    public func pendingCount() throws -> Int {
        try read { db in try Self.hasIssueTables(db) ? db.count("SELECT count(*) FROM pending") : 0 }
    }

    private func withdrawal(of correction: StoredCorrection) throws -> EditNote? {
        guard correction.state == .withdrawn else { return nil }
        return try read { db in
            var note: EditNote?
            try db.forEachRow(
                """
                SELECT author, happened_at, text, evidence FROM issue_event
                WHERE correction = ? AND what = 'withdrawn' ORDER BY id DESC LIMIT 1
                """, [.integer(correction.number)]
            ) { row in
                let here = EditNote(
                    author: try row.required(0, "issue_event.author"), time: try row.moment(1), text: row.text(2))
                note = CorrectionAct.note(here, evidence: row.text(3))
            }
            return note
        }
    }
}

/// The decisions of people about the issues of a catalog, as records with references.
struct IssueDecisions {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// Returns a record for each issue on which a person has acted.
    func all() throws -> [IssueRecord] {
        let reader = try IssueReader(
            db,
            where: "EXISTS (SELECT 1 FROM issue_event e WHERE e.issue = i.number AND e.author IS NOT NULL)", [])
        var records: [IssueRecord] = []
        while let issue = try reader.next() { records.append(try record(issue)) }
        return records
    }

    private func record(_ issue: StoredIssue) throws -> IssueRecord {
        let refs = issue.places.map(\.ref)
        let sorted = refs.sorted(by: TravelRecord.precedes)
        let accepted =
            issue.state == .accepted
            ? try issue.acceptedEvidence.flatMap {
                try TravelEvidence(db).traveling($0, issue.rule, shared: issue.shared, isSwapped: refs != sorted)
            } : nil
        let state: IssueState =
            switch issue.state {
            case .accepted, .closed: issue.state
            default: .open
            }
        return IssueRecord(
            number: issue.number, rule: issue.ruleID, title: issue.givenTitle, refs: sorted, field: issue.field,
            day: issue.rule?.form == .event ? try day(issue.number) : nil, state: state, labels: issue.labels,
            accepted: accepted, acts: try Self.acts(of: issue.number, db))
    }

    /// Returns the day of the run in which an event happened.
    private func day(_ number: Int64) throws -> String? {
        try db.text(
            """
            SELECT r.date FROM issue i
            JOIN run r ON r.id = CAST(substr(i.identity, instr(i.identity, ' run') + 4) AS INTEGER)
            WHERE i.number = ?
            """, [.integer(number)])
    }

    /// Returns the acts of people on an issue, in order.
    static func acts(of number: Int64, _ db: Database) throws -> [TravelAct] {
        var acts: [TravelAct] = []
        try db.forEachRow(
            """
            SELECT what, author, happened_at, text FROM issue_event WHERE issue = ? AND author IS NOT NULL ORDER BY id
            """, [.integer(number)]
        ) { row in
            // A newer geocli may have written acts that this one does not know.
            guard let what = row.text(0).flatMap(IssueEvent.What.init) else { return }
            acts.append(
                TravelAct(
                    what, author: try row.required(1, "issue_event.author"), moment: try row.moment(2).timestamp,
                    text: row.text(3)))
        }
        return acts
    }
}
