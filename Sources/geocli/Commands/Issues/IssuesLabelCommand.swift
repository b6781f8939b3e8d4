internal import ArgumentParser
internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

/// `geocli issues label N… LABEL…`: adds labels to issues, or removes them.
struct IssuesLabelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "label", en: "Put labels on issues, or take them off with --remove.", ko: "이슈에 라벨을 붙이거나, --remove로 뗍니다.",
        examples: """
            $ geocli issues label 1 phone-call
            $ geocli issues label 1 2 phone-call urgent
            $ geocli issues label 1 phone-call --remove
            """)

    @Argument(
        help: ArgumentHelp(
            "The numbers of issues, then the labels: 12 13 urgent.", ko: "이슈 번호, 그다음 라벨: 12 13 긴급",
            value: .argument("NUMBER… LABEL")),
        completion: .issuesAndLabels)
    var words: [String] = []

    @Flag(help: ArgumentHelp("Take the labels off.", ko: "라벨을 뗍니다."))
    var remove = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let given = ValueArgument.list(words)
        let numbers = given.prefix { GivenWords.isNumber($0.hasPrefix("#") ? $0.dropFirst() : $0[...]) }
        let labels = given.dropFirst(numbers.count)
        guard !numbers.isEmpty, !labels.isEmpty else {
            throw UsageError(
                en:
                    "write the numbers of issues, then the labels (a label can't consist only of digits), such as: geocli issues label 12 urgent",
                ko: "이슈 번호를 쓰고 그다음에 라벨을 쓰세요. 숫자만으로 된 라벨은 쓸 수 없습니다. 예: geocli issues label 12 긴급")
        }
        let wanted = try GivenWords.labels(Array(labels))
        try (remove ? IssueAct.unlabel(wanted) : .label(wanted)).run(
            on: try GivenWords.numbers(Array(numbers)), common)
    }
}
