internal import CGeocliSQLite

/// Keeps the prepared statements of one connection, so that they can be used again. A service runs the same queries
/// many times, and preparing a statement takes longer than computing a small answer.
///
/// A class because a connection and its statements share it. Only the connection's thread uses it.
final class StatementPool {
    /// The maximum number of waiting statements. Each takes a few kilobytes.
    private static let capacity = 32

    /// The waiting statements; the one that was used last is at the end.
    private var waiting: [(sql: String, handle: OpaquePointer)] = []
    private var isClosed = false

    /// Removes a waiting statement that has this SQL, and returns it; nil if there is none.
    func take(_ sql: String) -> OpaquePointer? {
        guard let place = waiting.lastIndex(where: { $0.sql == sql }) else { return nil }
        return waiting.remove(at: place).handle
    }

    /// Adds a statement that is not in use.
    func put(_ handle: OpaquePointer, _ sql: String) {
        guard !isClosed else {
            sqlite3_finalize(handle)
            return
        }
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        waiting.append((sql, handle))
        if waiting.count > Self.capacity { sqlite3_finalize(waiting.removeFirst().handle) }
    }

    /// Finalizes all waiting statements, because the connection will be closed.
    func close() {
        isClosed = true
        for statement in waiting { sqlite3_finalize(statement.handle) }
        waiting = []
    }
}
