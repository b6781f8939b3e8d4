internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliFetching
internal import GeocliPlaces
internal import GeocliText

extension ChangesCommand {
    func checkFollowing() throws {
        guard following.follow || following.exec == nil else {
            throw UsageError(en: "--exec needs --follow", ko: "--exec는 --follow와 함께 쓰세요")
        }
        guard following.follow || following.server != nil else { return }
        if following.follow {
            let reason = Words(en: "--follow never ends", ko: "--follow는 끝나지 않습니다")
            for (option, isGiven) in [
                ("--limit", output.limit != nil), ("-o", output.path != nil), ("--fail-empty", output.failEmpty),
            ] where isGiven { throw Self.clash(option, reason) }
            if following.markRead {
                throw Self.clash(
                    "--mark-read",
                    Words(en: "--follow already marks changes as read", ko: "--follow를 쓰면 자동으로 읽음 표시를 합니다"))
            }
        } else if following.reader != nil {
            throw UsageError(
                en: "with --server, --reader needs --follow", ko: "--server를 쓸 때 --reader는 --follow와 함께 쓰세요")
        } else {
            // The same refusals as without a server.
            _ = try following.readerName(limit: output.limit)
        }
        guard following.server != nil else { return }
        let noRecords = Words(en: "the service does not have your records", ko: "--server로 연결한 서비스에는 내 기록이 없습니다")
        let noFile = Words(
            en: "--server asks a service, not a catalog file", ko: "--server를 쓰면 카탈로그 파일을 읽지 않습니다")
        for (option, isGiven, reason) in [
            ("--mine", mine, noRecords), ("--marked", filters.marked != nil, noRecords),
            ("--uncorrected", values.uncorrected, noFile), ("--db", common.db != nil, noFile),
        ] where isGiven { throw Self.clash(option, reason) }
    }

    private static func clash(_ option: String, _ reason: Words) -> UsageError {
        UsageError(
            en: "\(option) can't be used here: \(reason.en); leave out \(option)",
            ko: "\(option)\(.object) 쓸 수 없습니다: \(reason.ko). \(option)\(.object) 빼세요"
        )
    }

    func follow() throws {
        EndingSignals.hold()
        let reader = try following.readerName(limit: nil)
        let marks = try reader.map { ReaderMarks(of: $0, in: try Environment.readersFolder()) }
        let listing = try output.checked(common, reading: [marks?.path])
        let formats: [ListingFormat] = [.table, .ndjson, .csv, .tsv, .geojsonseq]
        guard formats.contains(listing.options.format) else {
            throw ValueArgument.unknown("--format", listing.options.format.rawValue, among: formats.map(\.rawValue))
        }
        let action: ChangeFollower.Action =
            try following.exec.map { .run(try ChangeCommand($0)) } ?? .print(OutputFile.create(at: listing.place))
        Console.note(
            Words(en: "following changes; press Ctrl-C to stop", ko: "변경을 기다립니다. Ctrl-C를 누르면 끝납니다"),
            isQuiet: common.quiet || !Console.errorIsTerminal)
        guard let server = try following.service() else { return try followFile(reader, action, listing) }
        try followService(server, marks, action, listing.options)
    }

    private func followFile(_ reader: ReaderName?, _ action: ChangeFollower.Action, _ listing: ListingOutput) throws {
        let watched = WatchedCatalog(
            path: try Environment.catalogPath(common.db), isUncorrected: values.uncorrected)
        var question = try ChangesQuestion(try given())
        var filter = ChangeFilter()
        filter.what = question.what
        let (start, position) = try watched.read { catalog in
            question.only = try ownPlaces(in: catalog)
            filter.places = try question.places(in: catalog, for: CommandAnswer(output: listing))
            let position = try reader.map { try ReadingPosition(of: $0, in: catalog) }
            guard let span = position?.span ?? question.span else { return (try catalog.lastCursor(), position) }
            guard let start = try catalog.cursor(before: span) else {
                Console.complain(FollowedStep.recreatedWords)
                return (try catalog.lastCursor(), position)
            }
            return (start, position)
        }
        let follower = try ChangeFollower(
            action, listing.options,
            moveMark: position.map { position in
                { mark, run, isRunEnd in
                    guard let run else { return }
                    try position.markRead(run, upTo: isRunEnd ? nil : mark.sequence)
                }
            })
        try follower.follow(FileChanges(catalog: watched, filter: filter, start: start))
    }

    private func followService(
        _ server: ServiceURL, _ marks: ReaderMarks?, _ action: ChangeFollower.Action, _ options: ListingOptions
    ) throws {
        let last = try marks?.event(of: "\(server)")
        // A new reader starts with the first change, as it does when it follows a file.
        let since = marks == nil ? try following.start() : "0"
        let follower = try ChangeFollower(
            action, options,
            moveMark: marks.map { marks in { mark, _, _ in try marks.move(to: mark, of: "\(server)") } })
        // The service's parameter `since` has its own value here, and a stream has no limit.
        let query = try given().items.filter { ![ChangesQuestion.since.name, "limit"].contains($0.name) }
        let source = ServerChanges(
            client: try StreamClient(server, userAgent: Program.userAgent, Console.language), query: query,
            since: since, last: last)
        try follower.follow(source)
    }
}

struct FileChanges: ChangeSource {
    let catalog: WatchedCatalog
    let filter: ChangeFilter
    let start: ChangeCursor

    /// The time between two checks of the file, in seconds.
    private static let lookSeconds = 0.25
    private static let pageSize = 256

    func follow(_ body: (FollowedStep) throws -> Void) throws {
        var cursor = start
        var hasTold = false
        while !EndingSignals.isEnding {
            do {
                while let steps = try steps(after: &cursor) {
                    for step in steps {
                        try body(step)
                        if EndingSignals.isEnding { return }
                    }
                }
                hasTold = false
                try body(.idle)
                while try !catalog.hasChanged() {
                    if EndingSignals.wait(seconds: Self.lookSeconds) { return }
                }
            } catch let error as CatalogError {
                // Perhaps the file is being replaced at this moment.
                if !hasTold { Console.complain(Self.waiting(error)) }
                hasTold = true
                if EndingSignals.wait(seconds: 1) { return }
            }
        }
    }

    /// Returns the next steps, and moves the cursor past them; nil if there are none. No snapshot stays open while the
    /// follower performs the steps.
    private func steps(after cursor: inout ChangeCursor) throws -> [FollowedStep]? {
        let former = cursor
        let (steps, next) = try catalog.read { catalog -> ([FollowedStep]?, ChangeCursor) in
            guard try catalog.holds(former.mark) else {
                let last = try catalog.lastCursor()
                return ([.recreated, .position(last.mark, try catalog.run(of: last), isRunEnd: true)], last)
            }
            guard let page = try catalog.changePage(after: former, count: Self.pageSize) else { return (nil, former) }
            return (try self.steps(of: page, catalog), page.end)
        }
        cursor = next
        return steps
    }

    private func steps(of page: ChangePage, _ catalog: Catalog) throws -> [FollowedStep] {
        let ids = try catalog.ids(Set(page.changes.map(\.place.id)).sorted(), admittedBy: filter.places)
        var steps: [FollowedStep] = []
        for (offset, change) in page.changes.enumerated() {
            guard filter.what.contains(change.what), ids.contains(change.place.id) else { continue }
            steps.append(.change(change, at: page.mark(at: offset)))
        }
        return steps + [.position(page.end.mark, page.run, isRunEnd: page.end.isRunEnd)]
    }

    private static func waiting(_ error: CatalogError) -> Words {
        Words(en: "warning: \(error.words.en); trying again", ko: "주의: \(error.words.ko). 다시 시도합니다")
    }
}

/// Performs the steps of a source of changes: prints each change or runs a command for it, and then moves the reader's
/// mark.
///
/// It is a class because it collects rows and keeps the time of its last mark. Only one thread uses it.
final class ChangeFollower {
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
                en:
                    "warning: the command ended with exit code \(code) for change \(mark.text); running it again in \(Int(waitSeconds)) s",
                ko:
                    "주의: 변경 내역 \(mark.text)\(.object) 받은 명령이 종료 코드 \(code)\(.by) 끝났습니다. \(Int(waitSeconds))초 뒤에 다시 실행합니다"
            )
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

extension CatalogChange {
    var line: Words {
        let where_ = place.district.map { ", \($0)" } ?? ""
        let subject = "\(place.name) (#\(place.id)\(where_))"
        let verb = what.words
        guard let field else {
            return Words(en: "\(run.date)  \(verb.en): \(subject)", ko: "\(run.date)  \(verb.ko): \(subject)")
        }
        if let distanceMeters {
            let meters = "\(Int(distanceMeters.rounded())) m"
            return Words(
                en: "\(run.date)  \(verb.en): \(subject), \(meters)",
                ko: "\(run.date)  \(verb.ko): \(subject), \(meters)")
        }
        let values = "\(old ?? "-") → \(new ?? "-")"
        return Words(
            en: "\(run.date)  \(verb.en): \(subject), \(field): \(values)",
            ko: "\(run.date)  \(verb.ko): \(subject), \(field): \(values)")
    }
}

extension CatalogChange.What {
    var words: Words {
        switch self {
        case .added: Words(en: "added", ko: "신규")
        case .changed: Words(en: "changed", ko: "변경")
        case .moved: Words(en: "moved", ko: "이전")
        case .removed: Words(en: "no longer in the feed", ko: "피드에 없음")
        case .closed: Words(en: "closed", ko: "폐점")
        case .returned: Words(en: "returned", ko: "재등록")
        }
    }
}
