internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

extension ReportView {
    /// The keys of an ingest's report.
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
                ) { .integer($0.report.run.removedSample?.placeCount ?? 0) },
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

    /// The keys of the numbers, in order.
    private static var numbers: [Column<ReportView>] {
        [
            number("received", \.received), number("accepted", \.accepted), number("rejected", \.rejected),
            number("duplicates", \.duplicates), number("without_point", \.withoutPoint), number("added", \.added),
            number("changed", \.changed), number("removed", \.removed), number("returned", \.returned),
            number("total", \.total), number("points_filled", \.pointsFilled),
            number("points_unmatched", \.pointsUnmatched),
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

    /// The keys of a warning.
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
