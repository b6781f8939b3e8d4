internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The result of an ingest, as JSON and as text for people.
struct ReportView {
    let report: Ingester.Report

    var counts: RunCounts { report.run.counts }

    private var numbers: [(String, Int)] {
        [
            ("received", counts.received), ("accepted", counts.accepted), ("rejected", counts.rejected),
            ("duplicates", counts.duplicates), ("without_point", counts.withoutPoint), ("added", counts.added),
            ("changed", counts.changed), ("removed", counts.removed), ("returned", counts.returned),
            ("total", counts.total),
        ]
            + (report.addresses == nil
                ? [] : [("points_filled", counts.pointsFilled), ("points_unmatched", counts.pointsUnmatched)])
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

    func removal(_ removed: RemovedSample) -> Words {
        let count = removed.placeCount
        let outlines =
            removed.outlineCount == 0
            ? Words(en: "", ko: "")
            : Words(
                en:
                    "; the sample's district outlines were deleted, too: import real ones with 'geocli layers import FILE --role districts'",
                ko: ". 샘플의 자치구 경계도 함께 지웠습니다. 실제 경계는 'geocli layers import FILE --role districts'로 가져오세요")
        return report.run.runID == nil
            ? Words(
                en: "the sample would be deleted (made-up bookstores: \(count)), because this feed is real",
                ko: "실제 피드이므로, 수집하면 샘플(가상의 책방 \(count)곳)이 지워집니다")
            : Words(
                en:
                    "the sample was deleted (made-up bookstores: \(count)); the catalog now holds only the real feed\(outlines.en)",
                ko: "샘플(가상의 책방 \(count)곳)을 지웠습니다. 이제 카탈로그에는 실제 피드만 있습니다\(outlines.ko)")
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
                en: "\(feed), \(run.en): unchanged, \(words.plural) \(counts.total)",
                ko: "\(feed), \(run.ko): 변경 없음, \(words.noun.ko) \(counts.total)곳")
        }
        return Words(
            en:
                "\(feed), \(run.en): \(words.plural) \(counts.total) (added \(counts.added), changed \(counts.changed), removed \(counts.removed), returned \(counts.returned), without a point \(counts.withoutPoint)); rows \(counts.received) (rejected \(counts.rejected), duplicate \(counts.duplicates))",
            ko:
                "\(feed), \(run.ko): \(words.noun.ko) \(counts.total)곳(신규 \(counts.added), 변경 \(counts.changed), 누락 \(counts.removed), 재등록 \(counts.returned), 좌표 없음 \(counts.withoutPoint)). \(counts.received)행(제외 \(counts.rejected), 중복 \(counts.duplicates))"
        )
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

    /// Tells the user what one run did.
    ///
    /// - Throws: `ExitStatus.data` after a refusal.
    func tell(_ view: ReportView) throws {
        for note in view.report.notes { Console.note(note, isQuiet: common.quiet) }
        // After a refusal no warnings are listed. A quiet job lists only new warnings, not those that come every night.
        // The sample has faults on purpose, so its warnings are not listed.
        let isSilent = view.report.refusal != nil || isSample
        for warning in view.report.warnings
        where warning.isAboutCatalog || !isSilent && (warning.isNew || !common.quiet) {
            let words = named(warning.words)
            Console.complain(Words(en: "warning: \(words.en)", ko: "주의: \(words.ko)"))
        }
        guard let refusal = view.report.refusal else {
            try tellRemoval(view)
            Console.note(view.summary, isQuiet: common.quiet)
            if let filling = view.filling { Console.note(named(filling), isQuiet: common.quiet) }
            tellCorrections(view.report.run.corrections)
            if let issues = view.issues { Console.note(named(issues), isQuiet: common.quiet) }
            return
        }
        let refused = named(Words(en: "refused: \(refusal.en)", ko: "거부: \(refusal.ko)"))
        let words = refused.followed(by: view.whatStays)
        // If no row can be read, there is nothing to accept.
        let counts = view.report.run.counts
        let isVoid = counts.accepted == 0 && counts.rejected > 0
        Console.complain(isVoid ? words : words.followed(by: try acceptance(view)))
        throw ExitStatus.data
    }

    /// Tells how many corrections have a new state, for example because the feed now has the right value or contradicts
    /// the correction.
    private func tellCorrections(_ counts: [StoredCorrection.State: Int]) {
        let all = StoredCorrection.State.allCases.compactMap { state in counts[state].map { (state, $0) } }
        guard !all.isEmpty else { return }
        let words = Words(
            en: "corrections: "
                + all.map { "\($1) now \($0 == .conflict ? "in conflict" : $0.rawValue)" }.joined(separator: ", "),
            ko: "정정: " + all.map { "\($0.korean) \($1)건" }.joined(separator: ", "))
        guard counts[.conflict] == nil else {
            let next = Words(en: "see 'geocli corrections check'", ko: "'geocli corrections check'로 확인하세요")
            return Console.note(
                named(Words(en: "\(words.en); \(next.en)", ko: "\(words.ko). \(next.ko)")), isQuiet: common.quiet)
        }
        Console.note(named(words), isQuiet: common.quiet)
    }

    private func named(_ words: Words) -> Words {
        isOneOfMany ? Words(en: "\(feed.id): \(words.en)", ko: "\(feed.id): \(words.ko)") : words
    }

    /// Returns the command that accepts the refused pages. The command reads the kept pages; if none are kept, it reads
    /// the sources again.
    private func acceptance(_ view: ReportView) throws -> Words {
        let path = try Environment.catalogPath(common.db)
        // The declaration of a feed may be a file that the user can only name by its path.
        let next = NextCommand(
            feed: feedWord ?? view.report.run.description.feed, catalog: path, addresses: addresses)
        let run = view.report.hasKeptPages ? view.report.run.runID : nil
        var command = run.map(next.accepting(run:)) ?? next.accepting(sources: isSample ? ["--sample"] : sources)
        if feed.columns != nil { command = next.accepting(source: view.report.run.description.source) }
        return Words(en: "if the feed is correct: \(command)", ko: "피드에 문제가 없으면 실행하세요: \(command)")
    }

    /// Reports that this run removed the sample, even in a quiet job, because it happens only once. Removes the
    /// sample's runs from the marks of readers.
    private func tellRemoval(_ view: ReportView) throws {
        guard let removed = view.report.run.removedSample else { return }
        Console.complain(view.removal(removed))
        guard let run = view.report.run.runID else { return }
        try ReaderMarks.leave(removed.runs, for: run, in: try Environment.catalogPath(common.db))
    }
}
