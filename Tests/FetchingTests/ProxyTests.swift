import GeocliText
import Testing

@testable import GeocliFetching

/// Who may see a request, before any request is sent.
@Suite struct ProxyTests {
    @Test(arguments: [
        ("http://proxy:3128", "http://proxy:3128"), ("proxy:3128", "http://proxy:3128"), ("proxy", "http://proxy"),
        (" HTTP://u:p%40w@Proxy:3128/ ", "http://****@Proxy:3128"), ("socks5h://[::1]:1080", "socks5h://[::1]:1080"),
        ("u:pw@h:1", "http://****@h:1"), ("https://u@h", "https://****@h"),
    ])
    func anAddressIsShownWithoutItsPassword(text: String, shown: String) throws {
        let proxy = try #require(Proxy(text))
        #expect(proxy.description == shown && proxy.hasCredential == shown.contains("*"))
    }

    @Test(arguments: [
        "", "ftp://p:1", "http://", "http://u:a@b@p:1", "http://u:a/b@p:1", "http://p:99999", "http://p:1/x",
        "http://u:%zz@p:1", "http://u:p w@h:1", "a b:1", "http://프록시:1",
    ])
    func whatLibcurlWouldMisreadIsNoAddress(text: String) { #expect(Proxy(text) == nil) }

    @Test func theSettingMayAlsoBeNone() {
        #expect(ProxySetting("none") == .off)
        for text in ["None", "off", "proxy", "", "ftp://p:1"] { #expect(ProxySetting(text) == nil, "\(text)") }
        #expect(ProxySetting("u:pw@proxy:1")?.description == "http://****@proxy:1")
    }

    @Test func aMessageOfLibcurlLosesThePassword() throws {
        let proxy = try #require(Proxy("http://u:p%40w@h:1"))
        let message = "Unsupported proxy 'http://u:p%40w@h:1', p@w"
        #expect(proxy.masking(message) == "Unsupported proxy 'http://****@h:1', ****")
        #expect(Proxy("http://h:1")?.masking(message) == message)
    }

    private static let environment = ["http_proxy": "http://u:pw@h:1", "https_proxy": "s:2", "ALL_PROXY": "a:3"]

    private func chosen(
        _ service: String, key: Bool, _ setting: String? = nil, _ environment: [String: String] = environment
    ) throws -> String? {
        let setting = try setting.map { try #require(ProxySetting($0)) }
        return try Proxy.chosen(
            for: ServiceURL(service), sendsKey: key, setting: setting, environment: { environment[$0] })?.description
    }

    @Test func aKeyInClearGoesOnlyToTheProxyOfTheSetting() throws {
        #expect(try chosen("https://x", key: true) == "http://s:2")
        #expect(try chosen("http://x", key: false) == "http://****@h:1")
        #expect(throws: PlainError.self) { try chosen("http://x", key: true) }
        #expect(throws: PlainError.self) { try chosen("http://x", key: true, nil, ["ALL_PROXY": "a:3"]) }
        #expect(try chosen("http://x", key: true, nil, ["HTTP_PROXY": "a:3", "https_proxy": "s:2"]) == nil)
        #expect(try chosen("https://x", key: true, nil, ["HTTPS_PROXY": "s:2", "https_proxy": ""]) == "http://s:2")
        for service in ["http://x", "https://x"] {
            #expect(try chosen(service, key: true, "http://n:4") == "http://n:4")
            #expect(try chosen(service, key: true, "none") == nil)
            let exempt = Self.environment.merging(["no_proxy": "x"]) { $1 }
            #expect(try chosen(service, key: true, nil, exempt) == nil)
            #expect(try chosen(service, key: true, "http://n:4", exempt) == nil)
        }
    }

    @Test func aWrongAddressInTheEnvironmentIsNamedAndNotRepeated() throws {
        let error = try #require(throws: PlainError.self) {
            try chosen("https://x", key: false, nil, ["https_proxy": "u:geheim17 @h"])
        }
        #expect(
            error.words.en
                == "https_proxy is not the address of a proxy; write one such as http://proxy:3128, or unset it")
        #expect(error.exit == .usage && !error.words.ko.contains("geheim17"))
    }

    /// - Source: tests/unit/unit1614.c of curl.
    @Test(arguments: [
        ("www.example.com", "localhost .example.com .example.de", true),
        ("www.example.com.", "localhost .example.com .example.de", true),
        ("example.com", "localhost .example.com. .example.de", true),
        ("example.com", "localhost .example.com,.example.de", true),
        ("eexample.com", "localhost .example.com,.example.de", false),
        ("127.0.0.1", "127.0.0.1/8,localhost,", true), ("127.0.0.1", "127.0.0.1/31,localhost,", true),
        ("127.0.0.1", "localhost,127.0.0.1", true), ("127.0.0.1", "localhost,127.0.0.1.127.0.0.1", false),
        ("localhost", "127.0.0.1,localhost", true), ("foobar", "barfoo", false), ("foobar", "foobar", true),
        ("192.168.0.1", "foobar", false), ("192.168.0.1", "192.168.0.0/16", true),
        ("192.168.0.1", "192.168.0.0/24", true), ("192.168.0.1", "192.168.0.0/32", false),
        ("192.168.0.1", "192.168.0.0", false), ("192.168.1.1", "foo, bar, 192.168.0.0/24", false),
        ("192.168.1.1", "foo, bar, 192.168.0.0/16", true), ("::1", "foo, bar, 192.168.0.0/16", false),
        ("::1", "foo, bar, ::1/64", true), ("::1", "[::1]", true), ("BAr", "foo,,,,,     bar, ::1/64", true),
        ("www.example.com", "www2.example.com, .example.net", false), ("example.com", ".example.com", true),
        ("nonexample.com", ".example.com, .example.net", false), ("a", "*", true), ("a", "*,b", false),
        ("a", "", false), ("a", ".", false), ("10.0.0.1", "10.0.0.1/99", false), ("10.0.0.1", "10.0.0.1/-1", false),
    ])
    func hostsAreExemptAsForCurl(host: String, list: String, isExempt: Bool) {
        #expect(NoProxy.isExempt(host, from: list) == isExempt)
    }

    @Test func aHostIsFoundInAnAddress() throws {
        for (address, host) in [("http://[::1]:80/x", "::1"), ("https://A.b:80", "a.b"), ("http://a.b", "a.b")] {
            #expect(try ServiceURL(address).host == host)
        }
    }
}
