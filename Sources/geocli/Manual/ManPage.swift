internal import ArgumentParser
internal import GeocliText

/// The manual page geocli(1), generated from the same definitions as the help.
struct ManPage {
    private let root: CommandInfo
    /// The groups of commands, in the order of the help.
    private let groups: [CommandGroup]
    /// The options that at least three commands share. The page explains each of them once. They are sorted by the
    /// number of commands that have them, ascending.
    private let shared: [ArgumentInfo]

    init(_ root: CommandInfo, _ groups: [CommandGroup]) {
        self.root = root
        self.groups = groups
        var seen: [ArgumentInfo: Int] = [:]
        var order: [ArgumentInfo] = []
        for option in root.all().flatMap(\.command.arguments) where !option.names.isEmpty {
            if seen[option] == nil { order.append(option) }
            seen[option, default: 0] += 1
        }
        // If different options have the same name, only the most frequent one is shared; the others are explained with
        // their commands.
        let most = Dictionary(order.map { ($0.names, seen[$0, default: 0]) }) { max($0, $1) }
        shared = order.filter { seen[$0, default: 0] >= 3 && seen[$0] == most[$0.names] }
            .sorted { seen[$0, default: 0] < seen[$1, default: 0] }
    }

    /// Returns the page. It has no date, because it depends only on the program and the language.
    func text() -> String {
        let isKorean = Help.language == .korean
        var page = Roff()
        page.line(".TH GEOCLI 1 \"\" \"geocli \(Program.version)\" \"\(isKorean ? "사용자 명령" : "User Commands")\"")
        // Hyphenation is off, because a reader could not copy an option that is split by a hyphen. There is one blank
        // between sentences, whether or not a line of the source ends there.
        page.line(".nh\n.ad l\n.ss 12 0")
        page.section(isKorean ? "이름" : "NAME")
        page.line("geocli \\- \(Roff.escaped(Self.title(root.abstract)))")
        page.section(isKorean ? "개요" : "SYNOPSIS")
        page.line(
            "\(Roff.bold("geocli")) \(Roff.italic(isKorean ? "명령" : "command")) [\(Roff.italic(isKorean ? "옵션" : "options"))]"
        )
        page.section(isKorean ? "설명" : "DESCRIPTION")
        page.discussion(root.discussion)
        for (title, commands) in root.groups(groups) {
            page.section("\(HelpSection.commands.uppercased()): \(title.uppercased())")
            for command in commands {
                describe(command, [command.name], in: &page)
                for (path, command) in command.all(below: [command.name]) { describe(command, path, in: &page) }
            }
        }
        // The parser adds this command.
        for command in root.subcommands where command.name == "help" { describe(command, ["help"], in: &page) }
        page.section(isKorean ? "여러 명령에 쓰는 옵션" : "OPTIONS OF SEVERAL COMMANDS")
        for option in shared { page.item(Self.tag(option), option.abstract) }
        ManSections(language: Help.language).append(to: &page, examples: root.examples)
        return page.text
    }

    private func describe(_ command: CommandInfo, _ path: [String], in page: inout Roff) {
        let isKorean = Help.language == .korean
        let operands = command.arguments.filter { $0.names.isEmpty }
        page.subsection(
            ([(["geocli"] + path).joined(separator: " ")].map(Roff.bold) + operands.map(Self.tag)).joined(
                separator: " "))
        page.paragraph(command.abstract)
        page.discussion(command.discussion)
        for argument in command.arguments where !shared.contains(argument) && !argument.abstract.isEmpty {
            page.item(Self.tag(argument), argument.abstract)
        }
        let others = shared.filter(command.arguments.contains).compactMap(\.names.last).joined(separator: ", ")
        if !others.isEmpty {
            page.paragraph(isKorean ? "아래에서 설명하는 옵션: \(others)" : "Also \(others); see below.")
        }
        guard !command.examples.isEmpty else { return }
        page.paragraph(isKorean ? "예시:" : "Examples:")
        page.verbatim(command.examples.map { "  " + $0 }.joined(separator: "\n"))
    }

    /// Returns `-o file`, `--kind kind`, or `[SOURCE ...]` for a positional argument.
    private static func tag(_ argument: ArgumentInfo) -> String {
        let names = argument.names.map(Roff.bold).joined(separator: ", ")
        guard let value = argument.valueName else { return names }
        guard names.isEmpty else { return "\(names) \(Roff.italic(value))" }
        let word = Roff.italic(value) + (argument.isRepeating ? "..." : "")
        return argument.isOptional ? "[\(word)]" : word
    }

    /// Returns a sentence as whatis(1) shows it: the part before its colon, without a capital.
    private static func title(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst().prefix { $0 != ":" }
    }
}
