internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// `geocli feeds list`: the declared feeds, and the files that declare none.
struct FeedsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The declared feeds: geocli's own, then the files of both folders.",
        discussion: "Example: geocli feeds list --format table")

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<FeedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let rows = FeedShelf.all().map { FeedListing($0, language: Console.language) }
        let limit = try output.limitCount() ?? rows.count
        try Listing.write(.feeds, listing) { writer in for row in rows.prefix(limit) { try writer.write(row) } }
        if rows.contains(where: { $0.problem != nil }) { throw ExitStatus.data }
    }
}
