internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// `geocli feeds`: the declared feeds.
struct FeedsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "feeds", en: "List, show, create or check declarations: the files that describe feeds.",
        ko: "피드 선언의 목록과 내용을 보고, 선언을 새로 만들고, 검사합니다.",
        about: Words(
            en: """
                A declaration is a TOML file that describes a feed of places. 'geocli ingest' needs it to read the feed. Name a feed by its id if it is built in, or if its declaration is in ~/.config/geocli/feeds/ or /etc/geocli/feeds.d/. Name any other feed by the path of its declaration.
                """,
            ko: """
                피드는 장소 목록을 제공하는 공공데이터(오픈 API나 파일)이고, 선언은 피드를 읽는 방법을 적은 TOML 파일입니다. 선언이 있으면 'geocli ingest'로 그 피드를 읽을 수 있습니다. 내장된 피드의 선언과, ~/.config/geocli/feeds 폴더나 /etc/geocli/feeds.d 폴더에 둔 선언은 ID로 지정합니다. 다른 곳에 둔 선언은 경로로 지정합니다.
                """),
        examples: """
            $ geocli feeds
            $ geocli feeds new > parks.toml
            $ geocli feeds check seoul-bookstores page.json
            """,
        subcommands: [
            ListingCommand<FeedsListSource>.self, FeedsShowCommand.self, FeedsNewCommand.self,
            ListingCommand<FeedsCheckSource>.self,
        ],
        defaultSubcommand: ListingCommand<FeedsListSource>.self)
}

/// `geocli feeds list`: the declared feeds, and the files whose declaration is wrong.
struct FeedsListSource: RowSource {
    static let configuration = CommandConfiguration(
        "list", en: "List the known feeds: built-in ones first, then your own.",
        ko: "쓸 수 있는 피드를 보여 줍니다. 내장된 피드가 먼저 나옵니다.",
        examples: """
            $ geocli feeds list
            $ geocli feeds list --format table
            $ geocli feeds list --fields id,title,path
            """)

    func write(_ given: ListingArguments<FeedRows>) throws {
        let rows = FeedShelf.all().map { FeedListing($0, language: Console.language) }
        try given.list(.feeds) { rows }
        if rows.contains(where: { $0.problem != nil }) { throw ExitStatus.data }
    }
}
