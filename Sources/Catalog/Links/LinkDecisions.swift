internal import GeocliDatabase
package import GeocliPlaces

extension CatalogWriter {
    /// Stores a person's decision about two rows, and updates the links, in one transaction.
    ///
    /// - Parameters:
    ///   - one: the id of a listed row.
    ///   - other: the id of a listed row of a different feed.
    ///   - date: the day of the decision, `YYYY-MM-DD` in Asia/Seoul.
    /// - Returns: the evidence that the decision is about. Nil if a person rejects rows that no rule links any more. In
    ///   this case, an earlier decision about different evidence is removed.
    /// - Throws: `CatalogError`: `.unlinkable` for rows that can't be linked; for a rejection of rows that are not
    ///   linked and have no lapsed decision; and for a decision that would undo a link that a person accepted. `.busy`
    ///   while an ingest publishes. If it throws, nothing is changed.
    @discardableResult
    package func decide(
        _ one: Int64, _ other: Int64, _ verdict: LinkDecision.Verdict, on date: String
    ) throws -> LinkEvidence? {
        try changeTables { db in
            let (low, high) = (min(one, other), max(one, other))
            let evidence = try evidence(db, low, high)
            if verdict == .rejected, evidence.rule == nil, try !isLinked(db, low, high) {
                if try removeLapsed(db, low, high) { return nil }
                throw CatalogError.unlinkable(
                    en: "no rule says that these two rows are the same shop, so there is nothing to reject",
                    ko: "어느 규칙도 두 행을 같은 가게로 보지 않으므로 거절할 연결이 없습니다")
            }
            try db.execute(
                "INSERT OR REPLACE INTO link_decision (low, high, verdict, rule, evidence, date) VALUES (?, ?, ?, ?, ?, ?)",
                [low, high, verdict.rawValue, evidence.rule?.rawValue, evidence.json, date])
            let accepted = try acceptedLinks(db).subtracting(["\(low) \(high)"])
            let run = try db.integer("SELECT max(id) FROM run") ?? 0
            let rows = try LinkRowReader(db)
            let blocks = try [low, high].compactMap { try rows.block(of: $0) }
            try LinkComparison(db, run: run).compare(Set(blocks))
            let isKept = try accepted.isSubset(of: acceptedLinks(db))
            if verdict == .accepted, try !isKept || !isLinked(db, low, high) {
                throw CatalogError.unlinkable(
                    en:
                        "with this link, one shop would have two rows of the same feed, or two rows that a person declared to be different shops; first change the decisions that conflict with this link (see 'geocli links list --state accepted' and '--state rejected')",
                    ko:
                        "두 행을 같은 가게로 보면 한 가게에 같은 피드의 행이 두 개 생기거나, 다른 가게라고 거절한 두 행이 한 가게가 됩니다. 이 결정과 맞지 않는 기존 결정부터 바꾸세요('geocli links list --state accepted'와 '--state rejected' 참고)"
                )
            }
            // Without this check, other links that a person accepted would be removed silently.
            guard isKept else {
                throw CatalogError.unlinkable(
                    en:
                        "other links that a person accepted make these two rows one shop; reject one of those links first (see 'geocli links show')",
                    ko: "사용자가 확인한 다른 연결에 따라 두 행은 한 가게입니다. 그 연결 가운데 하나를 먼저 거절하세요('geocli links show' 참고)")
            }
            return evidence
        }
    }

    /// Removes a decision about two rows whose evidence has changed since, and returns whether there was one. No link
    /// changes, because such a decision has no effect.
    private func removeLapsed(_ db: Database, _ low: Int64, _ high: Int64) throws -> Bool {
        let pair: [SQLValue] = [.integer(low), .integer(high)]
        let former = try db.text("SELECT evidence FROM link_decision WHERE low = ? AND high = ?", pair)
        guard let former, try !PresentEvidence(db).isStill(former, low, high) else { return false }
        try db.execute("DELETE FROM link_decision WHERE low = ? AND high = ?", [low, high])
        return true
    }

    private func evidence(_ db: Database, _ low: Int64, _ high: Int64) throws -> LinkEvidence {
        let sides = try [low, high].map { id in
            try db.text(
                """
                SELECT CASE WHEN b.missing_run IS NOT NULL THEN '' ELSE f.id END
                FROM place b JOIN feed f ON f.key = b.feed WHERE b.id = ?
                """, [.integer(id)])
        }
        guard low != high else {
            throw CatalogError.unlinkable(
                en: "the same row was given twice; links join rows of different feeds",
                ko: "같은 행을 두 번 지정했습니다. 연결은 서로 다른 피드의 행을 잇습니다")
        }
        if sides[0] == sides[1], sides[0] != "" {
            throw CatalogError.unlinkable(
                en: "both rows are from the same feed; links join rows of different feeds",
                ko: "둘 다 같은 피드의 행입니다. 연결은 서로 다른 피드의 행을 잇습니다")
        }
        if sides.contains(SampleNames.feed) { throw Self.notCompared }
        guard !sides.contains(""), try db.flag("SELECT EXISTS (SELECT 1 FROM link_state)") else {
            throw Self.notCompared
        }
        guard let evidence = try LinkComparison(db, run: 0).evidence(low, high) else { throw Self.notCompared }
        return evidence
    }

    private static var notCompared: CatalogError {
        CatalogError.unlinkable(
            en:
                "these rows have not been compared: rows that are no longer in their feed, closed or from the made-up sample are not linked",
            ko: "비교하지 않은 행입니다. 피드에 없거나 폐점한 가게의 행과 가상의 샘플은 연결하지 않습니다")
    }

    /// Returns the links that a person has accepted, as texts with the two ids.
    private func acceptedLinks(_ db: Database) throws -> Set<String> {
        Set(
            try db.texts(
                """
                SELECT l.low || ' ' || l.high FROM link_decision d JOIN link l ON l.low = d.low AND l.high = d.high
                WHERE d.verdict = 'accepted' AND d.evidence = l.evidence
                """))
    }

    private func isLinked(_ db: Database, _ low: Int64, _ high: Int64) throws -> Bool {
        try db.flag(
            "SELECT EXISTS (SELECT 1 FROM link WHERE low = ? AND high = ?)", [.integer(low), .integer(high)])
    }
}
