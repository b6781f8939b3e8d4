package import GeocliPlaces
package import GeocliText

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
