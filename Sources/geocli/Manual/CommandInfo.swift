internal import ArgumentParser
internal import GeocliText

/// A command, as its help describes it.
struct CommandInfo {
    let name: String
    let abstract: String
    /// What else the user needs to know: paragraphs, and lines that start with a blank and keep their layout.
    let discussion: [Substring]
    /// Command lines that answer from the sample.
    let examples: [String]
    let arguments: [ArgumentInfo]
    let subcommands: [CommandInfo]
    /// The name of the default subcommand.
    let defaultSubcommand: String?

    /// Returns a root command and all commands below it, from the parser's own description.
    static func root(_ root: any ParsableCommand.Type) throws -> CommandInfo {
        let dump = try JSONValue(parsing: Array(root._dumpHelp().utf8), name: "help")
        return CommandInfo(dump["command"] ?? .null)
    }

    /// Returns all commands below it, each with the words that call it.
    func all(below path: [String] = []) -> [(path: [String], command: CommandInfo)] {
        subcommands.flatMap { command in
            let path = path + [command.name]
            return [(path, command)] + command.all(below: path)
        }
    }

    /// Returns the subcommands by groups, which the parser's description does not contain; without the command `help`.
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

    /// Returns the command that the first words name, after a leading `help`, with the words that call it; the root if
    /// they name none.
    static func named(
        by words: [String], in type: any ParsableCommand.Type
    ) throws -> (path: [String], command: CommandInfo) {
        var (path, command) = ([String](), try root(type))
        for word in words.first == "help" ? words.dropFirst() : words[...] {
            guard let next = command.subcommands.first(where: { $0.name == word }) else { break }
            path.append(word)
            command = next
        }
        return (path, command)
    }

    private init(_ json: JSONValue) {
        name = json["commandName"]?.stringValue ?? ""
        let own = ParserWords.all.first { [name] in $0.option == name }
        abstract = own?.help.text(Help.language) ?? json["abstract"]?.stringValue ?? ""
        let lines = (json["discussion"]?.stringValue ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        examples = lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        discussion = lines.prefix { !$0.hasPrefix("$ ") }
        arguments = (json["arguments"]?.arrayValue ?? []).filter { $0["shouldDisplay"] == .bool(true) }
            .map(ArgumentInfo.init)
        subcommands = (json["subcommands"]?.arrayValue ?? []).filter { $0["shouldDisplay"] == .bool(true) }
            .map(CommandInfo.init)
        defaultSubcommand = json["defaultSubcommand"]?.stringValue
    }
}
