import GeocliText
import Testing

@testable import GeocliFetching

@Suite struct APIKeyTests {
    private let secret = "4b6f72656120536563726574"

    @Test func noTextOfItHoldsTheKey() throws {
        let key = try APIKey(secret)
        #expect("\(key)" == "{KEY}" && String(reflecting: key) == "{KEY}")
        var dumped = ""
        dump([key.description], to: &dumped)
        #expect(!dumped.contains(secret))
    }

    @Test func blanksAndLineEndsAroundItAreTakenOff() throws {
        #expect(try APIKey("  \(secret)\r\n") == APIKey(secret))
        #expect(try APIKey(secret + "\n").pathSegment == secret)
    }

    @Test(arguments: [
        "", "  ", "\n", "a b", "a\u{0}b", "a\nb", "a\u{7F}", ".", "..", String(repeating: "k", count: 513),
    ])
    func whatIsNoKeyIsRefusedWithoutBeingRepeated(text: String) {
        let error = #expect(throws: PlainError.self) { try APIKey(text) }
        #expect(error?.words.en.hasPrefix("the key ") == true && error?.words.ko.hasPrefix("인증키") == true)
    }

    @Test func itIsTakenOutOfTextsWhereverItStands() throws {
        let key = try APIKey(secret)
        for door in [key.masking(_:), key.redacting(_:)] as [(String) -> String] {
            #expect(door(secret) == "{KEY}" && door(secret.uppercased()) == "{KEY}")
            #expect(door("a \(secret)\(secret) b \(secret)") == "a {KEY}{KEY} b {KEY}")
            #expect(door("4b6f72656120") == "4b6f72656120")
            #expect(door("4b6f" + secret) == "4b6f{KEY}")
        }
        #expect(key.masking(Words(en: "x\(secret)", ko: "\(secret)y")) == Words(en: "x{KEY}", ko: "{KEY}y"))
        #expect(key.isIn("/\(secret)/") && !key.isIn("/json/"))
    }

    @Test func itsEncodedFormIsTakenOutToo() throws {
        let key = try APIKey("pass/word+x%한")
        #expect(key.pathSegment == "pass%2Fword%2Bx%25%ED%95%9C")
        #expect(
            key.masking("http://h/pass%2Fword%2Bx%25%ED%95%9C/json and pass/word+x%한")
                == "http://h/{KEY}/json and {KEY}")
    }

    private func redacted(_ text: String, _ key: String) throws -> String {
        var bytes = Array(text.utf8)
        try APIKey(key).redact(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func whatAServiceEchoesBecomesAsterisks() throws {
        let stars = String(repeating: "*", count: secret.utf8.count)
        #expect(try redacted("{\"MESSAGE\":\"\(secret) is wrong\"}", secret) == "{\"MESSAGE\":\"\(stars) is wrong\"}")
        #expect(try redacted("\(secret)\(secret)x\(secret)", secret) == "\(stars)\(stars)x\(stars)")
        #expect(try redacted("", secret) == "" && redacted("4b6f", secret) == "4b6f")
    }

    @Test func escapesHideNoKey() throws {
        let stars = String(repeating: "*", count: 8)
        let key = "Ab/12:xy"
        for echo in [
            #"Ab\/12:xy"#, #"\u0041b\/12:xy"#, #"\u0041\u0062\u002f\u0031\u0032\u003A\u0078\u0079"#, "&#65;b/12:xy",
            "&#x41;b&#x2F;12&#58;xy", "Ab%2F12%3Axy",
        ] {
            let text = try redacted("\"\(echo)\" \\u0041 \\n", key)
            #expect(text.hasPrefix("\"\(stars)"), "\(echo)")
            #expect(text.hasSuffix("\\n") && !text.contains("12:xy"))
        }
    }

    @Test(arguments: [
        #"{"a":"\u0041\u00e9\n\"\\"}"#, #"\u"#, #"\u00"#, "&#", "&#;", "&#x;", "&#99999999999;", "&amp;&#38;",
        #"\\u0041"#, "\\",
        #"\ud83d\ude00"#,
    ])
    func withoutTheKeyABodyStaysAsItCame(body: String) throws { #expect(try redacted(body, secret) == body) }

    /// The portal's public key and short keys are words that shops' names may contain.
    @Test func thePublicKeyIsNoSecret() throws {
        #expect(try APIKey("sample").masking("a sample") == "a sample" && !APIKey("sample").isIn("sample"))
        #expect(try redacted("sample", "sample") == "sample" && redacted("책방 ab", "ab") == "책방 ab")
    }

    /// A key that may be one of our own words is removed only from texts from outside, and only as a whole word.
    @Test(arguments: ["e", "k", "geo", "the", "server", "service", "geocli", "TbSlibBookstoreInfo"])
    func ourOwnWordsAreLeftAlone(key: String) throws {
        let line =
            "geocli: http://h/{KEY}/json/TbSlibBookstoreInfo: the server does not answer; try the service again later"
        #expect(try APIKey(key).redacting(line) == line)
    }

    @Test func aShortKeyIsTakenOutAsAWord() throws {
        let key = try APIKey("e")
        #expect(
            key.masking("the key e is wrong: e, /e/ and 책e, ee, %65")
                == "the key {KEY} is wrong: {KEY}, /{KEY}/ and 책e, ee, %65")
        #expect(key.isIn("http://h/e/json") && !key.isIn("http://here/json"))
    }
}
