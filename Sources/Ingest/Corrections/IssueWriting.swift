internal import GeocliText

/// The limits of the texts that people write about issues.
public enum IssueWriting {
    /// The maximum length of a text, in bytes of UTF-8.
    public static let maximumTextBytes = 20_000
    /// The maximum length of a title, in characters.
    public static let maximumTitleLength = 200
    /// The maximum length of a label, in characters.
    public static let maximumLabelLength = 50

    /// Whether a text can be a label: short and visible, and neither a number nor an option.
    public static func isLabel(_ text: String) -> Bool {
        1...maximumLabelLength ~= text.count && text.utf8.count <= 4 * maximumLabelLength
            && !text.utf8.allSatisfy { 0x30...0x39 ~= $0 } && !text.hasPrefix("-") && !text.contains(",")
            && !text.unicodeScalars.contains(where: DisplayText.isInvisible)
    }

    /// Whether a text has control characters. No program may write these to a terminal or into another person's file.
    ///
    /// - Parameter allowsLines: whether line ends and TABs are allowed, as in a text of several lines.
    public static func hasControls(_ text: String, allowsLines: Bool) -> Bool {
        text.contains { character in
            if allowsLines, ["\n", "\r\n", "\t"].contains(character) { return false }
            return character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }
}
