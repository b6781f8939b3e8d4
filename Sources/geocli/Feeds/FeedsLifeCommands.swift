internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

struct FeedsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "remove", en: "Remove a feed from the catalog, with all its places and its whole history.",
        ko: "피드를 그 장소와 이력까지 모두 카탈로그에서 지웁니다.",
        about: Words(
            en: """
                Its runs, issues, corrections and links go, too. Your own notes stay. It can't be undone, so look first with --dry-run; 'geocli corrections export' keeps the corrections. The ids of removed places are not given again.
                """,
            ko: """
                실행 기록과 이슈, 정정, 연결도 함께 지워지고, 내 기록은 그대로 남습니다. 되돌릴 수 없으니 먼저 --dry-run으로 확인하세요. 정정은 'geocli corrections export'로 보관할 수 있습니다. 지운 장소의 ID는 다시 쓰지 않습니다.
                """),
        examples: """
            $ geocli feeds remove sample --dry-run
            $ geocli feeds remove sample -q
            $ geocli feeds remove sample
            """)

    @OptionGroup var named: NamedFeed

    @Flag(help: ArgumentHelp("Count what would go and write nothing.", ko: "지워질 것을 세기만 하고 저장하지 않습니다."))
    var dryRun = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let (feed, writer) = try named.inCatalog(common)
        let removed = try writer.remove(feed: feed, at: try Environment.now(), isDryRun: dryRun)
        let what = Words(en: Self.list(removed, .english), ko: Self.list(removed, .korean))
        Console.note(
            dryRun
                ? Words(en: "would go with \(feed): \(what.en)", ko: "\(feed) 피드와 함께 지워질 것: \(what.ko)")
                : Words(en: "removed with \(feed): \(what.en)", ko: "\(feed) 피드와 함께 지움: \(what.ko)"),
            isQuiet: common.quiet)
        guard !dryRun else { return }
        try ReaderMarks.leave(removed.goodRuns, for: .max, in: writer.path)
        try tellWhatStays(feed)
    }

    /// Says what makes 'geocli ingest --all' read the feed again.
    private func tellWhatStays(_ feed: String) throws {
        if let file = FeedShelf.all().first(where: { (try? $0.feed.get())?.id == feed })?.path {
            common.note(
                en:
                    "its declaration stays in \(file); 'geocli ingest --all' reads the feed again unless you move this file away",
                ko: "선언 파일 \(file)\(.topic) 그대로 있습니다. 파일을 옮기지 않으면 'geocli ingest --all'이 피드를 다시 수집합니다")
        } else if try Settings.url(of: feed) != nil {
            common.note(
                en:
                    "the setting url.\(feed) stays; 'geocli ingest --all' reads the feed again unless you remove it",
                ko: "설정 url.\(feed) 값은 그대로 있습니다. 지우지 않으면 'geocli ingest --all'이 피드를 다시 수집합니다")
        }
    }

    private static func list(_ removed: RemovedFeed, _ language: Language) -> String {
        let counts: [(Int, Words)] = [
            (removed.places, Words(en: "places", ko: "장소")), (removed.landmarks, Words(en: "landmarks", ko: "기준점")),
            (removed.runs, Words(en: "runs", ko: "실행")), (removed.issues, Words(en: "issues", ko: "이슈")),
            (removed.corrections, Words(en: "corrections", ko: "정정")), (removed.links, Words(en: "links", ko: "연결")),
            (removed.decisions, Words(en: "decisions on links", ko: "연결에 대한 결정")),
        ]
        return counts.filter { $0.0 > 0 }.map { "\($0.1.text(language)) \($0.0)" }.joined(separator: ", ")
    }
}

struct FeedsPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "pause", en: "Leave a feed out of 'ingest --all', and never call it late.",
        ko: "피드를 'ingest --all'에서 빼고, 늦었다고 알리지 않습니다.",
        about: Words(
            en: "Its places stay. 'geocli ingest --feed ID' still ingests it. 'geocli feeds resume' ends the pause.",
            ko: "장소는 그대로 남습니다. 'geocli ingest --feed ID'로는 계속 수집할 수 있습니다. 'geocli feeds resume'으로 다시 시작합니다."),
        examples: """
            $ geocli feeds pause sample
            $ geocli feeds pause sample -q
            $ geocli feeds pause sample --db catalog.sqlite
            """)

    @OptionGroup var named: NamedFeed
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let (feed, writer) = try named.inCatalog(common)
        try writer.pause(feed, since: try Environment.now().date)
        common.note(en: "\(feed) is paused", ko: "\(feed) 피드를 멈췄습니다")
    }
}

struct FeedsResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "resume", en: "End the pause of a feed.", ko: "멈춘 피드를 다시 시작합니다.",
        examples: """
            $ geocli feeds resume sample
            $ geocli feeds resume sample -q
            $ geocli feeds resume sample --db catalog.sqlite
            """)

    @OptionGroup var named: NamedFeed
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let (feed, writer) = try named.inCatalog(common)
        try writer.pause(feed, since: nil)
        common.note(en: "\(feed) is no longer paused", ko: "\(feed) 피드를 다시 시작합니다")
    }
}

struct FeedsCadenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "cadence", en: "Say how often a feed is expected, for 'status --max-age'.",
        ko: "피드를 얼마나 자주 받을지 정합니다. 'status --max-age'가 이 주기를 따릅니다.",
        about: Words(
            en: """
                A feed that is expected once is never late. Without this command, the cadence is that of the declaration (the key cadence). Without that, a live service is expected daily, and a file as often as it came: daily, weekly, monthly or once.
                """,
            ko: """
                once인 피드는 늦었다고 알리지 않습니다. 따로 정하지 않으면 선언의 cadence를 따르고, 선언에도 없으면 서비스는 매일, 파일은 지금까지 받은 간격(매일, 매주, 매월, 한 번)을 따릅니다.
                """),
        examples: """
            $ geocli feeds cadence sample monthly
            $ geocli feeds cadence sample once
            $ geocli feeds cadence sample auto
            """)

    private static let auto = "auto"
    private static let choices = Cadence.allCases.map(\.rawValue) + [auto]

    @OptionGroup var named: NamedFeed

    @Argument(
        help: ArgumentHelp(
            "\(Self.choices.dropLast().joined(separator: ", ")) or \(Self.auto).",
            ko: "\(Self.choices.joined(separator: ", ")) 중 하나", value: .argument("CADENCE")),
        completion: .words(Self.choices))
    var cadence: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let word = cadence.trimmingBlanks().lowercased()
        guard Self.choices.contains(word) else {
            throw ValueArgument.unknown("CADENCE", cadence, among: Self.choices)
        }
        let (feed, writer) = try named.inCatalog(common)
        try writer.setCadence(Cadence(rawValue: word), of: feed)
        let states = try Catalog(path: writer.path).feedStates()
        guard let set = states.first(where: { $0.id == feed })?.run?.cadence.words else { return }
        common.note(en: "\(feed) is expected \(set.en)", ko: "\(feed) 피드의 주기: \(set.ko)")
    }
}

/// A feed that the catalog has.
struct NamedFeed: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Id of a feed of the catalog.", ko: "카탈로그에 있는 피드의 ID", value: .argument("FEED")),
        completion: .feeds)
    var feed: String

    /// Returns the feed's id, and the catalog for a change.
    /// - Throws: the usual error if there is no catalog; `UsageError` for a feed that the catalog does not have.
    func inCatalog(_ common: CommonOptions) throws -> (feed: String, writer: CatalogWriter) {
        let path = try Environment.catalogPath(common.db)
        let known = try Catalog(path: path).feedIDs()
        let id = feed.trimmingBlanks()
        guard known.contains(id) else { throw ValueArgument.unknown("FEED", id, among: known) }
        return (id, try CatalogWriter(path: path))
    }
}
