internal import CGeocliSQLite

/// Prepared statements of one connection that wait to be used again, because a service asks the same questions many
/// times, and preparing one takes longer than a small answer.
///
/// A class because a connection and its statements share it. Used by the connection's thread.
final class StatementPool {
    /// The maximum number of statements that wait; each takes a few kilobytes.
    private static let capacity = 32

    /// The statements, the one used last at the end.
    private var waiting: [(sql: String, handle: OpaquePointer)] = []
    private var isClosed = false

    /// Returns a statement of `sql` that waits; nil if there is none.
    func take(_ sql: String) -> OpaquePointer? {
        guard let place = waiting.lastIndex(where: { $0.sql == sql }) else { return nil }
        return waiting.remove(at: place).handle
    }

    /// Takes a statement back that is not needed at the moment.
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

    /// Gives all statements up; the connection is about to be closed.
    func close() {
        isClosed = true
        for statement in waiting { sqlite3_finalize(statement.handle) }
        waiting = []
    }
}
