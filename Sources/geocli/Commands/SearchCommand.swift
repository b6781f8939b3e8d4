internal import ArgumentParser
internal import Catalog
internal import Export
internal import Query

/// `geocli search TEXT`: bookstores by a part of name, address or phone.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Bookstores by a part of their name, address or phone, best first.",
        discussion: "Spacing, case and width make no difference. Example: geocli search 책방 --district 종로")

    @Argument(help: ArgumentHelp("A part of a name, an address or a phone number.", valueName: "TEXT"))
    var text: [String]

    @OptionGroup var filters: FilterOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        let text = try FilterOptions.text(text.joined(separator: " "))
        guard filters.match == nil else {
            throw UsageError(
                en: "search takes its text as an argument; leave out --match",
                ko: "search는 찾을 글을 인자로 받습니다; --match를 빼세요")
        }
        let catalog = try common.catalogOfBookstores()
        let query = SearchQuery(text, try filters.filter(catalog))
        let limit = try output.limitCount()
        try Listing.write(.bookstores, output, common) { writer in
            try query.forEachMatch(in: catalog, limit: limit, body: writer.write)
        }
    }
}
