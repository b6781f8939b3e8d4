internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliIngest
internal import GeocliText

struct FeedsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "feeds", en: "List feeds and how their last runs went; remove or pause one; write and check declarations.",
        ko: "피드의 목록과 최근 수집 결과를 보고, 피드를 지우거나 멈추며, 선언을 만들고 검사합니다.",
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
            ListingCommand<FeedsCheckSource>.self, FeedsRemoveCommand.self, FeedsPauseCommand.self,
            FeedsResumeCommand.self, FeedsCadenceCommand.self,
        ],
        defaultSubcommand: ListingCommand<FeedsListSource>.self)
}

struct FeedsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "show", en: "Print the declaration of a feed, to read or to copy.",
        ko: "피드의 선언을 출력합니다. 읽거나 복사해 쓸 수 있습니다.",
        examples: """
            $ geocli feeds show seoul-bookstores
            $ geocli feeds show places
            $ geocli feeds show seoul-bookstores > mine.toml
            """)

    @Argument(help: .feed("FEED")) var feed: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let found = try FeedShelf.feed(feed.trimmingBlanks(), argument: "FEED")
        let bytes = try found.declarationPath.map(FeedDeclaration.bytes) ?? Feed.declaration(of: found.id) ?? []
        try OutputDestination.standard().write(bytes)
    }
}

struct FeedsNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "new", en: "Print a declaration to fill in, with a comment on each line.",
        ko: "내용만 채우면 되는 선언 파일을 줄마다 설명과 함께 출력합니다.",
        about: Words(
            en: """
                With --from, geocli fills in what it finds in a saved page: format, encoding, path of the rows, total and columns. It also guesses the fields. Items that only a person can know (id, titles, license, coordinate system, area) stay empty. The declaration is refused until you fill them in.
                """,
            ko: """
                --from을 쓰면 저장한 페이지에서 알 수 있는 것(형식, 인코딩, 행의 경로, 전체 행 수, 열, 추정한 필드)을 채워 줍니다. 사람이 정해야 하는 항목(ID, 제목, 이용 조건, 좌표계, 범위)은 비워 두며, 이 항목을 채워야 선언을 사용할 수 있습니다.
                """),
        examples: """
            $ geocli feeds new
            $ geocli feeds new > parks.toml
            $ geocli feeds new --from page.json > parks.toml
            """)

    @Option(
        help: ArgumentHelp(
            "Saved page (JSON, XML or CSV) to start from, or - for standard input.",
            ko: "바탕으로 쓸 페이지: 저장한 파일(JSON, XML, CSV) 또는 표준 입력(-)", value: .file), completion: .file())
    var from: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let place = try OutputDestination.standard()
        guard let from else { return try place.write(FeedDeclaration.starter(in: Console.language)) }
        try InputFile.check([from], db: common.db)
        let pages = try SavedPages.at([from]).pages
        guard pages.count == 1 else {
            throw UsageError(
                en: "--from takes one page, but \(from) is a folder with \(pages.count) pages; name one of them",
                ko: "--from에는 페이지 하나만 지정하세요. \(from)\(.topic) 페이지 \(pages.count)개가 든 폴더입니다")
        }
        try place.write(FeedDraft.text(from: try pages[0].open(), in: Console.language))
    }
}
