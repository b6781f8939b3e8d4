internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText
internal import Glibc

/// `geocli man`: the manual pages of `Root` and all its commands, including this one.
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
        var facts = stat()
        guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
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
