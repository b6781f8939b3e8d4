internal import ArgumentParser
internal import GeocliAsking
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

enum MineWeekRows: RowsWithoutPlace {
    static let someKeys = "start,visits,goal"
    static let isPrivate = true
}

struct MineJournalSource: RowSource {
    static let configuration = CommandConfiguration(
        "journal", en: "Show your goal and your visits this week, in earlier weeks and over the year.",
        ko: "목표와 함께 이번 주, 지난 몇 주, 한 해의 방문을 보여 줍니다.",
        about: Words(
            en:
                "'journal goal 2/week' sets the goal from this week on; 'journal goal none' removes the goal. A note counts as a visit on the day of the note. --remind is for cron: it prints one line on Saturday and Sunday if the goal is not reached yet.",
            ko:
                "'journal goal 2/week'는 이번 주부터의 목표를 정하고, 'journal goal none'은 목표를 없앱니다. 기록은 그날의 방문으로 셉니다. --remind는 토요일과 일요일에, 이번 주 목표를 아직 채우지 못했을 때만 한 줄을 출력합니다(cron용)."
        ),
        examples: """
            $ geocli mine journal --format table
            $ geocli mine journal goal 2/week
            $ geocli mine journal --remind --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "'goal' and the number of visits a week, such as goal 2/week.", ko: "'goal'과 한 주의 방문 수. 예: goal 2/week",
            value: .argument("GOAL")))
    var words: [String] = []

    @Flag(
        help: ArgumentHelp(
            "On a weekend, print one line if the goal is not reached yet. Otherwise print nothing.",
            ko: "주말에 이번 주 목표를 아직 채우지 못했으면 한 줄을 출력합니다. 그 밖에는 아무것도 출력하지 않습니다."))
    var remind = false

    @Option(
        help: ArgumentHelp(
            "Write a chart of this year's visits by day to this SVG file instead.",
            ko: "목록 대신 올해의 날짜별 방문을 그린 SVG 파일을 만듭니다.",
            value: .file), completion: .file(extensions: ["svg"]))
    var svg: String?

    @OptionGroup(title: HelpSection.common) var mine: MineOptions

    func write(_ given: ListingArguments<MineWeekRows>) throws {
        let listing = try given.checked(mine: mine)
        let chart = try svg.map { try chartPlace($0, given.common) }
        let today = try Environment.today()
        guard words.isEmpty else {
            guard !remind else {
                throw UsageError(en: "give either goal or --remind, not both", ko: "goal과 --remind 가운데 하나만 쓰세요")
            }
            return try setGoal(today, given.common)
        }
        let limit = try given.output.limitCount() ?? .max
        // A journal needs no catalog. If there is one, a place whose reference has changed still counts as one place.
        let watch = PlaceWatch(try? given.common.source())
        let journal = try MineJournal(try mine.read(), today: today) { try watch.identity(of: $0) }
        if let chart { return try draw(journal, chart) }
        if remind { return try remind(journal, listing) }
        guard listing.options.format == .table, listing.options.fields == nil else {
            return try Listing.write(.weeks, listing) { writer in
                for week in journal.weeks.prefix(limit) { try writer.write(week) }
            }
        }
        let text = JournalText(journal, Console.language, columns: listing.options.terminalColumns ?? 80)
        try listing.place.write(text.text(weeks: min(limit, JournalText.usualWeeks)))
    }

    private func chartPlace(_ path: String, _ common: CommonOptions) throws -> OutputDestination {
        guard path == "-" || path.lowercased().hasSuffix(".svg") else {
            let shown = DisplayText.singleLine(path)
            throw UsageError(
                en: "--svg \(shown): the chart is an SVG file; end its name in .svg",
                ko: "--svg \(shown): 그림은 SVG로 저장합니다. 파일 이름을 .svg로 끝내세요")
        }
        return try OutputDestination(
            path, db: common.db, mine: mine.folder().path, reading: [], isPrivate: true)
    }

    private func draw(_ journal: MineJournal, _ place: OutputDestination) throws {
        var map = YearHeatMap(year: Int(journal.today.prefix(4)) ?? 1, counts: journal.days)
        map.language = Console.language
        try place.write(map.svg())
    }

    private func setGoal(_ today: String, _ common: CommonOptions) throws {
        let text = words.dropFirst().joined(separator: " ").lowercased()
        guard words.first == "goal", let times = Self.times(text) else {
            throw ValueArgument.wrong(
                "goal N/week", words.joined(separator: " "), en: "write goal 2/week, or goal none",
                ko: "goal 2/week나 goal none처럼 쓰세요")
        }
        try mine.record { _ in [MineJournal.setting(goal: times, today: today)] }
        Console.note(
            times == 0
                ? Words(en: "no goal from this week on", ko: "이번 주부터 목표가 없습니다")
                : Words(
                    en: "the goal from this week on: \(times) \(times == 1 ? "visit" : "visits") a week",
                    ko: "이번 주부터 목표: 일주일에 \(times)번"), isQuiet: common.quiet)
    }

    private static func times(_ text: String) -> Int? {
        if ["none", "0", "0/week"].contains(text) { return 0 }
        let number = text.hasSuffix("/week") ? text.dropLast(5) : text[...]
        guard let times = Int(number), 1...100 ~= times else { return nil }
        return times
    }

    private func remind(_ journal: MineJournal, _ listing: ListingOutput) throws {
        let week = journal.week
        guard journal.daysLeft <= 1, let goal = week.goal, week.visits < goal else { return }
        let line = Words(
            en: "\(week.visits) of \(goal) \(goal == 1 ? "visit" : "visits") this week; the week ends on \(week.end)",
            ko: "이번 주 방문: 목표 \(goal)번 중 \(week.visits)번. 이번 주는 \(week.end)에 끝납니다")
        try listing.place.write(line.text(Console.language) + "\n")
    }
}

/// A journal for a terminal: this week, the weeks before, totals, and a year of days.
struct JournalText {
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

extension ListingSchema where Row == MineWeek {
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
