internal import ArgumentParser
internal import GeocliExport

/// `geocli man`: the manual page of `Root` and all its commands, including this one.
struct ManCommand<Root: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "man", en: "Print the manual page geocli(1).", ko: "매뉴얼 페이지 geocli(1)을 출력합니다.",
            examples: """
                $ geocli man > geocli.1
                $ geocli man | man -l -
                $ geocli man --lang ko | man -l -
                """)
    }

    @OptionGroup(title: HelpSection.common) var language: LanguageOption

    func run() throws {
        let place = try OutputDestination(nil, db: nil, reading: [])
        try OutputFile.create(at: place).write(
            Array(ManPage(try CommandInfo.root(Root.self), Root.configuration.groupedSubcommands).text().utf8))
    }
}
