internal import GeocliDatabase

/// The removal of the sample's issues, after that of its bookstores and runs.
enum SampleIssues {
    /// Removes the issues about bookstores that are no longer there, with what people did to them. What remains of others
    /// moves from removed runs to the real run before them, or to the first one.
    ///
    /// - Complexity: O(n log n), n issues.
    static func remove(_ db: Database) throws {
        let gone = "SELECT issue FROM issue_place WHERE bookstore NOT IN (SELECT id FROM bookstore)"
        try db.execute(
            """
            DELETE FROM issue_event WHERE issue IN (\(gone));
            DELETE FROM issue_label WHERE issue IN (\(gone));
            DELETE FROM issue WHERE number IN (\(gone));
            DELETE FROM issue_place WHERE issue NOT IN (SELECT number FROM issue);
            UPDATE issue SET opened_run = \(real("opened_run")) WHERE opened_run NOT IN (SELECT id FROM run);
            UPDATE issue SET changed_run = \(real("changed_run")) WHERE changed_run NOT IN (SELECT id FROM run);
            UPDATE issue_event SET run = \(real("issue_event.run"))
                WHERE run IS NOT NULL AND run NOT IN (SELECT id FROM run);
            """)
    }

    private static func real(_ run: String) -> String {
        "coalesce((SELECT max(id) FROM run WHERE id < \(run)), (SELECT min(id) FROM run))"
    }
}
