internal import ArgumentParser
internal import GeocliText

struct GeocliCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        Program.name,
        en: "Places from Korea's open data, such as the bookstores of Seoul: find them, map them, see what changed.",
        ko: "서울 책방 같은 공공데이터의 장소를 찾고, 지도로 그리고, 변경 내역을 확인합니다.",
        about: Words(
            en:
                "Every command works with the bundled sample of made-up bookstores. 'geocli ingest' fetches the real bookstores; 'geocli ingest --feed ID' fetches another feed that 'geocli feeds' lists, such as libraries.",
            ko:
                "내장된 샘플(가상의 책방)로 모든 명령을 써 볼 수 있습니다. 실제 책방 데이터는 'geocli ingest'로, 도서관 같은 다른 피드는 'geocli feeds'로 찾아 'geocli ingest --feed ID'로 받습니다."
        ),
        examples: """
            $ geocli ingest --sample
            $ geocli near 37.5663,126.9779
            $ geocli map -o places.html
            """,
        version: Program.versionLine,
        groups: [
            CommandGroup(
                en: "Ask", ko: "조회",
                [
                    NearCommand.self, BoxCommand.self, InsideCommand.self, SearchCommand.self, ListCommand.self,
                    ShowCommand.self, ListingCommand<SQLSource>.self,
                ]),
            CommandGroup(
                en: "View and export", ko: "보기와 내보내기",
                [MapCommand.self, PlotCommand.self, OpenCommand.self, ClusterCommand.self, ExportCommand.self]),
            CommandGroup(
                en: "Feed and history", ko: "피드와 이력",
                [
                    IngestCommand.self, FeedsCommand.self, LinksCommand.self, StatusCommand.self, ChangesCommand.self,
                    ListingCommand<RunsSource>.self, UndoCommand.self, ListingCommand<VerifySource>.self,
                    BackupCommand.self, RestoreCommand.self,
                ]),
            CommandGroup(en: "Data quality", ko: "데이터 품질", [IssuesCommand.self, CorrectionsCommand.self]),
            CommandGroup(en: "Your records", ko: "내 기록", [MineCommand.self]),
            CommandGroup(
                en: "Servers and batch", ko: "서버와 일괄 처리",
                [ServeCommand.self, PushCommand.self, BatchCommand.self]),
            CommandGroup(
                en: "Setting up", ko: "설정과 준비",
                [
                    ListingCommand<ConfigSource>.self, LayersCommand.self, AddressesCommand.self, SchemaCommand.self,
                    CompletionsCommand<GeocliCommand>.self, ManCommand<GeocliCommand>.self,
                ]),
        ])
}
