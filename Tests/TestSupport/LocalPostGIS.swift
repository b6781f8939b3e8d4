internal import Foundation

/// A PostgreSQL server with PostGIS for the tests (scripts/local-postgis.sh), started at first use. It always ends with
/// this process: the script waits for the end of its standard input, which this process holds open.
public final class LocalPostGIS: Sendable {
    /// The folder of its socket.
    public let folder: String
    /// Its port, also on 127.0.0.1.
    public let port: Int
    /// The pipe that keeps the server running while it is open.
    private let held: FileHandle

    /// The server, or the error of its start.
    public static let shared = Result { try LocalPostGIS() }

    /// Whether everything that a server needs is installed. On CI it must be.
    public static let isInstalled: Bool = {
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        let check = try? TestSupport.run(script, ["--check"])
        return check?.status == 0
    }()

    private static let script = TestSupport.packageRoot.appendingPathComponent("scripts/local-postgis.sh")

    /// Starts a server.
    ///
    /// - Throws: `NotStarted`.
    public init() throws {
        let process = Process()
        process.executableURL = Self.script
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        held = input.fileHandleForWriting
        // The script prints one line when the server answers, and nothing if it fails.
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte[0] != 0x0A {
            line += byte
        }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 2, let port = Int(words[1]) else { throw NotStarted() }
        folder = String(words[0])
        self.port = port
    }

    /// The error for a server that did not start; it printed the reason on standard error.
    public struct NotStarted: Error {}

    /// Stops the server at once, like a crash.
    public func stop() throws { try held.close() }

    /// Returns the address of a schema for a user without a password, through the socket.
    public func address(_ schema: String) -> String {
        let host = folder.replacingOccurrences(of: "/", with: "%2F")
        return "postgres://postgres@/places?host=\(host)&port=\(port)#\(schema)"
    }

    /// Returns the address of a schema for a user with a password, through 127.0.0.1.
    public func address(_ schema: String, user: String) -> String {
        "postgres://\(user)@127.0.0.1:\(port)/places#\(schema)"
    }

    /// Runs SQL as the superuser.
    ///
    /// - Returns: the rows, with columns separated by `|`; empty if a statement failed.
    @discardableResult
    public func psql(_ sql: String) throws -> String {
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-p", String(port), "-U",
                "postgres", "-d", "places", "-c", sql,
            ])
        return run.status == 0 ? run.text.trimmingCharacters(in: .newlines) : ""
    }
}
