import Foundation
import GeocliText
import Testing

@testable import GeocliFetching

/// Ways in which a service may repeat the key. None of them remains in the kept answer or in a message.
@Suite struct KeyEchoTests {
    private static let secret = "TESTkey0123456789abcdefABCDEF0"

    /// The key with each letter written by `spell`.
    private static func each(_ spell: (UInt8) -> String) -> String { secret.utf8.map(spell).joined() }

    private static func hex(_ byte: UInt8, _ digits: Int = 2) -> String {
        let text = String(byte, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The key with every other letter written by `spell`.
    private static func other(_ spell: (UInt8) -> String) -> String {
        secret.utf8.enumerated().map { $0.offset % 2 == 0 ? spell($0.element) : String(Unicode.Scalar($0.element)) }
            .joined()
    }

    private static func base64(_ shift: Int) -> String {
        Data(Array(repeating: UInt8(ascii: "x"), count: shift) + Array(secret.utf8) + Array("yz".utf8))
            .base64EncodedString()
    }

    private static func nested(_ depth: Int) -> String {
        (0..<depth).reduce(each { "%" + hex($0) }) { text, _ in text.replacingOccurrences(of: "%", with: "%25") }
    }

    /// The forms of the key in texts.
    private static let texts: [String: String] = [
        "as it is": secret, "upper": secret.uppercased(), "lower": secret.lowercased(),
        "percent": each { "%" + hex($0) }, "PERCENT": each { "%" + hex($0).uppercased() },
        "percent in part": other { "%" + hex($0) }, "percent twice": nested(1), "percent 4 times": nested(3),
        "percent 40 times": nested(39),
        "a percent sign in front": "%" + other { "%" + hex($0) },
        "percent of references": each { "%26%23\($0)%3B" }, "references of percent": each { "&#37;" + hex($0) },
        "references": each { "&#\($0);" }, "references in hex": each { "&#x\(hex($0));" },
        "padded": each { "&#000000000000000000\($0);" }, "padded in hex": each { "&#X0000000000000000\(hex($0));" },
        "references of references": each { "&amp;#\($0);" }, "references in part": other { "&#\($0);" },
        "escapes": each { "\\u" + hex($0, 4) }, "ESCAPES": each { "\\u" + hex($0, 4).uppercased() },
        "escapes in part": other { "\\u" + hex($0, 4) }, "escapes of bytes": each { "\\x" + hex($0) },
        "full width": each { String(Unicode.Scalar(UInt32($0) + 0xFEE0) ?? "?") },
        "with zero-width blanks": each { String(Unicode.Scalar($0)) + "\u{200B}" },
        "with soft hyphens": each { String(Unicode.Scalar($0)) + "\u{AD}" },
        "with marks": each { String(Unicode.Scalar($0)) + "\u{301}" },
        "with controls of direction": each { "\u{202E}" + String(Unicode.Scalar($0)) },
        "reversed": String(secret.reversed()), "in hex": each { hex($0) }, "in HEX": each { hex($0).uppercased() },
        "base64": base64(0), "base64 after one": base64(1), "base64 after two": base64(2),
        "base64 for URLs": base64(1).replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"),
        "in an address": "https://a.example/\(each { "%" + hex($0) })/json?k=\(secret.lowercased())#x",
    ]

    private func redacted(_ body: String) throws -> [UInt8] {
        var bytes = Array(body.utf8)
        try APIKey(Self.secret).redact(&bytes)
        return bytes
    }

    /// All strings of a JSON document, including names, as Foundation reads them.
    private func strings(_ value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap(strings)
        case let object as [String: Any]: object.keys + object.values.flatMap(strings)
        default: []
        }
    }

    /// `text` as a JSON literal: written by Foundation, or with every character escaped.
    private func literal(_ text: String, escaped: Bool) throws -> String {
        if escaped { return "\"" + text.utf16.map { "\\u" + String(format: "%04x", $0) }.joined() + "\"" }
        let data = try JSONSerialization.data(withJSONObject: [text], options: .withoutEscapingSlashes)
        return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
    }

    @Test(arguments: texts.keys.sorted(), [false, true])
    func noValueOfJSONHoldsTheKey(name: String, escaped: Bool) throws {
        let echo = try #require(Self.texts[name])
        let value = try literal("책 \(echo) x", escaped: escaped)
        let body =
            #"{"a":\#(value),\#(value):1,"RESULT":{"MESSAGE":\#(value)},"row":[{"SNS":[\#(value)],"b":"é\u00e9"}]}"#
        let bytes = try redacted(body)
        let found = strings(try JSONSerialization.jsonObject(with: Data(bytes)))
        #expect(!found.contains { $0.contains(echo) || $0.lowercased().contains(Self.secret.lowercased()) }, "\(found)")
        #expect(found.contains("éé") && bytes.count == body.utf8.count)
        #expect(!String(decoding: bytes, as: UTF8.self).contains(echo))
    }

    @Test(arguments: texts.keys.sorted())
    func noTextFromOutsideHoldsTheKey(name: String) throws {
        let echo = try #require(Self.texts[name])
        let key = try APIKey(Self.secret)
        #expect(key.isIn(echo) && key.isIn("x \(echo) y"))
        let told = key.masking("bad \(echo) key")
        #expect(!told.contains(echo) && told.contains("{KEY}") && !key.isIn(told), "\(told)")
    }

    /// The key, split and spelled in the ways that XML allows; `@` marks its place.
    private static let documents: [String: String] = [
        "split by CDATA": "<a>책 TESTke<![CDATA[y0123456789abcdef]]>ABCDEF0</a>",
        "in CDATA": "<a><![CDATA[\(secret)]]></a>",
        "each letter in CDATA": "<a>" + each { "<![CDATA[" + String(Unicode.Scalar($0)) + "]]>" } + "</a>",
        "split by a comment": "<a>TESTkey0123<!-- x -->456789abcdefABCDEF0</a>",
        "split by an instruction": "<a>TESTkey0123<?x y?>456789abcdefABCDEF0</a>",
        "split by an element": "<a>TESTkey0123<b>x</b>456789<c/>abcdefABCDEF0</a>",
        "in references": "<a>" + each { "&#\($0);" } + "</a>",
        "in padded references": "<a>" + each { "&#x0000000000000000\(hex($0));" } + "</a>",
        "percent and CDATA": "<a>" + each { "%<![CDATA[" + hex($0) + "]]>" } + "</a>",
        "in an attribute": "<a b=\"" + each { "&#\($0);" } + "\" c='1'>x</a>",
        "in an attribute of an empty element": "<a b='" + each { "&#\($0);" } + "'/>",
        "in a comment": "<a><!--" + each { "%" + hex($0) } + "--></a>",
        "in an instruction": "<a><?x " + each { "&#\($0);" } + "?></a>",
        "as a name": "<a><x\(each { hex($0) })>1</x\(each { hex($0) })></a>",
    ]

    @Test(arguments: documents.keys.sorted())
    func noValueOfXMLHoldsTheKey(name: String) throws {
        let part = try #require(Self.documents[name])
        let body = "<?xml version=\"1.0\"?><r><ok q=\"1\">C&amp;S &#65;</ok>\(part)<ok>책방</ok></r>"
        let bytes = try redacted(body)
        let text = String(decoding: bytes, as: UTF8.self)
        let parser = XMLEvents()
        var values: [String] = []
        parser.onEnd = { values += [$0, $1] }
        try parser.parse(ByteSource(name: "x", bytes: bytes))
        #expect(!text.contains(part) && text.hasPrefix("<?xml version=\"1.0\"?><r><ok q=\"1\">C&amp;S &#65;</ok>"))
        #expect(values.contains("C&S A") && values.contains("책방"))
        let key = try APIKey(Self.secret)
        #expect(!values.contains(where: key.isIn) && !key.isIn(text), "\(text)")
    }

    /// Readers go on after a row that is not well-formed, and keep it as it came.
    @Test(arguments: documents.keys.sorted(), ["a & b", "&nbsp;", "\u{B}", "<책>", "<n>", "<![CDATA["])
    func noRowOfXMLAfterABrokenOneHoldsTheKey(name: String, fault: String) throws {
        let part = try #require(Self.documents[name])
        let bytes = try redacted("<r><row><n>\(fault)</n>\(part)</row>\n<row>\(part)</row><row><n>책방</n></row></r>")
        let parser = XMLEvents()
        var values: [String] = []
        parser.rows = ["r", "row"]
        parser.onEnd = { values += [$0, $1] }
        parser.onBroken = { values += [$0.value, String(decoding: $1, as: UTF8.self)] }
        // A page in which the key was overwritten may be one that can't be read.
        do { try parser.parse(ByteSource(name: "x", bytes: bytes)) } catch is XMLError {}
        let key = try APIKey(Self.secret)
        #expect(!values.contains(where: key.isIn) && !key.isIn(String(decoding: bytes, as: UTF8.self)), "\(values)")
    }

    @Test(arguments: texts.keys.sorted(), ["a\"b", "\\x", "a\nb", "a\"b\"c"])
    func noRowOfJSONAfterABrokenOneHoldsTheKey(name: String, fault: String) throws {
        let echo = try #require(Self.texts[name])
        for escaped in [false, true] {
            let value = try literal("책 \(echo) x", escaped: escaped)
            let bytes = try redacted("{\"row\":[{\"n\":\"\(fault)\",\"v\":\(value)},{\"n\":\"책방\",\"v\":\(value)}]}")
            let text = String(decoding: bytes, as: UTF8.self)
            let key = try APIKey(Self.secret)
            #expect(!text.contains(echo) && !key.isIn(text), "\(text)")
            let last = try #require(text.range(of: "},{"))
            let row = Data(text[last.upperBound...].dropLast(2).utf8)
            let found = strings(try JSONSerialization.jsonObject(with: Data("{".utf8) + row))
            #expect(!found.contains { $0.contains(echo) || key.isIn($0) } && found.contains("책방"), "\(found)")
        }
    }

    /// Bytes that no reader accepts must not stop the search for the key.
    @Test(arguments: [
        "\"", "\"\\", "\"\\u", #"{"a":"\u12"}"#, #"{"a":"\u00"}"#, "<", "<a", "<a b", "<a b='", "<a>&#", "<a>&#x;</a>",
        "<!--",
        "<a><![CDATA[", "<!DOCTYPE a [<!ENTITY k \"x\">]><a>&k;</a>", "\u{FEFF}<a/>", "", " ", "<a/><b/>",
    ])
    func whatCannotBeReadStaysAsItIs(body: String) throws {
        let long = body + String(repeating: " ", count: 64)
        #expect(try redacted(long) == Array(long.utf8))
    }

    /// A letter with a longer lower-case form, in bytes.
    @Test func aKeyIsFoundThatIsLongerInLowerCase() throws {
        let key = try APIKey("İİİİİİ")
        #expect(key.isIn("İİİİİİ") && key.masking("İİİİİİ") == "{KEY}")
    }

    @Test func anEntityOfADocumentTypeIsNeverRead() throws {
        let body = "<!DOCTYPE a [<!ENTITY k \"\(Self.secret)\">]><a>&k;</a>"
        #expect(!String(decoding: try redacted(body), as: UTF8.self).contains(Self.secret))
    }

    /// Addresses of real shops have percent-encoded names, and texts have marks; none of them is mistaken for the key.
    @Test(arguments: [
        "https://ko.wikipedia.org/wiki/%EC%84%9C%EC%A0%90_%28%EC%B1%85%EB%B0%A9%29?a=%25&b=&amp;", "100% &#44; \\u",
        "%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%",
        "&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&", "0123456789abcdef0123456789abcdef0123456789abcdef",
    ])
    func otherTextsAreNotTaken(text: String) throws {
        let key = try APIKey(Self.secret)
        #expect(!key.isIn(text) && key.masking(text) == text)
        let body = #"{"a":\#(try literal(text, escaped: false))}"#
        #expect(try redacted(body) == Array(body.utf8))
    }

    /// Keys of data.go.kr are base64 with padding. Services repeat them in other spellings, some of them by mistake.
    private static let portalKeys = [
        "Zk3+9aQx/7Lw2VbN4mTyKc0sRhUe8GdPq1XjOiBf6ZtHvW5nEoAuDgMlYrJpSxIQ==",
        "qT+/8dGk2Lm0ZxVbYw7nRsA1cE4uHjPo9KfQyXi6tNg=",
        "a+b/c+d/e0123456789+f/g+hABCDEFGHIJKLM==", "a-b_c-d_e0123456789-f_g-hABCDEFGHIJKLM==",
        "4b6f6e6579416e6448657863", "0123456789ABCDEFabcdefghij=",
    ]

    private static func spellings(of key: String) -> [String] {
        let bare = String(key.reversed().drop { $0 == "=" }.reversed())
        let hex = { (text: String) in text.utf8.map { Self.hex($0) }.joined() }
        let percent = { (text: String) in text.utf8.map { "%" + Self.hex($0) }.joined() }
        let quoted = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let unpadded = Data(key.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        return [
            key, bare, bare + "=", quoted, quoted.lowercased(),
            quoted.replacingOccurrences(of: "%3D", with: ""), percent(key), percent(bare).uppercased(),
            quoted.replacingOccurrences(of: "%", with: "%25"), bare.replacingOccurrences(of: "+", with: " "),
            bare.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"),
            bare.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/"), hex(key),
            hex(bare).uppercased(), Data(key.utf8).base64EncodedString(), unpadded,
            Data(bare.utf8).base64EncodedString(),
            key.replacingOccurrences(of: "/", with: "\\/"), bare.utf8.map { "\\u" + Self.hex($0, 4) }.joined(),
            bare.utf8.map { "&#\($0);" }.joined(), bare.replacingOccurrences(of: "+", with: "&plus;"),
            String(bare.reversed()), bare.uppercased(), bare.utf8.map { "%u00" + Self.hex($0) }.joined(),
            Data(base64Encoded: key).map { $0.map { Self.hex($0) }.joined() } ?? key,
        ]
    }

    /// In each kind of body and in each message.
    @Test(arguments: portalKeys)
    func noSpellingOfAKeyInBase64Stays(text: String) throws {
        let key = try APIKey(text)
        let spellings = Self.spellings(of: text)
        #expect(spellings.count >= 22)
        for echo in spellings {
            #expect(key.isIn(echo), "\(echo)")
            #expect(!key.masking("bad \(echo) key").contains(echo), "\(echo)")
            let json = try literal("책 \(echo) x", escaped: false)
            let xml = echo.replacingOccurrences(of: "&", with: "&amp;")
            for body in [
                "{\"a\":\(json),\"b\":\"é\"}", "<r><a b=\"\(xml)\">\(xml)</a><b>é</b></r>",
                "id,이름\n1,\(echo)\n2,é\n", "id\t이름\n1\t\(echo)\n2\té\n", "1|\(echo)|x\n2|é|y\n",
                "id,n\n1,\"a \(echo)\"\n2,é\n",
            ] {
                var bytes = Array(body.utf8)
                key.redact(&bytes)
                let left = String(decoding: bytes, as: UTF8.self)
                #expect(!left.contains(echo) && !left.contains(xml) && left.contains("é"), "\(body) became \(left)")
            }
        }
    }

    @Test(arguments: ["책방,서점,a+b/c,ABCDEF==\n", "id,name\n1,0123456789ABCDE\n", "{\"a\":\"a b/c d/e\"}"])
    func textsWithoutTheKeyStay(body: String) throws {
        for text in Self.portalKeys {
            var bytes = Array(body.utf8)
            try APIKey(text).redact(&bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == body)
        }
    }
}
