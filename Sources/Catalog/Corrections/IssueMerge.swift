internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Merges people's decisions about issues into a catalog.
///
/// Two acts are equal if they agree about what was done, by whom, when and why. Equal acts are counted, so that the
/// acts of the file and of the catalog can be united. If only the file or only the catalog has new decisions, these
/// decisions count. If both have new decisions and the decisions differ, the catalog's decision stays, and the record
/// is in conflict.
final class IssueMerge {
    private let db: Database
    private let pending: PendingTable
    private let lastRun: Int64

    init(_ db: Database) throws {
        self.db = db
        pending = PendingTable(db: db)
        lastRun = try db.integer("SELECT max(id) FROM run") ?? 0
    }

    /// Merges one record of a file. The number is its number in this catalog; nil if the catalog does not have it.
    func take(_ record: IssueRecord, by note: EditNote) throws -> (ExchangeOutcome, Int64?) {
        if let places = try pending.places(record.refs), let result = try take(record, about: places) {
            return result
        }
        guard case .issue(let former)? = try pending.record(record.identity) else {
            try pending.keep(.issue(record), as: record.identity, by: note)
            return (.pending, nil)
        }
        let merged = former.merged(with: record)
        guard merged != former else { return (.pending, nil) }
        try pending.keep(.issue(merged), as: record.identity, by: note)
        return (.merged, nil)
    }

    /// Merges the waiting records of issues that the catalog has now, and removes them from the waiting records.
    func settle() throws {
        for row in try pending.rows("issue") {
            guard case .issue(let record) = row.record, let places = try pending.places(record.refs) else { continue }
            if try take(record, about: places) != nil { try pending.remove(row.identity) }
        }
    }

    /// Returns the numbers that waiting records have for their issues, by the identity of the issue in this catalog.
    static func wanted(_ db: Database) throws -> [String: Int64] {
        let pending = PendingTable(db: db)
        var wanted: [String: Int64] = [:]
        for row in try pending.rows("issue") {
            guard case .issue(let record) = row.record, let places = try pending.places(record.refs),
                let identity = try identity(of: record, places, db)
            else { continue }
            wanted[identity] = record.number
        }
        return wanted
    }

    /// Returns nil for an issue that a person reported, for an unknown rule, and for an event on a day without a run.
    private static func identity(of record: IssueRecord, _ places: [Int64], _ db: Database) throws -> String? {
        guard let rule = record.rule.flatMap(IssueRule.init) else { return nil }
        guard rule.form == .event else { return IssueKey(rule, places, field: record.field).text }
        let run = try db.integer(
            """
            SELECT max(r.id) FROM run r JOIN place b ON b.feed = r.feed
            WHERE b.id = ? AND r.date = ? AND r.good_run IS NOT NULL
            """, [.integer(places[0]), .text(record.day ?? "")])
        return run.map { IssueKey(rule, places, field: record.field, run: $0).text }
    }

    /// Merges a record whose places are in this catalog. Returns nil for a finding that the catalog does not have.
    private func take(_ record: IssueRecord, about places: [Int64]) throws -> (ExchangeOutcome, Int64?)? {
        guard record.rule != nil else {
            guard let number = try reported(record, places[0]) else { return (.added, try report(record, places[0])) }
            return (try merge(record, into: number, places), number)
        }
        guard let identity = try Self.identity(of: record, places, db),
            let number = try db.integer("SELECT number FROM issue WHERE identity = ?", [.text(identity)])
        else { return nil }
        return (try merge(record, into: number, places), number)
    }

    // MARK: Issues that people reported

    private func reported(_ record: IssueRecord, _ place: Int64) throws -> Int64? {
        guard let opened = record.acts.first(where: { $0.what == .opened }) else { return nil }
        return try db.integer(
            """
            SELECT i.number FROM issue i JOIN issue_place p ON p.issue = i.number
            JOIN issue_event e ON e.issue = i.number
            WHERE p.place = ? AND i.rule IS NULL AND i.title = ? AND e.what = 'opened' AND e.author = ?
                AND e.happened_at = ? LIMIT 1
            """, [.integer(place), .text(record.title ?? ""), .text(opened.author), .text(opened.moment)])
    }

    private func report(_ record: IssueRecord, _ place: Int64) throws -> Int64 {
        let isFree = try db.integer("SELECT 1 FROM issue WHERE number = ?", [.integer(record.number)]) == nil
        var numbers = try IssueNumbers(db)
        let number = try isFree ? record.number : numbers.next()
        try db.execute(
            """
            INSERT INTO issue (number, identity, state, title, evidence, accepted_evidence, opened_run, changed_run)
            VALUES (?, ?, ?, ?, '{}', ?, ?, ?);
            INSERT INTO issue_place (issue, place) VALUES (?, ?);
            """,
            [
                number, "reported \(number)", record.state.rawValue, record.title,
                record.state == .accepted ? "{}" : nil, lastRun, lastRun, number, place,
            ] as [any SQLBindable])
        for label in record.labels { try db.execute("INSERT INTO issue_label VALUES (?, ?)", [number, label]) }
        for act in record.acts { try note(act, on: number) }
        return number
    }

    // MARK: Acts

    private func merge(_ record: IssueRecord, into number: Int64, _ places: [Int64]) throws -> ExchangeOutcome {
        let held = try IssueDecisions.acts(of: number, db)
        let coming = Set(record.acts)
        let new = ExchangeAct.missing(from: held, of: record.acts)
        guard !new.isEmpty else { return .same }
        let row = try Statement(db, "SELECT state, evidence FROM issue WHERE number = ?")
        row.bind(1, number)
        guard try row.step(), let state = row.text(0).flatMap(IssueState.init) else { return .same }
        let evidence = row.text(1) ?? "{}"
        row.reset()
        let isDecided = new.contains(where: \.isDecision)
        let isContested = isDecided && held.contains { $0.isDecision && !coming.contains($0) } && !agrees(state, record)
        for act in new where !(isContested && act.isDecision) {
            try note(act, on: number, act == record.lastDecision && record.state == .accepted ? evidence : nil)
        }
        try setLabels(number, new)
        guard isDecided, !isContested else { return isContested ? .conflict : .merged }
        return try decide(record, number, places, from: state, evidence)
    }

    private func agrees(_ state: IssueState, _ record: IssueRecord) -> Bool {
        switch record.state {
        case .accepted, .closed: state == record.state
        default: state == .open || state == .reopened
        }
    }

    private func decide(
        _ record: IssueRecord, _ number: Int64, _ places: [Int64], from state: IssueState, _ evidence: String
    ) throws -> ExchangeOutcome {
        guard state != .fixed, !agrees(state, record) else { return .merged }
        switch record.state {
        case .accepted:
            let judged = try record.accepted.flatMap { try local($0, record, places) }
            guard judged.map({ $0.utf8.elementsEqual(evidence.utf8) }) ?? false else {
                try set(number, .reopened, accepted: nil)
                let cause = IssueCause.valuesChanged(old: judged ?? "{}")
                try db.execute(
                    """
                    INSERT INTO issue_event (issue, what, run, happened_at, text, evidence)
                    SELECT ?, 'reopened', id, started_at, ?, ? FROM run WHERE id = ?
                    """, [number, cause.text, evidence, lastRun])
                return .reopened
            }
            try set(number, .accepted, accepted: evidence)
        case .closed: try set(number, .closed, accepted: nil)
        default: try set(number, .reopened, accepted: nil)
        }
        return .merged
    }

    private func local(_ evidence: [JSONValue.Member], _ record: IssueRecord, _ places: [Int64]) throws -> String? {
        try ExchangeEvidence(db).local(
            evidence, record.rule.flatMap(IssueRule.init), field: record.field, isSwapped: places != places.sorted())
    }

    private func set(_ number: Int64, _ state: IssueState, accepted: String?) throws {
        try db.execute(
            "UPDATE issue SET state = ?, accepted_evidence = ?, changed_run = ? WHERE number = ?",
            [state.rawValue, accepted, lastRun, number] as [any SQLBindable])
    }

    private func setLabels(_ number: Int64, _ new: [ExchangeAct]) throws {
        let labels = Set(new.filter { $0.what == .labeled || $0.what == .unlabeled }.compactMap(\.text))
        guard !labels.isEmpty else { return }
        // The last act on a label counts, whether it is from the file or from the catalog.
        let acts = ExchangeAct.inOrder(try IssueDecisions.acts(of: number, db))
        for label in labels {
            let ofLabel = acts.filter { $0.text == label && ($0.what == .labeled || $0.what == .unlabeled) }
            let isOn = ofLabel.last?.what == .labeled
            let add = "INSERT OR IGNORE INTO issue_label VALUES (?, ?)"
            let remove = "DELETE FROM issue_label WHERE issue = ? AND label = ?"
            try db.execute(isOn ? add : remove, [number, label])
        }
    }

    private func note(_ act: ExchangeAct, on number: Int64, _ evidence: String? = nil) throws {
        try db.execute(
            """
            INSERT INTO issue_event (issue, what, author, happened_at, text, evidence) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [number, act.what.rawValue, act.author, act.moment, act.text, evidence] as [any SQLBindable])
    }
}
