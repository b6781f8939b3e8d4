internal import ArgumentParser
internal import GeocliText

/// `geocli mine`: a person's own marks, notes and visits.
struct MineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "mine", en: "Keep your own marks, notes on books and phrases, and a journal of visits.",
        ko: "가고 싶은 곳을 표시하고, 책과 구절을 기록하고, 방문 일지를 남깁니다.",
        about: Words(
            en: """
                Your records are in your own folder, never in the catalog. They stay even if the shop, the catalog or this program disappears. Each device appends JSON lines to its own log, so the folder can be in a synced folder or a git repository. No value is lost: 'geocli mine log' lists all values. A shell alias saves typing: alias m='geocli mine'.
                """,
            ko: """
                내 기록은 카탈로그가 아니라 따로 둔 폴더에 저장됩니다. 가게나 카탈로그, geocli가 없어져도 기록은 남습니다. 기기마다 자기 기록 파일에만 JSON 줄을 덧붙이므로, 이 폴더를 동기화 폴더나 git 저장소에 두어도 됩니다. 지운 값도 'geocli mine log'에 모두 남습니다. 셸 별칭을 쓰면 짧게 입력할 수 있습니다: alias m='geocli mine'
                """),
        examples: """
            $ geocli mine mark 12
            $ geocli mine note 12 'The upper floor is quiet' --book '어린 왕자' --phrase '네 장미꽃' --page 37
            $ geocli mine journal
            """,
        subcommands: [
            MineMarkCommand<Marking>.self, MineMarkCommand<Unmarking>.self, ListingCommand<MineMarksSource>.self,
            MineNoteCommand.self,
            ListingCommand<MineNotesSource>.self, ListingCommand<MineShowSource>.self, MineEditCommand.self,
            MineRemovalCommand<NoteRemoval>.self,
            MineRemovalCommand<NoteReturn>.self, MineVisitCommand.self, ListingCommand<MineJournalSource>.self,
            ListingCommand<MineLogSource>.self,
            MineGCCommand.self, MineShareCommand.self, MineExportCommand.self, ListingCommand<MineImportSource>.self,
            MineMergeCommand.self,
        ])
}
