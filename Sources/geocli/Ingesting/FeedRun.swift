internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// What `ingest --all` did with one feed.
struct FeedRun {
    /// The feed's id; if the declaration is wrong, the path of its file.
    let name: String
    /// The feed's id; nil if the declaration is wrong.
    var feed: String?
    /// The report; nil if the run failed.
    var view: ReportView?
    /// Why the run failed; nil if it did not fail.
    var failure: Words?
    /// The exit code that this feed alone would have.
    var status = ExitStatus.success

    fileprivate var reason: String? { view?.report.run.reason ?? failure?.en }
    fileprivate var outcome: String { view?.report.run.outcome.rawValue ?? "failed" }
}

extension ListingSchema where Row == FeedRun {
    /// One row for each feed of `ingest --all`.
    static var feedRuns: ListingSchema {
        ListingSchema(
            columns: [
                Column(
                    "feed", en: "feed", ko: "피드", orNull: true,
                    about: "The feed's id; null for a file that declares no feed."
                ) { .text($0.feed) },
                Column(
                    "file", en: "file", ko: "파일", orNull: true,
                    about: "The path of a file that declares no feed; null for a feed."
                ) {
                    .text($0.feed == nil ? $0.name : nil)
                },
                Column(
                    "outcome", en: "outcome", ko: "결과",
                    type: .codes(RunOutcome.allCases.map(\.rawValue) + ["failed"]),
                    about: "published, unchanged, refused, or failed (no snapshot was received)."
                ) { .code($0.outcome) },
                Column(
                    "exit_code", en: "exit", ko: "종료 코드", type: .integer,
                    about: "The exit code of this feed alone; the command ends with the highest one."
                ) { .integer(Int($0.status.rawValue)) },
                Column(
                    "run_id", en: "run", ko: "실행", type: .integer, orNull: true,
                    about: "The run's number; null for a dry run and for a run that failed."
                ) { $0.view?.report.run.runID.map(OutputValue.integer) ?? .null },
            ] + counts + [
                Column("reason", en: "reason", ko: "이유", orNull: true, about: "Why the feed was refused or failed.") {
                    .text($0.reason)
                },
                Column(
                    "warnings", en: "warnings", ko: "주의",
                    type: .list(of: .object(ReportView.warning.columns.map(\.member))),
                    about: "Unusual findings that do no harm."
                ) { .json(.array($0.view?.report.warnings.map(ReportView.warning.object) ?? [])) },
            ], tableKeys: ["feed", "file", "outcome", "exit_code", "total", "reason"])
    }

    private static var counts: [Column<FeedRun>] {
        [
            count("received", \.received), count("accepted", \.accepted),
            count("rejected", \.rejected), count("duplicates", \.duplicates),
            count("without_point", \.withoutPoint), count("added", \.added),
            count("changed", \.changed), count("removed", \.removed),
            count("returned", \.returned), count("total", \.total),
        ]
    }

    private static func count(_ key: String, _ path: KeyPath<RunCounts, Int>) -> Column<FeedRun> {
        let title = RunCountWords.title(key)
        return Column(
            key, en: title.en, ko: title.ko, type: .integer, orNull: true, about: RunCountWords.about[key] ?? ""
        ) {
            $0.view.map { .integer($0.counts[keyPath: path]) } ?? .null
        }
    }
}
