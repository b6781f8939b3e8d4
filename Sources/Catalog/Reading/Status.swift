internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Returns the freshness and the counts of the catalog.
    ///
    /// - Complexity: O(n), n places.
    public func status() throws -> CatalogStatus { try status(of: []) }

    /// Returns the freshness and the counts of some feeds, as if the catalog had no other feeds.
    ///
    /// - Parameter feeds: the feeds' ids; none for all.
    /// - Complexity: O(n), n places.
    public func status(of feeds: Set<String>) throws -> CatalogStatus {
        try read { db in
            let ofFeeds = try Self.condition("feed", feeds, db)
            var status = CatalogStatus()
            status.schemaVersion = try Schema.version(of: db)
            status.state = try Self.state(db)
            status.lastGoodRuns = try Self.allLastGoodRuns(db).filter { feeds.isEmpty || feeds.contains($0.feed) }
            status.landmarks = try LandmarkTable.count(db, ofFeeds)
            status.issues = try IssueScan.counts(db, feeds: feeds)
            status.lastRefusals = try Self.lastRefusals(db, Self.condition("f.key", feeds, db))
            var tally = StatusTally()
            let rows = try Statement(db, "SELECT \(StatusTally.columns) FROM place b WHERE true\(ofFeeds)")
            while try rows.step() { tally.add(rows) }
            try tally.report(to: &status)
            status.ground = try BaseTable.rolesToRemove(db)
            return status
        }
    }

    /// Returns the last published or unchanged run of each feed of places, ordered by feed.
    public func lastGoodRuns() throws -> [CatalogStatus.Run] {
        try read(Self.allLastGoodRuns).filter { !$0.isOfLandmarks }
    }

    public func lastLandmarkRuns() throws -> [CatalogStatus.Run] {
        try read(Self.allLastGoodRuns).filter(\.isOfLandmarks)
    }

    /// Returns the last good run of each feed, including feeds of landmarks, ordered by feed.
    static func allLastGoodRuns(_ db: Database) throws -> [CatalogStatus.Run] {
        try runs(db, "JOIN feed f ON f.last_good_run = r.id ORDER BY f.id")
    }

    /// Returns all feeds of the catalog, ordered by id.
    ///
    /// - Complexity: O(r), r runs.
    package func feedStates() throws -> [FeedState] {
        try read { db in
            let good = Dictionary(uniqueKeysWithValues: try Self.allLastGoodRuns(db).map { ($0.feed, $0) })
            let failed = Dictionary(uniqueKeysWithValues: try Self.lastRefusals(db).map { ($0.feed, $0) })
            var states: [FeedState] = []
            try db.forEachRow(
                """
                SELECT f.id, coalesce((SELECT total FROM run WHERE id = f.last_good_run), 0),
                    (SELECT count(DISTINCT date) FROM run WHERE feed = f.key AND id > coalesce(f.last_good_run, 0)),
                    (SELECT min(date) FROM run WHERE feed = f.key AND id > coalesce(f.last_good_run, 0))
                FROM feed f ORDER BY f.id
                """
            ) { row in
                var state = FeedState(id: try row.required(0, "feed.id"))
                (state.lastGood, state.lastFailure) = (good[state.id], failed[state.id])
                (state.total, state.failedDays) = (try row.count(1), try row.count(2))
                if state.failedDays > 0 { state.failingSince = try row.date(3) }
                states.append(state)
            }
            return states
        }
    }

    /// Returns each feed's last run if it was refused, ordered by feed.
    /// - Parameter condition: further SQL about `feed f`.
    private static func lastRefusals(_ db: Database, _ condition: String = "") throws -> [CatalogStatus.Run] {
        try runs(
            db,
            """
            JOIN feed f ON f.key = r.feed WHERE r.id = (SELECT max(id) FROM run WHERE feed = f.key)
            AND r.outcome = 'refused'\(condition) ORDER BY f.id
            """)
    }

    private static func runs(_ db: Database, _ condition: String) throws -> [CatalogStatus.Run] {
        var runs: [CatalogStatus.Run] = []
        try db.forEachRow(
            """
            SELECT r.id, f.id, r.started_at, r.date, r.source, r.sha256, r.reason, r.failure, \(hasPages), \(dataFrom),
                CASE r.outcome WHEN 'refused' THEN (SELECT count(*) FROM reject x WHERE x.run = r.id) ELSE 0 END,
                r.reason_code, r.reason_values, f.words, f.role, r.total, r.added, r.removed, r.returned,
                f.cadence, f.paused_on, \(lastDays)
            FROM run r \(condition)
            """
        ) { runs.append(try run($0)) }
        return runs
    }

    /// When the data came; for an undo, those of the run whose places came back.
    private static let dataFrom = """
        min(r.started_at, coalesce((SELECT min(fetched_at) FROM page p WHERE p.run = r.id),
            (SELECT p.started_at FROM run p WHERE p.id = r.restores), r.started_at))
        """

    /// The days of the feed's last good runs, latest first. Twelve are enough for four different days, unless a person
    /// ingests a file several times on a day.
    private static let lastDays = """
        (SELECT group_concat(date, ' ') FROM (
            SELECT g.date FROM run g WHERE g.feed = f.key AND g.good_run IS NOT NULL ORDER BY g.good_run DESC LIMIT 12))
        """

    private static let hasPages = "EXISTS (SELECT 1 FROM page p WHERE p.run = r.id)"

    private static func run(_ row: Statement) throws -> CatalogStatus.Run {
        var run = CatalogStatus.Run(
            id: try row.runNumber(0), feed: try row.required(1, "feed.id"),
            startedAt: try row.moment(2).timestamp, date: try row.date(3),
            source: try row.required(4, "run.source"), sha256: try row.required(5, "run.sha256"),
            dataFrom: try row.moment(9).timestamp, reason: row.text(6),
            reasonData: Reason(code: row.text(11), json: row.text(12)),
            failure: row.text(7).flatMap(RunFailure.init(rawValue:)), hasPages: row.integer(8) != 0)
        run.listedRejects = try row.count(10)
        run.words = row.text(13).flatMap(FeedWords.init(json:))
        run.cadence =
            row.text(19).flatMap(Cadence.init) ?? run.words?.cadence
            ?? Cadence(source: run.source, days: (row.text(21) ?? "").split(separator: " ").map(String.init))
        run.pausedOn = row.text(20)
        run.isOfLandmarks = row.text(14) == FeedRole.landmarks.rawValue
        if run.failure == nil, let reason = run.reasonData {
            let removed = try row.count(17)
            run.isGrave = reason.isGrave(
                removed: removed, of: try row.count(15) - row.count(16) + removed - row.count(18))
        }
        return run
    }

    /// Returns the state of the catalog: a text that stays the same as long as all answers do. It changes with each
    /// run, even a refused one, and with outlines, base maps, decisions on links, corrections and acts on issues. Code
    /// that keeps answers, such as a cache, compares states to learn whether its answers are still right. The state
    /// also serves as an ETag.
    ///
    /// It is a hash of the seals, which cover every value that an answer is made from (`Seals`). So two catalogs with
    /// different content have different states. Only a person who searches for texts with equal hashes (`RowHash`) can
    /// make two that have the same.
    /// - Edges: reading, `verify` and rebuilt indexes do not change the state. Neither do changes that another program
    ///   makes, because they do not change a seal.
    /// - Complexity: O(n / 256), n places.
    public func state() throws -> String { try read(Self.state) }

    static func state(_ db: Database) throws -> String {
        var hash = SHA256()
        hash.update(Array("\(try Schema.version(of: db))".utf8))
        try db.forEachRow("SELECT name, part, count, hash FROM main.seal ORDER BY name, part") { row in
            // A name has no blank, so no two different lists of seals give the same text.
            hash.update(Array(" \(row.text(0) ?? "") \(row.integer(1)) \(row.integer(2)) \(row.integer(3))".utf8))
        }
        return String(hash.hexDigest().prefix(32))
    }
}

/// The counts of a status. One pass over the places finds all of them.
struct StatusTally {
    static let columns = "b.kind, \(PointDistricts.sql), b.latitude, b.missing_run"

    private(set) var total = 0
    private(set) var withoutPoint = 0
    private var listedKinds = ValueCounts(slots: 64)
    private var missingKinds = ValueCounts(slots: 64)
    private var districts = ValueCounts(slots: 1024)

    mutating func add(_ row: Statement) {
        guard row.isNull(3) else { return row.withText(0) { missingKinds.count($0) } }
        total += 1
        if row.isNull(2) { withoutPoint += 1 }
        row.withText(0) { listedKinds.count($0) }
        row.withText(1) { districts.count($0) }
    }

    /// - Throws: `CatalogDamage` for a kind that no place can have.
    mutating func report(to status: inout CatalogStatus) throws {
        status.total = total
        status.withoutPoint = withoutPoint
        status.kinds = try Self.kinds(listedKinds.all())
        status.missingKinds = try Self.kinds(missingKinds.all())
        status.missing = status.missingKinds.values.reduce(0, +)
        status.districts = districts.all().map { (name: $0.text, count: $0.count) }
    }

    private static func kinds(_ counts: [(text: String, count: Int)]) throws -> [Kind: Int] {
        var kinds: [Kind: Int] = [:]
        for (text, count) in counts {
            guard let kind = Kind(rawValue: text) else {
                throw CatalogDamage.row(
                    Words(
                        en: EnglishNoun.counted(count, "place has no kind", "places have no kind"),
                        ko: "장소 \(count)곳에 종류가 없습니다"))
            }
            kinds[kind] = count
        }
        return kinds
    }
}

/// How often each value comes. The values are compared byte by byte, as SQLite does.
private struct ValueCounts {
    private var recent: RecentValues
    private var counts: [TextKey: Int] = [:]

    /// - Parameter slots: a power of 2, larger than the usual number of values.
    init(slots: Int) { recent = RecentValues(count: slots) }

    mutating func count(_ value: UnsafeBufferPointer<UInt8>) {
        if let former = recent.count(UnsafeRawBufferPointer(value)) { add(former) }
    }

    /// Returns all values, in the order of their bytes.
    mutating func all() -> [(text: String, count: Int)] {
        for value in recent.takeAll() { add(value) }
        return counts.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
            .map { (text: $0.key.text, count: $0.value) }
    }

    private mutating func add(_ value: RecentValues.Counted) {
        counts[TextKey(text: value.text), default: 0] += value.count
    }
}
