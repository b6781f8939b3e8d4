internal import ArgumentParser
internal import GeocliText

/// The root command.
struct GeocliCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        Program.name,
        en: "Places from Korea's open data, such as the bookstores of Seoul: find them, map them, see what changed.",
        ko: "서울 책방 같은 공공데이터의 장소를 찾고, 지도로 그리고, 변경 내역을 확인합니다.",
        about: Words(
            en: """
                Every command works with the bundled sample of made-up bookstores. 'geocli ingest' fetches the real bookstores; 'geocli ingest --feed ID' fetches another feed, such as libraries.
                A position has the latitude first, as in map apps; a box has the longitude first:
                  LAT,LON  37.5563,126.9236
                  W,S,E,N  126.90,37.54,126.94,37.57
                """,
            ko: """
                내장된 샘플(가상의 책방)로 모든 명령을 써 볼 수 있습니다. 실제 책방 데이터는 'geocli ingest', 도서관 같은 다른 피드는 'geocli ingest --feed ID'로 받습니다.
                위치는 지도 앱에서 복사한 대로 위도부터, 사각형은 경도부터 씁니다:
                  위도,경도    37.5563,126.9236
                  서,남,동,북  126.90,37.54,126.94,37.57
                """),
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
                    ShowCommand.self,
                ]),
            CommandGroup(
                en: "View and export", ko: "보기와 내보내기",
                [MapCommand.self, PlotCommand.self, OpenCommand.self, ClusterCommand.self, ExportCommand.self]),
            CommandGroup(
                en: "Feed and history", ko: "피드와 이력",
                [
                    IngestCommand.self, FeedsCommand.self, LinksCommand.self, StatusCommand.self, ChangesCommand.self,
                    ListingCommand<RunsSource>.self, ListingCommand<VerifySource>.self,
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
