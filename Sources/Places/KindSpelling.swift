internal import GeocliSearch
internal import GeocliText

/// Makes a kind from a word, in the same way for a column of a person's own file and for `--kind`.
package enum KindSpelling {
    /// Returns the form that all spellings of the same kind share. Spellings may differ in case, and may have a blank,
    /// a hyphen or an underscore between the parts of the word.
    package static func plain(_ word: String) -> String {
        var plain = ""
        for scalar in Folding.folded(word).unicodeScalars {
            if scalar == " " || scalar == "_" || scalar == "-" {
                if let last = plain.unicodeScalars.last, last != "-" { plain += "-" }
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return plain.hasSuffix("-") ? String(plain.dropLast()) : plain
    }

    /// The length of the longest kind that `Kind` allows, in bytes.
    private static let maximumBytes = 32
    /// The number of hexadecimal digits that a kind takes from the hash of its word. This number is enough to tell 64
    /// words apart.
    private static let hashDigits = 8

    /// Returns the kind of a plain word. If Latin letters and digits can't express the whole word, a part of its hash
    /// completes the kind.
    package static func kind(_ plain: String) -> Kind {
        var text = ""
        var isWhole = true
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": text.unicodeScalars.append(scalar)
            case "-": if !text.isEmpty, !text.hasSuffix("-") { text += "-" }
            default:
                if let syllable = Hangul.Syllable(scalar) {
                    text += latin(syllable)
                } else {
                    isWhole = false
                }
            }
        }
        if isWhole, text.utf8.count <= maximumBytes, let kind = Kind(rawValue: text), !kind.isUsual { return kind }
        var hash = SHA256()
        hash.update(Array(plain.utf8))
        let digits = hash.hexDigest().prefix(hashDigits)
        let start = text.prefix(maximumBytes - hashDigits - 1)
        let name = start.isEmpty ? "kind-\(digits)" : start.hasSuffix("-") ? "\(start)\(digits)" : "\(start)-\(digits)"
        return Kind(rawValue: name) ?? .other
    }

    /// Spells a syllable in Latin letters.
    ///
    /// - Source: Revised Romanization of Korean, rule 8: letter by letter.
    private static func latin(_ syllable: Hangul.Syllable) -> String {
        initials[syllable.initial] + vowels[syllable.vowel] + finals[syllable.final]
    }

    private static let initials = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
    ]
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu",
        "ui", "i",
    ]
    private static let finals = [
        "", "g", "kk", "gs", "n", "nj", "nh", "d", "l", "lg", "lm", "lb", "ls", "lt", "lp", "lh", "m", "b", "bs", "s",
        "ss",
        "ng", "j", "ch", "k", "t", "p", "h",
    ]
}
