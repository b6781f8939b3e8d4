/// A style that geocli gives to text on a terminal. Its colors are among the eight that every terminal has and that the
/// user can change. Yellow, blue and cyan are not used: they lack contrast on white or on black.
///
/// - Source: ECMA-48 §8.3.117 (SGR).
public enum TextStyle: UInt8, Sendable, CaseIterable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case magenta = 35

    /// Returns `text` in this style, followed by the sequence that restores the usual style. The result passes
    /// `DisplayText.harmless` only with `keepsStyles`.
    ///
    /// - Precondition: `text` has passed `DisplayText.singleLine`.
    public func applied(to text: String) -> String { text.isEmpty ? "" : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

    /// Returns the length, in scalars, of the control sequence that begins at `start`; 0 if no sequence that `applied`
    /// writes begins there.
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
