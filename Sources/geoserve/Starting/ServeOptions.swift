internal import GeocliAsking
internal import GeocliText

/// The options of the service.
struct ServeOptions: Sendable {
    /// What the command line asks for.
    enum Request: Sendable { case help, version, serve(ServeOptions) }

    /// The path of the catalog.
    var catalogPath = ""
    /// The address to listen on; loopback unless the user says otherwise.
    var place = ListeningPlace.network(host: "127.0.0.1", port: 8080)
    /// Names that the Host header may have, besides localhost and IP addresses.
    var hosts: Set<String> = []
    /// The address at which clients find the service, if there is a proxy in front of it.
    var publicURL: String?
    /// The origins of pages that may read answers.
    var origins: Set<String> = []
    /// The origins of pages that may show answers in a frame.
    var embedders: [String] = []
    /// The number of threads that read the catalog.
    var readers = 4
    /// The maximum number of open connections.
    var maximumConnections = Limits.connections
    /// The maximum number of open connections from one address; nil for the usual maximum.
    var maximumByAddress: Int?
    /// The maximum number of requests that wait for a reader.
    var maximumWaiting = 256
    /// The age of the data above which the service isn't ready, in seconds; nil for the usual one.
    var maximumAge: Double?
    /// `maximumAge` as the user wrote it.
    var maximumAgeText = ""
    /// The preferred feeds, in order. If several feeds have a row for a shop, the row of the most preferred feed is
    /// shown.
    var feeds: [String] = []
    /// Whether requests are logged, and whether the log has the addresses of clients.
    var hasLog = false
    var hasLogAddresses = false
    /// Whether only errors and warnings are written.
    var isQuiet = false
    var language = Language.english

    /// Reads the words of the command line.
    ///
    /// - Throws: `UsageError`.
    static func read(_ words: [String], language: Language) throws -> Request {
        var options = ServeOptions()
        options.language = language
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "-h", "--help": return .help
            case "--version": return .version
            case "-q", "--quiet": options.isQuiet = true
            case "--log": options.hasLog = true
            case "--log-addresses": (options.hasLog, options.hasLogAddresses) = (true, true)
            default:
                // Both --name VALUE and --name=VALUE are accepted.
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard word.hasPrefix("--"), names.contains(parts[0]) else { throw unknown(word) }
                guard let value = parts.count > 1 ? parts[1] : words.popFirst(), !value.isEmpty else {
                    throw UsageError(en: "\(parts[0]): a value is missing", ko: "\(parts[0]): 값을 함께 쓰세요")
                }
                try options.set(parts[0], value)
            }
        }
        guard !options.catalogPath.isEmpty else {
            throw UsageError(en: "--db PATH is missing", ko: "--db 경로를 쓰세요")
        }
        return .serve(options)
    }

    /// The options that have a value.
    private static let names: Set<String> = [
        "--db", "--listen", "--unix", "--host", "--public-url", "--cors", "--embed", "--readers", "--max-connections",
        "--max-connections-by-address", "--max-age", "--feeds", "--lang",
    ]

    private mutating func set(_ name: String, _ value: String) throws {
        switch name {
        case "--db": catalogPath = value
        case "--listen": place = try ListeningPlace(address: value)
        case "--unix": place = try ListeningPlace(path: value)
        case "--host": hosts.insert(try Self.hostName(value))
        case "--public-url":
            let url = try PublicURL(value)
            publicURL = url.text
            hosts.insert(url.host)
        case "--cors": origins.insert(try Self.origin(value, name))
        case "--embed": embedders.append(try Self.embedder(value, name))
        case "--readers": readers = try Self.number(value, name, 1...64)
        case "--max-connections": maximumConnections = try Self.number(value, name, 1...100_000)
        case "--max-connections-by-address": maximumByAddress = try Self.number(value, name, 1...100_000)
        case "--max-age": (maximumAge, maximumAgeText) = (try ValueArgument.seconds(value, option: name), value)
        case "--feeds": feeds = ValueArgument.list([value])
        default:
            guard let language = Language(rawValue: value) else {
                throw UsageError(en: "--lang \"\(value)\": choose ko or en", ko: "--lang \"\(value)\": ko나 en을 쓰세요")
            }
            self.language = language
        }
    }

    private static func number(_ text: String, _ name: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text), range ~= number else {
            throw UsageError(
                en:
                    "\(name) \"\(DisplayText.singleLine(text))\": give a number from \(range.lowerBound) to \(range.upperBound)",
                ko: "\(name) \"\(DisplayText.singleLine(text))\": \(range.lowerBound)~\(range.upperBound) 사이의 수를 쓰세요")
        }
        return number
    }

    /// Returns the name as browsers send it. A port or a scheme would never match.
    private static func hostName(_ text: String) throws -> String {
        let isName = text.utf8.allSatisfy {
            0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
        guard !text.isEmpty, isName else {
            throw UsageError(
                en: "--host \"\(DisplayText.singleLine(text))\": write a name such as places.example.org",
                ko: "--host \"\(DisplayText.singleLine(text))\": places.example.org 같은 이름을 쓰세요")
        }
        return text.lowercased()
    }

    /// Checks an origin. A browser compares origins letter by letter, so one with a path or in capitals would never
    /// match.
    private static func origin(_ text: String, _ name: String) throws -> String {
        let rest = ["https://", "http://"].lazy.filter(text.hasPrefix).first.map { text.dropFirst($0.count) }
        let isOrigin = rest.map { !$0.isEmpty && $0 == $0.lowercased() && $0.allSatisfy { !"/?#@ ".contains($0) } }
        guard text == "*" || text == "null" || isOrigin == true else { throw wrongOrigin(text, name) }
        return text
    }

    /// Checks the origin of a page with a frame. It becomes a part of a header in which signs have a meaning.
    private static func embedder(_ text: String, _ name: String) throws -> String {
        let isPlain = text.utf8.allSatisfy {
            0x61...0x7A ~= $0 || 0x30...0x3A ~= $0 || "/.-[]*".utf8.contains($0)
        }
        guard isPlain, text != "null" else { throw wrongOrigin(text, name) }
        return try origin(text, name)
    }

    private static func wrongOrigin(_ text: String, _ name: String) -> UsageError {
        UsageError(
            en: "\(name) \"\(DisplayText.singleLine(text))\": write an origin such as https://example.org, or *",
            ko: "\(name) \"\(DisplayText.singleLine(text))\": https://example.org 같은 출처나 *를 쓰세요")
    }

    private static func unknown(_ word: String) -> UsageError {
        let shown = DisplayText.singleLine(word)
        return UsageError(
            en: "unknown option \(shown); 'geoserve --help' lists the options",
            ko: "알 수 없는 옵션 \(shown). 옵션은 'geoserve --help'로 확인하세요")
    }
}
