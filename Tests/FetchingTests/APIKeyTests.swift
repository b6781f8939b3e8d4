import Testing
import Text

@testable import Fetching

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

    @Test(arguments: ["", "  ", "\n", "a b", "a\u{0}b", "a\nb", "a\u{7F}", String(repeating: "k", count: 513)])
    func whatIsNoKeyIsRefusedWithoutBeingRepeated(text: String) {
        let error = #expect(throws: APIKeyError.self) { try APIKey(text) }
        #expect(error?.words.en.hasPrefix("the key ") == true && error?.words.ko.hasPrefix("인증키") == true)
    }

    @Test func itIsTakenOutOfTextsWhereverItStands() throws {
        let key = try APIKey(secret)
        #expect(key.redacting(secret) == "{KEY}")
        #expect(key.redacting("a \(secret)\(secret) b \(secret)") == "a {KEY}{KEY} b {KEY}")
        #expect(key.redacting("4b6f72656120") == "4b6f72656120")
        #expect(key.redacting("4b6f" + secret) == "4b6f{KEY}")
        #expect(key.redacting(Words(en: "x\(secret)", ko: "\(secret)y")) == Words(en: "x{KEY}", ko: "{KEY}y"))
        #expect(key.isIn("/\(secret)/") && !key.isIn("/json/"))
    }

    @Test func itsEncodedFormIsTakenOutToo() throws {
        let key = try APIKey("pass/word+x%한")
        #expect(key.pathSegment == "pass%2Fword%2Bx%25%ED%95%9C")
        #expect(
            key.redacting("http://h/pass%2Fword%2Bx%25%ED%95%9C/json and pass/word+x%한")
                == "http://h/{KEY}/json and {KEY}")
    }

    @Test func bytesKeepTheirLength() throws {
        let key = try APIKey(secret)
        let bytes = Array("{\"MESSAGE\":\"\(secret) is wrong\"}".utf8)
        let redacted = key.redacting(bytes)
        #expect(redacted.count == bytes.count)
        #expect(String(decoding: redacted, as: UTF8.self) == "{\"MESSAGE\":\"************************ is wrong\"}")
        #expect(key.redacting([UInt8]()) == [])
    }

    /// The portal's public key is a word that shops' names may hold.
    @Test func thePublicKeyIsNoSecret() throws {
        let key = try APIKey("sample")
        #expect(key.redacting("a sample") == "a sample" && key.redacting(Array("sample".utf8)) == Array("sample".utf8))
    }
}
