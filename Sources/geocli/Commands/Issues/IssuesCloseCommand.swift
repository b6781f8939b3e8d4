internal import ArgumentParser
internal import GeocliPlaces
internal import GeocliText

/// `geocli issues close N…`: closes issues that people reported.
struct IssuesCloseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "close",
        en:
            "Close issues that people reported. An issue that a rule found can't be closed: accept it, correct the value, or wait until the feed fixes it.",
        ko: "사람이 등록한 이슈를 닫습니다. 규칙이 찾은 이슈는 닫을 수 없습니다. 그런 이슈는 그대로 두거나, 값을 정정하거나, 피드에서 문제를 고칠 때까지 기다리세요.",
        examples: """
            $ geocli issues close $(geocli issues new 12 'A test' -q)
            $ geocli issues close $(geocli issues new 12 'Moved' -q) --because 'The publisher has changed it'
            $ geocli issues list --label done --fields number --format tsv | tail -n +2 | xargs -r geocli issues close
            """)

    @OptionGroup var numbers: IssueNumbers

    @Option(help: ArgumentHelp("The reason.", ko: "이유", value: .reason))
    var because: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let reason = try because.map { try GivenWords.text($0, named: "--because") }
        try IssueAct.close(because: reason).run(on: try numbers.all(), common)
    }
}
