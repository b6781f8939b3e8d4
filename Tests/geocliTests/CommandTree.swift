import Foundation
import TestSupport
import Testing

/// All commands and options, as the program itself describes them (`--experimental-dump-help`).
struct CommandTree {
    /// A command: the words that call it, and the names of its options, dashes included.
    struct Command {
        let path: [String]
        let options: [String]
        /// Every spelling of every option, also of those that the help hides.
        let allOptions: [Option]
    }

    /// An option: its name with dashes, whether a value follows it, and the heading of the help that lists it.
    struct Option {
        let name: String
        let takesValue: Bool
        let section: String
    }

    /// The root first, then each subcommand.
    let commands: [Command]

    static func load() throws -> CommandTree {
        let text = try Workplace.sample.get().succeed(["--experimental-dump-help"]).output
        let tool = try JSONDecoder().decode(Tool.self, from: text)
        return CommandTree(commands: [command(tool.command, [])] + subcommands(tool.command, []))
    }

    private static func subcommands(_ parent: Tool.Command, _ path: [String]) -> [Command] {
        (parent.subcommands ?? []).flatMap { child in
            let path = path + [child.commandName]
            return [command(child, path)] + subcommands(child, path)
        }
    }

    private static func command(_ command: Tool.Command, _ path: [String]) -> Command {
        let arguments = command.arguments ?? []
        return Command(
            path: path, options: arguments.filter { $0.shouldDisplay }.flatMap(\.options).map(\.name),
            allOptions: arguments.flatMap(\.options))
    }

    private struct Tool: Decodable {
        struct Command: Decodable {
            let commandName: String
            let arguments: [Argument]?
            let subcommands: [Command]?
        }
        struct Argument: Decodable {
            let kind: String
            let shouldDisplay: Bool
            let names: [Name]?
            let sectionTitle: String?

            var options: [Option] {
                (names ?? []).map { name in
                    Option(
                        name: (name.kind == "long" ? "--" : "-") + name.name, takesValue: kind == "option",
                        section: sectionTitle ?? "")
                }
            }
        }
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        let command: Command
    }
}
