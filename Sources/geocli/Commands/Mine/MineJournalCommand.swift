internal import ArgumentParser
internal import GeocliAsking
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// The rows of a journal: weeks.
enum MineWeekRows: RowsWithoutPlace {
    static let someKeys = "start,visits,goal"
    static let isPrivate = true
}

/// `geocli mine journal`: the visits of each week, compared with a goal.
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
