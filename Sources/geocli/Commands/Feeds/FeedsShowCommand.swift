internal import ArgumentParser
internal import GeocliExport
internal import GeocliIngest
internal import GeocliText

/// `geocli feeds show`: the text of a declaration.
struct FeedsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The text of a declaration, to read or to copy.",
        discussion: "Example: geocli feeds show seoul-bookstores")

    @Argument(help: ArgumentHelp("The id of a feed, or a file.", valueName: "FEED"))
    var feed: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let found = try FeedShelf.feed(feed.trimmingBlanks(), argument: "FEED")
        let bytes = try found.declarationPath.map(FeedDeclaration.bytes) ?? Feed.declaration(of: found.id) ?? []
        try StandardText.write(bytes)
    }
}
