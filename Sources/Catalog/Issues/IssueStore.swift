internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Writes findings into the tables of issues: new issues, states and events. Writes only what has changed.
final class IssueStore {
    private let db: Database
    private let run: Int64
    private let moment: String
    private let byIdentity: Statement
    private let insert: Statement
    private let insertPlace: Statement
    private let setEvidence: Statement
    private let setState: Statement
    private let event: Statement
    private let isUnlisted: Statement
    private let isCorrected: Statement
    /// The last event of an issue, without those of runs that were taken back; nil unless the run takes back others.
    private let formerEvent: Statement?
    private var numbers: IssueNumbers
    /// The issue numbers in imported records that are still waiting, by the identity of the issue.
    private let wanted: [String: Int64]
    private(set) var counts = IssueCounts()
    /// The highest number of an issue before this pass.
    private let lastNumber: Int64
    /// The numbers of the earlier issues that this pass found.
    private var seen: Set<Int64> = []

    /// - Parameters:
    ///   - run: the run that the findings belong to.
    ///   - moment: the time of events, RFC 3339, UTC.
    init(_ db: Database, run: Int64, moment: String) throws {
        self.db = db
        self.run = run
        self.moment = moment
        byIdentity = try Statement(
            db, "SELECT number, state, evidence, accepted_evidence FROM issue WHERE identity = ?")
        insert = try Statement(
            db,
            """
            INSERT INTO issue (number, rule, identity, field, state, shared, evidence, opened_run, changed_run)
            VALUES (?, ?, ?, ?, 'open', ?, ?, ?, ?)
            """)
        insertPlace = try Statement(db, "INSERT INTO issue_place VALUES (?, ?)")
        setEvidence = try Statement(
            db, "UPDATE issue SET evidence = ?2, shared = ?3, accepted_evidence = ?4 WHERE number = ?1")
        setState = try Statement(db, "UPDATE issue SET state = ?2, changed_run = ?3 WHERE number = ?1")
        event = try Statement(
            db,
            "INSERT INTO issue_event (issue, what, run, happened_at, text, evidence) VALUES (?, ?, ?, ?, ?, ?)")
        isUnlisted = try Statement(
            db,
            """
            SELECT 1 FROM issue_place p JOIN place b ON b.id = p.place
            WHERE p.issue = ? AND b.missing_run IS NOT NULL
            """)
        isCorrected = try Statement(
            db,
            """
            SELECT 1 FROM issue i JOIN issue_place p ON p.issue = i.number JOIN place b ON b.id = p.place
            WHERE i.number = ? AND b.corrected IS NOT NULL
                AND EXISTS (SELECT 1 FROM json_each(b.corrected) k WHERE k.value IN (i.field, 'closed'))
            """)
        let isUndo = try db.flag(
            "SELECT EXISTS (SELECT 1 FROM run WHERE id = ? AND undoes IS NOT NULL)", [.integer(run)])
        formerEvent =
            !isUndo
            ? nil
            : try Statement(
                db,
                """
                SELECT e.what FROM issue_event e LEFT JOIN run r ON r.id = e.run
                WHERE e.issue = ? AND e.what IN ('opened', 'accepted', 'fixed', 'reopened') AND r.taken_back IS NULL
                ORDER BY e.id DESC LIMIT 1
                """)
        numbers = try IssueNumbers(db)
        lastNumber = numbers.last
        wanted = try IssueMerge.wanted(db)
    }

    /// Stores a finding: opens a new issue, or updates the evidence and the state of the existing issue.
    /// - Parameter isGentle: whether the only reason for the finding is a new version of its rule, because no value has
    ///   changed. If so, a new issue is opened, but the state of an existing issue does not change. An accepted issue
    ///   stays accepted, with the evidence of the new version.
    func take(_ finding: IssueFinding, isGentle: Bool = false) throws {
        let identity = finding.key.text
        byIdentity.bind(1, identity)
        defer { byIdentity.reset() }
        guard try byIdentity.step() else { return try open(finding, identity) }
        let number = byIdentity.integer(0)
        guard number <= lastNumber, seen.insert(number).inserted else { return }
        let state = byIdentity.text(1).flatMap(IssueState.init(rawValue:)) ?? .open
        let (evidence, accepted) = (byIdentity.text(2), byIdentity.text(3))
        let isSame = Self.isSame(evidence, finding.evidence)
        let isAccepted = Self.statesSame(accepted, finding.evidence)
        if isGentle, state == .fixed { return }
        let carries = isGentle && state == .accepted
        if !isSame || carries && !isAccepted {
            setEvidence.bind(1, number)
            setEvidence.bind(2, finding.evidence)
            setEvidence.bind(3, finding.shared)
            setEvidence.bind(4, carries ? finding.evidence : accepted)
            try setEvidence.run()
        }
        guard !isGentle else { return }
        if let former = try formerState(number), former != state, former != .accepted || isAccepted {
            try set(number, former)
            return try note(number, former == .open ? "opened" : former.rawValue, .takenBack, finding.evidence)
        }
        switch state {
        case .open, .reopened, .closed: break
        case .accepted where isAccepted: break
        case .accepted:
            try reopen(number, .valuesChanged(old: accepted ?? "{}"), finding.evidence)
        case .fixed:
            try reopen(number, .foundAgain, finding.evidence)
        }
    }

    /// Returns the state that a found issue had before the runs that this run takes back.
    private func formerState(_ number: Int64) throws -> IssueState? {
        guard let formerEvent else { return nil }
        formerEvent.bind(1, number)
        defer { formerEvent.reset() }
        guard try formerEvent.step(), let what = formerEvent.text(0), what != "fixed" else { return nil }
        return what == "opened" ? .open : IssueState(rawValue: what)
    }

    /// Whether both texts have the same bytes. Swift's `==` treats two normal forms of a text as equal.
    private static func isSame(_ left: String?, _ right: String) -> Bool {
        left.map { $0.utf8.elementsEqual(right.utf8) } ?? false
    }

    /// Whether two texts of evidence state the same values. Differences that are not a change do not count.
    private static func statesSame(_ left: String?, _ right: String) -> Bool {
        if isSame(left, right) { return true }
        guard let left, case .object(let one)? = try? JSONValue(parsing: Array(left.utf8), name: "evidence"),
            case .object(let other)? = try? JSONValue(parsing: Array(right.utf8), name: "evidence"),
            one.count == other.count
        else { return false }
        return zip(one, other).allSatisfy { one, other in
            guard one.name == other.name else { return false }
            guard let text = one.value.stringValue, let new = other.value.stringValue else {
                return one.value == other.value
            }
            return !CatalogChange.isOther(text, than: new, in: PointText.field)
        }
    }

    func hasFound(_ number: Int64) -> Bool { number > lastNumber || seen.contains(number) }

    /// Sets the state of these issues to fixed, because they are no longer found or have expired.
    func fix(_ numbers: some Sequence<Int64>, _ cause: IssueCause? = nil) throws {
        for number in numbers {
            counts.fixed += 1
            try set(number, .fixed)
            try note(number, "fixed", try cause ?? self.cause(number), nil)
        }
    }

    private func cause(_ number: Int64) throws -> IssueCause {
        isCorrected.bind(1, number)
        defer { isCorrected.reset() }
        if try isCorrected.step() { return .corrected }
        isUnlisted.bind(1, number)
        defer { isUnlisted.reset() }
        return try isUnlisted.step() ? .unlisted : .absent
    }

    private func open(_ finding: IssueFinding, _ identity: String) throws {
        let number = try number(for: identity)
        counts.new += 1
        insert.bind(1, number)
        insert.bind(2, finding.key.rule.rawValue)
        insert.bind(3, identity)
        insert.bind(4, finding.key.field)
        insert.bind(5, finding.shared)
        insert.bind(6, finding.evidence)
        insert.bind(7, run)
        insert.bind(8, run)
        try insert.run()
        for place in finding.key.places {
            insertPlace.bind(1, number)
            insertPlace.bind(2, place)
            try insertPlace.run()
        }
        if number <= lastNumber { seen.insert(number) }
        try note(number, "opened", nil, finding.evidence)
    }

    private func number(for identity: String) throws -> Int64 {
        if let wanted = wanted[identity],
            try !db.flag("SELECT EXISTS (SELECT 1 FROM issue WHERE number = ?)", [.integer(wanted)])
        {
            return wanted
        }
        return try numbers.next()
    }

    private func reopen(_ number: Int64, _ cause: IssueCause, _ evidence: String) throws {
        counts.reopened += 1
        try set(number, .reopened)
        try note(number, "reopened", cause, evidence)
    }

    private func set(_ number: Int64, _ state: IssueState) throws {
        setState.bind(1, number)
        setState.bind(2, state.rawValue)
        setState.bind(3, run)
        try setState.run()
    }

    private func note(_ number: Int64, _ what: String, _ cause: IssueCause?, _ evidence: String?) throws {
        event.bind(1, number)
        event.bind(2, what)
        event.bind(3, run)
        event.bind(4, moment)
        event.bind(5, cause?.text)
        event.bind(6, evidence)
        try event.run()
    }

    /// Returns the counts, including the number of issues that are open now.
    func total() throws -> IssueCounts {
        var counts = counts
        counts.open = try db.count("SELECT count(*) FROM issue WHERE state IN ('open', 'reopened')")
        return counts
    }
}
