internal import GeocliText

/// A word with bare consonants, such as ㅊㅂ or ㅊ갈피. Each bare consonant matches any syllable that begins with it.
struct InitialsPattern: Sendable, Equatable {
    /// The word's characters. A keyboard may join two bare consonants into a double final, such as ㄳ. Such a final is
    /// split here.
    let scalars: [Unicode.Scalar]

    /// Creates a pattern; nil for a word without bare consonants. The syllables of a word such as "리더" are not read as
    /// initials, because "리더" must not find "캘린더".
    init?(_ squeezed: String) {
        let scalars = squeezed.unicodeScalars.flatMap { scalar in
            Hangul.parts(ofFinal: scalar).map { [$0.0, $0.1] } ?? [scalar]
        }
        guard scalars.contains(where: Hangul.isInitial) else { return nil }
        self.scalars = scalars
    }

    /// Returns whether the name contains syllables that match the pattern.
    func isIn(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let name = name.scalars
        guard name.count >= scalars.count else { return false }
        return (0...name.count - scalars.count).contains { start in
            scalars.indices.allSatisfy { Self.stands(scalars[$0], for: name[start + $0]) }
        }
    }

    private static func stands(_ pattern: Unicode.Scalar, for character: Unicode.Scalar) -> Bool {
        pattern == character || Hangul.isInitial(pattern) && Hangul.initial(character) == pattern
    }
}
