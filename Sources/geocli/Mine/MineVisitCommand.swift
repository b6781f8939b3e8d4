internal import ArgumentParser
internal import GeocliAsking
internal import GeocliMine
internal import GeocliText

struct MineVisitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "visit", en: "Record a visit to a place, today or on another day. A place counts once a day.",
        ko: "오늘이나 다른 날의 방문을 기록합니다. 같은 장소는 하루에 한 번만 셉니다.",
        examples: """
            $ geocli mine visit 12
            $ geocli mine visit sample/1001 --date 2026-09-01
            $ geocli mine visit 12 --remove --lang ko
            """)

    @Argument(help: MinePlaceArgument.help, completion: .origins)
    var place: [String] = []

    @Option(
        help: ArgumentHelp(
            "The day, such as 2026-09-21 or yesterday (default: today); not in the future.",
            ko: "날짜. 예: 2026-09-21, 어제 (기본값: 오늘). 미래의 날짜는 쓸 수 없습니다.", value: .day))
    var date: String?

    @Flag(
        help: ArgumentHelp(
            "Use the place nearest to 'here' in the configuration file.", ko: "설정 파일의 'here'에서 가장 가까운 장소로 기록합니다."))
    var here = false

    @Flag(help: ArgumentHelp("Remove the visit on this day.", ko: "이날의 방문 기록을 지웁니다."))
    var remove = false

    @OptionGroup var own: MineArguments

    func run() throws {
        guard here != !place.isEmpty else {
            throw UsageError(
                en: "give either PLACE or --here", ko: "장소(PLACE)와 --here 가운데 하나를 쓰세요")
        }
        let day = try NoteWords.day(date)
        let source = try own.common.sourceOfPlaces()
        let wanted = MinePlace(
            try here
                ? MinePlaceArgument.here(in: source, own.common)
                : MinePlaceArgument.entry(place, named: "PLACE", in: source))
        let watch = PlaceWatch(source)
        var isChanged = true
        try own.mine.record { state in
            // The visit may have been recorded with a different reference of the same place.
            let old = try state.visits.filter {
                try $0.day == day && watch.identity(of: $0.place) == watch.identity(of: wanted)
            }
            isChanged = old.isEmpty != remove
            guard isChanged else { return [] }
            guard !remove else { return old.map { .removing($0.id) } }
            let isReused = try state.record(MineVisit.id(of: wanted, day: day))
                .flatMap { MinePlace($0.value("place")) }
                .map { try watch.identity(of: $0) != watch.identity(of: wanted) }
            let id = MineVisit.id(of: wanted, day: day, isReused: isReused ?? false)
            return [MineVisit.visiting(wanted, day: day, id: id)]
        }
        tell(wanted, day, isChanged)
    }

    private func tell(_ place: MinePlace, _ day: String, _ isChanged: Bool) {
        let words: Words
        switch (remove, isChanged) {
        case (false, true):
            words = Words(en: "visited \(place.told.en) on \(day)", ko: "\(day) \(place.told.ko) 방문을 기록했습니다")
        case (false, false):
            words = Words(
                en: "the visit to \(place.told.en) on \(day) is already recorded; nothing changed",
                ko: "\(day) \(place.told.ko) 방문은 이미 기록되어 있어 바꾸지 않았습니다")
        case (true, true):
            words = Words(
                en: "removed the visit to \(place.told.en) on \(day)", ko: "\(day) \(place.told.ko) 방문 기록을 지웠습니다")
        case (true, false):
            words = Words(
                en: "you have no visit to \(place.told.en) on \(day); nothing changed",
                ko: "\(day) \(place.told.ko) 방문 기록이 없어 바꾸지 않았습니다")
        }
        Console.note(words, isQuiet: own.common.quiet)
    }
}
