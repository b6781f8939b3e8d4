internal import GeocliDatabase
public import GeocliPlaces
public import GeocliText

extension Catalog {
    /// Returns all corrections, all decisions of people about issues, and the imported records whose place or issue is
    /// not in the catalog yet. They are in the order in which a file lists them.
    ///
    /// - Parameter onDamage: gets the problem of each damaged record; the record itself is left out. If `onDamage` is
    ///   nil, the first problem is thrown.
    public func travelRecords(onDamage: ((Words) -> Void)? = nil) throws -> [TravelRecord] {
        var records: [TravelRecord] = []
        try forEachCorrection(CorrectionFilter(), onDamage: onDamage) { correction in
            // The outer nil says that the withdrawal is damaged.
            guard let note = try withdrawal(of: correction, onDamage) else { return }
            records.append(.correction(CorrectionRecord(correction, withdrawal: note)))
        }
        try read { db in
            records += try IssueDecisions(db).all(onDamage).map(TravelRecord.issue)
            records += try PendingTable(db: db).rows(onDamage: onDamage).map(\.record)
        }
        return records.sorted(by: TravelRecord.comesBefore)
    }

    /// Returns the number of imported records whose place or issue is not in the catalog yet.
    public func pendingCount() throws -> Int {
        try read { db in try db.count("SELECT count(*) FROM pending") }
    }

    private func withdrawal(of correction: StoredCorrection, _ onDamage: ((Words) -> Void)?) throws -> EditNote?? {
        guard correction.state == .withdrawn else { return .some(nil) }
        return try read { db in
            try CatalogDamage.sparing(onDamage) {
                try CatalogDamage.ofDecisions(about: Self.subject(correction.number)) {
                    try Self.withdrawal(of: correction.number, db)
                }
            }
        }
    }

    private static func withdrawal(of number: Int64, _ db: Database) throws -> EditNote? {
        var note: EditNote?
        try db.forEachRow(
            """
            SELECT author, happened_at, text, evidence FROM issue_event
            WHERE correction = ? AND what = 'withdrawn' ORDER BY id DESC LIMIT 1
            """, [.integer(number)]
        ) { row in
            let here = EditNote(
                author: try row.required(0, "issue_event.author"), time: try row.moment(1), text: row.text(2))
            note = CorrectionAct.note(here, evidence: row.text(3))
        }
        return note
    }
}

/// People's decisions about the issues of a catalog, as records that name places by reference.
struct IssueDecisions {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// Returns a record for each issue on which a person has acted.
    ///
    /// - Parameter onDamage: gets the problem of each damaged issue; the issue itself is left out. If `onDamage` is
    ///   nil, the first problem is thrown.
    func all(_ onDamage: ((Words) -> Void)?) throws -> [IssueRecord] {
        let reader = try IssueReader(
            db,
            where: "EXISTS (SELECT 1 FROM issue_event e WHERE e.issue = i.number AND e.author IS NOT NULL)", [])
        var records: [IssueRecord] = []
        while true {
            guard let step = try CatalogDamage.sparing(onDamage, { try reader.next() }) else { continue }
            guard let issue = step else { return records }
            let read = try CatalogDamage.sparing(onDamage) { try record(issue) }
            if let read { records.append(read) }
        }
    }

    private func record(_ issue: StoredIssue) throws -> IssueRecord {
        let refs = issue.places.map(\.ref)
        let sorted = refs.sorted(by: TravelText.precedes)
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

    /// For an issue about an event, returns the day of the run in which the event happened.
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
            try CatalogDamage.ofDecisions(about: Words(en: "issue \(number)", ko: "이슈 \(number)")) {
                acts.append(
                    TravelAct(
                        what, author: try row.required(1, "issue_event.author"), moment: try row.moment(2).timestamp,
                        text: row.text(3)))
            }
        }
        return acts
    }
}
