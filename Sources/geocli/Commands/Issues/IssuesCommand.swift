internal import ArgumentParser
internal import GeocliText

/// `geocli issues`: what is wrong with the data.
struct IssuesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "issues", en: "List problems in the data, decide how to handle them, and report them to the publisher.",
        ko: "데이터의 문제를 확인하고, 어떻게 처리할지 정하고, 제공 기관에 알립니다.",
        about: Words(
            en: """
                Each ingest checks the rows against a set of rules. A row that breaks a rule becomes an issue. The issue stays open, under the same number, until the feed fixes the row or a person accepts the data as right. People can add their own issues, comments and labels. Every action is recorded with its author ($GEOCLI_AUTHOR, else the user's name), its time and its reason.
                """,
            ko: """
                수집할 때마다 규칙으로 행을 검사합니다. 규칙에 어긋나는 값이 있으면 이슈가 생깁니다. 이슈는 피드에서 문제를 고치거나 사람이 그대로 두기로 할 때까지 같은 번호로 열려 있습니다. 사람도 이슈를 등록하고 의견과 라벨을 남길 수 있습니다. 누가($GEOCLI_AUTHOR, 없으면 사용자 이름) 언제 왜 그렇게 했는지 모두 남습니다.
                """),
        examples: """
            $ geocli issues
            $ geocli issues list --severity error --format table
            $ geocli issues stats
            """,
        subcommands: [
            ListingCommand<IssuesListSource>.self, ListingCommand<IssuesShowSource>.self, IssuesNewCommand.self,
            IssuesDecisionCommand<IssueAcceptance>.self,
            IssuesDecisionCommand<IssueReopening>.self, IssuesDecisionCommand<IssueClosing>.self,
            IssuesCommentCommand.self, IssuesLabelCommand.self,
            IssuesScanCommand.self, ListingCommand<IssuesStatsSource>.self, IssuesReportCommand.self,
        ], defaultSubcommand: ListingCommand<IssuesListSource>.self)
}
