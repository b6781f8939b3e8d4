internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// The rows of the statistics of issues.
enum IssueStatisticsRows: RowsWithoutPlace { static let someKeys = "by,value,open" }

/// `geocli issues stats`: how many issues there are.
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
