import Foundation
import TestSupport
import Testing

/// A command reads the data of one moment, whatever another process does meanwhile.
@Suite struct SnapshotTests {
    /// Within one process, SQLite's own table of locks protects a reader; only a second process tests the system's
    /// locks.
    @Test func noCommandMixesTwoNights() throws {
        try Workplace().oracle("check_snapshots.py", [TestSupport.geocli.path, "900"])
    }
}
