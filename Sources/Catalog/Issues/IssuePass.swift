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
    private let early: EarlyGather?
    private let first: FirstGather?
    /// The rows that are the same shop, if `first` has found them.
    private var firstPairs: FirstPairs?
    /// The issues that will be set to fixed unless this pass finds them again.
    var scope: Set<Int64> = []
    /// The keys of phones and points whose groups may have changed.
    private var affected: Set<UInt64> = []
    /// The rows of keys that went over the limit for comparing pair by pair, or back under it.
    private var crowded: Set<Int64> = []
    private var map: DistrictMap?

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
        self.early = early
        self.first = first
        if plan.runnable.contains(.districtPoint), !touched.isEmpty || plan.full.contains(.districtPoint) {
            // Damaged outlines must not stop an ingest. If the outlines are damaged, this rule does not run.
            do {
                map = DistrictMap(try OutlineTable.outlines(db))
            } catch is CatalogDamage {
                self.plan.leaveOut(.districtPoint)
            }
        }
    }

    /// Judges the rows, and writes which issues are new, fixed or found again.
    ///
    /// - Parameter former: the number of a run; links that this run or a later run found may be new. Nil if no link can
    ///   have changed.
    func judge(former: Int64?) throws {
        try fillScope()
        try judgeGroups(try settleCrowds(try judgeRows()))
        if let former { try judgeLinks(since: former) }
        try judgeHistory()
        try judgeCorrections()
        try store.fix(scope.subtracting(store.seen).sorted())
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

    /// Returns rules as a list for SQL.
    static func list(_ rules: some Sequence<IssueRule>) -> String {
        rules.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    }

    /// Fills `scope` with the issues that will be set to fixed unless they are found again.
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
            JOIN bookstore b ON b.id = p.bookstore
            WHERE p.bookstore = ? AND i.\(Self.isLive) AND i.rule IN (\(Self.list(stable)))
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

    private static let several: Set<IssueRule> = [.repeated, .pointShared, .phoneShared]
    private static let ofRows: Set<IssueRule> = [
        .districtPoint, .districtAddress, .pointMissing, .pointUnusable, .phoneUnusable, .websiteUnusable,
        .namePlaceholder, .kindUnknown,
    ]

    /// Judges each row by itself. Returns the rows that share keys.
    private func judgeRows() throws -> IssueGather {
        let isFull = !plan.full.isDisjoint(with: Self.ofRows)
        let keys = try touchedKeys()
        if !plan.full.isDisjoint(with: Self.several) {
            if plan.isEverything, let found = first?.take() {
                firstPairs = found.pairs
                for id in found.suspects { if let row = try rows.row(id) { try judge(row) } }
                return found.gather
            }
            return try IssueGather(all: db) { try judgeIfSuspect($0) }
        }
        if isFull {
            let all = try Statement(db, "SELECT \(IssueRows.columns) \(IssueRows.listed)")
            while try all.step() { try judgeIfSuspect(all) }
        } else {
            for id in touched.sorted() { if let row = try rows.row(id) { try judge(row) } }
        }
        return try IssueGather(db, keys: keys, early: early)
    }

    /// Finds the keys that went over the limit for comparing pair by pair, or back under it. All pairs of their rows
    /// must be judged again, so the result contains every row that shares a key with one of these rows.
    private func settleCrowds(_ gather: IssueGather) throws -> IssueGather {
        let table = try IssueCrowds(db)
        let isFull = plan.full.contains(.repeated)
        guard isFull || !touched.isEmpty else { return gather }
        let crowds = gather.crowds()
        guard !isFull else {
            try table.store(crowds)
            return gather
        }
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
            WHERE p.bookstore = ? AND i.\(Self.isLive) AND i.rule = '\(IssueRule.repeated.rawValue)'
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
        let row = try Statement(db, "SELECT \(IssueKeys.columns) FROM bookstore b WHERE b.id = ?")
        for id in ids {
            row.bind(1, id)
            defer { row.reset() }
            guard try row.step() else { continue }
            keys.read(row)
            all.formUnion(keys.keys.filter { IssueKeys.sort($0) == .pair })
        }
        return all
    }

    /// Returns all keys of the touched rows, the keys of the groups that these rows left, and the keys of the former
    /// crowds (`IssueCrowds`).
    private func touchedKeys() throws -> Set<UInt64> {
        var wanted = affected
        if !touched.isEmpty { wanted.formUnion(try IssueCrowds(db).former) }
        var keys = IssueKeys()
        let row = try Statement(
            db, "SELECT \(IssueKeys.columns) FROM bookstore b WHERE b.id = ? AND b.missing_run IS NULL")
        for id in touched {
            row.bind(1, id)
            defer { row.reset() }
            guard try row.step() else { continue }
            keys.read(row)
            wanted.formUnion(keys.keys)
            affected.formUnion(keys.keys.filter { IssueKeys.sort($0) != .pair })
        }
        return wanted
    }

    private func judgeIfSuspect(_ statement: Statement) throws {
        if try rows.isSuspect(statement, map) { try judge(try rows.row(statement)) }
    }

    private func judge(_ row: IssueRow) throws {
        for finding in IssueJudge.findings(row) { try take(finding) }
        guard let map, let point = row.place.coordinate, let stated = row.districtName else { return }
        if case .lies(let other) = map.verdict(on: point, stated: stated),
            map.isFarOut(point, stated: stated, liesIn: other),
            let finding = IssueJudge.misplaced(row, liesIn: other)
        {
            try take(finding)
        }
    }

    // MARK: Several rows

    /// Judges the rows that share keys. Findings are stored in the order of rules and places, so that the numbers of
    /// new issues do not depend on hashes.
    private func judgeGroups(_ gather: IssueGather) throws {
        var found: [(finding: IssueFinding, isAffected: Bool)] = []
        try gather.forEachGroup { sort, entries in
            guard sort != .pair else { return try judgePairs(entries) { found.append(($0, $1)) } }
            let isAffected = entries.first.map { affected.contains($0.key) } ?? false
            let rule: IssueRule = sort == .phone ? .phoneShared : .pointShared
            guard isAffected || plan.full.contains(rule) else { return }
            let members = try entries.compactMap { try rows.row($0.id) }
            for finding in sort == .phone ? Self.phones(members) : Self.points(members) {
                found.append((finding, isAffected))
            }
        }
        found.sort { Self.precedes($0.finding.key, $1.finding.key) }
        for (finding, isAffected) in found { try take(finding, isAffected: isAffected) }
        // Their rule comes after the other rules that compare several rows.
        try firstPairs?.forEach { try take($0) }
        try addGroupsToScope()
    }

    private static func precedes(_ one: IssueKey, _ other: IssueKey) -> Bool {
        if one.rule != other.rule { return one.rule.rawValue < other.rule.rawValue }
        if one.places.count == 1, other.places.count == 1 { return one.places[0] < other.places[0] }
        return one.places.lexicographicallyPrecedes(other.places)
    }

    /// - Parameter body: gets each finding, and whether one of its rows has a key that went over the limit or back
    ///   under it.
    private func judgePairs(_ entries: ArraySlice<IssueKeyEntry>, _ body: (IssueFinding, Bool) -> Void) throws {
        guard entries.count <= IssueGather.crowd else { return }
        let isFull = plan.full.contains(.repeated)
        func isTouched(_ id: Int64) -> Bool { touched.contains(id) || crowded.contains(id) }
        guard isFull || entries.contains(where: { isTouched($0.id) }) else { return }
        try rows.forEachRepeat(among: entries) {
            isFull || isTouched($0) || isTouched($1)
        } _: { finding, low, high in
            body(finding, crowded.contains(low) || crowded.contains(high))
        }
    }

    /// Finds shared phones. Rows with the same key may have different phones, so they are grouped by phone again.
    private static func phones(_ rows: [IssueRow]) -> [IssueFinding] {
        struct Line: Hashable {
            let feed: Int64
            let phone: String?
        }
        return Dictionary(grouping: rows) { Line(feed: $0.feed, phone: $0.place.phone) }.values
            .flatMap(IssueJudge.sharedPhone)
    }

    private static func points(_ rows: [IssueRow]) -> [IssueFinding] {
        struct Spot: Hashable {
            let feed: Int64
            let point: Coordinate?
        }
        return Dictionary(grouping: rows) { Spot(feed: $0.feed, point: $0.place.coordinate) }.values
            .flatMap(IssueJudge.sharedPoint)
    }

    /// Adds the issues about the affected phones and points to `scope`.
    private func addGroupsToScope() throws {
        guard !affected.isEmpty else { return }
        try db.forEachRow(
            """
            SELECT i.number, i.rule, i.shared, b.feed FROM issue i JOIN issue_place p ON p.issue = i.number
            JOIN bookstore b ON b.id = p.bookstore
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

extension DistrictMap {
    /// Whether a point outside the stated district is so far from it that the simplified outlines can't be the reason.
    ///
    /// - Parameter other: the district of the point; nil if it is in none. If the point is also outside the boxes of
    ///   all outlines, the result is false: such a point is in another city, which may have districts with the same
    ///   names.
    fileprivate func isFarOut(_ point: Coordinate, stated: String, liesIn other: String?) -> Bool {
        if other == nil, !covers(point) { return false }
        // Most points outside the stated district are far from it. For these, no geodesic has to be computed.
        if minimumMeters(from: point, to: stated) > IssueJudge.borderMeters + 1 { return true }
        return !stride(from: 0.0, to: 360, by: 30).contains { bearing in
            let near = Geodesic.destination(
                from: point, bearingDegrees: bearing, distanceMeters: IssueJudge.borderMeters)
            return verdict(on: near, stated: stated) == .agrees
        }
    }
}
