internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The result of an ingest, as JSON and as text for people.
struct ReportView {
    let report: Ingester.Report

    var counts: RunCounts { report.run.counts }

    private var numbers: [(String, Int)] {
        var numbers = [
            ("received", counts.received), ("accepted", counts.accepted), ("rejected", counts.rejected),
            ("duplicates", counts.duplicates),
        ]
        numbers += [("filtered", counts.filtered), ("closed", counts.closed)].filter { $0.1 > 0 }
        numbers += [
            ("without_point", counts.withoutPoint), ("added", counts.added), ("changed", counts.changed),
            ("removed", counts.removed), ("returned", counts.returned), ("total", counts.total),
        ]
        guard report.addresses != nil else { return numbers }
        return numbers + [("points_filled", counts.pointsFilled), ("points_unmatched", counts.pointsUnmatched)]
    }

    /// What the imported addresses did for rows without a point; nil without such rows or without imported
    /// addresses.
    var filling: Words? {
        let blanks = counts.pointsFilled + counts.pointsUnmatched
        guard let addresses = report.addresses, report.run.outcome == .published, blanks > 0 else { return nil }
        return Words(
            en:
                "filled \(counts.pointsFilled) of \(blanks) missing points from \(addresses); \(counts.pointsUnmatched) had no matching address",
            ko:
                "빈 좌표 \(blanks)개 가운데 \(counts.pointsFilled)개를 \(addresses)\(.by) 채웠습니다. \(counts.pointsUnmatched)개는 맞는 주소가 없습니다"
        )
    }

    /// What the run did to issues; nil if it judged no rows.
    var issues: Words? { report.run.issues.map(IssueCountWords.sentence) }

    /// How many corrections have a new state, for example because the feed now has the right value or contradicts the
    /// correction; nil if none has.
    var corrections: Words? {
        let counts = report.run.corrections
        let all = StoredCorrection.State.allCases.compactMap { state in counts[state].map { (state, $0) } }
        guard !all.isEmpty else { return nil }
        let next =
            counts[.conflict] == nil
            ? Words(en: "", ko: "")
            : Words(en: "; see 'geocli corrections check'", ko: ". 'geocli corrections check'로 확인하세요")
        return Words(
            en: "corrections: "
                + all.map { "\($1) now \($0 == .conflict ? "in conflict" : $0.rawValue)" }.joined(separator: ", ")
                + next.en,
            ko: "정정: " + all.map { "\($0.korean) \($1)건" }.joined(separator: ", ") + next.ko)
    }

    func json(_ json: inout JSONWriter) { json.value(Self.schema.object(of: self)) }

    func sheet(_ language: Language) -> [(title: String, value: String)] {
        [(title: Words(en: "outcome", ko: "결과").text(language), value: outcome.text(language))]
            + numbers.map { (title: RunCountWords.title($0.0).text(language), value: String($0.1)) }
            + RejectionReason.allCases.compactMap { reason in
                counts.reasons[reason].map {
                    (title: "  " + CodeWords.text(reason.rawValue, in: "reason", language), value: String($0))
                }
            }
    }

    private var outcome: Words {
        let code = report.run.outcome.rawValue
        return Words(en: code, ko: CodeWords.text(code, in: "outcome", .korean))
    }

    func removal(_ removed: RemovedFeed) -> Words {
        let count = removed.places
        return report.run.runID == nil
            ? Words(
                en: "the sample would be deleted (made-up bookstores: \(count)), because this feed is real",
                ko: "실제 피드이므로, 수집하면 샘플(가상의 책방 \(count)곳)이 지워집니다")
            : Words(
                en:
                    "the sample was deleted (made-up bookstores: \(count)); the catalog now holds only the real feed",
                ko: "샘플(가상의 책방 \(count)곳)을 지웠습니다. 이제 카탈로그에는 실제 피드만 있습니다")
    }

    var whatStays: Words {
        report.run.leavesSample
            ? Words(en: "the catalog still holds the made-up sample", ko: "카탈로그에는 가상의 샘플이 그대로 있습니다")
            : Words(en: "the catalog is unchanged", ko: "카탈로그는 그대로입니다")
    }

    var summary: Words {
        let run = report.run.runID.map { Words(en: "run \($0)", ko: "실행 #\($0)") } ?? Words(en: "dry run", ko: "시험 실행")
        let feed = report.run.description.feed
        let words = PlaceWords(report.run.description.words.map { [$0] } ?? [])
        if report.run.outcome == .unchanged {
            return Words(
                en: "\(feed), \(run.en): unchanged, \(words.plural) \(counts.total)\(leftOut.en)",
                ko: "\(feed), \(run.ko): 변경 없음, \(words.noun.ko) \(counts.total)곳\(leftOut.ko)")
        }
        return Words(
            en:
                "\(feed), \(run.en): \(words.plural) \(counts.total) (added \(counts.added), changed \(counts.changed), removed \(counts.removed), returned \(counts.returned), without a point \(counts.withoutPoint)); rows \(counts.received) (rejected \(counts.rejected), duplicate \(counts.duplicates))\(leftOut.en)",
            ko:
                "\(feed), \(run.ko): \(words.noun.ko) \(counts.total)곳(신규 \(counts.added), 변경 \(counts.changed), 누락 \(counts.removed), 재등록 \(counts.returned), 좌표 없음 \(counts.withoutPoint)). \(counts.received)행(제외 \(counts.rejected), 중복 \(counts.duplicates))\(leftOut.ko)"
        )
    }

    /// The end of the summary if the declaration leaves rows out, such as "; left out: filtered 5, closed 2".
    private var leftOut: Words {
        let all = [
            (counts.filtered, Words(en: "filtered", ko: "필터")), (counts.closed, Words(en: "closed", ko: "폐점")),
        ].filter { $0.0 > 0 }
        guard !all.isEmpty else { return Words(en: "", ko: "") }
        return Words(
            en: "; left out: " + all.map { "\($1.en) \($0)" }.joined(separator: ", "),
            ko: ". 선언에 따라 뺀 행: " + all.map { "\($1.ko) \($0)" }.joined(separator: ", "))
    }
}

enum IssueCountWords {
    /// Returns the sentence: "issues: new 3, fixed 5, open 41". Reopened issues are named if there are any.
    static func sentence(_ counts: IssueCounts) -> Words {
        let back =
            counts.reopened == 0
            ? Words(en: "", ko: "")
            : Words(en: ", reopened \(counts.reopened)", ko: ", 다시 열림 \(counts.reopened)")
        return Words(
            en: "issues: new \(counts.new), fixed \(counts.fixed)\(back.en), open \(counts.open)",
            ko: "이슈: 신규 \(counts.new), 해결 \(counts.fixed)\(back.ko), 열림 \(counts.open)")
    }
}

/// Tells a person on standard error what a run did.
struct ReportTeller {
    let feed: Feed
    let feedWord: String?
    let sources: [String]
    let isSample: Bool
    let common: CommonOptions
    /// Whether other feeds are ingested, too, so that each message must name its feed.
    var isOneOfMany = false
    /// The file of addresses that the user named; the proposed command must name it, too.
    var addresses: String?
    /// The run whose pages were read again; a dry run keeps no pages of its own.
    var replay: String?
    /// Whether the user gave a reason with `--accept`.
    var isAccepting = false

    /// The number of bad nights in a row after which a quiet job speaks; nil if it speaks at once.
    var patience: Int?

    /// Returns the error that ended a run, with what to say about this night.
    func failure(_ error: any ExplainedError, _ night: BadNight?) throws -> FailedNight {
        let path = try Environment.catalogPath(common.db)
        return FailedNight(error, night, patience: patience) { run in
            NextCommand(feed: feedWord ?? feed.id, catalog: path, addresses: addresses)
                .again(run.source, resuming: run.hasPages)
        }
    }

    /// Tells the user what one run did.
    ///
    /// - Parameter night: returns the night of a refused run.
    /// - Throws: `ExitStatus.data` after a refusal.
    func tell(_ view: ReportView, _ night: () -> BadNight?) throws {
        for note in view.report.notes { Console.note(note, isQuiet: common.quiet) }
        // After a refusal no warnings are listed. A quiet job lists only new warnings, not those that come every night.
        // The sample has faults on purpose, so its warnings are not listed.
        let isSilent = view.report.refusal != nil || isSample
        for warning in view.report.warnings
        where warning.isAboutCatalog || !isSilent && (warning.isNew || !common.quiet) {
            let words = named(warning.words)
            Console.complain(en: "warning: \(words.en)", ko: "주의: \(words.ko)")
        }
        guard let refusal = view.report.refusal else {
            try tellRemoval(view)
            Console.note(view.summary, isQuiet: common.quiet)
            for words in [view.filling, view.corrections, view.issues, try wayBack(view)] {
                if let words { Console.note(named(words), isQuiet: common.quiet) }
            }
            return
        }
        let reason = try naming(rejectsOf: view.report.run.runID, in: refusal)
        let refused = named(Words(en: "refused: \(reason.en)", ko: "거부: \(reason.ko)"))
        let words = (night()?.words.map(refused.followed) ?? refused).followed(by: view.whatStays)
        Console.complain(try nextStep(after: view).map(words.followed(by:)) ?? words)
        if view.report.run.runID == nil { Console.note(view.summary, isQuiet: common.quiet) }
        throw ExitStatus.data
    }

    /// Returns the command that takes back a run that was published because a person said so; nil for any other run.
    private func wayBack(_ view: ReportView) throws -> Words? {
        let run = view.report.run
        guard let id = run.runID, run.outcome == .published, run.description.role == .places,
            run.description.acceptedBecause != nil, run.counts.formerTotal > 0
        else { return nil }
        let command = NextCommand(feed: feed.id, catalog: try Environment.catalogPath(common.db)).undoing(run: id)
        return Words(en: "to take this run back: \(command)", ko: "이 실행을 되돌리려면 실행하세요: \(command)")
    }

    private func naming(rejectsOf run: Int64?, in refusal: Words) throws -> Words {
        guard let run else { return refusal }
        return NextCommand(feed: feed.id, catalog: try Environment.catalogPath(common.db)).naming(
            rejectsOf: run, in: refusal)
    }

    private func named(_ words: Words) -> Words {
        isOneOfMany ? Words(en: "\(feed.id): \(words.en)", ko: "\(feed.id): \(words.ko)") : words
    }

    /// Returns what to do after a refusal: the command that accepts the refused pages or, if they would take much from
    /// the catalog, the one that shows what would go. After that one, words say how to accept them, so that no command
    /// that destroys data is there to be copied. The command reads the kept pages; if none are kept, it reads the
    /// sources again.
    private func nextStep(after view: ReportView) throws -> Words? {
        let counts = view.counts
        let isEmpty = counts.total == 0 && counts.formerTotal > 0
        // If no row can be read, there is nothing to accept.
        guard counts.accepted > 0 || counts.rejected == 0 || isAccepting else { return nil }
        // No place would be on a map, and the reason says what to correct.
        let code = view.report.run.reasonData?.code
        if let code, code.hasPrefix("misread"), counts.withoutPoint >= counts.total { return nil }
        let isGrave = view.report.run.reasonData?.isGrave(removed: counts.removed, of: counts.formerTotal) == true
        if isGrave, isAccepting || view.report.run.runID == nil {
            return isEmpty
                ? Words(
                    en:
                        "if all \(counts.formerTotal) places are really gone, run it with --accept and a reason that begins with 'empty:', such as 'empty: the city closed the list'",
                    ko:
                        "\(counts.formerTotal)곳이 정말 모두 없어졌다면 --accept에 'empty:'로 시작하는 이유를 써서 실행하세요(예: 'empty: 시에서 목록을 폐지함')"
                )
                : Words(
                    en: "if the feed is correct, run it with --accept and your reason",
                    ko: "피드에 문제가 없으면 --accept에 이유를 써서 실행하세요")
        }
        let path = try Environment.catalogPath(common.db)
        // The declaration of a feed may be a file that the user can only name by its path.
        let next = NextCommand(
            feed: feedWord ?? view.report.run.description.feed, catalog: path, addresses: addresses)
        let run = view.report.hasKeptPages ? view.report.run.runID : replay.flatMap { Int64($0) }
        let end = isGrave ? NextCommand.Ending.dryRun : .accept
        var command =
            run.map { next.ending(end, run: $0) } ?? next.ending(end, sources: isSample ? ["--sample"] : sources)
        if feed.columns != nil { command = next.ending(end, source: view.report.run.description.source) }
        guard !isGrave else {
            return Words(en: "to see what would go: \(command)", ko: "무엇이 사라질지 보려면 실행하세요: \(command)")
        }
        return Words(en: "if the feed is correct: \(command)", ko: "피드에 문제가 없으면 실행하세요: \(command)")
    }

    /// Reports that this run removed the sample, even in a quiet job, because it happens only once. Removes the
    /// sample's runs from the marks of readers.
    private func tellRemoval(_ view: ReportView) throws {
        guard let removed = view.report.run.removedSample else { return }
        Console.complain(view.removal(removed))
        guard let run = view.report.run.runID else { return }
        try ReaderMarks.leave(removed.goodRuns, for: run, in: try Environment.catalogPath(common.db))
    }
}
