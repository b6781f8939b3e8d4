internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

extension Catalog {
    /// Never throws, because an ingest can add landmarks to any catalog.
    public func requireLandmarks() {}

    public func landmarkCount() throws -> Int {
        let count = try ownLandmarkCount()
        return count > 0 ? count : try groundStations().count
    }

    public func landmarks(key: String, limit: Int) throws -> [Landmark] {
        try landmarks {
            try LandmarkTable.landmarks(key: key, limit: limit, $0)
        } ground: { stations in
            stations.filter { $0.keys.contains(key) }.prefix(limit).map(\.landmark)
        }
    }

    public func landmarks(keyPrefix: String, limit: Int) throws -> [Landmark] {
        try landmarks {
            try LandmarkTable.landmarks(keyPrefix: keyPrefix, limit: limit, $0)
        } ground: { stations in
            let found = stations.compactMap { station in
                station.keys.first { $0.hasPrefix(keyPrefix) }.map { (key: $0, landmark: station.landmark) }
            }
            return found.sorted { ($0.key, $0.landmark.feedID) < ($1.key, $1.landmark.feedID) }.prefix(limit)
                .map(\.landmark)
        }
    }

    public func landmarks(feedID: String) throws -> [Landmark] {
        try landmarks {
            try LandmarkTable.landmarks(feedID: feedID, $0)
        } ground: { stations in
            stations.map(\.landmark).filter { $0.feedID == feedID }
        }
    }

    public func landmarks() throws -> [Landmark] {
        try landmarks(LandmarkTable.landmarks) { $0.map(\.landmark) }
    }

    public func landmarkNames(limit: Int) throws -> [String] {
        let names = try read { try LandmarkTable.names(limit: limit, $0) }
        guard names.isEmpty else { return names }
        return Array(Set(try groundStations().map(\.landmark.name)).sorted().prefix(limit))
    }

    private func ownLandmarkCount() throws -> Int { try read { try LandmarkTable.count($0) } }

    /// Returns the catalog's own landmarks; in a catalog without any, those of the program's ground.
    private func landmarks(
        _ own: (Database) throws -> [Landmark], ground: ([(landmark: Landmark, keys: [String])]) -> [Landmark]
    ) throws -> [Landmark] {
        let found = try read(own)
        guard found.isEmpty, hasGround, try ownLandmarkCount() == 0 else { return found }
        return ground(try groundStations())
    }

    /// Calls `body` with the landmarks whose numbers are greater than `id`, ordered by number, until `body` returns
    /// false. A landmark keeps its number as long as its feed has the landmark.
    package func forEachLandmark(after id: Int64, body: (ListedLandmark) throws -> Bool) throws {
        try read { try LandmarkTable.forEach($0, after: id, body) }
    }

    public func forEachLandmarkKey(body: (_ key: String, _ ref: String) throws -> Void) throws {
        try read { try LandmarkTable.forEachKey($0, body) }
    }
}

enum LandmarkTable {
    // The table names begin with `main.`, because a catalog that is read as of a day has a temporary table `feed`.
    private static let columns = """
        f.id, l.feed_id, l.name, l.kind, l.line, l.latitude, l.longitude, l.id
        FROM main.landmark l JOIN main.feed f ON f.key = l.feed
        """

    /// - Parameter condition: SQL that is added to the condition, such as ` AND feed IN (1)`.
    static func count(_ db: Database, _ condition: String = "") throws -> Int {
        try db.count("SELECT count(*) FROM main.landmark WHERE true\(condition)")
    }

    static func landmarks(key: String, limit: Int, _ db: Database) throws -> [Landmark] {
        try all(
            "SELECT \(columns) JOIN main.landmark_key k ON k.landmark = l.id WHERE k.key = ? ORDER BY 1, 2 LIMIT ?",
            [.text(key), .integer(Int64(limit))], db)
    }

    static func landmarks(keyPrefix: String, limit: Int, _ db: Database) throws -> [Landmark] {
        // U+10FFFF is the highest character. So all keys that begin with the prefix come before the prefix followed by
        // U+10FFFF.
        try all(
            """
            SELECT \(columns) JOIN (
                SELECT landmark, min(key) AS key FROM (
                    SELECT landmark, key FROM main.landmark_key WHERE key >= ?1 AND key < ?1 || ?2 ORDER BY key LIMIT ?3)
                GROUP BY landmark) k ON k.landmark = l.id
            ORDER BY k.key, 1, 2
            """, [.text(keyPrefix), .text("\u{10FFFF}"), .integer(Int64(limit))], db)
    }

    static func landmarks(feedID: String, _ db: Database) throws -> [Landmark] {
        try all("SELECT \(columns) WHERE l.feed_id = ? ORDER BY 1", [.text(Folding.composed(feedID))], db)
    }

    static func landmarks(_ db: Database) throws -> [Landmark] {
        try all("SELECT \(columns) ORDER BY 1, 2", [], db)
    }

    static func forEach(_ db: Database, after id: Int64, _ body: (ListedLandmark) throws -> Bool) throws {
        let rows = try Statement(db, "SELECT \(columns) WHERE l.id > ? ORDER BY l.id")
        rows.bind([.integer(id)])
        while try rows.step() {
            if try !body(ListedLandmark(id: rows.integer(7), try landmark(rows))) { return }
        }
    }

    static func names(limit: Int, _ db: Database) throws -> [String] {
        return try db.texts("SELECT DISTINCT name FROM main.landmark ORDER BY name LIMIT \(limit)")
    }

    /// Calls `body` with every key and the reference of its landmark, ordered by key and then by the landmark's number.
    static func forEachKey(_ db: Database, _ body: (_ key: String, _ ref: String) throws -> Void) throws {
        try db.forEachRow(
            """
            SELECT k.key, f.id, l.feed_id FROM main.landmark_key k JOIN main.landmark l ON l.id = k.landmark
            JOIN main.feed f ON f.key = l.feed ORDER BY k.key, k.landmark
            """
        ) { row in
            let (feed, id) = (try row.required(1, "landmark.feed"), try row.required(2, "landmark.feed_id"))
            try body(try row.required(0, "landmark_key.key"), "\(feed)/\(id)")
        }
    }

    private static func all(_ sql: String, _ values: [SQLValue], _ db: Database) throws -> [Landmark] {
        var found: [Landmark] = []
        try db.forEachRow(sql, values) { found.append(try landmark($0)) }
        return found
    }

    private static func landmark(_ row: Statement) throws -> Landmark {
        let (feed, id) = (try row.required(0, "landmark.feed"), try row.required(1, "landmark.feed_id"))
        guard let name = row.text(2), !name.isEmpty, let kind = row.text(3).flatMap(Kind.init(rawValue:)) else {
            throw CatalogDamage.row(
                Words(
                    en: "the landmark \(feed)/\(id) has no name or no kind", ko: "기준점 \(feed)/\(id)에 이름이나 종류가 없습니다"))
        }
        var coordinate: Coordinate?
        if !row.isNull(5) || !row.isNull(6) {
            guard !row.isNull(5), !row.isNull(6) else {
                throw CatalogDamage.half(landmark: "\(feed)/\(id)", hasLatitude: row.isNull(6))
            }
            guard let found = try? Coordinate(longitude: row.real(6), latitude: row.real(5)) else {
                throw CatalogDamage.offEarth(landmark: "\(feed)/\(id)")
            }
            coordinate = found
        }
        return Landmark(feed: feed, feedID: id, name: name, kind: kind, line: row.text(4), coordinate: coordinate)
    }

    static func keys(name: String, line: String?, kind: String?) -> [String] {
        LandmarkKeys.keys(of: name, line: line, isStation: kind == Kind.station.rawValue)
    }

    /// Returns the problems of landmarks: counts that do not fit the runs, values that no run writes, and keys that do
    /// not belong to their landmark.
    static func findings(_ db: Database) throws -> [Words] {
        var findings = try db.texts(
            """
            SELECT \(Finding.sql("landmark-total", ("feed", "id"), ("held", "held"), ("run", "run"), ("total", "total"))) FROM (
                SELECT f.id, r.id AS run, r.total, (SELECT count(*) FROM landmark l WHERE l.feed = f.key) AS held
                FROM main.feed f JOIN main.run r ON r.id = f.last_good_run WHERE f.role = 'landmarks')
            WHERE held <> total
            UNION ALL
            SELECT \(Finding.sql("landmark-of-places", ("id", "l.id"))) FROM landmark l
            JOIN main.feed f ON f.key = l.feed WHERE f.role <> 'landmarks'
            UNION ALL
            SELECT \(Finding.sql("place-of-landmarks", ("id", "b.id"))) FROM main.place b
            JOIN main.feed f ON f.key = b.feed WHERE f.role = 'landmarks'
            UNION ALL
            SELECT \(Finding.sql("constraint", ("table", "'landmark'"), ("id", "id"))) FROM landmark
            WHERE kind GLOB '*[^a-z0-9-]*' OR length(kind) NOT BETWEEN 1 AND 32 OR '' IN (feed_id, name, line)
                OR latitude NOT BETWEEN -90 AND 90 OR longitude NOT BETWEEN -180 AND 180
                OR (latitude IS NULL) <> (longitude IS NULL)
            UNION ALL
            SELECT \(Finding.sql("constraint", ("table", "'feed'"), ("id", "key"))) FROM main.feed
            WHERE role NOT IN ('places', 'landmarks')
            UNION ALL
            SELECT \(Finding.sql("landmark-key", ("id", "k.landmark"))) FROM landmark_key k
            WHERE NOT EXISTS (SELECT 1 FROM landmark l WHERE l.id = k.landmark)
            """
        ).map(Finding.sentence)
        let stored = try Statement(db, "SELECT landmark, key FROM landmark_key ORDER BY landmark, key")
        var hasNext = try stored.step()
        try db.forEachRow("SELECT id, name, line, kind FROM landmark ORDER BY id") { row in
            var there: [String] = []
            while hasNext, stored.integer(0) <= row.integer(0) {
                if stored.integer(0) == row.integer(0) { there.append(stored.text(1) ?? "") }
                hasNext = try stored.step()
            }
            let wanted = keys(name: row.text(1) ?? "", line: row.text(2), kind: row.text(3))
            if there != wanted { findings.append(Finding.words("landmark-name", ("id", "\(row.integer(0))"))) }
        }
        return findings
    }
}

extension IngestSession {
    /// Compares the staged landmarks with those of the catalog, and publishes them unless `judge` refuses the run. The
    /// sample stays, because only places replace the sample.
    /// - Precondition: called inside the transaction of the run.
    func publishLandmarks(
        _ run: RunDescription, _ feed: Int64, _ isDryRun: Bool, _ judge: (RunCounts, Int64?) -> RunJudgement
    ) throws -> RunReport {
        let landmarks = LandmarkDifference(db, feed: feed)
        let staged = try stagedCounts()
        var run = run
        var judgement: RunJudgement?
        var outcome = RunOutcome.unchanged
        var counts: RunCounts
        if try changes.isSameAsLastGoodRun(run, feed: feed) {
            counts = try landmarks.countsUnchanged(staged)
            try changes.addFormerRun(feed, to: &counts)
        } else {
            counts = try landmarks.counts(staged, of: self.staged)
            try changes.addFormerRun(feed, to: &counts)
            counts.moves = try changes.moves(counts, run, feed: feed, knownCount: 0)
            let number = isDryRun ? nil : try changes.nextRun()
            let found = judge(counts, number)
            run.acceptedBecause = found.acceptedBecause
            (judgement, outcome) = (found, found.refusal == nil ? .published : .refused)
        }
        let isChanged = try changes.hasNewDeclaration(run, feed: feed)
        guard !isDryRun else {
            try db.execute("ROLLBACK")
            var report = RunReport(
                runID: nil, description: run, outcome: outcome, reason: judgement?.refusal,
                reasonData: judgement?.reason, counts: counts)
            report.hasNewDeclaration = isChanged
            return report
        }
        var report = try changes.record(run, feed: feed, outcome, judgement?.refusal, judgement?.reason, counts)
        report.hasNewDeclaration = isChanged
        let id = report.runID ?? 0
        let healedCount = findsAllAgain && outcome != .refused ? try landmarks.heal() : nil
        if outcome == .published || healedCount != nil { try landmarks.apply(run: id) }
        report.healedCount = healedCount ?? 0
        if findsAllAgain { report.staysDamaged = try !Seals.differences(db).isEmpty }
        if outcome != .refused { try changes.markGood(run: id, feed: feed, run.words) }
        try pages.keep(run: id, feed: feed, ofRuns: run.keptRuns)
        try commit(publishes: outcome == .published)
        return report
    }
}

/// The difference between the staged landmarks of a feed and those of the catalog. A landmark's line is staged in the
/// `district` column.
struct LandmarkDifference {
    private let db: Database
    private let feed: Int64

    init(_ db: Database, feed: Int64) { (self.db, self.feed) = (db, feed) }

    /// Returns the counts of a run that read the same bytes as the last good run.
    func countsUnchanged(_ staged: RunCounts) throws -> RunCounts {
        var counts = staged
        counts.formerTotal = try count("landmark l WHERE l.feed = ?")
        return counts
    }

    func counts(_ staged: RunCounts, of rows: StagedRows) throws -> RunCounts {
        var counts = staged
        counts.formerTotal = try count("landmark l WHERE l.feed = ?")
        counts.removed = try count("landmark l WHERE l.feed = ? AND \(Self.isGone)")
        counts.added = counts.accepted - (counts.formerTotal - counts.removed)
        counts.changed = try count("\(Self.joined) WHERE \(Self.changes)")
        var former = SnapshotTally()
        // A tally reads the columns of places. A landmark has three of them: the kind, the line in place of the
        // district, and the point.
        let rowsBefore = try Statement(
            db, "SELECT kind, line, NULL, NULL, NULL, NULL, NULL, NULL, latitude FROM landmark WHERE feed = ?")
        rowsBefore.bind(1, feed)
        while try rowsBefore.step() { former.add(rowsBefore, from: 0) }
        former.finish()
        let now = rows.counted()
        now.tally.report(after: former, to: &counts)
        counts.hasOnePointOnly = now.spread.isOnePointOnly
        return counts
    }

    /// Replaces the landmarks of the feed with the staged ones. Leaves rows that are the same.
    func apply(run: Int64) throws {
        let gone = "SELECT l.id FROM landmark l WHERE l.feed = ? AND \(Self.isGone)"
        try db.execute("DELETE FROM landmark_key WHERE landmark IN (\(gone))", [feed])
        try db.execute("DELETE FROM landmark WHERE id IN (\(gone))", [feed])
        try db.execute(
            "DELETE FROM landmark_key WHERE landmark IN (SELECT l.id FROM \(Self.joined) WHERE \(Self.differs))", [feed]
        )
        try db.execute(
            """
            UPDATE landmark AS l SET name = s.name, kind = s.kind, line = s.district, latitude = s.latitude,
                longitude = s.longitude, run = ?2
            FROM staged s WHERE l.feed = ?1 AND s.feed_id = l.feed_id AND (\(Self.differs))
            """, [feed, run])
        try db.execute(
            """
            INSERT INTO landmark (feed, feed_id, name, kind, line, latitude, longitude, run)
            SELECT ?1, s.feed_id, s.name, s.kind, s.district, s.latitude, s.longitude, ?2 FROM staged s
            WHERE NOT EXISTS (SELECT 1 FROM landmark l WHERE l.feed = ?1 AND l.feed_id = s.feed_id) ORDER BY s.feed_id
            """, [feed, run])
        try addKeys(run: run)
    }

    /// Removes the landmarks of the feed if something else than geocli changed a landmark, so that `apply` stores all
    /// of them again. Returns the number of landmarks that differ from the staged ones; nil if nothing was removed.
    func heal() throws -> Int? {
        guard try !Seals.differences(of: ["landmark"], db).isEmpty else { return nil }
        let changed = try count("\(Self.joined) WHERE \(Self.differs)")
        let count = try changed + count("landmark l WHERE l.feed = ? AND \(Self.isGone)")
        try db.execute("DELETE FROM landmark_key WHERE landmark IN (SELECT id FROM landmark WHERE feed = ?)", [feed])
        try db.execute("DELETE FROM landmark WHERE feed = ?", [feed])
        try Seals.forgetEmptyParts(of: ["landmark"], db)
        return count
    }

    private func addKeys(run: Int64) throws {
        let rows = try Statement(db, "SELECT id, name, line, kind FROM landmark WHERE feed = ? AND run = ? ORDER BY id")
        rows.bind(1, feed)
        rows.bind(2, run)
        let insert = try Statement(db, "INSERT INTO landmark_key (key, landmark) VALUES (?, ?)")
        while try rows.step() {
            for key in LandmarkTable.keys(name: rows.text(1) ?? "", line: rows.text(2), kind: rows.text(3)) {
                insert.bind(1, key)
                insert.bind(2, rows.integer(0))
                try insert.run()
            }
        }
    }

    /// The SQL condition that is true if the landmark `l` is not staged.
    private static let isGone = "NOT EXISTS (SELECT 1 FROM staged s WHERE s.feed_id = l.feed_id)"
    /// The SQL for the staged rows, joined with the feed's landmarks that have the same ids.
    private static let joined = "staged s CROSS JOIN landmark l ON l.feed = ? AND l.feed_id = s.feed_id"
    private static let differs = """
        l.name IS NOT s.name OR l.kind IS NOT s.kind OR l.line IS NOT s.district OR l.latitude IS NOT s.latitude
        OR l.longitude IS NOT s.longitude
        """

    /// The SQL condition that is true if a value of the landmark has a change, as for places. Landmarks have no
    /// history, so the change begins at the value of the last run.
    private static let changes = [
        ChangeFunctions.isChanged("l.name", "s.name"), ChangeFunctions.isChanged("l.kind", "s.kind"),
        ChangeFunctions.isChanged("l.line", "s.district"), ChangeFunctions.isMoved("l", "s") { "l.\($0)" },
    ].joined(separator: " OR ")

    private func count(_ from: String) throws -> Int { try db.count("SELECT count(*) FROM \(from)", [.integer(feed)]) }
}
