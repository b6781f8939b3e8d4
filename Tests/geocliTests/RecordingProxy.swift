import Foundation
import TestSupport

/// A proxy on this machine that writes down what reaches it: Tests/Faults/recording_proxy.py.
struct RecordingProxy {
    private let server: PagingServer
    private let log: URL

    /// Starts the proxy, with further words of the script.
    init(_ words: [String] = []) throws {
        log = try TestSupport.temporaryFolder().appendingPathComponent("requests")
        server = try PagingServer(script: "recording_proxy.py", ["--log", log.path] + words, log: log)
    }

    var address: String { server.address }

    /// `HOST:PORT`.
    var place: String { String(address.dropFirst("http://".count)) }

    /// Everything that reached the proxy, in lines of JSON; empty for nothing.
    var text: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// The first lines of the requests.
    var lines: [String] { values("line") }

    /// The first bytes in each tunnel, as Latin-1.
    var tunnels: [String] { values("inside") }

    private func values(_ name: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?[name] as? String
        }
    }
}
