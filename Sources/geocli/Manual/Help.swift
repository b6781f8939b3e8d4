internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText

/// Help texts in the language of the reader. The declaration of a command or an option contains both languages.
enum Help {
    /// The language of all help texts. Set once, before the parser reads the declaration of any command.
    nonisolated(unsafe) static var language = Language.english

    static let allOption = "--help-all"

    static func asksForAll(_ words: [String]) -> Bool { words.prefix { $0 != "--" }.contains(allOption) }

    /// Whether the words ask for help or the version instead of an answer.
    static func asksForHelp(_ words: [String]) -> Bool {
        words.first == "help" || asksForAll(words)
            || words.prefix { $0 != "--" }.contains { ["-h", "--help", "--version"].contains($0) }
    }

    /// Returns the words as the parser understands them if they ask for help, and all other words unchanged. The parser
    /// accepts `--lang` only after a command, and its command `help` knows neither the word `all` nor `--help-all`.
    static func understood(_ words: [String], in root: any ParsableCommand.Type) throws -> [String] {
        let words = try withoutLanguage(words, in: root)
        guard words.first == "help" else { return words }
        let topics = words.dropFirst()
        if topics.first == "all" { return [allOption] + topics.dropFirst() }
        return asksForAll(words) ? Array(topics) : words
    }

    private static func withoutLanguage(_ words: [String], in root: any ParsableCommand.Type) throws -> [String] {
        guard let position = words.firstIndex(where: { $0 == "--lang" || $0.hasPrefix("--lang=") }) else {
            return words
        }
        var rest = words
        let option = rest.remove(at: position)
        let value =
            option == "--lang"
            ? rest.indices.contains(position) ? rest.remove(at: position) : nil
            : String(option.dropFirst(7))
        guard let value, rest.isEmpty || asksForHelp(rest) || isGroup(rest, in: root) else { return words }
        guard Language(rawValue: value) != nil else {
            throw ValueArgument.wrong("--lang", value, en: "choose ko or en", ko: "ko와 en 가운데 하나를 쓰세요")
        }
        return rest
    }

    /// Whether the words are a command that only prints its help, such as `batch`.
    private static func isGroup(_ words: [String], in root: any ParsableCommand.Type) -> Bool {
        let known = root.configuration.subcommands
        guard words.count == 1, let command = known.first(where: { $0.configuration.commandName == words[0] }) else {
            return false
        }
        return !command.configuration.subcommands.isEmpty && command.configuration.defaultSubcommand == nil
    }
}

extension ArgumentHelp {
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
    ///   - en: the sentence about the command in English; `ko` is the same sentence in Korean.
    ///   - about: what else the user needs to know. A paragraph is one line; lines that start with a blank keep their
    ///     layout.
    ///   - examples: command lines that work with the sample, each after `$ `.
    init(
        _ name: String, en: @autoclosure () -> String, ko: @autoclosure () -> String, about: Words? = nil,
        examples: String, version: String = "", subcommands: [any ParsableCommand.Type] = [],
        groups: [CommandGroup] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        self.init(
            commandName: name, abstract: Help.language == .korean ? ko() : en(),
            discussion: about.map { $0.text(Help.language) + "\n\n" + examples } ?? examples, version: version,
            subcommands: subcommands, groupedSubcommands: groups, defaultSubcommand: defaultSubcommand,
            helpNames: [.short, .long, .customLong(String(Help.allOption.dropFirst(2)))])
        // `Main` parses a command as a root. If a root is not named `geocli`, the parser first parses all words twice
        // more, to look for a request for its own completion script. This takes 1.3 million instructions, 4 % of
        // `near`.
        if name != Program.name { _superCommandName = Program.name }
    }
}

extension CommandGroup {
    init(en: String, ko: String, _ subcommands: [any ParsableCommand.Type]) {
        self.init(name: Help.language == .korean ? ko : en, subcommands: subcommands)
    }
}

enum HelpSection {
    static var filters: String { title("Filters", "필터") }
    static var output: String { title("Output", "출력") }
    static var markers: String { title("Markers", "마커") }
    /// The same options in `export`, which needs them for one layer only.
    static var clusters: String { title("Layer clusters", "clusters 레이어") }
    static var columns: String { title("Your own file", "내 파일") }
    static var fetching: String { title("Live service", "서비스에서 받기") }
    static var common: String { title("Common options", "공통 옵션") }

    /// The sections of which `--help` only names the options, because they are the same in many commands, or rarely
    /// needed. `--help-all` explains them.
    static var folded: [String] { [clusters, filters, output, common] }

    static var everyday: String { title("Everyday commands", "자주 쓰는 명령") }
    static var usage: String { title("Usage", "사용법") }
    static var examples: String { title("Examples", "예시") }
    static var arguments: String { title("Arguments", "인자") }
    static var options: String { title("Options", "옵션") }
    static var commands: String { title("Commands", "명령") }

    private static func title(_ en: String, _ ko: String) -> String { Help.language == .korean ? ko : en }
}
