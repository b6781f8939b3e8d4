internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

enum IssueRow: RowsOnMap {
    static let someKeys = "number,text,history"
    static let isSingle = true
}

struct IssuesShowSource: RowSource {
    static let configuration = CommandConfiguration(
        "show", en: "Show one issue: its first and current evidence, its places, and who did what, when and why.",
        ko: "이슈 하나를 보여 줍니다: 처음과 지금의 근거, 장소, 누가 언제 왜 무엇을 했는지.",
        examples: """
            $ geocli issues show 1
            $ geocli issues show 1 --lang ko --format table
            $ geocli issues show 1 --json -o issue.json
            """)

    @Argument(
        help: ArgumentHelp("The number of an issue, such as 12.", ko: "12 같은 이슈 번호", value: .argument("NUMBER")),
        completion: .issues)
    var number: String

    func write(_ given: ListingArguments<IssueRow>) throws {
        let listing = try given.checked()
        let wanted = try GivenWords.numbers([number])
        guard wanted.count == 1 else { throw GivenWords.noNumber }
        let catalog = try IssueCatalog.reading(given.common)
        let issue = try catalog.issue(wanted[0])
        let sheet = IssueSheet(
            issue, events: try catalog.events(ofIssue: issue.number), group: try catalog.group(of: issue),
            rawRows: try KeptRows.rows(of: issue.places, in: catalog))
        guard listing.options.format == .table, listing.options.fields == nil else {
            return try Listing.write(.issue(Console.language), listing, adjust: { $0.isSingle = true }) { writer in
                try writer.write(sheet)
            }
        }
        let text = IssueText(sheet, listing.options.language, columns: listing.options.terminalColumns).text
        try Listing.write(text: text, listing)
    }
}

/// The rows of places as their feeds last sent them.
enum KeptRows {
    /// Returns the rows of those places whose pages the catalog keeps, in the order of the places. If a page is
    /// damaged, or the feed's declaration can't read it, the user gets a warning and no error, because the issue itself
    /// is not damaged.
    static func rows(of places: [CatalogEntry], in catalog: Catalog) throws -> [String] {
        var found: [String: String] = [:]
        for feed in Set(places.map(\.feed)).sorted() {
            guard let declared = source(of: feed) else { continue }
            let wanted = Set(places.filter { $0.feed == feed }.map(\.place.feedID))
            do {
                var rows: [String: String] = [:]
                try catalog.forEachKeptPage(ofFeed: feed) { page, bytes in
                    let source = ByteSource(name: page.name, bytes: bytes)
                    rows.merge(try RawRows.find(wanted, of: declared, in: source)) { first, _ in first }
                    return rows.count < wanted.count
                }
                for (id, row) in rows { found["\(feed)/\(id)"] = row }
            } catch let error as any ExplainedError {
                Console.complain(
                    en: "warning: the feed's row is not shown: \(error.words.en)",
                    ko: "주의: 피드의 원본 행을 표시하지 못했습니다: \(error.words.ko)")
            }
        }
        return places.compactMap { found[$0.ref] }
    }

    /// Returns the feed with this id; nil if no declaration has it. A declaration that can't be read is not this one, and
    /// 'geocli feeds' names its error.
    private static func source(of id: String) -> Feed? {
        Feed.named(id) ?? FeedShelf.all().lazy.compactMap { try? $0.feed.get() }.first { $0.id == id }
    }
}

struct IssuesReportCommand: ParsableCommand {
    enum Format: String, CaseIterable { case markdown, csv }

    static let configuration = CommandConfiguration(
        "report",
        en: "Write the open issues as sentences for the publisher's error-report form, grouped by feed and district.",
        ko: "열린 이슈를 피드와 자치구별로 묶어, 제공 기관의 오류 신고에 붙여 넣을 문장으로 정리합니다.",
        about: Words(
            en:
                "Each line has the id that the feed uses for the place. The report has errors, warnings and the issues that people reported. With --severity or --rule, the report has only the matching issues; --severity hint writes the hints. --lang sets the language.",
            ko:
                "각 줄에는 피드가 장소에 붙인 번호가 들어갑니다. 보고서에는 심각도가 오류나 주의인 이슈와 사람이 등록한 이슈가 들어갑니다. --severity나 --rule을 쓰면 규칙이 찾은 이슈 가운데 조건에 맞는 이슈만 들어갑니다. 참고는 --severity hint로 볼 수 있습니다. 언어는 --lang을 따릅니다."
        ),
        examples: """
            $ geocli issues report --lang ko
            $ geocli issues report --district 마포 -o report.md
            $ geocli issues report --severity error -o report.csv --excel
            """)

    @OptionGroup var filters: IssueFilterOptions

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "markdown or csv (default: by the extension of -o, .md or .csv, else markdown).",
            ko: "markdown이나 csv (기본값: -o의 확장자 .md, .csv에 따름, 없으면 markdown)", value: .format),
        completion: .words(Format.allCases.map(\.rawValue)))
    var namedFormat: String?

    @Option(name: .customShort("o"), help: .outputFile, completion: .file(extensions: ["md", "csv"]))
    var output: String?

    @Flag(help: ArgumentHelp("CSV for Excel: byte order mark and CRLF.", ko: "Excel용 CSV: BOM과 CRLF를 씁니다."))
    var excel = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = output == "-" ? nil : output
        let place = try OutputDestination(path, db: common.db, reading: [], isPrivate: filters.places.marked != nil)
        let format = try format(of: path)
        guard !excel || format == .csv else {
            throw UsageError(en: "--excel only works with --format csv", ko: "--excel은 --format csv와 함께 쓰세요")
        }
        let catalog = try IssueCatalog.reading(common)
        let (report, hintCount) = try report(catalog)
        if format == .markdown {
            try place.write(report.markdown(Console.language))
        } else {
            var options = ListingOptions()
            options.format = .csv
            options.isForExcel = excel
            options.language = Console.language
            options.isQuiet = common.quiet
            let csv = ListingOutput(place: place, formats: ListingFormat.tables, options: options, failEmpty: false)
            try Listing.write(.issueReport(Console.language), csv) { writer in
                for section in report.sections { for line in section.lines { try writer.write(line) } }
            }
        }
        guard hintCount > 0 else { return }
        common.note(
            en:
                "\(hintCount) \(hintCount == 1 ? "hint is" : "hints are") not in the report; --severity hint writes only hints",
            ko: "참고 \(hintCount)건은 넣지 않았습니다. 참고만 보려면 --severity hint를 쓰세요")
    }

    /// Returns the report, and the number of hints that it leaves out.
    private func report(_ catalog: Catalog) throws -> (IssueReport, Int) {
        let filter = try filters.filter(catalog, common)
        var report = IssueReport(try catalog.lastGoodRuns())
        var hintCount = 0
        try catalog.forEachIssue(filter) { row in
            let isAsked = !filter.severities.isEmpty || !filter.rules.isEmpty
            guard row.issue.severity != .hint || isAsked else {
                hintCount += 1
                return
            }
            let text = row.issue.isReported ? try catalog.events(ofIssue: row.issue.number).first?.text : nil
            report.add(row.issue, text: text)
        }
        report.sort()
        return (report, hintCount)
    }

    private func format(of path: String?) throws -> Format {
        if let namedFormat {
            return try ValueArgument.choice(namedFormat, option: "--format", of: Format.self)
        }
        guard let path, !path.hasPrefix("/dev/") else { return .markdown }
        if path.lowercased().hasSuffix(".csv") { return .csv }
        if path.lowercased().hasSuffix(".md") { return .markdown }
        let shown = DisplayText.singleLine(path)
        throw UsageError(
            en: "-o \(shown): unknown file extension; use .md or .csv, or give --format",
            ko: "-o \(shown): 확장자로 형식을 알 수 없습니다. .md나 .csv로 끝내거나 --format을 쓰세요")
    }
}

enum IssueStatisticsRows: RowsWithoutPlace { static let someKeys = "by,value,open" }

struct IssuesStatsSource: RowSource {
    static let configuration = CommandConfiguration(
        "stats", en: "Count issues by severity, rule, district and days open.",
        ko: "심각도, 규칙, 자치구, 열려 있는 일수별로 이슈를 셉니다.",
        about: Words(
            en:
                "Each row has the number of issues in each state. Days open are counted only for open and reopened issues. The days are those between the run that was the latest when the issue was opened and the run that is the latest now.",
            ko: "행마다 상태별 이슈 수가 나옵니다. 열린 이슈와 다시 열린 이슈에만 날수가 있습니다. 날수는 이슈가 열릴 당시의 마지막 실행부터 지금의 마지막 실행까지 지난 날의 수입니다."),
        examples: """
            $ geocli issues stats
            $ geocli issues stats --district 마포 --format table
            $ geocli issues stats --severity error,warning --csv
            """)

    @OptionGroup var filters: IssueFilterOptions

    func write(_ given: ListingArguments<IssueStatisticsRows>) throws {
        let listing = try given.checked(isPrivate: filters.places.marked != nil)
        let limit = try given.output.limitCount()
        let catalog = try IssueCatalog.reading(given.common)
        let filter = try filters.filter(catalog, given.common, usual: [])
        var days: [Int64: String] = [:]
        var lastDay = ""
        try catalog.forEachRun { run in
            days[run.id] = run.date
            lastDay = max(lastDay, run.date)
        }
        var statistics = IssueStatistics(upTo: lastDay)
        try catalog.forEachIssue(filter) { row in
            statistics.count(row.issue, openedOn: days[row.issue.openedRun] ?? lastDay)
        }
        try Listing.write(.issueStatistics, listing) { writer in
            for row in statistics.all.prefix(limit ?? .max) { try writer.write(row) }
        }
    }
}
