internal import GeocliText

/// A search for Hangul that Latin letters may spell: 대오 for `daeo`, 신림 for `sillim` or `sinrim`. It accepts many
/// spellings, because the results are only looked up and never shown as an official spelling.
///
/// - Source: Revised Romanization of Korean (Ministry of Culture and Tourism, 2000-8), with its sound changes between
///   syllables, and other common spellings.
struct Romanization {
    /// Whether any name or address has these two syllables next to each other; the first is nil at the start of a word.
    let isKnown: (Unicode.Scalar?, Unicode.Scalar) throws -> Bool
    private var found: [String] = []
    private var triesLeft = 20_000

    private static let most = 8
    private static let maximumLetters = 100

    init(isKnown: @escaping (Unicode.Scalar?, Unicode.Scalar) throws -> Bool) { self.isKnown = isKnown }

    /// Returns the Hangul words of known syllables that a word of lower-case Latin letters may spell.
    mutating func readings(_ word: String) throws -> [String] {
        found = []
        triesLeft = 20_000
        let letters = Array(word.utf8)
        // Each letter may add a nested call, and no name is this long.
        guard letters.count <= Self.maximumLetters else { return [] }
        for (initial, spellings) in Self.initials.enumerated() {
            for spelling in spellings where letters.starts(with: spelling.utf8) {
                try extend([], initial, letters[spelling.utf8.count...])
            }
        }
        return found
    }

    private mutating func extend(_ former: [Unicode.Scalar], _ initial: Int, _ rest: ArraySlice<UInt8>) throws {
        for (vowel, spellings) in Self.vowels.enumerated() {
            for spelling in spellings where rest.starts(with: spelling.utf8) {
                try close(former, Hangul.Syllable(initial: initial, vowel: vowel), rest.dropFirst(spelling.utf8.count))
            }
        }
    }

    /// Ends the syllable. If no letters are left, the word ends, too; otherwise the next syllable begins.
    private mutating func close(_ former: [Unicode.Scalar], _ open: Hangul.Syllable, _ rest: ArraySlice<UInt8>) throws {
        var syllable = open
        for (final, spellings) in Self.finals.enumerated()
        where spellings.contains(where: { rest.elementsEqual($0.utf8) }) {
            syllable.final = final
            if let word = try appended(syllable, to: former), found.count < Self.most {
                let text = String(String.UnicodeScalarView(word))
                if !found.contains(text) { found.append(text) }
            }
        }
        for length in 0...min(rest.count, Self.longestBorder) {
            for border in Self.borders[String(decoding: rest.prefix(length), as: UTF8.self)] ?? [] {
                syllable.final = border.final
                guard found.count < Self.most, let longer = try appended(syllable, to: former) else { continue }
                try extend(longer, border.initial, rest.dropFirst(length))
            }
        }
    }

    private mutating func appended(_ syllable: Hangul.Syllable, to former: [Unicode.Scalar]) throws -> [Unicode.Scalar]?
    {
        guard triesLeft > 0 else { return nil }
        triesLeft -= 1
        return try isKnown(former.last, syllable.scalar) ? former + [syllable.scalar] : nil
    }

    // MARK: Spellings, the official one first

    private static let initials: [[String]] = [
        ["g", "k"], ["kk", "gg", "g", "k"], ["n"], ["d", "t", "dd"], ["tt", "dd", "d", "t"], ["r", "l"], ["m"],
        ["b", "p"], ["pp", "bb", "b", "p"], ["s", "sh"], ["ss", "s"], [""], ["j", "ch", "z"], ["jj", "j"], ["ch"],
        ["k"], ["t"], ["p", "f"], ["h"],
    ]
    private static let vowels: [[String]] = [
        ["a", "ah"], ["ae"], ["ya"], ["yae"], ["eo", "u", "uh"], ["e"], ["yeo", "you", "yu"], ["ye", "e"], ["o"],
        ["wa"], ["wae"], ["oe", "oi"], ["yo"], ["u", "oo", "woo"], ["wo"], ["we"], ["wi"], ["yu", "yoo"], ["eu", "u"],
        ["ui"], ["i", "ee"],
    ]
    /// The spellings of each final at the end of a word and before a consonant.
    private static let finals: [[String]] = [
        [""], ["k", "g"], ["k"], ["k"], ["n"], ["n"], ["n"], ["t", "d"], ["l", "r"], ["k", "l", "lk"], ["m"], ["l"],
        ["l"],
        ["l"], ["p"], ["l"], ["m"], ["p", "b"], ["p"], ["t", "s"], ["t"], ["ng"], ["t", "j"], ["t"], ["k"], ["t"],
        ["p"], ["t", ""],
    ]
    /// The spellings of each final before a vowel.
    private static let movedFinals: [[String]] = [
        [""], ["g", "k"], ["kk"], ["ks"], ["n"], ["nj"], ["n"], ["d"], ["r", "l"], ["lg"], ["lm"], ["lb"], ["ls"],
        ["lt"], ["lp"], ["r"], ["m"], ["b", "p"], ["ps"], ["s"], ["ss"], ["ng"], ["j"], ["ch"], ["k"], ["t"], ["p"],
        [""],
    ]

    private struct Border {
        let final: Int
        let initial: Int
    }

    private static let longestBorder = borders.keys.map(\.utf8.count).max() ?? 0

    /// The letters between the vowels of two syllables, and the finals and initials that they may spell.
    private static let borders: [String: [Border]] = {
        var borders: [String: [Border]] = [:]
        for final in finals.indices {
            for initial in initials.indices {
                for spelling in Set(spellings(final, initial)) {
                    borders[spelling, default: []].append(Border(final: final, initial: initial))
                }
            }
        }
        return borders
    }()

    private static func spellings(_ final: Int, _ initial: Int) -> [String] {
        let begins = Hangul.initials[initial]
        let plain = finals[final].flatMap { end in initials[initial].map { end + $0 } }
        if begins == "ㅇ" { return movedFinals[final] + plain }
        guard let sound = finals[final].first, let changed = soundChanges["\(sound)\(begins)"] else { return plain }
        // People often write a double l as one l.
        return (changed == "ll" ? ["ll", "l"] : [changed]) + plain
    }

    /// The joint pronunciation of a final's sound and the consonant after it.
    private static let soundChanges = [
        "kㄴ": "ngn", "kㅁ": "ngm", "kㄹ": "ngn", "tㄴ": "nn", "tㅁ": "nm", "tㄹ": "nn", "pㄴ": "mn", "pㅁ": "mm",
        "pㄹ": "mn", "nㄹ": "ll", "lㄴ": "ll", "lㄹ": "ll", "mㄹ": "mn", "ngㄹ": "ngn",
    ]
}
