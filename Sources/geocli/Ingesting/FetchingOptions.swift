internal import ArgumentParser
internal import GeocliAsking
internal import GeocliFetching
internal import GeocliPlaces
internal import GeocliText

/// Options for requests to a live service and for keeping the pages that it sends.
struct FetchingOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Resume a run that was interrupted within the last two hours: fetch only the pages that are missing.",
            ko: "최근 두 시간 안에 중단된 실행을 이어서 합니다. 아직 받지 못한 페이지만 받습니다."))
    var resume = false

    @Option(
        help: ArgumentHelp(
            "Ingest the pages that this run kept, instead of fetching new ones.",
            ko: "새로 받지 않고, 이 실행에서 받아 보관한 페이지로 다시 수집합니다.", value: .run))
    var replay: String?

    @Option(
        help: ArgumentHelp(
            "Number of recent runs whose pages are kept (default: 14; with 0, no pages are kept).",
            ko: "페이지를 보관할 최근 실행의 수 (기본값: 14, 0이면 보관하지 않음)", value: .count))
    var keepPages: String?

    @Option(
        help: ArgumentHelp(
            "With -q: print nothing about the first N-1 bad nights in a row of a kind that passes by itself, such as a service that is down. The exit code stays the same.",
            ko: "-q와 함께 씁니다. 서비스 중단처럼 저절로 풀리는 실패는 N번째 밤까지 이어질 때만 알립니다. 종료 코드는 그대로입니다.",
            value: .count))
    var patience: String?

    @Option(
        help: ArgumentHelp(
            "Maximum time to wait for data, such as 5s or 1m (default: 5s).",
            ko: "데이터가 오지 않을 때 기다리는 최대 시간. 예: 5s, 1m (기본값: 5s)", value: .time))
    var idleTimeout: String?

    @Option(
        help: ArgumentHelp("Time limit for one request (default: 30s).", ko: "요청 하나의 제한 시간 (기본값: 30s)", value: .time))
    var pageTimeout: String?

    @Option(
        help: ArgumentHelp(
            "Time limit for all requests together (default: 5m).", ko: "모든 요청을 합한 제한 시간 (기본값: 5m)", value: .time))
    var timeout: String?

    @Option(
        help: ArgumentHelp(
            "Maximum size of a page, compressed or not, such as 512KiB (default: 64MiB).",
            ko: "허용할 페이지의 최대 크기. 전송 크기와 압축을 푼 크기 모두에 적용됩니다. 예: 512KiB (기본값: 64MiB)", value: .size))
    var maxPageBytes: String?

    func keptRuns() throws -> Int {
        try keepPages.map { try ValueArgument.count($0, option: "--keep-pages", minimum: 0) }
            ?? RunDescription.defaultKeptRuns
    }

    /// Returns the number of bad nights in a row after which a quiet job speaks; nil if it speaks at once.
    func nightsOfPatience(isQuiet: Bool) throws -> Int? {
        guard let patience else { return nil }
        let nights = try ValueArgument.count(patience, option: "--patience", minimum: 1)
        guard isQuiet else {
            throw UsageError(
                en: "--patience is for a job that runs with -q; add -q, or leave out --patience",
                ko: "--patience는 -q로 실행하는 작업에만 씁니다. -q를 붙이거나 --patience를 빼세요")
        }
        return nights
    }

    func limits() throws -> FetchLimits {
        var limits = FetchLimits()
        limits.idleSeconds = try Self.time(idleTimeout, "--idle-timeout") ?? limits.idleSeconds
        limits.pageSeconds = try Self.time(pageTimeout, "--page-timeout") ?? limits.pageSeconds
        limits.runSeconds = try Self.time(timeout, "--timeout") ?? limits.runSeconds
        limits.pageBytes =
            try maxPageBytes.map { try ValueArgument.bytes($0, option: "--max-page-bytes") }
            ?? limits.pageBytes
        return limits
    }

    /// Returns the time limits for reading from a pipe. Without `--idle-timeout`, only the total time is limited,
    /// because the program that writes to the pipe may need time to start.
    func waitingLimits() throws -> WaitingLimits {
        WaitingLimits(
            idleSeconds: try Self.time(idleTimeout, "--idle-timeout"), totalSeconds: try limits().runSeconds)
    }

    /// Refuses options that matter only when pages are fetched. With saved pages they would have no effect, although
    /// the user expects one.
    ///
    /// - Parameter areStreams: whether a source can make the program wait.
    func refuseForSavedPages(areStreams: Bool) throws {
        let given: [(String, Bool)] = [
            ("--resume", resume), ("--patience", patience != nil),
            ("--idle-timeout", idleTimeout != nil && !areStreams),
            ("--page-timeout", pageTimeout != nil), ("--timeout", timeout != nil && !areStreams),
            ("--max-page-bytes", maxPageBytes != nil),
        ]
        guard let option = given.first(where: \.1)?.0 else { return }
        throw UsageError(
            en: "\(option) only works with a service; leave it out for saved pages",
            ko: "\(option) 옵션은 서비스에서 받을 때만 씁니다. 저장한 페이지를 읽을 때는 빼세요")
    }

    /// Reads a time limit; nil if it was not given.
    static func time(_ text: String?, _ option: String) throws -> Double? {
        guard let text else { return nil }
        // The maximum is one day, because a nightly run never needs longer. Text that is not a time gets the same error
        // message.
        guard let seconds = try? ValueArgument.seconds(text, option: option), seconds > 0, seconds <= 86400 else {
            throw ValueArgument.wrong(
                option, text, en: "write a time above 0 and up to 1d, such as 30s", ko: "0보다 크고 1d 이하인 시간을 쓰세요(예: 30s)")
        }
        return seconds
    }
}
