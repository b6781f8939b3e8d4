import Testing

@testable import GeocliText

/// In the spirit of JSONTestSuite (Nicolas Seriot, "Parsing JSON is a Minefield"): y_ must be read, n_ refused.
@Suite struct JSONGrammarTests {
    @Test(arguments: [
        "[]", "{}", " [ ] ", "\t\r\n[]\n", "[null]", "[true,false]", "null", "true", "false", "0", "-0", "1", "-1",
        "123456789012345678901234567890", "0.5", "-0.0", "1e5", "1E5", "1e+5", "1E-5", "0e0", "0e+1", "1.5e300",
        "-1.25E-02", "\"\"", "\"a\"", "\"\u{7F}\"", "[[[[]]]]", "[{}]", "{\"\":0}",
        "{\"a\":{\"b\":[1,2,{\"c\":null}]}}",
        "[1 , 2\n,\t3]", "{ \"a\" : 1 , \"b\" : 2 }", "{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":1}",
        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
        "\"\\u0000\"", "\"\\u00e9\\u00E9\"", "\"\\uD834\\uDD1E\"", "\"책방 😀\"", "\"\u{2028}\u{2029}\"", "\"\u{10FFFF}\"",
        "\"\u{FFFF}\"", "\"/* no comment */\"", "[\"new\\u000Aline\"]", "[\"\\u0022\"]", "\u{FEFF}[1]", "[1e999]",
        "[0.1e1,2]",
        "[-0]", "[20e1]", "[123.456789]",
    ])
    func goodDocumentsAreRead(_ text: String) {
        #expect(fault(Array(text.utf8)) == nil, "\(text)")
    }

    @Test(arguments: [
        // Arrays.
        "[1 true]", "[a]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[,]", "[1,]",
        "[1:2]", "[3[4]]", "[\"a\"\n\"b\"]", "]", "[}", "[][]", "[1]x", "[\u{0B}]", "[\u{0C}]", "[\u{00}]", "[*]",
        "[1,\n1\n,1",
        // Objects.
        "{\"x\", null}", "{\"x\"::\"b\"}", "{\"a\":\"b\"}#", "{\"a\":\"b\",}", "{\"a\":\"b\",,\"c\":\"d\"}",
        "{,\"a\":1}", "{1:1}",
        "{a:1}", "{'a':0}", "{\"a\" 1}", "{\"a\" \"b\"}", "{\"a\":1 \"b\":2}", "{null:null}", "{\"a\":}", "{:1}",
        "{\"a\"}", "{]",
        "{[: \"x\"}\n", "{\"a\":/*comment*/\"b\"}", "{\"a\":true} \"x\"", "{\"\\uD800\":1,}", "{{\"a\":1}}", "}", "{}}",
        // Numbers.
        "-", "+1", "++1", "-+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e1", "0.e1", "1e", "1e+", "1e-", "1E", "1eE2",
        "1e1.5",
        "1.2.3", "0x1", "1_000", "1 000", "NaN", "Infinity", "-Infinity", "-NaN", "inf", "1a", "[-]", "[1+2]", "[- 1]",
        "[-2.]",
        "[0.3e]", "[0.3e+]", "[1.0e]", "[1.0e-]", "[2.e3]", "[.123]", "[1ea]", "[-1x]", "[0x42]", "[-foo]", "[012]",
        "[-012]", "[1.8011670033376514H-308]", "\u{FF11}", "[\u{0661}]",
        // Words.
        "nul", "nulll", "True", "TRUE", "tru", "truE", "fals", "falsey", "undefined", "[nul]", "[fals]", "[tru]",
        "[truex]",
        // Strings.
        "\"", "'a'", "\"a", "a\"", "\"\\\"", "\"\\x00\"", "\"\\a\"", "\"\\'\"", "\"\\0\"", "\"\\\\\\\"", "\"\\u\"",
        "\"\\u1\"", "\"\\u12\"",
        "\"\\u123\"", "\"\\u00G0\"", "\"\\uD834\\u\"", "\"\\uD834\\uDd\"", "\"\\uD834\\u1\"", "\"\\U0041\"", "\"a\nb\"",
        "\"a\tb\"", "\"\u{00}\"",
        "\"\u{1F}\"", "[\"\\ \"]", "[\"x\" y]", "abc", "\\u0020\"a\"", "\"x\"\"y\"", "[\\n]",
        // Structure.
        "", " ", "\n", "\u{FEFF}", "\u{FEFF}\u{FEFF}[]", " \u{FEFF}[]", "[]\u{FEFF}", "[] 1", "1 2", "{} {}", "//\n[]",
        "[] //", "<null>",
        "[\u{A0}]", "\u{2060}[]", "\u{3000}[]", "\u{1E}[]", "[1],", "*", "&", "?", ":", ",", "[\u{FEFF}]",
    ])
    func badDocumentsAreRefused(_ text: String) {
        #expect(fault(Array(text.utf8)) != nil, "\(text)")
    }

    @Test func nestingToTheLimitIsReadAndOneMoreIsRefused() {
        let limit = JSONSyntax.maximumDepth
        for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = opening == "[" ? "" : "1"
            func document(_ depth: Int) -> [UInt8] {
                Array(
                    (String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)).utf8)
            }
            #expect(fault(document(limit)) == nil)
            #expect(fault(document(limit + 1))?.code == .depth)
            #expect(fault(document(limit + 1))?.offset == limit * opening.utf8.count)
            #expect(fault(document(200_000))?.code == .depth)
        }
        #expect(fault(Array(repeating: UInt8(ascii: "["), count: 1_000_000))?.code == .depth)
    }

    @Test func siblingsDoNotCountAsDepth() throws {
        let text = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]"
        #expect(try parsed(text).arrayValue?.count == 1000)
    }

    @Test func numbersStayAsTheyWereWritten() throws {
        for text in ["0", "-0", "2283.0", "1E+2", "0.10", "123456789012345678901234567890", "1e999"] {
            #expect(try parsed(text) == .number(text))
            #expect(try parsed("[\(text) ]") == .array([.number(text)]))
            #expect(try parsed("{\"a\":\(text)}")["a"] == .number(text))
        }
    }

    @Test func faultsNameWhatAndWhere() {
        let cases: [(String, JSONError.Code, Int)] = [
            ("", .truncated, 0), ("  ", .truncated, 2), ("[1,", .truncated, 3), ("{\"a\":", .truncated, 5),
            ("\"abc", .truncated, 4), ("-", .truncated, 1), ("1e", .truncated, 2), ("tru", .truncated, 3),
            ("[1 2]", .syntax, 3), ("[01]", .syntax, 2), ("{a:1}", .syntax, 1), ("[1,]", .syntax, 3), ("x", .syntax, 0),
            ("[] x", .trailing, 3), ("1 2", .trailing, 2), ("{}{}", .trailing, 2),
        ]
        for (text, code, offset) in cases {
            #expect(fault(Array(text.utf8)) == JSONError(name: "test", offset: offset, code: code), "\(text)")
        }
    }
}
