internal import ArgumentParser
internal import GeocliPlaces
internal import GeocliText

/// `geocli issues reopen N…`: opens accepted or closed issues again.
struct IssuesReopenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "reopen", en: "Reopen issues that were accepted or closed.", ko: "그대로 두기로 한 이슈나 닫은 이슈를 다시 엽니다.",
        examples: """
            $ geocli issues reopen 1
            $ geocli issues reopen 1 2 --because 'The shop has moved after all'
            $ geocli issues reopen 1 --because '다시 확인 필요' --lang ko
            """)

    @OptionGroup var numbers: IssueNumbers

    @Option(help: ArgumentHelp("The reason.", ko: "이유", value: .reason))
    var because: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let reason = try because.map { try GivenWords.text($0, named: "--because") }
        try IssueAct.reopen(because: reason).run(on: try numbers.all(), common)
    }
}
