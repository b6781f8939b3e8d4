internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

protocol MarkAct {
    static var configuration: CommandConfiguration { get }
    static var listHelp: ArgumentHelp { get }
    static func run(_ place: [String], _ name: String?, _ own: MineArguments) throws
}

struct MineMarkCommand<Act: MarkAct>: ParsableCommand {
    static var configuration: CommandConfiguration { Act.configuration }

    @Argument(help: MinePlaceArgument.help, completion: .origins)
    var place: [String]

    @Option(help: Act.listHelp, completion: .markLists)
    var list: String?

    @OptionGroup var own: MineArguments

    func run() throws { try Act.run(place, list, own) }
}

enum Marking: MarkAct {
    static let configuration = CommandConfiguration(
        "mark", en: "Mark a place. With --marked, commands that list places show only marked places.",
        ko: "장소를 표시합니다. 장소를 조회하는 명령에 --marked를 쓰면 표시한 장소만 나옵니다.",
        examples: """
            $ geocli mine mark 12
            $ geocli mine mark sample/1001 --list weekend
            $ geocli mine mark 12 --list 가고싶은곳 --lang ko
            """)

    static var listHelp: ArgumentHelp {
        ArgumentHelp("List for the mark, such as weekend.", ko: "표시를 넣을 목록. 예: 가고싶은곳", value: .list)
    }

    static func run(_ place: [String], _ name: String?, _ own: MineArguments) throws {
        let list = try NoteWords.list(name)
        let day = try Environment.today()
        let source = try own.common.sourceOfPlaces()
        let wanted = MinePlace(try MinePlaceArgument.entry(place, named: "PLACE", in: source))
        let watch = PlaceWatch(source)
        var isNew = true
        try own.mine.record { state in
            // The place may already be marked under a different reference, and the mark of another place may have this
            // reference.
            let old = try state.marks.first {
                try $0.list == list && watch.identity(of: $0.place) == watch.identity(of: wanted)
            }
            isNew = old?.place != wanted
            guard isNew else { return [] }
            let usual = MineMark.id(of: wanted, list: list)
            let isReused = try state.record(usual).flatMap { MinePlace($0.value("place")) }.map {
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
            isQuiet: own.common.quiet)
    }
}

enum Unmarking: MarkAct {
    static let configuration = CommandConfiguration(
        "unmark", en: "Remove the marks of a place, even if the place is no longer in the catalog.",
        ko: "장소의 표시를 지웁니다. 카탈로그에서 사라진 장소의 표시도 지울 수 있습니다.",
        examples: """
            $ geocli mine unmark 12
            $ geocli mine unmark sample/1001 --list weekend
            $ geocli mine unmark 12 --lang ko
            """)

    static var listHelp: ArgumentHelp { ArgumentHelp("Only from this list.", ko: "이 목록에서만", value: .list) }

    static func run(_ place: [String], _ name: String?, _ own: MineArguments) throws {
        let list = try NoteWords.list(name)
        let text = place.joined(separator: " ").trimmingBlanks()
        let marks = try own.mine.read().marks
        // Without a catalog, a place is found by the name and the reference in the records.
        let watch = PlaceWatch(try? own.common.source())
        let places = try places(text, marks, watch, own.common)
        let wanted = Set(try places.map { try watch.identity(of: $0) })
        let chosen = try marks.filter { mark in
            try wanted.contains(watch.identity(of: mark.place)) && (list == nil || mark.list == list)
        }
        if !chosen.isEmpty { try own.mine.record { _ in chosen.map { .removing($0.id) } } }
        let told = places.first?.told ?? Words(en: DisplayText.singleLine(text), ko: DisplayText.singleLine(text))
        let on = list.map { DisplayText.singleLine($0) }
        let (en, ko) = (on.map { " on the list \($0)" } ?? "", on.map { " \($0) 목록에" } ?? "")
        Console.note(
            chosen.isEmpty
                ? Words(
                    en: "\(told.en) was not marked\(en); nothing changed",
                    ko: "\(told.ko)\(.topic)\(ko) 표시되어 있지 않아 바꾸지 않았습니다")
                : Words(en: "unmarked \(told.en)", ko: "\(told.ko)의 표시를 지웠습니다"),
            isQuiet: own.common.quiet)
    }

    /// Returns the places that the text stands for: marked places with this reference or name, or otherwise a place of
    /// the catalog.
    private static func places(
        _ text: String, _ marks: [MineMark], _ watch: PlaceWatch, _ common: CommonOptions
    ) throws -> [MinePlace] {
        var named: [String: MinePlace] = [:]
        let isListed = try watch.lists(ref: text)
        for mark in marks {
            let identity = try watch.identity(of: mark.place)
            // A reference stands for the place that has it in the catalog now. If no place has it any more, it stands
            // for the place that had it when it was marked.
            let isReference = identity == text || !isListed && mark.place.ref == text
            if isReference || Folding.folded(mark.place.name) == Folding.folded(text) { named[identity] = mark.place }
        }
        if named.count == 1 { return Array(named.values) }
        guard named.isEmpty else {
            let list = named.values.map(\.told.en).sorted().joined(separator: ", ")
            throw ValueArgument.wrong(
                "PLACE", text, en: "\(named.count) marked places have this name: \(list); write the reference of one",
                ko: "표시한 장소 \(named.count)곳의 이름이 같습니다: \(list). 그중 하나의 참조를 쓰세요")
        }
        let source = try common.sourceOfPlaces()
        let entry = try MinePlaceArgument.entry([text], named: "PLACE", in: source)
        return [MinePlace(entry)]
    }
}

enum MineMarkRows: RowsOnMap {
    static let someKeys = "list,name,state"
    static let isPrivate = true
}

struct MineMarksSource: RowSource {
    static let configuration = CommandConfiguration(
        "marks", en: "List the places that you marked, and say which have closed, moved or are no longer in the feed.",
        ko: "표시한 장소를 보여 주고, 폐점하거나 이전했거나 피드에 없는 곳을 알려 줍니다.",
        examples: """
            $ geocli mine marks
            $ geocli mine marks --format table --lang ko
            $ geocli mine marks --geojson -o marks.geojson
            """)

    @Option(help: ArgumentHelp("Only this list.", ko: "이 목록만", value: .list), completion: .markLists)
    var list: String?

    @OptionGroup(title: HelpSection.common) var mine: MineOptions

    func write(_ given: ListingArguments<MineMarkRows>) throws {
        let listing = try given.checked(mine: mine)
        let limit = try given.output.limitCount() ?? .max
        let list = try NoteWords.list(list)
        let marks = try mine.read().marks.filter { list == nil || $0.list == list }
        var rows: [MarkRow] = []
        if !marks.isEmpty {
            let watch = PlaceWatch(opening: given.common)
            rows = try marks.prefix(limit).map { MarkRow(mark: $0, standing: try watch.standing(of: $0.place)) }
        }
        try Listing.write(.marks, listing) { writer in for row in rows { try writer.write(row) } }
        PlaceWatch.tell(rows.map { ($0.mark.place, $0.standing) }, given.common)
    }
}
