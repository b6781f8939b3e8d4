import Foundation
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct SeoulTimeTests {
    private static func formatter(_ format: String, zone: Int) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: zone)
        formatter.dateFormat = format
        return formatter
    }

    @Test(
        arguments: [
            ("2026-09-19T14:59:59Z", "2026-09-19"), ("2026-09-19T15:00:00Z", "2026-09-20"),
            ("2026-12-31T14:59:59Z", "2026-12-31"), ("2026-12-31T15:00:00Z", "2027-01-01"),
            ("2024-02-28T15:00:00Z", "2024-02-29"), ("2024-02-29T15:00:00Z", "2024-03-01"),
            ("2100-02-28T15:00:00Z", "2100-03-01"), ("2000-02-28T15:00:00Z", "2000-02-29"),
            ("1970-01-01T00:00:00Z", "1970-01-01"), ("1969-12-31T14:59:59Z", "1969-12-31"),
            ("0001-01-01T00:00:00Z", "0001-01-01"), ("9999-12-31T14:59:59Z", "9999-12-31"),
        ])
    func theDayIsThatOfSeoul(timestamp: String, day: String) throws {
        let time = try #require(SeoulTime(timestamp: timestamp))
        #expect(time.date == day)
        #expect(time.timestamp == timestamp)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (1_788_285_600, "2026-09-01T18:00:00Z"),
    ])
    func secondsAreThoseOfUnix(seconds: Int64, timestamp: String) {
        #expect(SeoulTime(unixSeconds: seconds).timestamp == timestamp)
        #expect(SeoulTime(timestamp: timestamp)?.unixSeconds == seconds)
    }

    @Test func datesAndTimestampsAreThoseOfFoundation() {
        var random = SeededGenerator(seed: 7)
        let day = Self.formatter("yyyy-MM-dd", zone: 9 * 3600)
        let stamp = Self.formatter("yyyy-MM-dd'T'HH:mm:ss'Z'", zone: 0)
        for _ in 0..<3000 {
            // From 1600, when Foundation's calendar is certainly Gregorian, to 9999.
            let seconds = Int64.random(in: -11_676_096_000...253_402_214_400, using: &random)
            let time = SeoulTime(unixSeconds: seconds)
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(time.date == day.string(from: date), "\(seconds)")
            #expect(time.timestamp == stamp.string(from: date), "\(seconds)")
            #expect(SeoulTime(timestamp: time.timestamp) == time, "\(seconds)")
        }
    }

    @Test(
        arguments: [
            "", "2026-09-19", "2026-09-19T00:00:00", "2026-09-19T00:00Z", "2026-09-19T00:00:00.0Z",
            "yesterday at about 3",
            "2026-09-19T00:00:00+09:00",
        ])
    func otherTextIsNoTimestamp(text: String) { #expect(SeoulTime(timestamp: text) == nil) }

    @Test(
        arguments: [
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-09-19T24:00:00Z",
            "2026-09-19T00:60:00Z", "2026-09-19T00:00:61Z", "2026/09/19 00.00.00?",
        ])
    func aMomentThatNeverWasIsNoTimestamp(text: String) { #expect(SeoulTime(timestamp: text) == nil) }
}
