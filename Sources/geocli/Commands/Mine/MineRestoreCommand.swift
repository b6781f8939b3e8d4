internal import ArgumentParser

/// `geocli mine restore NOTE…`: brings removed notes back.
struct MineRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "restore", en: "Bring removed notes back, with their photos ('geocli mine notes --removed' lists them).",
        ko: "삭제한 기록을 사진과 함께 되살립니다. 삭제한 기록은 'geocli mine notes --removed'로 볼 수 있습니다.",
        examples: """
            $ geocli mine restore 1
            $ geocli mine restore 1 2 -q
            $ geocli mine restore 1 --lang ko
            """)

    @Argument(help: NoteArgument.help, completion: .removedNotes)
    var note: [String]

    @OptionGroup(title: HelpSection.common) var mine: MineOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws { try NoteRemoval.run(note, isRemoved: false, mine, common) }
}
