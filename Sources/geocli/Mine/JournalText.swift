internal import GeocliMine
internal import GeocliSearch
internal import GeocliText

/// A journal for a terminal: this week, the weeks before, totals, and a year of days.
struct JournalText {
    /// Weeks that are shown without `--limit`.
    static let usualWeeks = 8
    /// The signs for a day with no visit, one visit, two visits, and more.
    private static let shades = ["·", "░", "▒", "█"]
    /// The columns before the first week of a year.
    private static let margin = 4

    private let journal: MineJournal
    private let language: Language
    private let columns: Int

    init(_ journal: MineJournal, _ language: Language, columns: Int) {
        self.journal = journal
        self.language = language
        self.columns = columns
    }

    /// Returns the text for this week and the weeks before it; `count` weeks in all.
    func text(weeks count: Int) -> String {
        var lines = [thisWeek]
        let before = journal.weeks.dropFirst().prefix(max(0, count - 1))
        if !before.isEmpty { lines += [""] + before.map(line) }
        lines += ["", totals]
        if journal.later > 0 {
            lines.append(
                Words(
                    en:
                        "\(Self.visits(journal.later)) \(journal.later == 1 ? "has" : "have") a day in the future and \(journal.later == 1 ? "is" : "are") not counted yet",
                    ko: "날짜가 미래인 방문 \(journal.later)건은 아직 세지 않았습니다"
                ).text(language))
        }
        return (lines + [""] + year).joined(separator: "\n") + "\n"
    }

    private static func visits(_ count: Int) -> String { "\(count) \(count == 1 ? "visit" : "visits")" }

    private var thisWeek: String {
        let week = journal.week
        guard let goal = week.goal, goal > 0 else {
            return Words(
                en: "This week (\(week.start) to \(week.end)): \(Self.visits(week.visits))",
                ko: "이번 주(\(week.start)~\(week.end)): 방문 \(week.visits)번"
            ).text(language)
        }
        return Words(
            en: "This week (\(week.start) to \(week.end)): \(week.visits) of \(Self.visits(goal))",
            ko: "이번 주(\(week.start)~\(week.end)): 목표 \(goal)번 중 \(week.visits)번"
        ).text(language)
    }

    private func line(_ week: MineWeek) -> String {
        let goal = week.goal.flatMap { $0 > 0 ? "/\($0)" : nil } ?? ""
        let first =
            week.firstVisits == 0
            ? ""
            : Words(en: ", \(week.firstVisits) for the first time", ko: ", 처음 간 곳 \(week.firstVisits)곳").text(language)
        return "\(week.start)  \(week.visits)\(goal)\(first)"
    }

    private var totals: String {
        let known = journal.districts.filter(District.isName).count
        return Words(
            en:
                "In all: \(Self.visits(journal.visits)), \(journal.places) \(journal.places == 1 ? "place" : "places"), \(known) of \(District.all.count) districts",
            ko: "지금까지: 방문 \(journal.visits)번, 장소 \(journal.places)곳, 자치구 \(District.all.count)곳 중 \(known)곳"
        ).text(language)
    }

    /// The chart of the last year: a line for each day of the week and a column for each week, as many weeks as fit.
    private var year: [String] {
        let names =
            language == .korean
            ? ["월", "화", "수", "목", "금", "토", "일"] : ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        guard let today = Day.number(journal.today) else { return [] }
        let last = Day.monday(today)
        let weeks = max(1, min(53, columns - Self.margin))
        return names.enumerated().map { offset, name in
            let days = (0..<weeks).map { week -> String in
                let day = last - 7 * (weeks - 1 - week) + offset
                guard day <= today else { return " " }
                return Self.shades[min(journal.days[Day.text(day)] ?? 0, Self.shades.count - 1)]
            }.joined()
            let padding = String(repeating: " ", count: Self.margin - DisplayText.width(name))
            return String((name + padding + days).reversed().drop { $0 == " " }.reversed())
        }
    }
}
