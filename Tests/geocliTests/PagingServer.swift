import Foundation
import TestSupport

/// A service of made-up rows on this machine, Tests/Faults/paging_server.py.
final class PagingServer {
    /// Its address, without a path.
    let address: String
    private let process = Process()
    private let log: URL

    /// Starts the service in one of its modes.
    init(_ mode: String, rows: Int = 27) throws {
        log = try TestSupport.temporaryFolder().appendingPathComponent("requests")
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", TestSupport.packageRoot.appendingPathComponent("Tests/Faults/paging_server.py").path, mode,
            "--rows", String(rows), "--log", log.path,
        ]
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

    /// The number of requests that came.
    var requestCount: Int {
        ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").count
    }
}
