internal import ArgumentParser
internal import GeocliText

/// Help texts in the language of the reader. Both languages stand side by side where a command or an option is
/// declared.
enum Help {
    /// The language of all help texts. Set once, before the parser reads the declaration of any command.
    nonisolated(unsafe) static var language = Language.english

    /// Whether the words ask for help or the version instead of an answer.
    static func asksForHelp(_ words: [String]) -> Bool {
        words.first == "help" || words.prefix { $0 != "--" }.contains { ["-h", "--help", "--version"].contains($0) }
    }

    /// Returns the words without `--lang`, which the parser knows only after a command, if they ask for help.
    static func withoutLanguage(_ words: [String]) -> [String] {
        var rest = words
        if let position = words.firstIndex(of: "--lang"), position + 1 < words.count,
            Language(rawValue: words[position + 1]) != nil
        {
            rest.removeSubrange(position...position + 1)
        } else if let position = words.firstIndex(where: { $0.hasPrefix("--lang=") }),
            Language(rawValue: String(words[position].dropFirst(7))) != nil
        {
            rest.remove(at: position)
        }
        return rest.isEmpty || asksForHelp(rest) ? rest : words
    }
}

extension ArgumentHelp {
    /// Creates the help of an option or argument.
    ///
    /// - Parameter value: the name of its value; nil for a flag.
    init(
        _ en: @autoclosure () -> String, ko: @autoclosure () -> String, value: Words? = nil,
        visibility: ArgumentVisibility = .default
    ) {
        let text = Help.language == .korean ? ko() : en()
        self.init(text, discussion: "", valueName: value?.text(Help.language), visibility: visibility)
    }
}

extension CommandConfiguration {
    /// Creates the declaration of a command.
    ///
    /// - Parameters:
    ///   - en: the sentence about the command in English, `ko` in Korean.
    ///   - about: what else the user needs to know. A paragraph is one line; lines that start with a blank keep their
    ///     layout.
    ///   - examples: command lines that answer from the sample, each after `$ `.
    init(
        _ name: String, en: @autoclosure () -> String, ko: @autoclosure () -> String, about: Words? = nil,
        examples: String, version: String = "", subcommands: [any ParsableCommand.Type] = [],
        groups: [CommandGroup] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        self.init(
            commandName: name, abstract: Help.language == .korean ? ko() : en(),
            discussion: about.map { $0.text(Help.language) + "\n\n" + examples } ?? examples, version: version,
            subcommands: subcommands, groupedSubcommands: groups, defaultSubcommand: defaultSubcommand)
    }
}

extension CommandGroup {
    /// Creates a group of commands with its title in both languages.
    init(en: String, ko: String, _ subcommands: [any ParsableCommand.Type]) {
        self.init(name: Help.language == .korean ? ko : en, subcommands: subcommands)
    }
}
