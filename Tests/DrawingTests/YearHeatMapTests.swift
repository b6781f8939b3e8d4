import Foundation
import GeocliText
import Testing

@testable import GeocliDrawing

/// The chart of a year, compared with Foundation's calendar.
@Suite struct YearHeatMapTests {
    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(identifier: "UTC") ?? calendar.timeZone
        return calendar
    }

    @Test func daysAreThoseOfTheCalendar() throws {
        let calendar = Self.calendar
        for year in [1900, 1999, 2000, 2012, 2020, 2024, 2025, 2026, 2027, 2028, 2040, 2100] {
            let days = YearDays(year).days
            var date = try #require(calendar.date(from: DateComponents(year: year, month: 1, day: 1)))
            let week = calendar.component(.weekOfYear, from: date)
            var column = 0
            var former = week
            for day in days {
                let parts = calendar.dateComponents([.year, .month, .day, .weekday, .weekOfYear], from: date)
                #expect(parts.year == year && parts.month == day.month && parts.day == day.day)
                #expect(((parts.weekday ?? 0) + 5) % 7 == day.weekday, "\(day.date)")
                if parts.weekOfYear != former { (former, column) = (parts.weekOfYear ?? 0, column + 1) }
                #expect(day.week == column, "\(day.date)")
                date = try #require(calendar.date(byAdding: .day, value: 1, to: date))
            }
            #expect(calendar.component(.year, from: date) == year + 1)
        }
        #expect(YearDays(2026).weeks == 53 && YearDays(2012).weeks == 54 && YearDays(2040).weeks == 54)
        #expect(YearDays(1).days[0].date == "0001-01-01" && YearDays(9999).days.count == 365)
    }

    @Test func shadesGrowWithTheCount() {
        for most in [0, 1, 2, 3, 4, 5, 7, 18, 1000] {
            let shades = (0...most).map { YearHeatMap.shade(of: $0, most: most) }
            #expect(shades == shades.sorted() && shades[0] == 0 && !shades.dropFirst().contains(0))
            #expect(Set(shades).count == min(most, 4) + 1)
        }
        #expect((0...4).map { YearHeatMap.shade(of: $0, most: 4) } == [0, 1, 2, 3, 4])
        #expect(YearHeatMap.shade(of: 18, most: 18) == 4)
    }

    @Test(arguments: Language.allCases) func eachDayIsThereWithItsNumber(_ language: Language) {
        var chart = YearHeatMap(
            year: 2026,
            counts: ["2026-01-01": 2, "2026-12-31": 1, "2025-12-31": 9, "2026-02-30": 9, "x": 9, "2026-03-01": -4])
        chart.language = language
        let svg = String(decoding: chart.svg(), as: UTF8.self)
        #expect(svg.matches(of: /<rect class="s\d" [^>]*><title>/).count == 365)
        let named =
            language == .korean
            ? ["1월 1일(목): 2회", "12월 31일(목): 1회", "3월 1일(일): 0회", "방문 3회, 방문한 날 2일"]
            : ["Thu, 1 Jan: 2 visits", "Thu, 31 Dec: 1 visit<", "Sun, 1 Mar: no visit", "3 visits on 2 days"]
        for words in named { #expect(svg.contains(words), "\(words)") }
        #expect(
            svg.contains("role=\"img\" aria-labelledby=\"year-title year-desc\"")
                && svg.contains("prefers-color-scheme:dark"))
        #expect(!svg.contains("href") && !svg.contains("url(") && !svg.contains("<script"))
    }

    @Test func anEmptyYearIsAChart() {
        let svg = String(decoding: YearHeatMap(year: 2026, counts: [:]).svg(), as: UTF8.self)
        #expect(svg.matches(of: /<rect class="s0"/).count == 366 && svg.contains("방문 0회, 방문한 날 0일"))
    }

    @Test func shadesCanBeToldApart() {
        for (page, shades) in [("#FFFFFF", YearSheet.light), ("#14191E", YearSheet.dark)] {
            for shade in shades.dropFirst() { #expect(Contrast.ratio(shade, page) >= 3) }
            for (one, next) in zip(shades, shades.dropFirst()) { #expect(Contrast.ratio(one, next) >= 1.5) }
        }
    }
}
