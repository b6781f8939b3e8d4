internal import ArgumentParser
internal import GeocliText

/// `geocli mine`: a person's own marks, notes and visits.
struct MineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "mine", en: "Keep your own marks, notes of books and phrases, and a journal of visits.",
        ko: "가고 싶은 곳, 책과 구절의 기록, 방문 일지를 내 것으로 남깁니다.",
        about: Words(
            en: """
                Your records are in a folder of your own and never in the catalog. They outlive the shop, the catalog and this program: each device appends JSON lines to a log of its own, so the folder may lie in any synced folder or git repository. Nothing is ever lost; 'geocli mine log' has every value. A shell alias makes it short: alias m='geocli mine'.
                """,
            ko: """
                내 기록은 카탈로그가 아니라 따로 둔 폴더에 저장됩니다. 가게나 카탈로그가 없어져도 남습니다. 기기마다 자기 기록 파일에만 JSON 줄을 덧붙이므로 동기화 폴더나 git 저장소에 두어도 됩니다. 지운 값도 'geocli mine log'에 모두 남습니다. 셸 별칭을 쓰면 짧아집니다: alias m='geocli mine'
                """),
        examples: """
            $ geocli mine mark 12
            $ geocli mine note 12 'The upper floor is quiet' --book '어린 왕자' --phrase '네 장미꽃' --page 37
            $ geocli mine journal
            """,
        subcommands: [
            MineMarkCommand.self, MineUnmarkCommand.self, MineMarksCommand.self, MineNoteCommand.self,
            MineNotesCommand.self, MineShowCommand.self, MineEditCommand.self, MineRemoveCommand.self,
            MineRestoreCommand.self, MineVisitCommand.self, MineJournalCommand.self, MineLogCommand.self,
            MineGCCommand.self, MineShareCommand.self, MineExportCommand.self, MineImportCommand.self,
            MineMergeCommand.self,
        ])
}
