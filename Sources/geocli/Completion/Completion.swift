internal import ArgumentParser
internal import GeocliText

/// A shell's request for completions, made when the user presses TAB.
struct CompletionRequest {
    /// The word to complete, up to the cursor, without quotes.
    let prefix: String
    /// The quote that starts the word; nil for none.
    let quote: Character?
    /// The words before the word to complete, without quotes.
    let wordsBefore: [String]

    /// - Parameter words: the line's words as the user typed them; the first is the program's name.
    init(words: [String], index: Int, last: String) {
        // fish 3 removes the quotes itself.
        let isPlain = CompletionShell.requesting == .fish && CompletionShell.requestingVersion?.hasPrefix("3.") ?? false
        let home = Environment.variable("HOME")
        func plain(_ word: String) -> String { isPlain ? word : ShellWord.unquoted(word, home: home) }
        let written = index >= words.count - 1 ? last : words[max(index, 0)]
        quote = written.first.flatMap { "'\"".contains($0) ? $0 : nil }
        let word = plain(written)
        // In `--kind=new`, only the value `new` is completed.
        prefix = word.hasPrefix("--") ? word.firstIndex(of: "=").map { String(word[$0...].dropFirst()) } ?? word : word
        wordsBefore = words.prefix(max(index, 0)).map(plain)
    }

    /// The catalog that the line's `--db` names; nil for none.
    var catalogOption: String? { value(of: "--db") }

    /// Returns the value that the line gives to an option; nil if the option is not on the line.
    func value(of option: String) -> String? {
        var value: String?
        for (word, next) in zip(wordsBefore, wordsBefore.dropFirst() + [""]) {
            if word == option, !next.isEmpty { value = next }
            if word.hasPrefix(option + "=") { value = String(word.dropFirst(option.count + 1)) }
        }
        return value
    }
}

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
