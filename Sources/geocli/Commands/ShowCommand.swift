internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli show ID|REF`: one bookstore with all its fields.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", _superCommandName: GeocliCommand.name,
        abstract: "One bookstore with everything known of it.",
        discussion: "Examples: geocli show 12 · geocli show seoul-bookstores/2283 --links")

    @Argument(
        help: ArgumentHelp("Its id, or its reference: seoul-bookstores/2283", valueName: "ID|REF"),
        completion: .bookstores)
    var bookstore: String

    @Flag(help: "Also links that open it in maps.")
    var links = false

    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<SingleRow>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let wanted = bookstore.trimmingBlanks()
        let find = try lookup(wanted)
        let entry = try find(try past.catalog(common))
        try Listing.write(.bookstore(withLinks: links), listing, adjust: { $0.isSingle = true }) { writer in
            try writer.write(entry)
        }
    }

    private func lookup(_ wanted: String) throws -> (Catalog) throws -> CatalogEntry {
        if wanted.contains("/") { return { try $0.entry(ref: wanted) } }
        guard let id = Int64(wanted) else {
            throw ValueArgument.wrong(
                "ID|REF", wanted, en: "write an id such as 12, or a reference such as seoul-bookstores/2283",
                ko: "12 같은 번호나 seoul-bookstores/2283 같은 참조를 쓰세요")
        }
        return { try $0.entry(id: id) }
    }
}
