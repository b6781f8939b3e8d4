internal import GeocliDatabase
package import GeocliPlaces
internal import GeocliText

extension CatalogWriter {
    /// Takes back a run and all later runs of its feed. The feed's places are again as they were after the good run
    /// before it.
    ///
    /// The undo is a run of its own. It publishes the former places as an ingest publishes those of a source, so changes,
    /// indexes, links, issues and corrections follow. No guard is asked.
    ///
    /// - Parameters:
    ///   - run: the number of the run; nil for the last published run of the feed.
    ///   - feed: the id of the feed that must have the run; nil for any feed if `run` is given, and for the only feed of
    ///     places if not.
    /// - Throws: `CatalogError`: `.notFound` for an unknown run, and for the first run of a feed; `.lasting` for any other
    ///   run that can't be taken back.
    package func undo(
        run: Int64?, feed: String?, at startedAt: SeoulTime, isDryRun: Bool = false
    ) throws -> RunReport {
        try ingest { session in try session.undo(run, feed, startedAt, isDryRun: isDryRun) }
    }
}

/// A run that can be taken back, and the runs before it.
struct UndoneRun {
    let id: Int64
    let feed: String
    let feedKey: Int64
    /// The last good run of the feed before it.
    let former: Int64
    /// The run that published the places of `former`.
    let published: Int64
    /// The ingest that read them last.
    let read: Int64
    /// The last good run of the feed.
    let last: Int64

    init(_ db: Database, run: Int64?, feed: String?) throws {
        let found = try run ?? Self.last(db, of: feed)
        let row = try Statement(
            db, "SELECT f.id, f.key, f.role, r.outcome FROM run r JOIN feed f ON f.key = r.feed WHERE r.id = ?")
        row.bind(1, found)
        defer { row.reset() }
        guard try row.step(), feed == nil || row.text(0) == feed else { throw Self.unknown(found, of: feed) }
        let (name, key) = (try row.required(0, "feed.id"), row.integer(1))
        if row.text(2) != FeedRole.places.rawValue { throw Self.ofLandmarks(found) }
        if row.text(3) != RunOutcome.published.rawValue { throw Self.withoutEffect(found) }
        func last(_ condition: String) throws -> Int64? {
            try db.integer(
                "SELECT max(id) FROM run WHERE feed = ? AND id < ? AND \(condition)", [.integer(key), .integer(found)])
        }
        guard let former = try last("good_run IS NOT NULL"), let published = try last("outcome = 'published'") else {
            throw Self.first(found, of: name)
        }
        if let undo = try db.integer("SELECT taken_back FROM run WHERE id = ?", [.integer(found)]) {
            throw Self.again(found, undo)
        }
        self.last = try db.integer("SELECT last_good_run FROM feed WHERE key = ?", [.integer(key)]) ?? found
        (id, self.feed, feedKey) = (found, name, key)
        (self.former, self.published) = (former, published)
        read = try db.integer("SELECT coalesce(restores, id) FROM run WHERE id = ?", [.integer(former)]) ?? former
    }

    /// The reason that the undo stores, and its sentence.
    var reason: (data: Reason, words: Words?) {
        let values: [JSONValue.Member] = [.init("run", Int(id)), .init("former", Int(former))]
        let template = RunReport.undo[last == id ? 0 : 1]
        let data = Reason(template.code, last == id ? values : values + [.init("last", Int(last))])
        return (data, template.words(data))
    }

    private static func last(_ db: Database, of feed: String?) throws -> Int64 {
        let runs = """
            SELECT f.id, max(r.id) FROM run r JOIN feed f ON f.key = r.feed
            WHERE r.outcome = 'published' AND f.id = coalesce(?1, f.id) AND (f.role = 'places' OR f.id = ?1)
            GROUP BY f.key ORDER BY f.id
            """
        var found: [(feed: String, run: Int64)] = []
        try db.forEachRow(runs, [feed.sqlValue]) { found.append(($0.text(0) ?? "", try $0.runNumber(1))) }
        guard let last = found.first else {
            throw CatalogError(
                .notFound, en: "no run has been published yet, so there is nothing to take back",
                ko: "아직 반영된 실행이 없어 되돌릴 것이 없습니다")
        }
        guard found.count == 1 else {
            let all = found.map { "\($0.feed) #\($0.run)" }.joined(separator: ", ")
            throw CatalogError(
                .lasting,
                en: "several feeds have published runs (\(all)); name the number of a run, or a feed with --feed",
                ko: "반영된 실행이 있는 피드가 여럿입니다(\(all)). 실행 번호를 쓰거나 --feed로 피드를 지정하세요")
        }
        return last.run
    }

    private static func unknown(_ run: Int64, of feed: String?) -> CatalogError {
        let name = feed.map { DisplayText.shown($0) } ?? "the catalog"
        return CatalogError(
            .notFound, en: "\(name) has no run \(run); 'geocli runs' lists all runs",
            ko: "\(feed == nil ? "카탈로그" : "\(name) 피드")에 실행 #\(run)\(.subject) 없습니다. 'geocli runs'로 확인하세요")
    }

    private static func withoutEffect(_ run: Int64) -> CatalogError {
        CatalogError(
            .lasting,
            en: "run \(run) changed no place, so there is nothing to take back; 'geocli runs' lists the published runs",
            ko: "실행 #\(run)에서 바뀐 장소가 없어 되돌릴 것이 없습니다. 반영된 실행은 'geocli runs'로 확인하세요")
    }

    private static func again(_ run: Int64, _ undo: Int64) -> CatalogError {
        CatalogError(
            .lasting,
            en: "run \(run) was taken back already, by run \(undo); 'geocli runs' lists the published runs",
            ko: "실행 #\(run)\(.topic) 실행 #\(undo)에서 이미 되돌렸습니다. 반영된 실행은 'geocli runs'로 확인하세요")
    }

    private static func ofLandmarks(_ run: Int64) -> CatalogError {
        CatalogError(
            .lasting,
            en: "run \(run) brought landmarks, and their former values are not kept; ingest the former file again",
            ko: "실행 #\(run)에서 받은 기준점은 이전 값을 보관하지 않아 되돌릴 수 없습니다. 이전 파일을 다시 수집하세요")
    }

    private static func first(_ run: Int64, of feed: String) -> CatalogError {
        CatalogError(
            .notFound,
            en:
                "run \(run) is the first run of \(feed), so there is nothing to go back to; ingest the right rows with --accept",
            ko: "실행 #\(run)\(.topic) \(feed) 피드의 첫 실행이라 되돌아갈 상태가 없습니다. 올바른 데이터를 --accept로 수집하세요")
    }
}

extension IngestSession {
    /// Publishes the places of the run before `wanted`, in one transaction. See `CatalogWriter.undo`.
    func undo(_ wanted: Int64?, _ feed: String?, _ startedAt: SeoulTime, isDryRun: Bool) throws -> RunReport {
        try beginPublishing()
        let undone = try UndoneRun(db, run: wanted, feed: feed)
        try changes.requireRoom(feed: undone.feedKey)
        let (run, former) = try description(of: undone, startedAt)
        let overlay = try Overlay(db)
        try overlay.removeCorrections(of: undone.feedKey, except: nil)
        try stageFormerPlaces(undone)
        guard staged.count == former.accepted else {
            throw CatalogDamage.row(
                Words(
                    en: "run \(undone.published) had \(former.accepted) places, but the history gives \(staged.count)",
                    ko: "실행 #\(undone.published)의 장소는 \(former.accepted)곳이었는데 변경 내역으로는 \(staged.count)곳입니다"))
        }
        let counts = try changes.counts(former, of: staged, feed: undone.feedKey, known: nil, isCounted: false)
        let number = try changes.nextRun()
        let reapplied = try overlay.reapply(
            retiredFrom: undone.id, feed: undone.feedKey, by: number, at: startedAt.timestamp)
        // The pages are those of the places, so the age of the data stays true, and the pages can be replayed.
        try db.execute(
            """
            INSERT INTO page (run, number, name, fetched_at, sha256)
                SELECT ?, number, name, fetched_at, sha256 FROM page WHERE run = ?
            """, [number, undone.former])
        // The sentence stands where a refused run has its reason.
        let judgement = RunJudgement(
            refusal: undone.reason.words?.en, reason: undone.reason.data, acceptedBecause: nil)
        var report = try finish(
            run, undone.feedKey, .published, judgement, counts, isDryRun, SampleTakeover(db, feed: undone.feed), overlay
        )
        if reapplied > 0, !isDryRun { report.corrections[.applied, default: 0] += reapplied }
        return report
    }

    /// Returns the description of an undo, and the counts of the rows whose places come back. Source, hash and program
    /// are those of these rows, so that the same rows are unchanged in the next run.
    private func description(of undone: UndoneRun, _ startedAt: SeoulTime) throws -> (RunDescription, RunCounts) {
        let row = try Statement(
            db,
            """
            SELECT r.source, r.sha256, r.tool_version, r.declaration, r.addresses, r.repeats, f.words,
                r.received, r.accepted, r.rejected, r.duplicates, r.without_point, r.points_filled, r.points_unmatched,
                r.filtered, r.closed
            FROM run r JOIN feed f ON f.key = r.feed WHERE r.id = ?
            """)
        row.bind(1, undone.published)
        defer { row.reset() }
        guard try row.step() else { preconditionFailure("the run was found before") }
        var run = RunDescription(
            feed: undone.feed, source: try row.required(0, "run.source"), sha256: try row.required(1, "run.sha256"),
            startedAt: startedAt, toolVersion: try row.required(2, "run.tool_version"))
        (run.declaration, run.addresses, run.repeats) = (row.text(3), row.text(4), row.text(5))
        run.words = row.text(6).flatMap(FeedWords.init(json:))
        (run.undoes, run.restores) = (undone.id, undone.read)
        // Taking back a run must not delete the pages of others.
        run.keptRuns = .max
        var counts = RunCounts()
        counts.received = try row.count(7)
        counts.accepted = try row.count(8)
        counts.rejected = try row.count(9)
        counts.duplicates = try row.count(10)
        counts.withoutPoint = try row.count(11)
        counts.pointsFilled = try row.count(12)
        counts.pointsUnmatched = try row.count(13)
        counts.filtered = try row.count(14)
        counts.closed = try row.count(15)
        counts.total = counts.accepted
        return (run, counts)
    }

    /// Stages the places that the feed had after `undone.former`, with the feed's values, and the rows that were rejected
    /// then. The feed's corrections must be taken off. A place that has had other values since gets no fingerprint, so
    /// the next run reads its row.
    private func stageFormerPlaces(_ undone: UndoneRun) throws {
        try Past.prepare(db, feed: undone.feedKey, after: undone.former)
        let columns = Staging.compared + ["folded"]
        try db.execute(
            """
            INSERT INTO temp.staged (id, feed, feed_id, first_run, \(columns.joined(separator: ", ")), fingerprint)
            SELECT b.id, b.feed, b.feed_id, b.first_run,
                \(columns.map { "iif(u.id IS NULL, b.\($0), u.\($0))" }.joined(separator: ", ")),
                CASE WHEN NOT EXISTS (SELECT 1 FROM temp.undo x WHERE x.place = b.id AND x.what = 'changed')
                    THEN b.fingerprint END
            FROM main.place b LEFT JOIN temp.undone u ON u.id = b.id
            WHERE b.feed = ? AND b.first_run <= ? AND iif(u.id IS NULL, b.missing_run, u.missing_run) IS NULL
            ORDER BY b.id
            """, [undone.feedKey, undone.former])
        try db.execute(
            """
            INSERT INTO temp.staged_reject (page_number, page, row, reason, kept, feed_id, value, raw, line, byte)
            SELECT number, page, row, reason, kept, feed_id, value, raw, line, byte FROM reject
            WHERE run = ? AND kept = 0
            """, [undone.published])
        try db.execute(
            """
            INSERT INTO temp.staged_problem (id, page_number, page, row, reason, value, raw, no_match)
            SELECT s.id, r.number, r.page, r.row, r.reason, r.value, r.raw, r.no_match
            FROM reject r JOIN temp.staged s ON s.feed = ? AND s.feed_id = r.feed_id WHERE r.run = ? AND r.kept = 1
            """, [undone.feedKey, undone.published])
        try staged.countAgain()
    }
}
