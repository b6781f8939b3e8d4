import Foundation
import TestSupport

/// A service of made-up rows on this machine: Tests/Faults/paging_server.py, or a portal of Tests/Faults/portals.py.
final class PagingServer {
    /// Its address, without a path.
    let address: String
    private let process = Process()
    private let log: URL

    /// Starts the service in one of its modes.
    convenience init(_ mode: String, rows: Int = 27) throws {
        let log = try TestSupport.temporaryFolder().appendingPathComponent("requests")
        try self.init(script: "paging_server.py", [mode, "--rows", String(rows), "--log", log.path], log: log)
    }

    /// Starts a portal of Tests/Faults/portals.py.
    convenience init(portal: String, rows: Int, _ words: [String] = []) throws {
        let log = try TestSupport.temporaryFolder().appendingPathComponent("none")
        try self.init(script: "portals.py", [portal, "--rows", String(rows)] + words, log: log)
    }

    /// Starts a script of Tests/Faults that prints its port and writes to `log`.
    init(script: String, _ words: [String], log: URL) throws {
        self.log = log
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["python3", TestSupport.packageRoot.appendingPathComponent("Tests/Faults/\(script)").path] + words
        process.standardOutput = pipe
        try process.run()
        var port = ""
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
            port += String(decoding: byte, as: UTF8.self)
        }
        address = "http://127.0.0.1:\(port)"
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    var requestCount: Int {
        ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").count
    }
}
