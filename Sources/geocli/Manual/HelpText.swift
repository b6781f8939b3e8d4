internal import ArgumentParser
internal import GeocliText

/// The help of a command: its own options first, then those that it shares, by sections.
///
/// The parser's own help text puts shared options first and ignores the width of Hangul.
struct HelpText {
    private let command: CommandInfo
    private let path: [String]
    private let columns: Int
    private let groups: [CommandGroup]
    private var text = ""

    /// - Parameters:
    ///   - path: the words that call the command; none for the root.
    ///   - columns: the width of the terminal.
    ///   - groups: the groups of the command's subcommands, which the parser's description does not contain.
    init(_ command: CommandInfo, path: [String], columns: Int, groups: [CommandGroup]) {
        self.command = command
        self.path = path
        self.columns = max(columns, 40)
        self.groups = groups
    }

    /// Returns the text, without a line end at its end.
    mutating func rendered() -> String {
        text = ""
        add(command.abstract)
        if !command.discussion.isEmpty { add("\n" + command.discussion) }
        add("\n" + usage)
        section("Arguments", command.arguments.filter(\.names.isEmpty))
        let options = command.arguments.filter { !$0.names.isEmpty }
        section("Options", options.filter { $0.section == nil && !$0.isOfEveryCommand })
        var titles: [String] = []
        for title in options.compactMap(\.section) where title != HelpSection.common && !titles.contains(title) {
            titles.append(title)
        }
        for title in titles { section(title, options.filter { $0.section == title }) }
        addCommands()
        section(HelpSection.common, options.filter { $0.section == HelpSection.common || $0.isOfEveryCommand })
        if !command.subcommands.isEmpty {
            add("\n'\(([Program.name, "help"] + path).joined(separator: " ")) <command>' explains a command.")
        }
        return String(text.dropLast())
    }

    private var usage: String {
        let required = command.arguments.filter { !$0.names.isEmpty && !$0.isOptional }.map(\.label)
        let operands = command.arguments.filter(\.names.isEmpty).map { operand in
            let word = operand.label + (operand.isRepeating ? " ..." : "")
            return operand.isOptional ? "[\(word)]" : word
        }
        let own = command.subcommands.isEmpty ? [] : [command.defaultSubcommand == nil ? "<command>" : "[<command>]"]
        let words = [Program.name] + path + own + required + (own.isEmpty ? ["[options]"] : []) + operands
        return "USAGE: " + words.joined(separator: " ")
    }

    private mutating func addCommands() {
        var rest = command.subcommands
        for group in groups {
            let names = group.subcommands.compactMap { $0.configuration.commandName }
            section(group.name, rest.filter { names.contains($0.name) })
            rest.removeAll { names.contains($0.name) }
        }
        section("Commands", rest.filter { $0.name != "help" })
    }

    private mutating func section(_ title: String, _ arguments: [ArgumentInfo]) {
        section(title, arguments.map { ($0.label, $0.abstract) })
    }

    private mutating func section(_ title: String, _ commands: [CommandInfo]) {
        section(
            title, commands.map { ($0.name + ($0.name == command.defaultSubcommand ? " (default)" : ""), $0.abstract) })
    }

    private mutating func section(_ title: String, _ rows: [(label: String, meaning: String)]) {
        guard !rows.isEmpty else { return }
        add("\n\(title.uppercased()):")
        let width = columns < 70 ? 20 : 26
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

    /// Adds lines that keep their layout if they fit.
    private mutating func add(_ lines: String) {
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
}

extension ArgumentInfo {
    /// Its label in the help, such as `-o <file>`, `-h, --help` or `LAT,LON`.
    fileprivate var label: String {
        let name = names.joined(separator: ", ")
        guard let valueName else { return name }
        return name.isEmpty ? valueName : "\(name) <\(valueName)>"
    }

    /// Whether it is `--help` or `--version`.
    fileprivate var isOfEveryCommand: Bool { names.contains("--help") || names.contains("--version") }
}
