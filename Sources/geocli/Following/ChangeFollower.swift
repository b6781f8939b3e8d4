internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// Performs the steps of a source of changes: prints each change or runs a command for it, and then moves the reader's
/// mark.
///
/// It is a class because it collects rows and keeps the time of its last mark. Only one thread uses it.
final class ChangeFollower {
    /// What happens with each change.
    enum Action {
        case print(OutputFile)
        case run(ChangeCommand)
    }

    /// Moves the reader's mark to the end of a run, or to a change within the run.
    typealias MoveMark = (_ mark: ChangeMark, _ run: RunStamp?, _ isRunEnd: Bool) throws -> Void

    private let action: Action
    private let options: ListingOptions
    private let sink: ByteSink
    private let writer: ListingWriter<CatalogChange>
    private let moveMark: MoveMark?
    /// The mark that must still be written.
    private var pending: (mark: ChangeMark, run: RunStamp?, isRunEnd: Bool)?
    private var markedAt = ContinuousClock.now

    /// The time between two writes of the mark, in seconds. Each write goes to the disk, so the marks of changes that
    /// are only printed are written together.
    private static let markSeconds = 0.1
    private static let longestWaitSeconds = 60.0

    /// - Parameter moveMark: nil without a reader.
    init(_ action: Action, _ options: ListingOptions, moveMark: MoveMark?) throws {
        (self.action, self.options, self.moveMark) = (action, options, moveMark)
        var rows = options
        if case .run = action { rows.format = .ndjson }
        // Lines for people are written without this writer, but creating it checks the names in `--fields`.
        if rows.format == .table { rows.format = .ndjson }
        sink = ByteSink { _ in }
        writer = try ListingWriter(.changes, rows, into: sink)
    }

    /// Follows a source until a signal ends the program.
    func follow(_ source: some ChangeSource) throws {
        defer { if case .run(let command) = action { command.finish() } }
        try source.follow(take)
        try writeMark()
    }

    private func take(_ step: FollowedStep) throws {
        switch step {
        case .change(let change, let mark): try take(change, mark)
        case .position(let mark, let run, let isRunEnd):
            pending = (mark, run, isRunEnd)
            if case .run = action { return try writeMark() }
            if ContinuousClock.now - markedAt >= .seconds(Self.markSeconds) { try writeMark() }
        case .idle: try writeMark()
        case .recreated: Console.complain(FollowedStep.recreatedWords)
        }
    }

    private func take(_ change: CatalogChange, _ mark: ChangeMark) throws {
        switch action {
        case .print(let file):
            if options.format == .table {
                try file.write(Array("\(DisplayText.singleLine(change.line.text(options.language)))\n".utf8))
            } else {
                try file.write(try row(change))
            }
            // More changes of this run may follow, so the mark is after this change.
            pending = (mark, change.run, false)
            if ContinuousClock.now - markedAt >= .seconds(Self.markSeconds) { try writeMark() }
        case .run(let command):
            let row = try row(change)
            try repeatUntilDone(command, change, mark, row)
            pending = (mark, change.run, false)
            try writeMark()
        }
    }

    /// Returns the bytes of a row. In CSV and TSV, the first row comes with the line of column titles.
    private func row(_ change: CatalogChange) throws -> [UInt8] {
        try writer.write(change)
        defer { sink.bytes.removeAll(keepingCapacity: true) }
        return sink.bytes
    }

    /// Runs the command until it succeeds. No change is skipped: a signal ends the program before the mark moves past
    /// the change.
    private func repeatUntilDone(
        _ command: ChangeCommand, _ change: CatalogChange, _ mark: ChangeMark, _ row: [UInt8]
    ) throws {
        var waitSeconds = 1.0
        while true {
            guard let code = command.run(change, mark, row: row, options.language) else { throw ExitStatus.success }
            guard code != 0 else { return }
            Console.complain(
                Words(
                    en:
                        "warning: the command ended with exit code \(code) for change \(mark.text); running it again in \(Int(waitSeconds)) s",
                    ko:
                        "주의: 변경 내역 \(mark.text)\(.object) 받은 명령이 종료 코드 \(code)\(.by) 끝났습니다. \(Int(waitSeconds))초 뒤에 다시 실행합니다"
                ))
            if EndingSignals.wait(seconds: waitSeconds) { throw ExitStatus.success }
            waitSeconds = min(waitSeconds * 2, Self.longestWaitSeconds)
        }
    }

    private func writeMark() throws {
        guard let pending, let moveMark else { return }
        self.pending = nil
        try moveMark(pending.mark, pending.run, pending.isRunEnd)
        markedAt = .now
    }
}
