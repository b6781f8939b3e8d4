internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliFetching
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "status", en: "Show how old the catalog is and what it contains.",
        ko: "카탈로그가 얼마나 최신인지, 무엇이 들어 있는지 보여 줍니다.",
        about: Words(
            en: "For monitoring, --max-age sets the exit code, and -o FILE.prom writes metrics for Prometheus.",
            ko: "모니터링에는 종료 코드를 바꾸는 --max-age와 Prometheus 지표를 저장하는 -o FILE.prom을 쓰세요."),
        examples: """
            $ geocli status
            $ geocli status --max-age 36h -q; echo $?
            $ geocli status -o geocli.prom
            """)

    @Option(
        help: ArgumentHelp(
            "Exit with 65 if the last good run is older than this (such as 36h or 7d) or was a run of the sample.",
            ko: "마지막으로 성공한 실행이 이보다 오래되었거나 샘플이면 종료 코드 65로 끝냅니다. 예: 36h, 7d", value: .time))
    var maxAge: String?

    @OptionGroup(title: HelpSection.filters) var feeds: FeedOptions

    @OptionGroup(title: HelpSection.output) var result: ResultOptions

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let output = try Output(
            try result.word(), among: Output.Format.allCases, at: result.path, common, reading: [])
        let limit = try maximumAge()
        let catalog = try common.catalog()
        let feeds = try feeds.feeds(in: catalog)
        let status = try catalog.status(of: feeds)
        let now = try Environment.now()
        // Feeds of landmarks don't count, because stations hardly change and few people ingest them every night. A user
        // who names only feeds of landmarks wants the age of those feeds.
        let areLandmarks = !feeds.isEmpty && status.lastPlaceRuns.isEmpty
        let runs = areLandmarks ? status.lastGoodRuns : status.lastPlaceRuns
        let age = DataAge(status, of: runs, now: now)
        let view = StatusView(path: catalog.path, status: status, ageSeconds: age.seconds)
        let problems = age.problems(above: limit ?? .infinity, maxAge ?? "") { run in
            NextCommand(feed: run.feed, catalog: catalog.path, declaration: run.words?.declaration)
                // Standard input is not there again.
                .again(run.source == "-" ? "" : run.source, resuming: false)
        }
        if !common.quiet || result.path != nil {
            try output.write(json: view.json, table: view.sheet(Console.language)) {
                StatusMetrics(
                    status: status,
                    lastRuns: try catalog.lastRuns().filter { feeds.isEmpty || feeds.contains($0.description.feed) },
                    now: now.unixSeconds, maximumAge: limit, isFresh: problems.isEmpty
                ).text
            }
        }
        guard limit != nil, !problems.isEmpty else { return }
        for problem in problems { Console.complain(problem) }
        throw ExitStatus.data
    }

    /// Returns the value of `--max-age` in seconds; nil if the option was not given.
    private func maximumAge() throws -> Double? {
        try maxAge.map { try ValueArgument.seconds($0, option: "--max-age") }
    }
}

struct StatusView {
    let path: String
    let status: CatalogStatus
    /// The seconds since the start of the last good run; nil if there is none.
    let ageSeconds: Int64?

    func json(_ json: inout JSONWriter) { json.value(Self.schema.object(of: self)) }

    func sheet(_ language: Language) -> [(title: String, value: String)] {
        func title(_ en: String, _ ko: String) -> String { Words(en: en, ko: ko).text(language) }
        var lines = [(title("catalog", "카탈로그"), path)]
        for run in status.lastGoodRuns {
            let isSample = run.source == SampleNames.source
            let source = isSample ? title("the bundled sample", "내장 샘플") : run.source
            // Of the good runs, only an undo has a reason.
            let undo = run.reasonData.flatMap(StoredReason.words)?.text(language)
            lines.append((title("last good run", "마지막 성공"), "\(Self.moment(of: run, language)) (\(undo ?? source))"))
        }
        lines.append((title("age", "경과"), DataAge.words(ageSeconds).text(language)))
        for run in status.lastRefusals {
            let title = Self.title(of: run.failure).text(language)
            let command = NextCommand(feed: run.feed, catalog: path)
            let reason = run.reasonData.flatMap(StoredReason.words).map { command.naming(rejectsOf: run.id, in: $0) }
            let text = reason?.text(language) ?? run.reason ?? ""
            lines.append((title, "\(Self.moment(of: run, language)): \(text)"))
        }
        lines.append((title("next step", "다음 할 일"), NextStep(status: status, path: path).words.text(language)))
        let words = status.words
        lines.append((title(words.plural, words.noun.ko), String(status.total)))
        for kind in shownKinds {
            lines.append(("  " + words.title(of: kind).text(language), String(status.kinds[kind] ?? 0)))
        }
        lines.append((title("without a point", "좌표 없음"), String(status.withoutPoint)))
        lines.append((title("no longer listed", "목록에 없음"), String(status.missing)))
        if status.landmarks > 0 { lines.append((title("landmarks", "기준점"), String(status.landmarks))) }
        if let issues = status.issues {
            let words = Words(
                en: "new \(issues.new), fixed \(issues.fixed), open \(issues.open)",
                ko: "신규 \(issues.new), 해결 \(issues.fixed), 열림 \(issues.open)")
            lines.append((title("issues", "이슈"), words.text(language)))
        }
        if !status.ground.isEmpty {
            let roles = status.ground.map { $0.words.text(language).lowercased() }
            lines.append((title("base map", "바탕 지도"), roles.joined(separator: ", ")))
        }
        let none = title("no district", "자치구 없음")
        lines.append((title("by district", "자치구별"), ""))
        lines += status.districts.map { ("  " + ($0.name.isEmpty ? none : $0.name), String($0.count)) }
        return lines.map { (title: $0.0, value: $0.1) }
    }

    /// The kinds of the bookstore feed, or the catalog's own kinds if it has others.
    private var shownKinds: [Kind] {
        let found = Kind.inOrder(status.kinds.keys)
        return found.allSatisfy(\.isUsual) ? Kind.bookstoreKinds : found
    }

    /// The feed, number and time of a run. KST is the time in Korea, UTC+9.
    private static func moment(of run: CatalogStatus.Run, _ language: Language) -> String {
        let minute = SeoulTime(timestamp: run.startedAt)?.minute
        let time = minute.map { Words(en: "\($0) KST", ko: $0).text(language) } ?? run.startedAt
        return "\(run.feed) #\(run.id), \(time)"
    }

    /// The title for a run that brought no new data because a guard refused it or a failure ended it.
    private static func title(of failure: RunFailure?) -> Words {
        switch failure {
        case nil: Words(en: "last refusal", ko: "마지막 거부")
        case .network: Words(en: "last network failure", ko: "마지막 네트워크 실패")
        case .key: Words(en: "last key failure", ko: "마지막 인증키 실패")
        case .page: Words(en: "last unreadable page", ko: "마지막 페이지 오류")
        }
    }
}

struct NextStep {
    let status: CatalogStatus
    let path: String

    /// The sentence for the next step: what to do after the last failed run of each feed. If no run failed, it says
    /// what to do about something that the catalog lacks, or "none".
    var words: Words {
        let steps = status.lastRefusals.map(step)
        if let first = steps.first { return steps.dropFirst().reduce(first) { $0.followed(by: $1) } }
        let real = "geocli ingest"
        if status.lastPlaceRuns.isEmpty {
            return Words(
                en: "run '\(real)' (free key: https://data.seoul.go.kr), or '\(real) --sample' for made-up bookstores",
                ko:
                    "실제 책방 데이터를 받으려면 '\(real)'(무료 인증키: https://data.seoul.go.kr)를, 가상의 책방을 보려면 '\(real) --sample'을 실행하세요"
            )
        }
        guard status.lastPlaceRuns.allSatisfy(\.isMadeUp) else { return Words(en: "none", ko: "없음") }
        return Words(
            en: "these bookstores are made up; for the real ones, run: \(real) (free key: https://data.seoul.go.kr)",
            ko: "가상의 책방입니다. 실제 책방 데이터를 받으려면 실행하세요: \(real) (무료 인증키: https://data.seoul.go.kr)")
    }

    private func step(after run: CatalogStatus.Run) -> Words {
        let command = NextCommand(feed: run.feed, catalog: path, declaration: run.words?.declaration)
        let again = command.again(run.source, resuming: run.hasPages)
        return switch run.failure {
        case .network: Words(en: "try again: \(again)", ko: "다시 시도하세요: \(again)")
        case .key where Self.quotas.contains(run.reasonData?.code ?? ""):
            Words(en: "wait: the daily quota comes back at midnight", ko: "기다리세요: 하루 호출 한도는 자정에 다시 채워집니다")
        case .key: key(of: run, again)
        case .page:
            Words(
                en: "check the source (see the reason above), then: \(again)",
                ko: "위의 이유를 참고해 원본 데이터를 확인한 뒤 실행하세요: \(again)")
        case nil: acceptance(of: run, command)
        }
    }

    /// Returns the step after a run that the service refused because of its key.
    private func key(of run: CatalogStatus.Run, _ again: String) -> Words {
        // A declaration that is gone names no variable; the usual one is Seoul's.
        let declared =
            (try? FeedShelf.feed(run.feed, argument: "--feed"))
            ?? run.words?.declaration.flatMap { try? FeedShelf.feed($0, argument: "--feed") }
        let variable = declared?.service?.keyVariable ?? Settings.seoulKeyVariable
        guard variable == Settings.seoulKeyVariable else {
            return Words(
                en: "put a valid key from the feed's portal into \(variable), then: \(again)",
                ko: "포털에서 받은 올바른 인증키를 환경 변수 \(variable)에 넣은 뒤 실행하세요: \(again)")
        }
        return Words(
            en:
                "put a valid key (free: https://data.seoul.go.kr) into SEOUL_OPENAPI_KEY or ~/.config/geocli/config, then: \(again)",
            ko:
                "올바른 인증키(무료: https://data.seoul.go.kr)를 SEOUL_OPENAPI_KEY나 ~/.config/geocli/config에 넣은 뒤 실행하세요: \(again)"
        )
    }

    /// The codes of failures because a daily quota is used up.
    private static let quotas: Set = ["quota-used-up", "http-quota"]

    /// The codes of refusals because of rows or points that can't be read: nothing is right to accept there.
    private static let rowFaults: Set = [
        "odd-rows", "broken-rows", "bad-encoding-rows", "unusable-rows", "misread-columns", "misread-points",
    ]

    /// Returns the command for a snapshot that a guard stopped, which the user must judge. No command that would take
    /// much from the catalog is there to be copied.
    private func acceptance(of run: CatalogStatus.Run, _ command: NextCommand) -> Words {
        if let code = run.reasonData?.code, Self.rowFaults.contains(code) {
            let again = command.again(run.source, resuming: false)
            return Words(
                en: "see '\(command.rejects(of: run.id))', correct the rows or the declaration, then: \(again)",
                ko: "'\(command.rejects(of: run.id))'에서 이유를 확인하고, 행이나 선언을 고친 뒤 실행하세요: \(again)")
        }
        let end = run.isGrave ? NextCommand.Ending.dryRun : .accept
        let accept = run.hasPages ? command.ending(end, run: run.id) : command.ending(end, source: run.source)
        guard !run.isGrave else {
            return Words(
                en: "check the feed; to see what would go: \(accept)", ko: "피드를 확인하세요. 무엇이 사라질지 보려면 실행하세요: \(accept)")
        }
        guard run.listedRejects > 0 else {
            return Words(
                en: "check the feed; if it is correct: \(accept)", ko: "피드를 확인하고, 문제가 없으면 실행하세요: \(accept)")
        }
        return Words(
            en: "check '\(command.rejects(of: run.id))' and the feed; if the feed is correct: \(accept)",
            ko: "'\(command.rejects(of: run.id))'\(.with) 피드를 확인하고, 문제가 없으면 실행하세요: \(accept)")
    }
}

/// A command that the user can copy and run unchanged: for this feed, this catalog and this service.
struct NextCommand {
    /// The options that name the feed, the catalog and the file of addresses, if these are not the usual ones.
    private let place: String
    private let db: String
    private let service: FeedService?
    /// The address that the command needs not name.
    private let usualAddress: String?

    /// - Parameter declaration: the file of the feed's declaration, for a feed that is not known by its id.
    init(feed: String, catalog path: String, declaration: String? = nil, addresses: String? = nil) {
        // Without a home folder, no catalog is the usual one.
        let usual = try? Environment.catalogPath(nil)
        // A declaration that is gone or has a mistake has no service to compare with.
        let known = try? FeedShelf.feed(feed, argument: "--feed")
        let found = known ?? declaration.flatMap { try? FeedShelf.feed($0, argument: "--feed") }
        service = found?.service
        // With a wrong configuration file, the command names the address.
        usualAddress = found.flatMap { try? Settings.address(of: $0) }?.description
        let word = known == nil ? declaration ?? feed : feed
        db = path == usual ? "" : " --db \(Self.quoted(path))"
        place =
            ([Feed.seoulBookstoresID, Feed.sample.id].contains(feed) ? "" : " --feed \(Self.quoted(word))")
            + db + (addresses.map { " --addresses-db \(Self.quoted($0))" } ?? "")
    }

    /// What the user does with a snapshot that a guard has refused.
    enum Ending: String {
        /// Publishes it, with the user's own words in place of the word in quotes.
        case accept = "--accept \"why\""
        /// Shows what it would change.
        case dryRun = "--dry-run"
    }

    /// Returns the command that reads the pages that a guard has refused.
    func ending(_ end: Ending, run: Int64) -> String { "geocli ingest --replay \(run) \(end.rawValue)\(place)" }

    func undoing(run: Int64) -> String { "geocli undo \(run)\(db)" }

    /// Returns the command that lists the rows that a run has rejected.
    func rejects(of run: Int64) -> String { "geocli runs \(run)\(db)" }

    /// Returns the sentence for a stored reason with the catalog in its command. A reason can't know the path.
    func naming(rejectsOf run: Int64, in words: Words) -> Words {
        let (stored, whole) = ("'geocli runs \(run)'", "'\(rejects(of: run))'")
        let korean: (stored: String, whole: String) = ("\(stored)\(.object)", "\(whole)\(.object)")
        return Words(
            en: words.en.replacing(stored, with: whole), ko: words.ko.replacing(korean.stored, with: korean.whole))
    }

    /// Returns the command that ingests `source` again; with `resuming`, it reuses the kept pages.
    func again(_ source: String, resuming: Bool) -> String {
        "geocli ingest\(words(for: source))\(resuming ? " --resume" : "")\(place)"
    }

    func ending(_ end: Ending, source: String) -> String {
        "geocli ingest\(words(for: source)) \(end.rawValue)\(place)"
    }

    /// Returns the paths of `source`, or a service's address without the part that the program appends; nothing for the
    /// feed's usual address.
    private func words(for source: String) -> String {
        if source == SampleNames.source { return " --sample" }
        if let service, !service.steadyPart.isEmpty, source.hasSuffix(service.steadyPart) {
            let address = String(source.dropLast(service.steadyPart.count))
            return address == usualAddress ? "" : " " + Self.quoted(address)
        }
        guard let end = source.firstRange(of: "/{KEY}/") else { return source.isEmpty ? "" : " " + source }
        return " " + Self.quoted(String(source[..<end.lowerBound]))
    }

    func ending(_ end: Ending, sources: [String]) -> String {
        "geocli ingest\(sources.map { " " + Self.quoted($0) }.joined()) \(end.rawValue)\(place)"
    }

    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._/:+@%".utf8.contains(byte)
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
