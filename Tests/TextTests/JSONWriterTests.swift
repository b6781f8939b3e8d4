import TestSupport
import Testing

@testable import GeocliText

@Suite struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        body(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func everyCharacterReadsBackEqual() throws {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            let json = written { $0.string(text) }
            let bytes = Array(json.utf8)
            let back = try JSONValue(parsing: bytes, name: "test").stringValue
            guard haveSameBytes(back, text) else {
                Issue.record("U+\(String(value, radix: 16)) reads back as \(back ?? "nothing")")
                continue
            }
            if DisplayText.isUnsafe(scalar) {
                #expect(bytes.allSatisfy { 0x20...0x7E ~= $0 }, "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test func unsafeCharactersAreEscapedAndTheRestIsNot() {
        #expect(written { $0.string("책방 é 😀 /'") } == "\"책방 é 😀 /'\"")
        #expect(written { $0.string("\"\\\n\r\t") } == "\"\\\"\\\\\\n\\r\\t\"")
        #expect(written { $0.string("\u{1B}\u{0}\u{7F}\u{85}\u{9F}") } == "\"\\u001b\\u0000\\u007f\\u0085\\u009f\"")
        #expect(written { $0.string("가\u{202E}\u{2066}\u{61C}\u{200F}나") } == "\"가\\u202e\\u2066\\u061c\\u200f나\"")
        #expect(written { $0.string("\u{2028}\u{2029}") } == "\"\\u2028\\u2029\"")
    }

    /// The plain rule: character by character, never eight bytes at a time.
    private func escapedOneByOne(_ text: String) -> String {
        let short: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t",
        ]
        return text.unicodeScalars.reduce(into: "\"") { json, scalar in
            if let escape = short[scalar] {
                json += escape
            } else if DisplayText.isUnsafe(scalar) {
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                json.unicodeScalars.append(scalar)
            }
        } + "\""
    }

    @Test func aCharacterIsEscapedWhereverItStands() {
        let characters = [
            "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "\u{C2}", "\u{600}", "\u{61C}",
            "\u{62B}", "\u{2000}", "\u{200E}", "\u{2028}", "\u{202E}", "\u{202F}", "\u{2066}", "\u{2069}", "\u{206A}",
            "가", "힣", "é", "😀", "\u{10FFFF}", " ", "~", "\u{82}", "\u{98}", "\u{A2}",
        ]
        for filler in ["a", "책", "é", "😀", "\u{2026}", "\""] {
            for before in 0...17 {
                for character in characters {
                    let text =
                        String(repeating: filler, count: before) + character
                        + String(repeating: filler, count: 17 - before)
                    let json = written { $0.string(text) }
                    #expect(haveSameBytes(json, escapedOneByOne(text)), "\(text.unicodeScalars.map(\.value))")
                }
            }
        }
    }

    @Test func textOfAnyMixtureIsEscapedByTheRule() {
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                let most: UInt32 = [0x7F, 0x100, 0x7FF, 0x2100, 0xFFFF, 0x10FFFF].randomElement(using: &random) ?? 0
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...most, using: &random)) { text.append(scalar) }
            }
            let json = written { $0.string(String(text)) }
            #expect(haveSameBytes(json, escapedOneByOne(String(text))), "seed \(seed)")
        }
    }

    @Test func namesMadeReadyAreWrittenAsNamesAre() {
        let names = ["id", "", "a\"b", "이름", "line\nend", "id"]
        let ready = JSONNames(names)
        let text = written { json in
            for _ in 0...1 {
                json.beginObject()
                for position in names.indices {
                    json.name(ready, at: position)
                    json.integer(Int64(position))
                }
                json.endObject()
                json.newline()
            }
        }
        let plain = written { json in
            for _ in 0...1 {
                json.beginObject()
                for position in names.indices {
                    json.name(names[position])
                    json.integer(Int64(position))
                }
                json.endObject()
                json.newline()
            }
        }
        #expect(text == plain)
        let backwards = written { json in
            json.beginObject()
            for position in names.indices.reversed() {
                json.name(ready, at: position)
                json.null()
            }
            json.endObject()
        }
        let wanted = "{\"id\":null,\"line\\nend\":null,\"이름\":null,\"a\\\"b\":null,\"\":null,\"id\":null}"
        #expect(backwards == wanted)
    }

    @Test func combiningMarksStayBehindEscapesAndQuotes() throws {
        for text in ["\"\u{301}", "\n\u{301}x", "\u{202E}\u{300}", "e\u{301}é", "\u{1112}\u{1161}"] {
            #expect(haveSameBytes(try parsed(written { $0.string(text) }).stringValue, text))
        }
    }

    @Test func commasStandBetweenValuesOnly() {
        let text = written { json in
            json.beginObject()
            json.name("a")
            json.beginArray()
            json.integer(-9_223_372_036_854_775_808)
            json.number(0.1)
            json.number(126.92360004, maximumDecimals: 7)
            json.number(1, decimals: 3)
            json.beginArray()
            json.endArray()
            json.bool(true)
            json.bool(false)
            json.null()
            json.string(nil as String?)
            json.string("x" as String?)
            json.endArray()
            json.name("b\n")
            json.beginObject()
            json.endObject()
            json.name("c")
            json.string("")
            json.endObject()
            json.newline()
            json.integer(1)
            json.raw("\n")
            json.integer(2)
        }
        #expect(
            text
                == "{\"a\":[-9223372036854775808,0.1,126.9236,1.000,[],true,false,null,null,\"x\"],\"b\\n\":{},\"c\":\"\"}\n1\n,2"
        )
    }

    @Test func valuesReadBeforeAreWrittenAsTheyWere() throws {
        let text = "{\"a\":[1.50,-0,1E+2,null,true,false,\"x\"],\"b\":{\"a\":{}},\"a\":[]}"
        let value = try parsed(text)
        #expect(written { $0.value(value) } == text)
    }

    @Test func randomValuesReadBackEqual() throws {
        for seed in UInt64(1)...300 {
            var random = RandomJSON(seed: seed)
            let value = try parsed(random.value(depth: 5))
            let text = written { $0.value(value) }
            #expect(try parsed(text) == value, "seed \(seed)")
            #expect(written { $0.value(value) } == text, "seed \(seed)")
        }
    }

    @Test func numbersAreTheShortestThatReadBackEqual() throws {
        for number in [
            0, -1, 126.9236, 37.55630000000001, Double.leastNonzeroMagnitude, 1.7976931348623157e308, 1e15, 1e21,
            0.00001, -2.5e-7,
        ] {
            let text = written { $0.number(number) }
            #expect(try parsed(text).doubleValue == number, "\(text)")
        }
        #expect(written { $0.number(37.5563) } == "37.5563")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func aNumberThatJSONDoesNotHaveIsNull(number: Double) {
        #expect(written { $0.number(number) } == "null")
        #expect(written { $0.number(number, maximumDecimals: 7) } == "null")
        #expect(written { $0.number(number, decimals: 3) } == "null")
    }

    @Test func aNumberOfAnySizeIsWritten() {
        #expect(written { $0.number(1e300, maximumDecimals: 7) } == "922337203685.4775807")
        #expect(written { $0.number(-1e300, decimals: 7) } == "-922337203685.4775808")
    }
}
