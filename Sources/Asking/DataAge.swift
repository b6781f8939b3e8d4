internal import GeocliIngest
package import GeocliPlaces
package import GeocliText

/// How old the data of a catalog is, and whether that is too old.
package struct DataAge {
    /// The last good run of the feed with the oldest data; nil if there is none.
    package let oldest: CatalogStatus.Run?
    /// The age of that feed's data in seconds; nil without a good run. The age is below 0 if the clock is wrong.
    package let seconds: Int64?
    private let status: CatalogStatus

    /// - Parameters:
    ///   - runs: the last good runs of the feeds that count.
    ///   - now: the present time.
    package init(_ status: CatalogStatus, of runs: [CatalogStatus.Run], now: SeoulTime) {
        self.status = status
        // The data of a replayed run is as old as its saved pages.
        oldest = runs.min { $0.dataFrom < $1.dataFrom }
        seconds = oldest.flatMap { SeoulTime(timestamp: $0.dataFrom) }.map { now.unixSeconds - $0.unixSeconds }
    }

    /// Whether the sample is the only feed with places. If so, no data in the catalog is real, even if it is recent.
    package var isOfSample: Bool {
        !status.lastPlaceRuns.isEmpty && status.lastPlaceRuns.allSatisfy { $0.feed == Feed.sample.id }
    }

    /// The age in words: minutes, hours or days.
    package var words: Words { Self.words(seconds) }

    package static func words(_ seconds: Int64?) -> Words {
        guard let seconds else { return Words(en: "never", ko: "없음") }
        let hours = seconds / 3600
        if hours < 1 { return Words(en: "\(seconds / 60) min", ko: "\(seconds / 60)분") }
        return hours < 48
            ? Words(en: "\(hours) h", ko: "\(hours)시간") : Words(en: "\(hours / 24) days", ko: "\(hours / 24)일")
    }

    /// Returns why the data is not current; nil if it is.
    ///
    /// - Parameters:
    ///   - limit: the maximum age in seconds.
    ///   - limitText: the limit as a person wrote it.
    package func problem(above limit: Double, _ limitText: String) -> Words? {
        guard !isOfSample else {
            return Words(
                en: "the catalog holds only the sample; run 'geocli ingest' for the real bookstores",
                ko: "카탈로그에 샘플만 있습니다. 실제 책방 데이터를 받으려면 'geocli ingest'를 실행하세요")
        }
        guard let seconds else { return NoRunWords.words(hasLandmarks: !status.lastGoodRuns.isEmpty) }
        guard seconds >= 0 else {
            let moment = oldest?.dataFrom ?? ""
            return Words(
                en: "the last good run has a date in the future (\(moment)); check this machine's clock",
                ko: "마지막으로 성공한 실행의 시각이 미래입니다(\(moment)). 이 컴퓨터의 시각을 확인하세요")
        }
        guard Double(seconds) > limit else { return nil }
        let name = status.lastPlaceRuns.count > 1 ? oldest?.feed : nil
        let feed = Words(en: name.map { " of \($0)" } ?? "", ko: name.map { "\($0) 피드는 " } ?? "")
        return Words(
            en: "the last good run\(feed.en) is \(words.en) old, more than \(limitText); run 'geocli ingest'",
            ko: "\(feed.ko)마지막으로 수집에 성공한 지 \(words.ko)\(.subject) 지났습니다(한도 \(limitText)). 'geocli ingest'를 실행하세요")
    }
}

/// The sentence for a catalog in which no run of places has succeeded yet.
package enum NoRunWords {
    /// The command that the sentence proposes.
    package enum Next: String {
        case ingest = "geocli ingest"
        case status = "geocli status"
    }

    /// Returns the sentence for a source without a good run of places.
    package static func words(_ source: some PlaceSource, _ next: Next) throws -> Words {
        words(hasLandmarks: try !source.lastLandmarkRuns().isEmpty, next)
    }

    /// - Parameter hasLandmarks: whether a run of landmarks has succeeded. If so, the sentence must not say that no run
    ///   has succeeded.
    package static func words(hasLandmarks: Bool, _ next: Next = .ingest) -> Words {
        let command = next.rawValue
        let advice =
            next == .ingest
            ? Words(en: "run '\(command)'", ko: "'\(command)'\(.object) 실행하세요")
            : Words(en: "see '\(command)'", ko: "'\(command)'\(.object) 확인하세요")
        guard hasLandmarks else {
            return Words(en: "no run has succeeded yet; \(advice.en)", ko: "아직 성공한 실행이 없습니다. \(advice.ko)")
        }
        return Words(
            en: "the catalog has only landmarks, and no places yet; \(advice.en)",
            ko: "카탈로그에 기준점만 있고 장소는 아직 없습니다. \(advice.ko)")
    }
}
