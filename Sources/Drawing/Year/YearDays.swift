/// The days of a year and their positions in a chart of weeks.
///
/// - Source: the Gregorian calendar; weeks begin on Monday (ISO 8601).
struct YearDays {
    /// A day.
    struct Day {
        /// YYYY-MM-DD.
        let date: String
        /// 1 to 12.
        let month: Int
        /// 1 to 31.
        let day: Int
        /// The column: 0 for the week of January 1.
        let week: Int
        /// 0 for Monday.
        let weekday: Int
    }

    let days: [Day]
    /// The number of weeks with a day of this year: 53, or 54 in a leap year that begins on a Sunday (2012, 2040).
    var weeks: Int { (days.last?.week ?? 0) + 1 }

    init(_ year: Int) {
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        // January 1 of year 1 was a Monday.
        let before = year - 1
        var weekday = (before * 365 + before / 4 - before / 100 + before / 400) % 7
        var week = 0
        var days: [Day] = []
        for (month, length) in lengths.enumerated() {
            for day in 1...length {
                let date = [Self.padded(year, 4), Self.padded(month + 1, 2), Self.padded(day, 2)].joined(separator: "-")
                days.append(Day(date: date, month: month + 1, day: day, week: week, weekday: weekday))
                weekday += 1
                if weekday == 7 { (weekday, week) = (0, week + 1) }
            }
        }
        self.days = days
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
