internal import ArgumentParser
internal import GeocliExport
internal import GeocliIngest
internal import GeocliText

/// `geocli feeds show`: the text of a declaration.
struct FeedsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "show", en: "Print the declaration of a feed, to read or to copy.",
        ko: "피드의 선언을 출력합니다. 읽거나 복사해 쓸 수 있습니다.",
        examples: """
            $ geocli feeds show seoul-bookstores
            $ geocli feeds show places
            $ geocli feeds show seoul-bookstores > mine.toml
            """)

    @Argument(
        help: ArgumentHelp(
            "The id of a feed, or the file of its declaration.", ko: "피드 ID 또는 선언 파일", value: .argument("FEED")))
    var feed: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let found = try FeedShelf.feed(feed.trimmingBlanks(), argument: "FEED")
        let bytes = try found.declarationPath.map(FeedDeclaration.bytes) ?? Feed.declaration(of: found.id) ?? []
        try StandardText.write(bytes)
    }
}
