internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli issues new REF TITLE`: reports an issue.
struct IssuesNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "new",
        en: "Report an issue about one place, for a problem that no rule finds. The command prints the issue's number.",
        ko: "규칙으로 찾을 수 없는 문제를 장소의 이슈로 등록하고 이슈 번호를 출력합니다.",
        examples: """
            $ geocli issues new 12 'Closed in June, says the owner'
            $ geocli issues new sample/1001 'Moved next door' --text 'Seen on 2026-09-20.'
            $ geocli issues new 12 '7월에 이전함' --label 확인필요 --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "The place: an id such as 12, or a reference such as seoul-bookstores/2283.",
            ko: "장소: 12 같은 번호나 seoul-bookstores/2283 같은 참조", value: .argument("REF")),
        completion: .places)
    var place: String

    @Argument(
        help: ArgumentHelp(
            "What is wrong, in one line in quotes.", ko: "무엇이 잘못되었는지 따옴표로 묶어 한 줄로", value: .argument("TITLE")))
    var title: String

    @Option(help: ArgumentHelp("More details.", ko: "덧붙일 내용", value: .text))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "A label for the issue. Repeat the option for several labels.", ko: "붙일 라벨. 여러 번 쓸 수 있습니다.", value: .label),
        completion: .issueLabels)
    var label: [String] = []

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let wanted = try PlaceReference(place)
        let title = try GivenWords.title(title)
        let text = try text.map { try GivenWords.text($0, named: "--text") }
        let labels = try GivenWords.labels(label, named: "--label")
        let author = try Environment.issueAuthor()
        let path = try IssueCatalog.path(common)
        let entry = try wanted.entry(in: try Catalog(path: path))
        let number = try CatalogWriter(path: path).reportIssue(
            about: entry.id, title, text: text, labels: labels, by: author)
        let (name, ref) = (DisplayText.singleLine(entry.place.name), DisplayText.singleLine(entry.ref))
        Console.note(
            Words(en: "issue \(number): opened for \(name) (\(ref))", ko: "이슈 \(number): \(name)(\(ref))에 등록했습니다"),
            isQuiet: common.quiet)
        try OutputDestination.standard().write("\(number)\n")
    }
}
