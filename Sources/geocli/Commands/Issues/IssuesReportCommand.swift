internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli issues report`: a report about issues, in sentences, for the publisher of the data.
struct IssuesReportCommand: ParsableCommand {
    /// The formats of a report.
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
        Console.note(
            Words(
                en:
                    "\(hintCount) \(hintCount == 1 ? "hint is" : "hints are") not in the report; --severity hint writes only hints",
                ko: "참고 \(hintCount)건은 넣지 않았습니다. 참고만 보려면 --severity hint를 쓰세요"),
            isQuiet: common.quiet)
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
