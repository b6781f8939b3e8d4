internal import ArgumentParser
internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

/// `geocli issues comment N… TEXT`: adds a comment to issues.
struct IssuesCommentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "comment", en: "Write a comment on issues.", ko: "이슈에 의견을 남깁니다.",
        examples: """
            $ geocli issues comment 1 'Asked the publisher on Monday'
            $ geocli issues comment 1 2 'See https://example.org/ticket/7'
            $ geocli issues comment 1 '월요일에 문의함' --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "The numbers of issues, then the text in quotes: 12 'Asked the publisher'.",
            ko: "이슈 번호, 그다음 따옴표로 묶은 문구: 12 '문의함'", value: .argument("NUMBER… TEXT")),
        completion: .issues)
    var words: [String] = []

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        guard let last = words.last, words.count > 1 else {
            throw UsageError(
                en:
                    "write the number of an issue and the comment in quotes, such as: geocli issues comment 12 'Asked the publisher'",
                ko: "이슈 번호와 따옴표로 묶은 문구를 쓰세요. 예: geocli issues comment 12 '문의함'")
        }
        let numbers = try GivenWords.numbers(Array(words.dropLast()))
        try IssueAct.comment(try GivenWords.text(last, named: "TEXT")).run(on: numbers, common)
    }
}
