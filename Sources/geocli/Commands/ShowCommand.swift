internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli show ID|REF`: one bookstore with all its fields.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "One bookstore with everything known of it.",
        discussion: "Examples: geocli show 12 · geocli show seoul-bookstores/2283 --links")

    @Argument(
        help: ArgumentHelp("Its id, or its reference: seoul-bookstores/2283", valueName: "ID|REF"),
        completion: .bookstores)
    var bookstore: String

    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.output) var links: LinkOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<SingleRow>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: []).with(links: links.links)
        let wanted = try BookstoreArgument(bookstore)
        let entry = try wanted.entry(in: try past.catalog(common))
        try Listing.write(.bookstore, listing, adjust: { $0.isSingle = true }) { writer in
            try writer.write(entry)
        }
    }
}
