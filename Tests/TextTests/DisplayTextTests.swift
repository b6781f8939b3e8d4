import TestSupport
import Testing

@testable import GeocliText

@Suite struct DisplayTextTests {
    @Test func widthsAreThoseOfATerminal() {
        let cases: [(String, Int)] = [
            ("", 0), ("abc", 3), ("책방", 4), ("책 a", 4), ("e\u{301}", 1), ("é", 1), ("漢字", 4), ("ㅊ", 2), ("Ａ", 2),
            ("ｱ", 1),
            ("😀", 2), ("、", 2), ("─", 1), ("…", 1), ("\u{200B}", 0), ("①", 1),
        ]
        for (text, width) in cases { #expect(DisplayText.width(text) == width, "\(text)") }
    }

    @Test func jamoThatMakeOneSyllableTakeTheColumnsOfOne() {
        #expect(DisplayText.width("\u{1112}\u{1161}\u{11AB}") == 2)
        #expect(DisplayText.width("\u{110E}\u{1162}\u{11A8}\u{1107}\u{1161}\u{11BC}") == 4)
    }

    @Test func everyHangulSyllableTakesTwoColumns() {
        for value in UInt32(0xAC00)...0xD7A3 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            guard DisplayText.width(String(Character(scalar))) == 2 else {
                Issue.record("U+\(String(value, radix: 16))")
                return
            }
        }
    }

    @Test func noCharacterIsNarrowerThanNothing() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            guard (0...2).contains(DisplayText.width(String(Character(scalar)))) else {
                Issue.record("U+\(String(value, radix: 16))")
                return
            }
        }
    }

    @Test func truncationKeepsWhatFits() {
        #expect(DisplayText.truncated("abc", columns: 3) == "abc")
        #expect(DisplayText.truncated("abcd", columns: 3) == "ab…")
        #expect(DisplayText.truncated("책방", columns: 4) == "책방")
        #expect(DisplayText.truncated("책방", columns: 3) == "책…")
        #expect(DisplayText.truncated("책방", columns: 2) == "…")
        #expect(DisplayText.truncated("책방서점", columns: 6) == "책방…")
        #expect(DisplayText.truncated("abc", columns: 1) == "…")
        #expect(DisplayText.truncated("abc", columns: 0) == "")
        #expect(DisplayText.truncated("abc", columns: -3) == "")
        #expect(DisplayText.truncated("", columns: 0) == "")
        #expect(haveSameBytes(DisplayText.truncated("e\u{301}e\u{301}e\u{301}", columns: 2), "e\u{301}…"))
    }

    @Test func truncationNeverExceedsTheColumns() {
        let pieces = [
            "a", "책", "e\u{301}", "😀", "\u{1112}\u{1161}\u{11AB}", "ㅊ", " ", "\u{301}", "👨‍👩‍👧", "🇰🇷", "①", "\u{200B}",
        ]
        for seed in UInt64(1)...500 {
            var random = SeededGenerator(seed: seed)
            let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }.joined()
            let width = DisplayText.width(text)
            for columns in 0...20 {
                let cut = DisplayText.truncated(text, columns: columns)
                #expect(DisplayText.width(cut) <= columns, "seed \(seed), \(columns) columns")
                #expect(haveSameBytes(cut, text) == (width <= columns), "seed \(seed), \(columns) columns")
                if width > columns, columns > 0 {
                    #expect(cut.hasSuffix("…") && text.hasPrefix(cut.dropLast()), "seed \(seed), \(columns) columns")
                }
            }
        }
    }

    /// C0, DEL, C1, line and paragraph separators, and Bidi_Control of Unicode's PropList.txt.
    private func mustGo(_ value: UInt32) -> Bool {
        value < 0x20 || 0x7F...0x9F ~= value || [0x2028, 0x2029, 0x061C, 0x200E, 0x200F].contains(value)
            || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
    }

    @Test func singleLineTakesOutWhatATerminalWouldObeyAndNothingElse() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a" + String(Character(scalar)) + "b"
            let line = DisplayText.singleLine(text)
            let isBlank = 0x09...0x0D ~= value || [0x85, 0x2028, 0x2029].contains(value)
            let expected = !mustGo(value) ? text : isBlank ? "a b" : "ab"
            guard haveSameBytes(line, expected), DisplayText.isUnsafe(scalar) == mustGo(value) else {
                Issue.record("U+\(String(value, radix: 16)) gave \(line.debugDescription)")
                continue
            }
        }
    }

    @Test func harmlessBytesAreTextLineEndsAndTABs() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a" + String(Character(scalar)) + "b"
            let seen = String(decoding: DisplayText.harmless(Array(text.utf8)), as: UTF8.self)
            let isKept = !mustGo(value) || [0x09, 0x0A].contains(value)
            let isBlank = 0x0B...0x0D ~= value || [0x85, 0x2028, 0x2029].contains(value)
            guard haveSameBytes(seen, isKept ? text : isBlank ? "a b" : "ab") else {
                Issue.record("U+\(String(value, radix: 16)) gave \(seen.debugDescription)")
                continue
            }
        }
    }

    @Test func harmlessBytesAreUTF8() {
        func seen(_ bytes: [UInt8]) -> String { String(decoding: DisplayText.harmless(bytes), as: UTF8.self) }
        #expect(seen([]) == "")
        #expect(seen([0x61, 0x9B, 0x62]) == "a\u{FFFD}b")
        #expect(seen([0xC2]) == "\u{FFFD}")
        #expect(seen([0xC2, 0x9B, 0x33, 0x31, 0x6D]) == "31m")
        #expect(seen([0xED, 0xA0, 0x80]) == "\u{FFFD}\u{FFFD}\u{FFFD}", "half of a pair")
        #expect(seen(Array("a\r\n\tb\r\n".utf8)) == "a\n\tb\n")
        #expect(seen(Array("a\r\r\nb\rc\r".utf8)) == "a \nb c")
        #expect(seen(Array("책방 \"e\u{301}\" 👩‍👩‍👧 \\".utf8)) == "책방 \"e\u{301}\" 👩‍👩‍👧 \\")
    }

    @Test func singleLineHandlesWholeTexts() {
        #expect(DisplayText.singleLine("") == "")
        #expect(DisplayText.singleLine("책방\r\n서점") == "책방  서점")
        #expect(DisplayText.singleLine("\u{1B}[31mred\u{1B}[0m\u{7}") == "[31mred[0m")
        #expect(DisplayText.singleLine("\u{202E}evil\u{202C}") == "evil")
        #expect(haveSameBytes(DisplayText.singleLine("e\u{1B}\u{301}\n\u{301}"), "e\u{301} \u{301}"))
    }

    @Test func trimmingTakesBlanksOffTheEndsOnly() {
        let cases: [(String, String)] = [
            ("", ""), (" ", ""), ("\u{FEFF}\u{3000}\u{A0}\r\n", ""), ("a", "a"), (" a b ", "a b"),
            ("\u{FEFF}책방\u{3000}", "책방"),
            ("\ta", "a"), ("책방 ", "책방"), (" 책방", "책방"), ("책\u{A0}", "책"), ("x\u{3000}", "x"), ("책방", "책방"), ("é ", "é"),
            ("a\u{2028}", "a"), ("\u{A0}a\u{FEFF}b\u{A0}", "a\u{FEFF}b"), (" \u{301} ", "\u{301}"),
            ("\u{200B}a", "\u{200B}a"), ("\u{0}a ", "\u{0}a"),
        ]
        for (text, trimmed) in cases {
            #expect(haveSameBytes(text.trimmingBlanks(), trimmed), "\(text.debugDescription)")
        }
    }

    @Test func trimmingTakesEveryWhiteSpaceOfUnicode() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let character = String(Character(scalar))
            let goes = scalar.properties.isWhitespace || value == 0xFEFF
            let trimmed = (character + "x" + character).trimmingBlanks()
            guard haveSameBytes(trimmed, goes ? "x" : character + "x" + character) else {
                Issue.record("U+\(String(value, radix: 16))")
                continue
            }
        }
    }
}
