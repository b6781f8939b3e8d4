import GeocliText
import TestSupport
import Testing

@Suite struct WrappedTextTests {
    @Test func breaksAtBlanksAndOnlyLongWordsInside() {
        #expect(DisplayText.wrapped("", columns: 5, maximumLines: 9) == [""])
        #expect(DisplayText.wrapped("one two", columns: 7, maximumLines: 9) == ["one two"])
        #expect(DisplayText.wrapped("one two", columns: 6, maximumLines: 9) == ["one", "two"])
        #expect(DisplayText.wrapped("one  two three", columns: 9, maximumLines: 9) == ["one two", "three"])
        #expect(DisplayText.wrapped("abcdefghij", columns: 4, maximumLines: 9) == ["abcd", "efgh", "ij"])
        #expect(DisplayText.wrapped("a abcdefgh", columns: 5, maximumLines: 9) == ["a abc", "defgh"])
        #expect(DisplayText.wrapped("마포구 여백로33길", columns: 8, maximumLines: 9) == ["마포구", "여백로33", "길"])
        #expect(DisplayText.wrapped("가나다", columns: 5, maximumLines: 9) == ["가나", "다"])
        #expect(DisplayText.wrapped("가", columns: 1, maximumLines: 9) == ["…"])
    }

    @Test func aLongNameIsBrokenBeforeItsBracket() {
        #expect(
            DisplayText.wrapped("바람개비헌책서가(Pinwheel)", columns: 24, maximumLines: 9)
                == ["바람개비헌책서가", "(Pinwheel)"])
        #expect(DisplayText.wrapped("a bcd(efgh)", columns: 6, maximumLines: 9) == ["a bcd", "(efgh)"])
        // Neither part fits a line.
        #expect(DisplayText.wrapped("abcdef(ghijkl)", columns: 4, maximumLines: 9) == ["abcd", "ef(g", "hijk", "l)"])
        #expect(DisplayText.wrapped("(abcdef)", columns: 4, maximumLines: 9) == ["(abc", "def)"])
        #expect(DisplayText.wrapped("a(b)", columns: 4, maximumLines: 9) == ["a(b)"])
    }

    @Test func theLastLineSaysThatThereIsMore() {
        #expect(DisplayText.wrapped("one two three four", columns: 5, maximumLines: 2) == ["one", "two…"])
        #expect(DisplayText.wrapped("abcdefghij", columns: 3, maximumLines: 2) == ["abc", "de…"])
    }

    @Test func everyLineFitsAndNothingButBlanksIsLost() {
        let pieces = ["a", "책", "(", "e\u{301}", "😀", " ", "Ａ", "ㅊ", "word", "\u{1112}\u{1161}\u{11AB}", " "]
        for seed in UInt64(1)...500 {
            var random = SeededGenerator(seed: seed)
            let text = (0..<Int.random(in: 0...60, using: &random))
                .compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let columns = Int.random(in: 2...30, using: &random)
            let lines = DisplayText.wrapped(text, columns: columns, maximumLines: 1000)
            for line in lines { #expect(DisplayText.width(line) <= columns, "seed \(seed): \(line)") }
            let kept = lines.joined().unicodeScalars.filter { $0 != " " }
            #expect(Array(kept) == text.unicodeScalars.filter { $0 != " " }, "seed \(seed)")
        }
    }
}
