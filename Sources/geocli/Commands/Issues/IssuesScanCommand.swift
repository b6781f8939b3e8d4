internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// `geocli issues scan`: checks all rows with the rules now.
struct IssuesScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "scan", en: "Check all rows against all rules now, as the next ingest would.",
        ko: "다음 수집을 기다리지 않고 지금 모든 행을 모든 규칙으로 검사합니다.",
        examples: """
            $ geocli issues scan
            $ geocli issues scan -q
            $ geocli issues scan --lang ko
            """)

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try IssueCatalog.path(common)
        // If the catalog does not exist, this throws the usual error.
        _ = try Catalog(path: path)
        let counts = try CatalogWriter(path: path).scanIssues(at: try Environment.now())
        Console.note(
            Words(
                en:
                    "issues: new \(counts.new), fixed \(counts.fixed), reopened \(counts.reopened), open \(counts.open)",
                ko: "이슈: 신규 \(counts.new), 해결 \(counts.fixed), 다시 열림 \(counts.reopened), 열림 \(counts.open)"),
            isQuiet: common.quiet)
    }
}
