internal import Text

/// What a person looks for in names, addresses and phone numbers: a part of one of them, with spacing, case, width and
/// Unicode form left out of account.
public struct TextMatch: Sendable, Equatable {
    /// The text, folded.
    public let folded: String
    /// What may stand in the folded columns for it: the text itself, and for a phone number its digits.
    let spellings: [String]

    /// A phone number as its digits stand in the catalog: an E.164 number with the zero that dialling from Korea needs,
    /// or without it for one that has none, such as 1544-0000.
    private static func spellings(_ digits: String, isInternational: Bool) -> [String] {
        guard isInternational else { return [digits] }
        let national = digits.dropFirst(2)
        return national.count >= 4 ? ["0" + national, String(national)] : []
    }

    /// The text to look for; nil if nothing is left of it but blanks.
    public init?(_ text: String) {
        let folded = Folding.folded(text)
        guard !folded.isEmpty else { return nil }
        let digits = Folding.digits(folded)
        let isPhoneNumber =
            digits.utf8.count >= 4 && folded.unicodeScalars.allSatisfy { "0123456789-.()+".unicodeScalars.contains($0) }
        let others = isPhoneNumber ? Self.spellings(digits, isInternational: folded.hasPrefix("+82")) : []
        self.folded = folded
        spellings = [folded] + others.filter { $0 != folded }
    }
}
