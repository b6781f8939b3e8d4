internal import ArgumentParser
internal import GeocliAsking
internal import GeocliFetching
internal import GeocliText

/// Options for following changes as they happen.
struct FollowOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print changes until Ctrl-C: first the unread changes (--reader) or the changes since a run or day (--since), then each change as it happens. Without --reader or --since, print only changes from now on.",
            ko:
                "Ctrl-C를 누를 때까지 변경을 계속 보여 줍니다. 읽지 않은 변경(--reader)이나 지정한 실행 또는 날짜 이후의 변경(--since)을 먼저 보여 주고, 그다음에는 변경이 생길 때마다 보여 줍니다. 둘 다 없으면 지금부터 생기는 변경만 보여 줍니다."
        )
    )
    var follow = false

    @Option(
        help: ArgumentHelp(
            "Ask the service at this address, such as http://127.0.0.1:8080, instead of a catalog file.",
            ko: "카탈로그 파일 대신 이 주소의 서비스에서 받습니다. 예: http://127.0.0.1:8080", value: .address))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "With --follow: run this command for each change and send it the row as JSON on standard input. The command is repeated until it succeeds.",
            ko: "--follow와 함께 씁니다. 변경이 생길 때마다 이 명령을 실행하고, 표준 입력으로 JSON 행을 보냅니다. 성공할 때까지 다시 실행합니다.",
            value: Words(en: "command", ko: "명령")))
    var exec: String?

    /// Returns the address that `--server` gives; nil if the option was not given.
    ///
    /// - Throws: `UsageError`.
    func service() throws -> ServiceURL? {
        try server.map(ServedListing.service)
    }
}
