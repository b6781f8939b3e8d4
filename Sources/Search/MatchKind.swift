/// The ways in which a bookstore matches a text, best first: the order of a search's answers.
public enum MatchKind: String, Sendable, CaseIterable, Comparable {
    /// The text is the name.
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
    /// The name contains some of the words; district, address or phone contain the others.
    case mixed
    /// District or address contain every word.
    case address
    /// At least one word is in the phone number only.
    case phone
    /// Nothing matches the text as typed; the bookstore matches a text that differs in one letter.
    case typo
    /// Nothing matches the text as typed; the bookstore matches if the last syllable is unfinished.
    case partial
    /// Nothing matches the text as typed; the bookstore matches if blanks are put between the words.
    case spaced
    /// Nothing matches the text as typed; the bookstore matches without the words that only name a kind of place.
    case fewer
    /// Nothing matches the text as typed; the bookstore matches if the keyboard was set to the other alphabet.
    case keyboard
    /// Nothing matches the text as typed; the bookstore matches if the Latin letters are read as romanized Hangul.
    case romanized

    /// The quality of the match, larger for better kinds, equal for equal kinds.
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

    /// The kinds that a text as typed can have; the others are guesses at the intended text.
    public static let asWritten: [MatchKind] = [
        .exact, .prefix, .substring, .spacing, .initials, .words, .mixed, .address, .phone,
    ]

    /// Returns whether `left` comes before `right`.
    public static func < (left: MatchKind, right: MatchKind) -> Bool { left.index < right.index }

    private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
