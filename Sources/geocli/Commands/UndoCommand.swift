internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "undo",
        en: "Take back a run that should not have been published, and all later runs of its feed.",
        ko: "반영하지 말았어야 할 실행을, 그 피드의 이후 실행과 함께 되돌립니다.",
        about: Words(
            en: """
                The places of the feed, and their links, issues and corrections, are again as they were before the run. The undo is a run of its own, so 'geocli runs' lists it, 'geocli changes' shows what it changed, and it can be taken back, too.
                """,
            ko: """
                피드의 장소가 그 실행 전으로 돌아가고, 연결과 이슈, 정정도 함께 돌아갑니다. 되돌리기도 하나의 실행입니다. 'geocli runs'에 나오고, 바뀐 내용은 'geocli changes'로 볼 수 있으며, 다시 되돌릴 수도 있습니다.
                """),
        examples: """
            $ geocli undo
            $ geocli undo 13
            $ geocli undo --dry-run
            """)

    @Argument(
        help: ArgumentHelp(
            "The number of a published run (default: the last one of the feed).",
            ko: "반영된 실행의 번호 (기본값: 피드에서 마지막으로 반영된 실행)", value: .argument("RUN")))
    var number: String?

    @Option(
        help: ArgumentHelp(
            "Feed of the run. Needed without RUN if the catalog has several feeds.",
            ko: "실행의 피드. 피드가 여럿인데 RUN을 쓰지 않으면 필요합니다.", value: .feed), completion: .feeds)
    var feed: String?

    @Flag(help: ArgumentHelp("Count the changes and write nothing.", ko: "바뀔 장소를 세기만 하고 저장하지 않습니다."))
    var dryRun = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let number = try number.map { Int64(try ValueArgument.count($0, option: "RUN", minimum: 1)) }
        let path = try Environment.catalogPath(common.db)
        // If the catalog does not exist, this throws the usual error.
        let known = try Catalog(path: path).feedIDs()
        let feed = feed?.trimmingBlanks()
        if let feed, !known.contains(feed) { throw ValueArgument.unknown("--feed", feed, among: known) }
        let report = try CatalogWriter(path: path).undo(
            run: number, feed: feed, at: try Environment.now(), isDryRun: dryRun)
        let view = ReportView(report: Ingester.report(ofUndo: report))
        for words in [report.reasonData.flatMap(StoredReason.words), view.summary, view.corrections, view.issues] {
            if let words { Console.note(words, isQuiet: common.quiet) }
        }
    }
}
