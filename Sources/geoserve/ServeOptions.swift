internal import GeocliAsking
internal import GeocliText

struct ServeOptions: Sendable {
    enum Request: Sendable { case help, version, serve(ServeOptions) }

    var catalogPath = ""
    /// The address to listen on; loopback unless the user says otherwise.
    var place = ListeningPlace.network(host: "127.0.0.1", port: 8080)
    /// Names that the Host header may have, besides localhost and IP addresses.
    var hosts: Set<String> = []
    /// The address at which clients find the service, if there is a proxy in front of it.
    var publicURL: String?
    var origins: Set<String> = []
    var embedders: [String] = []
    var readers = 4
    var maximumConnections = Limits.connections
    /// The maximum number of open connections from one address; nil for the usual maximum.
    var maximumByAddress: Int?
    var maximumWaiting = 256
    /// The age of the data above which the service isn't ready, in seconds; nil for the usual one.
    var maximumAge: Double?
    var maximumAgeText = ""
    /// In order of preference. If several feeds have a row for a shop, the row of the most preferred feed is shown.
    var feeds: [String] = []
    /// Whether requests are logged, and whether the log has the addresses of clients.
    var hasLog = false
    var hasLogAddresses = false
    var isQuiet = false
    /// Whether the program's ground stands in for what the catalog lacks.
    var hasGround = true
    var language = Language.english

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
            case "--no-ground": options.hasGround = false
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

    /// Checks an origin. A browser compares letter by letter, so one with a path or in capitals would never match.
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

    static let help = Words(
        en: """
            USAGE: geoserve --db PATH [options]

            Serves a geocli catalog over HTTP (default address: http://127.0.0.1:8080/). 'geocli serve' starts
            geoserve with the settings of geocli. docs/serve.md explains the limits, proxies and systemd.

              --db PATH              catalog file; it may be replaced while the service runs
              --listen HOST:PORT     address and port, such as [::1]:8080; port 0 means any free port (default: 127.0.0.1:8080)
              --unix PATH            listen on a Unix socket; only the user who runs geoserve can connect to it
              --host NAME            host name that clients may use; localhost and IP addresses are always allowed. Repeatable
              --public-url URL       address of the proxy in front of the service; links start with this address
              --cors ORIGIN          let pages from this origin read answers; * means any origin. Repeatable
              --embed ORIGIN         let pages from this origin show /map in a frame; * means any origin. Repeatable
              --readers N            threads that read the catalog, 1 to 64 (default: 4)
              --max-connections N    maximum number of open connections (default: 4096)
              --max-connections-by-address N
                                     maximum number of open connections from one address (default: 64; unlimited for this machine)
              --max-age TIME         maximum age of the data, such as 36h; /readyz fails if the data is older (default: 36h)
              --feeds A,B            feeds in order of preference, for shops that several feeds have
              --log                  log requests to standard output, one JSON object on each line; queries are left out
              --log-addresses        also log the addresses of clients
              --no-ground            leave out the program's own districts, river and stations
              --lang ko|en           language of messages, and of answers to clients that ask for no language
              -q, --quiet            print only errors and warnings
              --version, --help

            SIGTERM and SIGINT end geoserve after the requests in progress (at most 10 seconds); a second signal ends it at once.
            Exit codes: 0 ended normally, 64 wrong usage, 69 can't listen.

            """,
        ko: """
            사용법: geoserve --db 경로 [옵션]

            geocli 카탈로그를 HTTP로 제공합니다. 기본 주소: http://127.0.0.1:8080/
            'geocli serve'는 geocli 설정대로 이 프로그램을 실행합니다. 한도, 프록시, systemd 설정은 docs/serve.md에 있습니다.

              --db 경로              카탈로그 파일. 실행 중에 바꿔도 됩니다
              --listen 주소:포트     연결을 받을 주소와 포트. 예: [::1]:8080. 0이면 빈 포트 (기본값: 127.0.0.1:8080)
              --unix 경로            Unix 소켓으로 연결을 받습니다. geoserve를 실행한 사용자만 연결할 수 있습니다
              --host 이름            클라이언트가 쓸 수 있는 호스트 이름. localhost와 IP 주소는 항상 허용됩니다. 여러 번 쓸 수 있습니다
              --public-url URL       서비스 앞에 둔 프록시의 주소. 링크가 이 주소로 시작합니다
              --cors 출처            이 출처의 페이지가 응답을 읽게 합니다. *는 모든 출처. 여러 번 쓸 수 있습니다
              --embed 출처           이 출처의 페이지가 /map을 프레임에 담게 합니다. *는 모든 출처. 여러 번 쓸 수 있습니다
              --readers N            카탈로그를 읽는 스레드 수, 1~64 (기본값: 4)
              --max-connections N    동시에 열 수 있는 연결 수 (기본값: 4096)
              --max-connections-by-address N
                                     주소 하나가 열 수 있는 연결 수 (기본값: 64, 이 컴퓨터에서 온 연결은 제한 없음)
              --max-age 시간         데이터가 이보다 오래되면 /readyz가 실패합니다. 예: 36h (기본값: 36h)
              --feeds A,B            가게가 여러 피드에 있을 때 우선할 피드(앞에 쓴 피드부터)
              --log                  요청 기록을 한 줄에 JSON 하나씩 표준 출력에 씁니다. 쿼리는 남기지 않습니다
              --log-addresses        클라이언트 주소까지 기록합니다
              --no-ground            프로그램에 들어 있는 시군구 경계, 한강, 역을 쓰지 않습니다
              --lang ko|en           메시지의 언어. 언어를 밝히지 않은 클라이언트에 보내는 응답에도 씁니다
              -q, --quiet            오류와 주의만 출력합니다
              --version, --help

            SIGTERM이나 SIGINT를 받으면 진행 중인 요청을 마치고 끝납니다(최대 10초). 신호를 한 번 더 받으면 바로 끝납니다.
            종료 코드: 0 정상 종료, 64 잘못된 사용법, 69 연결을 받을 수 없음

            """)
}

/// The address at which clients find the service if a proxy answers for it.
struct PublicURL {
    /// The address without a slash at its end.
    let text: String
    let host: String

    /// - Throws: `UsageError` for anything but a web address without a query.
    init(_ text: String) throws {
        let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix)
        let rest = text.dropFirst(scheme?.count ?? 0)
        let authority = rest.prefix { $0 != "/" }
        let isHost = authority.utf8.allSatisfy {
            0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || ".-:[]".utf8.contains($0)
        }
        guard scheme != nil, !authority.isEmpty, isHost, !rest.contains(where: { "?#\" <>\\".contains($0) }) else {
            let shown = DisplayText.singleLine(text)
            throw UsageError(
                en: "--public-url \"\(shown)\": write a web address such as https://places.example.org",
                ko: "--public-url \"\(shown)\": https://places.example.org 같은 주소를 쓰세요")
        }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
        host = authority.hasPrefix("[") ? String(authority) : String(authority.prefix { $0 != ":" }).lowercased()
    }
}
