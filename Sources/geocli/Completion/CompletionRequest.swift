internal import ArgumentParser

/// A shell's request for completions, made when the user presses TAB.
struct CompletionRequest {
    /// The word to complete, up to the cursor, without quotes.
    let prefix: String
    /// The quote that starts the word; nil for none.
    let quote: Character?
    /// The words before the word to complete, without quotes.
    let wordsBefore: [String]

    /// - Parameters:
    ///   - words: the line's words as the user typed them; the first is the program's name.
    ///   - index: the index of the word to complete.
    ///   - last: the last word, up to the cursor.
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
