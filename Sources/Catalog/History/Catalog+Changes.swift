internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Calls `body` with the changes of good runs, ordered by run, bookstore, kind of change and field.
    ///
    /// If a bookstore returns in the very run that would have closed it, it was never closed. A bookstore that was
    /// closed and has returned can be closed again.
    ///
    /// - Parameter limit: the maximum number of calls; the summary counts all changes.
    /// - Throws: `CatalogError(.notFound)` for a run after the last; `.misuse` for a catalog as of a day.
    /// - Complexity: O(r log n + m), r requested runs, n bookstores, m changes of these runs; memory does not grow with
    ///   n or m.
    public func forEachChange(
        _ filter: ChangeFilter, limit: Int? = nil, body: (CatalogChange) throws -> Void
    ) throws -> ChangeSummary {
        try requireNoDay()
        return try read { db in
            var reader = try ChangeReader(db, filter, limit: limit ?? .max)
            for run in try goodRuns(db, filter.span) { try reader.read(run, body) }
            return reader.summary
        }
    }

    /// Returns whether the catalog has this run, with the same start and the same bytes.
    ///
    /// A catalog that was rebuilt numbers its runs from 1 again, so the same number may mean another run.
    public func holds(run id: Int64, startedAt: String, sha256: String) throws -> Bool {
        try read { db in
            let sql = "SELECT 1 FROM run WHERE id = ? AND started_at = ? AND sha256 = ?"
            return try db.integer(sql, [.integer(id), .text(startedAt), .text(sha256)]) != nil
        }
    }

    private func goodRuns(_ db: Database, _ span: ChangeSpan) throws -> [GoodRun] {
        let condition: String
        switch span {
        case .last: condition = "r.id IN (SELECT last_good_run FROM feed)"
        case .after(let run):
            try checkIsThere(run, db)
            condition = "r.id > \(run)"
        case .since: condition = "r.id >= (SELECT min(id) FROM run WHERE date >= ? AND good_run IS NOT NULL)"
        }
        let sql = """
            SELECT r.id, f.id, r.date, r.started_at, r.sha256, r.feed, r.good_run FROM run r
            JOIN feed f ON f.key = r.feed WHERE r.good_run IS NOT NULL AND \(condition) ORDER BY r.id
            """
        var values: [SQLValue] = []
        if case .since(let date) = span { values = [.text(date)] }
        var runs: [GoodRun] = []
        try db.forEachRow(sql, values) { row in
            let stamp = RunStamp(
                id: try row.runNumber(0), feed: try row.required(1, "feed.id"), date: try row.date(2),
                startedAt: try row.moment(3).timestamp, sha256: try row.required(4, "run.sha256"))
            runs.append(GoodRun(stamp: stamp, feedKey: row.integer(5), number: try row.runNumber(6)))
        }
        return runs
    }

    private func checkIsThere(_ run: Int64, _ db: Database) throws {
        let last = try db.integer("SELECT coalesce(max(id), 0) FROM run") ?? 0
        guard run > last else { return }
        throw CatalogError(
            .notFound, en: "\(path) has no run \(run); the last run is \(last), and 'geocli runs' lists all runs",
            ko: "\(path)에 실행 #\(run)\(.subject) 없습니다(마지막은 #\(last)). 'geocli runs'로 확인하세요")
    }
}

/// A good run, and its number among the good runs of its feed.
private struct GoodRun {
    let stamp: RunStamp
    let feedKey: Int64
    let number: Int64
}

/// A reader of the changes of several runs, one run at a time, with one statement.
private struct ChangeReader {
    var summary = ChangeSummary()
    private let wanted: Set<CatalogChange.What>
    private let limit: Int
    private let changes: Statement
    private let firstBookstore: Statement
    private let lastBookstore: Int64
    /// Whether a bookstore of a later run may have a lower id (`IDOrder`).
    private let isDisordered: Bool
    private let joinsRawText: Bool
    /// The number of changes that `body` may have seen.
    private var rowCount = 0
    /// The bookstore, the kind of change and the field that came last; cleared for each run.
    private var former: (bookstore: Int64, what: CatalogChange.What, field: String)?

    init(_ db: Database, _ filter: ChangeFilter, limit: Int) throws {
        var bookstores = filter.bookstores
        bookstores.includesClosed = true
        let condition = bookstores.condition
        wanted = filter.what
        joinsRawText = filter.joinsRawText
        self.limit = limit
        changes = try Statement(db, Self.sql(condition.sql))
        for (offset, value) in condition.values.enumerated() {
            // The condition is in each of the three parts.
            for part in 0..<3 {
                changes.bind(Int32(Self.ownValues + part * condition.values.count + offset + 1), value)
            }
        }
        firstBookstore = try Statement(db, "SELECT first_run FROM bookstore WHERE id >= ? ORDER BY id LIMIT 1")
        let last = try Statement(db, "SELECT max(id) FROM bookstore")
        lastBookstore = try last.step() && !last.isNull(0) ? try last.bookstoreID(0) : 0
        isDisordered = try IDOrder.isBroken(db)
    }

    mutating func read(_ run: GoodRun, _ body: (CatalogChange) throws -> Void) throws {
        summary.runs.append(run.stamp)
        former = nil
        changes.bind(1, run.stamp.id)
        changes.bind(2, isDisordered ? 1 : try firstID(from: run.stamp.id))
        changes.bind(3, isDisordered ? lastBookstore : try firstID(from: run.stamp.id + 1) - 1)
        changes.bind(4, run.feedKey)
        changes.bind(5, run.number)
        defer { changes.reset() }
        while try changes.step() {
            let what = Self.order[Int(changes.integer(1))]
            guard wanted.contains(what) else { continue }
            let isRawText = count(what, of: try changes.bookstoreID(0), field: changes.text(2) ?? "")
            if isRawText, joinsRawText { continue }
            rowCount += 1
            if rowCount <= limit { try body(try change(what, run.stamp)) }
        }
    }

    /// The kinds of change, in the order of their numbers in SQL.
    private static let order = CatalogChange.What.allCases

    private static func number(_ what: CatalogChange.What) -> Int { order.firstIndex(of: what) ?? 0 }

    /// The number of numbered parameters: ?1 is the run, ?2 and ?3 the first and last id that it may have given, ?4 its
    /// feed, ?5 its number in the feed. SQLite numbers the nameless parameters of the condition after the highest
    /// number before them, so the part with ?5 comes first.
    private static let ownValues = 5

    /// Returns the SQL of all changes. SQLite merges the three parts, each in the order of its own table; it sorts only
    /// the changes of one bookstore.
    private static func sql(_ condition: String) -> String {
        let subject = "b.feed_id, b.name, b.kind, b.district, b.latitude, b.longitude"
        let firstMiss = "?5 - \(CatalogEntry.closingMisses - 1)"
        return """
            SELECT c.bookstore, \(number(.closed)), '', NULL, NULL, \(subject)
            FROM change c CROSS JOIN bookstore b ON b.id = c.bookstore
            WHERE c.run = (SELECT id FROM run WHERE feed = ?4 AND good_run = \(firstMiss))
                AND c.what = 'missing' AND NOT EXISTS (
                    SELECT 1 FROM run later CROSS JOIN change back ON back.run = later.id
                    WHERE later.feed = ?4 AND later.good_run > \(firstMiss) AND later.good_run <= ?5
                        AND back.bookstore = c.bookstore AND back.what = 'returned')
                AND \(condition)
            UNION ALL
            SELECT b.id, \(number(.added)), '', NULL, NULL, \(subject) FROM bookstore b
            WHERE b.id BETWEEN ?2 AND ?3 AND b.first_run = ?1 AND \(condition)
            UNION ALL
            SELECT c.bookstore, CASE WHEN c.what = 'missing' THEN \(number(.removed))
                    WHEN c.what = 'returned' THEN \(number(.returned))
                    WHEN c.field = 'point' AND c.old IS NOT NULL AND c.new IS NOT NULL THEN \(number(.moved))
                    ELSE \(number(.changed)) END,
                c.field, c.old, c.new, \(subject)
            FROM change c CROSS JOIN bookstore b ON b.id = c.bookstore WHERE c.run = ?1 AND \(condition)
            ORDER BY 1, 2, 3
            """
    }

    /// Returns the first id that this run or a later one gave; if there is none, one more than the last id. Each run
    /// gives its new bookstores higher ids than all runs before, so a higher id never has a lower `first_run`.
    private func firstID(from run: Int64) throws -> Int64 {
        var low: Int64 = 1
        var high = lastBookstore + 1
        while low < high {
            let middle = low + (high - low) / 2
            firstBookstore.bind(1, middle)
            let isThere = try firstBookstore.step()
            let first = isThere ? firstBookstore.integer(0) : .max
            firstBookstore.reset()
            if first >= run { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Counts a change. Returns true if the field is only the original text (`_raw`) of the value that was counted just
    /// before.
    private mutating func count(_ what: CatalogChange.What, of bookstore: Int64, field: String) -> Bool {
        defer { former = (bookstore, what, field) }
        let isSame = former.map { $0.bookstore == bookstore && $0.what == what } ?? false
        // Fields come in alphabetical order, so `phone_raw` directly follows `phone`.
        if isSame, let value = former?.field, !value.isEmpty, field == value + "_raw" { return true }
        summary.changeCount += 1
        guard !isSame else { return false }
        summary.bookstoreCounts[what, default: 0] += 1
        // A bookstore's moves come right after its other changes.
        let isEdited = former.map { $0.bookstore == bookstore && $0.what == .changed } ?? false
        if what == .changed || what == .moved && !isEdited { summary.editedCount += 1 }
        return false
    }

    private func change(_ what: CatalogChange.What, _ run: RunStamp) throws -> CatalogChange {
        guard let feedID = changes.text(5), let name = changes.text(6),
            let kind = changes.text(7).flatMap(Kind.init(rawValue:)), !feedID.isEmpty, !name.isEmpty
        else {
            throw CatalogDamage.row(
                Words(
                    en: "place \(changes.integer(0)) lacks a required value",
                    ko: "\(changes.integer(0))번 장소에 필수 값이 없습니다"))
        }
        let coordinate = try changes.point(longitude: 10, latitude: 9, id: 0)
        let bookstore = CatalogChange.Subject(
            id: changes.integer(0), feedID: feedID, name: name, kind: kind, district: changes.text(8),
            coordinate: coordinate)
        let field = changes.text(2).flatMap { $0.isEmpty ? nil : $0 }
        guard field == PointText.field else {
            return CatalogChange(
                run: run, what: what, bookstore: bookstore, field: field, old: changes.text(3), new: changes.text(4),
                distanceMeters: nil)
        }
        let points = try (changes.text(3).map(CatalogDamage.point), changes.text(4).map(CatalogDamage.point))
        var distance: Double?
        if case (let old?, let new?) = points { distance = Geodesic.distanceMeters(from: old, to: new) }
        return CatalogChange(
            run: run, what: what, bookstore: bookstore, field: field, old: points.0.map(PointText.text),
            new: points.1.map(PointText.text), distanceMeters: distance)
    }
}
