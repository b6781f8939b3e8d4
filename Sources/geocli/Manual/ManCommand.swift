internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText

struct ManCommand<Root: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "man", en: "Print the manual page of a command. Without COMMAND, print the overview geocli(1).",
            ko: "명령의 매뉴얼 페이지를 출력합니다. COMMAND가 없으면 개요인 geocli(1)을 출력합니다.",
            examples: """
                $ geocli man near | man -l -
                $ geocli man --lang ko | man -l -
                $ geocli man --all .
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "A command, such as near (default: the overview).", ko: "명령. 예: near (기본값: 개요)",
            value: .argument("COMMAND")),
        completion: .words(Root.configuration.subcommands.compactMap { $0.configuration.commandName }))
    var command: String?

    @Option(
        name: .customLong("all"),
        help: ArgumentHelp(
            "Write all pages into this folder: geocli.1, geocli-near.1 and so on.",
            ko: "모든 페이지를 이 폴더에 저장합니다: geocli.1, geocli-near.1 등", value: .folder),
        completion: .directory)
    var folder: String?

    @OptionGroup(title: HelpSection.common) var language: LanguageOption

    func run() throws {
        let manual = ManPage(try CommandInfo.root(Root.self), Root.configuration.groupedSubcommands)
        guard let folder else { return try write(try wanted(manual), to: nil) }
        guard command == nil else {
            throw UsageError(
                en: "--all writes every page; leave out COMMAND", ko: "--all은 모든 페이지를 저장합니다. COMMAND는 쓰지 마세요")
        }
        guard FileSystem.facts(folder)?.isFolder == true else {
            throw UsageError(
                en: "--all \"\(DisplayText.singleLine(folder))\": there is no such folder; make it first",
                ko: "--all \"\(DisplayText.singleLine(folder))\": 그런 폴더가 없습니다. 먼저 만드세요")
        }
        for name in manual.names { try write(manual.text(name) ?? "", to: "\(folder)/\(name).1") }
    }

    private func wanted(_ manual: ManPage) throws -> String {
        guard let word = command?.trimmingBlanks() else { return manual.text(Program.name) ?? "" }
        if let text = manual.text(ManPage.name(word)) { return text }
        throw RenamedCommand.error(word)
            ?? ValueArgument.unknown(
                "COMMAND", word, among: Root.configuration.subcommands.compactMap { $0.configuration.commandName })
    }

    private func write(_ text: String, to path: String?) throws {
        try OutputDestination(path, db: nil, reading: []).write(text)
    }
}

/// The manual pages, generated from the same definitions as the help: the overview geocli(1), and a page for each command
/// with all that it can, such as geocli-near(1).
struct ManPage {
    private let root: CommandInfo
    private let groups: [CommandGroup]
    private let isKorean = Help.language == .korean

    init(_ root: CommandInfo, _ groups: [CommandGroup]) {
        self.root = root
        self.groups = groups
    }

    var names: [String] { [root.name] + commands.map(Self.name) }

    /// Returns the page of this name; nil for an unknown name. A page has no date, because it depends only on the program
    /// and the language.
    func text(_ name: String) -> String? {
        if name == root.name { return overview() }
        return commands.first { Self.name($0) == name }.map(text)
    }

    static func name(_ command: CommandInfo) -> String { name(command.name) }

    static func name(_ command: String) -> String { "\(Program.name)-\(command)" }

    /// The commands that have a page. The parser adds the command `help`.
    private var commands: [CommandInfo] { root.subcommands.filter { $0.name != "help" } }

    private func overview() -> String {
        var page = head(root.name, root)
        page.line(
            "\(Roff.bold("geocli")) \(Roff.italic(isKorean ? "명령" : "command")) [\(Roff.italic(isKorean ? "옵션" : "options"))]"
        )
        page.section(isKorean ? "설명" : "DESCRIPTION")
        page.discussion(root.discussion)
        page.section(HelpSection.commands.uppercased())
        for (title, commands) in root.groups(groups) {
            page.subsection(title)
            for command in commands { page.item(Self.reference(Self.name(command)), command.abstract) }
        }
        for command in root.subcommands where command.name == "help" {
            page.item(Roff.bold("\(root.name) \(command.name)"), command.abstract)
        }
        let shared = Self.shared(root.all().map(\.command)).filter { $0.section == HelpSection.common }
        addSections(of: shared, to: &page)
        ManSections(language: Help.language).append(to: &page, examples: root.examples)
        seeAlso(commands.map(Self.name) + ["geoserve", "geoworker", "sqlite3", "ogr2ogr", "jq"], in: &page)
        return page.text
    }

    private func text(_ command: CommandInfo) -> String {
        var page = head(Self.name(command), command)
        page.line(synopsis(command, [command.name]))
        page.section(isKorean ? "설명" : "DESCRIPTION")
        page.paragraph(command.abstract)
        page.discussion(command.discussion)
        let below = command.all(below: [command.name])
        let shared = Self.shared([command] + below.map(\.command))
        let own = command.arguments.filter { !shared.contains($0) }
        add(own.filter(\.names.isEmpty), below: HelpSection.arguments, to: &page)
        add(own.filter { !$0.names.isEmpty }, below: HelpSection.options, to: &page)
        if !below.isEmpty { page.section(HelpSection.commands.uppercased()) }
        for (path, command) in below { describe(command, path, shared, in: &page) }
        addSections(of: shared, to: &page)
        page.section(HelpSection.examples.uppercased())
        page.verbatim(command.examples.joined(separator: "\n"))
        seeAlso([root.name], in: &page)
        return page.text
    }

    /// Adds a command of a group, without the options that the page explains for all its commands.
    private func describe(_ command: CommandInfo, _ path: [String], _ shared: [ArgumentInfo], in page: inout Roff) {
        page.subsection(synopsis(command, path))
        page.paragraph(command.abstract)
        page.discussion(command.discussion)
        for argument in command.arguments where !shared.contains(argument) && !argument.abstract.isEmpty {
            page.item(Self.tag(argument), argument.abstract)
        }
        let others = shared.filter { command.arguments.contains($0) && !$0.isParsers }.compactMap(\.names.last)
            .joined(separator: ", ")
        if !others.isEmpty {
            page.paragraph(isKorean ? "아래에서 설명하는 옵션: \(others)" : "Also \(others); see below.")
        }
        page.paragraph(isKorean ? "예시:" : "Examples:")
        page.verbatim(command.examples.map { "  " + $0 }.joined(separator: "\n"))
    }

    /// The options in sections, which one page explains only once. If options of different commands have the same name,
    /// the most frequent one is here, and the others are explained with their commands.
    private static func shared(_ commands: [CommandInfo]) -> [ArgumentInfo] {
        var seen: [ArgumentInfo: Int] = [:]
        var order: [ArgumentInfo] = []
        for option in commands.flatMap(\.arguments) where option.section != nil {
            if seen[option] == nil { order.append(option) }
            seen[option, default: 0] += 1
        }
        let most = Dictionary(grouping: order, by: \.names).compactMapValues { same in
            same.max { seen[$0, default: 0] < seen[$1, default: 0] }
        }
        return order.filter { most[$0.names] == $0 }
    }

    /// Starts a page, up to the heading of its synopsis.
    private func head(_ name: String, _ command: CommandInfo) -> Roff {
        var page = Roff()
        let title = isKorean ? "사용자 명령" : "User Commands"
        page.line(".TH \(name.uppercased()) 1 \"\" \"geocli \(Program.version)\" \"\(title)\"")
        // Hyphenation is off, because a reader could not copy an option that is split by a hyphen. There is one blank
        // between sentences, whether or not a line of the source ends there.
        page.line(".nh\n.ad l\n.ss 12 0")
        page.section(isKorean ? "이름" : "NAME")
        page.line("\(Roff.escaped(name)) \\- \(Roff.escaped(whatis(command)))")
        page.section(isKorean ? "개요" : "SYNOPSIS")
        return page
    }

    private func synopsis(_ command: CommandInfo, _ path: [String]) -> String {
        let below = Roff.italic(isKorean ? "명령" : "command")
        let required = command.arguments.filter { !$0.names.isEmpty && !$0.isOptional }
        let options = command.subcommands.isEmpty ? "[\(Roff.italic(isKorean ? "옵션" : "options"))]" : nil
        let sub =
            command.subcommands.isEmpty ? nil : command.defaultSubcommand == nil ? below : "[\(below)]"
        let words = [Roff.bold(([root.name] + path).joined(separator: " ")), sub].compactMap { $0 }
        return
            (words + required.map(Self.tag) + [options].compactMap { $0 }
            + command.arguments.filter(\.names.isEmpty).map(Self.tag)).joined(separator: " ")
    }

    /// Adds the options by their sections; the options of every command come last.
    private func addSections(of options: [ArgumentInfo], to page: inout Roff) {
        var titles: [String] = []
        for title in options.compactMap(\.section) where title != HelpSection.common && !titles.contains(title) {
            titles.append(title)
        }
        for title in titles + [HelpSection.common] {
            add(options.filter { $0.section == title }, below: title, to: &page)
        }
    }

    private func add(_ arguments: [ArgumentInfo], below title: String, to page: inout Roff) {
        guard !arguments.isEmpty else { return }
        page.section(title.uppercased())
        for argument in arguments { page.item(Self.tag(argument), argument.abstract) }
    }

    private func seeAlso(_ names: [String], in page: inout Roff) {
        page.section(isKorean ? "함께 보기" : "SEE ALSO")
        page.line(names.map(Self.reference).joined(separator: ",\n"))
    }

    private static func reference(_ name: String) -> String { "\(Roff.bold(name))(1)" }

    /// Returns `-o file`, `--kind kind`, or `[SOURCE ...]` for a positional argument.
    private static func tag(_ argument: ArgumentInfo) -> String {
        let names = argument.names.map(Roff.bold).joined(separator: ", ")
        guard let value = argument.valueName else { return names }
        guard names.isEmpty else { return "\(names) \(Roff.italic(value))" }
        let word = Roff.italic(value) + (argument.isRepeating ? "..." : "")
        return argument.isOptional ? "[\(word)]" : word
    }

    /// Returns what whatis(1) shows: the first sentence up to its colon, without a capital and a full stop.
    private func whatis(_ command: CommandInfo) -> String {
        let head = command.abstract.prefix { $0 != ":" }
        let sentence = head[..<(head.firstRange(of: ". ")?.lowerBound ?? head.endIndex)]
        let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence
        // A Korean sentence can begin with a name.
        return isKorean ? String(words) : words.prefix(1).lowercased() + words.dropFirst()
    }
}
