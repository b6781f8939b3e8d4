public import GeocliPlaces
internal import GeocliText

extension ListingSchema where Row == StoredRun {
    /// Past runs.
    public static var runs: ListingSchema {
        func count(_ key: String, _ en: String, _ ko: String, _ path: KeyPath<RunCounts, Int>) -> Column<StoredRun> {
            Column(key, en: en, ko: ko) { .integer($0.counts[keyPath: path]) }
        }
        return ListingSchema(
            columns: [
                Column("run_id", en: "run", ko: "실행") { .integer($0.id) },
                Column("feed", en: "feed", ko: "피드") { .code($0.description.feed) },
                Column("started_at", en: "started", ko: "시작") { .code($0.description.startedAt.timestamp) },
                Column("date", en: "date", ko: "날짜") { .code($0.date) },
                Column("outcome", en: "outcome", ko: "결과") { .code($0.outcome.rawValue) },
                Column("reason", en: "reason", ko: "이유") { .text($0.reason) },
                Column("failure", en: "failure", ko: "실패") { .code($0.failure?.rawValue) },
                Column("accepted_because", en: "accepted because", ko: "받아들인 이유") {
                    .text($0.description.acceptedBecause)
                },
                Column("source", en: "source", ko: "출처") { .text($0.description.source) },
                Column("sha256", en: "SHA-256", ko: "SHA-256") { .code($0.description.sha256) },
                Column("tool_version", en: "geocli", ko: "geocli") { .code($0.description.toolVersion) },
                count("received", "received", "받음", \.received), count("accepted", "accepted", "받아들임", \.accepted),
                count("rejected", "rejected", "제외", \.rejected), count("duplicates", "duplicates", "중복", \.duplicates),
                count("without_point", "without point", "좌표 없음", \.withoutPoint),
                count("added", "added", "추가", \.added), count("changed", "changed", "변경", \.changed),
                count("removed", "removed", "빠짐", \.removed), count("returned", "returned", "돌아옴", \.returned),
                count("total", "total", "전체", \.total),
                // A network that fails is not a refusal, so tables show this instead of the outcome.
                Column("ending", en: "outcome", ko: "결과") { run in
                    .code(run.failure.map { "\($0.rawValue)-failed" } ?? run.outcome.rawValue)
                },
            ],
            tableKeys: [
                "run_id", "date", "feed", "ending", "total", "added", "changed", "removed", "returned", "rejected",
                "reason", "accepted_because",
            ])
    }
}

extension ListingSchema where Row == CatalogCheck {
    /// The checks of `verify` and their findings.
    public static var checks: ListingSchema {
        ListingSchema(
            columns: [
                Column("check", en: "check", ko: "점검") { .code($0.name) },
                Column("ok", en: "ok", ko: "정상") { .bool($0.findings.isEmpty) },
                Column("findings", en: "findings", ko: "발견") { $0.findings.isEmpty ? .null : .list($0.findings) },
            ],
            tableKeys: ["check", "ok", "findings"])
    }
}
