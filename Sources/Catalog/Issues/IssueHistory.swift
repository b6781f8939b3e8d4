internal import GeocliDatabase
internal import GeocliPlaces

/// The rules about links, about the history of rows, and about corrections.
extension IssuePass {
    // MARK: Links

    /// Judges the links of touched rows and those found since run `former`; all links if the rule judges all rows.
    func judgeLinks(since former: Int64) throws {
        guard plan.runnable.contains(.linkContradiction) else { return }
        try db.forEachRow(
            """
            SELECT i.number FROM issue i WHERE i.rule = '\(IssueRule.linkContradiction.rawValue)' AND i.\(Self.isLive)
            AND NOT EXISTS (
                SELECT 1 FROM issue_place a JOIN issue_place b ON b.issue = a.issue AND b.place > a.place
                JOIN link l ON l.low = a.place AND l.high = b.place WHERE a.issue = i.number)
            """
        ) { scope.insert($0.integer(0)) }
        let isFull = plan.full.contains(.linkContradiction)
        var pairs: [(low: Int64, high: Int64, isNew: Bool)] = []
        try db.forEachRow("SELECT low, high, run FROM link ORDER BY low, high") { row in
            let (low, high, isNew) = (row.integer(0), row.integer(1), row.integer(2) >= former)
            if isFull || isNew || touched.contains(low) || touched.contains(high) { pairs.append((low, high, isNew)) }
        }
        for pair in pairs {
            guard let low = try rows.row(pair.low), let high = try rows.row(pair.high) else { continue }
            for finding in IssueJudge.contradictions(low, high) { try take(finding, isAffected: pair.isNew) }
        }
    }

    // MARK: Events and values that flip

    /// The SQL for the changes of the last ten good runs of each feed `f`, without those that were taken back.
    private var window: String {
        """
        FROM feed f CROSS JOIN run r ON r.feed = f.key AND r.good_run > f.good_runs - \(IssueJudge.eventRuns)
        AND r.id NOT IN (\(takenBack)) CROSS JOIN change c ON c.run = r.id
        """
    }

    /// Judges the events of this run; a rule that judges all rows, those of the last ten good runs of each feed.
    func judgeHistory() throws {
        try judgeMoves()
        try judgeReturns()
        try judgeFlips()
    }

    private func only(_ rule: IssueRule) -> String { plan.full.contains(rule) ? "" : "AND r.id = \(run)" }

    private func judgeMoves() throws {
        var found: [IssueFinding] = []
        try db.forEachRow(
            """
            SELECT c.place, c.run, c.old, c.new \(window)
            WHERE c.what = 'changed' AND c.field = '\(PointText.field)' \(only(.moved)) AND NOT EXISTS (
                SELECT 1 FROM change s WHERE s.run = c.run AND s.place = c.place AND s.what = 'changed'
                AND s.field = 'point_source' AND s.old IS NOT NULL AND s.new IS NOT NULL)
            ORDER BY c.run, c.place
            """
        ) { row in
            let move = IssueJudge.moved(row.integer(0), run: row.integer(1), from: row.text(2), to: row.text(3))
            if let move { found.append(move) }
        }
        try takeEvents(found)
    }

    private func judgeReturns() throws {
        var found: [IssueFinding] = []
        try db.forEachRow(
            """
            SELECT c.place, c.run, r.good_run - (
                SELECT max(m.good_run) FROM run m WHERE m.feed = r.feed
                AND m.good_run BETWEEN r.good_run - \(IssueJudge.returnRuns) AND r.good_run - 1
                AND EXISTS (SELECT 1 FROM change x
                    WHERE x.run = m.id AND x.place = c.place AND x.what = 'missing'))
            \(window) WHERE c.what = 'returned' \(only(.returned)) ORDER BY c.run, c.place
            """
        ) { row in
            let found1 = IssueJudge.returned(row.integer(0), run: row.integer(1), missed: row.integer(2))
            if let found1 { found.append(found1) }
        }
        try takeEvents(found)
    }

    private func takeEvents(_ found: [IssueFinding]) throws {
        for event in found { try take(event, isAffected: event.key.run == run) }
    }

    /// The fields whose values can flip. `phone_raw` is left out, because it flips together with `phone`.
    private static let flipping = "('name', 'kind', 'district', 'address', 'phone', 'website', 'point')"

    private func judgeFlips() throws {
        let isFull = plan.full.contains(.flipping)
        var places: Set<Int64> = []
        // A flip ends when one of its changes is no longer in the last ten good runs.
        let aged = """
            SELECT i.number, p.place FROM issue i JOIN issue_place p ON p.issue = i.number
            WHERE i.rule = '\(IssueRule.flipping.rawValue)' AND i.\(Self.isLive) AND EXISTS (
                SELECT 1 FROM feed f JOIN run r ON r.feed = f.key AND r.good_run = f.good_runs - \(IssueJudge.eventRuns)
                JOIN change c ON c.run = r.id AND c.place = p.place AND c.what = 'changed' AND c.field = i.field
                WHERE f.key = ?)
            """
        try db.forEachRow(aged, [feed.map(SQLValue.integer) ?? .null]) { row in
            scope.insert(row.integer(0))
            places.insert(row.integer(1))
        }
        let candidates = """
            SELECT c.place \(window) WHERE c.what = 'changed' AND c.field IN \(Self.flipping)
            \(isFull ? "" : "AND f.key = \(feed ?? 0) AND EXISTS (SELECT 1 FROM change t WHERE t.run = \(run) AND t.place = c.place AND (t.what = 'changed' AND t.field = c.field OR t.what = 'returned'))")
            GROUP BY c.place, c.field HAVING count(*) > 1
            """
        if isFull || !touched.isEmpty { try db.forEachRow(candidates) { places.insert($0.integer(0)) } }
        // A place that a person no longer declares closed is listed again without a change in the run.
        try db.forEachRow(
            """
            SELECT p.place FROM issue i JOIN issue_place p ON p.issue = i.number
            WHERE i.rule = '\(IssueRule.flipping.rawValue)' AND i.\(Self.isLive)
            UNION SELECT place FROM correction WHERE field = 'closed'
            """
        ) { if touched.contains($0.integer(0)) { places.insert($0.integer(0)) } }
        try judgeFlips(of: places.sorted())
    }

    private func judgeFlips(of places: [Int64]) throws {
        let changes = try Statement(
            db,
            """
            SELECT c.field, c.old, c.new FROM place b CROSS JOIN feed f ON f.key = b.feed
            CROSS JOIN run r ON r.feed = f.key AND r.good_run > f.good_runs - \(IssueJudge.eventRuns)
                AND r.id NOT IN (\(takenBack))
            CROSS JOIN change c ON c.run = r.id AND c.place = b.id AND c.what = 'changed'
            WHERE b.id = ? AND b.missing_run IS NULL AND c.field IN \(Self.flipping) ORDER BY r.good_run
            """)
        for id in places {
            changes.bind(1, id)
            defer { changes.reset() }
            var byField: [String: [(old: String?, new: String?)]] = [:]
            while try changes.step() {
                byField[changes.text(0) ?? "", default: []].append((changes.text(1), changes.text(2)))
            }
            for (field, values) in byField.sorted(by: { $0.key < $1.key }) {
                guard let finding = IssueJudge.flipping(id, field: field, values) else { continue }
                try take(finding, isAffected: true)
            }
        }
    }

    /// Sets an open finding about an event to fixed when its feed has had ten good runs after the event, or when the run
    /// of the event was taken back.
    func expire() throws {
        var (expired, undone): ([Int64], [Int64]) = ([], [])
        try db.forEachRow(
            """
            SELECT i.number, r.id IN (\(takenBack)) FROM issue i
            LEFT JOIN run r ON r.id = CAST(substr(i.identity, instr(i.identity, ' run') + 4) AS INTEGER)
            LEFT JOIN feed f ON f.key = r.feed
            WHERE i.state IN ('open', 'reopened') AND i.rule IN (\(Self.list([.moved, .returned])))
            AND (r.good_run > f.good_runs - \(IssueJudge.eventRuns) AND r.id NOT IN (\(takenBack))) IS NOT TRUE
            ORDER BY i.number
            """
        ) { row in
            if row.integer(1) != 0 { undone.append(row.integer(0)) } else { expired.append(row.integer(0)) }
        }
        try store.fix(expired, .expired)
        try store.fix(undone, .absent)
    }

    // MARK: Corrections

    /// Judges all corrections that the feed contradicts. There are only a few, so all are judged in every pass.
    func judgeCorrections() throws {
        let now = """
            CASE c.field WHEN 'name' THEN b.name WHEN 'kind' THEN b.kind WHEN 'district' THEN b.district
            WHEN 'address' THEN b.address WHEN 'phone' THEN coalesce(b.phone, b.phone_raw)
            WHEN 'website' THEN coalesce(b.website, b.website_raw) WHEN 'sns' THEN b.sns
            WHEN 'point' THEN CASE WHEN b.latitude IS NOT NULL THEN format('%!.17g,%!.17g', b.latitude, b.longitude) END
            END
            """
        var found: [IssueFinding] = []
        try db.forEachRow(
            """
            SELECT c.place, c.field, c.value, c.seen, \(now) FROM correction c JOIN place b ON b.id = c.place
            WHERE c.state = 'conflict' AND b.missing_run IS NULL ORDER BY c.place, c.field
            """
        ) { row in
            let values = [row.text(2), row.text(3), row.text(4)].map { text in
                row.text(1) == PointText.field ? text.flatMap(PointText.point).map(PointText.text) ?? text : text
            }
            found.append(
                IssueJudge.conflict(
                    row.integer(0), field: row.text(1) ?? "", corrected: values[0], seen: values[1], now: values[2]))
        }
        for finding in found { try take(finding, isAffected: true) }
    }
}
