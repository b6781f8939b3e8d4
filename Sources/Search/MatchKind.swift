/// The ways in which a place matches a text, best first. A search gives its answers in this order.
public enum MatchKind: String, Sendable, CaseIterable, Comparable {
    /// The name is equal to the text.
    case exact
    /// The name begins with the text.
    case prefix
    /// The name contains the text.
    case substring
    /// The name contains the text if blanks and punctuation are ignored in both.
    case spacing
    /// The name contains syllables that begin with the consonants of the text.
    case initials
    /// The name contains every word, in any order.
    case words
    /// The name contains some of the words; the district, the address or the phone contains the others.
    case mixed
    /// Every word is in the district or in the address.
    case address
    /// At least one word is in the phone number only.
    case phone
    /// Nothing matches the text as typed; the place matches a text that differs in one letter.
    case typo
    /// Nothing matches the text as typed; the place matches if the last syllable is completed.
    case partial
    /// Nothing matches the text as typed; the place matches if blanks are put between the words.
    case spaced
    /// Nothing matches the text as typed; the place matches without the words that only name a kind of place.
    case fewer
    /// Nothing matches the text as typed; the place matches what the same keys type in the other alphabet.
    case keyboard
    /// Nothing matches the text as typed; the place matches if the Latin letters are read as romanized Hangul.
    case romanized

    /// The quality of the match, larger for better kinds and equal for equal kinds.
    public var score: Int {
        switch self {
        case .exact: 100
        case .prefix: 90
        case .substring: 80
        case .spacing: 70
        case .initials: 60
        case .words: 50
        case .mixed: 40
        case .address: 30
        case .phone: 20
        case .typo: 10
        case .partial, .spaced, .fewer, .keyboard, .romanized: 5
        }
    }

    /// The kinds of match that a text as typed can have; the other kinds are guesses at the intended text.
    public static let asWritten: [MatchKind] = [
        .exact, .prefix, .substring, .spacing, .initials, .words, .mixed, .address, .phone,
    ]

    /// Returns whether `left` comes before `right`.
    public static func < (left: MatchKind, right: MatchKind) -> Bool { left.index < right.index }

    private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
