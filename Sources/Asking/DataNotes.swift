package import GeocliExport
package import GeocliIngest
package import GeocliPlaces
package import GeocliText

/// How old the data of a catalog is, and which feeds are late.
package struct DataAge {
    /// The age in seconds of the oldest data that is expected to become newer (`Cadence`); of the oldest data if none is.
    /// Nil without a good run. The age is below 0 if the clock is wrong.
    package let seconds: Int64?
    private let status: CatalogStatus
    private let runs: [(run: CatalogStatus.Run, seconds: Int64)]

    /// `runs` are the last good runs of the feeds that count.
    package init(_ status: CatalogStatus, of runs: [CatalogStatus.Run], now: SeoulTime) {
        self.status = status
        // The data of a replayed run is as old as its saved pages.
        self.runs = runs.compactMap { run in
            SeoulTime(timestamp: run.dataFrom).map { (run, now.unixSeconds - $0.unixSeconds) }
        }
        let expected = self.runs.filter { $0.run.expectedDays != nil }
        seconds = (expected.isEmpty ? self.runs : expected).map(\.seconds).max()
    }

    /// Whether the sample is the only feed with places. If so, no data in the catalog is real, even if it is recent.
    package var isOfSample: Bool {
        !status.lastPlaceRuns.isEmpty && status.lastPlaceRuns.allSatisfy { $0.feed == Feed.sample.id }
    }

    package static func words(_ seconds: Int64?) -> Words {
        guard let seconds else { return Words(en: "never", ko: "없음") }
        let hours = seconds / 3600
        if hours < 1 { return Words(en: "\(seconds / 60) min", ko: "\(seconds / 60)분") }
        return hours < 48
            ? Words(en: "\(hours) h", ko: "\(hours)시간") : Words(en: "\(hours / 24) days", ko: "\(hours / 24)일")
    }

    /// Returns why the data is not current, a sentence for each late feed; none if it is.
    ///
    /// - Parameters:
    ///   - limit: the maximum age of a daily feed in seconds. A weekly feed may be 6 days older, a monthly one 30.
    ///   - limitText: the limit as a person wrote it.
    ///   - command: returns the command that refreshes the feed of a run.
    package func problems(
        above limit: Double, _ limitText: String, command: (CatalogStatus.Run) -> String
    ) -> [Words] {
        guard !isOfSample else {
            return [
                Words(
                    en: "the catalog holds only the sample; run 'geocli ingest' for the real bookstores",
                    ko: "카탈로그에 샘플만 있습니다. 실제 책방 데이터를 받으려면 'geocli ingest'를 실행하세요")
            ]
        }
        guard !runs.isEmpty else { return [NoRunWords.words(hasLandmarks: !status.lastGoodRuns.isEmpty)] }
        return runs.compactMap { run, seconds in
            guard seconds >= 0 else { return future(run) }
            guard let days = run.expectedDays, Double(seconds) > limit + Double(days - 1) * 86400 else { return nil }
            return late(run, seconds, more: days - 1, limitText, command(run))
        }
    }

    /// Returns the command that ingests the feed of a run again. The paths of its files are not for everyone, so FILE
    /// stands for them.
    package static func ingest(_ run: CatalogStatus.Run) -> String {
        let command = run.source.contains("://") ? "geocli ingest" : "geocli ingest FILE"
        return run.feed == Feed.seoulBookstoresID ? command : "\(command) --feed \(run.feed)"
    }

    private func future(_ run: CatalogStatus.Run) -> Words {
        let feed = name(of: run)
        return Words(
            en: "the last good run\(feed.en) has a date in the future (\(run.dataFrom)); check this machine's clock",
            ko: "\(feed.ko)마지막으로 성공한 실행의 시각이 미래입니다(\(run.dataFrom)). 이 컴퓨터의 시각을 확인하세요")
    }

    /// Names the feed of a run if the catalog has several.
    private func name(of run: CatalogStatus.Run) -> Words {
        guard status.lastPlaceRuns.count > 1 else { return Words(en: "", ko: "") }
        return Words(en: " of \(run.feed)", ko: "\(run.feed) 피드는 ")
    }

    private func late(
        _ run: CatalogStatus.Run, _ seconds: Int64, more days: Int, _ limitText: String, _ command: String
    ) -> Words {
        let feed = name(of: run)
        let age = Self.words(seconds)
        let limit =
            days == 0
            ? Words(en: limitText, ko: limitText)
            : Words(en: "\(days) days and \(limitText)", ko: "\(days)일 \(limitText)")
        return Words(
            en: "the last good run\(feed.en) is \(age.en) old, more than \(limit.en); run '\(command)'",
            ko: "\(feed.ko)마지막으로 수집에 성공한 지 \(age.ko)\(.subject) 지났습니다(한도 \(limit.ko)). '\(command)'\(.object) 실행하세요")
    }
}

extension CatalogStatus.Run {
    /// The days until the next run of the feed is expected; nil if none is.
    fileprivate var expectedDays: Int? { pausedOn == nil ? cadence.days : nil }
}

/// The sentence for a catalog in which no run of places has succeeded yet.
package enum NoRunWords {
    package enum Next: String {
        case ingest = "geocli ingest"
        case status = "geocli status"
    }

    package static func words(_ source: some PlaceSource, _ next: Next) throws -> Words {
        words(hasLandmarks: try !source.lastLandmarkRuns().isEmpty, next)
    }

    /// `hasLandmarks` says whether a run of landmarks has succeeded. If so, the sentence must not say that no run has.
    package static func words(hasLandmarks: Bool, _ next: Next = .ingest) -> Words {
        let command = next.rawValue
        let advice =
            next == .ingest
            ? Words(en: "run '\(command)'", ko: "'\(command)'\(.object) 실행하세요")
            : Words(en: "see '\(command)'", ko: "'\(command)'\(.object) 확인하세요")
        guard hasLandmarks else {
            return Words(en: "the catalog has no good run; \(advice.en)", ko: "카탈로그에 성공한 실행이 없습니다. \(advice.ko)")
        }
        return Words(
            en: "the catalog has only landmarks, and no places yet; \(advice.en)",
            ko: "카탈로그에 기준점만 있고 장소는 아직 없습니다. \(advice.ko)")
    }
}

/// Statements in output files about the source of their data.
package enum SourceNotes {
    private static func provenance(_ run: CatalogStatus.Run, other: (String) -> Feed?) -> Provenance.Source? {
        if let feed = Feed.named(run.feed) { return feed.provenance }
        if let words = run.words, !run.isMadeUp {
            var source = Provenance.Source(
                feed: run.feed, title: words.title.ko, publisher: words.publisher, license: words.license)
            source.englishTitle = words.title.en
            return source
        }
        return run.feed == Feed.sample.id ? Feed.sample.provenance : other(run.feed)?.provenance
    }

    /// Returns the statements of these runs, the last good run of each feed. `other` returns the feed with an id; it is
    /// called if neither the program nor the run describes the feed.
    package static func statements(_ runs: [CatalogStatus.Run], other: (String) -> Feed?) -> [SourceStatement] {
        Provenance.statements(runs, sources: runs.compactMap { provenance($0, other: other) }) { run in
            run.source == SampleNames.source ? Feed.sample.provenance : nil
        }
    }
}

extension Feed {
    fileprivate var provenance: Provenance.Source {
        var source = Provenance.Source(feed: id, title: title.ko, publisher: publisher, license: license)
        source.englishTitle = title.en
        return source
    }
}

package enum DrawingTitle {
    /// Returns the heading: the user's title, or else the one that fits the feeds and the kinds that are drawn. `seoul`
    /// and `other` are for bookstores. A single feed of other places has its own title.
    package static func words(
        _ title: String?, _ status: CatalogStatus, kinds: Set<Kind>, seoul: Words, other: Words
    ) -> Words {
        if let title { return Words(en: title, ko: title) }
        let whole = words(status, seoul: seoul, other: other)
        guard !kinds.isEmpty else { return whole }
        let names = Kind.inOrder(kinds).map { status.words.title(of: $0) }
        return Words(
            en: "\(whole.en): \(names.map(\.en).joined(separator: ", "))",
            ko: "\(whole.ko): \(names.map(\.ko).joined(separator: ", "))")
    }

    private static func words(_ status: CatalogStatus, seoul: Words, other: Words) -> Words {
        let ofSeoul = [Feed.seoulBookstoresID, Feed.sample.id]
        if status.lastPlaceRuns.allSatisfy({ ofSeoul.contains($0.feed) }) { return seoul }
        let words = status.words
        guard words.noun != PlaceWords.bookstores.noun else { return other }
        let titles = status.lastPlaceRuns.compactMap { $0.words?.title }
        return titles.count == 1 ? titles[0] : Words(en: words.plural.capitalizedFirst, ko: words.noun.ko)
    }

    package static func ofPage(_ title: String?, _ status: CatalogStatus, kinds: Set<Kind>) -> Words {
        words(
            title, status, kinds: kinds, seoul: Words(en: "Bookstores of Seoul", ko: "서울 책방 지도"),
            other: Words(en: "Bookstores", ko: "책방 지도"))
    }
}
