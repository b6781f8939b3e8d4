internal import ArgumentParser
internal import GeocliExport
internal import GeocliMine
internal import GeocliText

/// The rows of a listing of marks.
enum MineMarkRows: RowsOnMap {
    static let someKeys = "list,name,state"
    static let isPrivate = true
}

/// `geocli mine marks`: the marked places.
struct MineMarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "marks", en: "List the places that you marked, and say which have closed or moved.",
        ko: "표시한 장소를 보여 주고, 폐점하거나 이전한 곳을 알려 줍니다.",
        examples: """
            $ geocli mine marks
            $ geocli mine marks --format table --lang ko
            $ geocli mine marks --geojson -o marks.geojson
            """)

    @Option(help: ArgumentHelp("Only this list.", ko: "이 목록만", value: .list), completion: .markLists)
    var list: String?

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<MineMarkRows>
    @OptionGroup(title: HelpSection.common) var mine: MineOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, mine: mine, reading: [])
        let limit = try output.limitCount() ?? .max
        let list = try NoteWords.list(list)
        let marks = try mine.read().marks.filter { list == nil || $0.list == list }
        var rows: [MarkRow] = []
        if !marks.isEmpty {
            let watch = PlaceWatch(opening: common)
            rows = try marks.prefix(limit).map { MarkRow(mark: $0, standing: try watch.standing(of: $0.place)) }
        }
        try Listing.write(.marks, listing) { writer in for row in rows { try writer.write(row) } }
        PlaceWatch.tell(rows.map { ($0.mark.place, $0.standing) }, common)
    }
}
