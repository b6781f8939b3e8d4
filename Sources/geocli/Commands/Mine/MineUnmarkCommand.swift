internal import ArgumentParser
internal import GeocliAsking
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// `geocli mine unmark PLACE`: removes a mark.
struct MineUnmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "unmark", en: "Remove the marks of a place, even if the place is no longer in the catalog.",
        ko: "장소의 표시를 지웁니다. 카탈로그에서 사라진 장소의 표시도 지울 수 있습니다.",
        examples: """
            $ geocli mine unmark 12
            $ geocli mine unmark sample/1001 --list weekend
            $ geocli mine unmark 12 --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "An id, a reference or the exact name of a place, written as in 'geocli near'.",
            ko: "장소의 번호, 참조 또는 정확한 이름. 'geocli near'처럼 씁니다.", value: .argument("PLACE")),
        completion: .origins)
    var place: [String]

    @Option(help: ArgumentHelp("Only from this list.", ko: "이 목록에서만", value: .list), completion: .markLists)
    var list: String?

    @OptionGroup(title: HelpSection.common) var mine: MineOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let list = try NoteWords.list(list)
        let text = place.joined(separator: " ").trimmingBlanks()
        let marks = try mine.read().marks
        // Without a catalog, a place is found by the name and the reference in the records.
        let watch = PlaceWatch(try? common.source())
        let places = try places(text, marks, watch)
        let wanted = Set(try places.map { try watch.identity(of: $0) })
        let chosen = try marks.filter { mark in
            try wanted.contains(watch.identity(of: mark.place)) && (list == nil || mark.list == list)
        }
        if !chosen.isEmpty { try mine.record { _ in chosen.map { .removing($0.id) } } }
        let told = places.first?.told ?? Words(en: DisplayText.singleLine(text), ko: DisplayText.singleLine(text))
        let on = list.map { DisplayText.singleLine($0) }
        let (en, ko) = (on.map { " on the list \($0)" } ?? "", on.map { " \($0) 목록에" } ?? "")
        Console.note(
            chosen.isEmpty
                ? Words(
                    en: "\(told.en) was not marked\(en); nothing changed",
                    ko: "\(told.ko)\(.topic)\(ko) 표시되어 있지 않아 바꾸지 않았습니다")
                : Words(en: "unmarked \(told.en)", ko: "\(told.ko)의 표시를 지웠습니다"),
            isQuiet: common.quiet)
    }

    /// Returns the places that the text stands for: marked places with this reference or name, or otherwise a place of
    /// the catalog.
    private func places(_ text: String, _ marks: [MineMark], _ watch: PlaceWatch) throws -> [MinePlace] {
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
