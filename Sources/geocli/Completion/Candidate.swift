internal import ArgumentParser
internal import GeocliText

/// A word that can complete the line at the cursor, with a short note that a shell may show beside it.
struct Candidate: Equatable {
    let value: String
    var note: String?

    /// Returns the line for a shell's script: a single line that is harmless to a terminal, whatever the name contains.
    /// The shell treats all of it as text.
    ///
    /// fish and zsh add the quotes themselves, and in zsh a colon ends the value. Readline quotes only file names, and
    /// not completely: it leaves `$(` in a name unquoted.
    ///
    /// - Parameter quote: the quote that starts the word on the line; nil for none.
    func line(for shell: CompletionShell?, in quote: Character?) -> String {
        let value = DisplayText.singleLine(value)
        let note = note.map(DisplayText.singleLine)
        switch shell {
        case .bash: return Self.bash(value, in: quote)
        case .zsh:
            let plain = value.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return note.map { "\(plain):\($0)" } ?? plain
        case .fish: return note.map { "\(value)\t\($0)" } ?? value
        default: return value
        }
    }

    private static func bash(_ value: String, in quote: Character?) -> String {
        if quote == "'" { return value.replacing("'", with: "'\\''") }
        var scalars = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            let isPlain =
                quote == "\""
                ? !"\"\\$`".unicodeScalars.contains(scalar)
                : !scalar.isASCII || scalar.properties.isAlphabetic
                    || "0123456789-._/+%,".unicodeScalars.contains(scalar)
            if !isPlain { scalars.append("\\") }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
