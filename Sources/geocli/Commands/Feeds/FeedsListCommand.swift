internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// `geocli feeds list`: the declared feeds, and the files whose declaration is wrong.
struct FeedsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "list", en: "List the known feeds: built-in ones first, then your own.",
        ko: "쓸 수 있는 피드를 보여 줍니다. 내장된 피드가 먼저 나옵니다.",
        examples: """
            $ geocli feeds list
            $ geocli feeds list --format table
            $ geocli feeds list --fields id,title,path
            """)

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
