internal import GeocliText

/// The text of a search, read as a name, as a part of a name, as initial consonants, or as words. Only `kind` decides
/// whether and how a place matches. An index only reduces the number of calls of `kind`.
public struct SearchText: Sendable, Equatable {
    /// The text, folded; not empty.
    public let folded: String
    let foldedBytes: [UInt8]
    /// The whole text as one word; nil if it has neither letters nor digits.
    let whole: SearchWord?
    private(set) var words: [SearchWord]
    /// Whether a name matches only if the text is at the start of a word of the name.
    private var startsWords = false

    /// The number of digits of a phone number without its area code.
    private static let phoneDigits = 7

    /// Creates the text of a search; nil if `text` has only blanks and invisible characters.
    public init?(_ text: String) {
        let folded = Folding.folded(text)
        guard !folded.isEmpty else { return nil }
        self.folded = folded
        foldedBytes = Array(folded.utf8)
        whole = SearchWord(folded)
        words = Self.words(folded).compactMap(SearchWord.init).reduce(into: []) { words, word in
            if !words.contains(word) { words.append(word) }
        }
    }

    /// Returns the words between blanks. The parts of a phone number are one word, and so is `mapo gu`.
    static func words(_ folded: String) -> [String] {
        var words: [String] = []
        for part in folded.unicodeScalars.split(separator: " ") {
            let word = String(String.UnicodeScalarView(part))
            if let last = words.last, belongsTogether(last, word) {
                words[words.count - 1] = last + " " + word
            } else {
                words.append(word)
            }
        }
        return words
    }

    /// Returns whether a word continues the word before it. It does if the word before it is an incomplete phone
    /// number, or if both words together are a district's name.
    private static func belongsTogether(_ former: String, _ word: String) -> Bool {
        if word == "gu" { return former.utf8.allSatisfy { 0x61...0x7A ~= $0 } && District.named(former) != nil }
        guard SearchWord.isOfPhone(former), SearchWord.isOfPhone(word) else { return false }
        let digits = Folding.digits(former)
        let more = Folding.digits(word)
        // 02 325 1984 and +82 10 1234 5678 are complete with their last four digits.
        if digits.hasPrefix("0"), !digits.hasPrefix("00") { return digits.utf8.count <= 7 && !more.hasPrefix("0") }
        if former.hasPrefix("+82") { return digits.utf8.count <= 8 }
        // A number of another country may have any number of groups, but no more than 15 digits (E.164).
        if former.hasPrefix("+"), !digits.isEmpty { return digits.utf8.count + more.utf8.count <= 15 }
        return max(digits.utf8.count, more.utf8.count) < phoneDigits
            && digits.utf8.count + more.utf8.count >= phoneDigits
    }

    /// Creates a text in which one letter of the word at index `word` was changed. A short text must be at the start of
    /// a word, because parts of words too often differ in only one letter: "리더" must not find "캘린더".
    init?(typo text: String, in word: Int, isShort: Bool) {
        self.init(text)
        // `words` leaves out punctuation and repeated words, so its indices differ from those of the typed words.
        let typed = folded.split(separator: " ")
        guard isShort, typed.indices.contains(word), let changed = SearchWord(String(typed[word])),
            let index = words.firstIndex(of: changed)
        else { return }
        startsWords = true
        words[index].startsWords = true
    }

    /// Returns how a place matches; nil if it does not match.
    ///
    /// - Complexity: O(length of the fields × words).
    package func kind(_ fields: FoldedFields) -> MatchKind? {
        if let kind = kindOfName(fields) { return kind }
        guard !words.isEmpty else { return nil }
        var inName = 0
        var inPhone = 0
        for word in words {
            if word.isInName(fields) {
                inName += 1
            } else if !word.isInPlace(fields) {
                guard word.isInPhone(fields) else { return nil }
                inPhone += 1
            }
        }
        if inName == words.count { return .words }
        if inName > 0 { return .mixed }
        return inPhone > 0 ? .phone : .address
    }

    private func kindOfName(_ fields: FoldedFields) -> MatchKind? {
        if fields.name.holds(foldedBytes) {
            if fields.name.count == foldedBytes.count { return .exact }
            if fields.name.begins(with: foldedBytes) { return .prefix }
            if !startsWords || fields.name.holdsAtWordStart(foldedBytes) { return .substring }
        }
        guard let whole else { return nil }
        if startsWords { return nil }
        if fields.squeezedName.holds(whole.bytes) { return .spacing }
        return whole.initials?.isIn(fields.squeezedName) ?? false ? .initials : nil
    }

    /// Returns how a place matches, from the text that the catalog stores for its fields (`FoldedFields.text`).
    public func kind(_ text: String) -> MatchKind? {
        var text = text
        return text.withUTF8 { kind(FoldedFields($0)) }
    }
}

/// The ways in which a place matches a text, best first. A search gives its answers in this order.
public enum MatchKind: String, Sendable, CaseIterable, Comparable {
    case exact
    case prefix
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

    public static func < (left: MatchKind, right: MatchKind) -> Bool { left.index < right.index }

    private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One word of a text, and the forms in which a place's fields may contain it.
struct SearchWord: Sendable, Equatable {
    /// The word, squeezed; not empty.
    let squeezed: String
    let bytes: [UInt8]
    /// The pattern of a word with bare consonants; nil for other words. A bare consonant matches any syllable that
    /// begins with it.
    let initials: InitialsPattern?
    /// The squeezed name of the district that the word spells in Latin letters, such as `mapo-gu`.
    let district: [UInt8]?
    /// The digits to search for in phone numbers; empty if the word is not part of a phone number.
    let numbers: [[UInt8]]
    /// The first character of the word as typed, which may be a bracket or a full stop.
    let beginning: Unicode.Scalar
    /// Whether this word matches a name only at the start of a word of the name.
    var startsWords = false

    static let leastDigits = 3

    /// Creates a word from a text without blanks; nil if the text has neither letters nor digits.
    init?(_ folded: String) {
        let squeezed = Folding.squeezed(folded)
        guard !squeezed.isEmpty, let beginning = folded.unicodeScalars.first else { return nil }
        self.squeezed = squeezed
        self.beginning = beginning
        bytes = Array(squeezed.utf8)
        initials = InitialsPattern(squeezed)
        let isLatin = squeezed.utf8.allSatisfy { 0x61...0x7A ~= $0 }
        district = isLatin ? District.named(squeezed).map { Array($0.name.utf8) } : nil
        numbers = Self.numbers(folded)
    }

    static func isOfPhone(_ folded: String) -> Bool {
        folded.unicodeScalars.allSatisfy { "0"..."9" ~= $0 || $0 == "+" || FoldedFields.isWithinNumber($0) }
    }

    /// Returns the digits of a phone number as the catalog stores them. A number in international form (E.164) gets the
    /// zero for calls within Korea. A number that never has this zero, such as 1544-0000, stays without it.
    private static func numbers(_ folded: String) -> [[UInt8]] {
        let digits = Array(Folding.digits(folded).utf8)
        guard digits.count >= leastDigits, isOfPhone(folded) else { return [] }
        let national = Array(digits.dropFirst(2))
        guard digits.starts(with: "82".utf8), national.count >= leastDigits else {
            return folded.hasPrefix("+82") ? [] : [digits]
        }
        let dialed = ["15", "16", "18"].contains { national.starts(with: $0.utf8) } ? national : [0x30] + national
        if folded.hasPrefix("+82") { return [dialed] }
        // An example is 82-2-325-1984. No number within Korea that begins with 82 is this long. The digits may also
        // match unchanged.
        return digits.count >= 10 ? [digits, dialed] : [digits]
    }

    func isInName(_ fields: FoldedFields) -> Bool {
        if startsWords { return fields.name.holdsAtWordStart(bytes) }
        return fields.squeezedName.holds(bytes) || initials?.isIn(fields.squeezedName) ?? false
    }

    func isInPlace(_ fields: FoldedFields) -> Bool { isInDistrict(fields) || fields.address.holds(bytes) }

    func isInDistrict(_ fields: FoldedFields) -> Bool {
        if let district, fields.district.holds(district) || fields.address.holds(district) { return true }
        return fields.district.holds(bytes)
    }

    func isInPhone(_ fields: FoldedFields) -> Bool { numbers.contains { fields.phone.holds($0) } }
}

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

    func isIn(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let name = name.scalars
        guard name.count >= scalars.count else { return false }
        return (0...name.count - scalars.count).contains { start in
            scalars.indices.allSatisfy { Self.matches(scalars[$0], name[start + $0]) }
        }
    }

    private static func matches(_ pattern: Unicode.Scalar, _ character: Unicode.Scalar) -> Bool {
        pattern == character || Hangul.isInitial(pattern) && Hangul.initial(character) == pattern
    }
}
