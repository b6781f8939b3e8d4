internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText

struct FeedsListSource: RowSource {
    static let configuration = CommandConfiguration(
        "list", en: "List all feeds, with the state of those in the catalog: built-in ones first, then your own.",
        ko: "모든 피드를 보여 줍니다. 카탈로그에 있는 피드는 상태도 나옵니다. 내장된 피드가 먼저 나옵니다.",
        examples: """
            $ geocli feeds list
            $ geocli feeds list --format table
            $ geocli feeds list --fields id,total,last_good_run,failed_days
            """)

    func write(_ given: ListingArguments<FeedRows>) throws {
        let rows = try FeedListing.all(db: given.common.db)
        try given.list(.feeds) { rows }
        if rows.contains(where: { $0.problem != nil }) { throw ExitStatus.data }
    }
}

/// A feed that is declared, or in the catalog, or both.
struct FeedListing {
    let id: String?
    let feed: Feed?
    let path: String?
    let title: Words?
    let problem: String?
    /// The state in the catalog; nil if the catalog does not have the feed.
    let state: FeedState?
    /// The seconds since the last good run.
    let ageSeconds: Int64?

    /// Returns the declared feeds, then the others of the catalog, if there is one at the usual path or at `db`.
    static func all(db: String?) throws -> [FeedListing] {
        let now = try Environment.now()
        var states = Dictionary(uniqueKeysWithValues: try states(db: db).map { ($0.id, $0) })
        var rows = FeedShelf.all().map { entry in
            FeedListing(entry, states: &states, now: now)
        }
        for state in states.values.sorted(by: { $0.id < $1.id }) { rows.append(FeedListing(state, now: now)) }
        return rows
    }

    private static func states(db: String?) throws -> [FeedState] {
        // Declarations can be listed without a catalog: before the first ingest, without a home folder, or on a server.
        guard let path = try? Environment.catalogPath(db), CatalogWriter.exists(path) else { return [] }
        return try Catalog(path: path).feedStates()
    }

    private init(_ entry: FeedShelf.Entry, states: inout [String: FeedState], now: SeoulTime) {
        path = entry.path
        switch entry.feed {
        case .success(let found):
            (id, feed, title, problem) = (found.id, found, found.title, nil)
        case .failure(let error):
            (id, feed, title) = (nil, nil, nil)
            problem = (error as? any ExplainedError)?.words.text(Console.language) ?? "\(error)"
        }
        state = id.flatMap { states.removeValue(forKey: $0) }
        ageSeconds = Self.age(state, now)
    }

    private init(_ state: FeedState, now: SeoulTime) {
        let words = state.run?.words
        // The sample is no feed that one declares.
        let isSample = state.id == SampleNames.feed
        (id, feed, self.state, problem) = (state.id, isSample ? Feed.sample : nil, state, nil)
        (title, path) = (isSample ? Feed.sample.title : words?.title, words?.declaration)
        ageSeconds = Self.age(state, now)
    }

    private static func age(_ state: FeedState?, _ now: SeoulTime) -> Int64? {
        state?.lastGood.flatMap { SeoulTime(timestamp: $0.dataFrom) }.map { now.unixSeconds - $0.unixSeconds }
    }

    /// `set` or `missing` for a service with a key; nil for any other feed.
    var key: String? {
        // A key that can't be read does not help the feed. The command that needs it reports the error.
        feed?.service?.keyVariable.map { ((try? Settings.key($0)) ?? nil) == nil ? "missing" : "set" }
    }

    func failure(_ language: Language) -> String? {
        state?.lastFailure.flatMap { run in
            run.reasonData.flatMap(StoredReason.words)?.text(language) ?? run.reason
        }
    }
}

enum FeedRows: RowsWithoutPlace { static let someKeys = "id,title" }

extension ListingSchema where Row == FeedListing {
    static var feeds: ListingSchema {
        ListingSchema(
            columns: named + state + declared,
            tableKeys: [
                "id", "title", "total", "last_good_run", "cadence", "paused_on", "failed_days", "key", "problem",
            ]
        ).speaking("title") { row, language in row.title?.text(language) }
            .speaking("failure") { row, language in row.failure(language) }
    }

    private static var named: [Column<FeedListing>] {
        [
            Column(
                "id", en: "id", ko: "ID", orNull: true,
                about: "The id for --feed; null for a file that declares no feed."
            ) { .text($0.id) },
            Column("title", en: "title", ko: "제목", orNull: true, about: "The feed's title in English.") {
                .text($0.title?.en)
            },
        ]
    }

    private static var state: [Column<FeedListing>] {
        [
            Column(
                "total", en: "rows", ko: "행", type: .integer, orNull: true,
                about: "Places or landmarks of the last good run; null if the catalog does not have the feed."
            ) { $0.state.map { .integer($0.total) } ?? .null },
            Column(
                "last_good_run", en: "last good run", ko: "마지막 성공", type: .moment, orNull: true,
                about: "When the data of the last good run came; null without a good run."
            ) { .code($0.state?.lastGood?.dataFrom) },
            Column(
                "age_seconds", en: "age", ko: "경과", type: .integer, orNull: true,
                about: "The seconds since last_good_run; null without a good run."
            ) { $0.ageSeconds.map(OutputValue.integer) ?? .null },
            Column(
                "cadence", en: "expected", ko: "주기", type: .codes(Cadence.allCases.map(\.rawValue)), orNull: true,
                about: "How often new data is expected; null if the catalog does not have the feed."
            ) { .code($0.state?.run?.cadence.rawValue) },
            Column(
                "paused_on", en: "paused", ko: "멈춤", type: .date, orNull: true,
                about: "The day in Asia/Seoul since which the feed is paused; null if it is not paused."
            ) { .code($0.state?.run?.pausedOn) },
            Column(
                "failed_days", en: "failed days", ko: "실패한 날", type: .integer, orNull: true,
                about:
                    "The days with a run since the last good run, all of them refused or failed; null if the catalog does not have the feed."
            ) { $0.state.map { .integer($0.failedDays) } ?? .null },
            Column(
                "failure", en: "last failure", ko: "마지막 실패", orNull: true,
                about: "Why the last run was refused or failed; null if it was good."
            ) { .text($0.failure(.english)) },
            Column(
                "key", en: "key", ko: "인증키", type: .codes(["set", "missing"]), orNull: true,
                about: "Whether the key of the feed's service is set; null for a feed without a key."
            ) { .code($0.key) },
        ]
    }

    private static var declared: [Column<FeedListing>] {
        [
            Column(
                "role", en: "role", ko: "역할", orNull: true,
                about: "places (a catalog lists them) or landmarks (points to search from)."
            ) { row in
                .text(row.feed?.role.rawValue ?? row.state?.run.map { $0.isOfLandmarks ? "landmarks" : "places" })
            },
            Column("crs", en: "CRS", ko: "좌표계", orNull: true, about: "The coordinate system of the feed's points.") {
                .text($0.feed?.crs.description)
            },
            Column("encoding", en: "encoding", ko: "인코딩", orNull: true, about: "The encoding of the feed's pages.") {
                .text($0.feed?.encoding.rawValue)
            },
            Column("service", en: "service", ko: "서비스", orNull: true, about: "The address of the feed's live service.")
            {
                .text($0.feed?.serviceAddress)
            },
            Column(
                "path", en: "file", ko: "파일", orNull: true,
                about: "The file of the declaration; null for a feed without one."
            ) { .text($0.path) },
            Column("problem", en: "problem", ko: "문제", orNull: true, about: "Why the file declares no feed.") {
                .text($0.problem)
            },
            Column(
                "title_ko", en: "Korean title", ko: "한국어 제목", orNull: true, about: "The feed's title in Korean."
            ) { .text($0.title?.ko) },
        ]
    }
}
