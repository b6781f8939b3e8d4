internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// Tells a person on standard error what a run did.
struct ReportTeller {
    let feed: Feed
    /// The value of `--feed`; nil if the user did not give the option.
    let feedWord: String?
    /// The sources as the user gave them.
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
        Console.complain(refused.followed(by: view.whatStays).followed(by: try acceptance(view)))
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
