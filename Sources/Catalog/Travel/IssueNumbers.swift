internal import GeocliDatabase

/// The numbers for new issues. No present or former issue has such a number, and no waiting record has reserved it.
struct IssueNumbers {
    /// The highest number that was ever given to an issue.
    private(set) var last: Int64
    private let reserved: Set<Int64>

    init(_ db: Database) throws {
        // A number is never used twice, even if its issue was deleted by hand.
        last = max(
            try db.integer("SELECT max(number) FROM issue") ?? 0,
            try db.integer("SELECT max(issue) FROM issue_event WHERE issue IS NOT NULL") ?? 0)
        reserved = try PendingTable(db: db).numbers("issue")
    }

    /// Returns the next number.
    mutating func next() throws -> Int64 {
        repeat { last = try CatalogDamage.number(after: last) } while reserved.contains(last)
        return last
    }
}
