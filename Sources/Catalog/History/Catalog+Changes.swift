internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Calls `body` with the changes of good runs, ordered by run, place, kind of change and field.
    ///
    /// A place that returns in the run that would have closed it does not count as closed. A place that was
    /// closed and has returned can be closed again.
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

    /// Whether the catalog has this run, with the same start and the same bytes.
    ///
    /// A catalog that was rebuilt numbers its runs from 1 again, so the same number may mean a different run.
    public func holds(run id: Int64, startedAt: String, sha256: String) throws -> Bool {
        try read { db in
            let sql = "SELECT 1 FROM run WHERE id = ? AND started_at = ? AND sha256 = ?"
            return try db.integer(sql, [.integer(id), .text(startedAt), .text(sha256)]) != nil
        }
    }

    private func goodRuns(_ db: Database, _ span: ChangeSpan) throws -> [GoodRun] {
        switch span {
        case .last: return try GoodRun.all(db, "r.id IN (SELECT last_good_run FROM feed)")
        case .after(let run):
            try checkIsThere(run, db)
            return try GoodRun.all(db, "r.id > ?", [.integer(run)])
        case .since(let date):
            let first = "(SELECT min(id) FROM run WHERE date >= ? AND good_run IS NOT NULL)"
            return try GoodRun.all(db, "r.id >= \(first)", [.text(date)])
        case .past(let mark):
            try checkIsThere(mark.run, db)
            guard try GoodRun.holds(db, mark) else { throw CatalogError.otherCatalog(path, mark) }
            return try GoodRun.all(db, "r.id >= ?", [.integer(mark.run)])
        }
    }

    func checkIsThere(_ run: Int64, _ db: Database) throws {
        let last = try db.integer("SELECT coalesce(max(id), 0) FROM run") ?? 0
        guard run > last else { return }
        throw CatalogError(
            .notFound, en: "\(path) has no run \(run); the last run is \(last), and 'geocli runs' lists all runs",
            ko: "\(path)에 실행 #\(run)\(.subject) 없습니다(마지막은 #\(last)). 'geocli runs'로 확인하세요")
    }
}
