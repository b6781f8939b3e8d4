internal import GeocliPlaces
internal import GeocliText

/// A person's visits by day and week. A note about a place counts as a visit on the day of the note.
package struct MineJournal: Equatable, Sendable {
    /// The weeks from the first visit to today, newest first. The current week is always included.
    package let weeks: [MineWeek]
    /// The number of visits on each day with a visit, up to today.
    package let days: [String: Int]
    /// The number of places visited up to today.
    package let places: Int
    /// The districts of these places, sorted by name.
    package let districts: [String]
    package let today: String
    /// The number of visits after today, which do not count in any week yet.
    package let later: Int

    /// Maximum number of weeks in a journal, so that a wrong date does not produce millions of weeks.
    private static let maximumWeeks = 5_300

    package init(_ state: MineState, today: String) { self.init(state, today: today) { $0.key } }

    /// Creates the journal of a state.
    /// - Parameter identity: returns a text that is the same for all records of one place.
    package init(_ state: MineState, today: String, identity: (MinePlace) throws -> String) rethrows {
        var seen: [String: Set<String>] = [:]
        var districts: Set<String> = []
        for (place, day) in Self.stays(state) {
            seen[day, default: []].insert(try identity(place))
            if let district = place.district, day <= today { districts.insert(district) }
        }
        self.today = today
        self.districts = districts.sorted()
        later = seen.filter { $0.key > today }.reduce(0) { $0 + $1.value.count }
        days = seen.filter { $0.key <= today }.mapValues(\.count)
        var first: [String: Int] = [:]
        var known: Set<String> = []
        for day in seen.keys.sorted() where day <= today {
            let new = seen[day, default: []].subtracting(known)
            first[day] = new.count
            known.formUnion(new)
        }
        places = known.count
        weeks = Self.weeks(days, first, Self.goals(state), today)
    }

    private static func stays(_ state: MineState) -> [(MinePlace, String)] {
        state.visits.map { ($0.place, $0.day) }
            + state.notes.compactMap { note in
                note.isRemoved ? nil : note.place.map { ($0, note.day) }
            }
    }

    private static func weeks(
        _ days: [String: Int], _ first: [String: Int], _ goals: [(start: String, times: Int)], _ today: String
    ) -> [MineWeek] {
        var (visits, new): ([Int: Int], [Int: Int]) = ([:], [:])
        for (day, count) in days { visits[Day.number(day).map(Day.monday) ?? 0, default: 0] += count }
        for (day, count) in first { new[Day.number(day).map(Day.monday) ?? 0, default: 0] += count }
        let last = Day.monday(Day.number(today) ?? 0)
        let earliest = max(visits.keys.min() ?? last, last - 7 * maximumWeeks)
        return stride(from: last, through: min(earliest, last), by: -7).map { monday in
            let start = Day.text(monday)
            return MineWeek(
                start: start, end: Day.text(monday + 6), visits: visits[monday] ?? 0, firstVisits: new[monday] ?? 0,
                goal: goals.last { $0.start <= start }?.times)
        }
    }

    /// The goals, ordered by the week from which they apply. 0 visits a week means no goal.
    private static func goals(_ state: MineState) -> [(start: String, times: Int)] {
        state.all(.goal) { record in
            guard !record.isRemoved, let start = record.text("week"), SeoulTime.isDate(start),
                let times = record.value("times")?.scalarText.flatMap({ Int($0) }), 0...1000 ~= times
            else { return nil }
            return (start, times)
        }.sorted { $0.start < $1.start }
    }

    /// Returns the change that sets a goal, starting with the week of `today`.
    /// - Parameter times: the number of visits a week; 0 for no goal.
    package static func setting(goal times: Int, today: String) -> MineFolder.Change {
        let week = Day.text(Day.monday(Day.number(today) ?? 0))
        return MineFolder.Change(
            MineID.named("goal", week),
            [
                .init("kind", .string("goal")), .init("week", .string(week)), .init("times", .number(String(times))),
                .init("removed", .bool(false)),
            ])
    }

    package var week: MineWeek { weeks[0] }

    /// The number of all visits up to today.
    package var visits: Int { days.values.reduce(0, +) }

    /// The number of days that are left in this week after today.
    package var daysLeft: Int { (Day.number(week.end) ?? 0) - (Day.number(today) ?? 0) }
}

/// A week of a journal, from Monday to Sunday.
package struct MineWeek: Equatable, Sendable {
    /// The week's Monday, `YYYY-MM-DD`.
    package let start: String
    /// The week's Sunday, `YYYY-MM-DD`.
    package let end: String
    /// The number of visits. A place counts at most once a day.
    package let visits: Int
    /// The number of places that were visited for the first time.
    package let firstVisits: Int
    /// The number of visits that the person wants; nil without a goal.
    package let goal: Int?
}

package enum Day {
    /// Returns the number of days since 1970-01-01; nil for a text that is not a day.
    package static func number(_ day: String) -> Int? {
        SeoulTime(timestamp: day + "T00:00:00Z").map { Int($0.unixSeconds / 86_400) }
    }

    /// Returns the text of a day, `YYYY-MM-DD`.
    package static func text(_ number: Int) -> String {
        String(SeoulTime(unixSeconds: Int64(number) * 86_400).timestamp.prefix(10))
    }

    /// Returns the Monday of the day's week. 1970-01-01 was a Thursday.
    package static func monday(_ number: Int) -> Int { number - ((number + 3) % 7 + 7) % 7 }
}
