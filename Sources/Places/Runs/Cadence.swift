package import GeocliText

/// How often new data of a feed is expected.
package enum Cadence: String, Sendable, CaseIterable {
    case daily, weekly, monthly, once

    /// The days from one run to the next; nil if no other run is expected.
    package var days: Int? {
        switch self {
        case .daily: 1
        case .weekly: 7
        case .monthly: 31
        case .once: nil
        }
    }

    /// Finds the cadence of a feed if neither a person nor its declaration states one. A service is expected daily. A
    /// file is expected as often as it came: the median of the last three times between days with a good run decides,
    /// with some room. With fewer such days, it is expected once.
    ///
    /// - Parameter days: the days of the last good runs, `YYYY-MM-DD`, latest first.
    package init(source: String, days: [String]) {
        guard !source.contains("://") else {
            self = .daily
            return
        }
        var numbers: [Int64] = []
        for day in days {
            guard let number = SeoulTime(timestamp: day + "T00:00:00Z").map({ $0.unixSeconds / 86400 }) else {
                continue
            }
            if numbers.last != number { numbers.append(number) }
        }
        let gaps = zip(numbers, numbers.dropFirst()).map { $0 - $1 }.prefix(3)
        switch gaps.count == 3 ? gaps.sorted()[1] : .max {
        case ...2: self = .daily
        case ...9: self = .weekly
        case ...40: self = .monthly
        default: self = .once
        }
    }

    package var words: Words {
        switch self {
        case .daily: Words(en: "daily", ko: "매일")
        case .weekly: Words(en: "weekly", ko: "매주")
        case .monthly: Words(en: "monthly", ko: "매월")
        case .once: Words(en: "once", ko: "한 번")
        }
    }
}
