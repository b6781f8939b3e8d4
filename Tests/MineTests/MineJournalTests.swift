import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliMine

/// Weeks and days of a journal, compared with Foundation's ISO calendar.
@Suite struct MineJournalTests {
    private static func place(_ name: String) -> MinePlace {
        MinePlace(ref: "f/\(name)", name: name, address: nil, district: "마포구", coordinate: nil)
    }

    private static func state(_ changes: [MineFolder.Change]) -> MineState {
        MineState(
            changes.enumerated().map { offset, change in
                MineAct(
                    record: change.record, clock: MineClock(raw: UInt64(offset + 1)), device: "d",
                    fields: change.fields)
            })
    }

    @Test func weeksAreThoseOfISO8601() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let form = DateFormatter()
        (form.calendar, form.timeZone, form.dateFormat) = (calendar, calendar.timeZone, "yyyy-MM-dd")
        var random = SplitMix(seed: 7)
        for _ in 0..<500 {
            let day = 10_000 + random.below(20_000)
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let monday = try #require(calendar.dateInterval(of: .weekOfYear, for: date)?.start)
            #expect(Day.text(Day.monday(day)) == form.string(from: monday))
            #expect(Day.number(Day.text(day)) == day)
        }
    }

    @Test func visitsAreCountedByDayAndPlace() {
        let (a, b) = (Self.place("a"), Self.place("b"))
        let state = Self.state([
            MineVisit.visiting(a, day: "2026-11-16"), MineVisit.visiting(a, day: "2026-11-16"),
            MineVisit.visiting(b, day: "2026-11-22"), MineVisit.visiting(a, day: "2026-11-23"),
            MineVisit.visiting(a, day: "2026-12-01"),
            .init("n", [.init("kind", .string("note")), .init("place", a.json), .init("day", .string("2026-11-23"))]),
            .init("m", [.init("kind", .string("note")), .init("place", b.json), .init("day", .string("2026-11-23"))]),
            MineJournal.setting(goal: 2, today: "2026-11-19"), MineJournal.setting(goal: 5, today: "2026-11-30"),
        ])
        let journal = MineJournal(state, today: "2026-11-28")
        #expect(
            journal.weeks == [
                MineWeek(start: "2026-11-23", end: "2026-11-29", visits: 2, firstVisits: 0, goal: 2),
                MineWeek(start: "2026-11-16", end: "2026-11-22", visits: 2, firstVisits: 2, goal: 2),
            ])
        #expect(journal.places == 2 && journal.visits == 4 && journal.later == 1 && journal.daysLeft == 1)
        #expect(journal.districts == ["마포구"])
        #expect(MineJournal(MineState(), today: "2026-11-28").weeks.count == 1)
    }

    @Test func aDayOfTheYearOneMakesNoMillionWeeks() {
        let state = Self.state([MineVisit.visiting(Self.place("a"), day: "0001-01-01")])
        #expect(MineJournal(state, today: "2026-11-28").weeks.count <= 5_301)
    }

    @Test func oneMarkOnTwoDevicesIsOneRecord() {
        #expect(
            MineMark.id(of: Self.place("a"), list: nil)
                == MineMark.marking(Self.place("a"), list: nil, day: "2026-01-01").record)
        #expect(MineMark.id(of: Self.place("a"), list: nil) != MineMark.id(of: Self.place("a"), list: "x"))
        #expect(MineID.random() != MineID.random() && MineID.random().utf8.count == 36)
        #expect(MineID.named("a", "b") != MineID.named("ab"))
    }
}
