internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

extension ReportView {
    static var schema: ListingSchema<ReportView> {
        ListingSchema(
            columns: [
                Column(
                    "run_id", en: "run", ko: "실행", type: .integer, orNull: true,
                    about: "The run's number; null for a dry run, which is not recorded."
                ) { $0.report.run.runID.map(OutputValue.integer) ?? .null },
                Column("feed", en: "feed", ko: "피드", about: "The feed's id, such as seoul-bookstores.") {
                    .code($0.report.run.description.feed)
                },
                Column(
                    "outcome", en: "outcome", ko: "결과", type: .codes(RunOutcome.allCases.map(\.rawValue)),
                    about: "published, unchanged (the same bytes as in the last good run), or refused."
                ) { .code($0.report.run.outcome.rawValue) },
                Column("reason", en: "reason", ko: "이유", orNull: true, about: "Why the run was refused.") {
                    .text($0.report.run.reason)
                },
            ] + Column.reasonData(\.report.run.reasonData) + numbers + [
                Column(
                    "reasons", en: "reasons", ko: "이유별",
                    type: .counts(names: RejectionReason.allCases.map(\.rawValue)),
                    about: "Rows that were rejected or listed without a point, by reason."
                ) { .json(.object($0.reasons)) },
                Column(
                    "addresses", en: "addresses", ko: "주소 데이터", orNull: true,
                    about: "The imported addresses that filled blank points, such as juso 2606; null if there are none."
                ) { .text($0.report.addresses) },
                Column(
                    "sample_removed", en: "sample removed", ko: "삭제한 샘플", type: .integer,
                    about: "The number of sample bookstores that this run deleted; 0 after the first real run."
                ) { .integer($0.report.run.removedSample?.places ?? 0) },
                Column(
                    "issues_new", en: "new issues", ko: "새 이슈", type: .integer, orNull: true,
                    about: "Issues that this run found for the first time; null for a run that checked no rows."
                ) { $0.report.run.issues.map { .integer($0.new) } ?? .null },
                Column(
                    "issues_fixed", en: "fixed issues", ko: "해결된 이슈", type: .integer, orNull: true,
                    about: "Issues that this run no longer found."
                ) { $0.report.run.issues.map { .integer($0.fixed) } ?? .null },
                Column(
                    "issues_open", en: "open issues", ko: "열린 이슈", type: .integer, orNull: true,
                    about: "All issues that are open after this run."
                ) { $0.report.run.issues.map { .integer($0.open) } ?? .null },
                corrections(
                    "applied", "applied corrections", "적용한 정정",
                    "The number of corrections that began to apply in this run"),
                corrections(
                    "retired", "retired corrections", "반영된 정정",
                    "The number of corrections whose values the feed took over in this run"),
                corrections(
                    "conflict", "corrections in conflict", "충돌한 정정",
                    "The number of corrections that came into conflict in this run, because the feed has a third value"),
                Column(
                    "warnings", en: "warnings", ko: "주의", type: .list(of: .object(warning.columns.map(\.member))),
                    about: "Unusual findings that do no harm."
                ) { .json(.array($0.report.warnings.map(warning.object))) },
            ], tableKeys: [])
    }

    private static func corrections(
        _ state: String, _ en: String, _ ko: String, _ about: String
    ) -> Column<ReportView> {
        Column("corrections_\(state)", en: en, ko: ko, type: .integer, about: "\(about).") { view in
            .integer(StoredCorrection.State(rawValue: state).flatMap { view.report.run.corrections[$0] } ?? 0)
        }
    }

    private static var numbers: [Column<ReportView>] {
        [
            number("received", \.received), number("accepted", \.accepted), number("rejected", \.rejected),
            number("duplicates", \.duplicates), number("filtered", \.filtered), number("closed", \.closed),
            number("without_point", \.withoutPoint), number("added", \.added), number("changed", \.changed),
            number("removed", \.removed), number("returned", \.returned), number("total", \.total),
            number("points_filled", \.pointsFilled), number("points_unmatched", \.pointsUnmatched),
        ]
    }

    private static func number(_ key: String, _ path: KeyPath<RunCounts, Int>) -> Column<ReportView> {
        Column(key, en: key, ko: key, type: .integer, about: RunCountWords.about[key] ?? "") {
            .integer($0.counts[keyPath: path])
        }
    }

    private var reasons: [JSONValue.Member] {
        RejectionReason.allCases.compactMap { reason in
            counts.reasons[reason].map { .init(reason.rawValue, .number(String($0))) }
        }
    }

    static var warning: ListingSchema<IngestWarning> {
        ListingSchema(
            columns: [
                Column("code", en: "code", ko: "코드", about: "A stable name, such as duplicate-rows.") {
                    .code($0.code)
                },
                Column("count", en: "count", ko: "개수", type: .integer, about: "The number of rows.") {
                    .integer($0.count)
                },
                Column("text", en: "text", ko: "글", about: "The warning as a sentence for people.") {
                    .text($0.words.en)
                },
            ], tableKeys: [])
    }
}

extension StatusView {
    static var schema: ListingSchema<StatusView> {
        ListingSchema(
            columns: [
                Column("catalog", en: "catalog", ko: "카탈로그", about: "The path of the catalog.") { .text($0.path) },
                Column(
                    "schema_version", en: "schema", ko: "스키마", type: .integer,
                    about: "The version of the file's schema."
                ) { .integer($0.status.schemaVersion) },
                Column(
                    "age_seconds", en: "age", ko: "경과", type: .integer, orNull: true,
                    about:
                        "The age in seconds of the oldest feed that is expected again (its cadence is not once, and it is not paused; if there is none, of the oldest feed), counted from its last good run; for a replayed run, counted from the time when its pages came; null without a good run."
                ) { $0.ageSeconds.map(OutputValue.integer) ?? .null },
                number("total", "places", "장소", "Listed places.", \.total),
                number(
                    "without_point", "without a point", "좌표 없음", "Listed places without a point.", \.withoutPoint),
                number("landmarks", "landmarks", "기준점", "Points to search from, such as stations.", \.landmarks),
                issues(
                    "issues_new", "new issues", "새 이슈", "Issues that the last good runs found for the first time", \.new
                ),
                issues(
                    "issues_fixed", "fixed issues", "해결된 이슈", "Issues that the last good runs no longer found", \.fixed
                ),
                issues("issues_open", "open issues", "열린 이슈", "Issues that are open", \.open),
                number("missing", "missing", "누락", "Places that the last good run did not contain.", \.missing),
                Column(
                    "kinds", en: "kinds", ko: "종류", type: .object(kinds),
                    about: "Listed places of the kinds new, used and other."
                ) { view in
                    counts(Kind.bookstoreKinds.map { ($0.rawValue, view.status.kinds[$0] ?? 0) })
                },
                Column(
                    "kind_counts", en: "all kinds", ko: "모든 종류", type: .counts(names: nil),
                    about: "Listed places by kind, for every kind in the catalog."
                ) { view in
                    counts(Kind.inOrder(view.status.kinds.keys).map { ($0.rawValue, view.status.kinds[$0] ?? 0) })
                },
                Column(
                    "districts", en: "districts", ko: "자치구", type: .counts(names: nil),
                    about:
                        "Listed places by district; an empty key counts places without a district."
                ) { counts($0.status.districts.map { ($0.name, $0.count) }) },
                Column(
                    "ground", en: "ground", ko: "바탕 지도", type: .list(of: .text),
                    about: "The layers of the base map (land, park, water, road or rail), lowest first."
                ) { .list($0.status.ground.map(\.rawValue)) },
                runs("last_good_runs", "last good runs", "마지막 성공", "The last good run of each feed.", \.lastGoodRuns),
                runs(
                    "last_refusals", "last refusals", "마지막 거부",
                    "The last refused run of each feed, if it came after the last good run.", \.lastRefusals),
                Column(
                    "state", en: "state", ko: "상태 값",
                    about:
                        "A text that identifies the state of the catalog. The text changes with each run and each edit. While the text stays the same, all answers stay the same."
                ) { .text($0.status.state) },
                Column("next_step", en: "next step", ko: "다음 할 일", about: "What to do next, as a sentence for people.")
                {
                    .text(NextStep(status: $0.status, path: $0.path).words.en)
                },
            ], tableKeys: [])
    }

    private static var kinds: [ShapeMember] {
        Kind.bookstoreKinds.map { ShapeMember($0.rawValue, .integer, "Places of the kind \($0.rawValue).") }
    }

    private static func issues(
        _ key: String, _ en: String, _ ko: String, _ about: String, _ path: KeyPath<IssueCounts, Int>
    ) -> Column<StatusView> {
        Column(
            key, en: en, ko: ko, type: .integer, orNull: true,
            about: "\(about); null for a catalog with rows that were never checked."
        ) { $0.status.issues.map { .integer($0[keyPath: path]) } ?? .null }
    }

    private static func number(
        _ key: String, _ en: String, _ ko: String, _ about: String, _ path: KeyPath<CatalogStatus, Int>
    ) -> Column<StatusView> {
        Column(key, en: en, ko: ko, type: .integer, about: about) { .integer($0.status[keyPath: path]) }
    }

    private static func counts(_ counts: [(String, Int)]) -> OutputValue {
        .json(.object(counts.map { .init($0.0, .number(String($0.1))) }))
    }

    private static func runs(
        _ key: String, _ en: String, _ ko: String, _ about: String, _ path: KeyPath<CatalogStatus, [CatalogStatus.Run]>
    ) -> Column<StatusView> {
        let run = Self.run
        return Column(key, en: en, ko: ko, type: .list(of: .object(run.columns.map(\.member))), about: about) { view in
            .json(.array(view.status[keyPath: path].map(run.object)))
        }
    }

    private static var run: ListingSchema<CatalogStatus.Run> {
        ListingSchema(
            columns: [
                Column("run_id", en: "run", ko: "실행", type: .integer, about: "The run's number.") { .integer($0.id) },
                Column("feed", en: "feed", ko: "피드", about: "The feed's id, such as seoul-bookstores.") {
                    .code($0.feed)
                },
                Column("started_at", en: "started", ko: "시작", type: .moment, about: "When the run started.") {
                    .code($0.startedAt)
                },
                Column(
                    "date", en: "date", ko: "날짜", type: .date, about: "The day in Asia/Seoul on which the run started."
                ) {
                    .code($0.date)
                },
                Column("source", en: "source", ko: "출처", about: "Where the run's pages came from; the key is left out.")
                {
                    .text($0.source)
                },
                Column("sha256", en: "SHA-256", ko: "SHA-256", about: "SHA-256 of all bytes that came, in hexadecimal.")
                {
                    .code($0.sha256)
                },
                Column(
                    "cadence", en: "cadence", ko: "주기", type: .codes(Cadence.allCases.map(\.rawValue)),
                    about: "How often the feed is expected."
                ) { .code($0.cadence.rawValue) },
                Column("reason", en: "reason", ko: "이유", orNull: true, about: "Why the run was refused.") {
                    .text($0.reason)
                },
            ] + Column.reasonData(\.reasonData) + [
                Column(
                    "failure", en: "failure", ko: "실패", type: .codes(RunFailure.allCases.map(\.rawValue)), orNull: true,
                    about: "What ended the run before its source was read to the end."
                ) { .code($0.failure?.rawValue) }
            ], tableKeys: [])
    }
}
