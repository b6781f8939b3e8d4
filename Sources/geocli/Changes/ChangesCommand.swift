internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliFetching
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

struct ChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "changes", en: "List what changed since a run or a day, ordered by run and then by id.",
        ko: "특정 실행이나 날짜 이후의 변경 내역을 실행 순서로, 같은 실행에서는 장소 번호순으로 보여 줍니다.",
        examples: """
            $ geocli changes --since 2026-09-21
            $ geocli changes --since 0 --what added,closed --district mapo
            $ geocli changes --reader bot --mark-read -o news.ndjson
            """)

    @Option(ChangesQuestion.what, value: .what, completion: .list(of: CatalogChange.What.allCases.map(\.rawValue)))
    var what: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Only places that you marked, visited or wrote about with 'geocli mine'.",
            ko: "'geocli mine'에 표시, 방문, 기록을 남긴 장소만")
    )
    var mine = false

    @OptionGroup var following: FollowOptions
    @OptionGroup(title: HelpSection.filters) var filters: Filters<HistoryListing>
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<ChangeRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        try checkFollowing()
        if following.follow { return try follow() }
        let reader = try following.server == nil ? following.readerName(limit: output.limit) : nil
        let marks = try reader.map { try ReaderMarks(of: $0, in: Environment.readersFolder()).path }
        let listing = try output.checked(common, reading: [marks], isPrivate: mine || filters.marked != nil)
        if let server = following.server {
            let question = CommandQuestion(
                given: try given(), output: listing, common: common, server: server, local: filters.local)
            return try question.ask(ChangesQuestion.self) { try common.catalog() }
        }
        let answer = CommandAnswer(output: listing)
        var question = try ChangesQuestion(try given())
        let catalog = try common.catalog(uncorrected: values.uncorrected)
        question.only = try ownPlaces(in: catalog)
        let position = try reader.map { try ReadingPosition(of: $0, in: catalog) }
        if let position { question.span = position.span }
        let (listed, isEmpty) = try list(question, catalog, answer)
        if let position { answer.note(position.words(listed.summary)) }
        if position == nil || !listed.summary.runs.isEmpty { answer.note(listed.words) }
        if following.markRead {
            if output.path == nil { try OutputFile.create(at: listing.place).flushToDisk() }
            try position?.markRead(listed.summary)
        }
        if isEmpty { throw ExitStatus.empty }
    }

    /// The values of the question, which a service gets as they are.
    func given() throws -> Given {
        var given = Given(.option)
        given.add(ChangesQuestion.since, try following.start())
        given.add(ChangesQuestion.what, each: what)
        given.add(.unboundedLimit, output.limit)
        filters.add(to: &given)
        return given
    }

    /// Returns the places of `--mine`; nil for all places.
    func ownPlaces(in catalog: Catalog) throws -> Set<Int64>? {
        mine ? Set(try MarkedPlaces.all(in: catalog)) : nil
    }

    /// Writes the changes. `isEmpty` is true only for an empty result with `--fail-empty`, after which a reader's
    /// position still moves.
    private func list(
        _ question: ChangesQuestion, _ catalog: Catalog, _ answer: CommandAnswer
    ) throws -> (listed: ChangesQuestion.Listed, isEmpty: Bool) {
        var output = answer.output
        output.failEmpty = false
        let listed = try question.list(from: catalog, into: CommandAnswer(output: output))
        return (listed, answer.output.failEmpty && listed.count == 0)
    }
}

extension CatalogChange {
    /// Creates a change from a row of `changes --format ndjson`, as a service sends it; nil if the text is not such a
    /// row.
    init?(row: String) {
        guard let json = try? JSONValue(parsing: Array(row.utf8), name: "change"),
            let run = Self.integer(json["run_id"]), let date = json["date"]?.stringValue,
            let feed = json["feed"]?.stringValue, let ref = json["ref"]?.stringValue, ref.hasPrefix(feed + "/"),
            let what = json["what"]?.stringValue.flatMap(What.init(rawValue:)), let id = Self.integer(json["id"]),
            let name = json["name"]?.stringValue, let kind = json["kind"]?.stringValue.flatMap(Kind.init(rawValue:))
        else { return nil }
        var coordinate: Coordinate?
        if let latitude = Self.number(json["latitude"]), let longitude = Self.number(json["longitude"]) {
            coordinate = try? Coordinate(longitude: longitude, latitude: latitude)
        }
        self.init(
            run: RunStamp(id: run, feed: feed, date: date, startedAt: "", sha256: ""), what: what,
            place: Subject(
                id: id, feedID: String(ref.dropFirst(feed.utf8.count + 1)), name: name, kind: kind,
                district: json["district"]?.stringValue, coordinate: coordinate),
            field: json["field"]?.stringValue, old: json["old"]?.stringValue, new: json["new"]?.stringValue,
            distanceMeters: Self.number(json["distance_m"]).flatMap { 0...Self.longestMeters ~= $0 ? $0 : nil })
    }

    private static func integer(_ value: JSONValue?) -> Int64? { value?.scalarText.flatMap { Int64($0) } }

    private static func number(_ value: JSONValue?) -> Double? { value?.doubleValue }

    /// Half the length of the equator. No two places are farther apart.
    private static let longestMeters = 20_037_509.0
}

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

    /// The value of `--since`, with the day for a word such as `yesterday`; nil if it was not given.
    func start() throws -> String? { try since.map(Environment.day) }

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

/// What a source of changes tells its follower.
enum FollowedStep {
    case change(CatalogChange, at: ChangeMark)
    /// The source has passed on all changes up to this mark, which is at the end of a run or within it. The run is nil
    /// for a service, because readers of a service need only the mark.
    case position(ChangeMark, RunStamp?, isRunEnd: Bool)
    /// There is nothing more at the moment.
    case idle
    /// The catalog was created again; the source continues with the changes from now on.
    case recreated
}

/// A source of changes: first the existing changes, then new ones as they happen, until a signal ends the program.
protocol ChangeSource {
    /// Calls `body` with each step, in order. Returns when a signal has come.
    ///
    /// - Throws: what `body` throws; an error that waiting can't fix.
    func follow(_ body: (FollowedStep) throws -> Void) throws
}

extension FollowedStep {
    /// What a user reads when the catalog was created again.
    static let recreatedWords = Words(
        en: "warning: the catalog was created again; you get only the changes from now on, so read the listings again",
        ko: "주의: 카탈로그가 새로 만들어졌습니다. 지금부터 생기는 변경만 보여 주므로 목록을 처음부터 다시 읽으세요")
}

/// The position of a reader in a catalog's runs.
struct ReadingPosition {
    private let name: ReaderName
    private let marks: ReaderMarks
    private let catalog: Catalog
    private let path: String
    /// The unread runs.
    let span: ChangeSpan

    /// Reads the reader's position. Tells the user if the catalog no longer has the run of its mark.
    init(of name: ReaderName, in catalog: Catalog) throws {
        self.name = name
        self.catalog = catalog
        marks = ReaderMarks(of: name, in: try Environment.readersFolder())
        path = Environment.realPath(catalog.path)
        guard let mark = try marks.mark(in: path) else {
            span = .after(run: 0)
            return
        }
        guard try Self.holds(catalog, mark) else {
            span = .after(run: 0)
            Console.complain(
                en:
                    "warning: \(catalog.path) was created again after reader \(name.text) had read run \(mark.run); all changes are unread again",
                ko:
                    "주의: \(name.text) 이름으로 읽음 표시(실행 #\(mark.run))를 한 뒤 \(catalog.path) 카탈로그가 새로 만들어졌습니다. 모든 변경 내역을 읽지 않은 것으로 처리합니다"
            )
            return
        }
        span =
            mark.sequence.map { .past(ChangeMark(run: mark.run, sequence: $0, check: nil)) } ?? .after(run: mark.run)
    }

    func words(_ summary: ChangeSummary) -> Words {
        let (changes, runs) = (summary.changeCount, summary.runs.count)
        return Words(
            en:
                "reader \(name.text): \(changes) unread change\(changes == 1 ? "" : "s") from \(runs) run\(runs == 1 ? "" : "s")",
            ko: "읽음 표시 \(name.text): 읽지 않은 변경 내역 \(changes)건(실행 \(runs)회)")
    }

    /// Marks the changes of a run as read, up to the change with the number `sequence`; all of them if it is nil.
    func markRead(_ run: RunStamp, upTo sequence: Int?) throws {
        try marks.move(to: ReaderMarks.Mark(at: run, sequence: sequence), in: path) {
            try Self.holds(try Catalog(path: catalog.path), $0)
        }
    }

    func markRead(_ summary: ChangeSummary) throws {
        guard let last = summary.runs.last else { return }
        // This command sees the catalog as it was when the command started. Another process may have marked a later run
        // since then, so the catalog is opened again here.
        try marks.move(to: ReaderMarks.Mark(at: last), in: path) {
            try Self.holds(try Catalog(path: catalog.path), $0)
        }
    }

    private static func holds(_ catalog: Catalog, _ mark: ReaderMarks.Mark) throws -> Bool {
        try catalog.holds(run: mark.run, startedAt: mark.startedAt, sha256: mark.sha256)
    }
}
