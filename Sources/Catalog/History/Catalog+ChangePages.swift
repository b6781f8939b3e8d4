internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

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
            let run =
                cursor.isRunEnd
                ? try GoodRun.next(db, after: cursor.mark.run)
                : try GoodRun.all(db, "r.id = ?", [.integer(cursor.mark.run)]).first
            guard let run else { return nil }
            let start = cursor.isRunEnd ? ChangeCursor(at: run.stamp) : cursor
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
            guard let run = try GoodRun.all(db, "r.id = ?", [.integer(mark.run)]).first, mark.sequence < .max else {
                return ChangeCursor(after: mark.run)
            }
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
                try checkIsThere(run, db)
                return ChangeCursor(after: run)
            case .since(let date):
                let first = "r.id = (SELECT min(id) FROM run WHERE date >= ? AND good_run IS NOT NULL)"
                guard let run = try GoodRun.all(db, first, [.text(date)]).first else { return try lastCursor() }
                return ChangeCursor(at: run.stamp)
            case .last, .past: return try lastCursor()
            }
        }
    }

    /// Returns the ids in `ids` that the filter admits. Ids of missing and closed places are admitted, too.
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
    /// Returns the error for a mark that comes from another catalog.
    static func otherCatalog(_ path: String, _ mark: ChangeMark) -> CatalogError {
        CatalogError(
            .notFound,
            en:
                "\(path) has no change \(mark.text), because the catalog was created again; start again from a run number or a day",
            ko: "\(path)에 변경 내역 \(mark.text)\(.subject) 없습니다. 카탈로그를 새로 만들었기 때문입니다. 실행 번호나 날짜를 지정해 다시 시작하세요")
    }
}
