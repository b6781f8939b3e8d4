internal import GeocliDatabase
package import GeocliPlaces
package import GeocliText

extension Catalog {
    /// Returns all corrections, all decisions of people about issues, and the imported records whose place or issue is
    /// not in the catalog yet. They are in the order in which a file lists them.
    ///
    /// - Parameter onDamage: gets the problem of each damaged record; the record itself is left out. If `onDamage` is
    ///   nil, the first problem is thrown.
    package func exchangeRecords(onDamage: ((Words) -> Void)? = nil) throws -> [ExchangeRecord] {
        var records: [ExchangeRecord] = []
        try forEachCorrection(CorrectionFilter(), onDamage: onDamage) { correction in
            // The outer nil says that the withdrawal is damaged.
            guard let note = try withdrawal(of: correction, onDamage) else { return }
            records.append(.correction(CorrectionRecord(correction, withdrawal: note)))
        }
        try read { db in
            records += try IssueDecisions(db).all(onDamage).map(ExchangeRecord.issue)
            records += try PendingTable(db: db).rows(onDamage: onDamage).map(\.record)
        }
        return records.sorted(by: ExchangeRecord.comesBefore)
    }

    /// Returns the number of imported records whose place or issue is not in the catalog yet.
    public func pendingCount() throws -> Int {
        try read { db in try db.count("SELECT count(*) FROM pending") }
    }

    private func withdrawal(of correction: StoredCorrection, _ onDamage: ((Words) -> Void)?) throws -> EditNote?? {
        guard correction.state == .withdrawn else { return .some(nil) }
        return try read { db in
            try CatalogDamage.skipping(onDamage) {
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
    /// - Parameter onDamage: as in `Catalog.exchangeRecords`.
    func all(_ onDamage: ((Words) -> Void)?) throws -> [IssueRecord] {
        let reader = try IssueReader(
            db,
            where: "EXISTS (SELECT 1 FROM issue_event e WHERE e.issue = i.number AND e.author IS NOT NULL)", [])
        var records: [IssueRecord] = []
        while true {
            guard let step = try CatalogDamage.skipping(onDamage, { try reader.next() }) else { continue }
            guard let issue = step else { return records }
            let read = try CatalogDamage.skipping(onDamage) { try record(issue) }
            if let read { records.append(read) }
        }
    }

    private func record(_ issue: StoredIssue) throws -> IssueRecord {
        let refs = issue.places.map(\.ref)
        let sorted = refs.sorted(by: ExchangeText.precedes)
        let accepted =
            issue.state == .accepted
            ? try issue.acceptedEvidence.flatMap {
                try ExchangeEvidence(db).exported($0, issue.rule, shared: issue.shared, isSwapped: refs != sorted)
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

    static func acts(of number: Int64, _ db: Database) throws -> [ExchangeAct] {
        var acts: [ExchangeAct] = []
        try db.forEachRow(
            """
            SELECT what, author, happened_at, text FROM issue_event WHERE issue = ? AND author IS NOT NULL ORDER BY id
            """, [.integer(number)]
        ) { row in
            // A newer geocli may have written acts that this one does not know.
            guard let what = row.text(0).flatMap(IssueEvent.What.init) else { return }
            try CatalogDamage.ofDecisions(about: Words(en: "issue \(number)", ko: "이슈 \(number)")) {
                acts.append(
                    ExchangeAct(
                        what, author: try row.required(1, "issue_event.author"), moment: try row.moment(2).timestamp,
                        text: row.text(3)))
            }
        }
        return acts
    }
}

/// Converts the evidence of an accepted issue from the catalog's numbers to references, and back.
///
/// Evidence names places only if it is about a group. The values of a pair are in the order of the places' numbers in
/// this catalog. In another catalog, the order of the two places may be the opposite.
struct ExchangeEvidence {
    private static let (places, all, values) = ("places", "all", "values")

    let db: Database
    let pending: PendingTable

    init(_ db: Database) {
        self.db = db
        pending = PendingTable(db: db)
    }

    /// Returns the evidence with references instead of the catalog's numbers.
    /// - Parameter isSwapped: whether the order of a pair's references is the opposite of the order of its places.
    /// - Returns: nil if the places of a large group are no longer known.
    func exported(
        _ evidence: [JSONValue.Member], _ rule: IssueRule?, shared: String?, isSwapped: Bool
    ) throws -> [JSONValue.Member]? {
        switch rule?.form {
        case .pair: return isSwapped ? Self.swapped(evidence) : evidence
        case .group:
            guard let ids = try members(evidence, rule, shared) else { return nil }
            let refs = try ids.compactMap(ref).sorted(by: ExchangeText.precedes)
            return evidence.filter { $0.name != Self.all }.map { member in
                member.name == Self.places
                    ? JSONValue.Member(Self.places, .array(refs.map(JSONValue.string))) : member
            }
        default: return evidence
        }
    }

    /// Returns evidence as this catalog writes it; nil if the catalog lacks one of the evidence's places.
    func local(
        _ evidence: [JSONValue.Member], _ rule: IssueRule?, field: String, isSwapped: Bool
    ) throws -> String? {
        switch rule?.form {
        case .pair: return JSONValue.object(isSwapped ? Self.swapped(evidence) : evidence).text
        case .group:
            let value = JSONValue.object(evidence)
            guard let refs = value[Self.places]?.arrayValue?.compactMap(\.stringValue),
                let shared = value[field]?.stringValue, let ids = try pending.places(refs)
            else { return nil }
            return JSONValue.object(IssueJudge.evidence(field, shared, of: ids.sorted())).text
        default: return JSONValue.object(evidence).text
        }
    }

    /// Returns the ids of all places of the group that the evidence is about; nil if they are no longer known.
    private func members(_ evidence: [JSONValue.Member], _ rule: IssueRule?, _ shared: String?) throws -> [Int64]? {
        let value = JSONValue.object(evidence)
        guard value[Self.all] != nil else {
            return value[Self.places]?.arrayValue?.compactMap { $0.scalarText.flatMap { Int64($0) } }
        }
        guard let rule, let shared, let field = evidence.first?.name,
            let one = value[Self.places]?.arrayValue?.first?.scalarText
        else { return nil }
        var ids: [Int64] = []
        try db.forEachRow(
            """
            SELECT p.place FROM issue i JOIN issue_place p ON p.issue = i.number JOIN place b ON b.id = p.place
            WHERE i.rule = ? AND i.shared = ? AND i.state <> 'fixed'
                AND b.feed = (SELECT feed FROM place WHERE id = CAST(? AS INTEGER))
            ORDER BY p.place
            """, [.text(rule.rawValue), .text(shared), .text(one)]
        ) { ids.append($0.integer(0)) }
        // The hash in the evidence shows whether these are the places that were judged.
        return IssueJudge.evidence(field, shared, of: ids) == evidence ? ids : nil
    }

    private func ref(_ id: Int64) throws -> String? {
        try db.text(
            "SELECT feed.id || '/' || b.feed_id FROM place b JOIN feed ON feed.key = b.feed WHERE b.id = ?",
            [.integer(id)])
    }

    private static func swapped(_ evidence: [JSONValue.Member]) -> [JSONValue.Member] {
        evidence.map { member in
            guard member.name == values, let list = member.value.arrayValue else { return member }
            return JSONValue.Member(values, .array(list.reversed()))
        }
    }
}

/// The records of imported files whose place or issue is not in the catalog yet.
struct PendingTable {
    struct Row {
        let identity: String
        let record: ExchangeRecord
        let note: EditNote
    }

    let db: Database

    var isEmpty: Bool { get throws { try !db.flag("SELECT EXISTS (SELECT 1 FROM pending)") } }

    /// Returns the waiting records in the order of their numbers, corrections first.
    /// - Parameters:
    ///   - sort: `correction` or `issue`; nil for both.
    ///   - onDamage: as in `Catalog.exchangeRecords`.
    func rows(_ sort: String? = nil, onDamage: ((Words) -> Void)? = nil) throws -> [Row] {
        var rows: [Row] = []
        try db.forEachRow(
            """
            SELECT identity, record, author, imported_at FROM pending WHERE sort = coalesce(?, sort)
            ORDER BY sort, number, identity
            """, [sort.map(SQLValue.text) ?? .null]
        ) { row in
            let identity = row.text(0) ?? ""
            let read = try CatalogDamage.skipping(onDamage) {
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

    func record(_ identity: String) throws -> ExchangeRecord? {
        try db.text("SELECT record FROM pending WHERE identity = ?", [.text(identity)]).map {
            try Self.record($0, identity)
        }
    }

    private static func record(_ json: String, _ identity: String) throws -> ExchangeRecord {
        guard let value = try? JSONValue(parsing: Array(json.utf8), name: "pending"),
            let record = try? ExchangeRecord(value)
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
    func keep(_ record: ExchangeRecord, as identity: String, by note: EditNote) throws {
        let sort = if case .issue = record { "issue" } else { "correction" }
        try db.execute(
            """
            INSERT INTO pending VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (identity) DO UPDATE SET record = excluded.record, author = excluded.author,
                imported_at = excluded.imported_at
            """,
            [identity, sort, record.number, record.json, note.author, note.time.timestamp])
    }

    func remove(_ identity: String) throws {
        try db.execute("DELETE FROM pending WHERE identity = ?", [identity])
    }

    func numbers(_ sort: String) throws -> Set<Int64> {
        var numbers: Set<Int64> = []
        try db.forEachRow("SELECT number FROM pending WHERE sort = ?", [.text(sort)]) { numbers.insert($0.integer(0)) }
        return numbers
    }

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

/// The numbers for new issues. No present or former issue has such a number, and no waiting record has reserved it.
struct IssueNumbers {
    /// The highest number that was ever given to an issue.
    private(set) var last: Int64
    private let reserved: Set<Int64>

    init(_ db: Database) throws {
        // A number is never used twice, even if its issue was deleted by hand.
        last = max(
            try db.integer("SELECT max(number) FROM issue") ?? 0,
            try db.integer("SELECT max(issue) FROM issue_event WHERE issue IS NOT NULL") ?? 0)
        reserved = try PendingTable(db: db).numbers("issue")
    }

    mutating func next() throws -> Int64 {
        repeat { last = try CatalogDamage.number(after: last) } while reserved.contains(last)
        return last
    }
}
