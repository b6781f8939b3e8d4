internal import ArgumentParser
internal import GeocliText

/// The help of a command: first its own options, then the options that it shares with other commands. `--help` only names
/// the shared ones, in one line; `--help-all` explains them, in sections. The help of the root shows the everyday
/// commands, or all commands.
///
/// The parser's own help text puts shared options first and ignores the width of Hangul.
struct HelpText {
    private let command: CommandInfo
    private let path: [String]
    private let columns: Int
    private let isWhole: Bool
    private var text = ""

    init(_ command: CommandInfo, path: [String], columns: Int, isWhole: Bool) {
        self.command = command
        self.path = path
        self.columns = max(columns, 40)
        self.isWhole = isWhole
    }

    /// Returns the text. Its last line has no line end.
    mutating func rendered() -> String {
        text = ""
        add(command.abstract[...])
        if !command.discussion.allSatisfy(\.isEmpty) {
            add("")
            for line in Self.trimmed(command.discussion) { add(line) }
        }
        addUsage()
        addExamples()
        section(HelpSection.arguments, command.arguments.filter(\.names.isEmpty))
        let options = command.arguments.filter { !$0.names.isEmpty }
        section(HelpSection.options, options.filter { $0.section == nil })
        var titles: [String] = []
        for title in options.compactMap(\.section) where title != HelpSection.common && !titles.contains(title) {
            titles.append(title)
        }
        for title in titles where isWhole || !HelpSection.folded.contains(title) {
            section(title, options.filter { $0.section == title })
        }
        addCommands()
        if isWhole {
            section(HelpSection.common, options.filter { $0.section == HelpSection.common })
        } else {
            addNames(of: options)
        }
        addAdvice()
        return String(text.dropLast())
    }

    private mutating func addCommands() {
        guard !path.isEmpty || isWhole else {
            return section(
                HelpSection.everyday,
                EverydayCommands.all.map { command, line in
                    (command.configuration.commandName ?? "", line.text(Help.language))
                }, width: 11)
        }
        for (title, commands) in command.groups(path.isEmpty ? GeocliCommand.configuration.groupedSubcommands : []) {
            section(title, commands)
        }
    }

    /// Adds the line that names the options that only `--help-all` explains.
    private mutating func addNames(of options: [ArgumentInfo]) {
        let isKorean = Help.language == .korean
        let sections = HelpSection.folded.compactMap { title -> String? in
            let names = options.filter { $0.section == title && !$0.isParsers }.compactMap(\.names.last)
            guard !names.isEmpty else { return nil }
            return (isKorean ? title : title.lowercased() + " ") + "(\(names.joined(separator: ", ")))"
        }
        guard !sections.isEmpty else { return }
        let line = "'" + ([Program.name] + path + [Help.allOption]).joined(separator: " ") + "'"
        add(
            "\n" + (isKorean ? "\(line)에서 설명하는 옵션: " : "Explained by \(line): ")
                + sections.joined(separator: ", "))
    }

    private mutating func addUsage() {
        let isKorean = Help.language == .korean
        let required = command.arguments.filter { !$0.names.isEmpty && !$0.isOptional }.map(\.label)
        let operands = command.arguments.filter(\.names.isEmpty).map { operand in
            let word = operand.label + (operand.isRepeating ? "..." : "")
            return operand.isOptional ? "[\(word)]" : word
        }
        let word = isKorean ? "<명령>" : "<command>"
        let own = command.subcommands.isEmpty ? [] : [command.defaultSubcommand == nil ? word : "[\(word)]"]
        let options = own.isEmpty ? [isKorean ? "[옵션]" : "[options]"] : []
        let words = [Program.name] + path + own + required + options + operands
        add("\n\(HelpSection.usage.uppercased()):\n  \(words.joined(separator: " "))")
    }

    private mutating func addExamples() {
        guard !command.examples.isEmpty else { return }
        add("\n\(HelpSection.examples.uppercased()):")
        // An example can be copied only if it is one line.
        for example in command.examples { text += "  \(example)\n" }
    }

    private mutating func addAdvice() {
        guard !command.subcommands.isEmpty else { return }
        let words = ([Program.name, "help"] + path).joined(separator: " ")
        if path.isEmpty, !isWhole {
            add(Help.language == .korean ? "\n모든 명령: \(words) all" : "\nEvery command: \(words) all")
        } else {
            add("")
        }
        add(Help.language == .korean ? "명령의 도움말: \(words) <명령>" : "Help for a command: \(words) <command>")
    }

    private mutating func section(_ title: String, _ arguments: [ArgumentInfo]) {
        section(title, arguments.map { ($0.label, $0.abstract) })
    }

    private mutating func section(_ title: String, _ commands: [CommandInfo]) {
        let usual = Help.language == .korean ? " (기본)" : " (default)"
        section(title, commands.map { ($0.name + ($0.name == command.defaultSubcommand ? usual : ""), $0.abstract) })
    }

    /// - Parameter width: the column at which the meanings start.
    private mutating func section(
        _ title: String, _ rows: [(label: String, meaning: String)], width: Int? = nil
    ) {
        guard !rows.isEmpty else { return }
        add("\n\(title.uppercased()):")
        let width = width ?? (columns < 70 ? 20 : 26)
        for (label, meaning) in rows {
            let lines = WrappedText.lines(meaning, columns: columns - width)
            let padding = width - 2 - DisplayText.width(label)
            if padding < 2 {
                text += "  \(label)\n"
            } else {
                text += "  \(label)" + String(repeating: " ", count: padding) + (lines.first ?? "") + "\n"
            }
            for line in lines.dropFirst(padding < 2 ? 0 : 1) {
                text += String(repeating: " ", count: width) + line + "\n"
            }
        }
    }

    /// Adds lines. Those that start with a blank keep their layout if they fit.
    private mutating func add(_ lines: some StringProtocol) {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            let indent = String(line.prefix { $0 == " " })
            if DisplayText.width(String(line)) <= columns {
                text += line + "\n"
            } else {
                text += WrappedText.lines(String(line), columns: columns - indent.count).map { indent + $0 + "\n" }
                    .joined()
            }
        }
    }

    private static func trimmed(_ lines: [Substring]) -> ArraySlice<Substring> {
        lines[...lines.index(lines.startIndex, offsetBy: (lines.lastIndex { !$0.isEmpty } ?? 0))]
    }
}

extension ArgumentInfo {
    /// The label of the argument in the help, such as `-o <file>`, `-h, --help` or `LAT,LON`.
    fileprivate var label: String {
        let name = names.joined(separator: ", ")
        guard let valueName else { return name }
        return name.isEmpty ? valueName : "\(name) <\(valueName)>"
    }
}
