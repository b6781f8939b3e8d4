import Foundation
import TestSupport
import Testing

/// A geoserve that answers from a catalog until the value goes.
final class RunningService {
    /// Its address, such as `http://127.0.0.1:40123`.
    let address: String
    private let process = Process()

    /// Starts a service at any free port.
    ///
    /// - Parameter words: further words of its command line.
    init(_ place: Workplace, _ words: [String] = []) throws {
        let pipe = Pipe()
        process.executableURL = TestSupport.geoserve
        process.arguments = ["--db", place.file(Workplace.catalogName).path, "--listen", "127.0.0.1:0"] + words
        process.environment = ["LC_ALL": "C", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        process.standardError = pipe
        try process.run()
        var line = ""
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
            line += String(decoding: byte, as: UTF8.self)
        }
        // The rest of its messages must not fill the pipe.
        pipe.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
        address = try String(#require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/), "\(line)").0)
    }

    deinit {
        // Processes that the tests start inherit blocked signals, but SIGKILL can't be blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// What curl says of an answer: its head and its body.
    struct Answer {
        let status: Int
        let head: String
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }

        /// The value of a header; nil if it is missing.
        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").lazy.map { $0.split(separator: ":", maxSplits: 1) }
                .first { $0[0].lowercased() == name }.map { $0[1].trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Sends a request with curl, which shares no code with the service.
    func get(_ target: String, _ words: [String] = []) throws -> Answer {
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["curl", "-sSi", "--max-time", "30", address + target] + words,
            environment: [:], input: Data(), folder: TestSupport.temporaryFolder())
        try #require(run.status == 0, "curl \(target): \(run.errorText)")
        let end = try #require(run.output.range(of: Data("\r\n\r\n".utf8)))
        let head = String(decoding: run.output[..<end.lowerBound], as: UTF8.self)
        let status = try #require(Int(head.split(separator: " ")[1]))
        return Answer(status: status, head: head, body: Data(run.output[end.upperBound...]))
    }
}
