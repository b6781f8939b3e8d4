internal import ArgumentParser
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// `geocli mine mark PLACE`: marks a place to find it again.
struct MineMarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "mark", en: "Mark a place. With --marked, commands that list places show only marked places.",
        ko: "장소를 표시합니다. 장소를 조회하는 명령에 --marked를 쓰면 표시한 장소만 나옵니다.",
        examples: """
            $ geocli mine mark 12
            $ geocli mine mark sample/1001 --list weekend
            $ geocli mine mark 12 --list 가고싶은곳 --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "An id, a reference or the exact name of a place, written as in 'geocli near'.",
            ko: "장소의 번호, 참조 또는 정확한 이름. 'geocli near'처럼 씁니다.", value: .argument("PLACE")),
        completion: .origins)
    var place: [String]

    @Option(
        help: ArgumentHelp("List for the mark, such as weekend.", ko: "표시를 넣을 목록. 예: 가고싶은곳", value: .list),
        completion: .markLists)
    var list: String?

    @OptionGroup(title: HelpSection.common) var mine: MineOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let list = try NoteWords.list(list)
        let day = try Environment.now().date
        let source = try common.sourceOfPlaces()
        let wanted = MinePlace(try MinePlaceArgument.entry(place, named: "PLACE", in: source))
        let watch = PlaceWatch(source)
        var isNew = true
        try mine.record { state in
            // The place may already be marked under a different reference, and the mark of another place may have this
            // reference.
            let old = try state.marks.first {
                try $0.list == list && watch.identity(of: $0.place) == watch.identity(of: wanted)
            }
            isNew = old?.place != wanted
            guard isNew else { return [] }
            let usual = MineMark.id(of: wanted, list: list)
            let isReused = try state.records[usual].flatMap { MinePlace($0.value("place")) }.map {
                try watch.identity(of: $0) != watch.identity(of: wanted)
            }
            let id = old?.id ?? MineMark.id(of: wanted, list: list, isReused: isReused ?? false)
            return [MineMark.marking(wanted, list: list, day: day, id: id)]
        }
        let on = list.map { DisplayText.singleLine($0) }
        let (en, ko) = (on.map { " on the list \($0)" } ?? "", on.map { " \($0) 목록에" } ?? "")
        Console.note(
            isNew
                ? Words(en: "marked \(wanted.told.en)\(en)", ko: "\(wanted.told.ko)\(.object)\(ko) 표시했습니다")
                : Words(
                    en: "\(wanted.told.en) is already marked\(en); nothing changed",
                    ko: "\(wanted.told.ko)\(.topic)\(ko) 이미 표시되어 있어 바꾸지 않았습니다"),
            isQuiet: common.quiet)
    }
}
