internal import ArgumentParser

/// What a shell asks when somebody presses TAB.
struct CompletionRequest {
    /// The word to complete, up to the cursor, without its quotes.
    let prefix: String
    /// The quote that it begins with, if it does.
    let quote: Character?
    /// The words before it, without theirs.
    let wordsBefore: [String]

    /// - Parameters:
    ///   - words: the line's words, the program's name first, as they are written.
    ///   - index: which of them is to be completed.
    ///   - last: the last of them, up to the cursor.
    init(words: [String], index: Int, last: String) {
        // Before its version 4, fish takes the quotes off by itself.
        let isPlain = CompletionShell.requesting == .fish && CompletionShell.requestingVersion?.hasPrefix("3.") ?? false
        let home = Environment.variable("HOME")
        func plain(_ word: String) -> String { isPlain ? word : ShellWord.unquoted(word, home: home) }
        let written = index >= words.count - 1 ? last : words[max(index, 0)]
        quote = written.first.flatMap { "'\"".contains($0) ? $0 : nil }
        let word = plain(written)
        // The value of --kind=new.
        prefix = word.hasPrefix("--") ? word.firstIndex(of: "=").map { String(word[$0...].dropFirst()) } ?? word : word
        wordsBefore = words.prefix(max(index, 0)).map(plain)
    }

    /// The catalog that the line names with `--db`; nil if it names none.
    var catalogOption: String? {
        var path: String?
        for (word, next) in zip(wordsBefore, wordsBefore.dropFirst() + [""]) {
            if word == "--db", !next.isEmpty { path = next }
            if word.hasPrefix("--db=") { path = String(word.dropFirst(5)) }
        }
        return path
    }
}
