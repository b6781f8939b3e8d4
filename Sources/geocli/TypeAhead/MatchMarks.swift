/// The parts of a line that a typed text matches literally. Case and blanks make no difference. Initial consonants
/// match their syllables, and a last syllable without a final consonant matches the same syllable with one. A guess
/// (another spelling, another keyboard) has no marks.
enum MatchMarks {
    /// Returns the ranges of `line`, by characters, that match a word of `text`; in order, without overlaps.
    ///
    /// - Complexity: O(n · m), n characters of the line and m of the text.
    static func ranges(of text: String, in line: String) -> [Range<Int>] {
        let characters = Array(line.lowercased())
        // The lower-case form of a few characters has a different length.
        guard characters.count == line.count else { return [] }
        let words = ([text.filter { !$0.isWhitespace }] + text.split(whereSeparator: \.isWhitespace).map(String.init))
            .map { Array($0.lowercased()) }.filter { !$0.isEmpty }
        var ranges: [Range<Int>] = []
        var start = 0
        while start < characters.count {
            let ends = words.compactMap { end(of: $0, from: start, in: characters) }
            guard let end = ends.max() else {
                start += 1
                continue
            }
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }

    /// Returns the end of `word` in `line` if it begins at `start`; blanks of the line do not count.
    private static func end(of word: [Character], from start: Int, in line: [Character]) -> Int? {
        var place = start
        for (position, character) in word.enumerated() {
            if position > 0 { while place < line.count, line[place].isWhitespace { place += 1 } }
            guard place < line.count, matches(character, line[place], isLast: position == word.count - 1) else {
                return nil
            }
            place += 1
        }
        return place
    }

    /// The consonants of the keyboard in the order of the initials of syllables.
    private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")

    private static func matches(_ typed: Character, _ shown: Character, isLast: Bool) -> Bool {
        if typed == shown { return true }
        guard let syllable = shown.unicodeScalars.first?.value, shown.unicodeScalars.count == 1,
            0xAC00...0xD7A3 ~= syllable
        else { return false }
        let index = Int(syllable - 0xAC00)
        // A syllable consists of one of 19 initials, one of 21 vowels and one of 28 finals (Unicode 3.12). The first
        // final means that there is none, so the syllable is unfinished.
        if let initial = initials.firstIndex(of: typed) { return index / 588 == initial }
        guard isLast, let last = typed.unicodeScalars.first?.value, 0xAC00...0xD7A3 ~= last else { return false }
        return (last - 0xAC00) % 28 == 0 && index / 28 == Int(last - 0xAC00) / 28
    }
}
