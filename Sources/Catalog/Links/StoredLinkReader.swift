internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Creates links from the rows of a statement, and looks up the two places of each link.
final class StoredLinkReader {
    private let rows: CatalogRow
    private let present: PresentEvidence
    private let place: Int64?

    /// - Parameter place: the row that must be `one` in each of its links; nil if no row must be `one`.
    init(_ db: Database, for place: Int64?) throws {
        rows = try CatalogRow(db, "SELECT \(CatalogRow.columns) FROM place b WHERE b.id = ?")
        present = PresentEvidence(db)
        self.place = place
    }

    /// Returns the link in the current row of a statement. Returns nil if `filter` does not admit it, if one of its
    /// places is missing from the catalog, or if it is a rejection that no longer counts.
    func link(_ row: Statement, _ filter: LinkFilter) throws -> StoredLink? {
        let (low, high) = (try row.placeID(0), try row.placeID(1))
        guard let state = row.text(3).flatMap(StoredLink.State.init) else {
            throw CatalogDamage.row(
                Words(en: "the link of \(low) and \(high) has no state", ko: "\(low)번과 \(high)번의 연결에 상태가 없습니다"))
        }
        let rule = row.text(2).flatMap(LinkRule.init)
        let evidence = try row.required(4, "link.evidence")
        guard low != high, filter.admits(rule, state), let one = try entry(low), let other = try entry(high) else {
            return nil
        }
        if state == .rejected, try !present.isStill(evidence, low, high) { return nil }
        let isTurned = high == place
        let link = StoredLink(
            one: isTurned ? other : one, other: isTurned ? one : other, rule: rule, state: state, evidence: evidence,
            run: row.isNull(5) ? nil : try row.runNumber(5), decidedOn: row.text(6))
        return filter.admits(link) ? link : nil
    }

    private func entry(_ id: Int64) throws -> CatalogEntry? {
        rows.ask(id: id)
        return try rows.next() ? rows.entry : nil
    }
}
