internal import ArgumentParser
internal import GeocliExport

/// The own options of a command that lists rows, and how the command makes the rows.
protocol RowSource: ParsableArguments {
    associatedtype Rows: ListedRows

    static var configuration: CommandConfiguration { get }

    /// Writes the rows.
    ///
    /// - Parameter given: the options that all listings share.
    func write(_ given: ListingArguments<Rows>) throws
}

/// A command that lists rows: its own options, and those of all listings.
struct ListingCommand<Source: RowSource>: ParsableCommand {
    static var configuration: CommandConfiguration { Source.configuration }

    @OptionGroup var source: Source
    @OptionGroup var given: ListingArguments<Source.Rows>

    func run() throws { try source.write(given) }
}

/// The options of all listings: how to write the rows, and those of every command.
struct ListingArguments<Rows: ListedRows>: ParsableArguments {
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<Rows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    /// Checks the options for the output. A command calls this first, before it opens or reads anything.
    func checked(
        mine: MineOptions? = nil, reading inputs: [String?] = [], isPrivate: Bool = false
    ) throws -> ListingOutput {
        try output.checked(common, mine: mine, reading: inputs, isPrivate: isPrivate)
    }

    /// Checks the options, makes the rows, and writes as many as the user wants.
    func list<Row>(_ schema: ListingSchema<Row>, reading inputs: [String?] = [], _ rows: () throws -> [Row]) throws {
        let listing = try checked(reading: inputs)
        let limit = try output.limitCount() ?? .max
        let rows = try rows().prefix(limit)
        try Listing.write(schema, listing) { writer in for row in rows { try writer.write(row) } }
    }
}
