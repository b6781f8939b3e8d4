internal import GeocliText

/// The limits of what people write about issues.
public enum IssueWriting {
    /// The longest text, in bytes of UTF-8.
    public static let maximumTextBytes = 20_000
    /// The longest title, in characters.
    public static let maximumTitleLength = 200
    /// The longest label, in characters.
    public static let maximumLabelLength = 50

    /// Whether a text can be a label: short, visible, and no number or option.
    public static func isLabel(_ text: String) -> Bool {
        1...maximumLabelLength ~= text.count && text.utf8.count <= 4 * maximumLabelLength
            && !text.utf8.allSatisfy { 0x30...0x39 ~= $0 } && !text.hasPrefix("-") && !text.contains(",")
            && !text.unicodeScalars.contains(where: DisplayText.isInvisible)
    }
}
