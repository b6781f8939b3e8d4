internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Calls `body` with the rows that a run rejected or listed without a point, in the order in which the feed sent
    /// them.
    ///
    /// - Parameters:
    ///   - run: the run's number; nil for the last published run of each feed.
    ///   - feeds: the ids of the feeds to include; none for all.
    /// - Throws: `CatalogError(.notFound)` for an unknown run.
    public func forEachReject(
        run: Int64?, of feeds: Set<String> = [], limit: Int? = nil, body: (StoredReject) throws -> Void
    ) throws {
        try read { db in
            if let run, try db.integer("SELECT 1 FROM run WHERE id = ?", [.integer(run)]) == nil {
                throw CatalogError(
                    .notFound, en: "\(path) has no run \(run); 'geocli status' shows the last run",
                    ko: "\(path)에 실행 #\(run)\(.subject) 없습니다. 'geocli status'로 마지막 실행을 확인하세요")
            }
            let ofFeeds = try Self.condition("feed", feeds, db)
            let last = "SELECT max(id) FROM run WHERE outcome = 'published'\(ofFeeds) GROUP BY feed"
            let one = run.map { "SELECT id FROM run WHERE id = \($0)\(ofFeeds)" }
            let statement = try Statement(
                db,
                """
                SELECT run, number, page, row, reason, kept, feed_id, value, raw, no_match
                FROM reject
                WHERE run IN (\(one ?? last)) ORDER BY run, number LIMIT ?
                """)
            statement.bind(1, Int64(limit ?? -1))
            while try statement.step() { try body(try Self.reject(statement)) }
        }
    }

    private static func reject(_ row: Statement) throws -> StoredReject {
        guard let reason = row.text(4).flatMap(RejectionReason.init(rawValue:)) else {
            throw CatalogDamage.row(
                Words(
                    en: "a rejected row of run \(row.integer(0)) has no reason",
                    ko: "실행 #\(row.integer(0))에서 제외된 행에 이유가 없습니다"))
        }
        let origin = RowOrigin(pageNumber: 0, page: row.text(2) ?? "", row: try row.count(3))
        let record = RejectedRecord(
            origin: origin, reason: reason, isKept: row.integer(5) == 1, feedID: row.text(6), value: row.text(7),
            raw: row.text(8) ?? "")
        return StoredReject(runID: try row.runNumber(0), record: record, noMatch: row.text(9))
    }
}
