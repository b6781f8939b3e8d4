internal import ArgumentParser
internal import GeocliExport
internal import GeocliMine
internal import GeocliText

/// The row of one note.
enum MineNoteRow: RowsOnMap {
    static let someKeys = "number,text,phrase"
    static let isSingle = true
    static let isPrivate = true
}

/// `geocli mine show NOTE`: one note.
struct MineShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "show", en: "Show one note with all its fields.", ko: "기록 하나를 자세히 보여 줍니다.",
        examples: """
            $ geocli mine show 1
            $ geocli mine show 1 --json
            $ geocli mine show 1 --format table --lang ko
            """)

    @Argument(help: NoteArgument.help, completion: .notes)
    var note: String

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<MineNoteRow>
    @OptionGroup(title: HelpSection.common) var mine: MineOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, mine: mine, reading: [])
        let note = try mine.read().note(note)
        let watch = PlaceWatch(opening: common)
        let row = NoteRow(note: note, standing: try note.place.map { try watch.standing(of: $0) })
        try Listing.write(.notes, listing, adjust: { $0.isSingle = true }) { writer in try writer.write(row) }
    }
}

/// The argument for a note.
enum NoteArgument {
    static var help: ArgumentHelp {
        ArgumentHelp(
            "The number of a note (see 'geocli mine notes'), or the beginning of its id.",
            ko: "기록의 번호('geocli mine notes'에서 확인)나 기록 id의 앞부분", value: .argument("NOTE"))
    }
}
