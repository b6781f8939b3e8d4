package import GeocliText

/// A chart of a year for print and for pages, with a square for each day. Days with more visits are darker, or lighter
/// in the dark theme. Each column is a week that begins on Monday. The chart is SVG that depends only on these values,
/// with a style sheet for light and dark and no references to other files.
package struct YearHeatMap: Sendable {
    /// The year, 1 to 9999. A column may begin or end with days of the neighboring years, which are not drawn.
    package var year: Int
    /// The number of visits on each day, by date (YYYY-MM-DD). Other years are left out; a negative number is 0.
    package var counts: [String: Int]
    package var language = Language.korean

    package static let years = 1...9999
    /// The number of shades, including the one for days without visits.
    static let shades = 5

    package init(year: Int, counts: [String: Int]) {
        (self.year, self.counts) = (year, counts)
    }

    /// Returns the largest number of visits for each shade except the last, beginning with 0. With at most four visits
    /// a day, each number has its own shade; otherwise each shade covers about a quarter of the numbers.
    static func limits(most: Int) -> [Int] {
        (0..<shades - 1).map { max($0, (most * $0 + shades - 2) / (shades - 1)) }
    }

    /// Returns the shade of a number of visits: 0 for none, up to 4 for the largest number on one day (`most`).
    package static func shade(of count: Int, most: Int) -> Int {
        let limits = limits(most: most)
        return limits.firstIndex { count <= $0 } ?? shades - 1
    }
}

struct YearSheet {
    private let chart: YearHeatMap
    private let days: YearDays
    private let most: Int

    /// In pixels; `step` is the distance from one square to the next.
    private static let side = 13.0
    private static let step = 16.0
    private static let left = 44.0
    private static let top = 70.0
    /// A contrast ratio (WCAG 2.2) of at least 3 against the page for days with visits, and of 1.5 between neighbors.
    static let light = ["#E9EDEE", "#5D9AA4", "#32747F", "#154F5A", "#052A32"]
    static let dark = ["#252D34", "#467984", "#64A3AF", "#93CDD7", "#DDF6FA"]

    init(_ chart: YearHeatMap) {
        self.chart = chart
        days = YearDays(chart.year)
        most = days.days.reduce(0) { max($0, chart.counts[$1.date] ?? 0) }
    }

    private var isKorean: Bool { chart.language == .korean }
    private var width: Double { Self.left + Double(days.weeks) * Self.step + 24 }
    private var height: Double { Self.top + 7 * Self.step + 52 }
    private var total: Int { days.days.reduce(0) { $0 + count($1) } }
    private func count(_ day: YearDays.Day) -> Int { max(0, chart.counts[day.date] ?? 0) }
    private func n(_ pixels: Double) -> String { SVGText.number(pixels) }

    var svg: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="\(n(width))" height="\(n(height))" \
        viewBox="0 0 \(n(width)) \(n(height))" role="img" aria-labelledby="year-title year-desc" \
        xml:lang="\(chart.language.rawValue)" font-family="\(SVGText.fonts)" font-size="12">
        <title id="year-title">\(heading)</title>
        <desc id="year-desc">\(summary)</desc>
        <style>
        \(style)
        </style>
        <rect class="page" width="100%" height="100%"/>
        <text class="ink" x="\(n(Self.left))" y="28" font-size="18" font-weight="bold">\(heading)</text>
        <text class="soft" x="\(n(width - 24))" y="28" text-anchor="end">\(sum)</text>
        \(monthLabels)
        \(dayLabels)
        \(days.days.map(square).joined(separator: "\n"))
        \(legend)
        </svg>

        """
    }

    private var heading: String { isKorean ? "\(chart.year)년 책방 방문" : "Bookstore visits in \(chart.year)" }

    private var sum: String {
        let visited = days.days.count { count($0) > 0 }
        let (visits, dates) = (SVGText.grouped(total), SVGText.grouped(visited))
        return isKorean
            ? "방문 \(visits)회, 방문한 날 \(dates)일"
            : "\(visits) visit\(total == 1 ? "" : "s") on \(dates) day\(visited == 1 ? "" : "s")"
    }

    private var summary: String {
        guard let busiest = days.days.max(by: { count($0) < count($1) }), count(busiest) > 0 else { return sum }
        return isKorean
            ? "\(sum). 가장 많은 날: \(name(busiest)), \(words(count(busiest)))"
            : "\(sum). Busiest day: \(name(busiest)), with \(words(count(busiest)))."
    }

    private func words(_ count: Int) -> String {
        let number = SVGText.grouped(count)
        return isKorean ? "\(number)회" : count == 0 ? "no visits" : "\(number) visit\(count == 1 ? "" : "s")"
    }

    private func name(_ day: YearDays.Day) -> String {
        let weekday = isKorean ? Self.koreanWeekdays[day.weekday] : Self.weekdays[day.weekday]
        return isKorean
            ? "\(day.month)월 \(day.day)일(\(weekday))" : "\(weekday), \(day.day) \(Self.months[day.month - 1])"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let koreanWeekdays = ["월", "화", "수", "목", "금", "토", "일"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private var style: String {
        func rules(_ page: String, _ ink: String, _ soft: String, _ shades: [String]) -> String {
            let fills = shades.enumerated().map { ".s\($0.offset){fill:\($0.element)}" }.joined()
            return ".page{fill:\(page)}.ink{fill:\(ink)}.soft{fill:\(soft)}\(fills)"
        }
        return rules("#FFFFFF", "#1B2127", "#59636E", Self.light) + "\n@media (prefers-color-scheme:dark){"
            + rules("#14191E", "#E8ECEF", "#A5AFB9", Self.dark) + "}"
    }

    private func square(_ day: YearDays.Day) -> String {
        let (x, y) = (Self.left + Double(day.week) * Self.step, Self.top + Double(day.weekday) * Self.step)
        let shade = YearHeatMap.shade(of: count(day), most: most)
        return """
            <rect class="s\(shade)" x="\(n(x))" y="\(n(y))" width="\(n(Self.side))" height="\(n(Self.side))" rx="2">\
            <title>\(name(day)): \(words(count(day)))</title></rect>
            """
    }

    private var monthLabels: String {
        days.days.filter { $0.day == 1 }.map { day in
            let label = isKorean ? "\(day.month)월" : Self.months[day.month - 1]
            return text(label, x: Self.left + Double(day.week) * Self.step, y: Self.top - 10)
        }.joined(separator: "\n")
    }

    private var dayLabels: String {
        [0, 2, 4, 6].map { weekday in
            let label = isKorean ? Self.koreanWeekdays[weekday] : Self.weekdays[weekday]
            return text(label, x: Self.left - 8, y: Self.top + Double(weekday) * Self.step + 11, anchor: "end")
        }.joined(separator: "\n")
    }

    private var legend: String {
        let limits = YearHeatMap.limits(most: most)
        let y = Self.top + 7 * Self.step + 14
        let end = width - 24
        var parts: [String] = []
        var x = end
        for shade in (0..<YearHeatMap.shades).reversed() {
            let low = shade == 0 ? 0 : limits[shade - 1] + 1
            let high = shade < limits.count ? limits[shade] : max(most, low)
            guard low == 0 || low <= most else { continue }
            let label = low == high ? SVGText.grouped(low) : "\(SVGText.grouped(low))–\(SVGText.grouped(high))"
            x -= SVGText.width(label, size: 12)
            parts.append(text(label, x: x, y: y + 11))
            x -= Self.side + 5
            parts.append(
                """
                <rect class="s\(shade)" x="\(n(x))" y="\(n(y))" width="\(n(Self.side))" height="\(n(Self.side))" rx="2"/>
                """)
            x -= 14
        }
        parts.append(text(isKorean ? "하루 방문 횟수" : "Visits a day", x: x, y: y + 11, anchor: "end"))
        return parts.reversed().joined(separator: "\n")
    }

    private func text(_ label: String, x: Double, y: Double, anchor: String = "start") -> String {
        "<text class=\"soft\" x=\"\(n(x))\" y=\"\(n(y))\"\(anchor == "start" ? "" : " text-anchor=\"\(anchor)\"")>\(label)</text>"
    }
}

extension YearHeatMap {
    /// Returns the SVG file. `year` must be in `years`.
    package func svg() -> [UInt8] {
        precondition(Self.years.contains(year))
        return Array(YearSheet(self).svg.utf8)
    }
}

/// The days of a year and their positions in a chart of weeks, which begin on Monday (ISO 8601).
struct YearDays {
    struct Day {
        /// YYYY-MM-DD.
        let date: String
        let month: Int
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
