import Foundation
import TestSupport
import Testing

/// `geocli ingest` behind a proxy that writes down what reaches it, and at a mirror.
@Suite struct ProxyTests {
    private static let key = "4b6f72656120536563726574"
    private static let password = "geheim17"
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func configure(_ lines: String) throws {
        let folder = place.file("config/geocli")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try place.write(lines, to: "config/geocli/config")
        let path = folder.appendingPathComponent("config").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    private func ingest(
        _ words: [String], _ variables: [String: String] = [:], key: String = key
    ) throws -> ProgramRun {
        let environment = ["SEOUL_OPENAPI_KEY": key, "XDG_CONFIG_HOME": place.file("config").path]
        let run = try place.geocli(["ingest"] + words, environment: environment.merging(variables) { $1 })
        #expect(!run.text.contains(Self.password) && !run.errorText.contains(Self.password), "\(run.errorText)")
        return run
    }

    /// Returns the next step of `status`, with the settings of this place.
    private func nextStep() throws -> String {
        let environment = ["XDG_CONFIG_HOME": place.file("config").path]
        let text = try place.geocli(["status"], environment: environment).output
        let status = try JSONSerialization.jsonObject(with: text) as? [String: Any]
        return try #require(status?["next_step"] as? String)
    }

    @Test(arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
    func aProxyOfTheEnvironmentNeverGetsAKeyInClear(variable: String) throws {
        let (server, proxy) = (try FeedServer(rows: 5), try RecordingProxy())
        let run = try ingest([server.address], [variable: "http://me:\(Self.password)@\(proxy.place)"])
        #expect(run.status == 64)
        #expect(
            run.errorText
                == "geocli: the proxy http://****@\(proxy.place) of \(variable) would see the key, because requests to \(server.address) are not encrypted; to allow this, set 'proxy' to its address in the configuration file, or set 'proxy = none' to use no proxy (see 'geocli config --help')\n"
        )
        #expect(try proxy.text.isEmpty && !place.names.contains(Workplace.catalogName))
        // The sentence is right: both settings work.
        try configure("proxy = none\n")
        #expect(try ingest([server.address], [variable: proxy.address]).status == 0)
        #expect(proxy.text.isEmpty)
        try configure("proxy = \(proxy.place)\n")
        #expect(try ingest([server.address], [variable: "http://127.0.0.1:1"]).status == 0)
        #expect(proxy.lines == ["GET \(server.address)/\(Self.key)/json/TbSlibBookstoreInfo/1/1000/ HTTP/1.1"])
    }

    /// A run that is refused because of the environment's proxy is a failed run like any other, if there is a catalog.
    @Test func aRefusalBecauseOfTheEnvironmentIsRecorded() throws {
        let server = try FeedServer(rows: 5)
        try configure("url.seoul-bookstores = \(server.address)\n")
        #expect(try ingest([]).status == 0)
        let run = try ingest(["-q"], ["http_proxy": "http://127.0.0.1:1"])
        #expect(run.status == 64 && run.errorText.contains("would see the key"))
        let runs = try place.succeed("runs --format csv --fields run_id,failure,reason_code").text
        #expect(runs.hasSuffix("2,network,wrong-setting\n") || runs.contains("\n2,network,wrong-setting\n"), "\(runs)")
        let korean = try place.succeed("runs --lang ko --format table").text
        #expect(korean.contains("환경 변수 http_proxy의 프록시(http://127.0.0.1:1)에 인증키가 보입니다"), "\(korean)")
        #expect(try nextStep() == "try again: geocli ingest")
    }

    /// A 403 through a proxy that reads the request is the proxy's or the service's, unless it says something about a
    /// key.
    @Test(
        arguments: [("403-html", 69), ("403-empty", 69), ("401-json", 77), ("200-html-key", 77)] as [(String, Int32)])
    func aRefusalOnTheWayNamesTheProxy(fault: String, status: Int32) throws {
        let (server, proxy) = (try FeedServer(rows: 5, ["--fault", fault]), try RecordingProxy())
        try configure("proxy = http://me:\(Self.password)@\(proxy.place)\n")
        let run = try ingest([server.address, "-q"])
        #expect(run.status == status, "\(run.errorText)")
        let names = run.errorText.contains(
            "from the proxy http://****@\(proxy.place) or from the service; check whether")
        #expect(names == (status == 69), "\(run.errorText)")
    }

    @Test func whatTheEnvironmentExemptsIsAskedDirectly() throws {
        let (server, proxy) = (try FeedServer(rows: 5), try RecordingProxy())
        let exempt = ["http_proxy": proxy.address, "no_proxy": "localhost, 127.0.0.0/8"]
        #expect(try ingest([server.address], exempt).status == 0)
        // A web server sets HTTP_PROXY from a header of its client.
        #expect(try ingest([server.address], ["HTTP_PROXY": proxy.address]).status == 0)
        try configure("proxy = \(proxy.address)\n")
        #expect(try ingest([server.address], ["NO_PROXY": "127.0.0.1"]).status == 0)
        #expect(proxy.text.isEmpty)
        let other = try ingest([server.address], ["no_proxy": "example.com"])
        #expect(other.status == 0 && proxy.lines.count == 1)
    }

    @Test func aRequestWithoutAKeyTakesTheProxyOfTheEnvironment() throws {
        let (server, proxy) = (try PagingServer("feed", rows: 5), try RecordingProxy())
        try place.write(IngestAllTests.declaration("feed-a", server.address), to: "a.toml")
        let run = try ingest(["--feed", "./a.toml", "-v"], ["http_proxy": proxy.address])
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.errorText.contains("proxy=\(proxy.address) [Fetching] requests go through a proxy"))
        #expect(proxy.lines.count == server.requestCount && proxy.lines[0].hasPrefix("GET \(server.address)/rows?"))
        #expect(!proxy.text.contains(Self.key))
    }

    /// Of an https request, a proxy gets the name of the host and encrypted bytes.
    @Test(arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy"])
    func aKeyStaysInsideOfTheTunnel(variable: String) throws {
        let proxy = try RecordingProxy(["--password", "me:\(Self.password)"])
        let run = try ingest(
            ["https://openapi.example", "--timeout", "5s"],
            [variable: "http://me:\(Self.password)@\(proxy.place)", "http_proxy": "http://127.0.0.1:1"])
        #expect(run.status == 69 && run.errorText.contains("certificate or encryption"), "\(run.errorText)")
        #expect(proxy.lines == ["CONNECT openapi.example:443 HTTP/1.1"])
        #expect(proxy.tunnels.count == 1 && proxy.tunnels[0].hasPrefix("\u{16}\u{3}"))
        #expect(!proxy.text.contains(Self.key) && !proxy.text.contains("TbSlibBookstoreInfo"))
    }

    @Test func aProxyThatRefusesIsNamedWithoutItsPassword() throws {
        let server = try FeedServer(rows: 5)
        #expect(try ingest([server.address]).status == 0)
        let (closed, locked) = (
            try RecordingProxy(["--status", "403"]), try RecordingProxy(["--password", "me:other"])
        )
        let secret = "me:\(Self.password)@"
        let cases = [
            ("127.0.0.1:1", server.address, "the proxy http://****@127.0.0.1:1 does not answer; check its address"),
            (closed.place, "https://openapi.example", "refuses to connect to the service (HTTP status 403); check"),
            (locked.place, "https://openapi.example", "HTTP status 407 (a proxy asks for a password); write the user"),
            (locked.place, server.address, "HTTP status 407 (a proxy asks for a password); write the user"),
        ]
        for (proxy, service, says) in cases {
            try configure("proxy = http://\(secret)\(proxy)\n")
            for language in ["en", "ko"] {
                let run = try ingest([service, "--timeout", "2s", language == "en" ? "-v" : "-q", "--lang", language])
                #expect(run.status == 69 && run.errorText.contains(says) == (language == "en"), "\(run.errorText)")
            }
            #expect(try !nextStep().contains(Self.password))
        }
        for name in try place.names where name.hasPrefix(Workplace.catalogName) {
            #expect(try !String(decoding: Data(contentsOf: place.file(name)), as: UTF8.self).contains(Self.password))
        }
        #expect(try server.requests.count == 1)
    }

    @Test func aProxyOfOneFeedIsForThatFeed() throws {
        let (server, proxy) = (try PagingServer("feed", rows: 5), try RecordingProxy())
        try FileManager.default.createDirectory(
            at: place.file("config/geocli/feeds"), withIntermediateDirectories: true)
        for id in ["feed-a", "feed-b"] {
            try place.write(IngestAllTests.declaration(id, server.address), to: "config/geocli/feeds/\(id).toml")
        }
        try configure("proxy = http://127.0.0.1:1\nproxy.feed-a = none\nproxy.feed-b = \(proxy.address)\n")
        let run = try ingest(["--all"])
        #expect(run.status == 0, "\(run.errorText)")
        #expect(server.requestCount == 2 * proxy.lines.count && !proxy.lines.isEmpty)
    }

    @Test func aMirrorInTheSettingsIsTheFeedsAddress() throws {
        let (mirror, other) = (try FeedServer(rows: 5, ["--key", Self.key]), try FeedServer(rows: 5))
        try configure("url.seoul-bookstores = \(mirror.address)/\n")
        let all = try ingest(["--all", "--format", "json"])
        let rows = try #require(try JSONSerialization.jsonObject(with: all.output) as? [[String: Any]])
        #expect(all.status == 0 && rows.map { $0["feed"] as? String } == ["seoul-bookstores"], "\(all.errorText)")
        #expect(try ingest([]).status == 0)
        #expect(try mirror.requests.count == 2)
        #expect(try ingest([], key: "another-key-entirely").status == 77)
        #expect(try nextStep().hasSuffix(", then: geocli ingest"))
        // An address in the command line takes precedence, and the next step names it.
        #expect(try ingest([other.address]).status == 0)
        #expect(try other.requests.count == 1)
        let broken = try FeedServer(rows: 5, ["--fault", "404"])
        #expect(try ingest([broken.address]).status == 69)
        #expect(try nextStep() == "try again: geocli ingest \(broken.address)")
    }

    /// A good run from a mirror sets a feed up, too. The run ends before it asks the service, because it has no key.
    @Test func aFeedThatCameFromAMirrorIsSetUp() throws {
        let mirror = try FeedServer(rows: 5)
        #expect(try ingest([mirror.address]).status == 0)
        let run = try ingest(["--all", "--format", "json"], key: "")
        #expect(run.status == 77 && run.text.contains("seoul-bookstores"), "\(run.errorText)")
    }
}
