internal import ArgumentParser
internal import GeocliText

/// What can stand where the cursor is, and a few words that a shell may show beside it.
struct Candidate: Equatable {
    let value: String
    let note: String?

    init(_ value: String, note: String? = nil) {
        self.value = value
        self.note = note
    }

    /// The line that a shell's script reads: one line and harmless to a terminal, whatever a name holds. What stands in it
    /// is text to the shell.
    ///
    /// fish and zsh quote for themselves, and in zsh a colon ends the value. Readline quotes file names only, and not all
    /// of them: it leaves the `$(` of a name alone.
    ///
    /// - Parameter quote: the quote that the word on the line begins with, if it does.
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
