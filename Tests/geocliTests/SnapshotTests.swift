import Foundation
import TestSupport
import Testing

/// What a command reads is of one moment, whatever another process does meanwhile.
@Suite struct SnapshotTests {
    /// In one process SQLite's own table of locks would protect a reader; only another process shows what the system's do.
    @Test func noCommandMixesTwoNights() throws {
        try Workplace().oracle("check_snapshots.py", [TestSupport.geocli.path, "900"])
    }
}
