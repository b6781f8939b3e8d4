internal import GeocliText

/// A plain text that looks like a position: it has digits, and it has no letters except those that positions use.
struct WrittenWords {
    /// The parts between commas or semicolons; if the text has neither, the parts between blanks.
    private let pieces: [String]
    private let text: String

    /// Creates the words of a plain text; nil if it looks like a name.
    init?(_ text: String) {
        self.text = text
        let scalars = text.unicodeScalars
        let isNumeric = scalars.contains { $0.properties.generalCategory == .decimalNumber }
        let runs = scalars.split { !AngleToken.isLetter($0) }
        let areKnown = runs.allSatisfy { run in
            AngleToken.words(of: run) != nil || Self.notNumbers.contains(String(run).lowercased())
                || Self.isHexadecimal(run, in: scalars)
        }
        let separated = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
        pieces = (separated.count > 1 ? separated : text.split(separator: " ")).map { String($0).trimmingBlanks() }
        guard areKnown, isNumeric || pieces.count > 1 && runs.contains(where: Self.isNotNumber) else { return nil }
    }

    /// The words that some programs write for a missing number.
    private static let notNumbers: Set<String> = ["nan", "inf", "infinity"]

    private static func isNotNumber(_ run: Substring.UnicodeScalarView) -> Bool {
        notNumbers.contains(String(run).lowercased())
    }

    /// Returns whether a run of letters, with a 0 before it, starts a hexadecimal number, as in 0x10 and 0xFF.
    private static func isHexadecimal(_ run: Substring.UnicodeScalarView, in text: String.UnicodeScalarView) -> Bool {
        guard let first = run.first, first == "x" || first == "X", run.startIndex > text.startIndex else {
            return false
        }
        return text[text.index(before: run.startIndex)] == "0"
            && run.dropFirst().allSatisfy { $0.properties.isASCIIHexDigit }
    }

    /// The two numbers of `37.5563,126.9236`; nil for any other text.
    var twoNumbers: (Double, Double)? {
        guard pieces.count == 2, let first = DecimalText.number(pieces[0]), let second = DecimalText.number(pieces[1])
        else { return nil }
        return (first, second)
    }

    /// The error for a text that looks like a position but is not one.
    var explanation: GeoError {
        guard pieces.count == 2, !pieces.contains("") else {
            return .notTwoNumbers(text, mayBeName: text.unicodeScalars.contains(where: AngleToken.isLetter))
        }
        let wrong = pieces.first { DecimalText.number($0) == nil && !Angle.isAny($0) }
        return wrong.map(GeoError.notNumber) ?? .notTwoNumbers(text, mayBeName: false)
    }
}
