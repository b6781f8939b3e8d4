import GeocliText
import Testing

@testable import GeocliFetching

/// The one-line message that a person reads after the nightly job has failed.
@Suite struct FetchErrorTests {
    private static let retried: [(FetchError.Code, String)] = [
        (.unknownHost, "P: the host was not found; check the name and the network, then try again"),
        (.unreachable, "P: the server does not answer; try again later"),
        (.idle(seconds: 5), "P: no data came for 5 s; try again later, or raise --idle-timeout"),
        (.pageTime(seconds: 2.5), "P: still incomplete after 2.5 s; try again later, or raise --page-timeout"),
        (.broken(detail: "reset"), "P: the connection broke (reset); try again later"),
        (.packing(detail: "truncated"), "P: the answer can't be decompressed (truncated); try again later"),
        (
            .proxyUnreachable(proxy: "http://h:1"),
            "P: the proxy http://h:1 does not answer; check its address and the network, then try again"
        ),
        (
            .proxyRefused(proxy: "http://h:1", status: 502),
            "P: the proxy http://h:1 refuses to connect to the service (HTTP status 502); check whether it allows this host and port"
        ),
        (.status(500), "P: HTTP status 500 (the service has a problem or is busy); try again later"),
        (
            .status(429),
            "P: HTTP status 429 (too many requests, or the key's daily limit is reached); try again later"
        ),
        (.status(408), "P: HTTP status 408 (the service has a problem or is busy); try again later"),
    ]
    private static let final: [(FetchError.Code, String)] = [
        (.libraryMissing, "libcurl can't be loaded; install it (Debian: apt-get install libcurl4)"),
        (.encryption, "P: the certificate or encryption is not valid; check the address and this computer's clock"),
        (.runTime(seconds: 300), "P: the whole run took longer than 300 s; try again later, or raise --timeout"),
        (
            .tooLarge(bytes: 64 << 20),
            "P: the answer is larger than 64 MiB; if it is a feed page, raise --max-page-bytes"
        ),
        (
            .tooLarge(bytes: 5000),
            "P: the answer is larger than 5000 bytes; if it is a feed page, raise --max-page-bytes"
        ),
        (.status(404), "P: HTTP status 404; check the address and the key"),
        (.status(204), "P: HTTP status 204; check the address and the key"),
        (
            .keyRefused(status: 401, message: "bad key"),
            "P: HTTP status 401 (bad key); check the key, and that it may use this service, on the portal that issued it"
        ),
        (
            .keyRefused(status: 403, message: nil),
            "P: HTTP status 403 (the service refuses the key); check the key, and that it may use this service, on the portal that issued it"
        ),
        (
            .closed(status: 403, message: nil),
            "P: HTTP status 403 (the service refuses the request); check the address; if the service needs a key, declare it"
        ),
        (
            .closed(status: 407, message: nil),
            "P: HTTP status 407 (a proxy asks for a password); write the user and the password into the address of the proxy, as in http://USER:PASSWORD@HOST:PORT (see 'proxy' in 'geocli config --help')"
        ),
        (
            .proxyRefused(proxy: "http://h:1", status: 403),
            "P: the proxy http://h:1 refuses to connect to the service (HTTP status 403); check whether it allows this host and port"
        ),
        (
            .quotaUsedUp(status: 403, message: "Daily Limit Exceeded"),
            "P: HTTP status 403 (Daily Limit Exceeded); the key's daily quota is used up and comes back at midnight (the service's time); nothing to do"
        ),
        (
            .refusedOnTheWay(proxy: "http://h:1", status: 403, message: nil),
            "P: HTTP status 403 (access denied), from the proxy http://h:1 or from the service; check whether the proxy allows this host, then the key"
        ),
        (.wait(seconds: 3600), "P: the service asks for a pause of 3600 s; run again after that"),
        (.redirectLoop, "P: the service redirects in a loop; check the address"),
        (
            .redirect(to: "http://evil"),
            "P: the service redirects to http://evil; to protect the key, geocli did not follow the redirect; give the right address as SOURCE"
        ),
    ]

    @Test func eachSaysWhatHappenedAndWhatToTry() {
        for (code, words) in Self.retried + Self.final {
            let error = FetchError(code: code, page: "P")
            #expect(error.words.en == words)
            #expect(error.words.ko.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value }, "\(code)")
        }
    }

    @Test func onlyWhatMayPassIsTriedAgain() {
        for (code, _) in Self.retried { #expect(FetchError(code: code, page: "P").isWorthRetry, "\(code)") }
        for (code, _) in Self.final { #expect(!FetchError(code: code, page: "P").isWorthRetry, "\(code)") }
        #expect(!FetchError(code: .noKey, page: "").isWorthRetry)
    }

    /// A job with `--patience` waits for what passes by itself, and says everything else at once.
    @Test func whatIsTriedAgainPassesByItselfAndSoDoTheQuotaAndWaits() {
        for (code, _) in Self.retried { #expect(FetchError(code: code, page: "P").healsByItself, "\(code)") }
        for (code, _) in Self.final {
            let heals =
                switch code {
                case .quotaUsedUp, .runTime, .wait: true
                default: false
                }
            #expect(FetchError(code: code, page: "P").healsByItself == heals, "\(code)")
        }
        #expect(!FetchError(code: .noKey, page: "").healsByItself)
    }

    @Test func onlyARefusedUsedUpOrMissingKeyIsTheKeys() {
        for (code, _) in Self.retried + Self.final {
            let error = FetchError(code: code, page: "P")
            let isAboutKey =
                switch code {
                case .keyRefused, .quotaUsedUp: true
                default: false
                }
            #expect(error.isAboutKey == isAboutKey && error.exit == (isAboutKey ? .key : .unavailable), "\(code)")
        }
        #expect(FetchError(code: .noKey, page: "").exit == .key)
    }
}
