internal import GeocliDatabase
internal import GeocliPlaces

/// The present evidence of two rows that are not linked. For linked rows, the table `link` has the evidence.
final class PresentEvidence {
    private let db: Database
    private var comparison: LinkComparison?

    init(_ db: Database) { self.db = db }

    /// Whether two rows still have this evidence.
    ///
    /// - Edges: true for rows that are not compared now, such as closed ones. If no run has found the links with the
    ///   present rules yet, this is also true, because people's decisions stay until such a run.
    /// - Complexity: O(r), r rows with the same core names as the two rows.
    func isStill(_ evidence: String, _ low: Int64, _ high: Int64) throws -> Bool {
        guard try db.integer("SELECT rules FROM link_state WHERE id = 1") == Int64(LinkTable.rules) else { return true }
        let comparison = try self.comparison ?? LinkComparison(db, run: 0)
        self.comparison = comparison
        return try comparison.evidence(low, high).map { $0.json == evidence } ?? true
    }
}
