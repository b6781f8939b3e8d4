internal import ArgumentParser
internal import GeocliAsking
internal import GeocliSearch
internal import GeocliText

/// The check for a word that stands where a command is expected but does not name one.
enum UnknownCommand {
    /// Refuses words that begin with an unknown command, or with `help` and an unknown command, whatever comes after
    /// it.
    ///
    /// - Throws: `UsageError`, which proposes commands with a similar spelling.
    static func check(_ words: [String]) throws {
        var known = GeocliCommand.configuration.subcommands
        var path: [String] = []
        for word in words.first == "help" ? words.dropFirst() : words[...] {
            guard !known.isEmpty, !word.hasPrefix("-"), !(path.isEmpty && word == "help") else { return }
            guard let command = known.first(where: { $0.configuration.commandName == word }) else {
                throw error(word, path, among: known.compactMap { $0.configuration.commandName })
            }
            path.append(word)
            known = command.configuration.subcommands
        }
    }

    private static func error(_ word: String, _ path: [String], among names: [String]) -> UsageError {
        let shown = (path + [DisplayText.truncated(DisplayText.singleLine(word.trimmingBlanks()), columns: 60)])
            .joined(separator: " ")
        let spelled = Spelling.near(word, among: path.isEmpty ? names + ["help"] : names)
            .map { (path + [$0]).joined(separator: " ") }.joined(separator: ", ")
        let near = path.isEmpty ? RenamedCommand.names[word] ?? spelled : spelled
        guard near.isEmpty else {
            return UsageError(
                en: "unknown command \"\(shown)\"; did you mean \(near)?",
                ko: "\"\(shown)\" 명령은 없습니다. 혹시 \(near)인가요?")
        }
        let list = ([Program.name, "help"] + (path.isEmpty ? ["all"] : path)).joined(separator: " ")
        return UsageError(
            en: "unknown command \"\(shown)\"; '\(list)' lists the commands",
            ko: "\"\(shown)\" 명령은 없습니다. 명령 목록: '\(list)'")
    }
}
