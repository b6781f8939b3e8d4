internal import ArgumentParser
internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

/// `geocli issues accept N…`: states that the data is right as it is.
struct IssuesAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "accept",
        en: "Accept issues: the data is right as it is. The decision holds as long as the evidence stays the same.",
        ko: "데이터가 맞다고 보고 이슈를 그대로 둡니다. 이 결정은 근거가 그대로인 동안 유지됩니다.",
        examples: """
            $ geocli issues accept 1 --because 'The street is the border'
            $ geocli issues accept 1 2 --because 'Both shops answer this phone'
            $ geocli issues accept 1 --because '전화로 확인함' --lang ko
            """)

    @OptionGroup var numbers: IssueNumbers

    @Option(
        help: ArgumentHelp("Why the data is right.", ko: "그대로 두는 이유", value: .reason))
    var because: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let reason = try GivenWords.text(because, named: "--because")
        try IssueAct.accept(because: reason).run(on: try numbers.all(), common)
    }
}
