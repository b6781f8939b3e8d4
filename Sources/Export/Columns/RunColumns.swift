package import GeocliPlaces
public import GeocliText

extension ListingSchema where Row == StoredRun {
    package static var runs: ListingSchema<StoredRun> {
        ListingSchema(
            columns: descriptions + counts + [ending],
            tableKeys: [
                "run_id", "date", "feed", "ending", "total", "added", "changed", "removed", "returned", "rejected",
                "reason", "accepted_because",
            ])
    }

    private static var descriptions: [Column<StoredRun>] {
        [
            Column("run_id", en: "run", ko: "실행", type: .integer, about: "The run's number.") { .integer($0.id) },
            Column("feed", en: "feed", ko: "피드", about: "The id of the feed, such as seoul-bookstores.") {
                .code($0.description.feed)
            },
            Column("started_at", en: "started", ko: "시작", type: .moment, about: "When the run started.") {
                .code($0.description.startedAt.timestamp)
            },
            Column("date", en: "date", ko: "날짜", type: .date, about: "The day in Asia/Seoul on which the run started.")
            {
                .code($0.date)
            },
            Column(
                "outcome", en: "outcome", ko: "결과", type: .codes(RunOutcome.allCases.map(\.rawValue)),
                about: "published, unchanged (the same bytes as in the last good run), or refused."
            ) { .code($0.outcome.rawValue) },
            Column(
                "reason", en: "reason", ko: "이유", orNull: true,
                about: "Why the run was refused, or which run it took back."
            ) { .text($0.reason) },
        ] + Column.reasonData(\.reasonData) + [
            Column(
                "undoes", en: "undoes", ko: "되돌린 실행", type: .integer, orNull: true,
                about: "The run that this run took back, with all later runs of its feed; null for an ingest."
            ) { $0.description.undoes.map(OutputValue.integer) ?? .null },
            Column(
                "failure", en: "failure", ko: "실패", type: .codes(RunFailure.allCases.map(\.rawValue)), orNull: true,
                about: "What ended the run before the source was read to the end."
            ) { .code($0.failure?.rawValue) },
            Column(
                "accepted_because", en: "accepted because", ko: "승인 이유", orNull: true,
                about: "The reason that was given with --accept."
            ) {
                .text($0.description.acceptedBecause)
            },
            Column("source", en: "source", ko: "출처", about: "Where the pages came from; a key is left out.") {
                .text($0.description.source)
            },
            Column("sha256", en: "SHA-256", ko: "SHA-256", about: "The SHA-256 of all received bytes, in hexadecimal.")
            {
                .code($0.description.sha256)
            },
            Column("tool_version", en: "geocli", ko: "geocli", about: "The version of geocli that made the run.") {
                .code($0.description.toolVersion)
            },
        ]
    }

    /// The outcome or, if the run failed, the kind of failure. Tables show this column instead of `outcome`, which is
    /// only `refused` for a failed run.
    private static var ending: Column<StoredRun> {
        let codes = RunOutcome.allCases.map(\.rawValue) + RunFailure.allCases.map(failed)
        return Column(
            "ending", en: "outcome", ko: "결과", type: .codes(codes),
            about: "The outcome, or what failed before the source was read to the end."
        ) { .code($0.failure.map(failed) ?? $0.outcome.rawValue) }
    }

    private static func failed(_ failure: RunFailure) -> String { "\(failure.rawValue)-failed" }

    private static var counts: [Column<StoredRun>] {
        func count(_ key: String, _ path: KeyPath<RunCounts, Int>) -> Column<StoredRun> {
            let title = RunCountWords.title(key)
            return Column(key, en: title.en, ko: title.ko, type: .integer, about: RunCountWords.about[key] ?? "") {
                .integer($0.counts[keyPath: path])
            }
        }
        return [
            count("received", \.received), count("accepted", \.accepted), count("rejected", \.rejected),
            count("duplicates", \.duplicates), count("filtered", \.filtered), count("closed", \.closed),
            count("without_point", \.withoutPoint), count("added", \.added), count("changed", \.changed),
            count("removed", \.removed), count("returned", \.returned), count("total", \.total),
        ]
    }
}

extension ListingSchema where Row == CatalogCheck {
    /// The checks of `verify` and their findings, in `language`.
    package static func checks(_ language: Language) -> ListingSchema<CatalogCheck> {
        ListingSchema(
            columns: [
                Column("check", en: "check", ko: "점검", about: "The stable name of a condition that must hold.") {
                    .code($0.name)
                },
                Column("ok", en: "ok", ko: "정상", type: .flag, about: "Whether the condition holds.") {
                    .bool($0.findings.isEmpty)
                },
                Column(
                    "findings", en: "findings", ko: "발견된 문제", type: .list(of: .text), orNull: true,
                    about: "What contradicts the condition, in the chosen language; at most ten findings of each sort."
                ) { $0.findings.isEmpty ? .null : .list($0.findings.map { $0.text(language) }) },
            ],
            tableKeys: ["check", "ok", "findings"])
    }
}

/// The titles of a run's counts, and the meaning of each count in English.
package enum RunCountWords {
    package static func title(_ key: String) -> Words {
        Words(en: key.replacing("_", with: " "), ko: korean[key] ?? key)
    }

    private static let korean = [
        "received": "수신", "accepted": "등록", "rejected": "제외", "duplicates": "중복",
        "filtered": "필터로 뺌", "closed": "폐점으로 뺌", "without_point": "좌표 없음",
        "points_filled": "주소로 채운 좌표", "points_unmatched": "주소를 찾지 못함",
        "added": "신규", "changed": "변경", "removed": "누락", "returned": "재등록", "total": "전체",
    ]

    /// The meaning of each count in one English sentence, by key.
    package static let about = [
        "received": "Received rows: accepted, rejected and duplicate rows.",
        "accepted": "Rows that are places of this snapshot.",
        "rejected": "Rows that were rejected.",
        "duplicates": "Rows that repeat another row.",
        "filtered": "Rows that the filter of the declaration leaves out; they do not count as received.",
        "closed": "Rows left out because their status is closed; they do not count as received.",
        "without_point": "Accepted rows without a usable coordinate.",
        "points_filled": "Rows whose point is missing in the feed and was filled from the imported addresses.",
        "points_unmatched":
            "Rows whose point is missing in the feed and whose address is not among the imported addresses; 0 if no addresses are imported.",
        "added": "Places that no earlier run had.",
        "changed": "Places with a changed value.",
        "removed": "Places that the previous good run had and this run does not have.",
        "returned": "Places that were missing and came back.",
        "total": "Places that this run has.",
    ]
}

extension ListingSchema where Row == StoredReject {
    package static var rejects: ListingSchema<StoredReject> {
        ListingSchema(
            columns: [
                Column("run_id", en: "run", ko: "실행", type: .integer, about: "The run's number.") {
                    .integer($0.runID)
                },
                Column(
                    "page", en: "page", ko: "페이지",
                    about: "The page that held the row: a path, a service's address, or \"standard input\"."
                ) { .text($0.record.origin.page) },
                Column("row", en: "row", ko: "행", type: .integer, about: "The row's number in its page, from 1.") {
                    .integer($0.record.origin.row)
                },
                Column(
                    "line", en: "line", ko: "줄", type: .integer, orNull: true,
                    about:
                        "The line of a row that can't be read, from 1: where it is wrong, or where it starts; null for other rows, and in JSON."
                ) { $0.record.origin.line.map { .integer($0) } ?? .null },
                Column(
                    "byte", en: "byte", ko: "바이트", type: .integer, orNull: true,
                    about:
                        "The offset in the page of a row that can't be read, from 0: where it is wrong, or where it starts; null for other rows."
                ) { $0.record.origin.byte.map { .integer($0) } ?? .null },
                Column(
                    "reason", en: "reason", ko: "이유", type: .codes(RejectionReason.allCases.map(\.rawValue)),
                    about: "Why the row was rejected, or listed without its point."
                ) { .code($0.record.reason.rawValue) },
                Column(
                    "kept", en: "kept", ko: "등록 여부", type: .flag,
                    about: "Whether the place is listed anyway, without a point."
                ) { .bool($0.record.isKept) },
                Column(
                    "feed_id", en: "id in feed", ko: "피드 내 번호", orNull: true, about: "The id of the row in the feed."
                ) {
                    .text($0.record.feedID)
                },
                Column("value", en: "value", ko: "값", orNull: true, about: "The value that is wrong.") {
                    .text($0.record.value)
                },
                Column(
                    "no_match", en: "address", ko: "주소 대조", orNull: true,
                    about:
                        "Why the row's address was not found among the imported addresses, such as road-unknown; null if it was not looked up."
                ) { .text($0.noMatch) },
                Column(
                    "raw", en: "raw row", ko: "원본 행",
                    about:
                        "The whole row: JSON as it came, or its fields as JSON. A row that can't be read is as it came, with U+FFFD in place of bytes that are not text."
                ) { .text($0.record.raw) },
            ],
            tableKeys: ["run_id", "row", "line", "byte", "reason", "kept", "feed_id", "value"])
    }
}

extension Column {
    /// Returns the columns for a stored reason: its code and its values.
    public static func reasonData(_ path: KeyPath<Row, Reason?>) -> [Column<Row>] {
        [
            Column(
                "reason_code", en: "reason code", ko: "이유 코드", orNull: true,
                about:
                    "A stable name for the reason, such as known-lost."
            ) { .code($0[keyPath: path]?.code) },
            Column(
                "reason_values", en: "reason values", ko: "이유 값", type: .values, orNull: true,
                about: "The numbers and texts in the reason, each under its name."
            ) { row in
                row[keyPath: path].map { .json(.object($0.values)) } ?? .null
            },
        ]
    }
}
