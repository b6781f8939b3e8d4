internal import GeocliAsking
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// A question that a command asks, of the catalog or of the service that `--server` names.
struct CommandQuestion {
    let given: Given
    let output: ListingOutput
    let common: CommonOptions
    /// The address of a service; nil to ask the catalog.
    let server: String?
    /// The options that no service has, and whether each was given.
    let local: [(option: String, isGiven: Bool)]

    /// Asks, and writes the answer.
    ///
    /// - Parameters:
    ///   - path: the parts of the address; nil for the name of the question.
    ///   - adjust: completes the question with what only this machine has, such as a file.
    ///   - source: opens the catalog.
    func ask<Asked: Question>(
        _ type: Asked.Type, path: [String]? = nil, adjust: (inout Asked) throws -> Void = { _ in },
        of source: () throws -> any PlaceSource
    ) throws {
        var question = try Asked(given)
        if let server {
            let served = try ServedListing(server, common)
            for (option, isGiven) in local { try ServedListing.refuse(option, if: isGiven) }
            // A value that is no parameter is a part of the path.
            let query = given.items.filter { item in Asked.parameters.contains { $0.name == item.name } }
            return try served.write(path ?? [Asked.name], query, to: output)
        }
        try adjust(&question)
        try answer(question, from: try source())
    }

    private func answer(_ question: some Question, from source: some PlaceSource) throws {
        try question.answer(from: source, into: CommandAnswer(output: output))
    }
}

/// A command that lists places, with the options that such commands share.
protocol PlaceListing {
    associatedtype List: FilteredListing
    associatedtype Rows: ListedRows

    var filters: Filters<List> { get }
    var sorting: SortOptions { get }
    var output: OutputOptions<Rows> { get }
    var common: CommonOptions { get }
}

extension PlaceListing {
    /// Checks the output and returns the question.
    ///
    /// - Parameters:
    ///   - inputs: the files that the command reads besides the catalog.
    ///   - local: further options that no service has.
    ///   - add: adds the command's own values.
    func question(
        reading inputs: [String?] = [], local: [(option: String, isGiven: Bool)] = [], add: (inout Given) throws -> Void
    ) throws -> CommandQuestion {
        let listing = try output.checked(common, reading: inputs, isPrivate: filters.marked != nil).with(
            links: sorting.links)
        var given = Given(.option)
        try add(&given)
        given.add(.limit, output.limit)
        filters.add(to: &given)
        sorting.add(to: &given)
        return CommandQuestion(
            given: given, output: listing, common: common, server: sorting.server, local: filters.local + local)
    }
}

/// The answer of a command: its rows go to the command's output, its notes to standard error.
struct CommandAnswer: Answer {
    let output: ListingOutput

    var limits: AnswerLimits? { nil }
    var format: ListingFormat { output.options.format }
    var language: Language { Console.language }

    func note(_ words: Words) { Console.note(words, isQuiet: output.options.isQuiet) }

    func preferredFeeds(in source: some PlaceSource) throws -> [String] { try PreferredFeeds.checked(in: source) }

    func ids(marked list: String, in source: some PlaceSource) throws -> [Int64] {
        try MarkedPlaces.ids(list: list, in: source)
    }

    func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, body: (ListingWriter<Row>) throws -> Void
    ) throws {
        try Listing.write(schema, of: source, output, body: body)
    }
}
