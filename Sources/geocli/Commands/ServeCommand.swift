internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText
internal import Glibc
internal import Scale

/// `geocli serve`: replaces this process with geoserve, which answers HTTP requests from the catalog. The server is a
/// program of its own, so that no other command has to load it.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "serve", en: "Serve command results, a map and a stream of changes over HTTP.",
        ko: "조회 명령의 결과와 지도, 변경 알림을 HTTP로 제공합니다.",
        about: Words(
            en:
                "Only this machine can connect, unless --listen names another address. You can update or replace the catalog while the service runs. docs/serve.md explains the limits, TLS proxies and systemd.",
            ko:
                "--listen에 다른 주소를 쓰지 않으면 이 컴퓨터에서만 연결할 수 있습니다. 실행 중에 카탈로그를 갱신하거나 교체해도 됩니다. 한도, TLS 프록시, systemd 설정은 docs/serve.md에 있습니다."
        ),
        examples: """
            $ geocli serve
            $ geocli serve --listen 127.0.0.1:9000 --log
            $ geocli serve --unix /run/user/1000/geocli.sock --public-url https://places.example.org
            """)

    @Option(
        help: ArgumentHelp(
            "Address and port, such as [::1]:8080; port 0 means any free port (default: 127.0.0.1:8080).",
            ko: "연결을 받을 주소와 포트. 예: [::1]:8080. 포트에 0을 쓰면 빈 포트를 고릅니다. (기본값: 127.0.0.1:8080)", value: .hostAndPort))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "Listen on this Unix socket. Only you can connect to it.", ko: "이 Unix 소켓으로 연결을 받습니다. 나만 연결할 수 있습니다.",
            value: .path), completion: .file())
    var unix: String?

    @Option(
        help: ArgumentHelp(
            "Host name that clients may use; localhost and IP addresses are always allowed. Repeat the option for several names.",
            ko: "클라이언트가 쓸 수 있는 호스트 이름. localhost와 IP 주소는 항상 허용됩니다. 여러 번 쓸 수 있습니다.", value: .name))
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "Address of the proxy in front of the service; links start with this address.",
            ko: "서비스 앞에 둔 프록시의 주소. 링크가 이 주소로 시작합니다.",
            value: .address))
    var publicUrl: String?

    @Option(
        help: ArgumentHelp(
            "Let web pages from this origin, such as https://example.org, read answers; * means any origin. Repeat the option for several origins.",
            ko: "이 출처(예: https://example.org)의 페이지가 응답을 읽게 합니다. *는 모든 출처. 여러 번 쓸 수 있습니다.", value: .address))
    var cors: [String] = []

    @Option(
        help: ArgumentHelp(
            "Let web pages from this origin show /map in a frame; * means any origin. Repeat the option for several origins.",
            ko: "이 출처의 페이지가 /map을 프레임에 담게 합니다. *는 모든 출처. 여러 번 쓸 수 있습니다.", value: .address))
    var embed: [String] = []

    @Option(
        help: ArgumentHelp(
            "Number of threads that read the catalog, 1 to 64 (default: 4).", ko: "카탈로그를 읽는 스레드 수, 1~64 (기본값: 4)",
            value: .count))
    var readers: String?

    @Option(
        help: ArgumentHelp(
            "Maximum open connections (default: 4096).", ko: "동시에 열 수 있는 최대 연결 수 (기본값: 4096)", value: .count))
    var maxConnections: String?

    @Option(
        help: ArgumentHelp(
            "Maximum open connections from one address (default: 64; unlimited for this machine).",
            ko: "주소 하나가 열 수 있는 최대 연결 수 (기본값: 64, 이 컴퓨터에서 온 연결은 제한 없음)", value: .count))
    var maxConnectionsByAddress: String?

    @Option(
        help: ArgumentHelp(
            "Maximum age of the data, such as 36h or 7d. If the data is older, /readyz fails (default: 36h).",
            ko: "데이터가 이보다 오래되면 /readyz가 실패합니다. 예: 36h, 7d (기본값: 36h)", value: .time))
    var maxAge: String?

    @Flag(
        help: ArgumentHelp(
            "Log requests to standard output, one JSON object per line, without the queries.",
            ko: "요청 기록을 한 줄에 JSON 하나씩 표준 출력에 씁니다. 쿼리는 남기지 않습니다."))
    var log = false

    @Flag(help: ArgumentHelp("Log the addresses of clients, too.", ko: "클라이언트 주소까지 기록합니다."))
    var logAddresses = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        guard listen == nil || unix == nil else {
            throw UsageError(
                en: "give either --listen or --unix, not both", ko: "--listen과 --unix는 함께 쓸 수 없습니다")
        }
        _ = try maxAge.map { try ValueArgument.seconds($0, option: "--max-age") }
        // If the catalog can't be read, this throws the same error as other commands.
        _ = try common.catalogOfPlaces()
        let path = try Environment.catalogPath(common.db)
        try replaceProcess(with: try ProgramPath.service(), words(path, feeds: try Settings.preferredFeeds()))
    }

    /// Returns the arguments for geoserve, which checks the values.
    private func words(_ path: String, feeds: [String]) -> [String] {
        var words = ["--db=\(path)", "--lang=\(Console.language.rawValue)"]
        let values: [(String, String?)] = [
            ("listen", listen), ("unix", unix), ("public-url", publicUrl), ("readers", readers),
            ("max-connections", maxConnections), ("max-connections-by-address", maxConnectionsByAddress),
            ("max-age", maxAge), ("feeds", feeds.isEmpty ? nil : feeds.joined(separator: ",")),
        ]
        words += values.compactMap { name, value in value.map { "--\(name)=\($0)" } }
        words += host.map { "--host=\($0)" } + cors.map { "--cors=\($0)" }
        words += embed.map { "--embed=\($0)" }
        let flags = [
            ("log", log), ("log-addresses", logAddresses), ("quiet", common.quiet), ("no-ground", common.noGround),
        ]
        return words + flags.filter(\.1).map { "--\($0.0)" }
    }

    /// Replaces this process, so that signals, systemd and a terminal reach the service itself.
    private func replaceProcess(with program: String, _ words: [String]) throws {
        var arguments = ([program] + words).map { strdup($0) }
        arguments.append(nil)
        execv(program, &arguments)
        let reason = SystemError.words(errno)
        throw UsageError(
            en: "\(DisplayText.singleLine(program)) does not start: \(reason.en)",
            ko: "\(DisplayText.singleLine(program))\(.object) 실행할 수 없습니다: \(reason.ko)")
    }
}
