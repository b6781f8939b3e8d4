import Foundation
import TestSupport

/// A feed service on this machine that answers as the real one does, or with a fault.
final class FeedServer {
    /// The SOURCE for `ingest`.
    let address: String
    private let process = Process()
    private let log: URL

    /// Starts a service of `rows` made-up rows.
    ///
    /// - Parameter words: further words of Tests/Faults/feed_server.py, such as a fault.
    init(rows: Int, _ words: [String] = []) throws {
        let folder = try TestSupport.temporaryFolder()
        log = folder.appendingPathComponent("requests")
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "python3", TestSupport.packageRoot.appendingPathComponent("Tests/Faults/feed_server.py").path, "--rows",
                String(rows), "--log", log.path,
            ] + words
        process.standardOutput = pipe
        try process.run()
        var line = ""
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
            line += String(decoding: byte, as: UTF8.self)
        }
        address = "http://127.0.0.1:\(line.filter(\.isNumber))"
    }

    deinit {
        // Processes that the tests start inherit blocked signals, but SIGKILL can't be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The requests that came, without the key.
    var requests: [String] {
        get throws { try targets.map { $0.split(separator: "/").dropFirst().joined(separator: "/") } }
    }

    /// The targets of the requests that came, whole.
    var targets: [String] {
        get throws {
            try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map { line in
                let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return request?["target"] as? String ?? ""
            }
        }
    }
}
