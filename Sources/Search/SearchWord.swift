internal import GeocliText

/// One word of a text, and what may stand for it in a bookstore's fields.
struct SearchWord: Sendable, Equatable {
    /// The word, squeezed; not empty.
    let squeezed: String
    /// Its bytes.
    let bytes: [UInt8]
    /// Its characters, a bare consonant standing for any syllable that begins with it; nil if it has none.
    let initials: InitialsPattern?
    /// The squeezed name of the district that it spells in Latin letters, `mapo-gu`.
    let district: [UInt8]?
    /// The digits to look for in phone numbers; none if it is no part of one.
    let numbers: [[UInt8]]
    /// The character that it begins with as it was typed, which may be a bracket or a full stop.
    let beginning: Unicode.Scalar
    /// Whether it counts in a name only at the start of a word.
    var startsWords = false

    /// So many digits make a part of a phone number.
    static let leastDigits = 3

    /// A word that holds no blank; nil if it has neither letter nor digit.
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

    /// Whether a text holds nothing but what phone numbers are written with.
    static func isOfPhone(_ folded: String) -> Bool {
        folded.unicodeScalars.allSatisfy { "0"..."9" ~= $0 || $0 == "+" || FoldedFields.isWithinNumber($0) }
    }

    /// A phone number as its digits stand in the catalog: an E.164 number with the zero that dialling from Korea needs,
    /// or without it for one that has none, such as 1544-0000.
    private static func numbers(_ folded: String) -> [[UInt8]] {
        let digits = Array(Folding.digits(folded).utf8)
        guard digits.count >= leastDigits, isOfPhone(folded) else { return [] }
        let national = Array(digits.dropFirst(2))
        guard digits.starts(with: "82".utf8), national.count >= leastDigits else {
            return folded.hasPrefix("+82") ? [] : [digits]
        }
        let dialled = ["15", "16", "18"].contains { national.starts(with: $0.utf8) } ? national : [0x30] + national
        if folded.hasPrefix("+82") { return [dialled] }
        // 82-2-325-1984: as many digits as no number within Korea begins with, or the digits as they are.
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
