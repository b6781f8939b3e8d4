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

    /// Refuses options that contradict each other.
    ///
    /// - Throws: `UsageError`.
    func check(_ command: ChangesCommand) throws {
        guard follow || server != nil else {
            guard exec == nil else {
                throw UsageError(en: "--exec needs --follow", ko: "--exec는 --follow와 함께 쓰세요")
            }
            return
        }
        if follow {
            let reason = Words(en: "--follow never ends", ko: "--follow는 끝나지 않습니다")
            for (option, isGiven) in [
                ("--limit", command.output.limit != nil), ("-o", command.output.path != nil),
                ("--fail-empty", command.output.rows.failEmpty),
            ] where isGiven { throw Self.clash(option, reason) }
            if command.reading.markRead {
                throw Self.clash(
                    "--mark-read",
                    Words(en: "--follow already marks changes as read", ko: "--follow를 쓰면 자동으로 읽음 표시를 합니다"))
            }
        } else if command.reading.reader != nil {
            throw UsageError(
                en: "with --server, --reader needs --follow", ko: "--server를 쓸 때 --reader는 --follow와 함께 쓰세요")
        } else {
            // The same refusals as without a server.
            _ = try command.reading.readerName(limit: command.output.limit)
        }
        guard server != nil else { return }
        let reason = Words(en: "the service does not have your records", ko: "--server로 연결한 서비스에는 내 기록이 없습니다")
        for (option, isGiven) in [
            ("--mine", command.mine), ("--marked", command.filters.marked != nil),
            ("--uncorrected", command.values.uncorrected), ("--db", command.common.db != nil),
        ] where isGiven {
            throw ["--uncorrected", "--db"].contains(option)
                ? Self.clash(
                    option,
                    Words(
                        en: "--server asks a service, not a catalog file",
                        ko: "--server를 쓰면 카탈로그 파일을 읽지 않습니다"))
                : Self.clash(option, reason)
        }
    }

    private static func clash(_ option: String, _ reason: Words) -> UsageError {
        UsageError(
            en: "\(option) can't be used here: \(reason.en); leave out \(option)",
            ko: "\(option)\(.object) 쓸 수 없습니다: \(reason.ko). \(option)\(.object) 빼세요"
        )
    }
}
