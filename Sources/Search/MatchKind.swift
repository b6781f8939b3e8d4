/// How a bookstore matches a text, best first; the order of a search's answers.
public enum MatchKind: String, Sendable, CaseIterable, Comparable {
    /// The text is the name.
    case exact
    /// The name begins with the text.
    case prefix
    /// The name holds the text.
    case substring
    /// The name holds the text if blanks and punctuation are left out of both.
    case spacing
    /// The name holds syllables that begin with the consonants of the text.
    case initials
    /// The name holds every word, in any order.
    case words
    /// The name holds some of the words; district, address or phone hold the others.
    case mixed
    /// District or address hold every word.
    case address
    /// At least one word is in the phone number only.
    case phone
    /// Nothing matches the text as it stands, but this does one letter apart.
    case typo
    /// Nothing matches, but this does if the last syllable is not yet finished.
    case partial
    /// Nothing matches, but this does if blanks stand between the words.
    case spaced
    /// Nothing matches, but this does if words are left out that only say what kind of place it is.
    case fewer
    /// Nothing matches, but this does if the keyboard was set to the other alphabet.
    case keyboard
    /// Nothing matches, but this does if the letters spell Hangul.
    case romanized

    /// Larger is better; equal for equal kinds.
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

    /// Those that a text as it stands can have; the others are guesses at what was meant.
    public static let asWritten: [MatchKind] = [
        .exact, .prefix, .substring, .spacing, .initials, .words, .mixed, .address, .phone,
    ]

    /// Whether it comes before the other.
    public static func < (left: MatchKind, right: MatchKind) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
