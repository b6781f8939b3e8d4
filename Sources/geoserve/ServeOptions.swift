/// The options of the service.
struct ServeOptions {
    /// The address to listen at; loopback unless the user says otherwise.
    var host = "127.0.0.1"
    /// The port; 0 for any free one.
    var port = 8080
    /// The path of the catalog.
    var catalogPath = ""
    /// Names that the header Host may have, besides localhost and addresses of IP.
    var hosts: Set<String> = []
    /// The number of threads that read the catalog.
    var readers = 4
    /// The maximum number of open connections.
    var maximumConnections = 4096
    /// The maximum number of requests that wait for a reader.
    var maximumWaiting = 256

    /// Reads the words of the command line.
    ///
    /// - Returns: nil for words that make no sense.
    init?(_ words: [String]) {
        var words = words[...]
        while let word = words.popFirst() {
            guard let value = words.popFirst() else { return nil }
            switch word {
            case "--db": catalogPath = value
            case "--listen":
                let parts = value.split(separator: ":", omittingEmptySubsequences: false)
                guard parts.count == 2, let port = Int(parts[1]), 0...65535 ~= port else { return nil }
                (host, self.port) = (parts[0].isEmpty ? "127.0.0.1" : String(parts[0]), port)
            case "--host": hosts.insert(value.lowercased())
            case "--readers":
                guard let count = Int(value), 1...64 ~= count else { return nil }
                readers = count
            default: return nil
            }
        }
        guard !catalogPath.isEmpty else { return nil }
    }
}
