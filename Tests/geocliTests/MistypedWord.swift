import Foundation
import Testing

/// A line with one mistyped word, and the suggestions that a person would expect.
struct MistypedWord: CustomTestStringConvertible, Sendable {
    /// As `CommandWords` splits it.
    let line: String
    let typed: String
    /// The suggestions, in order; none if no word is near.
    let meant: [String]

    init(_ line: String, _ typed: String, _ meant: String...) {
        (self.line, self.typed, self.meant) = (line, typed, meant)
    }

    var testDescription: String { "geocli \(line)" }

    /// Whether a suggestion is near: at most two edits away, or the word is its start. Letters are those of Unicode's
    /// NFD, so a syllable of Hangul has two or three. This is not the program's rule, which is narrower.
    static func isNear(_ typed: String, _ name: String) -> Bool {
        let words = [typed, name].map { word in
            Array(word.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.filter { $0 != "-" })
        }
        return words[1].starts(with: words[0]) || edits(words[0], words[1]) <= 2
            || edits(Array(typed.unicodeScalars), Array(name.unicodeScalars)) <= 2
    }

    /// The minimum number of edits (inserted, removed, replaced or swapped letters), found by trying each first edit.
    private static func edits<Letter: Equatable>(
        _ left: [Letter], _ right: [Letter], atMost limit: Int = 3
    ) -> Int {
        guard let first = left.first, let other = right.first else { return max(left.count, right.count) }
        let (left, right) = (Array(left.dropFirst()), Array(right.dropFirst()))
        if first == other { return edits(left, right, atMost: limit) }
        guard limit > 0 else { return 1 }
        var counts = [
            edits(left, right, atMost: limit - 1), edits([first] + left, right, atMost: limit - 1),
            edits(left, [other] + right, atMost: limit - 1),
        ]
        if left.first == other, right.first == first {
            counts.append(edits(Array(left.dropFirst()), Array(right.dropFirst()), atMost: limit - 1))
        }
        return 1 + (counts.min() ?? 0)
    }
}
