import Foundation
internal import GeocliText

@testable internal import GeocliFetching

/// Addresses, headers and keys of a live service.
enum FetchingTarget {
    /// An address on the first line; the targets of redirects on the others.
    static func checkServiceURL(_ bytes: [UInt8]) throws {
        let words = lines(bytes, count: 2)
        let url: ServiceURL
        do throws(ServiceURLError) { url = try ServiceURL(words[0]) } catch { return }
        let shown = url.description
        try demand(shown.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"@?#\"<>\\".utf8.contains($0) || $0 == 0x40 }, shown)
        try demand(try Outcome { try ServiceURL(shown) }.value == url, "\"\(shown)\" reads back as another address")
        try demandOrigin(of: shown, url)
        guard let target = url.target(of: words[1]) else { return }
        try demand(target.utf8.starts(with: (url.origin + "/").utf8), "a redirect to \(target)")
        try demandOrigin(
            of: url.origin + "/"
                + target.utf8.dropFirst(url.origin.utf8.count + 1).filter { $0 > 0x20 && $0 < 0x7F }.map {
                    String(UnicodeScalar($0))
                }.joined(), url)
    }

    /// Foundation, an independent reader of addresses, finds the same host and port in `text`, and no user.
    private static func demandOrigin(of text: String, _ url: ServiceURL) throws {
        guard let theirs = URLComponents(string: text), let own = URLComponents(string: url.origin) else { return }
        try demand(theirs.host == own.host && theirs.port == own.port && theirs.user == nil, "\(text) leads elsewhere")
        try demand(theirs.scheme == own.scheme, "\(text) changes the scheme")
    }

    /// The header of an answer that asks for a pause, and the body of one that refuses.
    static func checkRetryAfter(_ bytes: [UInt8]) throws {
        if let reason = AnswerReason.text(of: bytes) {
            try demand(isHarmless(reason) && reason.trimmingBlanks() == reason && !reason.isEmpty, "\"\(reason)\"")
        }
        let text = text(bytes)
        guard let seconds = RetryAfter.seconds(text, now: 1_790_000_000) else { return }
        try demand(seconds >= 0, "a wait of \(seconds) s")
        let error = FetchError(code: .wait(seconds: seconds), page: "page")
        try demand(isHarmless(error.words.en) && isHarmless(error.words.ko), "\(error.words)")
    }

    /// A key on the first line, then a text that may contain it.
    static func checkRedaction(_ bytes: [UInt8]) throws {
        let words = lines(bytes, count: 2)
        let key: APIKey
        do throws(PlainError) { key = try APIKey(words[0]) } catch { return }
        let plain = words[0].trimmingBlanks()
        try demand(
            !"\(key) \(String(reflecting: key))".contains(plain) || APIKey.placeholder.contains(plain), "the key shows")
        // The portal's keys are hexadecimal digits. A text of fewer than six characters is treated as a common word,
        // and so is the portal's public key.
        guard plain.utf8.count >= 6, plain != "sample" else { return }
        let text = words[1]
        for spelling in [plain, key.pathSegment] {
            try demand(!holds(Array(key.masking(text).utf8), spelling), "the key is left in a text")
            var body = Array(text.utf8)
            key.redact(&body)
            try demand(!holds(body, spelling), "the key is left in a body")
            try demand(body.count <= text.utf8.count, "a body has grown")
            try demand(key.isIn("before \(spelling) behind"), "a key is overlooked")
        }
        try demand(key.isIn(text) || areSame(key.masking(text), text), "a text without the key is changed")
    }

    private static func holds(_ bytes: [UInt8], _ part: String) -> Bool {
        let part = Array(part.utf8)
        guard bytes.count >= part.count else { return false }
        return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
    }
}
