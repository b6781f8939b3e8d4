internal import ArgumentParser

/// The command line's words, prepared for the parser.
enum ArgumentWords {
    /// The options of every command that reads a catalog (`CommonOptions`), and whether each takes a value.
    static let common = [
        "--db": true, "--lang": true, "--color": true, "--no-ground": false, "--no-pager": false, "-q": false,
    ]

    /// Returns `list --db x` for `--db x list`: common options before the command are put after the words that call the
    /// command. A command that reads no catalog, such as `completions`, and a group without a command get only `--lang`;
    /// before a request for help, only a single `--lang` is kept. Words with another option before the command, or
    /// without a command, stay wrong.
    static func commandFirst(_ words: [String], in root: any ParsableCommand.Type) -> [String] {
        var end = 0
        while end < words.count, let takesValue = common[String(words[end].prefix { $0 != "=" })] {
            let isValueNext = takesValue && !words[end].contains("=")
            end += isValueNext && words.dropFirst(end + 1).first?.hasPrefix("-") == false ? 2 : 1
        }
        let (options, rest) = (words[..<end], withoutNotes(Array(words[end...])))
        guard !options.isEmpty, let first = rest.first else { return options + rest }
        guard !first.hasPrefix("-"), first != "help" else {
            return options.allSatisfy { !$0.hasPrefix("-") || $0.hasPrefix("--lang") } ? words : rest
        }
        var (known, count) = (root.configuration.subcommands, 0)
        for word in rest {
            guard let command = known.first(where: { $0.configuration.commandName == word }) else { break }
            (known, count) = (command.configuration.subcommands, count + 1)
        }
        // A word that names no command is refused as a command, so it stays the first one.
        count = max(count, 1)
        let kept = readsCatalog(rest[..<count], in: root) ? Array(options) : language(in: options)
        return Array(rest[..<count]) + kept + rest[count...]
    }

    /// Whether a command has the common options. One that can't be described is taken for such a command.
    private static func readsCatalog(_ words: ArraySlice<String>, in root: any ParsableCommand.Type) -> Bool {
        guard let (path, command) = try? CommandInfo.named(by: Array(words), in: root), path == Array(words) else {
            return true
        }
        return command.defaultSubcommand != nil || command.arguments.contains { $0.names.contains("--db") }
    }

    /// Returns `--lang` with its value, as often as it is among common options.
    private static func language(in options: ArraySlice<String>) -> [String] {
        options.indices.flatMap { index -> ArraySlice<String> in
            if options[index].hasPrefix("--lang=") { return options[index...index] }
            return options[index] == "--lang" ? options[index...].prefix(2) : []
        }
    }

    /// Returns `words` with a blank before each word that looks like a negative number. `--marked` without a value gets
    /// a blank value, so that the parser does not take the next word as its value.
    ///
    /// A word that looks like a number is always a value, never an option, as in `bbox -10,35,5,44`. The blank stops
    /// the parser from reading the word as an option; every value is trimmed when it is read. So does the blank before
    /// a statement of SQL that begins with a comment.
    static func normalized(_ words: [String]) -> [String] {
        var isLiteral = false
        let isSQL = words.first == "sql"
        return words.map { word in
            if word == "--" { isLiteral = true }
            if !isLiteral, word == "--marked" { return "--marked= " }
            return !isLiteral && (looksLikeNumber(word) || isSQL && isComment(word)) ? " " + word : word
        }
    }

    /// Returns whether a word begins with a comment of SQL: no name of an option has a blank.
    private static func isComment(_ word: String) -> Bool {
        word.hasPrefix("--") && word.prefix { $0 != "=" }.contains(where: \.isWhitespace)
    }

    /// Returns `mine show 1` for `mine notes show 1`, and does the same for the other verbs that take a note. Other
    /// words after `mine notes` are a text to find.
    static func withoutNotes(_ words: [String]) -> [String] {
        guard words.count > 3, words.starts(with: ["mine", "notes"]),
            ["show", "edit", "remove", "restore"].contains(words[2]),
            looksLikeNote(words[3]) || ["-h", "--help", "--help-all"].contains(words[3])
        else { return words }
        return ["mine"] + words.dropFirst(2)
    }

    /// Returns whether a word looks like a note's number, or like at least four hexadecimal digits of a note's id.
    private static func looksLikeNote(_ word: String) -> Bool {
        let word = word.lowercased()
        let number = word.hasPrefix("#") ? word.dropFirst() : word[...]
        if !number.isEmpty, number.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return true }
        return word.utf8.count >= 4
            && word.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || $0 == 0x2D } && !word.hasPrefix("-")
    }

    private static func looksLikeNumber(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return false }
        let rest = word.dropFirst().lowercased()
        guard let first = rest.utf8.first else { return false }
        return 0x30...0x39 ~= first || first == UInt8(ascii: ".") || rest.hasPrefix("nan") || rest.hasPrefix("inf")
    }
}
