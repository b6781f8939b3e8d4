internal import GeocliExport
internal import GeocliMine

extension ListingSchema where Row == MineWeek {
    /// The columns of the weeks of a journal.
    static var weeks: ListingSchema {
        ListingSchema(
            columns: [
                Column("start", en: "week from", ko: "월요일", type: .date, about: "The Monday of the week.") {
                    .code($0.start)
                },
                Column("end", en: "to", ko: "일요일", type: .date, about: "The Sunday of the week.") { .code($0.end) },
                Column(
                    "visits", en: "visits", ko: "방문", type: .integer,
                    about: "The number of visits; a place counts once a day."
                ) {
                    .integer($0.visits)
                },
                Column(
                    "first_visits", en: "first visits", ko: "첫 방문", type: .integer,
                    about: "The number of places that were visited for the first time."
                ) { .integer($0.firstVisits) },
                Column(
                    "goal", en: "goal", ko: "목표", type: .integer, orNull: true,
                    about: "The goal for the week; null if there is none."
                ) { .integer($0.goal) },
            ], tableKeys: ["start", "end", "visits", "first_visits", "goal"])
    }
}
