internal import ArgumentParser

/// `geocli mine remove NOTE…`: removes notes.
struct MineRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "remove",
        en:
            "Remove notes; 'geocli mine restore' brings them back. The place, its marks and the photos of other notes stay.",
        ko: "기록을 삭제합니다. 'geocli mine restore'로 되살릴 수 있습니다. 장소와 표시, 다른 기록의 사진은 그대로입니다.",
        examples: """
            $ geocli mine remove 1
            $ geocli mine remove 1 2 -q
            $ geocli mine remove 1 --lang ko
            """)

    @Argument(help: NoteArgument.help, completion: .notes)
    var note: [String]

    @OptionGroup(title: HelpSection.common) var mine: MineOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws { try NoteRemoval.run(note, isRemoved: true, mine, common) }
}
