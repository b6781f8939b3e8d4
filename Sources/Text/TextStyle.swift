/// A look that geocli gives to a piece of text on a terminal. The colours are of the eight that every terminal has and
/// its user chooses; those without contrast on white or on black (yellow, blue, cyan) are not used.
///
/// - Source: ECMA-48 §8.3.117 (SGR).
public enum TextStyle: UInt8, Sendable, CaseIterable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case magenta = 35

    /// Returns `text` in this look, and the usual look after it. The result passes `DisplayText.harmless` only with
    /// `keepsStyles`.
    ///
    /// - Precondition: `text` has passed `DisplayText.singleLine`.
    public func applied(to text: String) -> String { text.isEmpty ? "" : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

    /// Returns the number of scalars of the sequence that begins at `start`: one that `applied` writes; 0 for another.
    static func length(at start: Int, in scalars: [Unicode.Scalar]) -> Int {
        guard start + 3 < scalars.count, scalars[start] == "\u{1B}", scalars[start + 1] == "[" else { return 0 }
        var end = start + 2
        var code: UInt8 = 0
        while end < scalars.count, end < start + 4, 0x30...0x39 ~= scalars[end].value {
            code = code * 10 + UInt8(scalars[end].value - 0x30)
            end += 1
        }
        guard end > start + 2, end < scalars.count, scalars[end] == "m", code == 0 || TextStyle(rawValue: code) != nil
        else { return 0 }
        return end + 1 - start
    }
}
