internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

struct GoodRun {
    let stamp: RunStamp

    /// Returns the good runs for which an SQL condition about `run r` is true, ordered by id.
    static func all(_ db: Database, _ condition: String, _ values: [SQLValue] = []) throws -> [GoodRun] {
        let sql = """
            SELECT r.id, f.id, r.date, r.started_at, r.sha256 FROM run r
            JOIN feed f ON f.key = r.feed WHERE r.good_run IS NOT NULL AND \(condition) ORDER BY r.id
            """
        var runs: [GoodRun] = []
        try db.forEachRow(sql, values) { row in
            let stamp = RunStamp(
                id: try row.runNumber(0), feed: try row.required(1, "feed.id"), date: try row.date(2),
                startedAt: try row.moment(3).timestamp, sha256: try row.required(4, "run.sha256"))
            runs.append(GoodRun(stamp: stamp))
        }
        return runs
    }

    static func next(_ db: Database, after run: Int64) throws -> GoodRun? {
        try all(db, "r.id = (SELECT min(id) FROM run WHERE id > ? AND good_run IS NOT NULL)", [.integer(run)]).first
    }

    /// The SQL for the highest number that a run has or had.
    static let lastNumber = """
        max(coalesce((SELECT max(id) FROM run), 0), coalesce((SELECT max(last_run) FROM removed_feed), 0))
        """

    /// Whether this catalog has the run of a mark, or had it until its feed was removed. A mark without a check value is
    /// accepted if its run is not after the catalog's last run.
    static func holds(_ db: Database, _ mark: ChangeMark) throws -> Bool {
        guard let check = mark.check else {
            return try mark.run <= db.integer("SELECT \(GoodRun.lastNumber)") ?? 0
        }
        let run = try all(db, "r.id = ?", [.integer(mark.run)]).first
        return try run.map { $0.stamp.check == check } ?? wasRemoved(db, run: mark.run)
    }

    /// Whether the run with this number went with its feed. No other run gets its number.
    static func wasRemoved(_ db: Database, run: Int64) throws -> Bool {
        try db.flag(
            """
            SELECT EXISTS (SELECT 1 FROM removed_feed WHERE last_run >= ?1)
                AND NOT EXISTS (SELECT 1 FROM run WHERE id = ?1)
            """, [.integer(run)])
    }

    /// Returns the position after the last good run up to `run`.
    static func position(_ db: Database, after run: Int64) throws -> ChangeCursor {
        let last = "r.id = (SELECT max(id) FROM run WHERE id <= ? AND good_run IS NOT NULL)"
        return try all(db, last, [.integer(run)]).first.map { ChangeCursor(after: $0.stamp) } ?? .start
    }
}

/// A position in the list of all changes. Reading can continue from a position without counting again.
public struct ChangeCursor: Sendable, Equatable {
    /// The run, and the number of its changes before this position.
    public private(set) var mark: ChangeMark
    /// Whether the run has no changes after this position.
    public internal(set) var isRunEnd = false
    /// The place of the last change before this position. The changes of a run are ordered first by place.
    private(set) var place: Int64 = 1
    /// The kind and the field of the last change before this position; nil before the first change of the run.
    private(set) var last: (what: Int, field: String)?

    /// The position before all changes.
    public static let start = ChangeCursor(mark: .start, isRunEnd: true)

    private init(mark: ChangeMark, isRunEnd: Bool) { (self.mark, self.isRunEnd) = (mark, isRunEnd) }

    init(at run: RunStamp) { mark = ChangeMark(run: run.id, sequence: 0, check: run.check) }

    init(after run: RunStamp) {
        self.init(mark: ChangeMark(run: run.id, sequence: .max, check: run.check), isRunEnd: true)
    }

    /// Creates the position after the last change of the run with this number. The catalog need not have that run.
    public init(after run: Int64) {
        self.init(mark: ChangeMark(run: run, sequence: .max, check: nil), isRunEnd: true)
    }

    /// Creates the position that a mark names, without reading the catalog. Before you read changes, look the mark up
    /// with `Catalog.cursor(at:from:)`.
    public init(unread mark: ChangeMark) {
        self.init(mark: mark, isRunEnd: mark.run == 0 || mark.sequence == .max)
    }

    mutating func pass(place: Int64, what: Int, field: String) {
        mark = ChangeMark(run: mark.run, sequence: mark.sequence + 1, check: mark.check)
        (self.place, last) = (place, (what, field))
    }

    public static func == (left: ChangeCursor, right: ChangeCursor) -> Bool { left.mark == right.mark }
}

/// Consecutive changes of one run, not filtered.
public struct ChangePage: Sendable {
    public let run: RunStamp
    /// The number of the run's changes before the first change of this page.
    public let start: Int
    /// The changes; empty only at the end of a run.
    public let changes: [CatalogChange]
    /// The position after the last of these changes.
    public let end: ChangeCursor

    /// Returns the mark after the change at `offset`. This mark is also the id of the change.
    public func mark(at offset: Int) -> ChangeMark {
        ChangeMark(run: end.mark.run, sequence: start + offset + 1, check: end.mark.check)
    }
}

/// Reads the changes of several runs, one run at a time, with one prepared statement.
struct ChangeReader {
    var summary = ChangeSummary()
    private let wanted: Set<CatalogChange.What>
    private let limit: Int
    private let changes: Statement
    private let firstPlace: Statement
    private let lastPlace: Int64
    private let joinsRawText: Bool
    /// The number of changes that `read` would have passed to `body` without a limit.
    private var rowCount = 0
    /// The place, kind and field of the previous change; nil at the start of each run.
    private var former: (place: Int64, what: CatalogChange.What, field: String)?

    init(_ db: Database, _ filter: ChangeFilter, limit: Int) throws {
        var places = filter.places
        places.includesClosed = true
        let condition = places.condition
        wanted = filter.what
        joinsRawText = filter.joinsRawText
        self.limit = limit
        changes = try Statement(db, Self.sql(condition.sql))
        for (offset, value) in condition.values.enumerated() {
            // The condition is in both parts of the SQL.
            for part in 0..<2 {
                changes.bind(Int32(Self.ownValues + part * condition.values.count + offset + 1), value)
            }
        }
        firstPlace = try Statement(db, "SELECT first_run FROM place WHERE id >= ? ORDER BY id LIMIT 1")
        let last = try Statement(db, "SELECT max(id) FROM place")
        lastPlace = try last.step() && !last.isNull(0) ? try last.placeID(0) : 0
    }

    mutating func read(_ run: GoodRun, from start: ChangeCursor, _ body: (CatalogChange) throws -> Void) throws {
        summary.runs.append(run.stamp)
        former = nil
        try query(run, from: start.place)
        defer { changes.reset() }
        while try changes.step() {
            guard try !isPassed(start) else { continue }
            let what = Self.order[Int(changes.integer(1))]
            guard wanted.contains(what) else { continue }
            let isRawText = count(what, of: try changes.placeID(0), field: changes.text(2) ?? "")
            if isRawText, joinsRawText { continue }
            rowCount += 1
            if rowCount <= limit { try body(try change(what, run.stamp)) }
        }
    }

    mutating func page(
        from start: ChangeCursor, _ count: Int, in run: GoodRun
    ) throws -> (changes: [CatalogChange], end: ChangeCursor) {
        var found: [CatalogChange] = []
        let end = try walk(from: start, count, in: run) { reader in
            found.append(try reader.change(Self.order[Int(reader.changes.integer(1))], run.stamp))
        }
        return (found, end)
    }

    /// Returns the position that is `count` changes further in the run, or the end of the run if that comes first.
    mutating func skip(from start: ChangeCursor, _ count: Int, in run: GoodRun) throws -> ChangeCursor {
        try walk(from: start, count, in: run) { _ in }
    }

    private mutating func walk(
        from start: ChangeCursor, _ count: Int, in run: GoodRun, _ body: (ChangeReader) throws -> Void
    ) throws -> ChangeCursor {
        var end = start
        try query(run, from: start.place)
        defer { changes.reset() }
        while try changes.step() {
            guard try !isPassed(start) else { continue }
            guard end.mark.sequence - start.mark.sequence < count else { return end }
            try body(self)
            end.pass(
                place: try changes.placeID(0), what: Int(changes.integer(1)), field: changes.text(2) ?? "")
        }
        end.isRunEnd = true
        return end
    }

    private func query(_ run: GoodRun, from place: Int64) throws {
        changes.bind(1, run.stamp.id)
        changes.bind(2, max(place, try firstID(from: run.stamp.id)))
        changes.bind(3, try firstID(from: run.stamp.id + 1) - 1)
        changes.bind(4, place)
    }

    private func isPassed(_ start: ChangeCursor) throws -> Bool {
        guard let last = start.last, changes.integer(0) == start.place else { return false }
        return (Int(changes.integer(1)), changes.text(2) ?? "") <= (last.what, last.field)
    }

    /// The kinds of change, in the order of their numbers in SQL.
    private static let order = CatalogChange.What.allCases

    private static func number(_ what: CatalogChange.What) -> Int { order.firstIndex(of: what) ?? 0 }

    /// The number of numbered parameters in the SQL. `?1` is the run. `?2` and `?3` are the first and last id that the
    /// run may have given. `?4` is the first wanted place. SQLite numbers each plain `?` one above the highest number so
    /// far, so the part with `?4` comes before the first condition.
    private static let ownValues = 4

    /// Returns the SQL for all changes. SQLite reads each of the two parts in the order of its table, and merges them.
    /// It only has to sort the changes of one place at a time.
    private static func sql(_ condition: String) -> String {
        let subject = "b.feed_id, b.name, b.kind, \(PointDistricts.sql), b.latitude, b.longitude"
        return """
            SELECT c.place, CASE WHEN c.what = 'missing' THEN \(number(.removed))
                    WHEN c.what = 'closed' THEN \(number(.closed))
                    WHEN c.what = 'returned' THEN \(number(.returned))
                    WHEN c.field = 'point' AND c.old IS NOT NULL AND c.new IS NOT NULL THEN \(number(.moved))
                    ELSE \(number(.changed)) END,
                c.field, c.old, c.new, \(subject)
            FROM change c CROSS JOIN place b ON b.id = c.place WHERE c.run = ?1 AND c.place >= ?4
                AND c.what <> 'since' AND \(condition)
            UNION ALL
            SELECT b.id, \(number(.added)), '', NULL, NULL, \(subject) FROM place b
            WHERE b.id BETWEEN ?2 AND ?3 AND b.first_run = ?1 AND \(condition)
            ORDER BY 1, 2, 3
            """
    }

    /// Returns the lowest id that this run or a later run gave to a place; if there is none, the last id plus one. A
    /// run gives its new places higher ids than all earlier runs did, so a higher id never has a lower `first_run`.
    private func firstID(from run: Int64) throws -> Int64 {
        var low: Int64 = 1
        var high = lastPlace + 1
        while low < high {
            let middle = low + (high - low) / 2
            firstPlace.bind(1, middle)
            let isThere = try firstPlace.step()
            let first = isThere ? firstPlace.integer(0) : .max
            firstPlace.reset()
            if first >= run { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Counts a change. Returns true if the changed field is only the original text (`_raw`) of the field that was
    /// counted just before.
    private mutating func count(_ what: CatalogChange.What, of place: Int64, field: String) -> Bool {
        defer { former = (place, what, field) }
        let isSame = former.map { $0.place == place && $0.what == what } ?? false
        // Fields come in alphabetical order, so `phone_raw` directly follows `phone`.
        if isSame, let value = former?.field, !value.isEmpty, field == value + "_raw" { return true }
        summary.changeCount += 1
        guard !isSame else { return false }
        summary.placeCounts[what, default: 0] += 1
        // A place's moves come right after its other changes.
        let isEdited = former.map { $0.place == place && $0.what == .changed } ?? false
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
        let place = CatalogChange.Subject(
            id: changes.integer(0), feedID: feedID, name: name, kind: kind, district: changes.text(8),
            coordinate: coordinate)
        let field = changes.text(2).flatMap { $0.isEmpty ? nil : $0 }
        guard field == PointText.field else {
            return CatalogChange(
                run: run, what: what, place: place, field: field, old: changes.text(3), new: changes.text(4),
                distanceMeters: nil)
        }
        let points = try (changes.text(3).map(CatalogDamage.point), changes.text(4).map(CatalogDamage.point))
        var distance: Double?
        if case (let old?, let new?) = points { distance = Geodesic.distanceMeters(from: old, to: new) }
        return CatalogChange(
            run: run, what: what, place: place, field: field, old: points.0.map(PointText.text),
            new: points.1.map(PointText.text), distanceMeters: distance)
    }
}
