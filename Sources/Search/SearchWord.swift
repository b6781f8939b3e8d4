internal import GeocliText

/// One word of a text, and the forms in which a place's fields may contain it.
struct SearchWord: Sendable, Equatable {
    /// The word, squeezed; not empty.
    let squeezed: String
    /// The word's bytes.
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

    /// The minimum number of digits of a part of a phone number.
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

    /// Returns whether a text contains only characters that occur in phone numbers.
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
        let dialled = ["15", "16", "18"].contains { national.starts(with: $0.utf8) } ? national : [0x30] + national
        if folded.hasPrefix("+82") { return [dialled] }
        // An example is 82-2-325-1984. No number within Korea that begins with 82 is this long. The digits may also
        // match unchanged.
        return digits.count >= 10 ? [digits, dialled] : [digits]
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
