internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Calls `body` with the changes of good runs, ordered by run, place, kind of change and field.
    ///
    /// A place that the source called closed and that has returned can be closed again.
    ///
    /// - Parameter limit: the maximum number of calls; the summary still counts all changes.
    /// - Throws: `CatalogError(.notFound)` for the number of a run that does not exist yet; `.misuse` for a catalog
    ///   that is read as of a day.
    /// - Complexity: O(r log n + m), r requested runs, n places, m changes of these runs; memory does not grow with
    ///   n or m.
    public func forEachChange(
        _ filter: ChangeFilter, limit: Int? = nil, body: (CatalogChange) throws -> Void
    ) throws -> ChangeSummary {
        try requireNoDay()
        return try read { db in
            var reader = try ChangeReader(db, filter, limit: limit ?? .max)
            for run in try goodRuns(db, filter.span) {
                if case .past(let mark) = filter.span, run.stamp.id == mark.run {
                    var counter = try ChangeReader(db, ChangeFilter(), limit: 0)
                    let end = try counter.skip(from: ChangeCursor(at: run.stamp), mark.sequence, in: run)
                    if !end.isRunEnd { try reader.read(run, from: end, body) }
                } else {
                    try reader.read(run, from: ChangeCursor(at: run.stamp), body)
                }
            }
            return reader.summary
        }
    }

    /// Whether the catalog has this run, with the same start and the same bytes, or had it until its feed was removed.
    ///
    /// A catalog that was rebuilt numbers its runs from 1 again, so the same number may mean a different run.
    public func holds(run id: Int64, startedAt: String, sha256: String) throws -> Bool {
        try read { db in
            let sql = "SELECT 1 FROM run WHERE id = ? AND started_at = ? AND sha256 = ?"
            return try db.integer(sql, [.integer(id), .text(startedAt), .text(sha256)]) != nil
                || GoodRun.wasRemoved(db, run: id)
        }
    }

    private func goodRuns(_ db: Database, _ span: ChangeSpan) throws -> [GoodRun] {
        switch span {
        case .last: return try GoodRun.all(db, "r.id IN (SELECT last_good_run FROM feed)")
        case .after(let run):
            try requireRun(run, db)
            return try GoodRun.all(db, "r.id > ?", [.integer(run)])
        case .since(let date):
            let first = "(SELECT min(id) FROM run WHERE date >= ? AND good_run IS NOT NULL)"
            return try GoodRun.all(db, "r.id >= \(first)", [.text(date)])
        case .past(let mark):
            try requireRun(mark.run, db)
            guard try GoodRun.holds(db, mark) else { throw CatalogError.otherCatalog(path, mark) }
            return try GoodRun.all(db, "r.id >= ?", [.integer(mark.run)])
        }
    }

    func requireRun(_ run: Int64, _ db: Database) throws {
        let last = try db.integer("SELECT \(GoodRun.lastNumber)") ?? 0
        guard run > last else { return }
        throw CatalogError(
            .notFound, en: "\(path) has no run \(run); the last run is \(last), and 'geocli runs' lists all runs",
            ko: "\(path)에 실행 #\(run)\(.subject) 없습니다(마지막은 #\(last)). 'geocli runs'로 확인하세요")
    }
}

/// Reads the list of all changes in pages, for programs that follow the list. Each change has a number within its run,
/// so a program can continue where it stopped.
extension Catalog {
    /// Returns at most `count` changes after a position in the list; nil if the position is at the end of the last run.
    ///
    /// - Edges: a page at the end of a run may be empty.
    /// - Complexity: O(log n + count), n places.
    public func changePage(after cursor: ChangeCursor, count: Int) throws -> ChangePage? {
        try requireNoDay()
        return try read { db in
            let begun =
                cursor.isRunEnd ? nil : try GoodRun.all(db, "r.id = ?", [.integer(cursor.mark.run)]).first
            // A run that has gone with its feed has no further changes.
            guard let run = try begun ?? GoodRun.next(db, after: cursor.mark.run) else { return nil }
            let start = begun == nil ? ChangeCursor(at: run.stamp) : cursor
            var reader = try ChangeReader(db, ChangeFilter(), limit: 0)
            let page = try reader.page(from: start, count, in: run)
            return ChangePage(run: run.stamp, start: start.mark.sequence, changes: page.changes, end: page.end)
        }
    }

    /// Returns the position that a mark names; nil if this catalog was created again and does not have the mark's run.
    ///
    /// - Parameter known: the position to count from, in the same run and at or before the mark; nil to count from the
    ///   start of the run.
    /// - Complexity: O(m), m changes of the run before the mark.
    public func cursor(at mark: ChangeMark, from known: ChangeCursor? = nil) throws -> ChangeCursor? {
        try read { db in
            guard try GoodRun.holds(db, mark) else { return nil }
            guard mark.run > 0 else { return .start }
            guard let run = try GoodRun.all(db, "r.id = ?", [.integer(mark.run)]).first else {
                return try GoodRun.position(db, after: mark.run)
            }
            guard mark.sequence < .max else { return ChangeCursor(after: run.stamp) }
            let start = known ?? ChangeCursor(at: run.stamp)
            guard mark.sequence > start.mark.sequence, !start.isRunEnd else { return start }
            var reader = try ChangeReader(db, ChangeFilter(), limit: 0)
            return try reader.skip(from: start, mark.sequence - start.mark.sequence, in: run)
        }
    }

    /// Returns the run of a position; nil for the position before all runs.
    public func run(of cursor: ChangeCursor) throws -> RunStamp? {
        try read { try GoodRun.all($0, "r.id = ?", [.integer(cursor.mark.run)]).first?.stamp }
    }

    /// Whether this catalog has the run of a mark.
    public func holds(_ mark: ChangeMark) throws -> Bool { try read { try GoodRun.holds($0, mark) } }

    /// Returns the position after all changes; `ChangeCursor.start` without a good run.
    ///
    /// - Complexity: O(m), m changes of the last good run.
    public func lastCursor() throws -> ChangeCursor {
        try read { db in
            let last = "r.id = (SELECT max(id) FROM run WHERE good_run IS NOT NULL)"
            guard let run = try GoodRun.all(db, last).first else { return .start }
            var reader = try ChangeReader(db, ChangeFilter(), limit: 0)
            return try reader.skip(from: ChangeCursor(at: run.stamp), .max, in: run)
        }
    }

    /// Returns the position before the first change of a span; nil for a mark of another catalog. For `.last`, and for
    /// a date after the last good run, returns the position after all changes.
    ///
    /// - Throws: `CatalogError(.notFound)` for the number of a run that does not exist yet.
    public func cursor(before span: ChangeSpan) throws -> ChangeCursor? {
        if case .past(let mark) = span { return try cursor(at: mark) }
        return try read { db in
            switch span {
            case .after(let run):
                try requireRun(run, db)
                // The check of a run tells a follower if the catalog is created again before it reads on.
                return try GoodRun.position(db, after: run)
            case .since(let date):
                let first = "r.id = (SELECT min(id) FROM run WHERE date >= ? AND good_run IS NOT NULL)"
                guard let run = try GoodRun.all(db, first, [.text(date)]).first else { return try lastCursor() }
                return ChangeCursor(at: run.stamp)
            case .last, .past: return try lastCursor()
            }
        }
    }

    /// Returns the ids in `ids` that the filter admits. Ids of places that are not listed are admitted, too.
    ///
    /// - Complexity: O(m log n), m ids.
    public func ids(_ ids: [Int64], admittedBy filter: PlaceFilter) throws -> Set<Int64> {
        var filter = filter
        filter.includesClosed = true
        filter.only = filter.only.map { own in ids.filter(Set(own).contains) } ?? ids
        let condition = filter.condition
        return try read { db in
            var found: Set<Int64> = []
            try db.forEachRow("SELECT b.id FROM place b WHERE \(condition.sql)", condition.values) {
                found.insert($0.integer(0))
            }
            return found
        }
    }
}

extension CatalogError {
    static func otherCatalog(_ path: String, _ mark: ChangeMark) -> CatalogError {
        CatalogError(
            .notFound,
            en:
                "\(path) has no change \(mark.text), because the catalog was created again; start again from a run number or a day",
            ko: "\(path)에 변경 내역 \(mark.text)\(.subject) 없습니다. 카탈로그를 새로 만들었기 때문입니다. 실행 번호나 날짜를 지정해 다시 시작하세요")
    }
}
