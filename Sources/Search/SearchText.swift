internal import GeocliText

/// The text of a search, read as a name, as a part of a name, as initial consonants, or as words.
///
/// Only `kind` decides whether and how a place matches. An index only reduces the number of calls of `kind`.
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

    /// Creates a text in which one letter of the word at index `word` was changed.
    ///
    /// A short text must be at the start of a word, because parts of words too often differ in only one letter: "리더"
    /// must not find "캘린더".
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
    public func kind(_ fields: FoldedFields) -> MatchKind? {
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
