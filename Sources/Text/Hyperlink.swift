/// A hyperlink in text on a terminal: the terminal shows the text and opens the address when a person clicks it.
///
/// - Source: OSC 8, "Hyperlinks in terminal emulators" (Egmont Koblinger, George Nachman);
///   ECMA-48 §8.3.89 (OSC) and §8.3.143 (ST).
public enum Hyperlink {
    private static let start = "\u{1B}]8;;"
    private static let end = "\u{1B}\\"
    /// Terminals ignore longer addresses (VTE and iTerm2: 2083 bytes).
    private static let maximumBytes = 2083

    /// Returns `text` as a hyperlink to `address`; `text` alone if a terminal should not open the address. The result
    /// passes `DisplayText.harmless` only with `keepsStyles`.
    ///
    /// - Edges: a terminal should open an address only if it begins with `https://` or `http://` and has at most 2083
    ///   bytes. All of these bytes must be printable ASCII without blanks, as in a percent-encoded address.
    /// - Precondition: `text` has passed `DisplayText.singleLine`.
    public static func applied(to text: String, address: String) -> String {
        guard !text.isEmpty, isAllowed(address.unicodeScalars) else { return text }
        return "\(start)\(address)\(end)\(text)\(start)\(end)"
    }

    /// Returns the length, in scalars, of the control sequence that begins at `start`; 0 if no sequence that `applied`
    /// writes begins there.
    static func length(at start: Int, in scalars: [Unicode.Scalar]) -> Int {
        guard scalars[start...].starts(with: Self.start.unicodeScalars) else { return 0 }
        let rest = scalars[(start + Self.start.unicodeScalars.count)...].prefix(maximumBytes + 2)
        guard let close = rest.firstIndex(of: "\u{1B}"), rest[close...].starts(with: end.unicodeScalars) else {
            return 0
        }
        let address = rest[..<close]
        return address.isEmpty || isAllowed(address) ? close + end.unicodeScalars.count - start : 0
    }

    private static func isAllowed(_ address: some Collection<Unicode.Scalar>) -> Bool {
        ["https://", "http://"].contains { address.starts(with: $0.unicodeScalars) } && address.count <= maximumBytes
            && address.allSatisfy { 0x21...0x7E ~= $0.value }
    }
}
