import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct TypoTests {
    private typealias Letters = [Unicode.Scalar]

    private static let latin = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    private static let jamo = (UInt32(0x3131)...0x3163).compactMap(Unicode.Scalar.init)

    private func text(_ letters: Letters) -> String { String(String.UnicodeScalarView(letters)) }

    /// Damerau's distance, in which neighbors are swapped at most once (optimal string alignment), by the usual table.
    private func distance(_ left: String, _ right: String) -> Int {
        let left = HangulLetters.letters(left.unicodeScalars)
        let right = HangulLetters.letters(right.unicodeScalars)
        var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
        for row in 0...left.count { table[row][0] = row }
        for column in 0...right.count { table[0][column] = column }
        for row in left.indices {
            for column in right.indices {
                let replaced = table[row][column] + (left[row] == right[column] ? 0 : 1)
                var least = min(replaced, table[row][column + 1] + 1, table[row + 1][column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = least
            }
        }
        return table[left.count][right.count]
    }

    @Test(arguments: ["book", "aaaa", "abcdef", "abab"])
    func latinWordsHaveEveryEditAsNeighborOnce(word: String) {
        let letters = Array(word.unicodeScalars)
        var expected: Set<String> = []
        for position in 0...letters.count {
            let before = Array(letters[..<position])
            let after = Array(letters[position...])
            for letter in Self.latin {
                expected.insert(text(before + [letter] + after))
                if !after.isEmpty { expected.insert(text(before + [letter] + after.dropFirst())) }
            }
            if !after.isEmpty { expected.insert(text(before + after.dropFirst())) }
            if after.count > 1 { expected.insert(text(before + [after[1], after[0]] + after.dropFirst(2))) }
        }
        expected.remove(word)
        let neighbors = Typo.neighbors(word)
        #expect(Set(neighbors) == expected)
        #expect(neighbors.count == expected.count)
    }

    @Test(arguments: ["리더", "책방", "값이", "과자집"])
    func hangulWordsWithAnotherSyllableAreNeighborsIfOneLetterApart(word: String) {
        let neighbors = Set(Typo.neighbors(word))
        let scalars = Array(word.unicodeScalars)
        var close = 0
        for position in scalars.indices {
            for syllable in (UInt32(0xAC00)...0xD7A3).compactMap(Unicode.Scalar.init)
            where syllable != scalars[position] {
                var other = scalars
                other[position] = syllable
                // Most syllables differ in more letters; the table is only needed for the others.
                let own = HangulLetters.letters([scalars[position]])
                let common = Set(own).intersection(HangulLetters.letters([syllable])).count
                guard common + 1 >= own.count || neighbors.contains(text(other)) else { continue }
                let isClose = distance(word, text(other)) == 1
                #expect(neighbors.contains(text(other)) == isClose, "\(text(other))")
                if isClose { close += 1 }
            }
        }
        #expect(close > 50)
    }

    @Test func everyNeighborIsOneLetterApartAndEachSuchEditIsOne() {
        for seed in UInt64(1)...60 {
            var random = SeededGenerator(seed: seed)
            let alphabet = Array("책방값이음까과a1b가".unicodeScalars)
            let word = text(
                (0..<Int.random(in: 2...5, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
            let neighbors = Typo.neighbors(word)
            guard !neighbors.isEmpty else { continue }
            let all = Set(neighbors)
            let isEachOnce = all.count == neighbors.count && !all.contains(word)
            #expect(isEachOnce, "seed \(seed)")
            for _ in 0..<20 {
                guard let neighbor = neighbors.randomElement(using: &random) else { continue }
                let isClose = distance(word, neighbor) == 1 || hasTwoSyllablesChangedAbout(word, neighbor)
                #expect(isClose, "seed \(seed): \(word), \(neighbor)")
            }
            for _ in 0..<60 {
                guard let edited = edit(word, &random), edited != word else { continue }
                let isFound = all.contains(edited)
                #expect(isFound, "seed \(seed): \(word), \(edited)")
            }
        }
    }

    private func hasTwoSyllablesChangedAbout(_ word: String, _ other: String) -> Bool {
        let characters = Array(word)
        return characters.indices.dropLast().contains { index in
            var swapped = characters
            swapped.swapAt(index, index + 1)
            return String(swapped) == other
        }
    }

    /// The word with one letter changed; nil if this leaves a jamo outside a syllable.
    private func edit(_ word: String, _ random: inout SeededGenerator) -> String? {
        var letters = HangulLetters.letters(word.unicodeScalars)
        let position = Int.random(in: 0..<letters.count, using: &random)
        guard letters[position] != "1" else { return nil }
        let alphabet = letters[position].isASCII ? Self.latin : Self.jamo
        guard let letter = alphabet.randomElement(using: &random) else { return nil }
        switch Int.random(in: 0...4, using: &random) {
        case 0: letters[position] = letter
        case 1: letters.remove(at: position)
        case 2: letters.insert(letter, at: position)
        case 3: letters.insert(letter, at: position + 1)
        default:
            guard position + 1 < letters.count, letters[position + 1] != "1" else { return nil }
            letters.swapAt(position, position + 1)
        }
        return HangulLetters.word(letters)
    }

    @Test(arguments: [
        ("채빵", "책방", false), ("책빵", "책방", true), ("캘린터", "캘린더", true), ("채갈피", "책갈피", true), ("boko", "book", true),
        ("bok1a", "book1a", true),
        ("서절", "서점", true), ("닥집", "닭집", true),
    ])
    func knownSlipsAreFound(typed: String, meant: String, isNeighbor: Bool) {
        #expect(Typo.neighbors(typed).contains(meant) == isNeighbor)
    }

    @Test func wordsTooShortOrTooLongOrOfBareJamoHaveNone() {
        let long = String(repeating: "a", count: 61)
        for word in [
            "", "abc", "가나".prefix(1).description, "값", "a1", "a-b", "1234567", "ㅊㅂㅊㅂ", "책방ㅊ", "漢字漢字", long, "....!",
        ] {
            #expect(Typo.neighbors(word).isEmpty, "\(word)")
        }
        #expect(!Typo.neighbors("가나").isEmpty && !Typo.neighbors("abcd").isEmpty)
        #expect(!Typo.neighbors(String(repeating: "a", count: 60)).isEmpty)
        #expect(Typo.neighbors(String(repeating: "책", count: 21)).isEmpty)
        #expect(Typo.neighbors("abcd" + String(repeating: "-", count: 5000)).isEmpty)
    }

    @Test(arguments: [
        ("리더", true), ("캘린더", false), ("책방", false), ("abcde", true), ("abcdef", false), ("리더---", true),
        ("1234리더", true),
    ])
    func shortWordsHaveFewLetters(word: String, isShort: Bool) { #expect(Typo.isShort(word) == isShort) }
}
