internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// One pass of the rules over the rows: some rules judge all rows, and all rules judge the touched rows.
final class IssuePass {
    let db: Database
    let rows: IssueRows
    let store: IssueStore
    /// Which rules judge all rows. Rules that can't run are left out.
    private(set) var plan: IssueRuleTable.Plan
    /// The rows that all rules judge.
    let touched: Set<Int64>
    let run: Int64
    /// The feed of the run; nil for a scan that a person started.
    let feed: Int64?
    /// The numbers of the runs that were taken back, and of those that took them back, as SQL. Their changes are no
    /// events: a value that comes back does not flip.
    let takenBack: String
    private let early: EarlyGather?
    private let first: FirstGather?
    /// The issues that will be set to fixed unless this pass finds them again.
    var scope: Set<Int64> = []
    /// The keys of phones and points whose groups may have changed.
    private var affected: Set<UInt64> = []
    /// The rows of keys that went over the limit for comparing pair by pair, or back under it.
    private var crowded: Set<Int64> = []
    private var judge = RowJudge(map: nil)

    init(
        _ db: Database, _ rows: IssueRows, _ store: IssueStore, _ plan: IssueRuleTable.Plan, touched: Set<Int64>,
        run: Int64, feed: Int64?, early: EarlyGather? = nil, first: FirstGather? = nil
    ) throws {
        self.db = db
        self.rows = rows
        self.store = store
        self.plan = plan
        self.touched = touched
        self.run = run
        self.feed = feed
        takenBack = try db.texts(
            """
            SELECT id FROM run WHERE undoes IS NOT NULL OR taken_back IS NOT NULL
            """
        ).joined(separator: ", ")
        self.early = early
        self.first = first
        if plan.runnable.contains(.districtPoint), !touched.isEmpty || plan.full.contains(.districtPoint) {
            // Damaged outlines must not stop an ingest. If the outlines are damaged, this rule does not run.
            do {
                judge = RowJudge(map: DistrictMap(try OutlineTable.outlines(db)))
            } catch is CatalogDamage {
                self.plan.exclude(.districtPoint)
            }
        }
    }

    /// Judges the rows, and writes which issues are new, fixed or found again.
    /// - Parameter former: the number of a run; links that this run or a later run found may be new. Nil if no link can
    ///   have changed.
    func judge(former: Int64?) throws {
        try fillScope()
        if plan.full.isDisjoint(with: IssueRuleTable.Plan.several) {
            try judgeRows()
            try judgeGroups(try settleCrowds())
        } else {
            try judgeAll()
        }
        try addGroupsToScope()
        if let former { try judgeLinks(since: former) }
        try judgeHistory()
        try judgeCorrections()
        try store.fix(scope.filter { !store.hasFound($0) }.sorted())
        try expire()
    }

    // MARK: What a finding may change

    /// Stores a finding if its rule judges all rows, or if the finding is about something that has changed.
    func take(_ finding: IssueFinding, isAffected: Bool = false) throws {
        let rule = finding.key.rule
        guard plan.runnable.contains(rule) else { return }
        let isFull = plan.full.contains(rule)
        let isFirm =
            isFull && !plan.gentle.contains(rule) || isAffected || finding.key.places.contains(where: touched.contains)
        guard isFull || isFirm else { return }
        try store.take(finding, isGentle: !isFirm)
    }

    /// The SQL condition for an issue that is neither fixed nor closed.
    static let isLive = "state IN ('open', 'accepted', 'reopened')"

    static func list(_ rules: some Sequence<IssueRule>) -> String {
        rules.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    }

    private func fillScope() throws {
        let stable = plan.runnable.filter { $0.form != .event }
        let firm = stable.intersection(plan.full).subtracting(plan.gentle)
        try db.forEachRow(
            """
            SELECT number FROM issue WHERE \(Self.isLive)
            AND rule IN (\(Self.list(firm.union([.correctionConflict]))))
            """
        ) { scope.insert($0.integer(0)) }
        let issues = try Statement(
            db,
            """
            SELECT i.number, i.rule, i.shared, b.feed FROM issue_place p JOIN issue i ON i.number = p.issue
            JOIN place b ON b.id = p.place
            WHERE p.place = ? AND i.\(Self.isLive) AND i.rule IN (\(Self.list(stable)))
            """)
        for id in touched {
            issues.bind(1, id)
            defer { issues.reset() }
            while try issues.step() {
                scope.insert(issues.integer(0))
                if let rule = issues.text(1).flatMap(IssueRule.init(rawValue:)), let shared = issues.text(2),
                    let key = Self.key(rule, shared, feed: issues.integer(3))
                {
                    affected.insert(key)
                }
            }
        }
    }

    private static func key(_ rule: IssueRule, _ shared: String, feed: Int64) -> UInt64? {
        switch rule {
        case .phoneShared: return Array(shared.utf8).withUnsafeBufferPointer { IssueKeys.phone($0, feed: feed) }
        case .pointShared:
            return PointText.point(shared).map {
                IssueKeys.point(longitude: $0.longitude, latitude: $0.latitude, feed: feed)
            }
        default: return nil
        }
    }

    // MARK: One row

    private static let ofRows: Set<IssueRule> = [
        .districtPoint, .districtAddress, .pointMissing, .pointUnusable, .phoneUnusable, .websiteUnusable,
        .namePlaceholder, .textBroken, .kindUnknown,
    ]

    private func judgeAll() throws {
        let gather: FullGather
        if plan.isEverything, let first {
            if let found = try first.singles() {
                for finding in found.findings { try take(finding) }
                for id in found.rest { if let row = try rows.row(id) { try judge(row) } }
            } else {
                try judgeEachRow()
            }
            gather =
                try first.gather() ?? FullGather(GatheredKeys(db) { _ in false }, rows, isAffected: affected.contains)
        } else {
            try noteTouchedKeys()
            let keys = try GatheredKeys(db) {
                try judgeIfSuspect($0)
                return false
            }
            gather = try FullGather(keys, rows, isAffected: affected.contains)
        }
        try IssueCrowds(db).store(gather.crowds)
        try gather.findings.forEach { try take($0, isAffected: $1) }
    }

    private func judgeRows() throws {
        if plan.full.isDisjoint(with: Self.ofRows) {
            for id in touched.sorted() { if let row = try rows.row(id) { try judge(row) } }
        } else {
            try judgeEachRow()
        }
    }

    private func judgeEachRow() throws {
        let all = try Statement(db, "SELECT \(IssueRows.columns) \(IssueRows.listed)")
        while try all.step() { try judgeIfSuspect(all) }
    }

    /// Returns the rows that share a key with touched rows. If keys went over the limit for comparing pair by pair, or
    /// back under it, all pairs of their rows must be judged again. Then the result also contains every row that shares
    /// a key with one of these rows.
    private func settleCrowds() throws -> IssueGather {
        let gather = try IssueGather(db, keys: touchedKeys(), early: early)
        guard !touched.isEmpty else { return gather }
        let table = try IssueCrowds(db)
        let crowds = gather.crowds()
        // `gather` has the rows of the former crowds, too, so this finds every key that went over the limit or back
        // under it.
        let passed = crowds.symmetricDifference(table.former)
        guard !passed.isEmpty else { return gather }
        try table.store(crowds)
        crowded = gather.rows(of: passed)
        let issues = try Statement(
            db,
            """
            SELECT i.number FROM issue_place p JOIN issue i ON i.number = p.issue
            WHERE p.place = ? AND i.\(Self.isLive) AND i.rule = '\(IssueRule.repeated.rawValue)'
            """)
        for id in crowded {
            issues.bind(1, id)
            defer { issues.reset() }
            while try issues.step() { scope.insert(issues.integer(0)) }
        }
        return try IssueGather(db, keys: touchedKeys().union(keys(of: crowded)))
    }

    private func keys(of ids: Set<Int64>) throws -> Set<UInt64> {
        var all: Set<UInt64> = []
        var keys = IssueKeys()
        let row = try Statement(db, "SELECT \(IssueKeys.columns) FROM place b WHERE b.id = ?")
        for id in ids {
            row.bind(1, id)
            defer { row.reset() }
            guard try row.step() else { continue }
            try keys.read(KeyColumns(row: row))
            all.formUnion(keys.keys.filter { IssueKeys.sort($0) == .pair })
        }
        return all
    }

    /// Returns the keys of touched rows, of the groups that these rows left, and of the former crowds (`IssueCrowds`).
    private func touchedKeys() throws -> Set<UInt64> {
        let keys = try noteTouchedKeys()
        return touched.isEmpty ? affected : try affected.union(keys).union(IssueCrowds(db).former)
    }

    /// Adds the keys of the phones and points of touched rows to `affected`. Returns all keys of touched rows.
    @discardableResult
    private func noteTouchedKeys() throws -> Set<UInt64> {
        var all: Set<UInt64> = []
        var keys = IssueKeys()
        let row = try Statement(
            db, "SELECT \(IssueKeys.columns) FROM place b WHERE b.id = ? AND b.missing_run IS NULL")
        for id in touched {
            row.bind(1, id)
            defer { row.reset() }
            guard try row.step() else { continue }
            try keys.read(KeyColumns(row: row))
            all.formUnion(keys.keys)
            affected.formUnion(keys.keys.filter { IssueKeys.sort($0) != .pair })
        }
        return all
    }

    private func judgeIfSuspect(_ statement: Statement) throws {
        if try rows.isSuspect(statement, judge.map) { try judge(try rows.row(statement)) }
    }

    private func judge(_ row: IssueRow) throws { for finding in judge.findings(row) { try take(finding) } }

    // MARK: Several rows

    private func judgeGroups(_ gather: IssueGather) throws {
        let findings = WaitingFindings()
        try gather.forEachGroup { sort, entries in
            guard sort != .pair else { return try judgePairs(entries, findings) }
            guard let key = entries.first?.key, affected.contains(key) else { return }
            var group = GroupJudge(sort, isAffected: true, findings)
            for entry in entries { if let row = try rows.row(entry.id) { try group.add(row) } }
            try group.end()
        }
        try findings.forEach { try take($0, isAffected: $1) }
    }

    private func judgePairs(_ entries: ArraySlice<IssueKeyEntry>, _ findings: WaitingFindings) throws {
        guard entries.count <= IssueGather.crowd else { return }
        func isTouched(_ id: Int64) -> Bool { touched.contains(id) || crowded.contains(id) }
        guard entries.contains(where: { isTouched($0.id) }) else { return }
        try rows.forEachRepeat(among: entries) {
            isTouched($0) || isTouched($1)
        } _: { finding, low, high in
            try findings.add(finding, low, high, isAffected: crowded.contains(low) || crowded.contains(high))
        }
    }

    private func addGroupsToScope() throws {
        guard !affected.isEmpty else { return }
        try db.forEachRow(
            """
            SELECT i.number, i.rule, i.shared, b.feed FROM issue i JOIN issue_place p ON p.issue = i.number
            JOIN place b ON b.id = p.place
            WHERE i.\(Self.isLive) AND i.rule IN (\(Self.list([.phoneShared, .pointShared])))
            """
        ) { row in
            if let rule = row.text(1).flatMap(IssueRule.init(rawValue:)), let shared = row.text(2),
                let key = Self.key(rule, shared, feed: row.integer(3)), affected.contains(key)
            {
                scope.insert(row.integer(0))
            }
        }
    }
}
