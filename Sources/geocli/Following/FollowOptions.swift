internal import ArgumentParser
internal import GeocliAsking
internal import GeocliFetching
internal import GeocliText

/// Options for where to begin, whose mark to move, and for following changes as they happen.
struct FollowOptions: ParsableArguments {
    @Option(ChangesQuestion.since, value: .runOrDay) var since: String?

    @Option(
        help: ArgumentHelp(
            "Only changes that are not yet marked as read under this name. You choose the name.",
            ko: "이 이름으로 아직 읽음 표시를 하지 않은 변경만. 이름은 자유롭게 정할 수 있으며, 어디까지 읽었는지는 이름마다 따로 기록됩니다.",
            value: .name))
    var reader: String?

    @Flag(
        help: ArgumentHelp(
            "With --reader: after all rows are written, mark all changes up to now as read, even those that a filter left out.",
            ko: "--reader와 함께 씁니다. 모두 출력하고 나서, 필터로 뺀 변경까지 모두 읽음으로 표시합니다."))
    var markRead = false

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

    /// Returns the reader; nil if none was given.
    ///
    /// - Throws: `UsageError` for options that would lose changes or contradict each other.
    func readerName(limit: String?) throws -> ReaderName? {
        if markRead {
            guard reader != nil else {
                throw UsageError(
                    en: "--mark-read needs --reader NAME",
                    ko: "--mark-read는 --reader NAME과 함께 쓰세요")
            }
            if since != nil { throw Self.wouldLose("--since", en: "earlier", ko: "시작점보다 앞선") }
            if limit != nil { throw Self.wouldLose("--limit", en: "later", ko: "한도를 넘는") }
        }
        guard reader == nil || since == nil else {
            throw UsageError(
                en: "--reader and --since both choose where to begin; give only one",
                ko: "--reader와 --since는 둘 다 시작점을 정합니다. 하나만 쓰세요")
        }
        return try reader.map(ReaderName.init(argument:))
    }

    private static func wouldLose(_ option: String, en: String, ko: String) -> UsageError {
        UsageError(
            en:
                "--mark-read can't be combined with \(option): \(en) changes would be marked as read without being shown; leave out \(option)",
            ko: "--mark-read는 \(option)\(.with) 함께 쓸 수 없습니다: \(ko) 변경 내역이 출력되지 않은 채 읽음으로 표시됩니다. \(option)\(.object) 빼세요"
        )
    }
}
