/// A word as it is written on a shell's line.
enum ShellWord {
    /// Returns the word as a program would receive it, without running anything. Quotes and backslashes are removed,
    /// and a leading `~/` becomes `home`; variables and commands stay as they are written.
    ///
    /// - Edges: a quote that is still open ends with the word.
    static func unquoted(_ written: String, home: String?) -> String {
        var plain = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in written.unicodeScalars {
            if isEscaped {
                // Between double quotes a backslash is special only before these four characters.
                if quote != nil, !"\"\\$`".unicodeScalars.contains(scalar) { plain.append("\\") }
                plain.append(scalar)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                isEscaped = true
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
            } else {
                plain.append(scalar)
            }
        }
        let word = String(plain)
        guard written.hasPrefix("~/"), let home else { return word }
        return home + word.dropFirst()
    }
}
