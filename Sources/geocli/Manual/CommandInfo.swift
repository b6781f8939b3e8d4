internal import ArgumentParser
internal import GeocliText

struct CommandInfo {
    let name: String
    let abstract: String
    /// What else the user needs to know: paragraphs, and lines that start with a blank and keep their layout.
    let discussion: [Substring]
    let examples: [String]
    let arguments: [ArgumentInfo]
    let subcommands: [CommandInfo]
    let defaultSubcommand: String?

    /// Returns a root command and all commands below it, from the parser's own description.
    static func root(_ root: any ParsableCommand.Type) throws -> CommandInfo {
        let dump = try JSONValue(parsing: Array(root._dumpHelp().utf8), name: "help")
        return CommandInfo(dump["command"] ?? .null)
    }

    /// Returns all commands below this command, each with the words that call it.
    func all(below path: [String] = []) -> [(path: [String], command: CommandInfo)] {
        subcommands.flatMap { command in
            let path = path + [command.name]
            return [(path, command)] + command.all(below: path)
        }
    }

    /// Returns the subcommands in their groups, without the command `help`. The parser's description has no groups.
    func groups(_ groups: [CommandGroup]) -> [(title: String, commands: [CommandInfo])] {
        var rest = subcommands.filter { $0.name != "help" }
        var result: [(title: String, commands: [CommandInfo])] = []
        for group in groups {
            let names = group.subcommands.compactMap { $0.configuration.commandName }
            result.append((group.name, names.compactMap { name in rest.first { $0.name == name } }))
            rest.removeAll { names.contains($0.name) }
        }
        return rest.isEmpty ? result : result + [(HelpSection.commands, rest)]
    }

    /// Returns the command that the first words name, and the words that call it. A leading `help` is skipped. If the
    /// words name no command, returns the root. Only that command is described: describing all commands takes five
    /// times as long as the rest of the answer.
    static func named(
        by words: [String], in root: any ParsableCommand.Type
    ) throws -> (path: [String], command: CommandInfo) {
        var (path, type) = ([String](), root)
        for word in words.first == "help" ? words.dropFirst() : words[...] {
            let named = type.configuration.subcommands.first { $0.configuration.commandName == word }
            guard let named, named.configuration.shouldDisplay else { break }
            path.append(word)
            type = named
        }
        return (path, try path.isEmpty ? .root(root) : CommandInfo(subcommand: type))
    }

    /// Describes a command below the root. If a command is described alone, the parser treats it as a root, so the
    /// description has the command `help` but not the option `--version`.
    private init(subcommand type: any ParsableCommand.Type) throws {
        let whole = try Self.root(type)
        name = whole.name
        abstract = whole.abstract
        discussion = whole.discussion
        examples = whole.examples
        // --help and --help-all are the last ones.
        arguments = whole.arguments.dropLast(2) + [.version] + whole.arguments.suffix(2)
        subcommands = whole.subcommands.filter { $0.name != "help" }
        defaultSubcommand = whole.defaultSubcommand
    }

    private init(_ json: JSONValue) {
        name = json["commandName"]?.stringValue ?? ""
        let own = ParserWords.all.first { [name] in $0.option == name }
        abstract = own?.help.text(Help.language) ?? json["abstract"]?.stringValue ?? ""
        let lines = (json["discussion"]?.stringValue ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        examples = lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        discussion = lines.prefix { !$0.hasPrefix("$ ") }
        arguments = (json["arguments"]?.arrayValue ?? []).filter { $0["shouldDisplay"] == .bool(true) }
            .flatMap(ArgumentInfo.all)
        subcommands = (json["subcommands"]?.arrayValue ?? []).filter { $0["shouldDisplay"] == .bool(true) }
            .map(CommandInfo.init)
        defaultSubcommand = json["defaultSubcommand"]?.stringValue
    }
}

enum WrappedText {
    /// Returns the words in lines of at most `columns` columns of a terminal.
    ///
    /// - Edges: a longer word is a line by itself; without words, the result is empty.
    static func lines(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var width = 0
        for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            let length = DisplayText.width(word)
            if let last = lines.last, width + 1 + length <= columns {
                lines[lines.count - 1] = last + " " + word
                width += 1 + length
            } else {
                lines.append(word)
                width = length
            }
        }
        return lines
    }
}
