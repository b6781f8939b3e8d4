internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// A night in which a feed brought no new data, and those before it since the feed's last good run. Several runs in a
/// night count as one.
struct BadNight {
    /// The number of these nights, this one included.
    let nights: Int
    /// The first of these days in Asia/Seoul.
    let since: String
    /// The feed's bad run of this night; nil if it could not be recorded.
    let run: CatalogStatus.Run?
    private let lastGood: CatalogStatus.Run?
    private let now: SeoulTime

    /// - Parameters:
    ///   - state: the feed's state after the run; nil if the catalog does not have the feed or can't be read.
    ///   - now: when the run started.
    init(_ state: FeedState?, now: SeoulTime) {
        self.now = now
        lastGood = state?.lastGood
        run = state?.lastFailure?.date == now.date ? state?.lastFailure : nil
        let recorded = state?.failedDays ?? 0
        let first = state?.failingSince ?? now.date
        // As long as the catalog is busy or its disk is full, no run is recorded. So the runs that were expected since
        // the last good one also count.
        guard run == nil, let good = lastGood, let days = good.cadence.days.map(Int64.init),
            let last = Self.number(of: good.date), let today = Self.number(of: now.date),
            (today - last) / days > recorded + 1
        else {
            (nights, since) = (run == nil ? recorded + 1 : recorded, first)
            return
        }
        nights = Int((today - last) / days)
        since = min(first, SeoulTime(unixSeconds: (last + days) * 86400).date)
    }

    /// Returns the number of a day since 1970.
    private static func number(of date: String) -> Int64? {
        SeoulTime(timestamp: date + "T00:00:00Z").map { $0.unixSeconds / 86400 }
    }

    /// Since when the feed fails, and how old its data is. Nil if the data is of this day, or if there is nothing to
    /// compare with: no data, and no other bad night.
    var words: Words? {
        guard lastGood != nil || nights > 1, lastGood?.date != now.date else { return nil }
        let failing = Words(
            en: "failing since \(since), \(EnglishNoun.counted(nights, "night", "nights")) in a row",
            ko: nights == 1 ? "\(since)에 수집하지 못했습니다" : "\(since)부터 \(nights)회 연속 수집하지 못했습니다")
        guard let data = lastGood.flatMap({ SeoulTime(timestamp: $0.dataFrom) }) else {
            return failing.followed(by: Words(en: "there is no data yet", ko: "아직 받은 데이터가 없습니다"))
        }
        let age = DataAge.words(max(0, now.unixSeconds - data.unixSeconds))
        return failing.followed(by: Words(en: "the data is \(age.en) old", ko: "지금 데이터는 \(age.ko) 전 것입니다"))
    }
}

/// The error that ended a run, with what the night adds to its message.
struct FailedNight: ExplainedError {
    let exit: ExitStatus
    let words: Words
    /// Whether a quiet job says nothing about it (`--patience`).
    let isSilent: Bool

    /// - Parameters:
    ///   - night: nil for a run that is not of a night: a dry run, or pages that a person gave for the first time.
    ///   - command: returns the command that ingests again, for a run that needs a person first.
    ///   - patience: the number of nights in a row after which a quiet job speaks.
    init(
        _ cause: any ExplainedError, _ night: BadNight?, patience: Int?, command: (CatalogStatus.Run) -> String
    ) {
        exit = cause.exit
        isSilent = cause.healsByItself && night.map { $0.nights < patience ?? 0 } ?? false
        // A wrong option says nothing about the feed.
        let isOption = cause.exit == .usage && !(cause is StoppedRun)
        guard !isOption, let said = night?.words else {
            words = cause.words
            return
        }
        let sentences = cause.words.followed(by: said)
        // The message of an interrupted run has its next step. What passes by itself needs none.
        let needsStep = !cause.healsByItself && (cause as? StoppedRun)?.isResumable != true
        guard needsStep, let run = night?.run else {
            words = sentences
            return
        }
        let again = command(run)
        words = sentences.followed(by: Words(en: "after that, run: \(again)", ko: "조치한 뒤 실행하세요: \(again)"))
    }
}
