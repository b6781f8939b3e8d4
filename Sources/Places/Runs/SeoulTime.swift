/// A time in whole seconds, with its day in Seoul.
public struct SeoulTime: Sendable, Equatable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let unixSeconds: Int64

    public init(unixSeconds: Int64) { self.unixSeconds = unixSeconds }

    /// The day in Asia/Seoul, `YYYY-MM-DD`. Korea has used UTC+9 without summer time since 1988-10-09.
    public var date: String {
        let civil = Self.civil(unixSeconds + 9 * 3600)
        return "\(Self.padded(civil.year, 4))-\(Self.padded(civil.month, 2))-\(Self.padded(civil.day, 2))"
    }

    /// The minute in Asia/Seoul for people, `YYYY-MM-DD hh:mm`.
    public var minute: String {
        let second = Int(((unixSeconds + 9 * 3600) % 86400 + 86400) % 86400)
        return "\(date) \(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2))"
    }

    /// The time in UTC, `YYYY-MM-DDThh:mm:ssZ` (RFC 3339).
    public var timestamp: String {
        let civil = Self.civil(unixSeconds)
        let second = Int((unixSeconds % 86400 + 86400) % 86400)
        let day = "\(Self.padded(civil.year, 4))-\(Self.padded(civil.month, 2))-\(Self.padded(civil.day, 2))"
        return
            "\(day)T\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))Z"
    }

    public init?(timestamp: String) {
        let numbers = timestamp.split { !$0.isNumber }.compactMap { Int64($0) }
        guard numbers.count == 6, timestamp.utf8.count == 20, numbers[0] <= 9999 else { return nil }
        let days = Self.days(year: numbers[0], month: numbers[1], day: numbers[2])
        unixSeconds = days * 86400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        // An impossible time (30 February, hour 24) becomes another time, and the text of that time differs from
        // `timestamp`.
        guard self.timestamp == timestamp else { return nil }
    }

    /// Returns whether `text` is a day of the Gregorian calendar, `YYYY-MM-DD`, as the catalog writes it.
    public static func isDate(_ text: String) -> Bool { SeoulTime(timestamp: text + "T00:00:00Z") != nil }

    /// - Source: Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days and days_from_civil.
    private static func civil(_ seconds: Int64) -> (year: Int, month: Int, day: Int) {
        let days = (seconds >= 0 ? seconds : seconds - 86399) / 86400 + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (
            Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), Int(month), Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
        )
    }

    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
