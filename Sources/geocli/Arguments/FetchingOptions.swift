internal import ArgumentParser
internal import GeocliFetching
internal import GeocliPlaces
internal import GeocliText

/// Options for requests to a live service and for the answers that are kept.
struct FetchingOptions: ParsableArguments {
    @Flag(help: "Resume an interrupted run: reuse the pages it kept before the network or the key failed.")
    var resume = false

    @Option(help: ArgumentHelp("Ingest again the pages that this run kept.", valueName: "run"))
    var replay: String?

    @Option(help: ArgumentHelp("Number of runs of a service whose pages are kept (default: 14).", valueName: "runs"))
    var keepPages: String?

    @Option(help: ArgumentHelp("Maximum time without data from the service: 5s (default), 1m.", valueName: "time"))
    var idleTimeout: String?

    @Option(help: ArgumentHelp("Maximum time of one request: 30s (default).", valueName: "time"))
    var pageTimeout: String?

    @Option(help: ArgumentHelp("Maximum time of all requests together: 5m (default).", valueName: "time"))
    var timeout: String?

    @Option(
        help: ArgumentHelp("Maximum size of a page, as sent and unpacked: 64MiB (default), 512KiB.", valueName: "size"))
    var maxPageBytes: String?

    /// Returns the number of `--keep-pages`.
    func keptRuns() throws -> Int {
        try keepPages.map { try ValueArgument.count($0, option: "--keep-pages", minimum: 0) }
            ?? RunDescription.defaultKeptRuns
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

    /// Returns the time limits for waiting on the writer of a pipe. Without `--idle-timeout` only the total time is
    /// limited, because a program that writes a pipe may need time to start.
    func waitingLimits() throws -> WaitingLimits {
        WaitingLimits(
            idleSeconds: try Self.time(idleTimeout, "--idle-timeout"), totalSeconds: try limits().runSeconds)
    }

    /// Refuses options that only matter when fetching: with saved pages they do nothing, and a user may rely on them.
    ///
    /// - Parameter areStreams: whether a source can make the program wait.
    func refuseForSavedPages(areStreams: Bool) throws {
        let given: [(String, Bool)] = [
            ("--resume", resume), ("--idle-timeout", idleTimeout != nil && !areStreams),
            ("--page-timeout", pageTimeout != nil), ("--timeout", timeout != nil && !areStreams),
            ("--max-page-bytes", maxPageBytes != nil),
        ]
        guard let option = given.first(where: \.1)?.0 else { return }
        throw UsageError(
            en: "\(option) only works with a service; leave it out for saved pages",
            ko: "\(option) 옵션은 서비스에서 받을 때만 씁니다; 저장한 페이지를 읽을 때는 빼세요")
    }

    private static func time(_ text: String?, _ option: String) throws -> Double? {
        guard let text else { return nil }
        // At most one day, because a nightly run never needs longer. Text that is not a time gets the same error
        // message.
        guard let seconds = try? ValueArgument.seconds(text, option: option), seconds > 0, seconds <= 86400 else {
            throw ValueArgument.wrong(
                option, text, en: "write a time above 0 and up to 1d, such as 30s", ko: "0보다 크고 1d 이하인 시간을 쓰세요(예: 30s)")
        }
        return seconds
    }
}
